/* cli/replay.h - a match in words, event by event. Private to the command replay:
 * replay_text.c says what happens, replay_step.c turns the pages.
 */
#ifndef DOM_CLI_REPLAY_H
#define DOM_CLI_REPLAY_H

#include "args.h"
#include "line.h"
#include "past.h"

typedef struct {
    const cli_args *args;
    dom_store *store;
    dom_err *err;
    const dom_store_tournament *t;
    const dom_store_match *match;
    FILE *out;
    int columns; /* of the window                                              */
    cli_tiles tiles;
    char name[DOM_SEATS_MAX][DOM_BOT_NAME_BYTES + 8]; /* with the seat: partners share one */
    int width; /* of the longest name                                          */
    bool is_found;
    /* As far as the match has been told: */
    int event; /* number within the round                                      */
    dom_clock clock;
    int64_t bank_us[DOM_SEATS_MAX];
    cli_line line;
} replayer;

/* The match is told from its beginning. */
void replay_begin(replayer *r);

/* Tell what happened: rounds, events, faults. */
void replay_effect(replayer *r, const dom_table *table, const dom_effect *effect);

/* What it is, who sits where; hands; the tiles on the table; how it came out. */
void replay_head(const replayer *r);
void replay_hands(const replayer *r, const dom_tileset hands[], bool is_open);
void replay_layout(const replayer *r);
void replay_places(const replayer *r);

/* Show the match page by page, driven by keys. Pre: cli_keys_can(). */
dom_rc replay_step(replayer *r, const dom_record *record, dom_table *table);

#endif
