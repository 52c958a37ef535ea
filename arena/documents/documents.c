#include "documents/documents.h"

#include "base/now.h"
#include "results/match_reader.h"
#include "results/verdict.h"

#include <stdio.h>

/* ---- keys ----------------------------------------------------------------------- */

/* Returns {"name", "version"} of a bot. */
static json_t *name_json(const dom_store_bot *bot)
{
    return json_pack("{s:s, s:s}", "name", bot->name, "version", bot->version);
}

/* Sets the keys of `more` in `object` and releases `more`. */
static void add(json_t *object, json_t *more)
{
    (void)json_object_update(object, more);
    json_decref(more);
}

static json_t *misfit_json(const dom_ratings_misfit *misfit)
{
    bool has_test = misfit->degrees > 0;
    return json_pack("{s:o, s:f, s:o}", "chi_square",
                     dom_documents_real(has_test, misfit->chi_square), "degrees", misfit->degrees,
                     "p", dom_documents_real(has_test, misfit->p));
}

json_t *dom_documents_faults(const uint64_t count[DOM_FAULT_COUNT])
{
    json_t *object = json_object();
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        (void)json_object_set_new(object, dom_fault_word((dom_fault)i),
                                  json_integer((json_int_t)count[i]));
    return object;
}

static void add_results(json_t *bot, const dom_ratings_rating *row, double point, bool is_fitted)
{
    bool has_interval = row->has_points && is_fitted;
    add(bot, json_pack("{s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I}", "points_per_round",
                       dom_documents_real(row->has_points, row->points / point), "ppr_lo",
                       dom_documents_real(has_interval, row->points_lo / point), "ppr_hi",
                       dom_documents_real(has_interval, row->points_hi / point), "sets",
                       (json_int_t)row->sets, "matches", (json_int_t)row->matches, "wins",
                       (json_int_t)row->wins, "draws", (json_int_t)row->draws, "losses",
                       (json_int_t)row->losses));
}

/* Adds the difference to the next bot. */
static void add_next(json_t *bot, bool has_next, const dom_ratings_difference *next)
{
    add(bot, json_pack("{s:o, s:o, s:o, s:o}", "los_next", dom_documents_real(has_next, next->los),
                       "gap_next", dom_documents_real(has_next, next->elo), "gap_lo",
                       dom_documents_real(next->has_lo, next->lo), "gap_hi",
                       dom_documents_real(next->has_hi, next->hi)));
}

static void add_rating(json_t *bot, const dom_ratings_rating *row)
{
    bool has_lo = !row->is_fixed && dom_ratings_bound_has_lo(row->bound);
    bool has_hi = !row->is_fixed && dom_ratings_bound_has_hi(row->bound);
    add(bot, json_pack("{s:f, s:o, s:o, s:I, s:I, s:I}", "elo", row->elo, "elo_lo",
                       dom_documents_real(has_lo, row->elo_lo), "elo_hi",
                       dom_documents_real(has_hi, row->elo_hi), "rank_lo", (json_int_t)row->rank_lo,
                       "rank_hi", (json_int_t)row->rank_hi, "tier", (json_int_t)row->tier));
    add_next(bot, row->has_next, &row->next);
    add(bot, json_pack("{s:s, s:I, s:b}", "bound", dom_ratings_bound_word(row->bound), "island",
                       (json_int_t)row->island, "few_sets", row->few_sets));
}

/* Sets the keys NAME, NAME_lo and NAME_hi. */
static void add_ratio(json_t *list, const char *name, const dom_ratings_ratio *ratio)
{
    char key[48];
    bool is_known = ratio->value > 0;
    (void)json_object_set_new(list, name, dom_documents_real(is_known, ratio->value));
    (void)snprintf(key, sizeof key, "%s_lo", name);
    (void)json_object_set_new(list, key, dom_documents_real(is_known, ratio->lo));
    (void)snprintf(key, sizeof key, "%s_hi", name);
    (void)json_object_set_new(list, key, dom_documents_real(is_known, ratio->hi));
}

