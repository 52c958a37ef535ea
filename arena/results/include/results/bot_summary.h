/* results/bot_summary.h - one bot in one rating list, as chess lists show it: what follows from the
 * list and is not in its line. The command, the page and the JSON of a bot show what is here.
 */
#ifndef DOM_RESULTS_BOT_SUMMARY_H
#define DOM_RESULTS_BOT_SUMMARY_H

#include "results/all_round.h"
#include "results/crosstable.h"
#include "results/prediction.h"

enum { DOM_RESULTS_CHANGES_MAX = 100 };

/* What the last tournament of a bot changed: its rating minus that of the list without the sets of
 * that tournament. If the anchor has no results without it, the version of the anchor that played
 * before fixes the scale. */
typedef struct {
    const char *tournament; /* the newest one in which the bot has played the variant, of the
                               standings; NULL: the change is not known                      */
    bool has_gain;          /* false: without it the bot has no rating on the same scale     */
    double gain;
} dom_results_change;

/* Find the changes of a list, each by its own tournament.
 *
 * out   by line
 * line  only of this line; SIZE_MAX: of all. Then only those by the newest DOM_RESULTS_CHANGES_MAX
 *       tournaments are known, because each takes a fit
 * s     the standings of the list
 *
 * Returns DOM_OK, DOM_E_NOMEM, or DOM_E_INTERRUPTED as base/interrupt.h has it. */
dom_rc dom_results_changes_find(dom_results_change out[], const dom_results_ranking *of,
                                const dom_results_standings *s, size_t line, dom_err *err);

typedef struct {
    const dom_results_crosstable *of;
    const dom_ratings_rating *row;          /* the line          */
    const dom_results_standing_row *played; /* its sums          */
    const dom_results_change *change;       /* NULL: not known   */
    double score, draws;                    /* shares of its results; a draw is half a point */
    dom_ratings_performance performance;    /* against all whom it met, hidden versions too */
} dom_results_bot_summary;

/* Returns the summary of a line; change: of that line, or NULL. It borrows both. */
dom_results_bot_summary dom_results_bot_summary_of(const dom_results_crosstable *x, size_t line,
                                                   const dom_results_change *change);

/* Writes the facts of a summary as sentences: "Score 58.3%, draws 7.1%, against 3 opponents with a
 * mean Elo of 868.3: performance 938.7. 42 sets, 84 matches, last played on 2026-11-29. Without
 * tournament spring, its newest, its Elo is 1135.5." Without a known change the last sentence is
 * missing. */
enum { DOM_RESULTS_BOT_FACTS_BYTES = 400 };
void dom_results_bot_facts(char text[static DOM_RESULTS_BOT_FACTS_BYTES],
                           const dom_results_bot_summary *summary);

/* The bot against an opponent. */
typedef struct {
    const dom_ratings_rating *row; /* the opponent's line                                */
    const dom_ratings_versus *versus;
    double points;                 /* that it made, 1 for a win and 1/2 for a draw       */
    bool has_limits;               /* the limits of what is expected are known           */
    dom_results_expected expected; /* the share that the ratings expect                  */
} dom_results_meeting;

/* Set *out to the results against the bot in a line. Returns false if the two never met. Limits of
 * what is expected are known if the list was made with differences and the variant has no
 * partners. */
bool dom_results_bot_meeting(dom_results_meeting *out, const dom_results_bot_summary *summary,
                             size_t line);

/* Returns the line of a version of a bot in an all-round list; NULL if it is not ranked there. */
const dom_ratings_all_round_row *dom_results_all_round_row_of(const dom_results_all_rounds *all,
                                                              const dom_results_all_round *list,
                                                              const char *name,
                                                              const char *version);

/* A version of a bot. */
typedef struct {
    char version[DOM_STORE_BOT_VERSION_BYTES];
    dom_results_newest newest; /* in which it has a match        */
    bool is_shown;             /* some list has a line for it    */
} dom_results_bot_version;

typedef struct {
    size_t count, room;
    dom_results_bot_version *item; /* the one that played last first */
} dom_results_bot_versions;

/* Find the versions of the bot `name` that have played, in any list. Returns DOM_OK or DOM_E_NOMEM;
 * free `item` in any case. */
dom_rc dom_results_bot_versions_find(dom_results_bot_versions *out, const dom_results_standings *s,
                                     const char *name, dom_err *err);

/* Sets the error that no list has a bot of this name, with a name that is nearly the same. Returns
 * DOM_E_ABSENT. */
dom_rc dom_results_bot_absent(const dom_results_standings *s, const char *name, dom_err *err);

#endif
