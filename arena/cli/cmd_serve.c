/* `serve`: shows the pages in the browser until an interrupt, and looks for new results
 * meanwhile. */
#include "commands.h"
#include "common.h"
#include "log.h"
#include "status.h"

#include "analysis/analyst.h"
#include "base/interrupt.h"
#include "base/now.h"
#include "base/text.h"
#include "http/public_url.h"
#include "shard/shard_follow.h"
#include "site/live_site.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct {
    const char *listen, *tournament, *shards, *url, *metrics;
    bool is_public, is_behind_proxy, shares_json, wants_play, analyses;
} serve_args;

/* Times between two looks for new results, milliseconds. */
enum { LOOK_MS = 500, SHARDS_MS = 10000 };

/* What is served. */
typedef struct {
    dom_home home;
    dom_home people; /* with the database of the matches of people, if they may play */
    dom_site_live_spec spec;
    dom_site_live *site;
    dom_shard_follow *follow; /* the shards whose results are shown; NULL: those of a database */
    int64_t next_us;          /* when the shard folder is looked at again */
    bool analyses;
    dom_analysis_analyst *analyst; /* of what is served; NULL: nothing is valued */
    char url[DOM_HTTP_PUBLIC_URL_BYTES];
    dom_err last;            /* what was printed last of the shards, so that it is printed once */
    char ill[DOM_ERR_BYTES]; /* the same of the pages; "": they are well */
} serving;

/* Copies what shards have played since the last look into the local database. */
static void follow_shards(serving *s)
{
    dom_err err = {.text = ""};
    if (s->follow == NULL || dom_now_us() < s->next_us)
        return;
    dom_rc rc = dom_shard_follow_poll(s->follow, &err);
    if (rc != DOM_OK && strcmp(err.text, s->last.text) != 0)
        dom_cli_log(DOM_CLI_LOG_WARNING, err.text);
    s->last = err;
    s->next_us = dom_now_us() + SHARDS_MS * 1000;
}

/* Says once that the pages do not show what they should, and once that they do again. */
static void follow_health(serving *s)
{
    char why[DOM_ERR_BYTES];
    dom_site_live_health health = dom_site_live_how(s->site, why);
    if (health == DOM_SITE_LIVE_ILL && strcmp(why, s->ill) != 0) {
        dom_text_copy(s->ill, sizeof s->ill, why);
        dom_cli_log(DOM_CLI_LOG_ERROR, why);
    } else if (health == DOM_SITE_LIVE_WELL && s->ill[0]) {
        s->ill[0] = '\0';
        dom_cli_log(DOM_CLI_LOG_NOTICE, "the pages show again what was played");
    }
}

/* Returns true if the shard folder has got another plan, and with it another local database. */
static bool has_other_database(const serving *s)
{
    return s->follow && strcmp(s->home.db, dom_shard_follow_db(s->follow)) != 0;
}

static void say_error(void *context, const dom_err *why)
{
    char line[DOM_ERR_BYTES + 16];
    (void)context;
    (void)snprintf(line, sizeof line, "--analyse: %s", why->text);
    dom_cli_log(DOM_CLI_LOG_WARNING, line);
}

static dom_rc start_analyst(serving *s, dom_err *err)
{
    dom_analysis_analyst_spec spec = {
        .db = s->home.db, .tournament = s->spec.tournament, .on_error = say_error};
    return s->analyses ? dom_analysis_analyst_start(&s->analyst, &spec, err) : DOM_OK;
}

/* Starts the pages. Those of shards hold the lock of the local database, so that it is shown as
 * being played. */
static dom_rc open_site(serving *s, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (s->follow) {
        dom_text_copy(s->home.db, sizeof s->home.db, dom_shard_follow_db(s->follow));
        rc = dom_home_lock(&s->home, err);
    }
    if (rc == DOM_OK)
        rc = dom_site_live_open(&s->site, &s->spec, err);
    if (rc == DOM_OK)
        rc = start_analyst(s, err);
    if (rc != DOM_OK)
        return rc;
    (void)printf("%s  (press Ctrl-C to stop)\n", dom_site_live_url(s->site));
    if (s->spec.metrics)
        (void)printf("%smetrics  (for Prometheus)\n", dom_site_live_metrics_url(s->site));
    (void)fflush(stdout);
    return DOM_OK;
}

