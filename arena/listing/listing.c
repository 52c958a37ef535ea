#include "listing/listing.h"

#include "base/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values --------------------------------------------------------------------- */

json_t *dom_listing_real(bool is_known, double value)
{
    return is_known ? json_real(value) : json_null();
}

json_t *dom_listing_integer(bool is_known, int64_t value)
{
    return is_known ? json_integer((json_int_t)value) : json_null();
}

/* Returns `size` bytes as a JSON string, each of them as the function writes it, in at most 4 characters. */
static json_t *written_bytes(const void *bytes, size_t size, int (*write)(char *to, uint8_t byte))
{
    const uint8_t *at = bytes;
    char *text = malloc(4 * size + 5);
    size_t length = 0;
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < size; i++)
        length += (size_t)write(text + length, at[i]);
    json_t *string = json_stringn(text, length);
    free(text);
    return string;
}

static int write_shown(char *to, uint8_t byte)
{
    return snprintf(to, 5, dom_bytes_are_text(&byte, 1) ? "%c" : "\\x%02x", byte);
}

static int write_hex(char *to, uint8_t byte)
{
    return snprintf(to, 3, "%02x", byte);
}

json_t *dom_listing_bytes(const void *bytes, size_t size)
{
    return written_bytes(bytes, size, write_shown);
}

json_t *dom_listing_hex(const void *bytes, size_t size)
{
    return written_bytes(bytes, size, write_hex);
}

json_t *dom_listing_text(const char *text)
{
    json_t *string = json_string(text);
    return string ? string : dom_listing_bytes(text, strlen(text));
}

/* ---- keys ----------------------------------------------------------------------- */

/* Sets the keys of `more` in `object` and releases `more`. */
static void add(json_t *object, json_t *more)
{
    (void)json_object_update(object, more);
    json_decref(more);
}

json_t *dom_listing_misfit(const dom_ratings_misfit *misfit)
{
    bool has_test = misfit->degrees > 0;
    return json_pack("{s:o, s:f, s:o}", "chi_square",
                     dom_listing_real(has_test, misfit->chi_square), "degrees", misfit->degrees,
                     "p", dom_listing_real(has_test, misfit->p));
}

json_t *dom_listing_faults(const uint64_t count[DOM_FAULT_COUNT])
{
    json_t *object = json_object();
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        (void)json_object_set_new(object, dom_fault_word((dom_fault)i),
                                  json_integer((json_int_t)count[i]));
    return object;
}

void dom_listing_add_results(json_t *bot, const dom_ratings_rating *row, double point,
                             bool is_fitted)
{
    bool has_interval = row->has_points && is_fitted;
    add(bot, json_pack("{s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I}", "points_per_round",
                       dom_listing_real(row->has_points, row->points / point), "ppr_lo",
                       dom_listing_real(has_interval, row->points_lo / point), "ppr_hi",
                       dom_listing_real(has_interval, row->points_hi / point), "sets",
                       (json_int_t)row->sets, "matches", (json_int_t)row->matches, "wins",
                       (json_int_t)row->wins, "draws", (json_int_t)row->draws, "losses",
                       (json_int_t)row->losses));
}

void dom_listing_add_rating(json_t *bot, const dom_ratings_rating *row)
{
    bool has_lo = !row->is_fixed && dom_ratings_bound_has_lo(row->bound);
    bool has_hi = !row->is_fixed && dom_ratings_bound_has_hi(row->bound);
    add(bot, json_pack("{s:f, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:s, s:I, s:b}", "elo",
                       row->elo, "elo_lo", dom_listing_real(has_lo, row->elo_lo), "elo_hi",
                       dom_listing_real(has_hi, row->elo_hi), "rank_lo", (json_int_t)row->rank_lo,
                       "rank_hi", (json_int_t)row->rank_hi, "los_next",
                       dom_listing_real(row->has_next, row->next.los), "gap_next",
                       dom_listing_real(row->has_next, row->next.elo), "gap_lo",
                       dom_listing_real(row->next.has_lo, row->next.lo), "gap_hi",
                       dom_listing_real(row->next.has_hi, row->next.hi), "bound",
                       dom_ratings_bound_word(row->bound), "island", (json_int_t)row->island,
                       "few_sets", row->few_sets));
}

/* Sets the keys NAME, NAME_lo and NAME_hi. */
static void add_ratio(json_t *list, const char *name, const dom_ratings_ratio *ratio)
{
    char key[48];
    bool is_known = ratio->value > 0;
    (void)json_object_set_new(list, name, dom_listing_real(is_known, ratio->value));
    (void)snprintf(key, sizeof key, "%s_lo", name);
    (void)json_object_set_new(list, key, dom_listing_real(is_known, ratio->lo));
    (void)snprintf(key, sizeof key, "%s_hi", name);
    (void)json_object_set_new(list, key, dom_listing_real(is_known, ratio->hi));
}

void dom_listing_add_worth(json_t *list, const dom_ratings_list *l)
{
    add_ratio(list, "variance_reduction", &l->variance_reduction);
    add_ratio(list, "points_variance_reduction", &l->points_variance_reduction);
    add_ratio(list, "information_ratio", &l->information_ratio);
    (void)json_object_set_new(list, "misfit", dom_listing_misfit(&l->misfit));
}

void dom_listing_add_all_round(json_t *bot, const dom_ratings_all_round_row *row)
{
    bool has_lo = !row->is_fixed && dom_ratings_bound_has_lo(row->bound);
    bool has_hi = !row->is_fixed && dom_ratings_bound_has_hi(row->bound);
    add(bot, json_pack("{s:f, s:o, s:o, s:s, s:I, s:I, s:I, s:I}", "elo", row->elo, "elo_lo",
                       dom_listing_real(has_lo, row->elo_lo), "elo_hi",
                       dom_listing_real(has_hi, row->elo_hi), "bound",
                       dom_ratings_bound_word(row->bound), "rank_lo", (json_int_t)row->rank_lo,
                       "rank_hi", (json_int_t)row->rank_hi, "variants", (json_int_t)row->lists,
                       "island", (json_int_t)row->island));
}

void dom_listing_add_versus(json_t *against, const dom_ratings_versus *v)
{
    bool met = v->games > 0;
    add(against,
        json_pack("{s:I, s:I, s:I, s:I, s:o, s:I, s:o, s:o, s:o}", "games", (json_int_t)v->games,
                  "wins", (json_int_t)v->wins, "draws", (json_int_t)v->draws, "losses",
                  (json_int_t)v->losses, "share", dom_listing_real(met, v->share), "sets",
                  (json_int_t)v->sets, "share_lo", dom_listing_real(met, v->share_lo), "share_hi",
                  dom_listing_real(met, v->share_hi), "expected",
                  dom_listing_real(met, v->expected)));
}