static void add_worth(json_t *list, const dom_ratings_list *l)
{
    add_ratio(list, "variance_reduction", &l->variance_reduction);
    add_ratio(list, "points_variance_reduction", &l->points_variance_reduction);
    add_ratio(list, "information_ratio", &l->information_ratio);
    (void)json_object_set_new(list, "misfit", misfit_json(&l->misfit));
}

static void add_all_round(json_t *bot, const dom_ratings_all_round_row *row)
{
    bool has_lo = !row->is_fixed && dom_ratings_bound_has_lo(row->bound);
    bool has_hi = !row->is_fixed && dom_ratings_bound_has_hi(row->bound);
    add(bot, json_pack("{s:f, s:o, s:o, s:s, s:I, s:I, s:I, s:I}", "elo", row->elo, "elo_lo",
                       dom_documents_real(has_lo, row->elo_lo), "elo_hi",
                       dom_documents_real(has_hi, row->elo_hi), "bound",
                       dom_ratings_bound_word(row->bound), "rank_lo", (json_int_t)row->rank_lo,
                       "rank_hi", (json_int_t)row->rank_hi, "tier", (json_int_t)row->tier, "island",
                       (json_int_t)row->island));
    add_next(bot, row->has_next, &row->next);
}

void dom_documents_add_versus(json_t *against, const dom_ratings_versus *v)
{
    bool met = v->games > 0;
    add(against,
        json_pack("{s:I, s:I, s:I, s:I, s:o, s:I, s:o, s:o, s:o}", "games", (json_int_t)v->games,
                  "wins", (json_int_t)v->wins, "draws", (json_int_t)v->draws, "losses",
                  (json_int_t)v->losses, "share", dom_documents_real(met, v->share), "sets",
                  (json_int_t)v->sets, "share_lo", dom_documents_real(met, v->share_lo), "share_hi",
                  dom_documents_real(met, v->share_hi), "expected",
                  dom_documents_real(met, v->expected)));
}

/* ---- rating lists ----------------------------------------------------------------- */

static json_t *bootstrap_json(const dom_ratings_bootstrap *b)
{
    if (b == NULL)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:f}", "lo", b->lo, "hi", b->hi, "bc_lo", b->bc_lo, "bc_hi",
                     b->bc_hi);
}

/* Returns the keys that official and live lists share. */
static json_t *bot_json(const dom_results_rating_list *r, const dom_ratings_rating *row)
{
    const dom_results_rated_bot *bot = &r->bot[row->player];
    json_t *object = json_pack("{s:s, s:s, s:o}", "name", bot->name, "version", bot->version,
                               "live_elo", dom_documents_real(bot->has_live_elo, bot->live_elo));
    add_results(object, row, r->point, !r->is_live);
    json_object_set_new(object, "faults", dom_documents_faults(bot->faults));
    return object;
}

static json_t *official_json(const dom_results_rating_list *r, const dom_ratings_rating *row)
{
    json_t *object = bot_json(r, row);
    add_rating(object, row);
    if (r->second)
        json_object_set_new(object, "plackett_luce_elo", json_real(r->second->elo[row->player]));
    if (r->bootstrap)
        json_object_set_new(object, "bootstrap",
                            bootstrap_json(dom_results_list_bootstrap(r, row)));
    return object;
}

json_t *dom_documents_rating_line(const dom_results_rating_list *r, const dom_ratings_rating *row)
{
    return r->is_live ? bot_json(r, row) : official_json(r, row);
}

/* One number for two bots, as players; JSON's null if it is not known. */
typedef json_t *number_of_pair(const dom_results_rating_list *r, size_t a, size_t b);

static json_t *covariance_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    return json_real(r->list->covariance[a * r->players + b]);
}

