/* bots/snapshot.h - bots as they are run: copies that never change.
 *
 * A snapshot is HOME/bots/NAME/VERSION, a folder without the right to write, with
 * its bot.yaml in it. VERSION is the hash of what was copied, before the build;
 * fs/file_tree.h says it byte by byte, and what is copied.
 *
 * A bot that a tournament file describes in a line of its own has no folder. Its
 * snapshot holds the files that its argv names and a bot.yaml written from that
 * line, so that the version covers both.
 *
 * A snapshot is made beside its place, in HOME/bots/NAME/.new-XXXXXX, and renamed
 * when it is complete: whenever the arena is killed, a version is there whole or
 * not at all. What a killed arena left is removed by the next one that makes a
 * snapshot of that bot. Several may do so at once.
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
    DOM_BOTS_VERSION_PREFIX_MIN = 6, /* digits that may stand for a version       */
    DOM_BOTS_BUILD_MS = 10 * 60 * 1000
};

typedef struct {
    const char *home;
    const char *logs;                  /* folder of the builds' logs; NULL = HOME/logs */
    const char *folder;                /* the bot's own; an inline bot's: where its argv
                                     is to be understood                       */
    const dom_bots_manifest *manifest; /* name and build; all of it when inline     */
    bool is_inline;
    int64_t build_ms; /* limit for the whole build; 0 = DOM_BOTS_BUILD_MS           */
    const dom_bots_listener *listener; /* hears of the build; NULL: nobody      */
} dom_bots_snapshot_spec;

typedef struct {
    char version[DOM_BOTS_VERSION_BYTES];
    char folder[DOM_PATH_BYTES]; /* absolute                                   */
    bool is_new;                 /* it was just made                           */
} dom_bots_snapshot;

/* Copy, build, seal. When that content has a snapshot already, nothing is done but
 * reading it. The build's output goes to LOGS/build-NAME-VERSION.log; the listener is
 * told of it when the build begins and when it has failed.
 *
 * An inline bot's argv names a file when a word of it is the path of one: relative
 * to `folder` it is copied; absolute it is not, but the version covers it. The
 * program counts only if it has a '/', for otherwise it is looked for in PATH.
 *
 * Returns DOM_OK; DOM_E_CONFIG when the folder cannot be taken (fs/file_tree.h) or its
 * build failed, with nothing left but the log; DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_bots_snapshot_take(dom_bots_snapshot *out, const dom_bots_snapshot_spec *spec,
                              dom_err *err);

/* The snapshot of that name. Snapshots are ordered by the time they were last taken, so a folder
 * that gets its former content back makes that version the latest again.
 *
 * version  "latest" or NULL: the one that was taken last; "previous": the one taken before it;
 *          else the beginning of a version, from DOM_BOTS_VERSION_PREFIX_MIN digits on
 *
 * Returns DOM_OK; DOM_E_ABSENT when no bot or version is called so; DOM_E_CONFIG
 * when `version` is neither such a word nor a beginning, or begins more than one. */
dom_rc dom_bots_snapshot_find(dom_bots_snapshot *out, const char *home, const char *name,
                              const char *version, dom_err *err);

/* Remove a snapshot; nobody may be playing it. */
void dom_bots_snapshot_remove(const dom_bots_snapshot *snapshot);

#endif
