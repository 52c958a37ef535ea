/* `replay MATCH`: replays a stored match on the terminal, or prints its record as JSON. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "analysis/analysis_file.h"
#include "base/path.h"
#include "output/replay_step.h"
#include "record/position_line.h"
#include "results/infos.h"
#include "results/match_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *tournament;
    int64_t seat;
    int64_t position; /* step of which the position is printed; 0: none */
    bool has_seat, wants_steps, wants_unicode, wants_stderr, wants_values, is_json;
} replay_args;

/* What to show, and how. */
typedef struct {
    const replay_args *args;
    dom_store *store;
    dom_store_tournament t;
    bool is_found;
    dom_err *err;
} replay_request;

static dom_rc replay_print_record(const replay_request *request, const dom_store_match *m)
{
    char *line;
    dom_rc rc = dom_results_record_json(&line, request->store, &request->t, m, request->err);
    if (rc != DOM_OK)
        return rc;
    (void)printf("%s\n", line);
    free(line);
    return DOM_OK;
}

/* Prints the position before a step. It has the key of the deals, so these must not be secret. */
static dom_rc replay_print_position(const replay_request *request, const dom_store_match *m)
{
    dom_results_asked asked;
    dom_record_match record = dom_results_record_of(&request->t, m);
    dom_record_position position = {.variant = request->t.variants[m->variant], .key = record.key};
    if (!record.is_revealed && !request->t.is_reproducible)
        return dom_err_set(request->err, DOM_E_CONFIG,
                           "--position: '%s' is not finished, so its deals are still secret; "
                           "allowed: a finished tournament (domino-arena close %s ends it)",
                           request->t.name, request->t.name);
    dom_rc rc = dom_results_asked_at(&asked, &request->t, m, (uint32_t)request->args->position,
                                     request->err);
    const uint8_t *bytes = record.decisions;
    size_t size = record.decisions_bytes;
    for (int32_t i = 0; rc == DOM_OK && i < asked.choices; i++) {
        dom_record_decision decision;
        rc = dom_record_decisions_next(&bytes, &size, &decision);
        if (rc == DOM_OK)
            rc = dom_record_decisions_add(&position.decisions, &decision);
    }
    if (rc == DOM_OK)
        dom_record_position_write(&position, stdout);
    dom_record_position_clear(&position);
    return rc;
}

/* Returns the style of tiles. Unicode has characters for tiles up to 6-6 only. */
static dom_output_tiles replay_style(const replay_request *request, const dom_store_match *m)
{
    if (!request->args->wants_unicode)
        return DOM_OUTPUT_TILES_BRACKETS;
    if (request->t.variants[m->variant].options.set_max <= 6)
        return DOM_OUTPUT_TILES_UNICODE;
    (void)fprintf(stderr, "domino-arena: --unicode: only double-six tiles have Unicode characters; "
                          "other tiles are shown in brackets\n");
    return DOM_OUTPUT_TILES_BRACKETS;
}

/* Finds the values of the match, or says which command makes them. */
static dom_rc replay_find_values(const replay_request *request, const dom_store_match *m,
                                 dom_analysis_match *values)
{
    dom_analysis_file *file;
    dom_analysis_plan plan = {.worlds = DOM_ANALYSIS_WORLDS_USUAL};
    dom_record_match record = dom_results_record_of(&request->t, m);
    dom_rc rc = dom_analysis_file_read(&file, request->store, request->err);
    if (rc == DOM_OK)
        rc = dom_analysis_file_find(file, &record, &plan, values);
    dom_analysis_file_close(&file);
    if (rc == DOM_E_NOMEM)
        return dom_err_no_memory(request->err);
    if (rc != DOM_E_ABSENT)
        return rc;
    return dom_err_set(request->err, DOM_E_CONFIG,
                       "--values: the match is not valued yet; run: domino-arena analyse %s/%llu",
                       request->t.name, (unsigned long long)m->match);
}

