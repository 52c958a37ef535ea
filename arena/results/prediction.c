#include "results/prediction.h"

#include "base/did_you_mean.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* ---- bots ---------------------------------------------------------------------- */

/* Returns true if `name` means the bot of this row: NAME, or NAME@ and digits of its version. */
static bool is_named(const dom_store_bot *bot, const char *name)
{
    size_t length = strlen(bot->name);
    if (strncmp(name, bot->name, length) != 0)
        return false;
    return name[length] == '\0' || (name[length] == '@' && strncmp(bot->version, name + length + 1,
                                                                   strlen(name + length + 1)) == 0);
}

/* Returns true if row `a` is the better answer to a name than row `b`: shown, then newest. */
static bool is_better(const dom_results_ranking *of, size_t a, size_t b)
{
    if (of->hidden[a] != of->hidden[b])
        return !of->hidden[a];
    return dom_results_is_newer(of->from->rows[a].newest, of->from->rows[b].newest);
}

dom_rc dom_results_prediction_bot(const dom_results_ranking *of, const char *name, uint32_t *player,
                                  dom_err *err)
{
    bool has_any = false;
    dom_suggest near = dom_suggest_of(name);
    for (uint32_t i = 0; i < of->from->row_count; i++) {
        const dom_results_standing_row *row = &of->from->rows[i];
        if (row->sets == 0)
            continue;
        dom_suggest_try(&near, row->bot.name);
        if (!is_named(&row->bot, name) || (has_any && !is_better(of, i, *player)))
            continue;
        *player = i;
        has_any = true;
    }
    if (!has_any)
        return dom_err_set(err, DOM_E_ABSENT, "no bot '%.60s' has a complete set of %s%s", name,
                           of->from->variant, dom_suggest_hint(&near).text);
    return DOM_OK;
}

/* A prediction that is being made. */
typedef struct {
    dom_results_prediction *out;
    const dom_results_ranking *of;
    uint32_t player[DOM_SEATS_MAX]; /* of the ranking */
    double matches;                 /* as many independent ones as the sets are worth; 0: no sets */
    dom_err *err;
} predictor;

static dom_rc find_bots(predictor *p, const dom_strings *names)
{
    dom_results_prediction *out = p->out;
    if (names->count < 2 || names->count > DOM_SEATS_MAX)
        return dom_err_set(p->err, DOM_E_CONFIG, "--predict needs 2 to %d bots, here %s %zu",
                           DOM_SEATS_MAX, names->count == 1 ? "is" : "are", names->count);
    for (; out->count < names->count; out->count++) {
        uint32_t *player = &p->player[out->count];
        dom_rc rc = dom_results_prediction_bot(p->of, names->item[out->count], player, p->err);
        if (rc != DOM_OK)
            return rc;
        for (size_t i = 0; i < out->count; i++)
            if (p->player[i] == *player)
                return dom_err_set(p->err, DOM_E_CONFIG,
                                   "--predict: '%.60s' and '%.60s' are one bot", names->item[i],
                                   names->item[out->count]);
        out->bot[out->count] = p->of->from->rows[*player].bot;
        dom_text_copy(out->label[out->count], sizeof *out->label, p->of->labels[*player]);
    }
    return DOM_OK;
}

/* ---- shares -------------------------------------------------------------------- */

static double share_of(double difference)
{
    return 1 / (1 + pow(10, -difference / 400));
}

dom_results_expected dom_results_expected_of(const dom_ratings_difference *d)
{
    return (dom_results_expected){.share = share_of(d->elo),
                                  .lo = d->has_lo ? share_of(d->lo) : 0,
                                  .hi = d->has_hi ? share_of(d->hi) : 1};
}

/* Returns how many independent matches so many sets of a list are worth. */
static double worth_of(const dom_ratings_list *list, uint32_t sets)
{
    double matches = (double)list->matches / (double)list->sets, worth = 1 / matches;
    if (list->variance_reduction.value > 0)
        worth = list->variance_reduction.value;
    return sets * matches * worth;
}

