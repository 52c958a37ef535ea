/* play/seat.h - the seat of a person: what it sees, and what it may do.
 *
 * For the core a person is a bot without a process: the program that shows the table holds the
 * other end of the socket and speaks for a host (ipc/frame.h). So a person sits at a real table,
 * gets the same views as a bot in this seat and nothing more, and its answers are checked here
 * before they are sent.
 *
 *     while ((kind = dom_play_seat_next(seat)) != DOM_PLAY_NOTHING)
 *         if (kind == DOM_PLAY_ASK)
 *             ... show seat->view, and later:
 *             dom_play_seat_choose(seat, seat->serial, choice, err);
 *
 * A seat has no clock of its own unless one is set. It never blocks.
 */
#ifndef DOM_PLAY_SEAT_H
#define DOM_PLAY_SEAT_H

#include "base/err.h"
#include "ipc/frame.h"
#include "rules/variant.h"

/* What has happened last. */
typedef enum {
    DOM_PLAY_NOTHING, /* nothing new                                                   */
    DOM_PLAY_BEGIN,   /* the match begins: `names`, `seat` and `variant` are known        */
    DOM_PLAY_VIEW,    /* somebody has moved: `view` is new                             */
    DOM_PLAY_ASK,     /* the person is on turn: `view` is new and has the legal actions */
    DOM_PLAY_ROUND,   /* a round has ended: `round` is new                             */
    DOM_PLAY_FAULT,   /* a choice of the person came too late                              */
    DOM_PLAY_RESULT,  /* the match has ended: `result` is known                        */
    DOM_PLAY_GONE     /* the table has ended                                           */
} dom_play_happening;

/* A seat. Callers read the members up to `has_ended` and change none. */
typedef struct {
    dom_variant variant;
    char names[DOM_SEATS_MAX][DOM_NAME_BYTES]; /* who sits in which seat                       */
    int seat, seats;
    bool teams;
    dom_view view;             /* the newest; round is 0 before the first                     */
    bool is_asked;             /* the person is on turn                                       */
    uint32_t serial;           /* number of the newest ask, from 1                            */
    int64_t asked_us;          /* when it came, monotonic                                     */
    dom_ipc_frame_round round; /* the round that ended last                                   */
    dom_ipc_frame_result result;
    bool is_over;   /* `result` is known                                                        */
    bool has_ended; /* the table has ended                                                      */
    /* The members from here on are private to seat.c. */
    int64_t clock_us; /* time for a choice; 0: as long as the person likes                        */
    dom_ipc_link link;
    uint16_t slot;
} dom_play_seat;

/* Sits down: takes ownership of `fd`, the person's end of the socket.
 *
 * clock_ms  time for a choice; 0: no clock
 *
 * Returns NULL if memory is out; then `fd` is closed. */
dom_play_seat *dom_play_seat_open(int fd, int32_t clock_ms);

/* Gets up and frees the seat. If the match is not over, it is lost for this person. NULL is
 * accepted. */
void dom_play_seat_close(dom_play_seat **seat);

/* The descriptor to wait for with poll. */
int dom_play_seat_fd(const dom_play_seat *seat);

/* Takes the next thing that has happened. */
dom_play_happening dom_play_seat_next(dom_play_seat *seat);

/* Answers the newest ask.
 *
 * serial  the ask that the person saw: a choice that comes late or twice is refused
 * choice  index into seat->view.legal
 *
 * Returns DOM_OK, or DOM_E_CONFIG with one line for the person: it is not on turn, this ask is
 * over, or there is no such choice. */
dom_rc dom_play_seat_choose(dom_play_seat *seat, uint32_t serial, uint32_t choice, dom_err *err);

/* If the clock has run out, says so to the arena, which plays the first legal action. Call it when
 * dom_play_seat_left_ms is 0. */
void dom_play_seat_expire(dom_play_seat *seat);

/* Returns how many milliseconds are left for the choice; -1 if no clock runs. */
int dom_play_seat_left_ms(const dom_play_seat *seat);

#endif
