/* `tournaments` and `status`: which tournaments there are, how far they are, and what runs now. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "documents/documents.h"
#include "live/open_matches_file.h"
#include "output/tournament_text.h"

#include <stdio.h>

typedef struct {
    bool is_json;
} tournaments_args;

/* What runs now on a database. */
typedef struct {
    dom_home_user holder;
    dom_live_open_matches live;
} running_now;

static void read_running(running_now *out, const dom_home *home)
{
    *out = (running_now){.holder = {.pid = 0}};
    dom_home_holder_read(&out->holder, home);
    if (out->holder.pid != 0)
        (void)dom_live_open_matches_read(&out->live, home);
}

/* What the list is made of. */
typedef struct {
    dom_store *store;
    dom_output_tournaments *list;
    bool is_open_only;
    dom_err *err;
} tournaments_reader;

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    const tournaments_reader *r = context;
    dom_results_tournament_summary summary;
    dom_rc rc = dom_results_tournament_summary_read(&summary, r->store, t, r->err);
    if (rc != DOM_OK || (r->is_open_only && summary.state != DOM_RESULTS_TOURNAMENT_OPEN))
        return rc;
    return dom_output_tournaments_add(r->list, t, &summary, r->err);
}

static dom_rc read_list(dom_output_tournaments *list, dom_store *store, bool is_open_only,
                        dom_err *err)
{
    tournaments_reader r = {store, list, is_open_only, err};
    dom_output_tournaments_begin(list);
    return dom_store_tournament_each(store, take_tournament, &r, err);
}

/* ---- tournaments ---------------------------------------------------------------------- */

static dom_rc show_list(const dom_cli_call *call, dom_store *store, bool is_json, dom_err *err)
{
    dom_home home;
    running_now now;
    dom_rc rc = dom_cli_find_home(&home, call, err);
    if (rc != DOM_OK)
        return rc;
    read_running(&now, &home);
    dom_output_tournaments list = {.out = stdout,
                                   .is_json = is_json,
                                   .running = now.live.tournament,
                                   .if_none = "no tournament was begun yet"};
    rc = read_list(&list, store, false, err);
    rc = dom_output_tournaments_end(&list, rc, err);
    dom_live_open_matches_clear(&now.live);
    return rc;
}

static dom_rc show_one(const char *name, dom_store *store, bool is_json, dom_err *err)
{
    dom_store_tournament t;
    dom_results_tournament_summary summary;
    dom_rc rc = dom_store_tournament_find(store, name, &t, err);
    if (rc == DOM_OK)
        rc = dom_results_tournament_summary_read(&summary, store, &t, err);
    if (rc == DOM_OK)
        rc = dom_output_tournament(stdout, &t, &summary, is_json, err);
    dom_store_tournament_free(&t);
    return rc;
}

static dom_rc tournaments_show(const dom_cli_call *call, const void *arguments, dom_store *store,
                               dom_err *err)
{
    const tournaments_args *args = arguments;
    return call->word[0] ? show_one(call->word[0], store, args->is_json, err)
                         : show_list(call, store, args->is_json, err);
}

static int tournaments_run(const dom_cli_call *call, const void *arguments)
{
    return dom_cli_show_stored(call, arguments, NULL, tournaments_show);
}

static const dom_cli_slot tournaments_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, tournaments_args, is_json),
};

const dom_cli_command dom_cli_tournaments = {
    .name = "tournaments",
    .operand = "TOURNAMENT",
    .summary = "List the tournaments, or show the stages and bots of one",
    DOM_CLI_SLOTS(tournaments_slots),
    .args_bytes = sizeof(tournaments_args),
    .run = tournaments_run};

/* ---- status ---------------------------------------------------------------------------- */

static void put_running(const running_now *now, size_t waiting)
{
    if (now->holder.pid == 0) {
        (void)printf("no command is writing to the database\n");
        return;
    }
    (void)printf("process %d: %s\n", now->holder.pid, now->holder.command);
    if (now->live.tournament[0])
        (void)printf("it plays %s, %u match%s at this moment\n", now->live.tournament,
                     (unsigned)now->live.open.count, now->live.open.count == 1 ? "" : "es");
    if (waiting > 0)
        (void)printf("%zu command%s for it: domino-arena queue\n", waiting,
                     waiting == 1 ? " waits" : "s wait");
}

static json_t *running_json(const running_now *now, size_t waiting)
{
    json_t *root = json_pack("{s:i, s:o, s:I}", "schema", 1, "holder", json_null(), "waiting",
                             (json_int_t)waiting);
    if (now->holder.pid == 0)
        return root;
    json_object_set_new(root, "holder",
                        json_pack("{s:i, s:o}", "process", now->holder.pid, "command",
                                  dom_documents_text(now->holder.command)));
    if (now->live.tournament[0]) {
        json_object_set_new(root, "tournament", json_string(now->live.tournament));
        json_object_set_new(root, "open_matches", json_integer(now->live.open.count));
    }
    return root;
}

static dom_rc print_status(const running_now *now, size_t waiting, dom_store *store, bool is_json,
                           dom_err *err)
{
    dom_output_tournaments list = {.out = stdout,
                                   .is_json = is_json,
                                   .running = now->live.tournament,
                                   .if_none = "no tournament is open",
                                   .root = is_json ? running_json(now, waiting) : NULL};
    if (!is_json)
        put_running(now, waiting);
    dom_rc rc = read_list(&list, store, true, err);
    return dom_output_tournaments_end(&list, rc, err);
}

static int status_run(const dom_cli_call *call, const void *arguments)
{
    const tournaments_args *args = arguments;
    dom_home home;
    dom_store *store = NULL;
    dom_err err = {.rc = DOM_OK};
    running_now now = {.holder = {.pid = 0}};
    dom_home_user waiting[DOM_HOME_QUEUE_MAX];
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = dom_home_read(&home, &store, &err);
    if (rc == DOM_OK) {
        read_running(&now, &home);
        size_t count = dom_home_queue_read(waiting, &home);
        rc = print_status(&now, count, store, args->is_json, &err);
    }
    dom_live_open_matches_clear(&now.live);
    dom_store_close(&store);
    return dom_cli_end(rc, &err);
}

const dom_cli_command dom_cli_status = {
    .name = "status",
    .operand = "",
    .summary = "Show what runs, how far it is and until when, and which tournaments are open",
    DOM_CLI_SLOTS(tournaments_slots),
    .args_bytes = sizeof(tournaments_args),
    .run = status_run};
