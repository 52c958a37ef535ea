/* results/tournament_standing.h - the standings of a tournament: what each bot has in each variant,
 * rated or unrated, and its place. Rating lists are computed from results/standings.h instead.
 *
 *     rc = dom_results_tournament_standings_open(&s, t, withdrawn, err);
 *     for every set of the tournament, by number (results/set_reader.h):
 *         rc = dom_results_tournament_standings_add(&s, set, err);
 *     rc = dom_results_tournament_standings_end(&s, err);       the places
 *     const dom_results_tournament_standing *of = dom_results_tournament_standing_at(&s, variant,
 *     bot);
 *     dom_results_tournament_standings_clear(&s);               in any case
 *
 * Places are per variant, of the bots that played it. Bots are put in the order of the first word
 * of the key `tie_break`, those that are equal by it in the order of the next word, and so on. Bots
 * that no word sets apart share a place.
 *
 *     share    the share of the points in complete duplicate sets; before the first one, in all
 *              matches. Of the sets that were not played, those of a bye in a Swiss count as won,
 *              those of rounds before a bot came as lost; and under `withdrawn: lost` those of a
 *              bot that left as lost, at a table of two as won by the other
 *     direct   the share of the points against the bots that are equal so far, in complete sets; it
 *              decides nothing unless every two of them have met
 *     points   the points for each round, in matches that no fault ended; fewer are better where
 *              the lowest score wins
 *     lot      dom_deal_lot, from the secret of the last stage; it decides nothing before that is
 *              revealed
 *
 * Example: anna and ben have a share of 0.6 each, and anna won 11 of their 20 matches, the others
 * ben. Under `[share, direct]` anna has place 1 and ben place 2; under `[share]` both have place 1,
 * and the next bot has place 3.
 */
#ifndef DOM_RESULTS_TOURNAMENT_STANDING_H
#define DOM_RESULTS_TOURNAMENT_STANDING_H

#include "config/stored_config.h"
#include "ratings/means.h"
#include "results/set_reader.h"
#include "results/withdrawals.h"

/* A bot in one variant of one tournament. All zero: it played nothing. */
typedef struct {
    dom_results_sums sums;        /* of all matches, also of incomplete sets              */
    dom_ratings_sample shares;    /* its share of each complete set                       */
    uint32_t byes;                /* of a Swiss: rounds without an opponent               */
    uint64_t won_sets, lost_sets; /* sets that count as won and as lost without being played */
    uint32_t place;               /* from 1; 0: it played no match                        */
    dom_core_tie_break set_apart; /* by what it is behind the next better place           */
} dom_results_tournament_standing;

/* Callers read the two counts and `ties`; the other fields are private. */
typedef struct {
    uint16_t bot_count, variant_count;
    dom_results_tournament_standing *of; /* by variant, then by bot */
    const dom_store_tournament *tournament;
    const dom_results_withdrawals *withdrawn;
    dom_config_tie_breaks ties;
    bool is_swiss;
    dom_schedule *schedule; /* NULL: no set counts that was not played, or it cannot be made */
    uint8_t *is_played;     /* bit n of set n: it counts, or was ruled not to; NULL in a Swiss */
    struct dom_results_encounters *encounters;
} dom_results_tournament_standings;

/* Begins the standings of a tournament. Clear them in any case.
 *
 * t          must stay until dom_results_tournament_standings_end, as must
 * withdrawn  the bots whose matches do not count: matches at their tables count for nobody, and
 *            neither do their sets
 *
 * Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_tournament_standings_open(dom_results_tournament_standings *out,
                                             const dom_store_tournament *t,
                                             const dom_results_withdrawals *withdrawn,
                                             dom_err *err);

/* Adds a set. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_tournament_standings_add(dom_results_tournament_standings *s,
                                            const dom_results_set *set, dom_err *err);

/* Counts the sets that were not played and computes the places. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_tournament_standings_end(dom_results_tournament_standings *s, dom_err *err);

void dom_results_tournament_standings_clear(dom_results_tournament_standings *s);

/* Reads the standings of a stored tournament as above; clear them in any case. Returns also the
 * codes of dom_results_set_each. */
dom_rc dom_results_tournament_standings_read(dom_results_tournament_standings *out,
                                             dom_store *store, const dom_store_tournament *t,
                                             const dom_results_withdrawals *withdrawn,
                                             dom_err *err);

const dom_results_tournament_standing *
dom_results_tournament_standing_at(const dom_results_tournament_standings *s, size_t variant,
                                   size_t bot);

/* Lists the bots that played a variant by place, those that share one by number. Returns how many
 * there are.
 *
 * bots  receives their numbers; room for all bots of the tournament */
size_t dom_results_tournament_standings_order(const dom_results_tournament_standings *s,
                                              size_t variant, uint16_t bots[]);

/* Returns the share that decides the place: in complete sets, or before the first one in all
 * matches; with the byes and the missed rounds of a Swiss. */
double dom_results_tournament_standing_share(const dom_results_tournament_standing *of);

#endif
