/* listing/listing.h - what the JSON of commands and the JSON of pages have in common: the keys of ratings,
 * of results and of faults, and how unknown numbers and untrusted bytes are written.
 * docs/reference/output.md documents the keys.
 *
 * A function that returns a json_t gives the reference to the caller; NULL means out of memory. A function
 * dom_listing_add_... sets keys of an object. If memory runs out there, keys are missing, and jansson
 * gives no sign of it; what is left is valid JSON.
 */
#ifndef DOM_LISTING_LISTING_H
#define DOM_LISTING_LISTING_H

#include "base/fault.h"
#include "ratings/all_round.h"
#include "ratings/list.h"
#include "ratings/versus.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_LISTING_SCHEMA = 1, /* the number under "schema" in every document */
    /* The flags of json_dump for every document: ASCII, and every digit that a double keeps exactly. */
    DOM_LISTING_FORM = JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15)
};

/* ---- values --------------------------------------------------------------------- */

/* Return a number, or JSON's null if it is not known. */
json_t *dom_listing_real(bool is_known, double value);
json_t *dom_listing_integer(bool is_known, int64_t value);

/* Returns bytes that a bot may have written as a JSON string: visible ASCII, blanks, newlines and tabs
 * as they are, every other byte as \xNN. */
json_t *dom_listing_bytes(const void *bytes, size_t size);

/* Returns bytes as a JSON string of hexadecimal digits. */
json_t *dom_listing_hex(const void *bytes, size_t size);

/* Returns a text that may contain a file name as a JSON string: unchanged if it is UTF-8, else escaped
 * like bytes. */
json_t *dom_listing_text(const char *text);

/* ---- keys ----------------------------------------------------------------------- */

/* Returns the test of a list. */
json_t *dom_listing_misfit(const dom_ratings_misfit *misfit);

/* Returns {"illegal": 0, ...}: a number for each code of a fault. */
json_t *dom_listing_faults(const uint64_t count[DOM_FAULT_COUNT]);

/* Set the keys of a line that live and official lists share, from "points_per_round" to "losses".
 *
 * point     how many units of row->points make a point; 1 where points are counted
 * is_fitted false: a live list, whose points have no interval */
void dom_listing_add_results(json_t *bot, const dom_ratings_rating *row, double point,
                             bool is_fitted);

/* Set the keys of a line of an official list, from "elo" to "few_sets". */
void dom_listing_add_rating(json_t *bot, const dom_ratings_rating *row);

/* Set the keys of an official list that compare deals and points, from "variance_reduction" to "misfit". */
void dom_listing_add_worth(json_t *list, const dom_ratings_list *l);

/* Set the keys of a line of an all-round list. */
void dom_listing_add_all_round(json_t *bot, const dom_ratings_all_round_row *row);

/* Set the keys of one bot against another, from "games" to "expected". */
void dom_listing_add_versus(json_t *against, const dom_ratings_versus *v);

#endif
