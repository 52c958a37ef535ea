/* The feed of news: tournaments that have finished, and bots that lead a variant.
 *
 * Ids and times of entries depend on the results alone, so that a reader of feeds sees each of them
 * once. A bot leads a variant since the tournament in which it came to the top for the last time;
 * the news appears when that tournament has finished. */
#include "feed.h"

#include "base/now.h"

#include <math.h>
#include <stdlib.h>

enum { ENTRIES_SHOWN = 50 };

/* An entry: a finished tournament, or a bot that leads a variant. The other pointer is NULL. */
typedef struct {
    int64_t when_ms;
    const dom_web_tournament *finished;
    const dom_web_variant *led; /* by its first row */
} feed_entry;

/* ---- leaders ------------------------------------------------------------------------ */

/* Returns the row with the highest rating at a point of the history. */
static size_t leader_at(const dom_web_variant *v, size_t point)
{
    size_t best = dom_web_variant_lines(v);
    double elo = -INFINITY;
    for (size_t row = 0; row < dom_web_variant_lines(v); row++) {
        dom_web_point at = dom_web_list_point(v->list, point, row);
        if (at.is_there && at.elo > elo) {
            elo = at.elo;
            best = row;
        }
    }
    return best;
}

/* A bot came to the top after more than `from` sets, and after `to` at the latest. */
typedef struct {
    uint64_t from, to; /* both 0: the history is not known */
} feed_span;

/* Returns when the first row came to the top for the last time. */
static feed_span span_of_lead(const dom_web_variant *v)
{
    feed_span span = {0, 0};
    size_t i = v->list->history.points;
    while (i > 0 && leader_at(v, i - 1) == 0)
        span.to = v->list->history.sets[--i];
    span.from = i > 0 && span.to > 0 ? v->list->history.sets[i - 1] : 0;
    return span;
}

/* Returns the number of complete sets of a variant in a tournament, as far as they count in its
 * list. */
static uint64_t sets_in(const dom_web_site *site, const dom_web_tournament *t,
                        const dom_web_variant *v)
{
    uint64_t sets = 0;
    bool counts = !t->is_unrated || site->tournament_count == 1;
    for (size_t i = 0; counts && i < t->variant_count; i++)
        if (&site->variants[t->variants[i]] == v)
            sets += t->sets[i].done;
    return sets;
}

static bool has_played(const dom_web_tournament *t, uint32_t bot)
{
    for (size_t i = 0; i < t->bot_count; i++)
        if (t->bots[i] == bot)
            return true;
    return false;
}

/* Returns the tournament in which the first row came to the top, or NULL. Of several it is the
 * first with that bot, else the first. */
static const dom_web_tournament *led_since(const dom_web_site *site, const dom_web_variant *v)
{
    feed_span span = span_of_lead(v);
    const dom_web_tournament *first = NULL;
    uint64_t seen = 0;
    for (size_t i = 0; i < site->tournament_count && seen < span.to; i++) {
        const dom_web_tournament *t = &site->tournaments[i];
        uint64_t before = seen;
        seen += sets_in(site, t, v);
        if (seen == before || seen <= span.from)
            continue;
        if (has_played(t, v->list->rows[0].bot))
            return t;
        first = first ? first : t;
    }
    return first;
}

/* ---- entries ------------------------------------------------------------------------ */

/* Returns when a tournament finished; 0 if it has not. */
static int64_t finished_ms(const dom_web_tournament *t)
{
    return t && t->stage_count > 0 ? t->stages[t->stage_count - 1].finished_ms : 0;
}

/* Sorts the newest first, then tournaments before leaders, in the order of the site. */
static int by_time(const void *a, const void *b)
{
    const feed_entry *x = a, *y = b;
    if (x->when_ms != y->when_ms)
        return x->when_ms < y->when_ms ? 1 : -1;
    if ((x->finished != NULL) != (y->finished != NULL))
        return x->finished ? -1 : 1;
    return x->finished > y->finished || x->led > y->led ? 1 : -1;
}

