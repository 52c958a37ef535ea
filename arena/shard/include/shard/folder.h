/* shard/folder.h - the files of a shard folder: everything that shards share, on a folder that all
 * machines see. No database is opened there; databases are copied to a local disk first.
 *
 *     plan.json                what is to be played, in how many shards; written last
 *     tournament.yaml          the tournament file; a comparison has none
 *     decided.json             a comparison: its test is decided, and no shard plays any more
 *     plan.db                  the tournament as it was announced; it has the secret (mode 0600)
 *     shards/0001.json         the sets of shard 1
 *     bots/NAME/VERSION/       snapshots of the bots
 *     done/0001-3fa2c1d4.json  what one run of shard 1 has played so far, and which of its files
 *                              counts
 *     done/0001-3fa2c1d4-2.db  the matches of that run; it has the secret (mode 0600)
 *     arena.db                 the database of all merged matches (mode 0600)
 *     .lock                    held by who plans or merges
 *     slurm/                   job scripts and what the jobs print
 *
 * Every file appears completely or not at all (fs/whole_file.h). A run of a shard only writes files
 * with its own random id in their name, so two runs of one shard cannot damage each other's.
 */
#ifndef DOM_SHARD_FOLDER_H
#define DOM_SHARD_FOLDER_H

#include "base/err.h"
#include "base/path.h"
#include "core/tournament.h"
#include "fs/file_tree.h"
#include "fs/whole_file.h"
#include "shard/set_list.h"
#include "store/store.h"

enum {
    DOM_SHARD_COUNT_MAX = 9999,
    DOM_SHARD_RUN_ID_BYTES = 9, /* 8 hex digits and the NUL                    */
    DOM_SHARD_WHERE_BYTES = 128,
    DOM_SHARD_BOTS_MAX = 1000
};

/* A bot of the plan. */
typedef struct {
    char name[DOM_STORE_BOT_NAME_BYTES];     /* in the tournament, such as "greedy#2" */
    char snapshot[DOM_STORE_BOT_NAME_BYTES]; /* of its snapshot, such as "greedy"     */
    char version[DOM_STORE_BOT_VERSION_BYTES];
    char hash[DOM_FS_TREE_HASH_BYTES]; /* of the snapshot with what was built        */
} dom_shard_bot;

/* The content of plan.json. */
typedef struct {
    /* Hash of tournament, secrets, bots, shards, program, machine and time of planning. */
    char id[DOM_FS_FILE_HASH_BYTES];
    char tournament[DOM_STORE_TOURNAMENT_NAME_BYTES];
    char program[32]; /* version of the program that made it           */
    char machine[65]; /* kind of machine on which the bots were built, such as "x86_64" */
    uint32_t shards;
    uint64_t sets, matches; /* of all shards                                     */
    int64_t created_ms;
    uint32_t bot_count;
    dom_shard_bot *bots;
    /* A comparison (`compare`): what is tested, and in which variant. The other fields then mean
     * nothing. */
    bool compares;
    char variant[DOM_VARIANT_NAME_BYTES];
    uint32_t sets_most;
    bool has_seed; /* the deals come from `seed` and are no secret               */
    uint64_t seed;
    dom_core_compared compared;
} dom_shard_plan;

/* The content of a file in shards/. */
typedef struct {
    uint32_t shard; /* from 1; 0: what was missing when the run began    */
    uint64_t matches;
    double expected_s; /* of one core                                       */
    dom_shard_set_list sets;
} dom_shard_part;

typedef enum {
    DOM_SHARD_RUNNING,
    DOM_SHARD_DONE,        /* all its sets are played, or its comparison was decided   */
    DOM_SHARD_INTERRUPTED, /* by a signal, or because another run plays the same shard */
    DOM_SHARD_FAILED,      /* `text` says why                                       */
    /* In no report: it was running, but has not reported for long (shard_status.h). */
    DOM_SHARD_SILENT
} dom_shard_state;

