/* handle.h - the handle and its statements, which all files of the store share.
 */
#ifndef DOM_STORE_HANDLE_H
#define DOM_STORE_HANDLE_H

#include "store/store.h"

#include <sqlite3.h>
#include <sys/stat.h>

/* The numbers of all statements; statement.c has their text. */
typedef enum {
    DOM_STORE_SQL_BEGIN,
    DOM_STORE_SQL_BEGIN_READING,
    DOM_STORE_SQL_COMMIT,
    DOM_STORE_SQL_ROLLBACK,
    DOM_STORE_SQL_TOURNAMENT_ADD,
    DOM_STORE_SQL_TOURNAMENT_ID,
    DOM_STORE_SQL_TOURNAMENT_AFTER,
    DOM_STORE_SQL_TOURNAMENT_NAMES,
    DOM_STORE_SQL_TOURNAMENT_EXTEND,
    DOM_STORE_SQL_TOURNAMENT_SEAL,
    DOM_STORE_SQL_TOURNAMENT_FINISH,
    DOM_STORE_SQL_STAGE_ADD,
    DOM_STORE_SQL_STAGES,
    DOM_STORE_SQL_BOT_ADD,
    DOM_STORE_SQL_ENTRANT_ADD,
    DOM_STORE_SQL_ENTRANTS,
    DOM_STORE_SQL_CHANGE_ADD,
    DOM_STORE_SQL_CHANGES,
    DOM_STORE_SQL_MOVE_ADD,
    DOM_STORE_SQL_MOVES,
    DOM_STORE_SQL_RULING_ADD,
    DOM_STORE_SQL_RULINGS,
    DOM_STORE_SQL_VARIANT_ADD,
    DOM_STORE_SQL_VARIANTS,
    DOM_STORE_SQL_PROCESS_ADD,
    DOM_STORE_SQL_PROCESS_UPDATE,
    DOM_STORE_SQL_PROCESS_FIND,
    DOM_STORE_SQL_PROCESSES,
    DOM_STORE_SQL_MATCH_START,
    DOM_STORE_SQL_MATCH_STARTS,
    DOM_STORE_SQL_MATCH_STARTED,
    DOM_STORE_SQL_MATCH_ADD,
    DOM_STORE_SQL_DECISIONS_ADD,
    DOM_STORE_SQL_MATCH_COUNT,
    DOM_STORE_SQL_MATCH_COUNT_WITHIN,
    DOM_STORE_SQL_MATCH_NUMBERS,
    DOM_STORE_SQL_MATCHES,
    DOM_STORE_SQL_DECISIONS,
    DOM_STORE_SQL_MARK,
    DOM_STORE_SQL_SINCE,
    DOM_STORE_SQL_SEAT_ADD,
    DOM_STORE_SQL_SEATS,
    DOM_STORE_SQL_INFO_ADD,
    DOM_STORE_SQL_INFOS,
    DOM_STORE_SQL_FAULT_ADD,
    DOM_STORE_SQL_FAULTS,
    DOM_STORE_SQL_LOOSE_ROWS,
    DOM_STORE_SQL_CONTENTS,
    DOM_STORE_SQL_DATA_VERSION,
    DOM_STORE_SQL_STAGE_VERSION,
    DOM_STORE_SQL_CHANGE_VERSION,
    DOM_STORE_SQL_COUNT
} dom_store_sql;

typedef enum {
    DOM_STORE_GROUP_NONE,
    DOM_STORE_GROUP_OPEN,
    DOM_STORE_GROUP_FAILED /* rolled back; dom_store.failure says why               */
} dom_store_group;

/* The files of a database, and the identity that each had when it was opened (same_files.h). */
typedef enum {
    DOM_STORE_FILE_DATABASE,
    DOM_STORE_FILE_LOG,
    DOM_STORE_FILE_INDEX,
    DOM_STORE_FILE_COUNT
} dom_store_file;

typedef struct {
    bool is_known;
    dev_t device;
    ino_t inode;
} dom_store_file_mark;

