#include "progress.h"

#include "offence.h"
#include "output.h"
#include "past.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TOP_MAX = 8, /* bots of the live table                                     */
    LINES_MAX = TOP_MAX + 3,
    LINE_BYTES = 512
};

struct cli_progress_row {
    uint64_t matches, faults;
    uint64_t pairs, half_points; /* pairs at a table; 2 for a win, 1 for a draw */
    bool is_shown;               /* what it printed at a failed start          */
};

dom_rc cli_progress_init(cli_progress *p, const dom_tournament *tournament, bool is_json,
                         dom_err *err)
{
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    *p = (cli_progress){.tournament = tournament, .is_json = is_json};
    p->is_terminal = !is_json && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    p->has_colours = no_colour == NULL || no_colour[0] == '\0';
    p->rows = calloc(tournament->bot_count, sizeof *p->rows);
    return p->rows ? DOM_OK : dom_err_set(err, DOM_E_NOMEM, "out of memory");
}

void cli_progress_free(cli_progress *p)
{
    free(p->rows);
    p->rows = NULL;
}

/* ---- the standing ----------------------------------------------------------- */

static void count_match(cli_progress *p, const dom_store_match *m)
{
    const dom_options *o = &p->tournament->variants[m->variant].options;
    for (int a = 0; a < m->seats; a++) {
        struct cli_progress_row *row = &p->rows[m->seat[a].bot];
        bool is_first = true;
        for (int b = 0; b < a; b++)
            is_first &= m->seat[b].bot != m->seat[a].bot;
        row->matches += is_first;
        for (int b = 0; b < m->seats; b++) {
            if (!past_compares(o, m, a, b))
                continue;
            int place = m->seat[a].place, other = m->seat[b].place;
            row->pairs++;
            row->half_points += place < other ? 2 : place == other ? 1 : 0;
        }
    }
}

static dom_rc load_match(void *context, const dom_store_match *m)
{
    cli_progress *p = context;
    if (m->variant < p->tournament->variant_count)
        count_match(p, m);
    return DOM_OK;
}

static dom_rc load_fault(void *context, const dom_store_fault *f)
{
    ((cli_progress *)context)->rows[f->bot].faults++;
    return DOM_OK;
}

dom_rc cli_progress_load(cli_progress *p, dom_store *store, int64_t tournament, dom_err *err)
{
    if (!p->is_terminal)
        return DOM_OK;
    dom_rc rc = dom_store_match_each(store, tournament, 1, 0, false, load_match, p, err);
    return rc == DOM_OK ? dom_store_fault_each(store, tournament, load_fault, p, err) : rc;
}

static double share(const struct cli_progress_row *row)
{
    return row->pairs ? (double)row->half_points / (2.0 * (double)row->pairs) : 0;
}

static int by_share(const void *a, const void *b, void *context)
{
    const cli_progress *p = context;
    uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    double difference = share(&p->rows[y]) - share(&p->rows[x]);
    return difference > 0 ? 1 : difference < 0 ? -1 : x - y;
}

/* ---- what happens ------------------------------------------------------------ */

static void print_event(cli_progress *p, json_t *event)
{
    p->has_lost |= event == NULL;
    if (event && json_dumpf(event, stdout, JSON_COMPACT) == 0)
        (void)printf("\n");
    (void)fflush(stdout);
    json_decref(event);
}

void cli_progress_clear(cli_progress *p)
{
    if (p->lines > 0)
        (void)fprintf(stderr, "\r\033[%dA\033[J", p->lines);
    p->lines = 0;
}