/* Fill what the sets will show. */
static void expect_sets(dom_results_expected *e, double matches)
{
    double luck = 1.96 * sqrt(e->share * (1 - e->share) / matches);
    e->sets_lo = fmax(e->share - hypot(e->share - e->lo, luck), 0);
    e->sets_hi = fmin(e->share + hypot(e->hi - e->share, luck), 1);
}

static dom_rc predict_pair(const predictor *p, size_t row, size_t column)
{
    const dom_results_ranking *of = p->of;
    const dom_ratings_difference *d =
        &of->list.difference[p->player[row] * of->from->row_count + p->player[column]];
    if (d->degrees <= 0)
        return dom_err_set(p->err, DOM_E_CONFIG,
                           "%s and %s never met in %s, not even through others, so nothing can be "
                           "predicted",
                           p->out->label[row], p->out->label[column], of->from->variant);
    p->out->against[row][column] = dom_results_expected_of(d);
    if (p->matches > 0)
        expect_sets(&p->out->against[row][column], p->matches);
    return DOM_OK;
}

static void add_total(const predictor *p, size_t row)
{
    dom_results_expected *total = &p->out->total[row];
    for (size_t i = 0; i < p->out->count; i++) {
        const dom_results_expected *one = &p->out->against[row][i];
        total->share += one->share / (double)(p->out->count - 1);
        total->lo += one->lo / (double)(p->out->count - 1);
        total->hi += one->hi / (double)(p->out->count - 1);
    }
    if (p->matches > 0)
        expect_sets(total, p->matches);
}

dom_rc dom_results_prediction_make(dom_results_prediction *out, const dom_results_ranking *of,
                                   const dom_strings *names, uint32_t sets, dom_err *err)
{
    predictor p = {.out = out, .of = of, .matches = worth_of(&of->list, sets), .err = err};
    *out = (dom_results_prediction){.variants = 1};
    dom_text_copy(out->variant, sizeof out->variant, of->from->variant);
    dom_rc rc = find_bots(&p, names);
    for (size_t row = 0; rc == DOM_OK && row < out->count; row++) {
        for (size_t i = 0; rc == DOM_OK && i < out->count; i++)
            if (i != row)
                rc = predict_pair(&p, row, i);
        add_total(&p, row);
    }
    return rc;
}

/* ---- means --------------------------------------------------------------------- */

/* Returns the distance of a limit of a mean of `count` with one more than before. */
static double distance_of_mean(double before, double one, size_t count)
{
    return hypot(before * (double)(count - 1), one) / (double)count;
}

/* Make of the mean of one less the mean of `count`. */
static void add_expected(dom_results_expected *mean, const dom_results_expected *one, size_t count)
{
    double lo = distance_of_mean(mean->share - mean->lo, one->share - one->lo, count);
    double hi = distance_of_mean(mean->hi - mean->share, one->hi - one->share, count);
    double sets_lo =
        distance_of_mean(mean->share - mean->sets_lo, one->share - one->sets_lo, count);
    double sets_hi =
        distance_of_mean(mean->sets_hi - mean->share, one->sets_hi - one->share, count);
    mean->share += (one->share - mean->share) / (double)count;
    mean->lo = mean->share - lo;
    mean->hi = mean->share + hi;
    mean->sets_lo = one->sets_hi > 0 ? mean->share - sets_lo : 0;
    mean->sets_hi = one->sets_hi > 0 ? mean->share + sets_hi : 0;
}

void dom_results_prediction_add(dom_results_prediction *mean, const dom_results_prediction *one)
{
    if (mean->variants == 0) {
        *mean = *one;
        return;
    }
    mean->variants++;
    mean->variant[0] = '\0';
    for (size_t row = 0; row < mean->count; row++) {
        add_expected(&mean->total[row], &one->total[row], mean->variants);
        for (size_t i = 0; i < mean->count; i++)
            if (i != row)
                add_expected(&mean->against[row][i], &one->against[row][i], mean->variants);
    }
}
