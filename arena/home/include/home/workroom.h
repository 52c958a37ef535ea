/* home/workroom.h - a temporary data folder inside the caller's. Bots are tried in it: snapshots of
 * folders, and results, go there and are removed at the end, so that no version is left. Logs of
 * builds are kept in the caller's data folder.
 */
#ifndef DOM_HOME_WORKROOM_H
#define DOM_HOME_WORKROOM_H

#include "fs/staging_dir.h"
#include "home/home.h"

typedef struct {
    dom_fs_staging_dir folder;
    char logs[DOM_PATH_BYTES + 8]; /* logs of builds, in the caller's data folder    */
    dom_home home; /* the caller's, with its data folder and database in `folder`     */
} dom_home_workroom;

/* Makes a workroom. Those that killed processes have left are removed. Close it in any case.
 * Returns DOM_OK; DOM_E_IO; DOM_E_CONFIG if the path is too long. */
dom_rc dom_home_workroom_open(dom_home_workroom *room, const dom_home *home, dom_err *err);

/* Removes it with its content. May be called twice. */
void dom_home_workroom_close(dom_home_workroom *room);

#endif
