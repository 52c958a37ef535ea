#include "results/seats.h"

#include "base/did_you_mean.h"
#include "base/text.h"
#include "base/vec.h"
#include "results/match_reader.h"
#include "results/set_reader.h"

#include <stdlib.h>
#include <string.h>

/* The counting of one tournament, set by set. */
typedef struct {
    dom_results_seats *seats;
    dom_store *store;
    const dom_strings *wanted;
    dom_err *err;
    dom_table *table; /* on which the first deal is dealt             */
    size_t *list_of;  /* by variant number: index of its list         */
} seat_counter;

/* ---- one set -------------------------------------------------------------------- */

/* Deals the set and plays to the first lead; only forced draws come before it. Returns its seat. */
static int first_leader(dom_table *table, const dom_store_tournament *t, const dom_store_match *m)
{
    dom_record_match record = dom_results_record_of(t, m);
    dom_table_effect effect;
    dom_table_start(table, record.options, 0);
    while ((table->match.round == 0 || table->match.play.leader == DOM_NOBODY) &&
           dom_table_next(table, &effect))
        if (effect.kind == DOM_TABLE_FX_DEAL) {
            dom_deal deal;
            dom_deal_to_play(&deal, record.options, &record.key, effect.round, effect.need);
            dom_table_deal(table, &deal);
        }
    dom_deal_key_clear(&record.key);
    return table->match.play.leader;
}

/* Returns the points of a side in a match above the mean of all sides. */
static double points_of(const dom_store_match *m, int side, int sides)
{
    double sum = 0;
    for (int other = 0; other < sides; other++)
        sum += m->seat[other].score;
    return m->seat[side].score - sum / sides;
}

static void add_worth(dom_results_seat_worth *worth, double share, double points)
{
    dom_ratings_sample_add(&worth->share, share);
    dom_ratings_sample_add(&worth->points, points);
}

static void count_rated_set(const seat_counter *c, dom_results_seat_list *l,
                            const dom_results_set *set)
{
    int sides = dom_side_count(set->options);
    int leader = first_leader(c->table, set->of, set->match) % sides;
    for (int side = 0; side < sides; side++) {
        double share = 0, points = 0;
        for (int i = 0; i < set->count; i++) {
            dom_ratings_score score = dom_results_seat_score(set->options, &set->match[i], side);
            share += dom_ratings_score_share(&score) / set->count;
            points += points_of(&set->match[i], side, sides) / set->count;
        }
        add_worth(&l->seat[side], share, points);
        add_worth(&l->turn[(side - leader + sides) % sides], share, points);
    }
}

static dom_rc take_seat_set(void *context, const dom_results_set *set)
{
    const seat_counter *c = context;
    if (!dom_strings_want(c->wanted, set->of->variants[set->variant].name))
        return DOM_OK;
    dom_results_seat_list *l = &c->seats->list[c->list_of[set->variant]];
    bool is_full = set->is_full_rotation && !set->has_fault;
    l->sets += is_full;
    l->left_out += !is_full;
    if (is_full)
        count_rated_set(c, l, set);
    return DOM_OK;
}

/* ---- one tournament ------------------------------------------------------------- */

/* Finds the list of a variant or adds it. Returns DOM_OK or DOM_E_NOMEM. */
static dom_rc find_seat_list(size_t *out, dom_results_seats *seats, const dom_variant *variant,
                             int64_t tournament, dom_err *err)
{
    for (*out = 0; *out < seats->list_count; (*out)++)
        if (dom_results_rules_are_of(&seats->list[*out].rules, variant))
            break;
    if (*out == seats->list_count) {
        dom_results_seat_list *l = dom_vec_add(seats->list, seats->list_count, seats->list_room);
        if (l == NULL)
            return dom_err_no_memory(err);
        *l = (dom_results_seat_list){.rules.options = variant->options};
        dom_text_copy(l->rules.name, sizeof l->rules.name, variant->name);
    }
    seats->list[*out].rules.newest = tournament;
    return DOM_OK;
}

static dom_rc take_seat_tournament(void *context, const dom_store_tournament *t)
{
    seat_counter *c = context;
    dom_rc rc = DOM_OK;
    c->list_of = calloc((size_t)t->variant_count + 1, sizeof *c->list_of);
    if (c->list_of == NULL)
        return dom_err_no_memory(c->err);
    for (int v = 0; rc == DOM_OK && v < t->variant_count; v++)
        rc = find_seat_list(&c->list_of[v], c->seats, &t->variants[v], t->id, c->err);
    if (rc == DOM_OK)
        rc = dom_results_set_each(c->store, &(dom_results_set_range){.of = t}, take_seat_set, c,
                                  c->err);
    free(c->list_of);
    return rc;
}

/* ---- all of them ---------------------------------------------------------------- */

static dom_rc check_seats_played(const dom_results_seats *seats, const dom_strings *wanted,
                                 dom_err *err)
{
    for (size_t i = 0; i < wanted->count; i++) {
        bool is_there = false;
        dom_suggest near = dom_suggest_of(wanted->item[i]);
        for (size_t l = 0; l < seats->list_count; l++) {
            const dom_results_seat_list *list = &seats->list[l];
            is_there |=
                strcmp(list->rules.name, wanted->item[i]) == 0 && list->sets + list->left_out > 0;
            dom_suggest_try(&near, list->rules.name);
        }
        if (!is_there)
            return dom_err_set(err, DOM_E_ABSENT, "no match of variant '%.40s' was played%s",
                               wanted->item[i], dom_suggest_hint(&near).text);
    }
    return DOM_OK;
}

static dom_rc date_seat_rules(dom_results_seats *seats, dom_err *err)
{
    dom_results_rules_use *uses = calloc(seats->list_count + 1, sizeof *uses);
    if (uses == NULL)
        return dom_err_no_memory(err);
    for (size_t i = 0; i < seats->list_count; i++)
        uses[i] = seats->list[i].rules;
    for (size_t i = 0; i < seats->list_count; i++)
        seats->list[i].earlier_rules = dom_results_rules_age_of(uses, seats->list_count, i);
    free(uses);
    return DOM_OK;
}

dom_rc dom_results_seats_read(dom_results_seats *out, dom_store *store, const char *tournament,
                              const dom_strings *variants, dom_err *err)
{
    *out = (dom_results_seats){.list_count = 0};
    seat_counter c = {.seats = out,
                      .store = store,
                      .wanted = variants,
                      .err = err,
                      .table = malloc(sizeof *c.table)};
    if (c.table == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_results_each_tournament(store, tournament, take_seat_tournament, &c, err);
    free(c.table);
    if (rc == DOM_OK)
        rc = check_seats_played(out, variants, err);
    return rc == DOM_OK ? date_seat_rules(out, err) : rc;
}

void dom_results_seats_clear(dom_results_seats *seats)
{
    free(seats->list);
    *seats = (dom_results_seats){.list_count = 0};
}
