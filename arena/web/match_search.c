/* Finds the matches that pass a filter. */
#include "base/vec.h"
#include "rules/round.h"
#include "web/match_filter.h"

#include <math.h>
#include <stdlib.h>

/* ---- one match ------------------------------------------------------------------ */

/* What a filter asks for in one tournament: its own indexes of the variant and the bots. */
typedef struct {
    int variant, bot, opponent, seat, result, end;
} wanted;

enum { NOT_THERE = -2 }; /* the tournament has no such variant or bot */

/* Returns the index in the tournament of what has this index in the site. */
static int own_index(const uint32_t item[], size_t count, int option)
{
    for (size_t i = 0; i < count; i++)
        if (item[i] == (uint32_t)option)
            return (int)i;
    return option == DOM_WEB_FILTER_ALL ? DOM_WEB_FILTER_ALL : NOT_THERE;
}

static wanted wanted_of(const dom_web_match_filter *f, const dom_web_tournament *t)
{
    const int *option = f->option;
    return (wanted){.variant =
                        own_index(t->variants, t->variant_count, option[DOM_WEB_FILTER_VARIANT]),
                    .bot = own_index(t->bots, t->bot_count, option[DOM_WEB_FILTER_BOT]),
                    .opponent = own_index(t->bots, t->bot_count, option[DOM_WEB_FILTER_OPPONENT]),
                    .seat = option[DOM_WEB_FILTER_SEAT],
                    .result = option[DOM_WEB_FILTER_RESULT],
                    .end = option[DOM_WEB_FILTER_END]};
}

static bool is_wanted(int option, int value)
{
    return option == DOM_WEB_FILTER_ALL || option == value;
}

/* Sits the opponent at this table, and is no partner of the seat? */
static bool has_opponent(const dom_web_match_entry *m, int opponent, int seat)
{
    for (int s = 0; s < m->seats; s++)
        if (m->bot[s] == opponent && s % m->sides != seat % m->sides)
            return true;
    return opponent == DOM_WEB_FILTER_ALL;
}

/* Returns the first seat of the bot for which the filter holds, or DOM_NOBODY. */
static int seat_of(const wanted *w, const dom_web_match_entry *m)
{
    for (int s = 0; s < m->seats; s++)
        if (m->bot[s] == w->bot && is_wanted(w->seat, s) && is_wanted(w->result, m->result[s]) &&
            has_opponent(m, w->opponent, s))
            return s;
    return DOM_NOBODY;
}

static bool has_end(const dom_web_match_entry *m, int end)
{
    if (end == DOM_WEB_END_BY_FAULT)
        return m->end != DOM_FAULT_NONE;
    return is_wanted(end, m->end == DOM_FAULT_NONE ? DOM_WEB_END_BY_RULES
                                                   : m->end + DOM_WEB_END_BY_FAULT);
}

static bool passes(const wanted *w, const dom_web_match_entry *m)
{
    return is_wanted(w->variant, m->variant) && has_end(m, w->end) &&
           (w->bot == DOM_WEB_FILTER_ALL || seat_of(w, m) != DOM_NOBODY);
}

int dom_web_match_seat(const dom_web_match_found *found, const dom_web_match_filter *f,
                       const dom_web_site *site)
{
    wanted w = wanted_of(f, &site->tournaments[found->tournament]);
    return seat_of(&w, found->entry);
}

/* ---- all of them ------------------------------------------------------------------ */

/* A match, and what it is put in order by, the smallest first. */
typedef struct {
    dom_web_match_found found;
    double key;
} ranked_match;

typedef struct {
    dom_web_match_page *page;
    const dom_web_match_list *list;
    dom_web_match_order order;
    ranked_match *ranked; /* those that are put in order by points */
    size_t count, room;
} match_search;

static bool is_by_points(const match_search *s)
{
    return s->order >= DOM_WEB_ORDER_LOST_BY;
}

