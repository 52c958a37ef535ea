/* `ask BOT MATCH STEP`: starts a bot and asks it what a seat of a stored match was asked. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/interrupt.h"
#include "config/stored_config.h"
#include "fs/whole_file.h"
#include "home/workroom.h"
#include "output/ask_text.h"
#include "output/remarks.h"
#include "results/match_reader.h"
#include "results/named_versions.h"
#include "tournament/sandbox_select.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *save;
    int64_t seat;
    bool has_seat, asks_all, is_alone, is_debugged, is_json;
} ask_args;

/* A question on its way. */
typedef struct {
    const dom_cli_call *call;
    const ask_args *args;
    dom_home home;
    dom_home_workroom room;
    dom_store *store;
    dom_store_tournament t;
    dom_bots_resolved bot;
    dom_rehearsal_spec spec;
    dom_rehearsal_report report;
    dom_store_match match;
    uint8_t *decisions; /* of the match; NULL: it is not stored */
    dom_err *err;
} question;

/* ---- the arguments --------------------------------------------------------------------------- */

static dom_rc check_args(const question *q)
{
    const ask_args *args = q->args;
    const char *step = q->call->word[2];
    if (args->asks_all && step)
        return dom_err_set(q->err, DOM_E_CONFIG,
                           "ask: a STEP and --all exclude each other; allowed: one of them");
    if (!args->asks_all && step == NULL)
        return dom_err_set(q->err, DOM_E_CONFIG,
                           "ask needs a STEP, or --all for the whole match; domino-arena replay "
                           "%.80s numbers the steps",
                           q->call->word[1]);
    if (args->asks_all && (args->is_alone || args->is_debugged))
        return dom_err_set(q->err, DOM_E_CONFIG, "--%s: only with a STEP, not with --all",
                           args->is_alone ? "alone" : "debug");
    if (args->has_seat && !args->asks_all)
        return dom_err_set(q->err, DOM_E_CONFIG,
                           "--seat: only with --all; a STEP is of the seat on turn");
    return DOM_OK;
}

static dom_rc read_step(question *q)
{
    const char *word = q->call->word[2];
    char *end = NULL;
    if (word == NULL)
        return DOM_OK;
    errno = 0;
    unsigned long step = strtoul(word, &end, 10);
    if (*word < '1' || *word > '9' || *end || errno || step > UINT32_MAX)
        return dom_err_set(q->err, DOM_E_CONFIG,
                           "ask: '%.40s' is not a step; allowed: a number from 1, as domino-arena "
                           "replay %.80s numbers them",
                           word, q->call->word[1]);
    q->spec.step = (uint32_t)step;
    return DOM_OK;
}

/* ---- the match ------------------------------------------------------------------------------- */

/* Finds the seat where a bot of this name sat; the number of a copy does not count. */
static dom_rc find_own_seat(question *q, const dom_store_match *m)
{
    const char *name = q->bot.kept_as;
    size_t length = strlen(name);
    if (q->args->has_seat && q->args->seat >= m->seats)
        return dom_err_set(q->err, DOM_E_CONFIG,
                           "--seat: there is no such seat; allowed: 0..%d in this match",
                           m->seats - 1);
    if (q->args->has_seat) {
        q->spec.seat = (int)q->args->seat;
        return DOM_OK;
    }
    for (int seat = 0; seat < m->seats; seat++) {
        const char *sat = q->t.bots[m->seat[seat].bot].name;
        if (strncmp(sat, name, length) == 0 && (sat[length] == '\0' || sat[length] == '#')) {
            q->spec.seat = seat;
            return DOM_OK;
        }
    }
    return dom_err_set(q->err, DOM_E_CONFIG,
                       "ask: no bot called %s sat in this match; allowed: --seat 0..%d", name,
                       m->seats - 1);
}

static dom_rc find_asked_seat(question *q, const dom_store_match *m)
{
    dom_results_asked asked;
    dom_rc rc = dom_results_asked_at(&asked, &q->t, m, q->spec.step, q->err);
    q->spec.seat = asked.seat;
    return rc;
}

