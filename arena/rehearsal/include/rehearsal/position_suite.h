/* rehearsal/position_suite.h - two bots play the rest of a round from positions: a test suite, as
 * authors of game programs use.
 *
 * Each position is played twice. First the one bot has the side on turn and the other bot all other
 * seats, then they are exchanged. What the round brought is dom_search_result: the points of the
 * side on turn less the mean of the others, in match points. The difference of both plays is what
 * the first bot is better by in this position. Example: it got 12 with the side on turn and the
 * other bot 5, so it is better by 7.
 *
 * Each process sits in one seat and plays all positions, with the limits of a tournament file that
 * sets none. Positions are played one after another; nothing is stored or rated.
 */
#ifndef DOM_REHEARSAL_POSITION_SUITE_H
#define DOM_REHEARSAL_POSITION_SUITE_H

#include "bots/resolve.h"
#include "core/rehearsal.h"
#include "home/home.h"
#include "record/position_line.h"

/* One position with its place in the file. */
typedef struct {
    dom_record_position position;
    int line; /* from 1                                                            */
} dom_rehearsal_position;

/* A growing list of them. All zero at the beginning. */
typedef struct {
    dom_rehearsal_position *item;
    size_t count, room;
} dom_rehearsal_positions;

/* Reads a file of positions, one a line (record/position_line.h). Empty lines, and lines that begin
 * with '#', are skipped.
 *
 * Returns DOM_OK; DOM_E_CONFIG with "PATH:LINE: ..." about the first wrong line, or if there is no
 * position or are more than 64 variants; DOM_E_IO; DOM_E_NOMEM. Clear the list in any case. */
dom_rc dom_rehearsal_positions_read(dom_rehearsal_positions *out, const char *path, dom_err *err);
void dom_rehearsal_positions_clear(dom_rehearsal_positions *positions);

/* How one bot played the side on turn. */
typedef struct {
    bool is_answered;               /* it chose an action in the position                        */
    dom_action answer;              /* which                                                     */
    bool is_best;                   /* it is one of the position's `best`                        */
    bool is_played;                 /* the round was played to its end                           */
    double worth;                   /* of the round for the side on turn                         */
    dom_core_rehearsal_reply fault; /* the fault that ended it, if one did */
    void *log; /* what that process printed; NULL if it printed nothing or lives on */
    size_t log_bytes;
    int at_fault; /* number of the bot that committed it, 0 or 1               */
} dom_rehearsal_play;

/* What is played. All pointers are borrowed. */
typedef struct {
    const dom_home *home;
    const dom_bots_resolved *bot[2];
    dom_sandbox sandbox; /* none to bwrap                                          */
    const dom_rehearsal_positions *positions;
    void *context; /* first argument of on_position                                */
    /* A position was played: play[k] by bot k with the side on turn. */
    void (*on_position)(void *context, size_t index, const dom_rehearsal_play play[2]);
} dom_rehearsal_suite_spec;

/* Plays all positions. Faults of bots are in the plays. Returns DOM_OK; DOM_E_CONFIG if a bot is
 * remote or does not play a variant of the positions; the codes of core/rehearsal.h. */
dom_rc dom_rehearsal_suite_run(const dom_rehearsal_suite_spec *spec, dom_err *err);

#endif
