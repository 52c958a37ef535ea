/* play/hall.h - the tables of a server: who sits down, what each seat sees, and what it does.
 *
 * The first person of a table names the variant, the bots and how many people are missing. Each
 * missing person gets an invitation, a secret that is exchanged once for the secret of the seat.
 * When all people sit, the match begins (play/table.h). A caller with the secret of a seat may look
 * at it and play for it, from several windows too, and nobody else may.
 *
 *     waiting --all sit--> playing --match over--> ended: stored, or with a line of what went wrong
 *
 * A thread of the hall takes what happens at the tables, so that a move of a bot or of somebody
 * else is seen at once. It calls `tell` for every change.
 *
 * Limits: DOM_PLAY_TABLES_MAX tables. The oldest table that has ended makes room for a new one. A
 * table whose state of play has not changed for an hour is ended and its match is not stored; a
 * table that has ended is forgotten after another hour. A choice that the table took changes it,
 * and a person who sits down or leaves; a refused choice, a hint and closing a result do not.
 *
 * All functions may be called by any thread.
 */
#ifndef DOM_PLAY_HALL_H
#define DOM_PLAY_HALL_H

#include "play/hint.h"
#include "play/seat.h"
#include "play/table.h"

enum {
    DOM_PLAY_TABLES_MAX = 32,
    DOM_PLAY_SECRET_BYTES = 33, /* 128 random bits as 32 hexadecimal digits, and the NUL */
    DOM_PLAY_CLOCK_MAX_S = 86400,
    DOM_PLAY_FROM_BYTES = 52
};

enum { DOM_PLAY_VERSIONS_BYTES = 800 };

typedef struct {
    const dom_home *home; /* the data folder with the bots, and the database of the matches */
    /* Gets the version of every table as a JSON object, {"NUMBER": VERSION, ...}, which is at most
     * DOM_PLAY_VERSIONS_BYTES long with its NUL. It is called with the hall's lock held, so it must
     * not call the hall. */
    void (*tell)(void *context, const char *versions);
    void *context;
    size_t tables_from_one; /* that somebody may have ordered and that have not ended; 0: not
                               bounded */
} dom_play_hall_spec;

typedef struct dom_play_hall dom_play_hall;

/* Opens a hall without tables and starts its thread, in which all signals are blocked. The spec is
 * copied; what it points to must outlive the hall. Returns DOM_OK, DOM_E_NOMEM or DOM_E_IO. */
dom_rc dom_play_hall_open(dom_play_hall **out, const dom_play_hall_spec *spec, dom_err *err);

/* Ends all tables, whose matches are not stored, and frees the hall. NULL is accepted. */
void dom_play_hall_close(dom_play_hall **hall);

/* What somebody wants to play. All texts are borrowed. */
typedef struct {
    const char *variant;
    const char *person; /* name of the first person, who gets seat 0 */
    /* Seats 1 and up: a bot as in `--bots`, or NULL for a person who is invited. A bot's word may
     * name a folder, and what is in it is run: pass on only words that the caller trusts. */
    const char *seat[DOM_SEATS_MAX];
    int seats;
    int32_t clock_s; /* time of a person for a move; 0: no clock */
    /* Who orders, such as an address, of at most DOM_PLAY_FROM_BYTES - 1 bytes. NULL: not known;
     * the bound holds for all such orders together. */
    const char *from;
} dom_play_order;

/* The key of a seat: the number of its table, from 1, and its secret. */
typedef struct {
    uint32_t table;
    char secret[DOM_PLAY_SECRET_BYTES];
} dom_play_key;

/* Opens a table and sits down the first person. If no other person is missing, the match begins.
 *
 * Returns DOM_OK; DOM_E_CONFIG with one line if the order cannot be played: an unknown variant,
 * another number of seats, a name that nobody may have, a clock out of range; or if all tables are
 * taken, or as many as may be from one; DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_play_hall_order(dom_play_hall *hall, const dom_play_order *order, dom_play_key *key,
                           dom_err *err);

/* Exchanges an invitation, `invitation->secret`, for a seat. It is used up. Returns DOM_OK;
 * DOM_E_ABSENT if there is no such table; DOM_E_ILLEGAL if the invitation is wrong or used up;
 * DOM_E_CONFIG with one line if the name is not allowed; or what the beginning of the match
 * returns. */
