/* output/play_text.h - a match as the person in one seat sees it, in the terminal.
 *
 *     Round 1 of block-2, stock 14
 *       careful plays 4-1 at the right end
 *
 *       [6|4][4|4][4|1]
 *       you     6-1 5-3 2-0 1-0
 *       careful 5 tiles
 *
 *     Your move:  1: 6-1 left   2: 6-1 right   3: 1-0 right
 *
 * Everything is printed below what was there, so it can be read in any terminal, by a screen reader
 * and from a file.
 */
#ifndef DOM_OUTPUT_PLAY_TEXT_H
#define DOM_OUTPUT_PLAY_TEXT_H

#include "output/board_text.h"
#include "play/hint.h"
#include "play/seat.h"

enum { DOM_OUTPUT_PLAY_HELP_COLUMN = 18 };

/* What was printed so far. The caller sets the first two members and leaves the rest 0. */
typedef struct {
    FILE *out;
    const dom_play_seat *seat; /* borrowed */
    int round;                 /* number of the round under way */
    int events;                /* events of it that were printed */
    dom_output_board board;
} dom_output_play;

/* Print who sits where, when the match begins. */
void dom_output_play_begin(dom_output_play *p);

/* Print what has happened since the last call. */
void dom_output_play_news(dom_output_play *p);

/* Print the table, the own hand and the numbered choices. Pre: the person is on turn. */
void dom_output_play_turn(const dom_output_play *p);

/* Print the round that has ended: how, with which hands, and the score sheet. */
void dom_output_play_round(const dom_output_play *p);

/* Print the result of the match. */
void dom_output_play_result(const dom_output_play *p);

/* Print what each choice is worth. */
void dom_output_play_hint(const dom_output_play *p, const dom_play_hint *hint);

/* Print how a move is typed, each with its meaning from column DOM_OUTPUT_PLAY_HELP_COLUMN on. Pre:
 * the person is on turn. Ways that this game does not need are left out. */
void dom_output_play_help(const dom_output_play *p);

/* Finds the choice that a line means: its number from 1, or "5-3", "5-3 left", "5-3 down", "draw",
 * "pass". Returns an index into the legal actions, or -1; then `err` has one line for the person.
 */
int dom_output_play_read(const dom_view *view, const char *line, dom_err *err);

#endif
