/* `serve`: shows the pages in the browser until SIGINT or SIGTERM, and looks for new results
 * meanwhile. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/interrupt.h"
#include "base/now.h"
#include "base/text.h"
#include "shard/shard_follow.h"
#include "site/live_site.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct {
    const char *listen, *tournament, *shards;
    bool is_public;
} serve_args;

/* Times between two looks for new results, milliseconds. */
enum { LOOK_MS = 500, SHARDS_MS = 10000 };

/* The shards that are followed, if any. */
typedef struct {
    dom_shard_follow *follow;
    int64_t next_us; /* when their folder is looked at again */
    dom_err last;    /* what was printed last, so that it is printed once */
} followed;

/* Copies what shards have played since the last look into the local database. */
static void follow_shards(followed *f)
{
    dom_err err = {.text = ""};
    if (f->follow == NULL || dom_now_us() < f->next_us)
        return;
    dom_rc rc = dom_shard_follow_look(f->follow, &err);
    if (rc != DOM_OK && strcmp(err.text, f->last.text) != 0)
        (void)fprintf(stderr, "domino-arena: %s\n", err.text);
    f->last = err;
    f->next_us = dom_now_us() + SHARDS_MS * 1000;
}

/* Begins to follow the shards of a folder; the pages then show the local database. */
static dom_rc begin_to_follow(followed *f, dom_home *home, const char *folder, dom_err *err)
{
    if (folder == NULL)
        return DOM_OK;
    dom_rc rc = dom_shard_follow_open(&f->follow, folder, err);
    if (rc == DOM_OK)
        dom_text_copy(home->db, sizeof home->db, dom_shard_follow_db(f->follow));
    return rc == DOM_OK ? dom_home_lock(home, err) : rc; /* shown as being played */
}

/* Serves until a signal of `ends` arrives. */
static void serve_until_signal(dom_site_live *site, followed *shards, const sigset_t *ends)
{
    const struct timespec wait = {.tv_nsec = LOOK_MS * 1000000L};
    (void)printf("%s  (press Ctrl-C to stop)\n", dom_site_live_url(site));
    (void)fflush(stdout);
    follow_shards(shards);
    dom_site_live_look(site); /* the first visitor should not wait LOOK_MS */
    while (sigtimedwait(ends, NULL, &wait) < 0) {
        follow_shards(shards);
        dom_site_live_look(site);
    }
}

static int serve_run(const dom_cli_call *call, const void *arguments)
{
    const serve_args *args = arguments;
    dom_home home;
    sigset_t ends = dom_interrupt_signals();
    dom_site_live *site = NULL;
    followed shards = {.follow = NULL};
    dom_err err = {.rc = DOM_OK};
    dom_site_live_spec spec = {.home = &home,
                               .tournament = args->tournament,
                               .listen = args->listen ? args->listen : "127.0.0.1:8080",
                               .is_public = args->is_public};
    dom_interrupt_hold();
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = begin_to_follow(&shards, &home, args->shards, &err);
    if (rc == DOM_OK)
        rc = dom_site_live_open(&site, &spec, &err);
    if (rc == DOM_OK)
        serve_until_signal(site, &shards, &ends);
    dom_site_live_close(site);
    if (args->shards)
        dom_home_unlock(&home);
    dom_shard_follow_close(&shards.follow);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot serve_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_LISTEN_PAGES, serve_args, listen),
    DOM_CLI_SLOT(DOM_CLI_OPT_PUBLIC, serve_args, is_public),
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, serve_args, tournament),
    DOM_CLI_SLOT(DOM_CLI_OPT_SHARDS, serve_args, shards),
};

const dom_cli_command dom_cli_serve = {.name = "serve",
                                       .operand = "",
                                       .summary =
                                           "Show the same pages live, in browsers on this machine",
                                       DOM_CLI_SLOTS(serve_slots),
                                       .args_bytes = sizeof(serve_args),
                                       .run = serve_run};
