/* store/store.h - the results database: one SQLite file, the only state.
 *
 * Facts are stored, everything else (ratings, hands, legal lists, points of a
 * round) is computed from them. This is the only place with SQL; schema.sql is
 * the commented description of every column.
 *
 * One thread per handle, and no handle across a fork. WAL with synchronous FULL:
 * what dom_store_commit has acknowledged survives a power cut; a group is stored
 * whole or not at all.
 *
 * Every write that becomes durable compares the files that have the database's name with
 * those that were opened. After the database, its -wal or its -shm was removed, replaced or
 * moved, the write fails with DOM_E_IO, and `err` says which of the matches that were
 * acknowledged are gone. Example: 300 matches were committed, and somebody removed the file;
 * the next commit fails with "... everything in it is gone, with the 300 matches that were
 * reported since it was opened".
 *
 * Besides the codes a function names, each may return
 *     DOM_E_IO     the disk is full or fails, or the file is damaged
 *     DOM_E_LIMIT  when writing: another process has been writing for longer than
 *                  our patience, try again; or DOM_STORE_VALUE_BYTES
 *     DOM_E_NOMEM
 * with `err` naming the file and what could not be done. What is read is checked
 * (lengths, enums, numbers of seats, bots and variants within the tournament), so
 * a damaged or hostile file gives DOM_E_IO and never an impossible struct. What is
 * written must be possible, every number in the range that its field names; a
 * tournament, bot, variant or process that is not there gives DOM_E_ILLEGAL.
 *
 * Visitors: what they are handed lives until they return. One that returns
 * another code than DOM_OK ends the walk with it. They may read from the store,
 * but not with the function that is visiting them, and do not write to it.
 */
#ifndef DOM_STORE_STORE_H
#define DOM_STORE_STORE_H

#include "base/err.h"
#include "base/fault.h"
#include "rules/tile.h"
#include "rules/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_STORE_SECRET_BYTES = 32,
    DOM_STORE_TOURNAMENT_NAME_BYTES = 65, /* [a-z0-9][a-z0-9._-]{0,63} and the NUL  */
    DOM_STORE_BOT_NAME_BYTES = 33,
    DOM_STORE_BOT_VERSION_BYTES = 65, /* lower-case hex of the content hash         */
    DOM_STORE_SANDBOX_BYTES = 9,      /* none, limits, bwrap                        */
    DOM_STORE_ANSWER_BYTES = 256      /* kept of what a bot said                    */
};

/* Texts and bytes of one call may come to this much together, else DOM_E_LIMIT. */
enum { DOM_STORE_VALUE_BYTES = 16 * 1024 * 1024 };

typedef struct dom_store dom_store;

typedef enum {
    DOM_STORE_WRITE, /* create or upgrade as needed; several may be open      */
    DOM_STORE_READ   /* must exist; nothing is changed; sees what others commit */
} dom_store_mode;

/* Open the database at `path`.
 *
 * out  receives a handle the caller owns: release with dom_store_close(&store).
 *      NULL on failure.
 *
 * WRITE makes a new file readable for its owner alone (it holds the secret), its
 * folder must be there; an existing file is checked from end to end, about half a
 * second for a million matches. A file with more than one hard link is refused, because
 * its log is found by one name only. READ of a file in a folder where nothing can be
 * written works as long as nobody else writes it; when somebody does, a later
 * call says so with DOM_E_IO.
 *
 * Returns DOM_OK; DOM_E_ABSENT in READ mode when there is no such file, or an
 * empty one; DOM_E_IO if it cannot be opened, read or written, or is damaged;
 * DOM_E_SCHEMA if it is another program's or a newer arena's, in READ mode also
 * an older one's. A file that is refused is not changed.
 * May wait up to 5 s for another process's write. */
dom_rc dom_store_open(dom_store **out, const char *path, dom_store_mode mode, dom_err *err);

/* Close; a group that is not committed is lost. NULL inside is fine. */
void dom_store_close(dom_store **store);

/* ---- tournaments -------------------------------------------------------- */

typedef struct {
    char name[DOM_STORE_BOT_NAME_BYTES];
    char version[DOM_STORE_BOT_VERSION_BYTES];
} dom_store_bot;

/* What was announced at once: the tournament as it was begun, or an extension of
 * it. schedule/schedule.h says what the numbers mean. */
