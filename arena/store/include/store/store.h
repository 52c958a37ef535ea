/* store/store.h - the results database: one SQLite file with all that the arena keeps.
 *
 * Facts are stored. Everything else (ratings, hands, lists of legal actions, points of a round) is
 * computed from them. Only this component contains SQL; schema.sql describes every column.
 *
 * What may be lost in a power cut, or when the arena is killed? Nothing that was acknowledged.
 * Matches are written in groups: dom_store_begin, dom_store_match_add for each match,
 * dom_store_commit.
 *   - After dom_store_commit has returned DOM_OK, every match of the group is on disk and stays
 *     there (WAL with synchronous=FULL).
 *   - Before that, the whole group may be lost, never a part of it. The arena reports a match only
 *     after its commit. A lost match is played again by the next run, with the same deals.
 * Example: the core commits after 256 finished matches, or 200 ms after the oldest of them. If the
 * power fails with 40 finished matches in the open group, these 40 were not reported, and the next
 * `run` plays them again.
 *
 * Removed files. Every commit compares the files that now have the database's name with those that
 * were opened. If the database, its -wal or its -shm was removed, replaced or moved, the commit
 * fails with DOM_E_IO, and `err` says which acknowledged matches are lost. Example: 300 matches
 * were committed and a user removed the file. The next commit fails, and the message says that the
 * 300 matches that were reported since it was opened are lost.
 *
 * Errors. Besides the codes that a function names, each may return
 *     DOM_E_IO     the disk is full or fails, or the file is damaged
 *     DOM_E_LIMIT  when writing: another process has been writing for too long (see
 *                  dom_store_wait_for_writers), or a value is larger than DOM_STORE_VALUE_BYTES
 *     DOM_E_NOMEM
 * and `err` names the file and the action that failed. Everything that is read is checked: lengths,
 * enums, and the numbers of seats, bots and variants. So a damaged or hostile file gives DOM_E_IO
 * and never an impossible struct. Everything that is written must be in the range that its field
 * names. A tournament, bot, variant or process that does not exist gives DOM_E_ILLEGAL.
 *
 * Use one handle per thread, and do not use a handle after a fork.
 *
 * Visitors. A visitor's arguments are valid until it returns. Any code but DOM_OK ends the walk,
 * which returns that code. A visitor may read from the store, but not with the function that called
 * it, and must not write unless the function says so.
 */
#ifndef DOM_STORE_STORE_H
#define DOM_STORE_STORE_H

#include "base/err.h"
#include "base/fault.h"
#include "rules/tile.h"
#include "rules/variant.h"
#include "schedule/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_STORE_SECRET_BYTES = 32,
    DOM_STORE_TOURNAMENT_NAME_BYTES = 65, /* [a-z0-9][a-z0-9._-]{0,63} and the NUL  */
    DOM_STORE_BOT_NAME_BYTES = 33,
    DOM_STORE_BOT_VERSION_BYTES = 65, /* lower-case hex of the content hash         */
    DOM_STORE_SANDBOX_BYTES = 9,      /* none, limits, bwrap, disk                  */
    DOM_STORE_ANSWER_BYTES = 256,     /* bytes that are kept of a bot's message     */
    DOM_STORE_INFOS_BYTES = 16384     /* of the infos of a match                    */
};

/* Most matches of a set: in a comparison it has two halves with a match for each seat. */
enum { DOM_STORE_SET_MATCHES_MAX = 2 * DOM_SEATS_MAX };

/* The texts and bytes of one call together must not exceed this size, else DOM_E_LIMIT. */
enum { DOM_STORE_VALUE_BYTES = 16 * 1024 * 1024 };

typedef struct dom_store dom_store;

typedef enum {
    DOM_STORE_WRITE, /* creates or upgrades the file if needed; several handles may be open */
    DOM_STORE_READ   /* the file must exist and is not changed; sees the commits of others */
} dom_store_mode;

