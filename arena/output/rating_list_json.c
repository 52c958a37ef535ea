#include "rating_list_parts.h"

static json_t *faults_json(const dom_results_rated_bot *bot)
{
    json_t *object = json_object();
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        json_object_set_new(object, dom_fault_word((dom_fault)i),
                            json_integer((json_int_t)bot->faults[i]));
    return object;
}

static json_t *bootstrap_json(const dom_ratings_bootstrap *b)
{
    return json_pack("{s:f, s:f, s:f, s:f}", "lo", b->lo, "hi", b->hi, "bc_lo", b->bc_lo, "bc_hi",
                     b->bc_hi);
}

/* Returns the keys that official and live lists share. */
static json_t *bot_json(const dom_results_rating_list *r, const dom_ratings_rating *row)
{
    const dom_results_rated_bot *bot = &r->bot[row->player];
    return json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:o}", "name", bot->name,
        "version", bot->version, "live_elo", dom_output_real_json(bot->has_live_elo, bot->live_elo),
        "points_per_round", dom_output_real_json(row->has_points, row->points / r->point), "ppr_lo",
        dom_output_real_json(row->has_points && !r->is_live, row->points_lo / r->point), "ppr_hi",
        dom_output_real_json(row->has_points && !r->is_live, row->points_hi / r->point), "sets",
        (json_int_t)row->sets, "matches", (json_int_t)row->matches, "wins", (json_int_t)row->wins,
        "draws", (json_int_t)row->draws, "losses", (json_int_t)row->losses, "faults",
        faults_json(bot));
}

static json_t *official_json(const dom_results_rating_list *r, const dom_ratings_rating *row)
{
    json_t *object = bot_json(r, row);
    json_t *rating =
        json_pack("{s:f, s:o, s:o, s:I, s:I, s:o, s:s, s:I, s:b}", "elo", row->elo, "elo_lo",
                  dom_output_real_json(dom_output_list_knows_lo(r, row), row->elo_lo), "elo_hi",
                  dom_output_real_json(dom_output_list_knows_hi(r, row), row->elo_hi), "rank_lo",
                  (json_int_t)row->rank_lo, "rank_hi", (json_int_t)row->rank_hi, "los_next",
                  dom_output_real_json(row->los_next >= 0, row->los_next), "bound",
                  dom_ratings_bound_word(row->bound), "island", (json_int_t)row->island, "few_sets",
                  row->few_sets);
    json_object_update(object, rating);
    json_decref(rating);
    if (r->bootstrap)
        json_object_set_new(object, "bootstrap", bootstrap_json(&r->bootstrap[row->player]));
    return object;
}

/* Returns the covariance with rows and columns in the order of the bots. */
static json_t *covariance_json(const dom_results_rating_list *r)
{
    const dom_ratings_list *l = r->list;
    json_t *matrix = json_array();
    for (size_t i = 0; i < l->count; i++) {
        json_t *line = json_array();
        for (size_t k = 0; k < l->count; k++)
            json_array_append_new(
                line, json_real(l->covariance[l->row[i].player * r->players + l->row[k].player]));
        json_array_append_new(matrix, line);
    }
    return matrix;
}

static void add_official(json_t *object, const dom_results_rating_list *r)
{
    const dom_ratings_list *l = r->list;
    const dom_ratings_list_options *o = r->options;
    const dom_results_rated_bot *anchor = dom_output_list_anchor(r);
    json_t *more = json_pack(
        "{s:f, s:s, s:s, s:f, s:I, s:o, s:o, s:o}", "prior", o->prior, "anchor", anchor->name,
        "anchor_version", anchor->version, "anchor_elo", o->anchor_elo, "islands",
        (json_int_t)l->islands, "variance_reduction",
        dom_output_real_json(l->variance_reduction > 0, l->variance_reduction),
        "points_variance_reduction",
        dom_output_real_json(l->points_variance_reduction > 0, l->points_variance_reduction),
        "information_ratio", dom_output_real_json(l->information_ratio > 0, l->information_ratio));
    json_object_update(object, more);
    json_decref(more);
    json_object_set_new(object, "misfit", dom_output_misfit_json(&l->misfit));
    if (l->covariance)
        json_object_set_new(object, "covariance", covariance_json(r));
}

json_t *dom_output_list_json(const dom_results_rating_list *r)
{
    json_t *bots = json_array();
    for (size_t i = 0; i < r->list->count; i++)
        json_array_append_new(bots, (r->is_live ? bot_json : official_json)(r, &r->list->row[i]));
    json_t *object = json_pack(
        "{s:o, s:I, s:b, s:I, s:s, s:I, s:I, s:o}", "variant", dom_output_text_json(r->title),
        "earlier_rules", (json_int_t)r->earlier_rules, "rated", !r->is_unrated, "hidden",
        (json_int_t)r->hidden, "metric", "match", "sets", (json_int_t)r->list->sets, "matches",
        (json_int_t)r->list->matches, "bots", bots);
    if (!r->is_live)
        add_official(object, r);
    return object;
}