typedef struct {
    uint32_t first_set; /* number of its first set, from 1                    */
    uint16_t bots;
    uint16_t old_bots;
    uint32_t sets;
    uint32_t rounds;
    int64_t created_ms;  /* Unix time                                         */
    int64_t finished_ms; /* 0 until every match was played: secret revealed   */
    uint8_t secret[DOM_STORE_SECRET_BYTES];
    char commit[65]; /* hex                                                   */
} dom_store_stage;

/* A tournament. Names (of bots and variants too) are not empty and visible ASCII,
 * versions, bases and commitments visible ASCII.
 * Pointers are the caller's when writing, and the store's (valid until
 * dom_store_tournament_free) when reading. */
typedef struct {
    int64_t id; /* filled by the store                                        */
    char name[DOM_STORE_TOURNAMENT_NAME_BYTES];
    const char *config;   /* the whole tournament file, normalised, as JSON   */
    bool is_reproducible; /* the secrets come from `seed: N`: not secret      */
    uint16_t bot_count;
    const dom_store_bot *bots; /* index = bot number in this tournament       */
    uint16_t variant_count;
    const dom_variant *variants;   /* index = variant number; summary is ""     */
    uint16_t stage_count;          /* 1 or more                               */
    const dom_store_stage *stages; /* first_set ascending                     */
} dom_store_tournament;

/* Add a tournament, durably, before its first deal. DOM_E_CONFIG when the name
 * is taken. t->id is set, 0 on failure. Not inside a group. */
dom_rc dom_store_tournament_add(dom_store *store, dom_store_tournament *t, dom_err *err);

/* The tournament t->id goes on as *t says: its configuration, and the bots and
 * stages behind those that are stored are new. Durably, before the first deal of a
 * new stage; all or nothing. DOM_E_ABSENT when there is no such tournament. Not
 * inside a group. */
dom_rc dom_store_tournament_extend(dom_store *store, const dom_store_tournament *t, dom_err *err);

/* Find by name; NULL means the newest. DOM_E_ABSENT with the names there are,
 * newest first. *out is zero on failure. */
dom_rc dom_store_tournament_find(dom_store *store, const char *name, dom_store_tournament *out,
                                 dom_err *err);

/* Free what find has filled and overwrite it with zeros, the secrets too. May be
 * called twice, or on zeros. */
void dom_store_tournament_free(dom_store_tournament *t);

/* Every tournament, oldest first. The visitor's argument is freed by the store
 * after the call. This visitor may write. */
dom_rc dom_store_tournament_each(dom_store *store,
                                 dom_rc (*visit)(void *context, const dom_store_tournament *t),
                                 void *context, dom_err *err);

/* Note that every match of every stage was played. Durable with the group that is
 * open, without one at once. DOM_E_ABSENT when there is no such tournament. */
dom_rc dom_store_tournament_finish(dom_store *store, int64_t id, int64_t finished_ms, dom_err *err);

/* ---- processes ---------------------------------------------------------- */

/* One process of a bot. */
typedef struct {
    int64_t id; /* filled by the store                                        */
    int64_t tournament;
    uint16_t bot;
    uint8_t seat;
    uint32_t instance; /* DOMINO_ARENA_INSTANCE                               */
    int64_t started_ms;
    char language[65], version[65]; /* as it said in hello                    */
    char ended[128];                /* how it ended, for a person             */
    const uint8_t *log;             /* what it printed, first and last 32 KiB */
    size_t log_bytes;
} dom_store_process;

/* Both become durable with the group that is open, without one at once. `add` sets
 * p->id. `update` writes language, version, ended and log of the process p->id, the
 * rest of *p being as it was added; DOM_E_ABSENT when there is none. */
dom_rc dom_store_process_add(dom_store *store, dom_store_process *p, dom_err *err);
dom_rc dom_store_process_update(dom_store *store, const dom_store_process *p, dom_err *err);

/* The process with that id, or DOM_E_ABSENT; log is valid until the next call of
 * this function. */
dom_rc dom_store_process_find(dom_store *store, int64_t id, dom_store_process *out, dom_err *err);

/* The processes of a tournament in the order in which they were added. */
dom_rc dom_store_process_each(dom_store *store, int64_t tournament,
                              dom_rc (*visit)(void *context, const dom_store_process *p),
                              void *context, dom_err *err);

