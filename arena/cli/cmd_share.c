/* `share GROUP`: opens the data folder to the users of a Unix group. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "upkeep/share.h"

#include <stdio.h>

static int share_run(const dom_cli_call *call, const void *arguments)
{
    dom_home home = {.lock_fd = -1};
    dom_err err = {.rc = DOM_OK};
    uint64_t changed;
    (void)arguments;
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = dom_home_lock(&home, &err);
    if (rc == DOM_OK)
        rc = dom_upkeep_share(&home, call->word[0], &changed, &err);
    dom_home_unlock(&home);
    if (rc == DOM_OK)
        (void)printf("%s: shared with the group %s; %llu file%s or folder%s had another group or "
                     "mode\n",
                     home.home, call->word[0], (unsigned long long)changed, changed == 1 ? "" : "s",
                     changed == 1 ? "" : "s");
    return dom_cli_end(rc, &err);
}

const dom_cli_command dom_cli_share = {
    .name = "share",
    .operand = "GROUP",
    .needs_operand = true,
    .summary = "Let all users of a Unix group run tournaments in the data folder, and read its "
               "secrets",
    .run = share_run};
