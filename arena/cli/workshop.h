/* cli/workshop.h - a folder in which something is made that is to be there whole or
 * not at all: it is renamed when it is complete, and goes when it is not.
 *
 * It is called PARENT/.new-XXXXXX and locked as long as its maker lives, so that what
 * a killed one left can be told from one at work. The parent may belong to another user:
 * both folders are held by descriptors, so files are made in the workshop itself also when
 * that user puts something else in its place.
 */
#ifndef DOM_CLI_WORKSHOP_H
#define DOM_CLI_WORKSHOP_H

#include "base/err.h"
#include "core/tournament.h"

typedef struct {
    char path[DOM_PATH_BYTES];
    const char *name; /* within `path`                                         */
    int parent;       /* of the folder around it; -1 = there is no workshop    */
    int fd;           /* of the workshop                                       */
} workshop;

/* Make one in `parent`, which is there. DOM_E_IO, DOM_E_CONFIG for too long a path. */
dom_rc workshop_open(workshop *w, const char *parent, dom_err *err);

/* Remove it with all that is in it, unless it was published. May be called twice. */
void workshop_close(workshop *w);

/* Give it its name in `parent`, where nothing or an empty folder is. DOM_E_IO, and the
 * workshop is as it was. */
dom_rc workshop_publish(workshop *w, const char *name, dom_err *err);

/* Remove the workshops in `parent` whose makers are gone. */
void workshop_sweep(const char *parent);

/* Make a folder and those on the way to it, as far as they are not there. */
dom_rc workshop_make_folders(const char *path, dom_err *err);

#endif