/* ---- matches ------------------------------------------------------------ */

typedef struct {
    uint16_t bot;    /* number in the tournament                              */
    uint8_t place;   /* competition place, 1 is best, at most DOM_SEATS_MAX   */
    int32_t score;   /* match points                                          */
    int64_t time_us; /* sum of what its choices took                          */
    int64_t process; /* id of the process that sat there last, 0 if none      */
} dom_store_seat;

/* A finished match, whole. */
typedef struct {
    int64_t tournament;
    uint64_t match; /* from 1                                                 */
    uint64_t set;   /* from 1                                                 */
    uint8_t rotation;
    uint16_t variant;  /* number in the tournament                            */
    uint32_t attempt;  /* starts that reached the disk, this one included     */
    dom_fault end;     /* DOM_FAULT_NONE: by the rules                        */
    int8_t fault_seat; /* -1 without one                                      */
    uint16_t rounds;   /* rounds that were started                            */
    int64_t started_ms;
    int64_t duration_ms;
    char sandbox[DOM_STORE_SANDBOX_BYTES]; /* a word, not empty                     */
    uint8_t seats;                         /* the players of its variant            */
    dom_store_seat seat[DOM_SEATS_MAX];
    const uint8_t *decisions; /* record/decisions.h                           */
    size_t decisions_bytes;
} dom_store_match;

/* An offence, tolerated or not. */
typedef struct {
    int64_t tournament;
    uint64_t match; /* 0 when it ended no match and concerned none            */
    int8_t seat;    /* -1 when it sat nowhere                                 */
    uint16_t bot;
    int64_t process; /* id, 0 if none                                         */
    dom_fault code;  /* not DOM_FAULT_NONE                                    */
    bool tolerated;
    int64_t when_ms;
    int32_t choice;        /* choices of the match that were made before it: the one that it
                              was asked for follows; -1 where nothing was asked */
    const char *text;      /* for a person; NULL means ""                     */
    const uint8_t *answer; /* beginning of the message that it is about, as the bot sent it:
                              any bytes                                        */
    size_t answer_bytes;   /* at most DOM_STORE_ANSWER_BYTES, 0 where there is none  */
    int32_t variant;       /* when reading: of its match, -1 if that is not finished */
} dom_store_fault;

/* What is asked, some times a second, once another process has kept a write waiting for 5 s:
 * shall it wait on? `waited_ms` is the time since this wait began. It does not use the store. */
typedef bool dom_store_patience(void *context, int64_t waited_ms);

/* NULL, as at first: a write does not wait longer. */
void dom_store_be_patient(dom_store *store, dom_store_patience *patience, void *context);

/* A group: begin, then any number of the three in the middle (and of processes),
 * then commit. Nothing is durable and nobody may be told before dom_store_commit
 * returned DOM_OK.
 *
 * Any failure inside a group is the group's: nothing of it is left behind, what
 * still is added fails alike, and commit returns the first failure, so it is
 * enough to look at that. A group whose begin or commit has failed can be tried
 * again as a whole, except after a failing fsync: then the handle refuses to
 * write, and a database opened anew tells what is there, each group whole or not
 * at all.
 *
 * begin        holds the write lock until commit; other writers wait.
 * match_start  counts a start of a match that is not finished, else DOM_E_ILLEGAL.
 * match_add    forgets the starts of the match. DOM_E_ILLEGAL when it is stored
 *              already. */
dom_rc dom_store_begin(dom_store *store, dom_err *err);
dom_rc dom_store_match_start(dom_store *store, int64_t tournament, uint64_t match, dom_err *err);
dom_rc dom_store_match_add(dom_store *store, const dom_store_match *m, dom_err *err);
dom_rc dom_store_fault_add(dom_store *store, const dom_store_fault *f, dom_err *err);
dom_rc dom_store_commit(dom_store *store, dom_err *err);

/* Numbers of the matches that are stored, ascending. Reads nothing else of them. */
dom_rc dom_store_match_numbers(dom_store *store, int64_t tournament,
                               dom_rc (*visit)(void *context, uint64_t match), void *context,
                               dom_err *err);

/* Starts noted for matches that are not finished, ascending. */
dom_rc dom_store_match_starts(dom_store *store, int64_t tournament,
                              dom_rc (*visit)(void *context, uint64_t match, uint32_t starts),
                              void *context, dom_err *err);

