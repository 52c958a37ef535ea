#include "output/replay_step.h"

#include "base/vec.h"
#include "output/output.h"
#include "output/terminal_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_EVENTS = 8 }; /* events of the round that a page shows */

typedef struct {
    char *text;
    bool starts_round;
} replay_page;

/* All pages of a match. They are made in advance. */
typedef struct {
    dom_output_replay *r;
    FILE *screen;
    const dom_record_match *record;
    dom_table *table;
    replay_page *pages;
    size_t count, room;
    char *recent[SHOWN_EVENTS]; /* their lines, the oldest first */
    int recent_count;
    bool has_failed; /* memory ran out */
} replay_book;

static void forget_recent(replay_book *b)
{
    for (int i = 0; i < b->recent_count; i++)
        free(b->recent[i]);
    b->recent_count = 0;
}

/* Add a line to the recent ones, which then own it. */
static void remember(replay_book *b, char *line)
{
    if (b->recent_count == SHOWN_EVENTS) {
        free(b->recent[0]);
        memmove(b->recent, b->recent + 1, (SHOWN_EVENTS - 1) * sizeof *b->recent);
        b->recent_count--;
    }
    b->recent[b->recent_count++] = line;
}

static void clear_book(replay_book *b)
{
    for (size_t i = 0; i < b->count; i++)
        free(b->pages[i].text);
    free(b->pages);
    forget_recent(b);
    b->pages = NULL;
    b->count = b->room = 0;
}

/* Let `r` write into memory. Returns false with *text NULL if memory ran out. */
static bool begin_text(replay_book *b, char **text, size_t *size)
{
    *text = NULL;
    b->r->out = open_memstream(text, size);
    b->has_failed |= b->r->out == NULL;
    return b->r->out != NULL;
}

static void end_text(replay_book *b)
{
    b->has_failed |= fclose(b->r->out) != 0;
    b->r->out = b->screen;
}

/* Add a page, which then owns the text. */
static void add_page(replay_book *b, char *text, bool starts_round)
{
    replay_page *added = dom_vec_add(b->pages, b->count, b->room);
    if (added == NULL) {
        free(text);
        b->has_failed = true;
        return;
    }
    *added = (replay_page){.text = text, .starts_round = starts_round};
}

/* Write the page of an event: the hands, the tiles on the table and the recent events. */
static void write_event_page(const replay_book *b, const dom_table *table)
{
    const dom_output_replay *r = b->r;
    (void)fprintf(r->out, "\nRound %d   stock %d   scores", table->match.round,
                  dom_tileset_count(table->match.play.stock));
    for (int s = 0; s < r->match->seats; s++)
        (void)fprintf(r->out, "%s %s: %d", s ? "," : "", r->name[s], (int)table->match.score[s]);
    (void)fprintf(r->out, "\n");
    dom_output_replay_hands(r, table->match.play.hand, false);
    (void)fprintf(r->out, "\n");
    dom_output_replay_layout(r);
    (void)fprintf(r->out, "\n");
    for (int i = 0; i < b->recent_count; i++)
        (void)fputs(b->recent[i], r->out);
}

/* Add the page of an effect. An event or a fault is shown as the last of the recent lines; the
 * start and the end of a round are shown alone. */
static void add_effect(void *context, const dom_table *table, const dom_table_effect *effect)
{
    replay_book *b = context;
    char *words, *text;
    size_t size;
    if (b->has_failed || !begin_text(b, &words, &size))
        return;
    dom_output_replay_effect(b->r, table, effect);
    end_text(b);
    if (b->has_failed || words[0] == '\0') {
        free(words);
        return;
    }
    bool is_line = effect->kind == DOM_TABLE_FX_EVENT || effect->kind == DOM_TABLE_FX_FAULT;
    if (!begin_text(b, &text, &size)) {
        free(words);
        return;
    }
    dom_output_replay_head(b->r);
    if (!is_line) {
        (void)fputs(words, b->r->out);
        free(words);
        forget_recent(b);
    } else {
        remember(b, words);
        write_event_page(b, table);
    }
    end_text(b);
    add_page(b, text, effect->kind == DOM_TABLE_FX_DEAL);
}