/* Returns the points that the bot has lost by, by which it has won, or that were luck; matches
 * without values come last. */
static double points_of(const match_search *s, const dom_web_match_found *found)
{
    int seat = dom_web_match_seat(found, &s->page->filter, s->list->site);
    const dom_web_match_worth *worth;
    if (s->order != DOM_WEB_ORDER_LUCK)
        return s->order == DOM_WEB_ORDER_WON_BY ? -found->entry->margin[seat]
                                                : found->entry->margin[seat];
    worth = dom_web_site_worth(s->list->site, dom_web_match_found_ref(found));
    return worth ? -worth->luck[seat] : INFINITY;
}

static bool rank(match_search *s, dom_web_match_found found)
{
    const dom_web_site *site = s->list->site;
    const dom_web_tournament *t = &site->tournaments[found.tournament];
    const dom_web_variant *v = &site->variants[t->variants[found.entry->variant]];
    if (!dom_vec_reserve(s->ranked, s->count, s->room, 1u))
        return false;
    s->ranked[s->count++] =
        (ranked_match){found, points_of(s, &found) / dom_web_variant_usual_margin(v)};
    return true;
}

/* Takes a match that passes the filter. */
static bool take(match_search *s, dom_web_match_found found)
{
    dom_web_match_page *page = s->page;
    bool is_on_page = page->total++ / DOM_WEB_MATCHES_PAGE == page->page - 1;
    if (is_by_points(s))
        return rank(s, found);
    if (is_on_page)
        page->found[page->count++] = found;
    return true;
}

static bool search_tournament(match_search *s, uint32_t number)
{
    const dom_web_tournament *t = &s->list->site->tournaments[number];
    dom_web_match_filter none = dom_web_match_filter_none(s->list);
    wanted of_list = wanted_of(&none, t), w = wanted_of(&s->page->filter, t);
    int only = s->page->filter.option[DOM_WEB_FILTER_TOURNAMENT];
    for (uint64_t i = 0; i < t->line_count; i++) {
        const dom_web_match_entry *m =
            &t->entries[s->order == DOM_WEB_ORDER_NEWEST ? t->line_count - 1 - i : i];
        if (!passes(&of_list, m))
            continue;
        s->page->all++;
        if (is_wanted(only, (int)number) && passes(&w, m) &&
            !take(s, (dom_web_match_found){number, m}))
            return false;
    }
    return true;
}

static int by_key(const void *a, const void *b)
{
    const ranked_match *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->found.tournament != y->found.tournament)
        return x->found.tournament > y->found.tournament ? -1 : 1;
    return x->found.entry->match > y->found.entry->match ? -1 : 1;
}

static void take_ranked_page(match_search *s)
{
    qsort(s->ranked, s->count, sizeof *s->ranked, by_key);
    for (size_t i = 0; i < s->count; i++)
        if (i / DOM_WEB_MATCHES_PAGE == s->page->page - 1)
            s->page->found[s->page->count++] = s->ranked[i].found;
}

dom_rc dom_web_match_page_find(dom_web_match_page *page, const dom_web_match_list *list,
                               dom_err *err)
{
    match_search s = {
        .page = page, .list = list, .order = dom_web_match_filter_order(&page->filter, list)};
    size_t tournaments = list->site->tournament_count;
    bool ok = true;
    page->all = page->total = 0;
    page->count = 0;
    for (size_t i = 0; ok && i < tournaments; i++) {
        size_t number = s.order == DOM_WEB_ORDER_NEWEST ? tournaments - 1 - i : i;
        ok = !list->offered[number] || search_tournament(&s, (uint32_t)number);
    }
    if (ok && s.count > 0)
        take_ranked_page(&s);
    free(s.ranked);
    return ok ? DOM_OK : dom_err_no_memory(err);
}

uint64_t dom_web_match_page_last(uint64_t matches)
{
    return matches == 0 ? 1 : (matches - 1) / DOM_WEB_MATCHES_PAGE + 1;
}
