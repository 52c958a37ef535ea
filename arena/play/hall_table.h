/* hall_table.h - one table of the hall. Private to this folder; the hall holds its lock during
 * every call. */
#ifndef DOM_PLAY_HALL_TABLE_H
#define DOM_PLAY_HALL_TABLE_H

#include "play/hall.h"

/* A place at a table, for a person or a bot. */
typedef struct {
    bool is_person;
    char *word;                             /* a bot as in `--bots`; NULL: a person         */
    char person[DOM_NAME_BYTES];            /* name of the person; "" until somebody sits   */
    char invitation[DOM_PLAY_SECRET_BYTES]; /* "" for a bot, and once it is used            */
    char secret[DOM_PLAY_SECRET_BYTES];     /* key of the person; "" until somebody sits    */
    bool has_left;
    bool is_late; /* the arena has made the last choice, because the time was up             */
    dom_play_seat *seat; /* during the match; NULL for a bot                                */
    bool has_over;       /* `over` is shown                                                 */
    dom_view over;       /* the end of the round that ended last                            */
    bool is_hinting, has_hint;
    uint32_t hint_serial; /* the choice that the hint is for                                */
    dom_play_hint_process hint_process;
    dom_play_hint hint;
} dom_play_hall_place;

typedef struct {
    uint32_t number, version;
    char from[DOM_PLAY_FROM_BYTES]; /* who ordered it                                       */
    int64_t used_us; /* when the state of play changed last (dom_play_hall_table_use)        */
    dom_play_state state;
    bool is_stored;
    bool is_given_up; /* its process is told to end without storing the match                */
    char trouble[DOM_ERR_BYTES];
    dom_variant variant;
    int32_t clock_s;
    dom_play_table process; /* since the match has begun                                    */
    dom_play_hall_place place[DOM_SEATS_MAX];
    dom_ipc_frame_round *rounds;
    size_t round_count, round_room;
} dom_play_hall_table;

/* Makes a table for an order that was checked. Returns NULL when out of memory. */
dom_play_hall_table *dom_play_hall_table_make(const dom_play_order *order,
                                              const dom_variant *variant);

/* Ends the process of the table if it runs, waits for its end, and frees the table. */
void dom_play_hall_table_free(dom_play_hall_table *table);

/* Gives a place to a person, and an invitation to nobody else. */
void dom_play_hall_table_sit(dom_play_hall_place *place, const char *person);

/* Begins the match if all people sit. If it cannot begin, the table has ended. Returns DOM_OK, or
 * what dom_play_table_start returns. */
dom_rc dom_play_hall_table_begin(dom_play_hall_table *table, const dom_home *home, dom_err *err);

/* Notes that somebody sees something new at the table. */
void dom_play_hall_table_note(dom_play_hall_table *table);

/* Notes that the state of play has changed, by a choice or by who sits here: the table's hour
 * begins anew. Looking, hints and closing a result are nothing of the kind. */
void dom_play_hall_table_use(dom_play_hall_table *table);

/* Takes what has happened. Returns true if anybody sees something new. */
bool dom_play_hall_table_take(dom_play_hall_table *table);

/* Returns true if the process of the table is about to end, so that it has to be looked at often.
 */
bool dom_play_hall_table_is_ending(const dom_play_hall_table *table);

/* Ends the table without storing its match. A process that runs is told so again by every
 * dom_play_hall_table_take until it has ended: after the first time it waits for the match. */
void dom_play_hall_table_give_up(dom_play_hall_table *table, const char *why);

/* The person gets up. */
void dom_play_hall_table_leave(dom_play_hall_table *table, dom_play_hall_place *place);

/* Fills in what the place sees. */
void dom_play_hall_table_read(dom_play_view *view, const dom_play_hall_table *table,
                              const dom_play_hall_place *place);

#endif