static void add_result(replay_book *b)
{
    char *text;
    size_t size;
    if (!begin_text(b, &text, &size))
        return;
    dom_output_replay_head(b->r);
    dom_output_replay_places(b->r);
    end_text(b);
    add_page(b, text, true);
}

static dom_rc make_book(replay_book *b, dom_err *err)
{
    clear_book(b);
    b->r->columns = dom_output_width(b->screen);
    dom_output_replay_begin(b->r);
    dom_rc rc = dom_record_replay(b->record, b->table, add_effect, b, err);
    if (rc == DOM_OK)
        add_result(b);
    return rc == DOM_OK && b->has_failed ? dom_err_no_memory(err) : rc;
}

static void show_page(const replay_book *b, size_t at)
{
    (void)fprintf(b->screen,
                  "\033[H\033[2J%s\n%zu/%zu  Enter, space, right: next   b, left: back   "
                  "n: next round   q: quit",
                  b->pages[at].text, at + 1, b->count);
    (void)fflush(b->screen);
}

static size_t next_round(const replay_book *b, size_t at)
{
    while (at + 1 < b->count && !b->pages[++at].starts_round)
        ;
    return at;
}

static dom_rc turn_pages(replay_book *b, dom_output_keys *keys, dom_err *err)
{
    dom_rc rc = DOM_OK;
    size_t at = 0;
    while (rc == DOM_OK) {
        show_page(b, at);
        switch (dom_output_keys_next(keys)) {
        case DOM_OUTPUT_KEY_NEXT:
            at += at + 1 < b->count;
            break;
        case DOM_OUTPUT_KEY_BACK:
            at -= at > 0;
            break;
        case DOM_OUTPUT_KEY_ROUND:
            at = next_round(b, at);
            break;
        case DOM_OUTPUT_KEY_REDRAW:
            rc = make_book(b, err);
            break;
        case DOM_OUTPUT_KEY_QUIT:
            return DOM_OK;
        }
    }
    return rc;
}

static dom_rc show_pages(dom_output_replay *r, const dom_record_match *record, dom_table *table,
                         dom_err *err)
{
    replay_book b = {.r = r, .screen = r->out, .record = record, .table = table};
    dom_output_keys keys;
    dom_rc rc = make_book(&b, err);
    if (rc == DOM_OK)
        rc = dom_output_keys_open(&keys, err);
    if (rc == DOM_OK) {
        rc = turn_pages(&b, &keys, err);
        dom_output_keys_close(&keys);
    }
    clear_book(&b);
    return rc;
}

/* ---- one text ------------------------------------------------------------------ */

static void wait_for_enter(const dom_output_replay *r)
{
    dom_output_replay_layout(r);
    (void)fflush(r->out);
    for (int c = getchar(); c != '\n' && c != EOF;)
        c = getchar();
}

static void print_effect(void *context, const dom_table *table, const dom_table_effect *effect)
{
    dom_output_replay *r = context;
    dom_output_replay_effect(r, table, effect);
    if (r->wants_steps && effect->kind == DOM_TABLE_FX_EVENT)
        wait_for_enter(r);
}

static dom_rc show_text(dom_output_replay *r, const dom_record_match *record, dom_table *table,
                        dom_err *err)
{
    dom_output_replay_begin(r);
    dom_output_replay_head(r);
    dom_rc rc = dom_record_replay(record, table, print_effect, r, err);
    if (rc == DOM_OK)
        dom_output_replay_places(r);
    return rc;
}

dom_rc dom_output_replay_show(dom_output_replay *r, dom_err *err)
{
    dom_record_match record = dom_results_record_of(r->t, r->match);
    dom_table *table = malloc(sizeof *table);
    if (table == NULL)
        return dom_err_no_memory(err);
    bool has_pages = r->wants_steps && dom_output_keys_can();
    dom_rc rc = (has_pages ? show_pages : show_text)(r, &record, table, err);
    free(table);
    return rc;
}
