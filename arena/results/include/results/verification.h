/* results/verification.h - a stored tournament compared with what its deals, rules and choices come
 * to, and with itself.
 *
 * Every match is played again. What is compared:
 *   - its stored results with those that were reached
 *   - its set, rotation, variant and bots with the schedule; in a finished stage no match is
 *     missing
 *   - in a finished comparison, the sets without a gap with its test: they decide it
 *   - its end, its tolerated decisions and its processes with the stored faults and processes
 *   - entrants, variants, stages and seed with the configuration
 *   - the secret of every stage with its commitment
 *   - the checksum of every row that is read
 *   - the standings cache beside the database with what the matches come to
 *
 * What only one column says cannot be compared with anything, for example when a match began. For
 * that there is the ledger hash.
 */
#ifndef DOM_RESULTS_VERIFICATION_H
#define DOM_RESULTS_VERIFICATION_H

#include "deal/deal.h"
#include "results/match_list.h"

typedef struct {
    dom_store_tournament t;
    uint64_t matches, stored; /* played again; finished matches of the tournament    */
    uint64_t differences;
    /* Of the tournament (results/tournament_hash.h); both are "" of a part. */
    char hash[DOM_DEAL_HEX_BYTES];
    /* Of this file's tournament: also of its configuration, faults, processes and starts. Two runs
     * of one seed need not have the same. docs/reference/database.md says what it covers. */
    char ledger_hash[DOM_DEAL_HEX_BYTES];
} dom_results_verification;

/* Who wants to know of every difference as it is found: one line without its end. */
typedef struct {
    void *context;
    void (*on_difference)(void *context, const char *text);
} dom_results_verification_watch;

enum { DOM_RESULTS_JOBS_MAX = 64 };

/* Returns true if not all matches were played again. */
bool dom_results_verification_is_part(const dom_results_verification *v);

/* Verify a tournament, or a part of it. A difference is no failure.
 *
 * Of a part, only the matches that the query chooses are played again. What is stored of the others
 * is compared as well, but not their decisions.
 *
 * query  which tournament, and which matches; is_open plays no part
 * out    dom_results_verification_clear it in any case
 * jobs   number of threads that play matches again, 1 to DOM_RESULTS_JOBS_MAX. The result, and the
 *        order of the differences, do not depend on it; the watch is called by the caller's thread
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no such tournament, variant or bot;
 * DOM_E_IO where a checksum finds damage; DOM_E_NOMEM. */
dom_rc dom_results_verify(dom_results_verification *out, dom_store *store,
                          const dom_results_match_query *query, int jobs,
                          const dom_results_verification_watch *watch, dom_err *err);
void dom_results_verification_clear(dom_results_verification *v);

#endif
