#include "output/live_table.h"

#include "base/percent.h"
#include "live_events.h"
#include "live_standing.h"
#include "output/fault_text.h"
#include "output/text_table.h"
#include "results/match_reader.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOP_MAX = 8,         /* bots in the live table                                     */
    FAULTS_SHOWN = 3,    /* faults of a bot that have a line of their own              */
    NAME_LEAST = 8,      /* letters that are left of a tournament's name               */
    PROGRESS_MS = 30000, /* least time between two lines of progress in a file       */
    PROGRESS_PART = 10,  /* and least part of the time so far, a tenth               */
    LINE_BYTES = 512
};

dom_rc dom_output_live_table_init(dom_output_live_table *p, const dom_core_tournament *tournament,
                                  bool is_json, dom_err *err)
{
    *p = (dom_output_live_table){
        .tournament = tournament, .is_json = is_json, .progress_ms = PROGRESS_MS};
    p->is_terminal = !is_json && dom_output_can_draw(stderr);
    p->has_colours = !is_json && dom_output_has_colours(stderr);
    p->rows = calloc(tournament->bot_count, sizeof *p->rows);
    return p->rows ? DOM_OK : dom_err_no_memory(err);
}

void dom_output_live_table_free(dom_output_live_table *p)
{
    free(p->rows);
    free(p->table);
    p->rows = NULL;
    p->table = NULL;
}

/* ---- the screen ---------------------------------------------------------------- */

/* A text that is written to memory first. */
typedef struct {
    FILE *out; /* to write to; NULL: out of memory                                 */
    char *text;
    size_t size;
} screen_text;

static FILE *text_begin(screen_text *t)
{
    t->text = NULL;
    t->out = open_memstream(&t->text, &t->size);
    return t->out;
}

/* Returns the whole text, which the caller frees; NULL when out of memory. */
static char *text_end(screen_text *t)
{
    if (t->out == NULL || fclose(t->out) == 0)
        return t->out ? t->text : NULL;
    free(t->text);
    return NULL;
}

/* Print lines. After each one, erase the rest of the old line. Returns their number. */
static int put_lines(FILE *out, const char *text)
{
    int lines = 0;
    for (size_t length; *text; text += length + (text[length] == '\n'), lines++) {
        length = strcspn(text, "\n");
        (void)fprintf(out, "%.*s\033[K\n", (int)length, text);
    }
    return lines;
}

/* Write lines where the table on the screen begins, and p->table below them. It is a single write,
 * so nothing flickers. Without lines above, it overwrites the old table line by line; lines above
 * may have tabs and any length, so the old table is erased first. */
static void redraw(dom_output_live_table *p, const char *above)
{
    screen_text frame;
    int lines = 0;
    if (text_begin(&frame)) {
        if (p->lines > 0)
            (void)fprintf(frame.out, "\r\033[%dA", p->lines);
        if (above[0])
            (void)fprintf(frame.out, "\033[J%s", above);
        lines = put_lines(frame.out, p->table);
        if (p->lines > 0)
            (void)fputs("\033[J", frame.out);
    }
    char *text = text_end(&frame);
    if (text == NULL)
        return;
    (void)fwrite(text, 1, frame.size, stderr); /* stderr has no buffer: one write(2) */
    p->lines = lines;
    free(text);
}

/* Erase the table, so that other lines can be written. */
static void erase(dom_output_live_table *p)
{
    if (p->lines > 0)
        (void)fprintf(stderr, "\r\033[%dA\033[J", p->lines);
    p->lines = 0;
}

/* Print lines above the table. */
static void print_above(dom_output_live_table *p, const char *text)
{
    if (p->lines > 0)
        redraw(p, text);
    else
        (void)fputs(text, stderr);
}

