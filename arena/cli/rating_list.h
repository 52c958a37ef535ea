/* cli/rating_list.h - a rating list as text and as JSON. */
#ifndef DOM_CLI_RATING_LIST_H
#define DOM_CLI_RATING_LIST_H

#include "base/fault.h"
#include "ratings/list.h"

#include <jansson.h>
#include <stdio.h>

/* What a list cannot know of a player. */
typedef struct {
    const char *name;
    const char *version; /* "" for none                                       */
    bool has_live_elo;
    double live_elo;
    uint64_t faults[DOM_FAULT_COUNT]; /* seat-games with such a fault          */
    uint64_t faulty;                  /* ... with any                          */
} rating_bot;

typedef struct {
    const char *title; /* the variant, or the file                            */
    const dom_list *list;
    const dom_list_options *options;
    const rating_bot *bot;          /* by player                              */
    const dom_bootstrap *bootstrap; /* by player; NULL: none                  */
    double point;                   /* units of points to one that is shown   */
    const char *per;                /* what points are counted by: "round", "match" */
} rating_list;

/* A table with notes on what cannot be told. */
void rating_list_print(const rating_list *r, FILE *out);

/* One element of "lists"; NULL when out of memory. What cannot be told is null: a limit
 * that the prior alone holds, points of a bot without any. */
json_t *rating_list_json(const rating_list *r);

#endif
