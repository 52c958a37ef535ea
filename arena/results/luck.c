#include "results/luck.h"

#include "base/vec.h"
#include "results/luck_baseline.h"
#include "results/match_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The counting of one tournament, match by match. */
typedef struct {
    dom_results_luck *luck;
    dom_store *store;
    dom_err *err;
    dom_table *table;                   /* on which the baseline plays              */
    dom_store_match set[DOM_SEATS_MAX]; /* matches of the set so far                */
    int matches;
} luck_counter;

/* ---- counting --------------------------------------------------------------- */

static double mean_of(const double score[], int seats)
{
    double sum = 0;
    for (int s = 0; s < seats; s++)
        sum += score[s];
    return sum / seats;
}

static bool add_set(dom_results_luck_line *l, double points, double control)
{
    size_t points_room = l->room, control_room = l->room; /* of both, the same */
    if (!dom_vec_reserve(l->points, l->set_count, points_room, 1u) ||
        !dom_vec_reserve(l->control, l->set_count, control_room, 1u))
        return false;
    l->room = control_room;
    l->points[l->set_count] = points;
    l->control[l->set_count++] = control;
    return true;
}

/* Adds the points of a bot in the matches of the set, and those of the baseline in its place. */
static dom_rc count_bot(luck_counter *c, uint16_t bot, const double base[])
{
    dom_results_luck_line *l = &c->luck->variants[c->set[0].variant].lines[bot];
    double points = 0, control = 0;
    int played = 0;
    for (int i = 0; i < c->matches; i++) {
        const dom_store_match *m = &c->set[i];
        double score[DOM_SEATS_MAX];
        int seat = 0;
        for (int s = 0; s < m->seats; s++)
            score[s] = m->seat[s].score;
        while (seat < m->seats && m->seat[seat].bot != bot)
            seat++;
        if (seat == m->seats)
            continue;
        points += score[seat] - mean_of(score, m->seats);
        control += base[seat] - mean_of(base, m->seats);
        played++;
    }
    l->matches += (uint64_t)played;
    return add_set(l, points / played, control / played) ? DOM_OK : dom_err_no_memory(c->err);
}

/* Returns true if an earlier seat has the same bot. All matches have the same table. */
static bool is_repeated(const dom_store_match *m, int seat)
{
    for (int s = 0; s < seat; s++)
        if (m->seat[s].bot == m->seat[seat].bot)
            return true;
    return false;
}

/* Counts an incomplete set. One match of the baseline serves all rotations, because it plays all seats. */
static dom_rc count_other(luck_counter *c)
{
    const dom_store_match *m = &c->set[0];
    dom_record_match record = dom_results_record(&c->luck->t, m);
    double base[DOM_SEATS_MAX];
    dom_rc rc = DOM_OK;
    dom_results_baseline_play(c->table, record.options, &record.key);
    for (int s = 0; s < m->seats; s++)
        base[s] = c->table->match.score[s];
    for (int s = 0; rc == DOM_OK && s < m->seats; s++)
        if (!is_repeated(m, s))
            rc = count_bot(c, m->seat[s].bot, base);
    dom_deal_key_clear(&record.key);
    return rc;
}

static dom_rc end_luck_set(luck_counter *c)
{
    if (c->matches == 0)
        return DOM_OK;
    const dom_store_match *m = &c->set[0];
    dom_results_luck_variant *v = &c->luck->variants[m->variant];
    /* One match for each bot. */
    bool is_full =
        c->matches == dom_results_bots_at_table(&c->luck->t.variants[m->variant].options, m);
    v->full_sets += is_full;
    v->other_sets += !is_full;
    dom_rc rc = is_full ? DOM_OK : count_other(c);
    c->matches = 0;
    return rc;
}

/* Takes a match. Points of a match that ended by a fault do not count. */
static dom_rc take_luck_match(void *context, const dom_store_match *m)
{
    luck_counter *c = context;
    dom_rc rc = c->matches > 0 && !dom_results_same_set(&c->set[0], m) ? end_luck_set(c) : DOM_OK;
    if (rc == DOM_OK && m->end == DOM_FAULT_NONE && c->matches < DOM_SEATS_MAX)
        c->set[c->matches++] = *m;
    return rc;
}

