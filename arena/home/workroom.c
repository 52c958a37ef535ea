#include "home/workroom.h"

#include "base/text.h"

#include <stdio.h>

dom_rc dom_home_workroom_open(dom_home_workroom *room, const dom_home *home, dom_err *err)
{
    room->folder = (dom_fs_staging_dir){.parent = -1, .fd = -1};
    dom_rc rc = dom_fs_make_folders(home->home, err);
    if (rc != DOM_OK)
        return rc;
    dom_fs_staging_dir_sweep(home->home);
    rc = dom_fs_staging_dir_open(&room->folder, home->home, err);
    if (rc != DOM_OK)
        return rc;
    const char *folder = room->folder.path;
    (void)snprintf(room->logs, sizeof room->logs, "%s/logs", home->home);
    room->home = *home;
    dom_text_copy(room->home.home, sizeof room->home.home, folder);
    if (snprintf(room->home.db, sizeof room->home.db, "%s/" DOM_HOME_DB_FILE, folder) >=
        (int)sizeof room->home.db)
        return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", folder);
    return DOM_OK;
}

void dom_home_workroom_close(dom_home_workroom *room)
{
    dom_fs_staging_dir_close(&room->folder);
}