/* Keeps the match, so that the database is not held open while the bot is asked. */
static dom_rc keep_match(void *context, const dom_store_match *m)
{
    question *q = context;
    q->match = *m;
    q->decisions = malloc(m->decisions_bytes + 1);
    if (q->decisions == NULL)
        return dom_err_no_memory(q->err);
    memcpy(q->decisions, m->decisions, m->decisions_bytes);
    q->match.decisions = q->decisions;
    return DOM_OK;
}

static dom_rc find_match(question *q)
{
    char name[DOM_PATH_BYTES] = "";
    uint64_t number;
    dom_rc rc = dom_cli_read_match(q->call->word[1], name, &number, q->err);
    if (rc == DOM_OK)
        rc = dom_home_read(&q->home, &q->store, q->err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(q->store, name[0] ? name : NULL, &q->t, q->err);
    if (rc == DOM_OK)
        rc = dom_store_match_each(q->store, q->t.id, number, number, true, keep_match, q, q->err);
    dom_store_close(&q->store);
    if (rc == DOM_OK && q->decisions == NULL)
        rc = dom_err_set(q->err, DOM_E_ABSENT, "tournament '%s' has no match %llu yet", q->t.name,
                         (unsigned long long)number);
    return rc;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static dom_rc ask_in_match(question *q)
{
    q->spec.tournament = &q->t;
    q->spec.match = &q->match;
    dom_rc rc = dom_rehearsal_run(&q->report, &q->spec, q->err);
    if (rc != DOM_OK)
        return rc;
    if (q->args->is_json)
        return dom_output_put_json(stdout, dom_output_ask_json(&q->spec, &q->report), q->err);
    dom_output_ask_print(&q->spec, &q->report, stdout);
    return DOM_OK;
}

/* ---- the bot --------------------------------------------------------------------------------- */

/* Waits until somebody presses Enter, or standard input ends. */
static dom_rc wait_for_debugger(void *context, pid_t pid, dom_err *err)
{
    const question *q = context;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char byte = '\0';
    (void)fprintf(stderr,
                  "process %d waits for the ask at step %u; attach a debugger to it, let it "
                  "continue, and press Enter here\n",
                  (int)pid, q->spec.step);
    while (byte != '\n') {
        dom_rc rc = dom_interrupt_check(err);
        if (rc != DOM_OK)
            return rc;
        if (poll(&input, 1, 200) > 0 && read(input.fd, &byte, 1) <= 0)
            byte = '\n';
    }
    return DOM_OK;
}

/* A folder stands for the bot of the entry in this seat: if the tournament has set args or env for
 * that bot, the folder gets the same. */
static dom_rc set_bot(question *q, dom_bots_context context)
{
    dom_core_setting said;
    const char *sat = q->t.bots[q->match.seat[q->spec.seat].bot].name;
    dom_rc rc = dom_config_stored_setting(&said, q->t.config, sat, q->err);
    const char *own = said.bot[0] ? said.bot : sat;
    bool is_set = said.args.count > 0 || said.env.count > 0;
    if (rc == DOM_OK && is_set && strcmp(own, q->bot.manifest.name) == 0) {
        dom_bots_setting setting = {.name = sat, .args = &said.args, .env = &said.env};
        context.setting = &setting;
        dom_bots_resolved_clear(&q->bot);
        rc = dom_bots_resolve(&q->bot, &context, q->call->word[0], q->err);
    }
    dom_config_setting_clear(&said);
    return rc;
}

/* Finds the bot. The snapshot of a folder goes into the workroom, so no version is left. */
static dom_rc find_bot(question *q)
{
    const char *word = q->call->word[0];
    bool is_folder = dom_bots_word_is_folder(word);
    dom_bots_places places =
        dom_results_places_of(is_folder ? &q->room.home : &q->home, &dom_output_listener);
    places.logs = q->room.logs;
    dom_bots_context context = {.places = &places, .where = "ask"};
    dom_rc rc = dom_bots_resolve(&q->bot, &context, word, q->err);
    if (rc == DOM_OK)
        rc = q->spec.step ? find_asked_seat(q, &q->match) : find_own_seat(q, &q->match);
    return rc == DOM_OK && is_folder ? set_bot(q, context) : rc;
}

static dom_rc choose_sandbox(question *q)
{
    dom_tournament_sandbox sandbox;
    dom_rc rc = dom_tournament_sandbox_choose(
        &sandbox, &q->home, q->args->is_debugged ? DOM_SANDBOX_NONE : DOM_SANDBOX_AUTO, NULL,
        q->err);
    q->spec.sandbox = sandbox.level;
    return rc;
}

static dom_rc ask(question *q)
{
    dom_rc rc = check_args(q);
    if (rc == DOM_OK)
        rc = read_step(q);
    if (rc == DOM_OK)
        rc = dom_cli_find_home(&q->home, q->call, q->err);
    if (rc == DOM_OK)
        rc = find_match(q);
    if (rc == DOM_OK)
        rc = dom_home_workroom_open(&q->room, &q->home, q->err);
    if (rc == DOM_OK)
        rc = find_bot(q);
    if (rc == DOM_OK)
        rc = choose_sandbox(q);
    if (rc == DOM_OK)
        rc = ask_in_match(q);
    if (rc == DOM_OK && q->args->save)
        rc = dom_fs_file_put(q->args->save, q->report.messages, q->report.messages_bytes, 0644,
                             q->err);
    return rc;
}

static bool is_at_fault(const dom_rehearsal_report *report)
{
    return report->start.has_ended || report->asked.reply.code != DOM_FAULT_NONE;
}

static int ask_run(const dom_cli_call *call, const void *arguments)
{
    const ask_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    question *q = calloc(1, sizeof *q);
    if (q == NULL)
        return dom_cli_end(dom_err_no_memory(&err), &err);
    q->call = call;
    q->args = args;
    q->err = &err;
    q->room.folder = (dom_fs_staging_dir){.parent = -1, .fd = -1};
    q->spec = (dom_rehearsal_spec){.home = &q->home,
                                   .bot = &q->bot,
                                   .is_alone = args->is_alone,
                                   .has_no_clock = args->is_debugged,
                                   .context = q,
                                   .before_ask = args->is_debugged ? wait_for_debugger : NULL};
    dom_interrupt_hold();
    dom_rc rc = ask(q);
    int status = rc != DOM_OK              ? dom_cli_end_by_signal(rc, dom_interrupt_signal(), &err)
                 : is_at_fault(&q->report) ? DOM_CLI_NO
                                           : DOM_CLI_OK;
    dom_rehearsal_clear(&q->report);
    dom_bots_resolved_clear(&q->bot);
    dom_home_workroom_close(&q->room);
    dom_store_tournament_free(&q->t);
    free(q->decisions);
    free(q);
    return status;
}

static const dom_cli_slot ask_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_ALL_ASKS, ask_args, asks_all),
    DOM_CLI_SLOT_SAID(DOM_CLI_OPT_ASKED_SEAT, ask_args, seat, has_seat),
    DOM_CLI_SLOT(DOM_CLI_OPT_ALONE, ask_args, is_alone),
    DOM_CLI_SLOT(DOM_CLI_OPT_DEBUG, ask_args, is_debugged),
    DOM_CLI_SLOT(DOM_CLI_OPT_SAVE, ask_args, save),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, ask_args, is_json),
};

const dom_cli_command dom_cli_ask = {
    .name = "ask",
    .operand = "BOT MATCH [STEP]",
    .needs_operand = true,
    .summary = "Ask a bot what was asked at a step of a stored match; exit status 1 at a fault",
    DOM_CLI_SLOTS(ask_slots),
    .args_bytes = sizeof(ask_args),
    .run = ask_run};
