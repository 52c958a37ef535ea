#include "output/live_table.h"

#include "base/percent.h"
#include "live_events.h"
#include "live_standing.h"
#include "output/fault_text.h"
#include "output/output.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TOP_MAX = 8, /* bots in the live table */
    LINES_MAX = TOP_MAX + 3,
    LINE_BYTES = 512
};

dom_rc dom_output_live_table_init(dom_output_live_table *p, const dom_core_tournament *tournament,
                                  bool is_json, dom_err *err)
{
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    *p = (dom_output_live_table){.tournament = tournament, .is_json = is_json};
    p->is_terminal = !is_json && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    p->has_colours = no_colour == NULL || no_colour[0] == '\0';
    p->rows = calloc(tournament->bot_count, sizeof *p->rows);
    return p->rows ? DOM_OK : dom_err_no_memory(err);
}

void dom_output_live_table_free(dom_output_live_table *p)
{
    free(p->rows);
    p->rows = NULL;
}

dom_rc dom_output_live_table_load(dom_output_live_table *p, dom_store *store, int64_t tournament,
                                  dom_err *err)
{
    if (!p->is_terminal)
        return DOM_OK;
    return dom_output_live_count_stored(p->rows, p->tournament, store, tournament, err);
}

/* ---- what happens ------------------------------------------------------------ */

static void print_event(dom_output_live_table *p, json_t *event)
{
    p->has_lost |= event == NULL;
    if (event && json_dumpf(event, stdout, JSON_COMPACT) == 0)
        (void)printf("\n");
    (void)fflush(stdout);
    json_decref(event);
}

void dom_output_live_table_clear(dom_output_live_table *p)
{
    if (p->lines > 0)
        (void)fprintf(stderr, "\r\033[%dA\033[J", p->lines);
    p->lines = 0;
}

static void print_commitments(const dom_store_tournament *t)
{
    for (int i = 0; i < t->stage_count; i++) {
        const dom_store_stage *stage = &t->stages[i];
        if (stage->finished_ms != 0)
            continue;
        (void)fprintf(stderr, "commitment to the deals");
        if (stage->first_set > 1)
            (void)fprintf(stderr, " from set %u on", (unsigned)stage->first_set);
        (void)fprintf(stderr, ": %s\n", stage->commit);
    }
}

static void print_sandbox(const dom_tournament_sandbox *s)
{
    (void)fprintf(stderr, "sandbox: %s", dom_sandbox_words[s->level]);
    if (s->level < DOM_SANDBOX_BWRAP)
        (void)fprintf(stderr, ": %s", dom_tournament_sandbox_gaps(s));
    if (s->missing.text[0])
        (void)fprintf(stderr, "; bwrap does not work here: %s (%s)", s->missing.text,
                      s->remedy.text);
    (void)fprintf(stderr, "\n");
}

static void print_start(const dom_output_live_table *p, const dom_store_tournament *t,
                        const dom_tournament_sandbox *sandbox, const dom_core_progress *now)
{
    if (now->done > 0)
        (void)fprintf(stderr, "%s continues: %llu of %llu matches were played\n",
                      p->tournament->name, (unsigned long long)now->done,
                      (unsigned long long)now->total);
    else
        (void)fprintf(stderr, "%s: %s%llu matches\n", p->tournament->name,
                      p->extra ? "at most " : "", (unsigned long long)now->total);
    print_sandbox(sandbox);
    print_commitments(t);
}

void dom_output_live_table_started(dom_output_live_table *p, const dom_store_tournament *t,
                                   const dom_tournament_sandbox *sandbox,
                                   const dom_core_progress *now)
{
    dom_output_live_table_clear(p);
    if (sandbox->bots_are_root)
        (void)fprintf(stderr, "WARNING: bots run as root, because this container has no other user "
                              "for them\n");
    if (p->is_json)
        print_event(p, dom_output_live_started_json(t, sandbox, now));
    else
        print_start(p, t, sandbox, now);
}

void dom_output_live_table_match(dom_output_live_table *p, const dom_core_match *match)
{
    if (p->is_terminal)
        dom_output_live_count_match(p->rows, p->tournament, match->match);
    if (p->is_json)
        print_event(p, dom_output_live_match_json(match));
}

void dom_output_live_table_fault(dom_output_live_table *p, const dom_core_fault *f)
{
    if (p->is_terminal)
        dom_output_live_count_fault(p->rows, p->tournament, f->bot);
    if (p->is_json) {
        print_event(p, dom_output_live_fault_json(f));
        return;
    }
    dom_output_live_table_clear(p);
    (void)fprintf(stderr, "fault: %s: %s", f->bot, dom_fault_word(f->code));
    if (f->match)
        (void)fprintf(stderr, " in match %llu", (unsigned long long)f->match);
    (void)fprintf(stderr, "%s", f->tolerated ? " (tolerated)" : "");
    dom_output_put_bytes(stderr, ": ", f->text, strlen(f->text));
}

static bool is_one_line(const void *log, size_t size)
{
    const char *end = size > 0 ? memchr(log, '\n', size) : NULL;
    return end == NULL || end + 1 == (const char *)log + size;
}

void dom_output_live_table_end(dom_output_live_table *p, const dom_core_end *end)
{
    dom_output_live_row *row = &p->rows[end->bot];
    bool has_failed = !end->was_leaving && !end->said_hello && !end->starts_again;
    if (!has_failed || row->is_shown || is_one_line(end->log, end->log_size))
        return;
    row->is_shown = true;
    dom_output_live_table_clear(p);
    (void)fprintf(stderr, "the last output of bot '%s':\n", p->tournament->bots[end->bot].name);
    dom_output_fault_print_log("  ", end->log, end->log_size, stderr);
}