/* Returns NULL if the two have no difference: on different islands, or the same bot. */
static const dom_ratings_difference *difference_of(const dom_results_rating_list *r, size_t a,
                                                   size_t b)
{
    const dom_ratings_difference *d = &r->list->difference[a * r->players + b];
    return d->los > 0 || d->elo != 0 ? d : NULL;
}

static json_t *los_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_documents_real(d, d ? d->los : 0);
}

static json_t *lo_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_documents_real(d && d->has_lo, d ? d->lo : 0);
}

static json_t *hi_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_documents_real(d && d->has_hi, d ? d->hi : 0);
}

static json_t *degrees_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_documents_real(d, d ? d->degrees : 0);
}

/* Returns a matrix with rows and columns in the order of the bots. */
static json_t *matrix_json(const dom_results_rating_list *r, number_of_pair *number)
{
    const dom_ratings_list *l = r->list;
    json_t *matrix = json_array();
    for (size_t i = 0; i < l->count; i++) {
        json_t *line = json_array();
        for (size_t k = 0; k < l->count; k++)
            json_array_append_new(line, number(r, l->row[i].player, l->row[k].player));
        json_array_append_new(matrix, line);
    }
    return matrix;
}

static void set_matrices(json_t *object, const dom_results_rating_list *r)
{
    static const struct {
        const char *key;
        number_of_pair *number;
    } differences[] = {{"los", los_of},
                       {"difference_lo", lo_of},
                       {"difference_hi", hi_of},
                       {"difference_degrees", degrees_of}};
    if (r->list->covariance)
        json_object_set_new(object, "covariance", matrix_json(r, covariance_of));
    for (size_t i = 0; r->list->difference && i < sizeof differences / sizeof *differences; i++)
        json_object_set_new(object, differences[i].key, matrix_json(r, differences[i].number));
}

/* The weights of ties of 2, 3, ... bots. */
static json_t *second_json(const dom_ratings_plackett_luce *second)
{
    json_t *ties = json_array();
    for (int k = 2; k <= DOM_RATINGS_MATCH_ENTRIES_MAX; k++)
        json_array_append_new(ties, json_real(second->tie[k]));
    return json_pack("{s:o, s:f}", "ties", ties, "log_likelihood", second->log_likelihood);
}

/* The anchors, of which there are several. */
static json_t *anchors_json(const dom_results_rating_list *r)
{
    const dom_ratings_list_options *o = r->options;
    json_t *anchors = json_array();
    for (size_t i = 0; i <= o->more_anchors; i++) {
        const dom_results_rated_bot *bot =
            i ? &r->bot[o->more_anchor[i - 1].player] : &r->bot[o->anchor];
        json_array_append_new(anchors, json_pack("{s:s, s:s, s:f}", "name", bot->name, "version",
                                                 bot->version, "elo",
                                                 i ? o->more_anchor[i - 1].elo : o->anchor_elo));
    }
    return anchors;
}

static void add_official(json_t *object, const dom_results_rating_list *r)
{
    const dom_ratings_list *l = r->list;
    const dom_ratings_list_options *o = r->options;
    const dom_results_rated_bot *anchor = dom_results_list_anchor(r);
    bool has_draws = o->model == DOM_RATINGS_MODEL_DAVIDSON;
    json_t *more =
        json_pack("{s:s, s:o, s:f, s:s, s:s, s:f, s:I, s:b}", "model",
                  has_draws ? "davidson" : "bradley-terry", "draw_weight",
                  dom_documents_real(has_draws, l->tie_nu), "prior", o->prior, "anchor",
                  anchor->name, "anchor_version", anchor->version, "anchor_elo", o->anchor_elo,
                  "islands", (json_int_t)l->islands, "simultaneous", o->is_simultaneous);
    json_object_update(object, more);
    json_decref(more);
    if (o->more_anchors > 0)
        json_object_set_new(object, "anchors", anchors_json(r));
    add_worth(object, l);
    if (r->points_scale > 0)
        json_object_set_new(object, "points_scale", json_real((double)r->points_scale / r->point));
    if (r->second)
        json_object_set_new(object, "plackett_luce", second_json(r->second));
    set_matrices(object, r);
}

