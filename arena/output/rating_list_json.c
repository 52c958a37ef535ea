#include "listing/listing.h"
#include "rating_list_parts.h"

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
                               "live_elo", dom_listing_real(bot->has_live_elo, bot->live_elo));
    dom_listing_add_results(object, row, r->point, !r->is_live);
    json_object_set_new(object, "faults", dom_listing_faults(bot->faults));
    return object;
}

static json_t *official_json(const dom_results_rating_list *r, const dom_ratings_rating *row)
{
    json_t *object = bot_json(r, row);
    dom_listing_add_rating(object, row);
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
    return dom_listing_real(d, d ? d->los : 0);
}

static json_t *lo_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_listing_real(d && d->has_lo, d ? d->lo : 0);
}

static json_t *hi_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_listing_real(d && d->has_hi, d ? d->hi : 0);
}

static json_t *degrees_of(const dom_results_rating_list *r, size_t a, size_t b)
{
    const dom_ratings_difference *d = difference_of(r, a, b);
    return dom_listing_real(d, d ? d->degrees : 0);
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
                  dom_listing_real(has_draws, l->tie_nu), "prior", o->prior, "anchor", anchor->name,
                  "anchor_version", anchor->version, "anchor_elo", o->anchor_elo, "islands",
                  (json_int_t)l->islands, "simultaneous", o->is_simultaneous);
    json_object_update(object, more);
    json_decref(more);
    dom_listing_add_worth(object, l);
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
    json_t *object =
        json_pack("{s:o, s:I, s:b, s:I, s:s, s:I, s:I, s:o}", "variant", dom_listing_text(r->title),
                  "earlier_rules", (json_int_t)r->earlier_rules, "rated", !r->is_unrated, "hidden",
                  (json_int_t)r->hidden, "metric", r->points_scale > 0 ? "points" : "match", "sets",
                  (json_int_t)r->list->sets, "matches", (json_int_t)r->list->matches, "bots", bots);
    if (!r->is_live)
        add_official(object, r);
    return object;
}
