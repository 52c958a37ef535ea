/* What a person has won and lost, for the page of a person. */
#include "base/vec.h"
#include "page.h"
#include "rules/match.h"

#include <stdlib.h>
#include <string.h>

/* The results against a bot in a variant. */
typedef struct {
    uint32_t bot, variant; /* indexes into site->bots, site->variants */
    uint64_t won, drawn, lost;
} against;

typedef struct {
    const dom_web_site *site;
    against *rows;
    size_t count, room;
} record;

/* ---- counting ----------------------------------------------------------------------- */

/* Returns the bot of which this one is a copy: for "greedy#2" that is greedy, if the site has it.
 */
static uint32_t original_of(const dom_web_site *site, uint32_t bot)
{
    const dom_web_bot *copy = &site->bots[bot];
    size_t size = strcspn(copy->name, "#");
    for (uint32_t i = 0; i < site->bot_count; i++)
        if (strlen(site->bots[i].name) == size &&
            strncmp(site->bots[i].name, copy->name, size) == 0 &&
            strcmp(site->bots[i].version, copy->version) == 0)
            return i;
    return bot;
}

/* Returns the row of a bot in a variant, which is new if it was not there; NULL when out of memory.
 */
static against *row_of(record *r, uint32_t bot, uint32_t variant)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->rows[i].bot == bot && r->rows[i].variant == variant)
            return &r->rows[i];
    against *row = dom_vec_add(r->rows, r->count, r->room);
    if (row)
        *row = (against){.bot = bot, .variant = variant};
    return row;
}

/* Counts a match for each opponent of the seat. */
static void add_seat(record *r, const dom_web_match_line *m, int own)
{
    const dom_options *o = &r->site->variants[m->variant].options;
    const dom_store_seat *seat = m->stored.seat;
    for (int s = 0; s < m->stored.seats; s++) {
        if (dom_same_side(o, s, own))
            continue;
        against *row = row_of(r, original_of(r->site, m->bot[s]), m->variant);
        if (row == NULL)
            continue;
        row->won += seat[own].place < seat[s].place;
        row->drawn += seat[own].place == seat[s].place;
        row->lost += seat[own].place > seat[s].place;
    }
}

static bool counts(const dom_web_tournament *t, uint64_t match)
{
    for (size_t i = 0; i < t->void_count; i++)
        if (t->voids[i].match == 0 || t->voids[i].match == match)
            return false;
    return true;
}

/* Counts the matches of a tournament. One with a person has a single match, so the newest ones are
 * all. */
static void add_tournament(record *r, const dom_web_tournament *t, uint32_t person)
{
    uint64_t lines =
        t->line_count < DOM_WEB_MATCHES_NEWEST ? t->line_count : DOM_WEB_MATCHES_NEWEST;
    for (uint64_t i = 0; i < lines; i++)
        for (int s = 0; s < t->newest[i].stored.seats; s++)
            if (t->newest[i].bot[s] == person && counts(t, t->newest[i].stored.match))
                add_seat(r, &t->newest[i], s);
}

/* ---- the table ------------------------------------------------------------------------ */

static void put_row(dom_web_page_frame *p, const against *row)
{
    dom_web_html *h = p->h;
    const char *label = p->site->bots[row->bot].label;
    const uint64_t numbers[] = {row->won + row->drawn + row->lost, row->won, row->drawn, row->lost};
    dom_web_html_raw(h, "<tr><th scope=\"row\">");
    dom_web_frame_link(p, "bot", label, label);
    dom_web_html_put(h, "</th><td>%s</td>", p->site->variants[row->variant].name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        dom_web_frame_number(h, (double)numbers[i], "%llu", (unsigned long long)numbers[i]);
    dom_web_html_raw(h, "</tr>\n");
}

void dom_web_page_person(dom_web_page_frame *p, uint32_t person)
{
    record r = {.site = p->site};
    for (size_t i = 0; i < p->site->tournament_count; i++)
        add_tournament(&r, &p->site->tournaments[i], person);
    dom_web_html_raw(p->h, "<h2>By opponent</h2>\n<p>A match counts once for each opponent at the "
                           "table.</p>\n");
    dom_web_frame_table(p->h, "sort filter", "By opponent", "Opponent", "Variant", "#Matches",
                        "#Won", "#Drawn", "#Lost", NULL);
    for (size_t i = 0; i < r.count; i++)
        put_row(p, &r.rows[i]);
    dom_web_frame_table_end(p->h);
    free(r.rows);
}
