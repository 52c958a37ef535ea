#include "commands.h"

#include "history.h"
#include "home.h"
#include "ranking.h"

static dom_rc check_request(const cli_args *args, cli_format *format, dom_err *err)
{
    dom_rc rc = cli_format_of(args, format, err);
    if (rc == DOM_OK && args->is_live && args->wants_history)
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "--live and --history exclude each other: a history is official");
    return rc;
}

static dom_rc show(const cli_args *args, cli_format format, dom_store *store, dom_err *err)
{
    standing s;
    dom_rc rc = standing_read(&s, store, args->tournament, err);
    if (rc == DOM_OK)
        ranking_note_unrated(&s, stderr);
    if (args->wants_all)
        standing_show_all(&s);
    if (rc == DOM_OK)
        rc = args->wants_history
                 ? history_show(&s, &args->variants, format, stdout, err)
                 : ranking_show(&s, &args->variants, args->is_live, format, stdout, err);
    standing_clear(&s);
    return rc;
}

int cmd_leaderboard(const cli_args *args)
{
    cli_home home;
    cli_format format;
    dom_store *store = NULL;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = check_request(args, &format, &err);
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &store, &err);
    if (rc == DOM_OK)
        rc = show(args, format, store, &err);
    dom_store_close(&store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
