#include "results/prediction.h"

#include "base/did_you_mean.h"

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
    return of->from->rows[a].newest > of->from->rows[b].newest;
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

static dom_rc find_bots(dom_results_prediction *p, const dom_strings *names, dom_err *err)
{
    if (names->count < 2 || names->count > DOM_SEATS_MAX)
        return dom_err_set(err, DOM_E_CONFIG, "--predict needs 2 to %d bots, here %s %zu",
                           DOM_SEATS_MAX, names->count == 1 ? "is" : "are", names->count);
    for (; p->count < names->count; p->count++) {
        dom_rc rc =
            dom_results_prediction_bot(p->of, names->item[p->count], &p->player[p->count], err);
        if (rc != DOM_OK)
            return rc;
        for (size_t i = 0; i < p->count; i++)
            if (p->player[i] == p->player[p->count])
                return dom_err_set(err, DOM_E_CONFIG, "--predict: '%.60s' and '%.60s' are one bot",
                                   names->item[i], names->item[p->count]);
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

static dom_rc predict_pair(dom_results_prediction *p, size_t row, size_t column, dom_err *err)
{
    const dom_results_ranking *of = p->of;
    const dom_ratings_difference *d =
        &of->list.difference[p->player[row] * of->from->row_count + p->player[column]];
    if (d->degrees <= 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s and %s never met in %s, not even through others, so nothing can be "
                           "predicted",
                           of->labels[p->player[row]], of->labels[p->player[column]],
                           of->from->variant);
    p->against[row][column] = dom_results_expected_of(d);
    return DOM_OK;
}

static void add_total(dom_results_prediction *p, size_t row)
{
    dom_results_expected *total = &p->total[row];
    for (size_t i = 0; i < p->count; i++) {
        const dom_results_expected *one = &p->against[row][i];
        total->share += one->share / (double)(p->count - 1);
        total->lo += one->lo / (double)(p->count - 1);
        total->hi += one->hi / (double)(p->count - 1);
    }
}

dom_rc dom_results_prediction_make(dom_results_prediction *out, const dom_results_ranking *of,
                                   const dom_strings *names, dom_err *err)
{
    *out = (dom_results_prediction){.of = of};
    dom_rc rc = find_bots(out, names, err);
    for (size_t row = 0; rc == DOM_OK && row < out->count; row++) {
        for (size_t i = 0; rc == DOM_OK && i < out->count; i++)
            if (i != row)
                rc = predict_pair(out, row, i, err);
        add_total(out, row);
    }
    return rc;
}