static dom_rc replay_match(void *context, const dom_store_match *m)
{
    replay_request *request = context;
    const replay_args *args = request->args;
    request->is_found = true;
    if (args->has_seat && (int)args->seat >= m->seats)
        return dom_err_set(request->err, DOM_E_CONFIG,
                           "--seat: there is no such seat; allowed: 0..%d in this match",
                           m->seats - 1);
    if (args->position)
        return replay_print_position(request, m);
    if (args->is_json)
        return replay_print_record(request, m);
    dom_output_replay r = dom_output_replay_of(&request->t, m, stdout);
    r.only_seat = args->has_seat ? (int)args->seat : DOM_NOBODY;
    r.wants_steps = args->wants_steps;
    r.tiles = replay_style(request, m);
    dom_results_infos infos;
    dom_analysis_match values = {.choice_count = 0};
    dom_rc rc = dom_results_infos_read(&infos, request->store, &request->t, m, request->err);
    r.infos = infos.given;
    if (rc == DOM_OK && args->wants_values)
        rc = replay_find_values(request, m, &values);
    r.values = args->wants_values ? &values : NULL;
    if (rc == DOM_OK)
        rc = dom_output_replay_show(&r, request->err);
    dom_results_infos_clear(&infos);
    dom_analysis_match_clear(&values);
    return rc == DOM_OK && args->wants_stderr
               ? dom_output_replay_logs(&r, request->store, request->err)
               : rc;
}

/* Checks options that exclude each other. JSON prints the whole record, so options of the text
 * have no effect there. */
static dom_rc replay_check(const dom_cli_call *call, const replay_args *args, const char *name,
                           dom_err *err)
{
    const struct {
        const char *option;
        bool is_said;
    } of_text[] = {{"seat", args->has_seat},         {"step", args->wants_steps},
                   {"unicode", args->wants_unicode}, {"stderr", args->wants_stderr},
                   {"values", args->wants_values},   {"position", args->position != 0}};
    for (size_t i = 0; i < sizeof of_text / sizeof *of_text; i++)
        if (args->is_json && of_text[i].is_said)
            return dom_err_set(err, DOM_E_CONFIG,
                               "--json and --%s exclude each other: JSON prints the whole record",
                               of_text[i].option);
    if (name[0] && args->tournament && strcmp(name, args->tournament) != 0)
        return dom_err_set(err, DOM_E_CONFIG, "'%.80s' is not a match of --tournament %.64s",
                           call->word[0], args->tournament);
    return DOM_OK;
}

static int replay_run(const dom_cli_call *call, const void *arguments)
{
    const replay_args *args = arguments;
    char name[DOM_PATH_BYTES] = "";
    uint64_t number = 0;
    dom_err err = {.rc = DOM_OK};
    replay_request request = {.args = args, .err = &err};
    dom_rc rc = dom_cli_read_match(call->word[0], name, &number, &err);
    if (rc == DOM_OK)
        rc = replay_check(call, args, name, &err);
    if (rc == DOM_OK)
        rc = dom_cli_read_store(&request.store, call, &err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(request.store, name[0] ? name : args->tournament, &request.t,
                                       &err);
    if (rc == DOM_OK) {
        rc = dom_store_match_each(request.store, request.t.id, number, number, true, replay_match,
                                  &request, &err);
        if (rc == DOM_OK && !request.is_found)
            rc = dom_err_set(&err, DOM_E_ABSENT, "tournament '%s' has no match %llu yet",
                             request.t.name, (unsigned long long)number);
        dom_store_tournament_free(&request.t);
    }
    dom_store_close(&request.store);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot replay_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, replay_args, tournament),
    DOM_CLI_SLOT_SAID(DOM_CLI_OPT_SEAT, replay_args, seat, has_seat),
    DOM_CLI_SLOT(DOM_CLI_OPT_STEP, replay_args, wants_steps),
    DOM_CLI_SLOT(DOM_CLI_OPT_UNICODE, replay_args, wants_unicode),
    DOM_CLI_SLOT(DOM_CLI_OPT_STDERR, replay_args, wants_stderr),
    DOM_CLI_SLOT(DOM_CLI_OPT_POSITION, replay_args, position),
    DOM_CLI_SLOT(DOM_CLI_OPT_VALUES, replay_args, wants_values),
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, replay_args, is_json),
};

const dom_cli_command dom_cli_replay = {
    .name = "replay",
    .operand = "MATCH",
    .needs_operand = true,
    .summary = "Show a match move by move; MATCH is TOURNAMENT/NUMBER, or NUMBER in the newest one",
    DOM_CLI_SLOTS(replay_slots),
    .args_bytes = sizeof(replay_args),
    .run = replay_run};