/* Opens the database at `path`.
 *
 * out  receives a handle that the caller owns and closes with dom_store_close(&store); NULL on
 *      failure
 *
 * WRITE creates a missing file, readable for its owner only because it holds the secret; its folder
 * must exist. An existing file is checked completely, which takes about half a second for a million
 * matches. A file with more than one hard link is refused, because SQLite finds its log under one
 * name only. READ also works in a folder without write permission while no other process writes to
 * the file; if one does, a later call returns DOM_E_IO.
 *
 * Returns DOM_OK; DOM_E_ABSENT in READ mode if the file is missing or empty; DOM_E_IO if it cannot
 * be opened, read or written, or is damaged; DOM_E_SCHEMA if another program or a newer arena made
 * it. A file that is refused is not changed. May wait up
 * to 5 s for the write of another process. */
dom_rc dom_store_open(dom_store **out, const char *path, dom_store_mode mode, dom_err *err);

/* Closes the handle and sets it to NULL. A group without commit is lost. A NULL handle is accepted.
 */
void dom_store_close(dom_store **store);

/* ---- tournaments -------------------------------------------------------- */

typedef struct {
    char name[DOM_STORE_BOT_NAME_BYTES];
    char version[DOM_STORE_BOT_VERSION_BYTES];
} dom_store_bot;

/* A stage: what was announced at once, which is the tournament as it was begun or an extension of
 * it. schedule/schedule.h explains the numbers. */
typedef struct {
    uint32_t first_set; /* number of its first set, from 1                    */
    uint16_t bots;
    uint16_t old_bots;
    uint32_t sets;
    uint32_t rounds;
    int64_t created_ms;  /* Unix time                                         */
    int64_t finished_ms; /* when every match was played and the secret was revealed; 0 before */
    uint8_t secret[DOM_STORE_SECRET_BYTES];
    char commit[65]; /* hex                                                   */
} dom_store_stage;

enum { DOM_STORE_REASON_BYTES = 121 };

typedef enum {
    DOM_STORE_ENTRY_PLAYS,
    DOM_STORE_ENTRY_WITHDRAWN,   /* its results count in ratings, and in no standings */
    DOM_STORE_ENTRY_DISQUALIFIED /* its results count nowhere                         */
} dom_store_entry_state;

/* A change of an entry: of the place of a participant, which has the number of the bot that began
 * in it. A new version of that bot is a bot of its own, with the same name. */
typedef struct {
    uint32_t stage; /* it holds from this stage on, which need not exist yet    */
    uint16_t entry;
    uint16_t bot; /* that plays there from then on, or played there last       */
    dom_store_entry_state state;
    int64_t when_ms;
    char reason[DOM_STORE_REASON_BYTES]; /* one line of UTF-8, or ""              */
} dom_store_change;

typedef enum {
    DOM_STORE_RULING_CLOSED, /* the tournament has ended, whatever was not played       */
    DOM_STORE_RULING_VOID,   /* the results do not count                                */
    DOM_STORE_RULING_COUNTS  /* they count again                                        */
} dom_store_ruling_kind;

/* What an organiser ruled. The newest ruling on a match holds. */
typedef struct {
    dom_store_ruling_kind kind;
    uint64_t match; /* 0: the whole tournament                                          */
    int64_t when_ms;
    char reason[DOM_STORE_REASON_BYTES]; /* one line of UTF-8, or ""                     */
} dom_store_ruling;

/* A tournament. Names of tournaments, bots and variants are not empty and consist of visible ASCII,
 * as do versions, bases and commitments. When writing, the caller owns the pointers. When reading,
 * the store does, and they are valid until dom_store_tournament_free. */