/* Returns "running", "done", "interrupted", "failed" or "silent". */
const char *dom_shard_state_word(dom_shard_state state);

/* The content of a .json file in done/. */
typedef struct {
    char plan[DOM_FS_FILE_HASH_BYTES];
    uint32_t shard;
    char run[DOM_SHARD_RUN_ID_BYTES];
    uint32_t sequence; /* grows with every writing; also names the .db file */
    dom_shard_state state;
    char where[DOM_SHARD_WHERE_BYTES]; /* host, process and job, for a person          */
    char text[256];                    /* why it failed or ended, else ""              */
    uint64_t done, total;              /* matches of the shard                         */
    uint64_t faults;
    int64_t started_ms, updated_ms;
    int64_t every_ms;                  /* between two reports; 0 in those of earlier programs   */
    int64_t played_ms;                 /* how long this run has played                          */
    uint64_t here;                     /* matches played by this run                            */
    char hash[DOM_FS_FILE_HASH_BYTES]; /* of the .db file; "": there is none yet       */
} dom_shard_report;

/* Writes FOLDER/NAME. Returns DOM_OK, or DOM_E_CONFIG if the path is too long. */
dom_rc dom_shard_path(char out[static DOM_PATH_BYTES], const char *folder, const char *name,
                      dom_err *err);

/* Read and write the files. Every text and number that is read is checked: DOM_E_IO names the file
 * and what is wrong; DOM_E_ABSENT: there is none. Clear what was read, also after a failure. */
dom_rc dom_shard_plan_read(dom_shard_plan *out, const char *folder, dom_err *err);
dom_rc dom_shard_plan_write(const dom_shard_plan *plan, const char *folder, dom_err *err);
void dom_shard_plan_clear(dom_shard_plan *plan);

dom_rc dom_shard_part_read(dom_shard_part *out, const char *folder, const char *plan,
                           uint32_t shard, dom_err *err);
dom_rc dom_shard_part_write(const dom_shard_part *part, const char *folder, const char *plan,
                            dom_err *err);
void dom_shard_part_clear(dom_shard_part *part);

dom_rc dom_shard_report_write(const dom_shard_report *report, const char *folder, dom_err *err);

/* Writes the path of the .db file of a report. */
dom_rc dom_shard_report_db(char out[static DOM_PATH_BYTES], const dom_shard_report *report,
                           const char *folder, dom_err *err);

/* All reports in done/, by shard and then by run. Free `item`. */
typedef struct {
    dom_shard_report *item;
    size_t count, room;
} dom_shard_reports;

/* Reads them. A report of another plan, or with another name than its shard and run give it, is
 * DOM_E_IO. */
dom_rc dom_shard_reports_read(dom_shard_reports *out, const char *folder, const char *plan,
                              dom_err *err);

/* Reads the report of the same run of the same shard again. After a failure *report is unchanged.
 */
dom_rc dom_shard_report_read_again(dom_shard_report *report, const char *folder, dom_err *err);

/* Lets only one process at a time plan or merge in this folder: waits until the others have ended.
 * The lock ends with dom_shard_folder_unlock or with the process. Where the file system has no
 * locks, or FOLDER/.lock cannot be opened, nobody waits.
 *
 * lock  receives a descriptor
 * Returns DOM_OK or DOM_E_INTERRUPTED. */
dom_rc dom_shard_folder_lock(int *lock, const char *folder, dom_err *err);

/* The same without waiting: DOM_E_LIMIT if another process has the lock. */
dom_rc dom_shard_folder_try_lock(int *lock, const char *folder, dom_err *err);
void dom_shard_folder_unlock(int *lock);

/* Writes decided.json; returns whether there is one. */
dom_rc dom_shard_decided_write(const char *folder, const char *plan, dom_err *err);
bool dom_shard_is_decided(const char *folder);

/* Returns the kind of this machine, as uname says it: "x86_64". Valid until the next call. */
const char *dom_shard_machine(void);

#endif
