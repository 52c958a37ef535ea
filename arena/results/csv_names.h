/* csv_names.h - numbers for the names of sets and bots in a CSV text, in the order in which they
 * appear.
 *
 * A name is kept as its place in the text, so a million results need no copies of names.
 */
#ifndef DOM_RESULTS_CSV_NAMES_H
#define DOM_RESULTS_CSV_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A name of two parts: the set and its tournament, or the bot and its version. Each is where a
 * string begins in the text. */
typedef struct {
    uint32_t own, of;
} dom_results_csv_name;

/* A slot of the hash table. The hash is kept, so that a search looks into the text only once. */
typedef struct {
    uint32_t hash, number; /* number + 1; 0: free */
} dom_results_csv_slot;

/* Zeroed: no names. */
typedef struct {
    dom_results_csv_name *name; /* by number */
    size_t count, room;
    dom_results_csv_slot *slot;
    size_t slots; /* a power of 2, at least twice the count */
} dom_results_csv_names;

/* Returns true if two names of the text are the same. */
bool dom_results_csv_names_equal(const char *text, dom_results_csv_name a, dom_results_csv_name b);

/* Finds the number of a name, from 0; a new name gets the next one. All names stand in `text`.
 * Returns false without memory. */
bool dom_results_csv_names_number(dom_results_csv_names *names, const char *text,
                                  dom_results_csv_name name, uint32_t *number);

/* Frees what is needed for finding numbers. `name` and `count` stay. */
void dom_results_csv_names_close(dom_results_csv_names *names);

void dom_results_csv_names_clear(dom_results_csv_names *names);

#endif
