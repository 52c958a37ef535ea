/* `serve`: shows the pages in the browser until SIGINT or SIGTERM, and looks for new results
 * meanwhile. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/interrupt.h"
#include "site/live_site.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

typedef struct {
    const char *listen, *tournament;
    bool is_public;
} serve_args;

enum { LOOK_MS = 500 }; /* time between two looks for new results, milliseconds */

/* Serves until a signal of `ends` arrives. */
static void serve_until_signal(dom_site_live *site, const sigset_t *ends)
{
    const struct timespec wait = {.tv_nsec = LOOK_MS * 1000000L};
    (void)printf("%s  (press Ctrl-C to stop)\n", dom_site_live_url(site));
    (void)fflush(stdout);
    dom_site_live_look(site); /* the first visitor should not wait LOOK_MS */
    while (sigtimedwait(ends, NULL, &wait) < 0)
        dom_site_live_look(site);
}

static int serve_run(const dom_cli_call *call, const void *arguments)
{
    const serve_args *args = arguments;
    dom_home home;
    sigset_t ends = dom_interrupt_signals();
    dom_site_live *site = NULL;
    dom_err err = {.rc = DOM_OK};
    dom_site_live_spec spec = {.home = &home,
                               .tournament = args->tournament,
                               .listen = args->listen ? args->listen : "127.0.0.1:8080",
                               .is_public = args->is_public};
    dom_interrupt_hold();
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    if (rc == DOM_OK)
        rc = dom_site_live_open(&site, &spec, &err);
    if (rc == DOM_OK)
        serve_until_signal(site, &ends);
    dom_site_live_close(site);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot serve_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_LISTEN_PAGES, serve_args, listen),
    DOM_CLI_SLOT(DOM_CLI_OPT_PUBLIC, serve_args, is_public),
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, serve_args, tournament),
};

const dom_cli_command dom_cli_serve = {.name = "serve",
                                       .operand = "",
                                       .summary =
                                           "Show the same pages live, in browsers on this machine",
                                       DOM_CLI_SLOTS(serve_slots),
                                       .args_bytes = sizeof(serve_args),
                                       .run = serve_run};
