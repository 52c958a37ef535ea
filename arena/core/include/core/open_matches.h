/* core/open_matches.h - the matches under way, for somebody who watches a run.
 *
 * Only a match that has lasted for a while is listed, because nobody can watch a match of a
 * millisecond. A watcher sees what the organiser of the run knows: the choices of a match tell
 * hands, so they are for spectators only if the tournament has some
 * (dom_core_tournament.has_spectators).
 */
#ifndef DOM_CORE_OPEN_MATCHES_H
#define DOM_CORE_OPEN_MATCHES_H

#include "rules/tile.h"

#include <stddef.h>
#include <stdint.h>

enum {
    DOM_CORE_WATCH_AFTER_MS = 2000, /* a match is listed once it has lasted so long        */
    DOM_CORE_WATCH_MATCHES_MAX = 64 /* at most this many are listed, the oldest first     */
};

/* A match under way. */
typedef struct {
    uint64_t match, set; /* from 1                                                */
    uint32_t variant;    /* number in the tournament                              */
    int rotation, seats;
    int round;                   /* from 1                                        */
    int turn;                    /* the seat that is asked; DOM_NOBODY: none      */
    uint16_t bot[DOM_SEATS_MAX]; /* numbers in the tournament                     */
    int32_t score[DOM_SEATS_MAX];
    int64_t started_ms;       /* Unix time                                        */
    int64_t asked_ms;         /* Unix time at which `turn` was asked; 0 if nobody is */
    const uint8_t *decisions; /* the choices so far (record/decisions.h); borrowed */
    size_t decisions_bytes;
} dom_core_open_match;

typedef struct {
    uint32_t count; /* matches that have lasted long enough                       */
    uint32_t shown; /* how many of them are listed below                          */
    dom_core_open_match match[DOM_CORE_WATCH_MATCHES_MAX]; /* in the order in which they began */
} dom_core_open_matches;

/* Somebody who watches a run. All zero is nobody, which costs nothing. */
typedef struct {
    void *context;
    /* Called at most twice a second between two turns of the loop, so it must not wait. The matches
     * are valid during the call. */
    void (*look)(void *context, const dom_core_open_matches *open);
} dom_core_watcher;

#endif
