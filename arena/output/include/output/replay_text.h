/* output/replay_text.h - prints a match in words, event by event.
 *
 *     Round 1
 *       0 careful  6-4 5-5 5-2 4-1 3-3 2-0 1-0
 *       1 greedy   7 tiles
 *       0 careful leads
 *         2  0 careful  leads 6-4                    6 : 4   0.05 ms
 *
 * The line of an event has the number of its step (dom_record_is_step), the seat, the action, the
 * open ends behind it and the time of the choice. With `values` a line below it has those of the
 * legal actions, the best ones first.
 *
 * dom_output_replay_show (output/replay_step.h) prints a whole match. The functions here print its
 * parts: the effects that dom_record_replay hands out, one by one, and the parts that every page
 * repeats.
 */
#ifndef DOM_OUTPUT_REPLAY_TEXT_H
#define DOM_OUTPUT_REPLAY_TEXT_H

#include "analysis/match_values.h"
#include "output/board_text.h"
#include "results/match_reader.h"

/* The position within the match. Private to replay_text.c. */
typedef struct {
    int step; /* number of the newest step within the match   */
    dom_record_info_reader infos;
    size_t choice;                         /* the next one of `values`                   */
    dom_record_clock clock[DOM_SEATS_MAX]; /* of each seat                          */
    int64_t bank_us[DOM_SEATS_MAX];        /* what is left of each seat's bank             */
    dom_output_board board;
} dom_output_replay_state;

/* A match that is printed. The caller may set the fields up to `wants_steps` between
 * dom_output_replay_of and dom_output_replay_begin. */
typedef struct {
    FILE *out;
    int columns; /* width for the tiles on the table                              */
    dom_output_tiles tiles;
    int only_seat;    /* the only seat whose hand is shown; DOM_NOBODY: all hands are */
    bool wants_steps; /* the reader steps from event to event, and sees the table after each */
    const dom_record_infos *infos;    /* of each seat; NULL: none are shown          */
    const dom_analysis_match *values; /* of the choices; NULL: none are shown     */
    const dom_store_tournament *t;
    const dom_store_match *match;
    char name[DOM_SEATS_MAX][DOM_STORE_BOT_NAME_BYTES + 8]; /* "0 careful": seat and bot, because
                                                               a bot can sit in several seats */
    int width; /* of the names in characters; on a narrow terminal long ones are shortened */
    dom_output_replay_state state;
} dom_output_replay;

/* Returns a match to print to `out`, with all hands open and tiles in brackets. It borrows all
 * three. */
dom_output_replay dom_output_replay_of(const dom_store_tournament *t, const dom_store_match *match,
                                       FILE *out);

/* Start from the beginning of the match. May be called again to print it once more. */
void dom_output_replay_begin(dom_output_replay *r);

/* Print an effect: the start or end of a round, an event or a fault. Other effects print nothing.
 */
void dom_output_replay_effect(dom_output_replay *r, const dom_table *table,
                              const dom_table_effect *effect);

/* Print which match it is, and which bot sits in which seat. */
void dom_output_replay_head(const dom_output_replay *r);

/* Print the hands, one line per seat.
 *
 * is_open  show all hands whatever r->only_seat says, as at the end of a round */
void dom_output_replay_hands(const dom_output_replay *r, const dom_tileset hands[], bool is_open);

/* Print the tiles on the table. */
void dom_output_replay_layout(const dom_output_replay *r);

/* Print the result of the match: places and scores, and the fault that ended it if one did. */
void dom_output_replay_places(const dom_output_replay *r);

/* Print how the process of every seat ended, and the end of its log. Returns as
 * dom_store_process_find. */
dom_rc dom_output_replay_logs(const dom_output_replay *r, dom_store *store, dom_err *err);

#endif
