#include "commands.h"

#include "home.h"
#include "keys.h"
#include "output.h"
#include "replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void wait_for_enter(const replayer *r)
{
    replay_layout(r);
    (void)fflush(stdout);
    for (int c = getchar(); c != '\n' && c != EOF;)
        c = getchar();
}

static void print_effect(void *context, const dom_table *table, const dom_effect *effect)
{
    replayer *r = context;
    replay_effect(r, table, effect);
    if (r->args->wants_steps && effect->kind == DOM_FX_EVENT)
        wait_for_enter(r);
}

static dom_rc print_logs(const replayer *r)
{
    for (int s = 0; s < r->match->seats; s++) {
        dom_store_process p;
        if (r->match->seat[s].process == 0)
            continue;
        dom_rc rc = dom_store_process_find(r->store, r->match->seat[s].process, &p, r->err);
        if (rc != DOM_OK)
            return rc;
        (void)printf("\n--- %s, process %u ---\n", r->name[s], p.instance);
        past_ending ending = past_ending_of(&p);
        cli_put_bytes(stdout, "", ending.text, strlen(ending.text));
        cli_put_bytes(stdout, "", p.log, p.log_bytes);
    }
    return DOM_OK;
}

/* The pages of --step need a terminal; without one it waits for Enter. */
static dom_rc tell(replayer *r, const dom_record *record, dom_table *table)
{
    if (r->args->wants_steps && cli_keys_can())
        return replay_step(r, record, table);
    replay_begin(r);
    replay_head(r);
    dom_rc rc = dom_record_replay(record, table, print_effect, r, r->err);
    if (rc == DOM_OK)
        replay_places(r);
    return rc;
}

static dom_rc print_match(replayer *r)
{
    dom_record record = past_record(r->t, r->match);
    dom_table *table = malloc(sizeof *table);
    if (table == NULL)
        return dom_err_set(r->err, DOM_E_NOMEM, "out of memory");
    dom_rc rc = tell(r, &record, table);
    free(table);
    return rc == DOM_OK && r->args->wants_stderr ? print_logs(r) : rc;
}

static dom_rc print_record(replayer *r)
{
    dom_record record = past_record(r->t, r->match);
    char *line;
    dom_rc rc = dom_record_json(&record, DOM_RECORD_WHOLE, &line, r->err);
    if (rc != DOM_OK)
        return rc;
    (void)printf("%s\n", line);
    free(line);
    return DOM_OK;
}

/* The characters are there for double-six alone. */
static cli_tiles style_of(const replayer *r)
{
    if (!r->args->wants_unicode)
        return CLI_TILES_BRACKETS;
    if (r->t->variants[r->match->variant].options.set_max == 6)
        return CLI_TILES_UNICODE;
    (void)fprintf(stderr, "domino-arena: --unicode: only a double-six set has characters; "
                          "here are brackets\n");
    return CLI_TILES_BRACKETS;
}

static dom_rc show(void *context, const dom_store_match *m)
{
    replayer *r = context;
    r->match = m;
    r->is_found = true;
    r->width = 0;
    if (r->args->has_seat && r->args->seat >= m->seats)
        return dom_err_set(r->err, DOM_E_CONFIG, "--seat: this match has seats 0..%d",
                           m->seats - 1);
    for (int s = 0; s < m->seats; s++) {
        int length =
            snprintf(r->name[s], sizeof r->name[s], "%d %s", s, r->t->bots[m->seat[s].bot].name);
        r->width = length > r->width ? length : r->width;
    }
    if (r->args->is_json)
        return print_record(r);
    r->tiles = style_of(r);
    return print_match(r);
}

/* Split "NAME/NUMBER" or "NUMBER". */
static dom_rc read_match(const cli_args *args, char *name, size_t room, uint64_t *number,
                         dom_err *err)
{
    const char *slash = strrchr(args->operand, '/');
    const char *digits = slash ? slash + 1 : args->operand;
    char *end;
    errno = 0;
    *number = strtoull(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end || errno || *number == 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "'%.80s' is no match; allowed: NUMBER or TOURNAMENT/NUMBER, from 1",
                           args->operand);
    (void)snprintf(name, room, "%.*s", slash ? (int)(slash - args->operand) : 0, args->operand);
    return DOM_OK;
}

/* What is printed as JSON is the whole record. */
static dom_rc check_options(const cli_args *args, const char *name, dom_err *err)
{
    const struct {
        const char *option;
        bool is_said;
    } of_text[] = {{"seat", args->has_seat},
                   {"step", args->wants_steps},
                   {"unicode", args->wants_unicode},
                   {"stderr", args->wants_stderr}};
    for (size_t i = 0; i < sizeof of_text / sizeof *of_text; i++)
        if (args->is_json && of_text[i].is_said)
            return dom_err_set(err, DOM_E_CONFIG,
                               "--json and --%s exclude each other: JSON is the whole record",
                               of_text[i].option);
    if (name[0] && args->tournament && strcmp(name, args->tournament) != 0)
        return dom_err_set(err, DOM_E_CONFIG, "'%.80s' is not of --tournament %.64s", args->operand,
                           args->tournament);
    return DOM_OK;
}

int cmd_replay(const cli_args *args)
{
    cli_home home;
    char name[DOM_PATH_BYTES] = "";
    uint64_t number = 0;
    dom_store_tournament t = {0};
    dom_err err = {.rc = DOM_OK};
    replayer r = {.args = args, .err = &err, .t = &t, .out = stdout, .columns = cli_width(stdout)};
    dom_rc rc = read_match(args, name, sizeof name, &number, &err);
    if (rc == DOM_OK)
        rc = check_options(args, name, &err);
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &r.store, &err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(r.store, name[0] ? name : args->tournament, &t, &err);
    if (rc == DOM_OK) {
        rc = dom_store_match_each(r.store, t.id, number, number, true, show, &r, &err);
        if (rc == DOM_OK && !r.is_found)
            rc = dom_err_set(&err, DOM_E_ABSENT, "tournament '%s' has no match %llu yet", t.name,
                             (unsigned long long)number);
        dom_store_tournament_free(&t);
    }
    dom_store_close(&r.store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