/* Fills in the entries, newest first, and returns how many there are. */
static size_t collect(const dom_web_site *site, feed_entry entries[])
{
    size_t count = 0;
    for (size_t i = 0; i < site->tournament_count; i++) {
        const dom_web_tournament *t = &site->tournaments[i];
        if (finished_ms(t) > 0)
            entries[count++] = (feed_entry){.when_ms = finished_ms(t), .finished = t};
    }
    for (size_t i = 0; i < site->variant_count; i++) {
        const dom_web_variant *v = &site->variants[i];
        bool has_leader = dom_web_variant_is_rated(v) && dom_web_variant_leaders(v) == 1;
        int64_t since_ms = has_leader ? finished_ms(led_since(site, v)) : 0;
        if (since_ms > 0)
            entries[count++] = (feed_entry){.when_ms = since_ms, .led = v};
    }
    qsort(entries, count, sizeof *entries, by_time);
    return count < ENTRIES_SHOWN ? count : ENTRIES_SHOWN;
}

/* ---- writing ------------------------------------------------------------------------- */

static void put_time(dom_web_html *h, int64_t unix_ms)
{
    dom_web_html_put(h, "<updated>%s</updated>\n", dom_utc_of(unix_ms).text);
}

/* Writes id and link of an entry about a page; `part` tells apart several entries about it. */
static void put_page(const dom_web_page_frame *p, const char *folder, const char *name,
                     const char *part)
{
    char slug[DOM_WEB_SLUG_BYTES], of_part[DOM_WEB_SLUG_BYTES];
    dom_web_slug(slug, name);
    dom_web_slug(of_part, part);
    dom_web_html_put(p->h,
                     "<id>%s%s/%s.html%s%s</id>\n"
                     "<link rel=\"alternate\" type=\"text/html\" href=\"%s%s/%s.html\"/>\n",
                     p->site->url, folder, slug, part[0] ? "#" : "", of_part, p->site->url, folder,
                     slug);
}

static void put_finished(const dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_html_put(p->h, "<title>%s has finished</title>\n", t->name);
    put_page(p, "tournament", t->name, "");
    dom_web_html_put(
        p->h, "<content type=\"text\">%llu matches of %zu bots in %zu variant%s%s.</content>\n",
        (unsigned long long)t->done, t->bot_count, t->variant_count,
        t->variant_count == 1 ? "" : "s", t->is_unrated ? ", unrated" : "");
}

static void put_led(const dom_web_page_frame *p, const dom_web_variant *v)
{
    const dom_web_bot *bot = &p->site->bots[v->list->rows[0].bot];
    dom_web_html_put(p->h, "<title>%s leads %s</title>\n", bot->label, v->name);
    put_page(p, "leaderboard", v->name, bot->version);
    dom_web_html_put(p->h,
                     "<content type=\"text\">It is surely the first of %zu bots, by all complete "
                     "duplicate sets.</content>\n",
                     dom_web_variant_lines(v));
}

static void put_head(const dom_web_page_frame *p, int64_t newest_ms)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h,
                     "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                     "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n"
                     "<title>Domino Arena</title>\n<id>%s</id>\n",
                     p->site->url);
    put_time(h, newest_ms);
    dom_web_html_put(h,
                     "<author><name>Domino Arena</name></author>\n"
                     "<link rel=\"self\" type=\"application/atom+xml\" href=\"%sfeed.xml\"/>\n"
                     "<link rel=\"alternate\" type=\"text/html\" href=\"%s\"/>\n",
                     p->site->url, p->site->url);
}

void dom_web_feed(const dom_web_page_frame *p)
{
    const dom_web_site *site = p->site;
    feed_entry *entries = calloc(site->tournament_count + site->variant_count + 1, sizeof *entries);
    if (entries == NULL) {
        p->h->has_failed = true;
        return;
    }
    size_t count = collect(site, entries);
    put_head(p, count > 0 ? entries[0].when_ms : site->made_ms);
    for (size_t i = 0; i < count; i++) {
        dom_web_html_raw(p->h, "<entry>\n");
        if (entries[i].finished)
            put_finished(p, entries[i].finished);
        else
            put_led(p, entries[i].led);
        put_time(p->h, entries[i].when_ms);
        dom_web_html_raw(p->h, "</entry>\n");
    }
    dom_web_html_raw(p->h, "</feed>\n");
    free(entries);
}
