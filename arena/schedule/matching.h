/* matching.h - a largest set of pairs in a graph: Edmonds' blossom algorithm.
 *
 * Vertices are places in a ranking, an edge is a pair that has met few enough times.
 * The search is limited to a set of members that no pair leaves.
 */
#ifndef DOM_SCHEDULE_MATCHING_H
#define DOM_SCHEDULE_MATCHING_H

#include "schedule/schedule.h"

enum { DOM_SCHEDULE_NO_BOT = UINT16_MAX };

typedef struct {
    uint32_t size;                             /* vertices                             */
    const uint16_t *met;                       /* [size * a + b], how often; symmetric */
    uint32_t most;                             /* a and b may be paired when met <= most */
    uint16_t mate[DOM_SCHEDULE_PLAN_BOTS_MAX]; /* DOM_SCHEDULE_NO_BOT: not paired               */
    uint32_t member_count;
    uint16_t member[DOM_SCHEDULE_PLAN_BOTS_MAX]; /* ascending                          */
    bool is_closed[DOM_SCHEDULE_PLAN_BOTS_MAX];  /* no search can end here any more      */

    /* Of one search. */
    uint16_t parent[DOM_SCHEDULE_PLAN_BOTS_MAX]; /* the even vertex that reached this one */
    uint16_t base[DOM_SCHEDULE_PLAN_BOTS_MAX];   /* of the blossom that it is in       */
    bool is_even[DOM_SCHEDULE_PLAN_BOTS_MAX];
    bool is_in_blossom[DOM_SCHEDULE_PLAN_BOTS_MAX];
    uint32_t queue_count;
    uint16_t queue[DOM_SCHEDULE_PLAN_BOTS_MAX]; /* even vertices                       */
} dom_schedule_matching;

/* Pair members of the upper half with members of the lower half, the first with the
 * first of them. Some may stay unpaired. Pre: no member is paired. */
void dom_schedule_matching_fold(dom_schedule_matching *matching);

/* Pair as many members as can be paired; who is paired stays so, though not always
 * with the same mate. */
void dom_schedule_matching_complete(dom_schedule_matching *matching);

#endif