/* Returns the sentence as JSON; null if there is none. */
static json_t *verdict_json(const dom_results_verdict *verdict)
{
    return verdict->text[0] ? dom_documents_text(verdict->text) : json_null();
}

json_t *dom_documents_rating_list(const dom_results_rating_list *r)
{
    json_t *bots = json_array();
    for (size_t i = 0; i < r->list->count; i++)
        json_array_append_new(bots, dom_documents_rating_line(r, &r->list->row[i]));
    const dom_results_verdict verdict = dom_results_verdict_of(r);
    json_t *object = json_pack(
        "{s:o, s:I, s:b, s:I, s:s, s:I, s:I, s:o, s:o}", "variant", dom_documents_text(r->title),
        "earlier_rules", (json_int_t)r->earlier_rules, "rated", !r->is_unrated, "hidden",
        (json_int_t)r->hidden, "metric", r->points_scale > 0 ? "points" : "match", "sets",
        (json_int_t)r->list->sets, "matches", (json_int_t)r->list->matches, "verdict",
        verdict_json(&verdict), "bots", bots);
    if (!r->is_live)
        add_official(object, r);
    return object;
}

/* ---- cross tables ------------------------------------------------------------------ */

static json_t *against_json(const dom_store_bot *bot, const dom_ratings_versus *v)
{
    json_t *object = name_json(bot);
    dom_documents_add_versus(object, v);
    return object;
}

json_t *dom_documents_crosstable(const dom_results_crosstable *x)
{
    json_t *bots = json_array();
    for (size_t row = 0; row < x->count; row++) {
        json_t *against = json_array();
        for (size_t column = 0; column < x->count; column++)
            if (row != column)
                json_array_append_new(against,
                                      against_json(dom_results_crosstable_bot(x, column),
                                                   dom_results_crosstable_at(x, row, column)));
        json_array_append_new(bots, json_pack("{s:s, s:s, s:o}", "name",
                                              dom_results_crosstable_bot(x, row)->name, "version",
                                              dom_results_crosstable_bot(x, row)->version,
                                              "against", against));
    }
    return json_pack("{s:s, s:i, s:o, s:o}", "variant", x->of->from->variant, "earlier_rules",
                     (int)x->of->from->earlier_rules, "misfit", misfit_json(&x->of->list.misfit),
                     "bots", bots);
}

/* ---- one bot ----------------------------------------------------------------------- */

static json_t *meeting_json(const dom_results_bot_summary *summary, const dom_results_meeting *m)
{
    json_t *object = against_json(&summary->of->of->from->rows[m->row->player].bot, m->versus);
    add(object, json_pack("{s:f, s:o, s:o}", "points", m->points, "expected_lo",
                          dom_documents_real(m->has_limits, m->expected.lo), "expected_hi",
                          dom_documents_real(m->has_limits, m->expected.hi)));
    return object;
}

static json_t *meetings_json(const dom_results_bot_summary *summary)
{
    dom_results_meeting met;
    json_t *against = json_array();
    for (size_t i = 0; i < summary->of->count; i++)
        if (dom_results_bot_meeting(&met, summary, i))
            json_array_append_new(against, meeting_json(summary, &met));
    return against;
}

static void add_change(json_t *object, const dom_results_change *change)
{
    bool is_known = change && change->tournament;
    add(object,
        json_pack("{s:o, s:o}", "change",
                  dom_documents_real(is_known && change->has_gain, is_known ? change->gain : 0),
                  "change_by", is_known ? dom_documents_text(change->tournament) : json_null()));
}

