/* cli/rating_list.h - rating lists as text, JSON, CSV and Markdown. */
#ifndef DOM_CLI_RATING_LIST_H
#define DOM_CLI_RATING_LIST_H

#include "base/fault.h"
#include "output.h"
#include "ratings/list.h"

enum { RATING_LIST_WIDTH = 100 }; /* columns of the text, if names leave that much room */

/* What a list cannot know of a player. */
typedef struct {
    const char *name;    /* in JSON and CSV, beside the version               */
    const char *label;   /* for people: versions of one name told apart       */
    const char *version; /* "" for none                                       */
    bool has_live_elo;
    double live_elo;
    uint64_t faults[DOM_FAULT_COUNT]; /* seat-games with such a fault          */
    uint64_t faulty;                  /* ... with any                          */
} rating_bot;

typedef struct {
    const char *title;      /* the variant, or the file                         */
    unsigned earlier_rules; /* of the variant, 0: today's (rules_age.h)         */
    const dom_list *list;   /* live: rows alone, their `elo` is nothing          */
    bool is_live;
    bool is_unrated;                 /* of one tournament whose results count in no other list */
    size_t hidden;                   /* bots that played, count in the fit and have no line    */
    size_t players;                  /* of the covariance of the list, more than it has rows
                                        where some are not shown                              */
    const dom_list_options *options; /* NULL: live                            */
    const rating_bot *bot;           /* by player                             */
    const dom_bootstrap *bootstrap;  /* by player; NULL: none                 */
    double point;                    /* units of points to one that is shown  */
    const char *per;                 /* what points are counted by: "round", "match" */
} rating_list;

/* Lists on their way to `out`. */
typedef struct {
    FILE *out;
    cli_format format;
    size_t count;
    json_t *lists;
} rating_show;

/* Show one list after the other, then end it in any case; `rc` is what came of making
 * the lists and is returned if it is not DOM_OK, with nothing more printed.
 *
 * In text and Markdown notes say what cannot be told and what a duplicate set was
 * worth. In JSON and CSV what cannot be told is null or empty: a limit that the prior
 * alone holds, points of a bot without any. */
rating_show rating_show_begin(cli_format format, FILE *out);
dom_rc rating_show_list(rating_show *s, const rating_list *r, dom_err *err);
dom_rc rating_show_end(rating_show *s, dom_rc rc, dom_err *err);

#endif
