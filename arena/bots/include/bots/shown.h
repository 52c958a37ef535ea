/* bots/shown.h - the folders and devices of this machine that bots are shown inside the sandbox:
 * the setting `show` of a tournament file, and the option --show.
 *
 * A shown folder is what no bot, and nobody but root and the user of the arena, can change, and it
 * has nothing of the arena in it. A shown device is a character device of a kind that computes
 * (dom_bots_shown_devices).
 */
#ifndef DOM_BOTS_SHOWN_H
#define DOM_BOTS_SHOWN_H

#include "base/string_list.h"
#include "bots/places.h"

/* The devices that may be shown, for messages. */
extern const char dom_bots_shown_devices[];

/* Replaces each word of `shown` by the path that it means: absolute and without links, in the order
 * of strcmp, each once. A word is an absolute path, "~", or "~/" and a path in the home folder of
 * the user of this process.
 *
 * where   begins messages: "--show", "spring.yaml:5: show"
 * faults  NULL: the first fault ends it. Else each fault is added (dom_err_collect), and the paths
 *         that are right remain in `shown`
 *
 * Returns DOM_OK; DOM_E_CONFIG with "WHERE: PATH: what; allowed: ..." if a path does not exist
 * here, is neither a folder nor such a device, is one that the sandbox has itself (/proc, /sys,
 * /dev, /run and those in them), could be changed by other users (fs/trusted_path.h), has a control
 * character or another file system in it, or if the data folder, the folder of the database or the
 * run directories of the arena lie in it or it in them; DOM_E_NOMEM. */
dom_rc dom_bots_shown_take(dom_strings *shown, const dom_bots_places *places, const char *where,
                           dom_strings *faults, dom_err *err);

/* Checks that a folder of the arena or of a bot lies apart from every shown one: neither is in the
 * other, because bots see only copies of it. A folder that does not exist yet is judged by its
 * path.
 *
 * what  names the folder in messages, such as "the data folder"
 *
 * Returns DOM_OK, or DOM_E_CONFIG with "PATH: what; allowed: ...". */
dom_rc dom_bots_shown_keep_apart(const dom_strings *shown, const char *folder, const char *what,
                                 dom_err *err);

/* Returns true if this path of dom_bots_shown_take is a device. */
bool dom_bots_shown_is_device(const char *path);

#endif