typedef struct {
    int64_t id; /* set by the store                                           */
    char name[DOM_STORE_TOURNAMENT_NAME_BYTES];
    const char *config;   /* the whole tournament file, normalised, as JSON   */
    bool is_reproducible; /* the secrets come from `seed: N` and are not secret */
    uint16_t bot_count;
    const dom_store_bot *bots; /* index = bot number in this tournament       */
    uint16_t variant_count;
    const dom_variant *variants;   /* index = variant number; summary is ""     */
    uint16_t stage_count;          /* 1 or more                               */
    const dom_store_stage *stages; /* by first_set                            */
    size_t change_count;
    const dom_store_change *changes; /* in the order in which they were made  */
    size_t move_count;
    const dom_schedule_plan_move *moves; /* by stage, then by set             */
    size_t ruling_count;
    const dom_store_ruling *rulings; /* in the order in which they were made  */
} dom_store_tournament;

/* Adds a tournament durably; called before its first deal. Sets t->id, to 0 on failure. Returns
 * DOM_E_CONFIG if the name exists already. Not inside a group. */
dom_rc dom_store_tournament_add(dom_store *store, dom_store_tournament *t, dom_err *err);

/* Extends the tournament t->id durably: replaces its configuration, and adds the bots, stages,
 * changes, moves and rulings of *t that come after the stored ones. Called before the first deal of
 * the new stage. A ruling that closes the tournament ends every stage. All of it is stored or
 * nothing. Returns DOM_E_ABSENT if the tournament does not exist. Not inside a group. */
dom_rc dom_store_tournament_extend(dom_store *store, const dom_store_tournament *t, dom_err *err);

/* Finds a tournament by name; NULL means the newest. If there is none it returns DOM_E_ABSENT,
 * `err` lists the existing names, newest first, and *out is zeroed. */
dom_rc dom_store_tournament_find(dom_store *store, const char *name, dom_store_tournament *out,
                                 dom_err *err);

/* Frees what find has filled and overwrites it with zeros, including the secrets. May be called
 * twice, or on a zeroed struct. */
void dom_store_tournament_free(dom_store_tournament *t);

/* Visits every tournament, oldest first. The store frees the visitor's argument after the call.
 * This visitor may write to the store. */
dom_rc dom_store_tournament_each(dom_store *store,
                                 dom_rc (*visit)(void *context, const dom_store_tournament *t),
                                 void *context, dom_err *err);

/* Notes that every match of every stage was played. Durable with the open group, or at once if no
 * group is open. Returns DOM_E_ABSENT if the tournament does not exist. */
dom_rc dom_store_tournament_finish(dom_store *store, int64_t id, int64_t finished_ms, dom_err *err);

/* ---- processes ---------------------------------------------------------- */

/* One bot process. */
typedef struct {
    int64_t id; /* set by the store                                           */
    int64_t tournament;
    uint16_t bot;
    uint8_t seat;
    uint32_t instance; /* DOMINO_ARENA_INSTANCE                               */
    int64_t started_ms;
    char language[65], version[65]; /* from its `hello`                       */
    char ended[128];                /* how it ended, in words                 */
    const uint8_t *log;             /* its output: the first and the last 32 KiB */
    size_t log_bytes;
} dom_store_process;

/* Add a process and set p->id; update its language, version, ended and log (the other fields must
 * be as they were added; DOM_E_ABSENT if the process does not exist). Both become durable with the
 * open group, or at once if no group is open. */
dom_rc dom_store_process_add(dom_store *store, dom_store_process *p, dom_err *err);
dom_rc dom_store_process_update(dom_store *store, const dom_store_process *p, dom_err *err);

/* Finds the process with this id, or returns DOM_E_ABSENT. out->log is valid until the next call of
 * this function. */
dom_rc dom_store_process_find(dom_store *store, int64_t id, dom_store_process *out, dom_err *err);

/* Visits the processes of a tournament in the order in which they were added. */
dom_rc dom_store_process_each(dom_store *store, int64_t tournament,
                              dom_rc (*visit)(void *context, const dom_store_process *p),
                              void *context, dom_err *err);

