#include "web/strength.h"

#include <stdio.h>
#include <string.h>

/* The ranks that a bot may have among the lines of a list. */
typedef struct {
    uint32_t lo, hi; /* from 1; hi 0: it has no line */
    size_t lines;
} ranks;

static void add_line(ranks *r, uint32_t lo, uint32_t hi)
{
    r->lo = r->hi == 0 || lo < r->lo ? lo : r->lo;
    r->hi = hi > r->hi ? hi : r->hi;
}

static ranks ranks_in_variant(const dom_web_site *site, const dom_variant *variant, const char *bot)
{
    ranks r = {.lines = 0};
    for (size_t i = 0; i < site->variant_count; i++) {
        const dom_web_variant *v = &site->variants[i];
        bool is_it = v->earlier_rules == 0 && strcmp(v->name, variant->name) == 0;
        if (!is_it || !dom_web_site_is_listed(site, v) || v->list->ranking.list.islands > 1)
            continue;
        r.lines = dom_web_variant_is_rated(v) ? dom_web_variant_lines(v) : 0;
        for (size_t line = 0; line < r.lines; line++)
            if (strcmp(site->bots[v->list->rows[line].bot].name, bot) == 0)
                add_line(&r, v->list->rows[line].rating->rank_lo,
                         v->list->rows[line].rating->rank_hi);
    }
    return r;
}

/* The same in the all-round list of a family; NULL: of all families. */
static ranks ranks_all_round(const dom_web_site *site, const char *family, const char *bot)
{
    const dom_results_all_rounds *all = &site->all_rounds;
    ranks r = {.lines = 0};
    for (size_t i = 0; i < all->count; i++) {
        const dom_results_all_round *list = &all->lists[i];
        bool is_it =
            family && list->family ? strcmp(family, list->family) == 0 : family == list->family;
        if (!is_it || list->ratings.islands > 1)
            continue;
        r.lines = list->ratings.count;
        for (size_t line = 0; line < r.lines; line++) {
            const dom_ratings_all_round_row *row = &list->ratings.row[line];
            if (strcmp(all->bots[row->player].bot.name, bot) == 0)
                add_line(&r, row->rank_lo, row->rank_hi);
        }
    }
    return r;
}

/* Writes the quarters that the ranks reach into. */
static void write_word(char word[static DOM_WEB_STRENGTH_BYTES], const ranks *r)
{
    static const char *const quarters[] = {"strong", "good", "fair", "weak"};
    size_t lo = 4 * (r->lo - 1) / r->lines, hi = 4 * (r->hi - 1) / r->lines;
    if (hi > lo + 1)
        (void)snprintf(word, DOM_WEB_STRENGTH_BYTES, "strength unclear");
    else if (hi > lo)
        (void)snprintf(word, DOM_WEB_STRENGTH_BYTES, "%s or %s", quarters[lo], quarters[hi]);
    else
        (void)snprintf(word, DOM_WEB_STRENGTH_BYTES, "%s", quarters[lo]);
}

void dom_web_strength(char word[static DOM_WEB_STRENGTH_BYTES], const dom_web_site *site,
                      const dom_variant *variant, const char *bot)
{
    const ranks lists[] = {ranks_in_variant(site, variant, bot),
                           ranks_all_round(site, variant->family, bot),
                           ranks_all_round(site, NULL, bot)};
    word[0] = '\0';
    for (size_t i = 0; i < sizeof lists / sizeof *lists && word[0] == '\0'; i++)
        if (lists[i].hi > 0 && lists[i].lines >= DOM_WEB_STRENGTH_LINES)
            write_word(word, &lists[i]);
}
