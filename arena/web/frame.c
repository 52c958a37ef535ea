#include "frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void put_resource(web_page_of *p, const char *attribute, const char *path)
{
    static const char *const root[] = {"", "../", "../../"};
    html_attr(p->h, attribute, "%s%s", root[p->depth], path);
}

static void put_head(web_page_of *p, const char *title)
{
    html *h = p->h;
    html_raw(h, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\"");
    html_attr(h, "content", "%s", WEB_CONTENT_SECURITY_POLICY);
    html_raw(h, ">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    html_text(h, "%s", title);
    html_raw(h, " - Domino Arena</title>\n<link rel=\"icon\"");
    put_resource(p, "href", "assets/icon.svg");
    html_raw(h, ">\n<link rel=\"stylesheet\"");
    put_resource(p, "href", "assets/style.css");
    if (p->has_chart) {
        html_raw(h, ">\n<link rel=\"stylesheet\"");
        put_resource(p, "href", "assets/uplot.css");
        html_raw(h, ">\n<script defer");
        put_resource(p, "src", "assets/uplot.js");
        html_raw(h, "></script");
    }
    html_raw(h, ">\n<script defer");
    put_resource(p, "src", "assets/arena.js");
    html_raw(h, "></script>\n</head>\n");
}

static void put_nav(web_page_of *p)
{
    static const struct {
        const char *path, *text;
    } links[] = {{"index.html", "Leaderboards"},
                 {"index.html#tournaments", "Tournaments"},
                 {"submit.html", "Submit a bot"}};
    html *h = p->h;
    html_raw(h, "<header><a class=\"home\"");
    put_resource(p, "href", "index.html");
    html_raw(h, ">Domino Arena</a>\n<nav aria-label=\"Site\">");
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        html_raw(h, "<a");
        put_resource(p, "href", links[i].path);
        html_raw(h, ">");
        html_text(h, "%s", links[i].text);
        html_raw(h, "</a>");
    }
    html_raw(h, "</nav>\n<p id=\"live\" role=\"status\" hidden></p></header>\n");
}

static size_t listed(const web_site *site)
{
    size_t count = 0;
    for (size_t i = 0; i < site->variant_count; i++)
        count += web_site_is_listed(site, &site->variants[i]);
    return count;
}

/* What is still missing on the pages. */
static void put_reading(html *h, const web_site *site)
{
    if (site->reading == WEB_READING_NOTHING)
        return;
    html_raw(h, "<p class=\"reading\">The database is being read: ");
    switch (site->reading) {
    case WEB_READING_LISTS:
        html_text(h, "ratings of %zu of %zu games so far.", listed(site), site->variant_count);
        break;
    case WEB_READING_MATCHES:
        html_raw(h, "numbers of matches, newest matches, faults and times are still missing.");
        break;
    case WEB_READING_HISTORIES:
        html_raw(h, "histories and verification hashes are still missing.");
        break;
    case WEB_READING_NOTHING:
        break;
    }
    html_raw(h, "</p>\n");
}

void frame_begin(web_page_of *p, const char *title)
{
    html *h = p->h;
    put_head(p, title);
    html_raw(h, "<body");
    if (p->site && p->site->is_served && !p->is_fixed)
        put_resource(p, "data-events", "events");
    html_raw(h, ">\n<a class=\"skip\" href=\"#main\">To the content</a>\n");
    put_nav(p);
    html_raw(h, "<main id=\"main\" tabindex=\"-1\">\n<h1>");
    html_text(h, "%s", title);
    html_raw(h, "</h1>\n");
    if (p->site && !p->is_fixed)
        put_reading(h, p->site);
}

void frame_wait(html *h, const char *what)
{
    html_raw(h, "<p>");
    html_text(h, "%s being read.", what);
    html_raw(h, "</p>\n");
}

void frame_end(web_page_of *p)
{
    html *h = p->h;
    html_raw(h, "</main>\n<footer><p>");
    if (p->site) {
        html_raw(h, "As of ");
        frame_time(p, p->site->made_ms);
        html_raw(h, ". ");
    }
    html_raw(h, "Ratings are a fit over all complete duplicate sets; ranges and bars are 95&nbsp;% "
                "intervals.</p></footer>\n</body>\n</html>\n");
}

void frame_link(web_page_of *p, const char *folder, const char *name, const char *text)
{
    char slug[WEB_SLUG_BYTES], path[WEB_SLUG_BYTES + 32];
    web_slug(slug, name);
    (void)snprintf(path, sizeof path, "%s/%s.html", folder, slug);
    html_raw(p->h, "<a");
    put_resource(p, "href", path);
    html_raw(p->h, ">");
    html_text(p->h, "%s", text);
    html_raw(p->h, "</a>");
}

