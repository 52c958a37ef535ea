/* A database with arbitrary contents and right checksums (forgery.h): every command that reads it
 * succeeds or refuses it with one line, and a tournament continues or is refused. JSON
 * output is valid JSON, and other output contains no control sequence of a terminal.
 *
 * The input is
 *
 *     1 byte     the command to run, and how the tournament continues
 *     the rest   edits
 *
 * No bot is resolved or started: see no_bots.c. */
#include "commands.h"
#include "forgery.h"
#include "status.h"
#include "tournament/tournament_run.h"

#include "base/text.h"
#include "protocol/utf8.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path; /* of the database */

/* ---- reading -------------------------------------------------------------------------- */

enum { WORDS_MAX = 4 };

static const struct {
    const char *word[WORDS_MAX + 1];
    bool is_json;
} commands[] = {
    {{"verify", "unfinished"}, false},
    {{"verify", "finished", "--json"}, true},
    {{"leaderboard", "--json"}, true},
    {{"leaderboard", "--live"}, false},
    {{"leaderboard", "--history", "--json"}, true},
    {{"leaderboard", "--markdown"}, false},
    {{"crosstable", "--json"}, true},
    {{"matches", "--tournament", "finished", "--json"}, true},
    {{"matches", "--tournament", "unfinished", "--open"}, false},
    {{"replay", "finished/1", "--stderr"}, false},
    {{"replay", "finished/13", "--unicode"}, false},
    {{"analyse", "finished/1", "--worlds", "2"}, false},
    {{"replay", "unfinished/2", "--json"}, true},
    {{"faults", "--limit", "100"}, false},
    {{"faults", "--json"}, true},
    {{"export", "--format", "jsonl"}, false},
    {{"export", "--format", "csv"}, false},
    {{"seats"}, false},
    {{"seats", "--json"}, true},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Checks output as JSON, or as text for a terminal. */
static void look_at_output(bool is_json, const char *text, size_t size)
{
    if (is_json) {
        json_t *json = json_loadb(text, size, 0, NULL);
        expect(json != NULL);
        json_decref(json);
        return;
    }
    for (const char *end; (end = memchr(text, '\n', size)) != NULL; text = end + 1) {
        expect(dom_utf8_plain(text, (size_t)(end - text)) == (size_t)(end - text));
        size -= (size_t)(end - text) + 1;
    }
}

/* Parses the command line, with the home folder. */
static void parse(dom_cli_call *call, size_t number)
{
    char *argv[WORDS_MAX + 4] = {(char[]){"domino-arena"}, (char[]){"--home"},
                                 (char *)forgery_folder()};
    int argc = 3;
    dom_err err;
    for (const char *const *word = commands[number].word; *word; word++)
        argv[argc++] = (char *)*word;
    expect(dom_cli_parse(call, dom_cli_commands, argc, argv, &err) == DOM_OK);
}

/* Runs a command; its output is checked and its messages are discarded. */
static void give(size_t number)
{
    char *text = NULL;
    size_t size = 0;
    dom_cli_call call;
    FILE *out = stdout, *error = stderr;
    parse(&call, number);
    stdout = open_memstream(&text, &size);
    stderr = fopen("/dev/null", "w");
    expect(stdout != NULL && stderr != NULL);
    int status = call.command->run(&call, call.args);
    (void)fclose(stdout);
    (void)fclose(stderr);
    stdout = out;
    stderr = error;
    dom_cli_call_clear(&call);
    expect(status == DOM_CLI_OK || status == DOM_CLI_NO || status == DOM_CLI_USAGE ||
           status == DOM_CLI_RUNTIME);
    if (status <= DOM_CLI_NO && size > 0)
        look_at_output(commands[number].is_json, text, size);
    free(text);
}

/* ---- continuing ------------------------------------------------------------------------- */

static dom_rc note_begin(void *context, const dom_core_progress *progress, dom_err *err)
{
    (void)progress;
    (void)err;
    *(bool *)context = true;
    return DOM_OK;
}

static dom_core_stop_request stop_request(void *context)
{
    return *(bool *)context ? DOM_CORE_STOP_NOW : DOM_CORE_STOP_NOT;
}

static void look_at_end(dom_rc rc, const dom_err *err)
{
    expect(rc == DOM_OK || (err->text[0] != '\0' && strchr(err->text, '\n') == NULL));
}

static void play_on(uint32_t sets)
{
    bool has_begun = false;
    dom_tournament_run *run;
    dom_home home = {.host_program = "/bin/true", .lock_fd = -1}; /* every sandbox works */
    dom_err err = {.text = ""};
    dom_tournament_run_spec spec = {
        .home = &home,
        .places = dom_bots_places_of(&home, NULL),
        .request = {.file = DOM_TEST_DATA "/databases/unfinished.yaml", .sets = sets}};
    dom_text_copy(home.home, sizeof home.home, forgery_folder());
    dom_rc rc = dom_store_open(&spec.store, path, DOM_STORE_WRITE, &err);
    if (rc == DOM_OK)
        rc = dom_tournament_run_open(&run, &spec, &err);
    if (rc == DOM_OK) {
        dom_core_progress progress;
        dom_tournament_run_options options = {
            .control = {.context = &has_begun, .stop_request = stop_request},
            .observer = {.context = &has_begun, .on_begin = note_begin}};
        rc = dom_tournament_run_play(run, &options, &progress, &err);
        dom_tournament_run_close(&run);
    }
    look_at_end(rc, &err);
    dom_store_close(&spec.store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    uint8_t how = fuzz_next(&input);
    path = forgery_make(&input);
    give(how % COMMANDS);
    if (how >= 128)
        play_on(10 + how % 3);
    return 0;
}
