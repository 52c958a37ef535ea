/* csv_names.h - numbers for the names of sets and bots in a CSV text, in the order in which they appear.
 *
 * A name is kept as its place in the text, so a million results need no copies of names.
 */
#ifndef DOM_RESULTS_CSV_NAMES_H
#define DOM_RESULTS_CSV_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A name, or another field: a part of the text. */
typedef struct {
    const char *at;
    size_t length;
} dom_results_csv_field;

/* A slot of the hash table. The hash is kept, so that a search looks into the text only once. */
typedef struct {
    uint32_t hash, number; /* number + 1; 0: free */
} dom_results_csv_slot;

/* Zeroed: no names. */
typedef struct {
    uint32_t *name; /* by number: where the name begins in the text */
    size_t count, room;
    dom_results_csv_slot *slot;
    size_t slots; /* a power of 2, at least twice the count */
} dom_results_csv_names;

/* Finds the number of a name, from 0; a new name gets the next one.
 *
 * text  all names of `names` stand in it, and a comma follows each; at most 4 GiB
 * name  not empty; at the end of the text, as many bytes must be readable as it has
 *
 * Returns false without memory. */
bool dom_results_csv_names_number(dom_results_csv_names *names, const char *text,
                                  dom_results_csv_field name, uint32_t *number);

/* Frees what is needed for finding numbers. `name` and `count` stay. */
void dom_results_csv_names_close(dom_results_csv_names *names);

void dom_results_csv_names_clear(dom_results_csv_names *names);

#endif