json_t *dom_documents_bot_summary(const dom_results_bot_summary *summary)
{
    const dom_results_ranking *of = summary->of->of;
    const dom_ratings_performance *p = &summary->performance;
    bool has_met = p->opponents > 0, has_elo = has_met && p->bound == DOM_RATINGS_BOUND_NONE;
    int64_t last = summary->played->last_ms;
    json_t *object = dom_documents_rating_line(&of->shown, summary->row);
    add(object, json_pack("{s:s, s:I, s:I, s:f, s:f, s:I, s:o, s:o, s:s, s:o, s:o}", "variant",
                          of->from->variant, "earlier_rules", (json_int_t)of->from->earlier_rules,
                          "bots", (json_int_t)of->list.count, "score", summary->score, "draw_share",
                          summary->draws, "opponents", (json_int_t)p->opponents, "opponents_elo",
                          dom_documents_real(has_met, p->opponents_elo), "performance",
                          dom_documents_real(has_elo, p->elo), "performance_bound",
                          dom_ratings_bound_word(p->bound), "last_played",
                          last > 0 ? json_string(dom_utc_of(last).text) : json_null(), "against",
                          meetings_json(summary)));
    add_change(object, summary->change);
    return object;
}

json_t *dom_documents_bot_versions(const dom_results_bot_versions *versions)
{
    json_t *list = json_array();
    for (size_t i = 0; i < versions->count; i++)
        json_array_append_new(list, json_pack("{s:s, s:b}", "version", versions->item[i].version,
                                              "shown", versions->item[i].is_shown));
    return list;
}

/* ---- histories --------------------------------------------------------------------- */

static json_t *history_line(const dom_results_ranking *of, const dom_ratings_history *h,
                            size_t line)
{
    uint32_t player = of->list.row[line].player;
    json_t *elo = json_array(), *lo = json_array(), *hi = json_array();
    for (size_t point = 0; point < h->points; point++) {
        const dom_ratings_history_rating *r = &h->rating[point * h->players + player];
        bool knows_lo = r->has_rating && !r->is_fixed && dom_ratings_bound_has_lo(r->bound);
        bool knows_hi = r->has_rating && !r->is_fixed && dom_ratings_bound_has_hi(r->bound);
        json_array_append_new(elo, dom_documents_real(r->has_rating, r->elo));
        json_array_append_new(lo, dom_documents_real(knows_lo, r->elo_lo));
        json_array_append_new(hi, dom_documents_real(knows_hi, r->elo_hi));
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", of->bots[player].name, "version",
                     of->bots[player].version, "elo", elo, "elo_lo", lo, "elo_hi", hi);
}

/* Returns the names of the variants that a bot of a plan does not play; NULL if there are none. */
static json_t *sits_out_json(const dom_store_tournament *t, uint64_t sits_out)
{
    json_t *names = NULL;
    for (int v = 0; v < t->variant_count; v++) {
        if (!(sits_out >> v & 1))
            continue;
        names = names ? names : json_array();
        json_array_append_new(names, json_string(t->variants[v].name));
    }
    return names;
}

json_t *dom_documents_swiss(const dom_store_tournament *t)
{
    dom_schedule_plan plan;
    if (dom_results_plan_of(t, &plan, NULL) != DOM_OK || plan.kind != DOM_SCHEDULE_PLAN_SWISS)
        return NULL;
    json_t *bots = json_array(), *variants = json_array(), *stages = json_array();
    for (int i = 0; i < t->bot_count; i++)
        json_array_append_new(bots, json_pack("{s:s, s:o*}", "name", t->bots[i].name, "sits_out",
                                              sits_out_json(t, plan.sits_out[i])));
    for (int i = 0; i < t->variant_count; i++)
        json_array_append_new(variants,
                              json_pack("{s:s, s:i}", "name", t->variants[i].name, "at_table",
                                        dom_schedule_plan_entries(&plan, (uint32_t)i)));
    for (int i = 0; i < t->stage_count; i++)
        json_array_append_new(stages,
                              json_pack("{s:I, s:I, s:I}", "bots", (json_int_t)t->stages[i].bots,
                                        "sets", (json_int_t)t->stages[i].sets, "rounds",
                                        (json_int_t)t->stages[i].rounds));
    return json_pack("{s:o, s:o, s:o}", "bots", bots, "variants", variants, "stages", stages);
}

