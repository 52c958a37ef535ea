#include "web/match_filter.h"

#include "base/did_you_mean.h"

#include <stdio.h>
#include <string.h>

enum { END_BY_RULES, END_BY_FAULT, ENDS = DOM_FAULT_COUNT + 1, LIST_BYTES = 240 };

/* ---- options -------------------------------------------------------------------- */

static int variants_of(const dom_web_site *site, const dom_web_tournament *t)
{
    (void)site;
    return (int)t->variant_count;
}

static int bots_of(const dom_web_site *site, const dom_web_tournament *t)
{
    (void)site;
    return (int)t->bot_count;
}

/* Returns the seats of the largest table. */
static int seats_of(const dom_web_site *site, const dom_web_tournament *t)
{
    int seats = 0;
    for (size_t i = 0; i < t->variant_count; i++)
        if (site->variants[t->variants[i]].seats > seats)
            seats = site->variants[t->variants[i]].seats;
    return seats;
}

static int ends_of(const dom_web_site *site, const dom_web_tournament *t)
{
    (void)site;
    (void)t;
    return ENDS;
}

static const char *variant_name(const dom_web_site *site, const dom_web_tournament *t, int option)
{
    return site->variants[t->variants[option]].name;
}

static const char *bot_name(const dom_web_site *site, const dom_web_tournament *t, int option)
{
    return site->bots[t->bots[option]].label;
}

static const char *seat_name(const dom_web_site *site, const dom_web_tournament *t, int option)
{
    static const char names[DOM_SEATS_MAX][2] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    (void)site;
    (void)t;
    return names[option];
}

static const char *end_name(const dom_web_site *site, const dom_web_tournament *t, int option)
{
    (void)site;
    (void)t;
    if (option == END_BY_RULES)
        return "rules";
    return option == END_BY_FAULT ? "fault" : dom_fault_word((dom_fault)(option - END_BY_FAULT));
}

static const struct {
    const char *word;
    int (*count)(const dom_web_site *site, const dom_web_tournament *t);
    const char *(*name)(const dom_web_site *site, const dom_web_tournament *t, int option);
} keys[DOM_WEB_FILTER_KEYS] = {
    [DOM_WEB_FILTER_VARIANT] = {"variant", variants_of, variant_name},
    [DOM_WEB_FILTER_BOT] = {"bot", bots_of, bot_name},
    [DOM_WEB_FILTER_SEAT] = {"seat", seats_of, seat_name},
    [DOM_WEB_FILTER_END] = {"end", ends_of, end_name},
};

int dom_web_filter_options(dom_web_filter_key key, const dom_web_site *site,
                           const dom_web_tournament *t)
{
    return keys[key].count(site, t);
}

const char *dom_web_filter_name(dom_web_filter_key key, const dom_web_site *site,
                                const dom_web_tournament *t, int option)
{
    return keys[key].name(site, t, option);
}

/* ---- filters -------------------------------------------------------------------- */

dom_web_match_filter dom_web_match_filter_none(void)
{
    dom_web_match_filter none;
    for (int key = 0; key < DOM_WEB_FILTER_KEYS; key++)
        none.option[key] = DOM_WEB_FILTER_ALL;
    return none;
}

bool dom_web_match_filter_is_empty(const dom_web_match_filter *f)
{
    for (int key = 0; key < DOM_WEB_FILTER_KEYS; key++)
        if (f->option[key] != DOM_WEB_FILTER_ALL)
            return false;
    return true;
}

dom_web_match_filter dom_web_match_filter_with(const dom_web_match_filter *f,
                                               dom_web_filter_key key, int option)
{
    dom_web_match_filter with = *f;
    with.option[key] = option;
    if (with.option[DOM_WEB_FILTER_BOT] == DOM_WEB_FILTER_ALL)
        with.option[DOM_WEB_FILTER_SEAT] = DOM_WEB_FILTER_ALL;
    return with;
}

void dom_web_match_filter_query(char query[static DOM_WEB_FILTER_BYTES],
                                const dom_web_match_filter *f, const dom_web_site *site,
                                const dom_web_tournament *t)
{
    char slug[DOM_WEB_SLUG_BYTES];
    size_t size = 0;
    query[0] = '\0';
    for (int key = 0; key < DOM_WEB_FILTER_KEYS; key++) {
        if (f->option[key] == DOM_WEB_FILTER_ALL)
            continue;
        dom_web_slug(slug, keys[key].name(site, t, f->option[key]));
        size += (size_t)snprintf(query + size, DOM_WEB_FILTER_BYTES - size, "%c%s=%s",
                                 size == 0 ? '?' : '&', keys[key].word, slug);
    }
}

/* ---- reading -------------------------------------------------------------------- */

/* What is allowed, and the nearest of it to a word that is not, for a message. */
typedef struct {
    dom_suggest near;
    bool is_full;
    size_t size;
    char list[LIST_BYTES]; /* "a, b, c", or "a, b, ..." */
} allowed;

static void allow(allowed *a, const char *name)
{
    static const char more[] = ", ...";
    size_t room = sizeof a->list - a->size;
    dom_suggest_try(&a->near, name);
    if (a->is_full)
        return;
    a->is_full = strlen(name) + 2 + sizeof more > room;
    a->size += a->is_full
                   ? (size_t)snprintf(a->list + a->size, room, "%s", more)
                   : (size_t)snprintf(a->list + a->size, room, "%s%s", a->size ? ", " : "", name);
}

