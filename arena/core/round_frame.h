/* round_frame.h - the frame that tells a process how a round has ended. */
#ifndef DOM_CORE_ROUND_FRAME_H
#define DOM_CORE_ROUND_FRAME_H

#include "ipc/frame.h"
#include "rules/match.h"

#include <string.h>

/* Fills the frame with the last round of the match. */
static inline void dom_core_round_frame_fill(dom_ipc_frame_round *round, const dom_match *match)
{
    round->round = match->round;
    round->end = (int32_t)match->last.end;
    round->by = match->last.by;
    round->seats = match->options.players;
    memcpy(round->hands, match->play.hand, sizeof round->hands);
    memcpy(round->points, match->last.points, sizeof round->points);
    memcpy(round->scores, match->score, sizeof round->scores);
}

#endif