static json_t *commitments_json(const dom_store_tournament *t)
{
    json_t *array = json_array();
    for (int i = 0; i < t->stage_count; i++)
        if (t->stages[i].finished_ms == 0)
            json_array_append_new(array, json_pack("{s:I, s:s}", "first_set",
                                                   (json_int_t)t->stages[i].first_set, "commit",
                                                   t->stages[i].commit));
    return array;
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

static void print_sandbox(const cli_sandbox *s)
{
    (void)fprintf(stderr, "sandbox: %s", dom_sandbox_words[s->level]);
    if (s->level < DOM_SANDBOX_BWRAP)
        (void)fprintf(stderr, ": %s", cli_sandbox_gaps(s));
    if (s->missing.text[0])
        (void)fprintf(stderr, "; bwrap does not work here: %s (%s)", s->missing.text,
                      s->remedy.text);
    (void)fprintf(stderr, "\n");
}

void cli_progress_started(cli_progress *p, const dom_store_tournament *t,
                          const cli_sandbox *sandbox, const dom_core_progress *now)
{
    cli_progress_clear(p);
    if (sandbox->bots_are_root)
        (void)fprintf(stderr, "WARNING: bots run as root, because this container has no other user "
                              "for them\n");
    if (p->is_json) {
        print_event(p, json_pack("{s:s, s:s, s:s, s:o, s:I, s:I}", "event", "started", "tournament",
                                 p->tournament->name, "sandbox", dom_sandbox_words[sandbox->level],
                                 "commitments", commitments_json(t), "done", (json_int_t)now->done,
                                 "total", (json_int_t)now->total));
        return;
    }
    if (now->done > 0)
        (void)fprintf(stderr, "%s goes on: %llu of %llu matches are played\n", p->tournament->name,
                      (unsigned long long)now->done, (unsigned long long)now->total);
    else
        (void)fprintf(stderr, "%s: %s%llu matches\n", p->tournament->name,
                      p->extra ? "at most " : "", (unsigned long long)now->total);
    print_sandbox(sandbox);
    print_commitments(t);
}

void cli_progress_match(cli_progress *p, const dom_core_match *match)
{
    const dom_store_match *m = match->match;
    if (p->is_terminal)
        count_match(p, m);
    if (!p->is_json)
        return;
    json_t *bots = json_array(), *places = json_array(), *scores = json_array();
    for (int s = 0; s < m->seats; s++) {
        json_array_append_new(bots, json_string(match->bots[s]));
        json_array_append_new(places, json_integer(m->seat[s].place));
        json_array_append_new(scores, json_integer(m->seat[s].score));
    }
    print_event(p, json_pack("{s:s, s:I, s:I, s:i, s:s, s:o, s:o, s:o, s:s}", "event", "match",
                             "match", (json_int_t)m->match, "set", (json_int_t)m->set, "rotation",
                             m->rotation, "variant", match->variant, "bots", bots, "places", places,
                             "scores", scores, "end", dom_fault_word(m->end)));
}

static void count_fault(cli_progress *p, const dom_core_fault *f)
{
    for (uint16_t i = 0; i < p->tournament->bot_count; i++)
        if (strcmp(p->tournament->bots[i].name, f->bot) == 0)
            p->rows[i].faults++;
}

void cli_progress_fault(cli_progress *p, const dom_core_fault *f)
{
    if (p->is_terminal)
        count_fault(p, f);
    if (p->is_json) {
        print_event(p, json_pack("{s:s, s:I, s:s, s:s, s:b, s:o}", "event", "fault", "match",
                                 (json_int_t)f->match, "bot", f->bot, "code",
                                 dom_fault_word(f->code), "tolerated", f->tolerated, "text",
                                 cli_bytes_json(f->text, strlen(f->text))));
        return;
    }
    cli_progress_clear(p);
    (void)fprintf(stderr, "fault: %s: %s", f->bot, dom_fault_word(f->code));
    if (f->match)
        (void)fprintf(stderr, " in match %llu", (unsigned long long)f->match);
    (void)fprintf(stderr, "%s", f->tolerated ? " (tolerated)" : "");
    cli_put_bytes(stderr, ": ", f->text, strlen(f->text));
}

static bool is_one_line(const void *log, size_t size)
{
    const char *end = size > 0 ? memchr(log, '\n', size) : NULL;
    return end == NULL || end + 1 == (const char *)log + size;
}

void cli_progress_end(cli_progress *p, const dom_core_end *end)
{
    struct cli_progress_row *row = &p->rows[end->bot];
    bool has_failed = !end->was_leaving && !end->said_hello && !end->starts_again;
    if (!has_failed || row->is_shown || is_one_line(end->log, end->log_size))
        return;
    row->is_shown = true;
    cli_progress_clear(p);
    (void)fprintf(stderr, "what bot '%s' printed at its end:\n",
                  p->tournament->bots[end->bot].name);
    offence_print_log("  ", end->log, end->log_size, stderr);
}

void cli_progress_wait(cli_progress *p)
{
    cli_progress_clear(p);
    (void)fprintf(stderr, "another process has been writing to the database for 5 s; waiting until "
                          "it is done\n");
}

static double per_second(uint64_t count, int64_t ms)
{
    return ms > 0 ? (double)count * 1000.0 / (double)ms : 0;
}

/* Seconds to go at the speed so far, or -1. */
static long eta_s(const dom_core_progress *now)
{
    double rate = per_second(now->here, now->elapsed_ms);
    uint64_t left = now->total - now->done - now->skipped;
    return rate > 0 ? (long)((double)left / rate + 0.5) : -1;
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

/* A line, cut to what fits: one that wraps could not be taken back. */
static int put_line(char **at, int columns, const char *line)
{
    int length = snprintf(*at, LINE_BYTES, "%.*s\n", columns - 1, line);
    *at += length < LINE_BYTES ? length : LINE_BYTES - 1;
    return 1;
}

static void write_head(const cli_progress *p, const dom_core_progress *now,
                       char line[static LINE_BYTES])
{
    char eta[32];
    format_eta(eta, sizeof eta, p->extra ? -1 : eta_s(now));
    (void)snprintf(
        line, LINE_BYTES, "%s  %llu/%llu  %.0f %%  %.0f matches/s  ETA %s  tables %u  faults %llu",
        p->tournament->name, (unsigned long long)now->done, (unsigned long long)now->total,
        now->total ? 100.0 * (double)now->done / (double)now->total : 100.0,
        per_second(now->here, now->elapsed_ms), eta, now->tables, (unsigned long long)now->faults);
}

/* The standing so far over all variants. */
static int put_standing(cli_progress *p, int shown, int columns, char **at)
{
    char line[LINE_BYTES];
    uint16_t order[DOM_BOTS_MAX];
    uint16_t bots = p->tournament->bot_count;
    for (uint16_t i = 0; i < bots; i++)
        order[i] = i;
    qsort_r(order, bots, sizeof *order, by_share, p);
    (void)snprintf(line, sizeof line, "  %-24s %9s %7s %7s", "bot", "matches", "share", "faults");
    int lines = put_line(at, columns, line);
    for (int i = 0; i < shown; i++) {
        const struct cli_progress_row *row = &p->rows[order[i]];
        (void)snprintf(line, sizeof line, "  %-24s %9llu %6.1f%% %7llu",
                       p->tournament->bots[order[i]].name, (unsigned long long)row->matches,
                       100 * share(row), (unsigned long long)row->faults);
        lines += put_line(at, columns, line);
    }
    return lines;
}

/* The only line before the first match. */
static void show_starting(cli_progress *p, const dom_core_progress *now)
{
    cli_progress_clear(p);
    (void)fprintf(stderr, "starting bots %u/%u\n", now->bots - now->starting, now->bots);
    p->lines = 1;
}

void cli_progress_show(cli_progress *p, const dom_core_progress *now)
{
    if (now->starting > 0) {
        if (p->is_terminal)
            show_starting(p, now);
        return;
    }
    if (p->is_json) {
        print_event(p, json_pack("{s:s, s:I, s:I, s:I, s:I}", "event", "progress", "done",
                                 (json_int_t)now->done, "total", (json_int_t)now->total, "faults",
                                 (json_int_t)now->faults, "eta_s", (json_int_t)eta_s(now)));
        return;
    }
    if (!p->is_terminal)
        return;
    char head[LINE_BYTES], table[(LINES_MAX + 1) * LINE_BYTES];
    char *at = table;
    int rows, columns;
    cli_window(stderr, &rows, &columns);
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
    cli_progress_clear(p);
    (void)fprintf(stderr, "%s%.*s%s%s", p->has_colours ? "\033[1m" : "", (int)head_bytes, table,
                  p->has_colours ? "\033[0m" : "", table + head_bytes);
    (void)fflush(stderr);
    p->lines = lines;
}

void cli_progress_finished(cli_progress *p, const dom_core_progress *now)
{
    if (p->is_json) {
        print_event(p, json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "event", "finished", "done",
                                 (json_int_t)now->done, "total", (json_int_t)now->total,
                                 "decisions", (json_int_t)now->decisions, "faults",
                                 (json_int_t)now->faults, "skipped", (json_int_t)now->skipped,
                                 "elapsed_ms", (json_int_t)now->elapsed_ms));
        return;
    }
    cli_progress_clear(p);
    (void)fprintf(
        stderr, "%llu matches in %.1f s (%.0f matches/s, %.0f decisions/s), %llu fault%s\n",
        (unsigned long long)now->here, (double)now->elapsed_ms / 1000.0,
        per_second(now->here, now->elapsed_ms), per_second(now->decisions, now->elapsed_ms),
        (unsigned long long)now->faults, now->faults == 1 ? "" : "s");
    if (now->skipped)
        (void)fprintf(stderr, "%llu matches were not played: their bots cannot be started\n",
                      (unsigned long long)now->skipped);
}