dom_rc dom_play_hall_sit(dom_play_hall *hall, const dom_play_key *invitation, const char *person,
                         dom_play_key *key, dom_err *err);

typedef enum { DOM_PLAY_WAITING, DOM_PLAY_PLAYING, DOM_PLAY_ENDED } dom_play_state;

/* A table as one seat sees it. Everything is borrowed from the hall. */
typedef struct {
    uint32_t table, version;
    int64_t used_us; /* when the state of play changed last, by the monotonic clock      */
    dom_play_state state;
    bool is_stored;         /* DOM_PLAY_ENDED: the match is in the database              */
    const char *trouble;    /* why there is or will be no stored match, in a line; else "" */
    const char *tournament; /* its name in the database; "" before the match             */
    const dom_variant *variant;
    int own;                         /* the seat that looks                              */
    const char *name[DOM_SEATS_MAX]; /* as in the order; "" for a person who is missing  */
    /* The secret for a person who is missing; else "". Only the first person sees it. */
    const char *invitation[DOM_SEATS_MAX];
    bool is_person[DOM_SEATS_MAX];
    int32_t clock_s;
    const dom_play_seat *seat; /* NULL before the match, and if this person has left     */
    /* The final view of a finished round that this person still looks at; NULL: none. */
    const dom_view *over;
    const dom_ipc_frame_round *rounds; /* those that have ended                           */
    size_t round_count;
    bool is_hinting;           /* a hint is being looked for                             */
    const dom_play_hint *hint; /* for the choice at hand; NULL: none                      */
    bool is_late;              /* the arena has made the last choice: the time was up     */
    bool has_left;             /* this person gave up                                    */
} dom_play_view;

/* Looks at a seat: calls `see`, which must not call the hall. Returns DOM_OK; DOM_E_ABSENT if there
 * is no such table; DOM_E_ILLEGAL if no seat of it has this secret. */
dom_rc dom_play_hall_read(dom_play_hall *hall, const dom_play_key *key,
                          void (*see)(void *context, const dom_play_view *view), void *context);

/* Looks at a table from outside, with an invitation: `own` is the seat that it is for, and nothing
 * is seen of the match. Returns the same; DOM_E_ILLEGAL if the invitation is wrong or used up. */
dom_rc dom_play_hall_read_invited(dom_play_hall *hall, const dom_play_key *invitation,
                                  void (*see)(void *context, const dom_play_view *view),
                                  void *context);

/* How many tables there are by their state, and people who sit at those that have not ended. */
typedef struct {
    unsigned tables[DOM_PLAY_ENDED + 1], people;
} dom_play_hall_counts;

dom_play_hall_counts dom_play_hall_count(dom_play_hall *hall);

/* Raises the version of every table, for a reason outside of the hall: the pages of stored matches
 * are new. */
void dom_play_hall_touch(dom_play_hall *hall);

/* What a person at a table does. Each returns DOM_OK; DOM_E_ABSENT and DOM_E_ILLEGAL as
 * dom_play_hall_read; DOM_E_CONFIG with one line for the person if it is too late or not possible.
 */

/* Makes a choice (dom_play_seat_choose). */
dom_rc dom_play_hall_choose(dom_play_hall *hall, const dom_play_key *key, uint32_t serial,
                            uint32_t choice, dom_err *err);

/* Looks for a hint, once for every choice. It is there a moment later. */
dom_rc dom_play_hall_hint(dom_play_hall *hall, const dom_play_key *key, dom_err *err);

/* Closes the result of a finished round; the view then shows the current round. Without one to
 * close it is DOM_E_CONFIG. */
dom_rc dom_play_hall_next(dom_play_hall *hall, const dom_play_key *key, dom_err *err);

/* Leaves the table. During the match this gives it up. Before the match the table is ended if the
 * first person leaves; if another one does, the seat gets a new invitation. */
dom_rc dom_play_hall_leave(dom_play_hall *hall, const dom_play_key *key, dom_err *err);

#endif