static dom_rc refuse_name(const dom_http_parameter *p, dom_err *err)
{
    allowed a = {.near = dom_suggest_of(p->name)};
    for (int key = 0; key < DOM_WEB_FILTER_KEYS; key++)
        allow(&a, keys[key].word);
    return dom_err_set(err, DOM_E_CONFIG, "'%.40s' is not a filter of matches%s; allowed: %s",
                       p->name, dom_suggest_hint(&a.near).text, a.list);
}

static dom_rc refuse_value(const dom_http_parameter *p, int key, const dom_web_site *site,
                           const dom_web_tournament *t, dom_err *err)
{
    allowed a = {.near = dom_suggest_of(p->value)};
    char slug[DOM_WEB_SLUG_BYTES];
    for (int i = 0; i < keys[key].count(site, t); i++) {
        dom_web_slug(slug, keys[key].name(site, t, i));
        allow(&a, slug);
    }
    return dom_err_set(err, DOM_E_CONFIG, "%s: this tournament has no '%.40s'%s; allowed: %s",
                       keys[key].word, p->value, dom_suggest_hint(&a.near).text, a.list);
}

/* Returns the option with this slug, or DOM_WEB_FILTER_ALL. */
static int option_of(int key, const char *slug, const dom_web_site *site,
                     const dom_web_tournament *t)
{
    char own[DOM_WEB_SLUG_BYTES];
    for (int i = 0; i < keys[key].count(site, t); i++) {
        dom_web_slug(own, keys[key].name(site, t, i));
        if (strcmp(own, slug) == 0)
            return i;
    }
    return DOM_WEB_FILTER_ALL;
}

static dom_rc read_parameter(dom_web_match_filter *f, const dom_http_parameter *p,
                             const dom_web_site *site, const dom_web_tournament *t, dom_err *err)
{
    int key = 0;
    while (key < DOM_WEB_FILTER_KEYS && strcmp(keys[key].word, p->name) != 0)
        key++;
    if (key == DOM_WEB_FILTER_KEYS)
        return refuse_name(p, err);
    if (p->value[0] == '\0')
        return DOM_OK;
    if (f->option[key] != DOM_WEB_FILTER_ALL)
        return dom_err_set(err, DOM_E_CONFIG, "%s: there are two of them; allowed: one",
                           keys[key].word);
    f->option[key] = option_of(key, p->value, site, t);
    return f->option[key] != DOM_WEB_FILTER_ALL ? DOM_OK : refuse_value(p, key, site, t, err);
}

dom_rc dom_web_match_filter_read(dom_web_match_filter *out, const dom_web_site *site,
                                 const dom_web_tournament *t, const dom_http_query *query,
                                 dom_err *err)
{
    dom_rc rc = DOM_OK;
    *out = dom_web_match_filter_none();
    for (size_t i = 0; rc == DOM_OK && i < query->count; i++)
        rc = read_parameter(out, &query->parameters[i], site, t, err);
    if (rc == DOM_OK && out->option[DOM_WEB_FILTER_SEAT] != DOM_WEB_FILTER_ALL &&
        out->option[DOM_WEB_FILTER_BOT] == DOM_WEB_FILTER_ALL)
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "seat: it is the seat of a bot, so name the bot too: bot=NAME&seat=%d",
                         out->option[DOM_WEB_FILTER_SEAT]);
    return rc;
}

/* ---- matches -------------------------------------------------------------------- */

static bool has_bot(const dom_web_match_entry *m, int bot, int seat)
{
    for (int s = 0; s < m->seats; s++)
        if (m->bot[s] == bot && (seat == DOM_WEB_FILTER_ALL || seat == s))
            return true;
    return false;
}

static bool has_end(const dom_web_match_entry *m, int end)
{
    return end == END_BY_FAULT ? m->end != DOM_FAULT_NONE
                               : m->end == (end == END_BY_RULES ? 0 : end - END_BY_FAULT);
}

static bool passes(const dom_web_match_filter *f, const dom_web_match_entry *m)
{
    const int *option = f->option;
    return (option[DOM_WEB_FILTER_VARIANT] == DOM_WEB_FILTER_ALL ||
            option[DOM_WEB_FILTER_VARIANT] == m->variant) &&
           (option[DOM_WEB_FILTER_END] == DOM_WEB_FILTER_ALL ||
            has_end(m, option[DOM_WEB_FILTER_END])) &&
           (option[DOM_WEB_FILTER_BOT] == DOM_WEB_FILTER_ALL ||
            has_bot(m, option[DOM_WEB_FILTER_BOT], option[DOM_WEB_FILTER_SEAT]));
}

void dom_web_match_page_find(dom_web_match_page *page, const dom_web_tournament *t)
{
    page->total = 0;
    page->count = 0;
    for (uint64_t i = 0; i < t->line_count; i++)
        if (passes(&page->filter, &t->entries[i]) &&
            page->total++ / DOM_WEB_MATCHES_PAGE == page->page - 1)
            page->number[page->count++] = t->entries[i].match;
}

uint64_t dom_web_match_page_last(uint64_t matches)
{
    return matches == 0 ? 1 : (matches - 1) / DOM_WEB_MATCHES_PAGE + 1;
}