/* ---- matches ------------------------------------------------------------ */

typedef struct {
    uint16_t bot;    /* number in the tournament                              */
    uint8_t place;   /* 1 is best; equal places are shared; at most DOM_SEATS_MAX */
    int32_t score;   /* points of the match                                   */
    int64_t time_us; /* sum of the times of its choices                       */
    int64_t process; /* id of the last process in this seat, 0 if there was none */
} dom_store_seat;

/* What a seat of a match said it thinks (protocol/info.h). */
typedef struct {
    uint32_t dropped;     /* how many infos were not kept                     */
    const char *reason;   /* why the first of those was not, for a person; NULL means "" */
    const uint8_t *infos; /* record/infos.h                                   */
    size_t infos_bytes;   /* at most DOM_STORE_INFOS_BYTES                    */
} dom_store_info;

/* A finished match. */
typedef struct {
    int64_t tournament;
    uint64_t match; /* from 1                                                 */
    uint64_t set;   /* from 1                                                 */
    uint8_t rotation;
    uint16_t variant;  /* number in the tournament                            */
    uint32_t attempt;  /* how often the match was started, as far as it is stored; at least 1 */
    dom_fault end;     /* the fault that ended it; DOM_FAULT_NONE: it ended by the rules */
    int8_t fault_seat; /* the seat that committed the fault, -1 if there was none */
    uint16_t rounds;   /* number of rounds that were started                  */
    int64_t started_ms;
    int64_t duration_ms;
    char sandbox[DOM_STORE_SANDBOX_BYTES]; /* the word of its level, not empty      */
    uint8_t seats;                         /* number of seats of its variant        */
    dom_store_seat seat[DOM_SEATS_MAX];
    const uint8_t *decisions; /* record/decisions.h                           */
    size_t decisions_bytes;
    const dom_store_info *info; /* when writing: one per seat, NULL = none; when reading NULL, as
                                   dom_store_info_each reads them                */
} dom_store_match;

/* A fault, tolerated or not. */
typedef struct {
    int64_t tournament;
    uint64_t match; /* 0 if it belongs to no match                            */
    int8_t seat;    /* -1 if it concerns the bot as a whole: it was withdrawn  */
    uint16_t bot;
    int64_t process; /* id, 0 if there was none                               */
    dom_fault code;  /* not DOM_FAULT_NONE                                    */
    bool tolerated;
    int64_t when_ms;
    int32_t choice;        /* number of choices of the match before the one for which the bot was
                              asked; -1 if no ask was outstanding             */
    const char *text;      /* what happened, in words; NULL means ""          */
    const uint8_t *answer; /* beginning of the bot's message, any bytes       */
    size_t answer_bytes;   /* at most DOM_STORE_ANSWER_BYTES; 0 without a message    */
    int32_t variant;       /* when reading: the variant of the match, -1 if that is not finished */
} dom_store_fault;

/* Returns true if this is the failed start by which its bot was withdrawn from the tournament. Its
 * text names the match that waited for the bot. Databases of earlier programs have no such faults.
 */
static inline bool dom_store_fault_withdraws(const dom_store_fault *f)
{
    return f->match == 0 && f->seat < 0;
}

/* Called some times a second after another process has kept a write waiting for 5 s. Returns true
 * to continue waiting. `waited_ms` is the time since this wait began. It must not use the store. */
typedef bool dom_store_keep_waiting(void *context, int64_t waited_ms);

/* Sets that function. NULL, the default: a write fails with DOM_E_LIMIT after 5 s. */
void dom_store_wait_for_writers(dom_store *store, dom_store_keep_waiting *keep_waiting,
                                void *context);