struct dom_store {
    sqlite3 *db;
    char *path;      /* as the caller wrote it, for messages                  */
    char *real_path; /* absolute and without links: what SQLite gets          */
    sqlite3_stmt *statement[DOM_STORE_SQL_COUNT]; /* prepared once                  */
    int bind_rc; /* the first failure to bind since the last run              */
    dom_store_group group;
    dom_err failure;
    uint64_t group_matches; /* matches of the group that is open               */
    uint64_t acknowledged;  /* matches that were committed since the opening   */
    dom_store_file_mark mark[DOM_STORE_FILE_COUNT]; /* of a database that is written to     */
    bool sync_failed; /* the kernel may have forgotten what was written       */
    dom_store_keep_waiting *keep_waiting;
    void *keep_waiting_context;
    int64_t waiting_since_us; /* for another writer                           */
    int walks;                /* reading transactions inside each other               */
    uint8_t *log;             /* of the process that was last looked up               */
    bool is_sealed;           /* opened without locks, see file.h                     */
    struct stat seal;         /* the file at that time                                */
};

enum { DOM_STORE_BUSY_MS = 5000, DOM_STORE_PATH_SHOWN = 300 };

/* The start of every message of the store. */
#define DOM_STORE_AT_PATH "%.*s: "
#define DOM_STORE_PATH_OF(store) DOM_STORE_PATH_SHOWN, (store)->path

/* ---- failure.c ------------------------------------------------------------ */

/* Stores the message that the store cannot `what`, with the reason for SQLite's extended code
 * `code`. Returns the code of store.h for it. */
dom_rc dom_store_failed(dom_store *store, int code, const char *what, dom_err *err);

/* ---- statement.c ---------------------------------------------------------- */

dom_rc dom_store_statements_prepare(dom_store *store, dom_err *err);
void dom_store_statements_finalize(dom_store *store);

/* Returns the statement, ready to be bound. Pre: its rows are not being read; a visitor must not
 * call the function that called it. */
/* Returns false if the table of the statement is missing, because this handle only reads and the
 * file has an older schema. */
bool dom_store_statement_is_there(dom_store *store, dom_store_sql sql);

sqlite3_stmt *dom_store_statement_of(dom_store *store, dom_store_sql sql);

/* Reads the next row; *has_row is false at the end. */
dom_rc dom_store_statement_next(dom_store *store, dom_store_sql sql, bool *has_row, dom_err *err);

/* Resets the statement and its bound values. */
void dom_store_statement_reset(dom_store *store, dom_store_sql sql);

/* Runs the bound statement to its end, calls `row` for each row, and resets it. Any code but DOM_OK
 * from `row` ends the run with it. */
typedef dom_rc dom_store_row(void *context, sqlite3_stmt *row);
dom_rc dom_store_statement_each(dom_store *store, dom_store_sql sql, dom_store_row *row,
                                void *context, dom_err *err);

/* The same for a statement without rows. */
dom_rc dom_store_statement_run(dom_store *store, dom_store_sql sql, dom_err *err);

/* ---- group.c -------------------------------------------------------------- */

/* Run a bound statement that writes. In a group its failure is the group's: all
 * is rolled back and every further write of the group fails alike. */
dom_rc dom_store_group_run(dom_store *store, dom_store_sql sql, dom_err *err);

/* Fail in our own words, and the group with it. */
dom_rc dom_store_group_fail(dom_store *store, const dom_err *why, dom_err *err);

/* ---- info.c --------------------------------------------------------------- */

/* Stores the infos of a match that was added to the open group. */
dom_rc dom_store_info_add(dom_store *store, const dom_store_match *m, dom_err *err);

/* ---- tournament.c --------------------------------------------------------- */

/* Reads the tournament with this id, so that its rows can be checked against it. *out is zeroed if
 * there is none. Release it with dom_store_tournament_free. */
dom_rc dom_store_tournament_load(dom_store *store, int64_t id, dom_store_tournament *out,
                                 dom_err *err);

#endif
