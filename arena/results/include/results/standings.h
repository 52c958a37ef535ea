/* results/standings.h - sums over the stored matches, per variant: what every list, chart and cross
 * table is computed from.
 *
 * The facts are read in one order: tournaments in the order of their begin, in each the
 * sets by number. A set counts once all its rotations are there. */
#ifndef DOM_RESULTS_STANDINGS_H
#define DOM_RESULTS_STANDINGS_H

#include "config/stored_config.h"
#include "ratings/plackett_luce.h"
#include "ratings/pool.h"
#include "results/points_spread.h"
#include "results/ranking_kind.h"
#include "results/set_reader.h"
#include "results/submissions.h"
#include "store/store.h"

/* The newest tournament of a version, and its number there. A version that takes the place of
 * another one in the same tournament has the higher number. */
typedef struct {
    int64_t tournament;
    uint16_t entry;
} dom_results_newest;

/* Returns whether `a` is newer than `b`. */
static inline bool dom_results_is_newer(dom_results_newest a, dom_results_newest b)
{
    return a.tournament != b.tournament ? a.tournament > b.tournament : a.entry > b.entry;
}

/* A bot's sums in one variant. */
typedef struct {
    dom_store_bot bot;
    double live_elo;
    dom_results_sums sums;            /* of all matches, also of incomplete sets             */
    uint64_t sets;                    /* complete ones                                       */
    uint64_t faults[DOM_FAULT_COUNT]; /* seat-games with such a fault          */
    uint64_t faulty;                  /* ... with any                          */
    dom_results_newest newest;        /* in which it has a match; all 0 without            */
    int64_t last_ms;                  /* when the newest of its matches began, 0 without          */
    bool is_hidden;                   /* it counts in the ratings, and the list leaves it out   */
} dom_results_standing_row;

/* A tournament whose complete sets are in a list, without a gap, from this set on. */
typedef struct {
    int64_t tournament;
    uint64_t first_set; /* in the order of the pool, from 0 */
} dom_results_standing_part;

/* One variant under one set of options. The pool has the complete sets, the rows all
 * matches. */
typedef struct {
    char variant[DOM_VARIANT_NAME_BYTES];
    dom_options options;
    int64_t newest;         /* id of the newest tournament that was read and plays it */
    unsigned earlier_rules; /* dom_results_rules_age_of: 0 under today's rules               */
    size_t row_count, row_room;
    dom_results_standing_row *rows; /* by name and version; the pool's players              */
    uint64_t sets, matches;
    dom_ratings_pool *pool;
    size_t part_count, part_room;
    dom_results_standing_part *parts; /* tournaments with complete sets, oldest first */
    /* Of the complete sets, if they were wanted and the variant has no partners; else NULL. */
    dom_ratings_rankings *rankings;
    dom_results_points_spread spread; /* of the complete sets, by_points                     */
    int64_t points_scale;             /* of the pool, by_points (ratings/pool.h); else 0        */
} dom_results_standing_list;

/* A tournament that was read. */
typedef struct {
    int64_t id;
    char name[DOM_STORE_TOURNAMENT_NAME_BYTES];
} dom_results_read_tournament;

typedef struct {
    size_t list_count, list_room;
    dom_results_standing_list *lists; /* in the order in which variants came up; of one name that of
                                         today's rules first                               */
    dom_config_rating words;          /* of the newest tournament that was read           */
    dom_strings all_round;            /* rating.all_round of the newest of them that has it; empty
                                         if none has                                      */
    bool is_unrated;                  /* it is of one tournament, which is not rated      */
    size_t unrated_count;             /* tournaments that were left out                   */
    char newest_unrated[DOM_STORE_TOURNAMENT_NAME_BYTES]; /* of them, "" for none   */
    size_t tournament_count, tournament_room;
    dom_results_read_tournament *tournaments; /* oldest first */
    dom_results_submissions submitted;        /* in the tournaments that were read   */
} dom_results_standings;

/* Read the facts of one tournament, rated or not, or with NULL of all that are rated.
 * dom_results_standings_clear it in any case.
 *
 * kind  of the lists that will be made. Sums keep neither single leads nor whole rankings, so
 *       by_points and wants_second read every match, without a cache, and by_points reads it twice
 *
 * The lists of all tournaments hide some versions of bots. A list shows
 *     each version that was submitted and not removed since;
 *     for a name that nobody submitted, such as a sample bot's, the version that played last.
 * Hidden versions count in the ratings too, so ratings never depend on what is hidden.
 *
 * For all tournaments together, reading begins at the standings cache beside the database if there
 * is one that fits (see standings_cache.h). After many new matches a new cache is written.
 * DOM_E_INTERRUPTED as base/interrupt.h has it. */
dom_rc dom_results_standings_read(dom_results_standings *out, dom_store *store,
                                  const char *tournament, dom_results_ranking_kind kind,
                                  dom_err *err);
void dom_results_standings_clear(dom_results_standings *s);

/* Show every version. */
void dom_results_standings_show_all(dom_results_standings *s);

/* Checks the standings cache beside the database: are its sums those of the matches before its
 * place? It is right if there is none that would be used. */
dom_rc dom_results_standings_check_cache(dom_store *store, bool *is_right, dom_err *err);

#endif
