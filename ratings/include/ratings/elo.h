/* ratings/elo.h - the live Elo list: incremental, zero-sum, provisional.
 *
 * Numbers in, numbers out: no database, no printing, no allocation, no globals.
 * Everybody starts at DOM_RATINGS_ELO_START. The caller goes through the completed
 * duplicate sets of a variant in order of set number and calls
 * dom_ratings_elo_rate_set once for each; ratings stay doubles and are rounded only
 * when shown.
 *
 * The list depends on the order of the sets, as every incremental list does. The
 * official list is a fit over all sets and does not.
 */
#ifndef DOM_RATINGS_ELO_H
#define DOM_RATINGS_ELO_H

#include <stddef.h>
#include <stdint.h>

enum {
    DOM_RATINGS_ELO_START = 1000, /* rating of a player nobody has seen yet           */
    DOM_RATINGS_ELO_K = 32,       /* most that one set can be worth, in Elo points    */
    DOM_RATINGS_ELO_SCALE = 400,  /* points that make the odds ten to one             */
    DOM_RATINGS_ELO_ENTRIES_MAX = 8,
    DOM_RATINGS_ELO_MEMBERS_MAX = 2,
    DOM_RATINGS_ELO_NO_FAULT = -1
};

/* Expected score of A against B, in [0, 1], a draw counting 1/2.
 *
 * rating_a, rating_b  Elo points, finite. */
double dom_ratings_elo_expected(double rating_a, double rating_b);

/* One match, seen by the list. An entry is what takes a place: a player, or a
 * team. A team of one bot in both seats is one entry with one member; `members`
 * is 2 only where partners may differ, and then for every entry of the match. The
 * rating of a team is the mean of its members. */
typedef struct {
    uint8_t entries; /* 2..DOM_RATINGS_ELO_ENTRIES_MAX                                */
    uint8_t members; /* players per entry, 1..DOM_RATINGS_ELO_MEMBERS_MAX             */
    int8_t fault;    /* DOM_RATINGS_ELO_NO_FAULT; or the entry whose fault ended the
                        match: it has a result against every other entry, and
                        the others have none among them                       */
    uint32_t player[DOM_RATINGS_ELO_ENTRIES_MAX][DOM_RATINGS_ELO_MEMBERS_MAX]; /* rating's index */
    uint8_t place[DOM_RATINGS_ELO_ENTRIES_MAX]; /* 1 is best, equal places are a draw */
    double gain[DOM_RATINGS_ELO_ENTRIES_MAX];   /* written by dom_ratings_elo_rate_set: what this
                                           match gave to each member of the entry */
} dom_ratings_elo_match;

/* Rate one duplicate set.
 *
 * In each match, for every pair of entries with a result, the better place
 * scores 1, equal places 1/2 each; an entry gains
 *     K / (entries - 1) / matches * sum of (score - expected score)
 * and so does each of its members. All expectations come from the ratings before
 * the set; the gains are added once, at the end. A player who is both members of
 * an entry of two gets both gains. The sum of all ratings does not change.
 *
 * match    all `matches` matches of the set, in order of rotation; every field but
 *          `gain` is read, `gain` is written.
 * rating   indexed by player, updated; players that are not in the set are not
 *          touched.
 * Pre: every match stays within the limits above; player numbers are indexes of
 * `rating`. */
void dom_ratings_elo_rate_set(dom_ratings_elo_match match[], size_t matches, double rating[]);

#endif
