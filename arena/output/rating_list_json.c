#include "rating_list_parts.h"

#include <stdio.h>

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
    if (b == NULL)
        return json_null();
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
        json_pack("{s:f, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:s, s:I, s:b}", "elo", row->elo,
                  "elo_lo", dom_output_real_json(dom_output_list_knows_lo(r, row), row->elo_lo),
                  "elo_hi", dom_output_real_json(dom_output_list_knows_hi(r, row), row->elo_hi),
                  "rank_lo", (json_int_t)row->rank_lo, "rank_hi", (json_int_t)row->rank_hi,
                  "los_next", dom_output_real_json(row->has_next, row->next.los), "gap_next",
                  dom_output_real_json(row->has_next, row->next.elo), "gap_lo",
                  dom_output_real_json(row->next.has_lo, row->next.lo), "gap_hi",
                  dom_output_real_json(row->next.has_hi, row->next.hi), "bound",
                  dom_ratings_bound_word(row->bound), "island", (json_int_t)row->island, "few_sets",
                  row->few_sets);
    json_object_update(object, rating);
    json_decref(rating);
    if (r->second)
        json_object_set_new(object, "plackett_luce_elo", json_real(r->second->elo[row->player]));
    if (r->bootstrap)
        json_object_set_new(object, "bootstrap", bootstrap_json(dom_output_list_bootstrap(r, row)));
    return object;
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
    return dom_output_real_json(d, d ? d->los : 0);
}

static json_t *lo_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_output_real_json(d && d->has_lo, d ? d->lo : 0);
}

static json_t *hi_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_output_real_json(d && d->has_hi, d ? d->hi : 0);
}

static json_t *degrees_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_output_real_json(d, d ? d->degrees : 0);
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

/* Set the keys NAME, NAME_lo and NAME_hi. */
static void set_ratio(json_t *object, const char *name, const dom_ratings_ratio *ratio)
{
    char key[48];
    json_object_set_new(object, name, dom_output_real_json(ratio->value > 0, ratio->value));
    (void)snprintf(key, sizeof key, "%s_lo", name);
    json_object_set_new(object, key, dom_output_real_json(ratio->value > 0, ratio->lo));
    (void)snprintf(key, sizeof key, "%s_hi", name);
    json_object_set_new(object, key, dom_output_real_json(ratio->value > 0, ratio->hi));
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
    for (int k = 2; k <= DOM_RATINGS_POOL_ENTRIES_MAX; k++)
        json_array_append_new(ties, json_real(second->tie[k]));
    return json_pack("{s:o, s:f}", "ties", ties, "log_likelihood", second->log_likelihood);
}

static void add_official(json_t *object, const dom_results_rating_list *r)
{
    const dom_ratings_list *l = r->list;
    const dom_ratings_list_options *o = r->options;
    const dom_results_rated_bot *anchor = dom_output_list_anchor(r);
    bool has_draws = o->model == DOM_RATINGS_MODEL_DAVIDSON;
    json_t *more =
        json_pack("{s:s, s:o, s:f, s:s, s:s, s:f, s:I, s:b}", "model",
                  has_draws ? "davidson" : "bradley-terry", "draw_weight",
                  dom_output_real_json(has_draws, l->tie_nu), "prior", o->prior, "anchor",
                  anchor->name, "anchor_version", anchor->version, "anchor_elo", o->anchor_elo,
                  "islands", (json_int_t)l->islands, "simultaneous", o->is_simultaneous);
    json_object_update(object, more);
    json_decref(more);
    set_ratio(object, "variance_reduction", &l->variance_reduction);
    set_ratio(object, "points_variance_reduction", &l->points_variance_reduction);
    set_ratio(object, "information_ratio", &l->information_ratio);
    json_object_set_new(object, "misfit", dom_output_misfit_json(&l->misfit));
    if (r->points_scale > 0)
        json_object_set_new(object, "points_scale", json_real((double)r->points_scale / r->point));
    if (r->second)
        json_object_set_new(object, "plackett_luce", second_json(r->second));
    set_matrices(object, r);
}

json_t *dom_output_list_json(const dom_results_rating_list *r)
{
    json_t *bots = json_array();
    for (size_t i = 0; i < r->list->count; i++)
        json_array_append_new(bots, (r->is_live ? bot_json : official_json)(r, &r->list->row[i]));
    json_t *object = json_pack(
        "{s:o, s:I, s:b, s:I, s:s, s:I, s:I, s:o}", "variant", dom_output_text_json(r->title),
        "earlier_rules", (json_int_t)r->earlier_rules, "rated", !r->is_unrated, "hidden",
        (json_int_t)r->hidden, "metric", r->points_scale > 0 ? "points" : "match", "sets",
        (json_int_t)r->list->sets, "matches", (json_int_t)r->list->matches, "bots", bots);
    if (!r->is_live)
        add_official(object, r);
    return object;
}
