/* play/hint.h - what a choice is worth, for a person who asks.
 *
 * A hint comes from a process of its own, which gets the options of the variant and the view of
 * this person, and nothing else. So it cannot know more than the person does. It draws worlds
 * (deals that agree with the view, search/belief.h) and plays each of them to the end of the round
 * by random choices, once after every legal action. This is how the bot `flat-mc` chooses.
 */
#ifndef DOM_PLAY_HINT_H
#define DOM_PLAY_HINT_H

#include "base/err.h"
#include "rules/view.h"

/* A hint. */
typedef struct {
    int32_t worlds;                /* how many were drawn; 0: no hint could be found              */
    int32_t best;                  /* index of the best action                                    */
    double worth[DOM_ACTIONS_MAX]; /* by action: mean worth of the round (dom_search_worth)       */
} dom_play_hint;

/* How a process looks for a hint. */
typedef struct {
    int fd; /* of its answer; wait for it with poll                                        */
    int pid;
} dom_play_hint_process;

/* Starts a process that looks for a hint: `domino-arena hint`. Returns DOM_OK, DOM_E_IO or
 * DOM_E_NOMEM. */
dom_rc dom_play_hint_start(dom_play_hint_process *process, const dom_options *options,
                           const dom_view *view, dom_err *err);

/* Returns true if dom_play_hint_finish need not wait. */
bool dom_play_hint_is_there(const dom_play_hint_process *process);

/* Ends the process without waiting for its answer. */
void dom_play_hint_cancel(dom_play_hint_process *process);

/* Waits for the answer, which takes about DOM_PLAY_HINT_MS, and ends the process. Returns false if
 * no hint was found. */
enum { DOM_PLAY_HINT_MS = 300 };
bool dom_play_hint_finish(dom_play_hint_process *process, dom_play_hint *hint);

/* What the process does: reads the question from descriptor 0 and writes the answer to descriptor
 * 1. Returns DOM_OK, or DOM_E_MALFORMED if the question cannot be understood. */
dom_rc dom_play_hint_answer(dom_err *err);

#endif