/* Print what was written to `note`, if anything was. */
static void print_note(dom_output_live_table *p, screen_text *note)
{
    char *text = text_end(note);
    if (text && text[0])
        print_above(p, text);
    free(text);
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

static void print_commitments(const dom_store_tournament *t)
{
    for (int i = 0; i < t->stage_count; i++) {
        const dom_store_stage *stage = &t->stages[i];
        if (stage->finished_ms != 0)
            continue;
        (void)fprintf(stderr, "commitment to the deals%s: %s\n",
                      dom_results_stage_words_of(t, i).text, stage->commit);
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

/* Counts what is stored. It is done again when a bot is withdrawn, because its matches may then
 * count no more. */
static dom_rc count_stored(dom_output_live_table *p, dom_err *err)
{
    const dom_store_tournament *t = p->is_terminal ? dom_tournament_run_row(p->run) : NULL;
    if (t == NULL || t->id == 0)
        return DOM_OK;
    return dom_output_live_count_stored(p->rows, p->tournament, p->store, t, err);
}

static dom_rc show_begin(void *context, const dom_core_progress *now, dom_err *err)
{
    dom_output_live_table *p = context;
    const dom_store_tournament *t = dom_tournament_run_row(p->run);
    const dom_tournament_sandbox *sandbox = dom_tournament_run_sandbox(p->run);
    erase(p);
    if (sandbox->bots_are_root)
        (void)fprintf(stderr, "WARNING: bots run as root, because this container has no other user "
                              "for them\n");
    if (p->is_json)
        print_event(p, dom_output_live_started_json(t, sandbox, now));
    else
        print_start(p, t, sandbox, now);
    return count_stored(p, err);
}

static void show_match(void *context, const dom_core_match *match)
{
    dom_output_live_table *p = context;
    if (p->is_terminal)
        dom_output_live_count_match(p->rows, p->tournament, match->match);
    if (p->is_json)
        print_event(p, dom_output_live_match_json(match));
}

/* ---- faults -------------------------------------------------------------------- */

static void put_fault_word(FILE *out, const dom_output_live_table *p)
{
    (void)fprintf(out, "%sfault:%s ", dom_output_style_on(DOM_OUTPUT_FAULT, p->has_colours),
                  dom_output_style_off(DOM_OUTPUT_FAULT, p->has_colours));
}

static void put_fault(FILE *out, const dom_output_live_table *p, const dom_core_fault *f)
{
    put_fault_word(out, p);
    (void)fprintf(out, "%s: %s", f->bot, dom_fault_word(f->code));
    if (f->match)
        (void)fprintf(out, " in match %llu", (unsigned long long)f->match);
    (void)fprintf(out, "%s", f->tolerated ? " (tolerated)" : "");
    dom_output_put_bytes(out, ": ", f->text, strlen(f->text));
}

/* Print the number of faults of a bot that were counted since the last line about it. */
static void put_more_faults(FILE *out, const dom_output_live_table *p, dom_output_live_row *row)
{
    if (row->untold == 0)
        return;
    put_fault_word(out, p);
    (void)fprintf(out, "%s: %llu more, %llu in this run\n", p->tournament->bots[row - p->rows].name,
                  (unsigned long long)row->untold, (unsigned long long)row->faults_here);
    row->untold = 0;
}

/* Returns true for 10, 100, 1000, ... */
static bool is_power_of_ten(uint64_t n)
{
    while (n >= 10 && n % 10 == 0)
        n /= 10;
    return n == 1;
}

/* Print the first faults of a bot, then their number whenever it has grown tenfold. */
static void print_fault(dom_output_live_table *p, const dom_core_fault *f)
{
    dom_output_live_row *row = dom_output_live_row_of(p->rows, p->tournament, f->bot);
    screen_text note;
    if (row == NULL || text_begin(&note) == NULL)
        return;
    row->faults_here++;
    row->untold += !f->withdraws && row->faults_here > FAULTS_SHOWN;
    if (row->untold == 0 && !f->withdraws)
        put_fault(note.out, p, f);
    else if (is_power_of_ten(row->faults_here))
        put_more_faults(note.out, p, row);
    print_note(p, &note);
}

static void show_fault(void *context, const dom_core_fault *f)
{
    dom_output_live_table *p = context;
    if (p->is_terminal)
        dom_output_live_count_fault(p->rows, p->tournament, f->bot);
    if (p->is_json)
        print_event(p, dom_output_live_fault_json(f));
    else
        print_fault(p, f);
}

/* ---- withdrawn bots ------------------------------------------------------------ */

/* Returns true if the matches of a withdrawn bot stay unplayed. */
static bool has_standing(const dom_core_tournament *t)
{
    return t->schedule != DOM_CORE_SCHEDULE_SWISS && !t->compares && !t->is_seated;
}

static void put_withdrawal(FILE *out, const dom_output_live_table *p, const dom_core_withdrawal *w)
{
    const dom_core_tournament *t = p->tournament;
    (void)fprintf(out, "%swithdrawn:%s %s", dom_output_style_on(DOM_OUTPUT_FAULT, p->has_colours),
                  dom_output_style_off(DOM_OUTPUT_FAULT, p->has_colours), t->bots[w->bot].name);
    if (w->match)
        (void)fprintf(out, " in match %llu", (unsigned long long)w->match);
    dom_output_put_bytes(out, ": ", w->text, strlen(w->text));
    (void)fprintf(out, "  %s\n",
                  t->schedule == DOM_CORE_SCHEDULE_SWISS ? "It loses its remaining matches."
                                                         : "Its remaining matches are not played.");
}

/* The standing is for the screen only, so a failure to count it is left to the next call that needs
 * the database. */
static void show_withdrawal(void *context, const dom_core_withdrawal *withdrawal)
{
    dom_output_live_table *p = context;
    screen_text note;
    dom_err ignored;
    p->rows[withdrawal->bot].is_withdrawn = true;
    p->rows[withdrawal->bot].is_void =
        has_standing(p->tournament) && p->tournament->withdrawn == DOM_CORE_WITHDRAWN_VOID;
    if (p->is_json) {
        print_event(p, dom_output_live_withdrawn_json(p->tournament, withdrawal));
    } else if (text_begin(&note)) {
        put_withdrawal(note.out, p, withdrawal);
        print_note(p, &note);
    }
    (void)count_stored(p, &ignored);
}

void dom_output_live_table_close(dom_output_live_table *p)
{
    screen_text note;
    erase(p);
    if (text_begin(&note) == NULL)
        return;
    for (uint16_t i = 0; p->rows && i < p->tournament->bot_count; i++)
        put_more_faults(note.out, p, &p->rows[i]);
    print_note(p, &note);
}

/* ---- processes and remarks --------------------------------------------------------- */

static bool is_one_line(const void *log, size_t size)
{
    const char *end = size > 0 ? memchr(log, '\n', size) : NULL;
    return end == NULL || end + 1 == (const char *)log + size;
}

static void show_end(void *context, const dom_core_end *end)
{
    dom_output_live_table *p = context;
    dom_output_live_row *row = &p->rows[end->bot];
    bool has_failed = !end->was_leaving && !end->said_hello && !end->starts_again;
    if (!has_failed || row->is_shown || is_one_line(end->log, end->log_size))
        return;
    screen_text note;
    row->is_shown = true;
    if (text_begin(&note) == NULL)
        return;
    (void)fprintf(note.out, "the last output of bot '%s':\n", p->tournament->bots[end->bot].name);
    dom_output_fault_print_log("  ", end->log, end->log_size, note.out);
    print_note(p, &note);
}

static void show_remark(void *context, const char *text)
{
    char line[LINE_BYTES];
    (void)snprintf(line, sizeof line, "%s\n", text);
    print_above(context, line);
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

/* Print the progress in one line. If it is too long, the name of the tournament is shortened first.
 */
static void put_head(FILE *out, const dom_output_live_table *p, const dom_core_progress *now,
                     size_t width)
{
    char eta[32], numbers[LINE_BYTES];
    format_eta(eta, sizeof eta, p->extra ? -1 : dom_core_progress_left_s(now));
    int length = snprintf(numbers, sizeof numbers,
                          "  %llu/%llu  %.0f %%  %.0f matches/s  ETA %s  tables %u  faults %llu",
                          (unsigned long long)now->done, (unsigned long long)now->total,
                          dom_percent(now->total ? (double)now->done / (double)now->total : 1, 0),
                          dom_output_live_per_second(now->here, now->elapsed_ms), eta, now->tables,
                          (unsigned long long)now->faults);
    size_t name = width > (size_t)length + NAME_LEAST ? width - (size_t)length : NAME_LEAST;
    (void)fputs(dom_output_style_on(DOM_OUTPUT_TITLE, p->has_colours), out);
    dom_output_put_shortened(out, p->tournament->name, name, false);
    dom_output_put_shortened(out, numbers, width > NAME_LEAST ? width - NAME_LEAST : 1, true);
    (void)fprintf(out, "%s\n", dom_output_style_off(DOM_OUTPUT_TITLE, p->has_colours));
}

/* Print the standing so far, over all variants. */
static void put_standing(FILE *out, const dom_output_live_table *p, int shown, size_t width)
{
    static const dom_output_column column[] = {
        {.head = "", .leave = 3},
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "matches", .leave = 2},
        {.head = "share"},
        {.head = "faults", .leave = 1}};
    uint16_t order[DOM_CORE_BOTS_MAX];
    dom_err ignored;
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    dom_output_live_order(p->rows, p->tournament->bot_count, order);
    for (int i = 0; i < shown; i++) {
        const dom_output_live_row *row = &p->rows[order[i]];
        dom_output_table_put(&g, "%d", i + 1);
        dom_output_table_put(&g, "%s", p->tournament->bots[order[i]].name);
        dom_output_table_style(&g, i == 0 ? DOM_OUTPUT_LEADER : DOM_OUTPUT_PLAIN);
        dom_output_table_put(&g, "%llu", (unsigned long long)row->sums.matches);
        if (row->is_void)
            dom_output_table_put(&g, "withdrawn");
        else
            dom_output_table_put(&g, "%.1f%%",
                                 dom_percent(dom_ratings_score_share(&row->sums.score), 1));
        dom_output_table_put(&g, "%llu", (unsigned long long)row->faults);
        dom_output_table_style(&g, row->faults > 0 ? DOM_OUTPUT_FAULT : DOM_OUTPUT_PLAIN);
    }
    (void)dom_output_table_fit(&g, width, p->has_colours, out, &ignored);
    dom_output_table_clear(&g);
}

/* Print the additional line, if there is one. */
static void put_extra(FILE *out, const dom_output_live_table *p, size_t width)
{
    char extra[LINE_BYTES];
    if (p->extra == NULL)
        return;
    p->extra->write(p->extra->context, extra, sizeof extra);
    dom_output_wrap(out, extra, width);
}

/* Print the table. Its lines are shorter than the window, because a line that wraps could not be
 * replaced. */
static void put_table(FILE *out, const dom_output_live_table *p, const dom_core_progress *now)
{
    int rows, columns, others = p->extra ? 5 : 3;
    dom_output_window(stderr, &rows, &columns);
    size_t width = (size_t)columns - 1;
    int shown = rows - others < TOP_MAX ? rows - others : TOP_MAX;
    shown = p->tournament->bot_count < shown ? p->tournament->bot_count : shown;
    put_head(out, p, now, width);
    put_extra(out, p, width);
    if (shown > 0)
        put_standing(out, p, shown, width);
}

static void draw(dom_output_live_table *p, const dom_core_progress *now)
{
    screen_text table;
    if (text_begin(&table) == NULL)
        return;
    if (now->starting > 0)
        (void)fprintf(table.out, "starting bots %u/%u\n", now->bots - now->starting, now->bots);
    else
        put_table(table.out, p, now);
    char *text = text_end(&table);
    if (text == NULL)
        return;
    free(p->table);
    p->table = text;
    redraw(p, "");
}

/* Print a line of progress if it is due. */
static void print_progress(dom_output_live_table *p, const dom_core_progress *now)
{
    screen_text note;
    if (now->elapsed_ms < p->progress_ms || text_begin(&note) == NULL)
        return;
    int64_t part_ms = now->elapsed_ms / PROGRESS_PART;
    p->progress_ms = now->elapsed_ms + (part_ms > PROGRESS_MS ? part_ms : PROGRESS_MS);
    put_head(note.out, p, now, LINE_BYTES);
    put_extra(note.out, p, LINE_BYTES);
    print_note(p, &note);
}

static void show_progress(void *context, const dom_core_progress *now)
{
    dom_output_live_table *p = context;
    if (p->is_json && now->starting == 0)
        print_event(p, dom_output_live_progress_json(now));
    else if (p->is_terminal)
        draw(p, now);
    else if (!p->is_json)
        print_progress(p, now);
}

dom_core_observer dom_output_live_table_observer(dom_output_live_table *p,
                                                 const dom_tournament_run *run, dom_store *store)
{
    p->run = run;
    p->store = store;
    return (dom_core_observer){.context = p,
                               .on_begin = show_begin,
                               .on_remark = show_remark,
                               .on_stop = show_remark,
                               .on_end = show_end,
                               .on_match = show_match,
                               .on_fault = show_fault,
                               .on_withdraw = show_withdrawal,
                               .on_progress = show_progress};
}

/* ---- the end --------------------------------------------------------------------- */

/* Print which bots were withdrawn, and what follows from the matches that were not played. */
static void print_skipped(const dom_output_live_table *p, uint64_t skipped)
{
    const char *before = "";
    (void)fprintf(stderr, "%llu match%s not played, because of withdrawn bots: ",
                  (unsigned long long)skipped, skipped == 1 ? " was" : "es were");
    for (uint16_t i = 0; i < p->tournament->bot_count; i++) {
        if (!p->rows[i].is_withdrawn)
            continue;
        (void)fprintf(stderr, "%s%s", before, p->tournament->bots[i].name);
        before = ", ";
    }
    (void)fprintf(stderr, "\n");
    if (has_standing(p->tournament))
        (void)fprintf(stderr,
                      "Until a later run has played them, %s; ratings count every complete "
                      "set.\n",
                      p->tournament->withdrawn == DOM_CORE_WITHDRAWN_LOST
                          ? "these bots have lost them in the standings"
                          : "no match with these bots counts in the standings");
}

void dom_output_live_table_finished(dom_output_live_table *p, const dom_core_progress *now)
{
    if (p->is_json) {
        print_event(p, dom_output_live_finished_json(now));
        return;
    }
    (void)fprintf(stderr,
                  "%llu matches in %.1f s (%.0f matches/s, %.0f decisions/s), %llu fault%s\n",
                  (unsigned long long)now->here, (double)now->elapsed_ms / 1000.0,
                  dom_output_live_per_second(now->here, now->elapsed_ms),
                  dom_output_live_per_second(now->decisions, now->elapsed_ms),
                  (unsigned long long)now->faults, now->faults == 1 ? "" : "s");
    if (now->skipped)
        print_skipped(p, now->skipped);
}
