/* bots/snapshot.h - snapshots: the copies of bots that are run and never change.
 *
 * A snapshot is the read-only folder HOME/bots/NAME/VERSION with its bot.yaml. VERSION is the hash
 * of the copied files before the build; fs/file_tree.h specifies it byte by byte and says which
 * files are copied.
 *
 * NAME is the name under which the bot plays. It is the one in its bot.yaml, unless a tournament
 * gives it another one. A tournament may also add words to its command and variables: the snapshot
 * then has a bot.yaml with these, so it is another version, which needs no tournament to be started
 * in the same way again.
 *
 * An inline bot has no folder of its own. Its snapshot holds the files that its argv names, the
 * folders in which they lie, and a bot.yaml written from its description, so the version depends on
 * all of these.
 *
 * A snapshot is prepared in the staging directory HOME/bots/NAME/.new-XXXXXX and renamed when it is
 * complete. So a version exists completely or not at all, even if the arena is killed. The next
 * arena that makes a snapshot of the same bot removes what a killed one left. Several arenas may do
 * this at the same time.
 */
#ifndef DOM_BOTS_SNAPSHOT_H
#define DOM_BOTS_SNAPSHOT_H

#include "base/err.h"
#include "base/path.h"
#include "bots/manifest.h"
#include "bots/places.h"

#include <stdint.h>

enum {
    DOM_BOTS_VERSION_BYTES = 65,     /* lower-case hex and the NUL                */
    DOM_BOTS_VERSION_PREFIX_MIN = 6, /* fewest digits by which a version is named */
    DOM_BOTS_BUILD_MS = 10 * 60 * 1000
};

typedef struct {
    const char *home;
    const char *logs;                  /* folder of the builds' logs; NULL = HOME/logs */
    const char *folder;                /* the bot's folder; for an inline bot the folder to which
                                          paths in its argv are relative            */
    const dom_bots_manifest *manifest; /* name and build; if it is written, all keys */
    const char *name;  /* under which the snapshot is kept; NULL = that of the manifest */
    const char *built; /* `folder` is the snapshot of this version, which is not built again; NULL =
                          a bot's folder */
    bool is_inline;
    bool is_changed;  /* the manifest is not that of the folder: it is written as bot.yaml */
    bool is_dry_run;  /* nothing is made: the snapshot is one that exists, or the bot's folder */
    int64_t build_ms; /* limit for the whole build; 0 = DOM_BOTS_BUILD_MS           */
    const dom_bots_listener *listener; /* is told about the build; may be NULL  */
} dom_bots_snapshot_spec;

typedef struct {
    char version[DOM_BOTS_VERSION_BYTES];
    char folder[DOM_PATH_BYTES]; /* absolute                                   */
    bool is_new; /* it did not exist before; after a dry run: it does not exist yet */
} dom_bots_snapshot;

/* Makes a snapshot: copies the folder, builds the copy, and makes it read-only. If a snapshot with
 * the same content exists, only its version is computed. The output of the build goes to
 * LOGS/build-NAME-VERSION.log; the listener is called when the build begins and if it fails.
 *
 * In the argv of an inline bot, a word that is the path of a file names that file. A file with a
 * relative path is copied, and so is the whole folder in which it lies, but for spec->folder
 * itself: "par/bot.py" brings `par`, and "bot.py" only the file. A file with an absolute path is
 * not copied, but enters the hash. The first word counts only if it contains a '/', because
 * otherwise the program is searched in PATH.
 *
 * Returns DOM_OK; DOM_E_CONFIG if the folder cannot be copied (fs/file_tree.h) or its build failed;
 * only the log is left then; DOM_E_IO, DOM_E_NOMEM.
 *
 * The snapshot of a snapshot (spec->built) has its version, unless the manifest is changed. */
dom_rc dom_bots_snapshot_take(dom_bots_snapshot *out, const dom_bots_snapshot_spec *spec,
                              dom_err *err);

/* Returns true if `version` is a word of dom_bots_snapshot_find: "latest", "previous", or digits of
 * a version. */
bool dom_bots_snapshot_is_version(const char *version);

/* Finds a snapshot by name and version. Snapshots are ordered by the time at which they were last
 * taken. So a folder that is changed back to a former content makes that version the latest again.
 *
 * version  "latest" or NULL: the one that was taken last; "previous": the one before it; else the
 *          first digits of a version, at least DOM_BOTS_VERSION_PREFIX_MIN
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no such bot or version; DOM_E_CONFIG if `version` is
 * neither such a word nor such digits, or if several versions begin with these digits. */
dom_rc dom_bots_snapshot_find(dom_bots_snapshot *out, const char *home, const char *name,
                              const char *version, dom_err *err);

/* The same, but "latest" and "previous" do not mean the versions in `except` (NULL = none). */
dom_rc dom_bots_snapshot_find_other(dom_bots_snapshot *out, const char *home, const char *name,
                                    const char *version, const dom_strings *except, dom_err *err);

/* Visits every snapshot of a data folder, in no particular order. A data folder without snapshots
 * has none to visit. The visitor may remove the snapshot; any code but DOM_OK ends the walk.
 *
 * name  the bot's name
 *
 * Returns DOM_OK; the code with which the visitor ended the walk; DOM_E_CONFIG if a path is too
 * long; DOM_E_IO if a folder cannot be read. */
typedef dom_rc dom_bots_snapshot_visit(void *context, const char *name,
                                       const dom_bots_snapshot *snapshot, dom_err *err);
dom_rc dom_bots_snapshot_each(const char *home, dom_bots_snapshot_visit *visit, void *context,
                              dom_err *err);

/* Removes a snapshot: renames it to .old-VERSION, then removes its files. No process may be using
 * it. */
void dom_bots_snapshot_remove(const dom_bots_snapshot *snapshot);

/* Removes what processes that were killed have left: snapshots that they had begun to remove, and
 * staging directories that are older than a minute. */
void dom_bots_snapshot_sweep(const char *home);

#endif
