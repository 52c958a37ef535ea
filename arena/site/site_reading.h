/* site_reading.h - a site on its way from the database, and what its parts share. Private to the
 * files that read a site.
 */
#ifndef DOM_SITE_SITE_READING_H
#define DOM_SITE_SITE_READING_H

#include "results/rules_age.h"
#include "results/standings.h"
#include "results/tournament_hash.h"
#include "site/site_read.h"
#include "table/table.h"

enum { DOM_SITE_MINUTE_S = 60 };

/* How many matches ended in each second of the last minute of a tournament. */
typedef struct {
    uint64_t ends_at[DOM_SITE_MINUTE_S]; /* by second % 60                    */
    int64_t second[DOM_SITE_MINUTE_S];   /* ... and which second that is      */
} dom_site_match_rate;

/* The rules of the site's variants, in their order. */
typedef struct {
    dom_results_rules_use *uses;
    size_t count, room;
} dom_site_rules;

/* For how many the growing lists of the site have room. */
typedef struct {
    size_t bots, variants, tournaments;
} dom_site_rooms;

typedef struct {
    dom_web_site *site;
    dom_site_rooms rooms;
    const dom_site_read_spec *spec;
    dom_store *store;
    dom_err *err;
    bool is_one;                 /* a tournament was named: it counts, rated or not      */
    int64_t shown_us;            /* when it was shown last, by the monotonic clock       */
    uint64_t matches;            /* that were read                                       */
    dom_results_standings facts; /* that the lists are computed from                     */
    dom_site_rules rules;
    int *row_of; /* [variant * bots + bot] of the site, -1: none              */
    /* What is being read: */
    const dom_store_tournament *t;
    dom_web_tournament *now; /* the same on the site                              */
    dom_site_match_rate rate;
    dom_table table;
    const dom_store_match *match; /* that is played again                     */
    dom_results_tournament_hash hash;
} dom_site_reading;

/* ---- showing the site while it is read (site_reading.c) -------------------------- */

/* The site is changed only between these two. */
void dom_site_reading_lock(const dom_site_reading *r);
void dom_site_reading_unlock(const dom_site_reading *r);

/* After each part that was read: show the site from time to time, and stop after a signal, with
 * DOM_E_INTERRUPTED. */
dom_rc dom_site_reading_end_part(dom_site_reading *r);

/* Note that only `left` is still to be read, and show the site. */
void dom_site_reading_end_step(dom_site_reading *r, dom_web_reading left);

/* Do the tournament's matches count in the lists? */
bool dom_site_reading_counts(const dom_site_reading *r, const dom_web_tournament *w);

/* ---- who takes part (site_members.c) ---------------------------------------------- */

/* Add a tournament with its bots and variants. `context` is the reading. */
dom_rc dom_site_add_tournament(void *context, const dom_store_tournament *t);

/* Once all tournaments are there: tell apart versions of one name, and rules of one name. */
void dom_site_label(dom_site_reading *r);

/* Index of the bot on the site, a new one if there is none; -1 when out of memory. */
int64_t dom_site_bot_index(dom_site_reading *r, const dom_store_bot *bot);

/* Index of the variant under these very rules, or -1. */
int64_t dom_site_find_rules(const dom_site_reading *r, const dom_variant *variant);

/* ---- ratings (site_lists.c) --------------------------------------------------------- */

/* Fill the lists of all variants; their histories take longer and come later. */
dom_rc dom_site_read_lists(dom_site_reading *r);
dom_rc dom_site_read_histories(dom_site_reading *r);

/* ---- matches (site_matches.c) ------------------------------------------------------- */

/* Count the matches and faults of a tournament, then its hash. `context` is the reading. */
dom_rc dom_site_take_tournament(void *context, const dom_store_tournament *t);
dom_rc dom_site_take_hash(void *context, const dom_store_tournament *t);

#endif