static dom_rc luck_make_lines(dom_results_luck *luck, dom_err *err)
{
    luck->variants = calloc((size_t)luck->t.variant_count + 1, sizeof *luck->variants);
    if (luck->variants == NULL)
        return dom_err_no_memory(err);
    for (int v = 0; v < luck->t.variant_count; v++) {
        luck->variants[v].lines =
            calloc((size_t)luck->t.bot_count + 1, sizeof *luck->variants[v].lines);
        if (luck->variants[v].lines == NULL)
            return dom_err_no_memory(err);
    }
    return DOM_OK;
}

static dom_rc luck_count(dom_results_luck *luck, dom_store *store, dom_err *err)
{
    luck_counter c = {.luck = luck, .store = store, .err = err, .table = malloc(sizeof *c.table)};
    dom_rc rc = c.table ? luck_make_lines(luck, err) : dom_err_no_memory(err);
    if (rc == DOM_OK)
        rc = dom_store_match_each(store, luck->t.id, 1, 0, false, take_luck_match, &c, err);
    if (rc == DOM_OK)
        rc = end_luck_set(&c);
    free(c.table);
    return rc;
}

/* ---- what can be computed --------------------------------------------------------- */

/* Checks that the present baseline is the one that was announced with the tournament. */
static dom_rc luck_check_baseline(const dom_results_luck *luck, dom_err *err)
{
    const dom_store_tournament *t = &luck->t;
    dom_results_baseline announced = dom_results_baseline_of(t);
    dom_core_tournament *now = calloc(1, sizeof *now);
    if (now == NULL)
        return dom_err_no_memory(err);
    now->variant_count = t->variant_count;
    memcpy(now->variants, t->variants, t->variant_count * sizeof *now->variants);
    dom_rc rc = dom_results_baseline_identify(now, err);
    if (rc == DOM_OK && announced.text[0] == '\0')
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "tournament '%s' was announced without a baseline, and a baseline chosen "
                         "after the results cannot be used",
                         t->name);
    else if (rc == DOM_OK && strcmp(announced.text, now->baseline) != 0)
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "tournament '%s' was announced with the baseline %.21s, but this program "
                         "has %.21s; a baseline chosen after the results cannot be used",
                         t->name, announced.text, now->baseline);
    free(now);
    return rc;
}

static dom_rc luck_check_variants(const dom_results_luck *luck, const dom_strings *wanted,
                                  dom_err *err)
{
    for (size_t i = 0; i < wanted->count; i++) {
        bool is_there = false;
        for (int v = 0; v < luck->t.variant_count; v++)
            is_there |= strcmp(luck->t.variants[v].name, wanted->item[i]) == 0;
        if (!is_there)
            return dom_err_set(err, DOM_E_ABSENT, "%s does not play variant '%.40s'", luck->t.name,
                               wanted->item[i]);
    }
    return DOM_OK;
}

dom_results_luck_refusal dom_results_luck_refuse(const dom_results_luck *luck, int variant)
{
    dom_results_luck_refusal reason = {""};
    const char *unlike = dom_options_unlike_seats(&luck->t.variants[variant].options);
    if (unlike)
        (void)snprintf(reason.text, sizeof reason.text,
                       "%s, so seats are not equivalent and their mean luck is not known", unlike);
    else if (luck->variants[variant].other_sets == 0)
        (void)snprintf(
            reason.text, sizeof reason.text,
            "in full rotations the luck of the deals cancels: nothing is left to adjust");
    return reason;
}

bool dom_results_luck_adjust(dom_ratings_luck *out, const dom_results_luck_line *l)
{
    return dom_ratings_luck_adjust(out, l->points, l->control, l->set_count, 0) == DOM_RATINGS_OK;
}

dom_rc dom_results_luck_read(dom_results_luck *out, dom_store *store, const char *tournament,
                             const dom_strings *variants, dom_err *err)
{
    *out = (dom_results_luck){.variants = NULL};
    dom_rc rc = dom_store_tournament_find(store, tournament, &out->t, err);
    if (rc == DOM_OK)
        rc = luck_check_variants(out, variants, err);
    if (rc == DOM_OK)
        rc = luck_check_baseline(out, err);
    return rc == DOM_OK ? luck_count(out, store, err) : rc;
}

void dom_results_luck_clear(dom_results_luck *luck)
{
    for (int v = 0; luck->variants && v < luck->t.variant_count; v++) {
        for (int bot = 0; luck->variants[v].lines && bot < luck->t.bot_count; bot++) {
            free(luck->variants[v].lines[bot].points);
            free(luck->variants[v].lines[bot].control);
        }
        free(luck->variants[v].lines);
    }
    free(luck->variants);
    dom_store_tournament_free(&luck->t);
}
