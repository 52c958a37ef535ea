#include "compare_positions.h"

#include "base/interrupt.h"
#include "common.h"
#include "home/workroom.h"
#include "output/position_text.h"
#include "output/remarks.h"
#include "results/named_versions.h"
#include "status.h"
#include "tournament/sandbox_select.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const dom_cli_call *call;
    dom_home home;
    dom_home_workroom room;
    dom_rehearsal_positions positions;
    dom_bots_resolved bot[2];
    dom_output_positions shown;
    dom_err *err;
} comparison;

/* Finds a bot. The snapshot of a folder goes into the workroom, so no version is left. */
static dom_rc find_bot(comparison *c, int number)
{
    const char *word = c->call->word[number];
    const dom_home *home = dom_bots_word_is_folder(word) ? &c->room.home : &c->home;
    dom_bots_places places = dom_results_places_of(home, &dom_output_listener);
    places.logs = c->room.logs;
    dom_bots_context context = {.places = &places, .where = "compare"};
    return dom_bots_resolve(&c->bot[number], &context, word, c->err);
}

/* Two versions of one bot are told apart by their versions. */
static void name_apart(comparison *c)
{
    if (strcmp(c->bot[0].name, c->bot[1].name) != 0)
        return;
    for (int i = 0; i < 2; i++) {
        dom_bots_resolved *bot = &c->bot[i];
        (void)snprintf(bot->name, sizeof bot->name, "%.23s@%.8s", bot->manifest.name,
                       bot->snapshot.version);
    }
}

static dom_rc play_positions(comparison *c, const char *least_sandbox, bool is_json)
{
    dom_tournament_sandbox sandbox;
    dom_rc rc =
        dom_tournament_sandbox_choose(&sandbox, &c->home, DOM_SANDBOX_AUTO, least_sandbox, c->err);
    if (rc != DOM_OK)
        return rc;
    c->shown = (dom_output_positions){.out = stdout,
                                      .positions = &c->positions,
                                      .sandbox = sandbox.level,
                                      .bot = {&c->bot[0], &c->bot[1]},
                                      .list = is_json ? json_array() : NULL};
    const dom_rehearsal_suite_spec spec = {.home = &c->home,
                                           .bot = {&c->bot[0], &c->bot[1]},
                                           .sandbox = sandbox.level,
                                           .positions = &c->positions,
                                           .context = &c->shown,
                                           .on_position = dom_output_positions_take};
    rc = dom_rehearsal_suite_run(&spec, c->err);
    return rc == DOM_OK ? dom_output_positions_end(&c->shown, c->err) : rc;
}

static dom_rc compare_them(comparison *c, const char *file, const char *least_sandbox, bool is_json)
{
    dom_rc rc = dom_rehearsal_positions_read(&c->positions, file, c->err);
    if (rc == DOM_OK)
        rc = dom_cli_find_home(&c->home, c->call, c->err);
    if (rc == DOM_OK)
        rc = dom_home_workroom_open(&c->room, &c->home, c->err);
    for (int i = 0; rc == DOM_OK && i < 2; i++)
        rc = find_bot(c, i);
    name_apart(c);
    return rc == DOM_OK ? play_positions(c, least_sandbox, is_json) : rc;
}

static bool is_better(const dom_output_positions *shown)
{
    return shown->difference.sets > 1 && dom_ratings_mean_of(&shown->difference).lo > 0;
}

int dom_cli_compare_positions(const dom_cli_call *call, const char *file, const char *least_sandbox,
                              bool is_json)
{
    dom_err err = {.rc = DOM_OK};
    comparison c = {.call = call, .err = &err};
    c.room.folder = (dom_fs_staging_dir){.parent = -1, .fd = -1};
    dom_interrupt_hold();
    dom_rc rc = compare_them(&c, file, least_sandbox, is_json);
    int status = rc != DOM_OK          ? dom_cli_end_by_signal(rc, dom_interrupt_signal(), &err)
                 : is_better(&c.shown) ? DOM_CLI_OK
                                       : DOM_CLI_NO;
    for (int i = 0; i < 2; i++)
        dom_bots_resolved_clear(&c.bot[i]);
    json_decref(c.shown.list);
    dom_home_workroom_close(&c.room);
    dom_rehearsal_positions_clear(&c.positions);
    return status;
}