/* Walk the matches of a tournament in order of number, as of one moment.
 * `from`..`to` bound the numbers (to = 0: no bound). Without decisions these are NULL
 * and 0 bytes, and not looked at. Checksums of what is read are compared; DOM_E_IO names
 * the match that differs or has lost a seat or its decisions. */
dom_rc dom_store_match_each(dom_store *store, int64_t tournament, uint64_t from, uint64_t to,
                            bool with_decisions,
                            dom_rc (*visit)(void *context, const dom_store_match *m), void *context,
                            dom_err *err);

/* ---- what is new ---------------------------------------------------------- */

/* Everything that is read until the end stems from one moment. May be nested. After
 * DOM_OK each begin wants its end. */
dom_rc dom_store_look_begin(dom_store *store, dom_err *err);
void dom_store_look_end(dom_store *store);

/* The database as it was when so many matches were stored: matches are only ever added,
 * so who finds the mark again finds everything as it was, and the new behind it. */
enum { DOM_STORE_MARK_BYTES = 8 };
typedef struct {
    int64_t last; /* row of the match that was stored last, 0: none            */
    uint8_t checksum[DOM_STORE_MARK_BYTES]; /* of that row                     */
} dom_store_mark;

dom_rc dom_store_mark_now(dom_store *store, dom_store_mark *out, dom_err *err);

/* Visit the matches that were stored since. DOM_E_ABSENT when the mark is not of this
 * database. */
dom_rc dom_store_since(dom_store *store, const dom_store_mark *mark,
                       dom_rc (*visit)(void *context, int64_t tournament, uint64_t match),
                       void *context, dom_err *err);

/* The file, absolute and without links; lives as long as the handle. */
const char *dom_store_path(const dom_store *store);

/* Does every row name only rows that are there? DOM_E_IO with the first table of which
 * one does not. */
dom_rc dom_store_check_references(dom_store *store, dom_err *err);

/* Offences of a tournament in the order in which they were added. */
dom_rc dom_store_fault_each(dom_store *store, int64_t tournament,
                            dom_rc (*visit)(void *context, const dom_store_fault *f), void *context,
                            dom_err *err);

/* ---- the database as a whole --------------------------------------------- */

typedef struct {
    uint64_t tournaments, matches;
    uint64_t bytes; /* size of the file                                       */
} dom_store_contents;

/* A number that is another one after another handle has committed: who looks at it again
 * and again learns that there is news. It means nothing to another handle. */
dom_rc dom_store_data_version(dom_store *store, int64_t *out, dom_err *err);

/* Is every page of the file sound, and how much is there? Takes time in proportion
 * to the file. DOM_E_IO when it is damaged. */
dom_rc dom_store_check(dom_store *store, dom_store_contents *out, dom_err *err);

typedef struct {
    const char *path; /* of the copy                                          */
    bool may_replace; /* a copy that stands there already                     */
    /* Called between parts of the copying, at most 16 MiB each; another code than
     * DOM_OK ends it with that. NULL = never asked. */
    dom_rc (*on_part)(void *context, dom_err *err);
    void *context;
} dom_store_backup_spec;

/* Copy the database as it is at this moment, whoever writes to it meanwhile: they
 * neither wait nor notice. The copy is one file for its owner alone (it holds the
 * secrets), that needs no other beside it, checked from end to end and synced
 * before it gets its name; until then it is called PATH.tmp-XXXXXX, which is left
 * behind only by a kill that nobody can catch.
 *
 * out  what the copy holds; may be NULL.
 *
 * Returns DOM_OK; DOM_E_CONFIG when something is in the place of the copy that must
 * not be replaced: any file without may_replace, and in any case the database
 * itself, what is no plain file, and a file with a log of changes beside it, which
 * SQLite would take for the copy's; DOM_E_IO when the copy cannot be written. On
 * failure what stood at `path` still stands there, unless the error says that the
 * copy is written. */
dom_rc dom_store_backup(dom_store *store, const dom_store_backup_spec *spec,
                        dom_store_contents *out, dom_err *err);

/* The version of the schema that this arena writes, and of SQLite as it is linked. */
int dom_store_schema_version(void);
const char *dom_store_sqlite_version(void);

#endif
