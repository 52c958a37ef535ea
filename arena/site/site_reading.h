/* site_reading.h - the state of a site while it is read from the database. Private to the files
 * that read a site.
 */
#ifndef DOM_SITE_SITE_READING_H
#define DOM_SITE_SITE_READING_H

#include "analysis/analysis_file.h"
#include "results/rules_age.h"
#include "results/standings.h"
#include "results/tournament_hash.h"
#include "results/tournament_standing.h"
#include "results/withdrawals.h"
#include "site/site_read.h"
#include "table/table.h"

/* The rules of the site's variants, in the same order. */
typedef struct {
    dom_results_rules_use *uses;
    size_t count, room;
} dom_site_rules;

/* The allocated sizes of the growing lists of the site. */
typedef struct {
    size_t bots, variants, tournaments;
    size_t entries, worths; /* of the tournament that is being read */
} dom_site_rooms;

typedef struct {
    dom_web_site *site;
    dom_site_rooms rooms;
    const dom_site_read_spec *spec;
    dom_store *store;
    dom_err *err;
    bool is_one;      /* one tournament was named; it counts even if it is unrated */
    int64_t shown_us; /* when the site was last shown, by the monotonic clock */
    uint64_t matches; /* number of matches that were read                     */
    dom_site_rules rules;
    int *row_of; /* [variant * bots + bot] of the site: the row, or -1        */
    /* What is being read now: */
    const dom_store_tournament *t;
    dom_web_tournament *now; /* the same tournament on the site                   */
    dom_results_withdrawals withdrawals;
    dom_results_tournament_standings standings;
    dom_table table;
    const dom_store_match *match; /* the match that is replayed               */
    dom_analysis_file *values;    /* of the database                          */
    dom_results_tournament_hash hash;
} dom_site_reading;

/* ---- showing the site while it is read (site_reading.c) -------------------------- */

/* Every change of the site happens between these two calls. */
void dom_site_reading_lock(const dom_site_reading *r);
void dom_site_reading_unlock(const dom_site_reading *r);

/* Called after each part that was read. Shows the site if it was not shown for half a second.
 * Returns DOM_OK, or DOM_E_INTERRUPTED after a signal. */
dom_rc dom_site_reading_end_part(dom_site_reading *r);

/* Notes that reading has come to the step `left`, and shows the site. */
void dom_site_reading_end_step(dom_site_reading *r, dom_web_reading left);

/* Returns true if the tournament's matches count in the lists: it is rated, or the only one. */
bool dom_site_reading_counts(const dom_site_reading *r, const dom_web_tournament *w);

/* ---- tournaments, bots and variants (site_members.c) ------------------------------ */

/* Adds a tournament with its bots and variants. `context` is the reading. */
dom_rc dom_site_add_tournament(void *context, const dom_store_tournament *t);

/* Called when all tournaments were added. Gives different labels to different versions of a bot,
 * and to different rules of a variant. */
void dom_site_label(dom_site_reading *r);

/* Returns the index of the bot on the site, and adds the bot if it is new. Returns -1 if memory is
 * out. */
int64_t dom_site_bot_index(dom_site_reading *r, const dom_store_bot *bot);

/* Returns the index of the variant with exactly these rules, or -1. */
int64_t dom_site_find_rules(const dom_site_reading *r, const dom_variant *variant);

/* ---- ratings (site_lists.c) --------------------------------------------------------- */

/* Fill in the lists of all variants, and later their histories, which take longer. */
dom_rc dom_site_read_lists(dom_site_reading *r);
dom_rc dom_site_read_histories(dom_site_reading *r);

/* ---- a match worth looking at (site_highlight.c) ---------------------------------- */

/* Chooses the match that the first page shows. Called when all matches were counted. */
dom_rc dom_site_read_highlight(dom_site_reading *r);

/* ---- matches (site_matches.c) ------------------------------------------------------- */

/* Count the matches and faults of a tournament; compute its hash. `context` is the reading. */
dom_rc dom_site_take_tournament(void *context, const dom_store_tournament *t);
dom_rc dom_site_take_hash(void *context, const dom_store_tournament *t);

/* Returns the line of a match of tournament *of, which has all its bots. */
dom_web_match_line dom_site_match_line(const dom_web_tournament *of, const dom_store_match *m);

#endif
