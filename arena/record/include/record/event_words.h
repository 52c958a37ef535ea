/* record/event_words.h - says in words what a seat did: "plays 5-3 at the left end, face down".
 * Replays and the tables of people, in the terminal and on pages, say before it who it was. For a
 * start tile that is "the round": it "starts with 5-3".
 */
#ifndef DOM_RECORD_EVENT_WORDS_H
#define DOM_RECORD_EVENT_WORDS_H

#include "rules/round.h"

enum { DOM_RECORD_WORDS_BYTES = 80 };

/* How an event is told. */
typedef struct {
    bool is_you;       /* "play", not "plays" */
    bool counts_draws; /* "draws 2 tiles"; else "draws 5-3", or "draws a tile" if it is not known */
    const int8_t *ends; /* the values of the open ends, of which nothing fits at a pass */
    int end_count;      /* 0: a pass is only "passes" */
} dom_record_telling;

void dom_record_event_words(char words[static DOM_RECORD_WORDS_BYTES], const dom_event *event,
                            dom_record_telling how);

/* Writes the values of the open ends, each once: "4, 2 or 1"; "" if all are closed. */
void dom_record_ends_words(char words[static DOM_RECORD_WORDS_BYTES], const int8_t ends[],
                           int end_count);

#endif