/* A group: begin, then any number of starts, matches, faults and processes, then commit. Nothing is
 * durable, and nothing may be reported, before dom_store_commit has returned DOM_OK.
 *
 * If any call inside a group fails, the whole group fails: nothing of it is stored, later additions
 * fail too, and commit returns the first error. So it is enough to check the result of commit. A
 * group whose begin or commit failed can be tried again as a whole. The exception is a failed
 * fsync: after it the handle refuses to write, and only a newly opened database shows what was
 * stored, each group completely or not at all.
 *
 * begin        takes the write lock until commit; other writers wait
 * match_start  counts a start of a match; DOM_E_ILLEGAL if the match is finished
 * match_add    stores a match and removes its counted starts; DOM_E_ILLEGAL if it is stored already
 */
dom_rc dom_store_begin(dom_store *store, dom_err *err);
dom_rc dom_store_match_start(dom_store *store, int64_t tournament, uint64_t match, dom_err *err);
dom_rc dom_store_match_add(dom_store *store, const dom_store_match *m, dom_err *err);
dom_rc dom_store_fault_add(dom_store *store, const dom_store_fault *f, dom_err *err);
dom_rc dom_store_commit(dom_store *store, dom_err *err);

/* What is stored of a tournament. */
typedef struct {
    uint64_t matches;
    int64_t newest_ms; /* when the match that was the last to end ended; 0 without matches */
    uint64_t bytes;    /* of the file, about: its matches, processes and faults            */
} dom_store_match_count;

/* Counts the matches of a tournament. Reads no more of them than their sizes. */
dom_rc dom_store_matches_count(dom_store *store, int64_t tournament, dom_store_match_count *out,
                               dom_err *err);

/* Counts the stored matches number `first` to `last`. Reads nothing of them. */
dom_rc dom_store_match_count_within(dom_store *store, int64_t tournament, uint64_t first,
                                    uint64_t last, uint64_t *count, dom_err *err);

/* Visits the numbers of the stored matches in ascending order. Reads nothing else of them. */
dom_rc dom_store_match_numbers(dom_store *store, int64_t tournament,
                               dom_rc (*visit)(void *context, uint64_t match), void *context,
                               dom_err *err);

/* Visits the unfinished matches that were started, in ascending order, with the number of starts.
 */
dom_rc dom_store_match_starts(dom_store *store, int64_t tournament,
                              dom_rc (*visit)(void *context, uint64_t match, uint32_t starts),
                              void *context, dom_err *err);

/* Visits the stored matches number `from` to `to` of a tournament in ascending order, all as of one
 * moment; to = 0: up to the last. Without decisions, m->decisions is NULL and its checksum is not
 * checked. All other checksums are, and the order, whatever the file says of it: numbers grow, sets
 * do not fall, and the matches of a set are of one variant and their rotations grow, so there are
 * at most DOM_STORE_SET_MATCHES_MAX of them. DOM_E_IO names the match that is out of order, differs
 * from its checksum, or lacks a seat or its decisions. */
dom_rc dom_store_match_each(dom_store *store, int64_t tournament, uint64_t from, uint64_t to,
                            bool with_decisions,
                            dom_rc (*visit)(void *context, const dom_store_match *m), void *context,
                            dom_err *err);

/* Visits the matches with these numbers, from 1, without their decisions, in this order; a number
 * of no stored match is skipped. Otherwise like dom_store_match_each. */
dom_rc dom_store_match_list(dom_store *store, int64_t tournament, const uint64_t numbers[],
                            size_t count, dom_rc (*visit)(void *context, const dom_store_match *m),
                            void *context, dom_err *err);

/* Visits the infos of a match, by seat. A seat that gave none is not visited. Before the duplicate
 * set of the match is over nobody may be shown them (results/infos.h). DOM_E_IO if a row differs
 * from its checksum. */
dom_rc dom_store_info_each(dom_store *store, int64_t tournament, uint64_t match,
                           dom_rc (*visit)(void *context, int seat, const dom_store_info *info),
                           void *context, dom_err *err);

/* ---- what is new ---------------------------------------------------------- */

