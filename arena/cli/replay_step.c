#include "replay.h"

#include "keys.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_EVENTS = 8 }; /* the last so many of the round                     */

typedef struct {
    char *text;
    bool starts_round;
} page;

/* All pages of a match, made in advance. */
typedef struct {
    replayer *r;
    page *pages;
    size_t count, room;
    char *recent[SHOWN_EVENTS]; /* lines, oldest first                          */
    int recent_count;
    bool has_failed; /* out of memory                                          */
} book;

static void forget_recent(book *b)
{
    for (int i = 0; i < b->recent_count; i++)
        free(b->recent[i]);
    b->recent_count = 0;
}

/* Take over a line. */
static void remember(book *b, char *line)
{
    if (b->recent_count == SHOWN_EVENTS) {
        free(b->recent[0]);
        memmove(b->recent, b->recent + 1, (SHOWN_EVENTS - 1) * sizeof *b->recent);
        b->recent_count--;
    }
    b->recent[b->recent_count++] = line;
}

static void clear(book *b)
{
    for (size_t i = 0; i < b->count; i++)
        free(b->pages[i].text);
    free(b->pages);
    forget_recent(b);
    b->pages = NULL;
    b->count = b->room = 0;
}

/* Let `r` write into memory; *text is NULL when there is none. */
static bool begin_text(book *b, char **text, size_t *size)
{
    *text = NULL;
    b->r->out = open_memstream(text, size);
    b->has_failed |= b->r->out == NULL;
    return b->r->out != NULL;
}

static void end_text(book *b)
{
    b->has_failed |= fclose(b->r->out) != 0;
    b->r->out = stdout;
}

/* Take over the text of a page. */
static void add_page(book *b, char *text, bool starts_round)
{
    if (b->count == b->room) {
        size_t room = b->room ? 2 * b->room : 256;
        page *pages = realloc(b->pages, room * sizeof *pages);
        if (pages == NULL) {
            free(text);
            b->has_failed = true;
            return;
        }
        b->pages = pages;
        b->room = room;
    }
    b->pages[b->count++] = (page){.text = text, .starts_round = starts_round};
}

/* An event is shown with the hands, the table and what came before it. */
static void write_event_page(const book *b, const dom_table *table)
{
    const replayer *r = b->r;
    (void)fprintf(r->out, "\nRound %d   stock %d   scores", table->match.round,
                  dom_tileset_count(table->match.play.stock));
    for (int s = 0; s < r->match->seats; s++)
        (void)fprintf(r->out, "%s %s: %d", s ? "," : "", r->name[s], (int)table->match.score[s]);
    (void)fprintf(r->out, "\n");
    replay_hands(r, table->match.play.hand, false);
    (void)fprintf(r->out, "\n");
    replay_layout(r);
    (void)fprintf(r->out, "\n");
    for (int i = 0; i < b->recent_count; i++)
        (void)fputs(b->recent[i], r->out);
}

/* Tell an effect; its words become a line among others or a page of their own. */
static void add_effect(void *context, const dom_table *table, const dom_effect *effect)
{
    book *b = context;
    char *words, *text;
    size_t size;
    if (b->has_failed || !begin_text(b, &words, &size))
        return;
    replay_effect(b->r, table, effect);
    end_text(b);
    if (b->has_failed || words[0] == '\0') {
        free(words);
        return;
    }
    bool is_line = effect->kind == DOM_FX_EVENT || effect->kind == DOM_FX_FAULT;
    if (!begin_text(b, &text, &size)) {
        free(words);
        return;
    }
    replay_head(b->r);
    if (!is_line) {
        (void)fputs(words, b->r->out);
        free(words);
        forget_recent(b);
    } else {
        remember(b, words);
        write_event_page(b, table);
    }
    end_text(b);
    add_page(b, text, effect->kind == DOM_FX_DEAL);
}

static void add_result(book *b)
{
    char *text;
    size_t size;
    if (!begin_text(b, &text, &size))
        return;
    replay_head(b->r);
    replay_places(b->r);
    end_text(b);
    add_page(b, text, true);
}

static dom_rc make(book *b, const dom_record *record, dom_table *table)
{
    clear(b);
    b->r->columns = cli_width(stdout);
    replay_begin(b->r);
    dom_rc rc = dom_record_replay(record, table, add_effect, b, b->r->err);
    if (rc == DOM_OK)
        add_result(b);
    if (rc == DOM_OK && b->has_failed)
        rc = dom_err_set(b->r->err, DOM_E_NOMEM, "out of memory");
    return rc;
}

static void show(const book *b, size_t at)
{
    (void)printf("\033[H\033[2J%s\n%zu/%zu  Enter, space, right: next   b, left: back   "
                 "n: next round   q: quit",
                 b->pages[at].text, at + 1, b->count);
    (void)fflush(stdout);
}

static size_t next_round(const book *b, size_t at)
{
    while (at + 1 < b->count && !b->pages[++at].starts_round)
        ;
    return at;
}

static dom_rc turn_pages(book *b, cli_keys *keys, const dom_record *record, dom_table *table)
{
    dom_rc rc = DOM_OK;
    size_t at = 0;
    while (rc == DOM_OK) {
        show(b, at);
        switch (cli_keys_next(keys)) {
        case CLI_KEY_NEXT:
            at += at + 1 < b->count;
            break;
        case CLI_KEY_BACK:
            at -= at > 0;
            break;
        case CLI_KEY_ROUND:
            at = next_round(b, at);
            break;
        case CLI_KEY_REDRAW:
            rc = make(b, record, table);
            break;
        case CLI_KEY_QUIT:
            return DOM_OK;
        }
    }
    return rc;
}

dom_rc replay_step(replayer *r, const dom_record *record, dom_table *table)
{
    book b = {.r = r};
    cli_keys keys;
    dom_rc rc = make(&b, record, table);
    if (rc == DOM_OK)
        rc = cli_keys_open(&keys, r->err);
    if (rc == DOM_OK) {
        rc = turn_pages(&b, &keys, record, table);
        cli_keys_close(&keys);
    }
    clear(&b);
    return rc;
}