void frame_match_link(web_page_of *p, web_match_ref ref)
{
    char slug[WEB_SLUG_BYTES], path[WEB_SLUG_BYTES + 48];
    const web_tournament *t = &p->site->tournaments[ref.tournament];
    if (!web_site_has_match(p->site, ref)) {
        html_text(p->h, "%llu", (unsigned long long)ref.match);
        return;
    }
    web_slug(slug, t->name);
    (void)snprintf(path, sizeof path, "match/%s/%llu.html", slug, (unsigned long long)ref.match);
    html_raw(p->h, "<a");
    put_resource(p, "href", path);
    html_attr(p->h, "title", "%s, match %llu", t->name, (unsigned long long)ref.match);
    html_raw(p->h, ">");
    html_text(p->h, "%llu", (unsigned long long)ref.match);
    html_raw(p->h, "</a>");
}

void frame_tabs(web_page_of *p, const char *folder, const web_variant *current)
{
    html *h = p->h;
    html_raw(h, "<nav class=\"tabs\" aria-label=\"Variants\"><a");
    put_resource(p, "href", "index.html");
    if (current == NULL)
        html_raw(h, " aria-current=\"page\"");
    html_raw(h, ">All</a>");
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const web_variant *v = &p->site->variants[i];
        char slug[WEB_SLUG_BYTES], path[WEB_SLUG_BYTES + 32];
        web_slug(slug, v->name);
        (void)snprintf(path, sizeof path, "%s/%s.html", folder, slug);
        html_raw(h, "<a");
        put_resource(p, "href", path);
        if (v == current)
            html_raw(h, " aria-current=\"page\"");
        html_raw(h, ">");
        html_text(h, "%s", v->name);
        html_raw(h, "</a>");
    }
    html_raw(h, "</nav>\n");
}

/* ---- small things ------------------------------------------------------------- */

void frame_time(web_page_of *p, int64_t unix_ms)
{
    char machine[32] = "", person[32] = "";
    time_t seconds = (time_t)(unix_ms / 1000);
    struct tm tm;
    if (unix_ms <= 0 || gmtime_r(&seconds, &tm) == NULL ||
        strftime(machine, sizeof machine, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0 ||
        strftime(person, sizeof person, "%Y-%m-%d %H:%M", &tm) == 0) {
        html_raw(p->h, "&ndash;");
        return;
    }
    html_raw(p->h, "<time");
    html_attr(p->h, "datetime", "%s", machine);
    html_raw(p->h, ">");
    html_text(p->h, "%s", person);
    html_raw(p->h, " UTC</time>");
}

void frame_duration(html *h, double us)
{
    if (us < 0)
        html_raw(h, "&ndash;");
    else if (us < 9.95e2)
        html_text(h, "%.0f us", us);
    else if (us < 9.995e5)
        html_text(h, us < 9.95e3 ? "%.1f ms" : "%.0f ms", us / 1e3);
    else
        html_text(h, us < 9.95e6 ? "%.1f s" : "%.0f s", us / 1e6);
}

void frame_number(html *h, double value, const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    html_raw(h, "<td class=\"n\"");
    html_attr(h, "data-v", "%.6g", value);
    html_raw(h, ">");
    html_text(h, "%s", text);
    html_raw(h, "</td>");
}

unsigned frame_bounds_of(const web_variant *v)
{
    unsigned bounds = 0;
    for (size_t i = 0; v->is_rated && i < v->row_count; i++)
        bounds |= 1u << v->rows[i].rating.bound;
    return bounds;
}

void frame_bounds(html *h, unsigned bounds)
{
    for (dom_bound b = DOM_BOUND_BELOW; b <= DOM_BOUND_BOTH; b++) {
        if (!(bounds & 1u << b))
            continue;
        html_raw(h, "<p class=\"bound\"><b>");
        html_text(h, "%s", dom_bound_word(b));
        html_raw(h, "</b> ");
        html_text(h, "%s.", dom_bound_meaning(b));
        html_raw(h, "</p>\n");
    }
}

void frame_rank(html *h, const dom_rating *rating)
{
    html_text(h, "%u", rating->rank_lo);
    if (rating->rank_hi != rating->rank_lo) {
        html_raw(h, "&ndash;");
        html_text(h, "%u", rating->rank_hi);
    }
}

/* By the beginning of a variant's name, or of its base's. */
const char *frame_german(const web_variant *v)
{
    static const struct {
        const char *begins, *german;
    } names[] = {
        {"block-", "Blockspiel"},
        {"draw-", "Domino mit Ziehen"},
        {"partnership", "Partnerschaftsdomino"},
        {"boneyard-doubles", "Alle Pasche scheiden aus"},
        {"homo-homini-lupus", "Der Mensch ist des Menschen Wolf"},
        {"brettspielnetz", "Domino bei Brettspielnetz"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(v->name, names[i].begins, strlen(names[i].begins)) == 0)
            return names[i].german;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(v->base, names[i].begins, strlen(names[i].begins)) == 0)
            return names[i].german;
    return NULL;
}