json_t *dom_documents_moved_sets(const dom_store_tournament *t, int stage)
{
    json_t *moved = NULL;
    for (size_t i = 0; i < t->move_count; i++) {
        const dom_schedule_plan_move *move = &t->moves[i];
        if (move->stage != (uint32_t)stage)
            continue;
        moved = moved ? moved : json_array();
        json_array_append_new(
            moved, json_pack("[I, I]", (json_int_t)move->first_set, (json_int_t)move->last_set));
    }
    return moved;
}

json_t *dom_documents_history(const dom_results_ranking *of, const dom_ratings_history *history)
{
    json_t *sets = json_array(), *bots = json_array();
    for (size_t point = 0; point < history->points; point++)
        json_array_append_new(sets, json_integer((json_int_t)history->sets[point]));
    for (size_t line = 0; history->points > 0 && line < of->list.count; line++)
        json_array_append_new(bots, history_line(of, history, line));
    return json_pack("{s:s, s:i, s:I, s:I, s:o, s:o}", "variant", of->from->variant,
                     "earlier_rules", (int)of->from->earlier_rules, "step",
                     (json_int_t)history->step, "mean_until", (json_int_t)history->mean_until,
                     "sets", sets, "bots", bots);
}

/* ---- all-round lists ----------------------------------------------------------------- */

static json_t *all_round_line(const dom_results_all_rounds *all,
                              const dom_ratings_all_round_row *row)
{
    json_t *object = name_json(&all->bots[row->player].bot);
    add_all_round(object, row);
    return object;
}

/* The variants that a bot has not played. */
static json_t *missing_json(const dom_results_all_round *list, uint32_t bot)
{
    json_t *missing = json_array();
    for (size_t v = 0; v < list->variants; v++)
        if (!list->has_played[bot * list->variants + v])
            json_array_append_new(missing, json_string(list->variant[v]));
    return missing;
}

static json_t *unranked_json(const dom_results_all_rounds *all, const dom_results_all_round *list)
{
    json_t *unranked = json_array();
    for (size_t i = 0; i < list->unranked_count; i++) {
        json_t *object = name_json(&all->bots[list->unranked[i]].bot);
        (void)json_object_set_new(object, "missing", missing_json(list, list->unranked[i]));
        json_array_append_new(unranked, object);
    }
    return unranked;
}

static json_t *all_round_list(const dom_results_all_rounds *all, const dom_results_all_round *list)
{
    const dom_ratings_all_round *ratings = &list->ratings;
    json_t *bots = json_array(), *weights = json_object(), *covariance = json_array();
    for (size_t v = 0; v < list->variants; v++)
        (void)json_object_set_new(weights, list->variant[v], json_real(list->weight[v]));
    for (size_t i = 0; i < ratings->count; i++) {
        json_t *row = json_array();
        for (size_t k = 0; k < ratings->count; k++)
            json_array_append_new(row, json_real(ratings->covariance[i * ratings->count + k]));
        json_array_append_new(covariance, row);
        json_array_append_new(bots, all_round_line(all, &ratings->row[i]));
    }
    const dom_results_verdict verdict = dom_results_verdict_of_all_round(all, list);
    return json_pack("{s:s?, s:I, s:o, s:s, s:f, s:o, s:o, s:o, s:o}", "family", list->family,
                     "variants", (json_int_t)list->variants, "weights", weights, "anchor",
                     all->anchor, "anchor_elo", all->anchor_elo, "verdict", verdict_json(&verdict),
                     "bots", bots, "unranked", unranked_json(all, list), "covariance", covariance);
}

json_t *dom_documents_all_rounds(const dom_results_all_rounds *all)
{
    json_t *lists = json_array();
    for (size_t i = 0; i < all->count; i++)
        json_array_append_new(lists, all_round_list(all, &all->lists[i]));
    return lists;
}