static void close_site(serving *s)
{
    dom_analysis_analyst_stop(&s->analyst);
    dom_site_live_close(s->site);
    s->site = NULL;
    if (s->follow)
        dom_home_unlock(&s->home);
}

/* Serves until a signal of `ends` arrives, which it returns; or until there is another database: 0.
 */
static int serve_database(serving *s, const sigset_t *ends)
{
    const struct timespec wait = {.tv_nsec = LOOK_MS * 1000000L};
    int signal_number = 0;
    do {
        follow_shards(s);
        dom_site_live_poll(s->site);
        follow_health(s);
        signal_number = sigtimedwait(ends, NULL, &wait);
    } while (signal_number < 0 && !has_other_database(s));
    return signal_number > 0 ? signal_number : 0;
}

static dom_rc serve_until_signal(serving *s, dom_err *err)
{
    sigset_t ends = dom_interrupt_signals();
    dom_rc rc;
    int signal_number = 0;
    do {
        rc = open_site(s, err);
        if (rc == DOM_OK)
            signal_number = serve_database(s, &ends);
        close_site(s);
    } while (rc == DOM_OK && signal_number == 0);
    return rc;
}

/* Lets people play in the browser. Their matches go to a database of their own. */
static dom_rc invite_people(serving *s, const dom_cli_call *call, dom_err *err)
{
    (void)signal(SIGPIPE, SIG_IGN); /* the process of a table may end before its order is written */
    s->spec.people = &s->people;
    dom_rc rc = dom_cli_find_home(&s->people, call, err);
    return rc == DOM_OK ? dom_home_play_db(&s->people, err) : rc;
}

static int serve_run(const dom_cli_call *call, const void *arguments)
{
    const serve_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    serving s = {.analyses = args->analyses,
                 .spec = {.tournament = args->tournament,
                          .listen = args->listen ? args->listen : "127.0.0.1:8080",
                          .metrics = args->metrics,
                          .version = DOM_VERSION,
                          .is_public = args->is_public,
                          .is_behind_proxy = args->is_behind_proxy,
                          .shares_json = args->shares_json}};
    s.spec.home = &s.home;
    dom_interrupt_hold();
    dom_rc rc = args->url ? dom_http_public_url_read(s.url, args->url, &err) : DOM_OK;
    s.spec.url = args->url ? s.url : NULL;
    if (rc == DOM_OK)
        rc = dom_cli_find_home(&s.home, call, &err);
    if (rc == DOM_OK && args->wants_play)
        rc = invite_people(&s, call, &err);
    if (rc == DOM_OK && args->shards)
        rc = dom_shard_follow_open(&s.follow, args->shards, &err);
    if (rc == DOM_OK)
        rc = serve_until_signal(&s, &err);
    dom_shard_follow_close(&s.follow);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot serve_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_LISTEN_PAGES, serve_args, listen),
    DOM_CLI_SLOT(DOM_CLI_OPT_PUBLIC, serve_args, is_public),
    DOM_CLI_SLOT(DOM_CLI_OPT_BEHIND_PROXY, serve_args, is_behind_proxy),
    DOM_CLI_SLOT(DOM_CLI_OPT_CORS, serve_args, shares_json),
    DOM_CLI_SLOT(DOM_CLI_OPT_URL, serve_args, url),
    DOM_CLI_SLOT(DOM_CLI_OPT_METRICS, serve_args, metrics),
    DOM_CLI_SLOT(DOM_CLI_OPT_PLAY, serve_args, wants_play),
    DOM_CLI_SLOT(DOM_CLI_OPT_ANALYSE, serve_args, analyses),
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
