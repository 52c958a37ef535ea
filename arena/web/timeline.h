/* timeline.h - what happened in a match, step by step. Private to this folder.
 *
 * A match is replayed from its record and collected: its steps, its rounds, and the tiles. Steps
 * are those of dom_record_is_step, numbered from 1 through the match. `from` is the first step in
 * which a tile or an end is visible, `to` the first step in which it is not.
 *
 * Example: a tile that is dealt in step 1 and played in step 5 is held with from = 1 and to = 5,
 * and laid with from = 5.
 */
#ifndef DOM_WEB_TIMELINE_H
#define DOM_WEB_TIMELINE_H

#include "web/layout.h"
#include "web/replay.h"

typedef struct {
    dom_table_effect effect; /* for which dom_record_is_step is true */
    int8_t seat;             /* of an event or a fault, else DOM_NOBODY */
    int choices;             /* legal actions of an event; 1 if it was forced */
    dom_tileset legal;       /* the tiles that could be played; none if it was forced */
    int end_count;           /* after the step, as is all below */
    int8_t ends[DOM_ENDS_MAX];
    int stock;
    int64_t bank_us; /* of the seat, after an event */
    bool is_mistake; /* it surely lost points, as far as the match was valued */
    dom_info info;   /* what the seat said it thinks; empty if it said nothing */
} dom_web_step;

/* A tile on the table; it stays to the end of the round. */
typedef struct {
    int round; /* index, as in all of these structs */
    int from;
    dom_tile tile;
    bool is_down;
    dom_web_place place[DOM_WEB_WIDTHS];
} dom_web_laid_tile;

/* An open end of the line. */
typedef struct {
    int round, from, to;
    int value; /* pips */
    dom_web_spot spot[DOM_WEB_WIDTHS];
} dom_web_open_end;

/* A tile in a hand. */
typedef struct {
    int round, seat, from, to;
    dom_tile tile;
} dom_web_held_tile;

typedef struct {
    int number, from, to;
    int8_t leader;
    dom_tile start;
    uint8_t lot_count;
    dom_lot lots[DOM_LOTS_MAX];
    dom_web_layout layout[DOM_WEB_WIDTHS]; /* .ends is 0 if no tile was laid */
    int32_t before[DOM_SEATS_MAX];         /* scores at its beginning */
    int64_t used_us[DOM_SEATS_MAX];        /* thinking times before it */
    bool is_counted; /* it ended by the rules; otherwise a fault ended the match */
    dom_round_result result;
    int32_t after[DOM_SEATS_MAX]; /* scores at its end */
    int open_at[DOM_ENDS_MAX];    /* index of the newest open end of each arm; -1: closed */
} dom_web_round;

/* All zero is empty. */
typedef struct {
    const dom_web_match *match; /* borrowed */
    dom_web_step *steps;        /* step n is steps[n - 1] */
    dom_web_laid_tile *laid;
    dom_web_open_end *open;
    dom_web_held_tile *held;
    dom_web_round *rounds;
    size_t step_count, laid_count, open_count, held_count, round_count;
    size_t step_room, laid_room, open_room, held_room, round_room;
    /* While it is collected: */
    bool has_failed; /* memory has run out */
    int choices;     /* of the newest ask, as is `legal` */
    dom_tileset legal;
    dom_record_info_reader infos;
    int64_t bank_us[DOM_SEATS_MAX], used_us[DOM_SEATS_MAX];
} dom_web_timeline;

/* Replays the match and collects it. *line must be empty; the caller frees it with
 * dom_web_timeline_clear, also after a failure. Returns DOM_OK, DOM_E_MALFORMED if the match cannot
 * be replayed, or DOM_E_NOMEM. */
dom_rc dom_web_timeline_make(dom_web_timeline *line, const dom_web_match *match, dom_err *err);

/* Frees everything and makes the timeline empty. */
void dom_web_timeline_clear(dom_web_timeline *line);

#endif