json_t *dom_documents_bot_all_rounds(const dom_results_all_rounds *all, const char *name,
                                     const char *version)
{
    json_t *lines = json_array();
    for (size_t i = 0; i < all->count; i++) {
        const dom_results_all_round *list = &all->lists[i];
        const dom_ratings_all_round_row *row =
            dom_results_all_round_row_of(all, list, name, version);
        if (row == NULL)
            continue;
        json_t *line = all_round_line(all, row);
        add(line, json_pack("{s:s?, s:I, s:I}", "family", list->family, "variants",
                            (json_int_t)list->variants, "bots", (json_int_t)list->ratings.count));
        json_array_append_new(lines, line);
    }
    return lines;
}

/* ---- matches ------------------------------------------------------------------------- */

static json_t *seats_json(const dom_documents_named_match *named)
{
    json_t *seats = json_array();
    for (int s = 0; s < named->match->seats; s++) {
        const dom_store_seat *seat = &named->match->seat[s];
        json_array_append_new(seats, json_pack("{s:o, s:o, s:i, s:i, s:I}", "name",
                                               dom_documents_text(named->bot[s].name), "version",
                                               dom_documents_text(named->bot[s].version), "place",
                                               seat->place, "score", seat->score, "time_us",
                                               (json_int_t)seat->time_us));
    }
    return seats;
}

json_t *dom_documents_match(const dom_documents_named_match *named)
{
    const dom_store_match *m = named->match;
    return json_pack("{s:o, s:I, s:I, s:i, s:o, s:o, s:s, s:i, s:i, s:I, s:I, s:s}", "tournament",
                     dom_documents_text(named->tournament), "match", (json_int_t)m->match, "set",
                     (json_int_t)m->set, "rotation", m->rotation, "variant",
                     dom_documents_text(named->variant), "bots", seats_json(named), "end",
                     dom_fault_word(m->end), "fault_seat", m->fault_seat, "rounds", m->rounds, "ms",
                     (json_int_t)m->duration_ms, "starts", (json_int_t)m->attempt, "started",
                     dom_utc_of(m->started_ms).text);
}

void dom_documents_add_standing(json_t *line, const dom_results_tournament_standings *s,
                                size_t variant, uint16_t bot)
{
    const dom_results_tournament_standing *of = dom_results_tournament_standing_at(s, variant, bot);
    dom_ratings_mean_share share = dom_ratings_mean_share_of(&of->shares);
    bool has_sets = of->shares.sets > 0, is_scored = of->won_sets + of->lost_sets > 0;
    json_t *more = json_pack(
        "{s:I, s:s*, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:I}", "place",
        (json_int_t)of->place, "set_apart",
        of->place > 1 ? dom_config_tie_words[of->set_apart] : NULL, "sets",
        (json_int_t)of->shares.sets, "matches", (json_int_t)of->sums.matches, "wins",
        (json_int_t)of->sums.score.wins, "draws", (json_int_t)of->sums.score.draws, "losses",
        (json_int_t)of->sums.score.losses, "share", dom_documents_real(has_sets, share.share),
        "share_lo", dom_documents_real(has_sets, share.share_lo), "share_hi",
        dom_documents_real(has_sets, share.share_hi), "points_per_round",
        dom_documents_real(of->sums.rounds > 0,
                           (double)of->sums.points /
                               (double)(of->sums.rounds ? of->sums.rounds : 1)),
        "forfeits", (json_int_t)of->sums.forfeits);
    (void)json_object_update(line, more);
    json_decref(more);
    if (!is_scored)
        return;
    json_object_set_new(line, "byes", json_integer(of->byes));
    json_object_set_new(line, "won_sets", json_integer((json_int_t)of->won_sets));
    json_object_set_new(line, "lost_sets", json_integer((json_int_t)of->lost_sets));
    json_object_set_new(line, "score", json_real(dom_results_tournament_standing_share(of)));
}