/* Everything that is read between begin and end is from one moment, or from the open group. Calls
 * may be nested. Each begin that returned DOM_OK needs its end. */
dom_rc dom_store_read_begin(dom_store *store, dom_err *err);
void dom_store_read_end(dom_store *store);

/* A mark in the sequence of stored matches. Matches are only added, never changed. So if a reader
 * finds its mark again, everything before it is unchanged and everything after it is new. */
enum { DOM_STORE_MARK_BYTES = 8 };
typedef struct {
    int64_t last; /* row of the last stored match, 0 if there is none          */
    uint8_t checksum[DOM_STORE_MARK_BYTES]; /* checksum of that row            */
} dom_store_mark;

dom_rc dom_store_mark_now(dom_store *store, dom_store_mark *out, dom_err *err);

/* Visits the matches that were stored after the mark. Returns DOM_E_ABSENT if the mark is not from
 * this database. */
dom_rc dom_store_since(dom_store *store, const dom_store_mark *mark,
                       dom_rc (*visit)(void *context, int64_t tournament, uint64_t match),
                       void *context, dom_err *err);

/* Returns the path of the file, absolute and without links; valid as long as the handle. */
const char *dom_store_path(const dom_store *store);

/* Checks that every row refers to existing rows only. DOM_E_IO names the first table with a row
 * that does not. */
dom_rc dom_store_check_references(dom_store *store, dom_err *err);

/* Visits the faults of a tournament in the order in which they were added. */
dom_rc dom_store_fault_each(dom_store *store, int64_t tournament,
                            dom_rc (*visit)(void *context, const dom_store_fault *f), void *context,
                            dom_err *err);

/* ---- the database as a whole --------------------------------------------- */

typedef struct {
    uint64_t tournaments, matches;
    uint64_t bytes; /* size of the file                                       */
} dom_store_contents;

/* Reads a number that changes whenever another handle commits, so that a reader can poll for news.
 * Numbers of different handles cannot be compared. */
dom_rc dom_store_data_version(dom_store *store, int64_t *out, dom_err *err);

/* Reads a number that grows whenever a stage of any tournament begins or ends or an entry changes,
 * by whatever handle: how many stages have begun and have ended, and how many changes there are. */
dom_rc dom_store_stage_version(dom_store *store, int64_t *out, dom_err *err);

/* Checks every page of the file and counts its content. The time is proportional to the size of the
 * file. Returns DOM_E_IO if it is damaged. */
dom_rc dom_store_check(dom_store *store, dom_store_contents *out, dom_err *err);

typedef struct {
    const char *path; /* where the copy is written                            */
    bool may_replace; /* an existing copy at `path` may be replaced           */
    /* Called after each part of at most 16 MiB; any code but DOM_OK ends the backup with it. May be
     * NULL. */
    dom_rc (*on_part)(void *context, dom_err *err);
    void *context;
} dom_store_backup_spec;

/* Copies the database as it is at this moment. Other processes may write meanwhile; they are not
 * delayed. The copy is a single file, readable for its owner only because it holds the secrets. It
 * is checked completely and synced before it gets its name. Until then it is called
 * PATH.tmp-XXXXXX; such a file is left behind only if the process is killed by SIGKILL or the power
 * fails.
 *
 * out  receives the content of the copy; may be NULL
 *
 * Returns DOM_OK; DOM_E_IO if the backup cannot be written; DOM_E_CONFIG if `path` must not be
 * replaced: an existing file without may_replace, and in any case the database itself, anything but
 * a plain file, and a file with a -wal beside it, which SQLite would apply to the copy. On failure
 * the file at `path` is unchanged, unless the error says that the copy is written. */
dom_rc dom_store_backup(dom_store *store, const dom_store_backup_spec *spec,
                        dom_store_contents *out, dom_err *err);

/* The version of the schema that this arena writes, and the version of the linked SQLite. */
int dom_store_schema_version(void);
const char *dom_store_sqlite_version(void);

#endif
