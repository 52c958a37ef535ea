/* replay_parts.h - the parts of the page of a round (web/replay.h). Private to this folder.
 */
#ifndef DOM_WEB_REPLAY_PARTS_H
#define DOM_WEB_REPLAY_PARTS_H

#include "page_frame.h"
#include "timeline.h"

struct dom_web_replay {
    const dom_web_site *site;
    const dom_web_match *set;
    int count, shown;
    dom_web_timeline lines[]; /* of each match; without rounds if it cannot be replayed */
};

/* The page of a round that is being written. */
typedef struct {
    dom_web_page_frame frame;
    const dom_web_replay *replay;
    const dom_web_timeline *line; /* of the match that is shown */
    int round;                    /* index into its rounds */
} dom_web_round_page;

/* Returns the match that is shown. */
dom_web_match_ref dom_web_replay_ref(const dom_web_round_page *p);

/* Writes the attribute href of a round of it, by index. In a page that is alone it is the step of
 * its first move. */
void dom_web_replay_round_href(dom_web_round_page *p, int round);

/* Writes what stands between the heading and the footer. */
void dom_web_replay_content(dom_web_round_page *p);

/* Writes "SEAT BOT" of a match. */
void dom_web_replay_name(dom_web_round_page *p, const dom_web_match *match, int seat);

/* Writes how a round ended, with the points and scores of all seats. Pre: is_counted. */
void dom_web_replay_round_end(dom_web_round_page *p, const dom_web_match *match,
                              const dom_web_round *r);

/* Writes how a match that is not open ended, as a sentence. */
void dom_web_replay_end(dom_web_page_frame *p, const dom_web_match *match);

/* Writes whose fault ended a match, as a sentence. Pre: the record's end is one. */
void dom_web_replay_fault_end(dom_web_page_frame *p, const dom_web_match *match);

/* The result in a line, such as "pimc 128 : 34 careful", and the title of a page, which also names
 * the match and the round; round 0 stands for all. */
typedef struct {
    char text[DOM_SEATS_MAX * (DOM_WEB_LABEL_BYTES + 16) + DOM_WEB_TITLE_BYTES + 64];
} dom_web_replay_title;
dom_web_replay_title dom_web_replay_headline(const dom_web_site *site, const dom_web_match *match);
dom_web_replay_title dom_web_replay_page_title(const dom_web_site *site, const dom_web_match *match,
                                               const dom_web_replay_title *headline, int round);

/* Writes the scores of a match by seat as a table, with the places unless it is open. */
void dom_web_replay_result(dom_web_page_frame *p, const dom_web_match *match, bool has_times);

/* Finds out how a match was decided. Returns false if it was not played to its end by the rules. */
bool dom_web_replay_decision(dom_web_decision *out, const dom_web_site *site,
                             const dom_web_timeline *line);

/* Writes how the match was decided, if it was played to its end by the rules. */
void dom_web_replay_outcome(dom_web_round_page *p);

/* Who won a round: the side with most points, and how many more than the mean of the others. */
typedef struct {
    int side; /* -1: none, or several */
    double worth;
} dom_web_replay_bar;
dom_web_replay_bar dom_web_replay_bar_of(const dom_web_round_page *p, int round);

/* Returns the worth of the highest bar of the match, at least 1. */
double dom_web_replay_largest_bar(const dom_web_round_page *p);

/* Draws a bar for the strip of rounds. */
void dom_web_replay_put_bar(dom_web_round_page *p, dom_web_replay_bar bar, double largest);

/* Says which colour is which side. */
void dom_web_replay_put_sides(dom_web_round_page *p);

/* Defines the shapes of the tiles of this round. */
void dom_web_replay_shapes(dom_web_round_page *p);

/* Writes the tiles on the table, for wide windows and for phones. Nothing if no tile was laid. */
void dom_web_replay_cloth(dom_web_round_page *p);

void dom_web_replay_hands(dom_web_round_page *p);

/* Returns the next match of the set in which this round was played; NULL if there is none. */
const dom_web_timeline *dom_web_replay_other(const dom_web_round_page *p);

/* Says from which step on the round of another match differs, and what that is worth. The step is
 * that of the other match; beside the page's own board it is a link to that of this match. */
void dom_web_replay_put_difference(dom_web_round_page *p, const dom_web_timeline *line,
                                   bool is_beside);

/* Writes the tiles of the same round in that match, step by step beside those of this one. */
void dom_web_replay_beside(dom_web_round_page *p);

/* Writes the steps of the round as a table. */
void dom_web_replay_steps(dom_web_round_page *p);

/* Writes what the actions of a choice were worth, folded; nothing if the step is no valued choice.
 */
void dom_web_replay_choice_values(dom_web_round_page *p, int step);

/* Writes luck and skill of each seat in the round; of a match that was not valued the command that
 * values it. */
void dom_web_replay_account(dom_web_round_page *p);

/* Draws what each seat could expect of the round, from step to step, with its mistakes and what the
 * bot said that it expects. Pre: the match was valued, and the round has a result. */
void dom_web_replay_curve(dom_web_round_page *p);

/* Returns the kind of a step for the script: "deal", "pass", "mistake", "fault" or "end"; "" for
 * other moves.
 */
const char *dom_web_replay_step_kind(const dom_web_step *step);

/* Writes links to the rounds of the match. */
void dom_web_replay_rounds_nav(dom_web_round_page *p);

/* Writes the buttons, which are hidden unless the script runs. */
void dom_web_replay_controls(dom_web_round_page *p);

/* Writes the moves of a round as a list, a line for each move. */
void dom_web_replay_moves(dom_web_round_page *p, const dom_web_timeline *line,
                          const dom_web_round *r);

/* Writes the same round in all matches of the set, a column for each. Nothing if the set is one
 * match. */
void dom_web_replay_set(dom_web_round_page *p);

#endif