void dom_output_live_table_wait(dom_output_live_table *p)
{
    dom_output_live_table_clear(p);
    (void)fprintf(stderr, "another process has been writing to the database for 5 s; waiting until "
                          "it is done\n");
}

static void format_eta(char *text, size_t size, long seconds)
{
    if (seconds < 0)
        (void)snprintf(text, size, "--");
    else if (seconds < 3600)
        (void)snprintf(text, size, "%ld:%02ld", seconds / 60, seconds % 60);
    else
        (void)snprintf(text, size, "%ld:%02ld:%02ld", seconds / 3600, seconds / 60 % 60,
                       seconds % 60);
}

/* ---- the live table ------------------------------------------------------------ */

/* Append a line, cut to the width of the window. A line that wraps could not be erased. */
static int put_line(char **at, int columns, const char *line)
{
    int length = snprintf(*at, LINE_BYTES, "%.*s\n", columns - 1, line);
    *at += length < LINE_BYTES ? length : LINE_BYTES - 1;
    return 1;
}

static void write_head(const dom_output_live_table *p, const dom_core_progress *now,
                       char line[static LINE_BYTES])
{
    char eta[32];
    format_eta(eta, sizeof eta, p->extra ? -1 : dom_output_live_eta_s(now));
    (void)snprintf(
        line, LINE_BYTES, "%s  %llu/%llu  %.0f %%  %.0f matches/s  ETA %s  tables %u  faults %llu",
        p->tournament->name, (unsigned long long)now->done, (unsigned long long)now->total,
        dom_percent(now->total ? (double)now->done / (double)now->total : 1, 0),
        dom_output_live_per_second(now->here, now->elapsed_ms), eta, now->tables,
        (unsigned long long)now->faults);
}

/* Append the standing so far, over all variants. */
static int put_standing(dom_output_live_table *p, int shown, int columns, char **at)
{
    char line[LINE_BYTES];
    uint16_t order[DOM_CORE_BOTS_MAX];
    uint16_t bots = p->tournament->bot_count;
    dom_output_live_order(p->rows, bots, order);
    (void)snprintf(line, sizeof line, "  %-24s %9s %7s %7s", "bot", "matches", "share", "faults");
    int lines = put_line(at, columns, line);
    for (int i = 0; i < shown; i++) {
        const dom_output_live_row *row = &p->rows[order[i]];
        (void)snprintf(line, sizeof line, "  %-24s %9llu %6.1f%% %7llu",
                       p->tournament->bots[order[i]].name, (unsigned long long)row->matches,
                       100 * dom_output_live_share(row), (unsigned long long)row->faults);
        lines += put_line(at, columns, line);
    }
    return lines;
}

/* Draw the only line that is shown before the first match. */
static void draw_starting(dom_output_live_table *p, const dom_core_progress *now)
{
    dom_output_live_table_clear(p);
    (void)fprintf(stderr, "starting bots %u/%u\n", now->bots - now->starting, now->bots);
    p->lines = 1;
}

/* Draw the table. The old one is erased only when the new one is ready, so that nothing
 * flickers. */
static void draw_table(dom_output_live_table *p, const dom_core_progress *now)
{
    char head[LINE_BYTES], table[(LINES_MAX + 1) * LINE_BYTES];
    char *at = table;
    int rows, columns;
    dom_output_window(stderr, &rows, &columns);
    int others = p->extra ? 4 : 3;
    int shown = rows - others < TOP_MAX ? rows - others : TOP_MAX;
    shown = p->tournament->bot_count < shown ? p->tournament->bot_count : shown;
    write_head(p, now, head);
    int lines = put_line(&at, columns, head);
    size_t head_bytes = (size_t)(at - table);
    if (p->extra) {
        p->extra->write(p->extra->context, head, sizeof head);
        lines += put_line(&at, columns, head);
    }
    if (shown > 0)
        lines += put_standing(p, shown, columns, &at);
    dom_output_live_table_clear(p);
    (void)fprintf(stderr, "%s%.*s%s%s", p->has_colours ? "\033[1m" : "", (int)head_bytes, table,
                  p->has_colours ? "\033[0m" : "", table + head_bytes);
    (void)fflush(stderr);
    p->lines = lines;
}

void dom_output_live_table_show(dom_output_live_table *p, const dom_core_progress *now)
{
    if (now->starting > 0) {
        if (p->is_terminal)
            draw_starting(p, now);
        return;
    }
    if (p->is_json)
        print_event(p, dom_output_live_progress_json(now));
    else if (p->is_terminal)
        draw_table(p, now);
}

void dom_output_live_table_finished(dom_output_live_table *p, const dom_core_progress *now)
{
    if (p->is_json) {
        print_event(p, dom_output_live_finished_json(now));
        return;
    }
    dom_output_live_table_clear(p);
    (void)fprintf(stderr,
                  "%llu matches in %.1f s (%.0f matches/s, %.0f decisions/s), %llu fault%s\n",
                  (unsigned long long)now->here, (double)now->elapsed_ms / 1000.0,
                  dom_output_live_per_second(now->here, now->elapsed_ms),
                  dom_output_live_per_second(now->decisions, now->elapsed_ms),
                  (unsigned long long)now->faults, now->faults == 1 ? "" : "s");
    if (now->skipped)
        (void)fprintf(stderr, "%llu matches were not played: their bots cannot be started\n",
                      (unsigned long long)now->skipped);
}
