#include "commands.h"

#include "home.h"
#include "ranking.h"

int cmd_leaderboard(const cli_args *args)
{
    cli_home home;
    cli_format format;
    dom_store *store = NULL;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = cli_format_of(args, &format, &err);
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &store, &err);
    if (rc == DOM_OK)
        rc = ranking_show(store, args->tournament, &args->variants, args->is_live, format, stdout,
                          &err);
    dom_store_close(&store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
