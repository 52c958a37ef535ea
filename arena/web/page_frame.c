#include "page_frame.h"

#include "base/duration.h"
#include "base/percent.h"
#include "http/server.h"
#include "page_alone.h"
#include "page_crumbs.h"
#include "web/number_path.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { VARIANTS_OPEN_MAX = 12 };

void dom_web_frame_number_stem(char stem[static DOM_WEB_STEM_BYTES], const char *folder,
                               const char *name, uint64_t number)
{
    char slug[DOM_WEB_SLUG_BYTES];
    dom_web_slug(slug, name);
    (void)snprintf(stem, DOM_WEB_STEM_BYTES, "%s/%s/%llu", folder, slug,
                   (unsigned long long)number);
}

int dom_web_frame_depth(const char *path)
{
    int depth = 0;
    for (; *path && depth < 3; path++)
        depth += *path == '/';
    return depth;
}

const char *dom_web_frame_root(const dom_web_page_frame *p)
{
    static const char *const root[] = {"", "../", "../../", "../../../"};
    return root[p->depth];
}

/* Returns the query of the address of the same page for programs. */
static const char *query_of(const dom_web_page_frame *p)
{
    return p->query ? p->query : "";
}

/* Writes what other sites show of a link to this page, and the feed. Both need the public address.
 */
static void put_card(dom_web_page_frame *p, const char *title)
{
    dom_web_html *h = p->h;
    if (p->site == NULL || p->site->url == NULL || p->stem == NULL)
        return;
    bool is_first = strcmp(p->stem, "index") == 0;
    dom_web_html_put(
        h,
        "<meta property=\"og:site_name\" content=\"Domino Arena\">\n"
        "<meta property=\"og:type\" content=\"website\">\n"
        "<meta property=\"og:title\" content=\"%s\">\n"
        "<meta property=\"og:description\" content=\"%s\">\n"
        "<meta property=\"og:url\" content=\"%s%s%s\">\n"
        "<meta name=\"twitter:card\" content=\"summary\">\n"
        "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"News\" "
        "href=\"%sfeed.xml\">\n",
        title,
        p->about ? p->about : "Programs play domino against each other: who is strong, and why.",
        p->site->url, is_first ? "" : p->stem, is_first ? "" : ".html", dom_web_frame_root(p));
}

/* Writes the tags of assets/NAME.css and assets/NAME.js. */
static void put_style_and_script(dom_web_page_frame *p, const char *name)
{
    const char *root = dom_web_frame_root(p);
    dom_web_html_put(p->h,
                     "<link rel=\"stylesheet\" href=\"%sassets/%s.css\">\n"
                     "<script defer src=\"%sassets/%s.js\"></script>\n",
                     root, name, root, name);
}

/* Writes the links to what the page needs. */
static void put_links(dom_web_page_frame *p, const char *title)
{
    dom_web_html *h = p->h;
    const char *root = dom_web_frame_root(p);
    dom_web_html_put(h,
                     "<link rel=\"icon\" href=\"%sassets/icon.svg\">\n"
                     "<link rel=\"stylesheet\" href=\"%sassets/style.css\">\n",
                     root, root);
    if (p->has_chart)
        put_style_and_script(p, "uplot");
    if (p->has_play)
        put_style_and_script(p, "play");
    put_card(p, title);
    if (p->json)
        dom_web_html_put(
            h, "<link rel=\"alternate\" type=\"application/json\" href=\"%s%s.json%s\">\n", root,
            p->json, query_of(p));
    dom_web_html_put(h, "<script defer src=\"%sassets/arena.js\"></script>\n", root);
}

static void put_head(dom_web_page_frame *p, const char *title)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    if (p->is_alone)
        dom_web_alone_policy(h);
    else
        dom_web_html_raw(h, DOM_HTTP_CONTENT_SECURITY_POLICY);
    dom_web_html_put(
        h,
        "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>%s - Domino Arena</title>\n",
        title);
    if (p->is_alone)
        dom_web_alone_style(h);
    else
        put_links(p, title);
    dom_web_html_raw(h, "</head>\n");
}

static void put_nav(dom_web_page_frame *p)
{
    static const struct {
        const char *path, *text;
    } links[] = {{"index.html", "Leaderboard"},
                 {"tournaments.html", "Tournaments"},
                 {"index.html#variants", "Variants"},
                 {"submit.html", "Submit a bot"}};
    dom_web_html *h = p->h;
    const char *root = dom_web_frame_root(p);
    dom_web_html_put(h,
                     "<header><a class=\"home\" href=\"%sindex.html\">Domino Arena</a>\n"
                     "<nav aria-label=\"Site\">",
                     root);
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        dom_web_html_put(h, "<a href=\"%s%s\">%s</a>", root, links[i].path, links[i].text);
    const char *lobby = p->has_play ? "play/" : p->site ? p->site->lobby : p->lobby;
    if (lobby)
        dom_web_html_put(h, "<a href=\"%s%s\">Play</a>", root, lobby);
    dom_web_html_raw(h, "</nav>\n<p id=\"live\" role=\"status\" hidden></p></header>\n");
}

/* What stands above the content of every page. */
static void put_header(dom_web_page_frame *p)
{
    dom_web_html *h = p->h;
    if (p->is_alone) {
        dom_web_html_raw(h, "<header><b class=\"home\">Domino Arena</b></header>\n");
        return;
    }
    dom_web_html_raw(h, "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n");
    put_nav(p);
    if (p->site && p->stem)
        dom_web_crumbs_put(h, p->site, p->stem, dom_web_frame_root(p));
}

static size_t listed(const dom_web_site *site)
{
    size_t count = 0;
    for (size_t i = 0; i < site->variant_count; i++)
        count += dom_web_site_is_listed(site, &site->variants[i]);
    return count;
}

/* Says what is still missing on the pages while the database is being read. */
static void put_reading(dom_web_html *h, const dom_web_site *site)
{
    if (site->reading == DOM_WEB_READING_NOTHING)
        return;
    dom_web_html_raw(h, "<p class=\"reading\">The database is being read: ");
    switch (site->reading) {
    case DOM_WEB_READING_LISTS:
        dom_web_html_put(h, "ratings of %zu of %zu variants so far.", listed(site),
                         site->variant_count);
        break;
    case DOM_WEB_READING_MATCHES:
        dom_web_html_raw(
            h, "match counts, newest matches, faults and thinking times are still missing.");
        break;
    case DOM_WEB_READING_HISTORIES:
        dom_web_html_raw(h, "histories and verification hashes are still missing.");
        break;
    case DOM_WEB_READING_NOTHING:
        break;
    }
    dom_web_html_raw(h, "</p>\n");
}

void dom_web_frame_begin(dom_web_page_frame *p, const char *title)
{
    dom_web_html *h = p->h;
    put_head(p, title);
    dom_web_html_raw(h, "<body");
    if (p->site && p->site->is_served && !p->is_fixed) {
        dom_web_html_put(h, " data-events=\"%sevents\"", dom_web_frame_root(p));
        if (dom_web_site_age_s(p->site) > DOM_WEB_OLD_S)
            dom_web_html_put(h, " data-age=\"%lld\"", (long long)dom_web_site_age_s(p->site));
    }
    dom_web_html_raw(h, ">\n");
    put_header(p);
    dom_web_html_put(h, "<main id=\"main\" tabindex=\"-1\">\n<h1>%s</h1>\n",
                     p->heading ? p->heading : title);
    if (p->site && !p->is_fixed)
        put_reading(h, p->site);
}

void dom_web_frame_wait(dom_web_html *h, const char *what)
{
    dom_web_html_put(h, "<p>%s being read.</p>\n", what);
}

/* Says what an old page lacks. */
static void put_age(dom_web_page_frame *p)
{
    int64_t age_s = dom_web_site_age_s(p->site);
    if (p->is_fixed || age_s <= DOM_WEB_OLD_S)
        return;
    dom_web_html_put(p->h, "The last %lld %s are not on this page yet. ",
                     (long long)(age_s < 120 ? age_s : age_s / 60),
                     age_s < 120 ? "seconds" : "minutes");
}

void dom_web_frame_end(dom_web_page_frame *p)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "</main>\n<footer><p>");
    if (p->site) {
        dom_web_html_raw(h, "As of ");
        dom_web_frame_time(p, p->site->made_ms);
        dom_web_html_raw(h, ". ");
        put_age(p);
    }
    dom_web_html_raw(
        h, "Ratings are computed from all complete duplicate sets. Ranges and bars are 95&nbsp;% "
           "intervals.");
    if (p->json)
        dom_web_html_put(h, " <a href=\"%s%s.json%s\">This page as JSON</a>.",
                         dom_web_frame_root(p), p->json, query_of(p));
    if (p->site && p->site->url)
        dom_web_html_put(h, " <a href=\"%sfeed.xml\">News as a feed</a>.", dom_web_frame_root(p));
    dom_web_html_raw(h, "</p></footer>\n");
    if (p->is_alone)
        dom_web_alone_script(h);
    dom_web_html_raw(h, "</body>\n</html>\n");
}

/* Writes a link to the page FOLDER/SLUG.html, which is this page if `is_current`. */
static void put_link(dom_web_page_frame *p, const char *folder, const char *name, const char *text,
                     bool is_current)
{
    char slug[DOM_WEB_SLUG_BYTES];
    if (p->is_alone) {
        dom_web_html_put(p->h, "%s", text);
        return;
    }
    dom_web_slug(slug, name);
    dom_web_html_put(p->h, "<a href=\"%s%s/%s.html\"", dom_web_frame_root(p), folder, slug);
    if (is_current)
        dom_web_html_raw(p->h, " aria-current=\"page\"");
    dom_web_html_put(p->h, ">%s</a>", text);
}

void dom_web_frame_link(dom_web_page_frame *p, const char *folder, const char *name,
                        const char *text)
{
    put_link(p, folder, name, text, false);
}

void dom_web_frame_tournament_link(dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_frame_link(p, "tournament", t->name, dom_web_tournament_title(t));
}

/* Writes the href of a page, or of the record, of a match. */
static void put_match_href(dom_web_page_frame *p, dom_web_match_ref ref, uint32_t round,
                           bool is_record)
{
    dom_web_number_path path = {.number = ref.match, .round = round, .is_json = is_record};
    char text[DOM_WEB_NUMBER_PATH_BYTES];
    dom_web_slug(path.slug, p->site->tournaments[ref.tournament].name);
    dom_web_number_path_write(text, "match", &path);
    dom_web_html_put(p->h, " href=\"%s%s\"", dom_web_frame_root(p), text);
}

void dom_web_frame_round_href(dom_web_page_frame *p, dom_web_match_ref ref, uint32_t round)
{
    put_match_href(p, ref, round, false);
}

void dom_web_frame_record_href(dom_web_page_frame *p, dom_web_match_ref ref)
{
    put_match_href(p, ref, 1, true);
}

void dom_web_frame_match_link(dom_web_page_frame *p, dom_web_match_ref ref, const char *text)
{
    char number[24];
    (void)snprintf(number, sizeof number, "%llu", (unsigned long long)ref.match);
    dom_web_frame_round_link(p, ref, 1, text ? text : number);
}

void dom_web_frame_round_link(dom_web_page_frame *p, dom_web_match_ref ref, uint32_t round,
                              const char *text)
{
    if (p->is_alone || !dom_web_site_has_match(p->site, ref)) {
        dom_web_html_put(p->h, "%s", text);
        return;
    }
    dom_web_html_raw(p->h, "<a");
    dom_web_frame_round_href(p, ref, round);
    dom_web_html_put(p->h, " title=\"%s, match %llu\">%s</a>",
                     dom_web_tournament_title(&p->site->tournaments[ref.tournament]),
                     (unsigned long long)ref.match, text);
}

/* Writes the links to the variants of a family. */
static void put_family(dom_web_page_frame *p, const char *folder, const char *family,
                       const dom_web_variant *current)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h, "<p><b>%s</b>", family[0] ? family : "own");
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const dom_web_variant *v = &p->site->variants[i];
        if (strcmp(v->family, family) != 0)
            continue;
        dom_web_html_raw(h, " ");
        put_link(p, folder, v->name, v->name, v == current);
    }
    dom_web_html_raw(h, "</p>\n");
}

/* Returns whether no variant before this one is of its family. */
static bool is_first_of_family(const dom_web_site *site, size_t variant)
{
    for (size_t i = 0; i < variant; i++)
        if (strcmp(site->variants[i].family, site->variants[variant].family) == 0)
            return false;
    return true;
}

void dom_web_frame_variants(dom_web_page_frame *p, const char *folder,
                            const dom_web_variant *current)
{
    dom_web_html *h = p->h;
    if (current && p->site->variant_count == 1)
        return;
    dom_web_html_raw(h, "<details class=\"choose\"");
    if (p->site->variant_count <= VARIANTS_OPEN_MAX)
        dom_web_html_raw(h, " open");
    dom_web_html_put(h, "><summary>All %zu variants</summary>\n<nav aria-label=\"Variants\">\n",
                     p->site->variant_count);
    for (size_t i = 0; i < p->site->variant_count; i++)
        if (is_first_of_family(p->site, i))
            put_family(p, folder, p->site->variants[i].family, current);
    dom_web_html_raw(h, "</nav></details>\n");
}

/* ---- small things ------------------------------------------------------------- */

/* Writes the attribute class of a head. */
static void put_classes(dom_web_html *h, bool is_number, bool is_late, bool is_grown)
{
    if (is_number || is_late || is_grown)
        dom_web_html_put(h, " class=\"%s%s%s\"", is_number ? "n" : "",
                         is_number && (is_late || is_grown) ? " " : "",
                         is_late    ? "late"
                         : is_grown ? "grow"
                                    : "");
}

/* Writes the head of a column. */
static void put_column(dom_web_html *h, const char *head)
{
    bool is_late = head[0] == '>', is_grown = head[0] == '*';
    const char *kind = head + (is_late || is_grown);
    bool is_number = kind[0] == '#', is_key = kind[0] != '-';
    const char *tag = is_key ? "th" : "td";
    const char *name = kind + (is_number || !is_key), *meaning = strstr(name, ": ");
    if (head[0] == '\0')
        return;
    dom_web_html_put(h, "<%s", tag);
    put_classes(h, is_number, is_late, is_grown);
    if (is_key)
        dom_web_html_raw(h, " scope=\"col\"");
    dom_web_html_raw(h, ">");
    if (meaning)
        dom_web_html_put(h, "<abbr title=\"%s\">", meaning + 2);
    dom_web_html_bytes(h, name, meaning ? (size_t)(meaning - name) : strlen(name));
    if (meaning)
        dom_web_html_raw(h, "</abbr>");
    dom_web_html_put(h, "</%s>", tag);
}

void dom_web_frame_table(dom_web_html *h, const char *class, const char *label, ...)
{
    va_list heads;
    dom_web_html_put(
        h, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table", label);
    if (class[0])
        dom_web_html_put(h, " class=\"%s\"", class);
    dom_web_html_raw(h, "><thead><tr>");
    va_start(heads, label);
    for (const char *head; (head = va_arg(heads, const char *)) != NULL;)
        put_column(h, head);
    va_end(heads);
    dom_web_html_raw(h, "</tr></thead>\n<tbody>\n");
}

void dom_web_frame_table_end(dom_web_html *h)
{
    dom_web_html_raw(h, "</tbody></table></div>\n");
}

static void put_time(dom_web_html *h, int64_t unix_ms, const char *form)
{
    char machine[32] = "", person[32] = "";
    time_t seconds = (time_t)(unix_ms / 1000);
    struct tm tm;
    if (unix_ms <= 0 || gmtime_r(&seconds, &tm) == NULL ||
        strftime(machine, sizeof machine, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0 ||
        strftime(person, sizeof person, form, &tm) == 0) {
        dom_web_html_raw(h, "&ndash;");
        return;
    }
    dom_web_html_put(h, "<time datetime=\"%s\">%s UTC</time>", machine, person);
}

void dom_web_frame_time(dom_web_page_frame *p, int64_t unix_ms)
{
    put_time(p->h, unix_ms, "%Y-%m-%d %H:%M");
}

void dom_web_frame_clock(dom_web_page_frame *p, int64_t unix_ms)
{
    put_time(p->h, unix_ms, "%H:%M:%S");
}

void dom_web_frame_duration(dom_web_html *h, double us)
{
    char text[DOM_DURATION_BYTES];
    if (us < 0) {
        dom_web_html_raw(h, "&ndash;");
        return;
    }
    dom_duration_write(text, us);
    dom_web_html_put(h, "%s", text);
}

/* Writes the rest of the cell of a number, after its other attributes. */
static void put_number(dom_web_html *h, double value, const char *text)
{
    char sorted[32];
    (void)snprintf(sorted, sizeof sorted, "%.6g", value);
    if (strcmp(text, sorted) != 0 || strspn(text, "0123456789") != strlen(text))
        dom_web_html_put(h, " data-v=\"%s\"", sorted);
    dom_web_html_put(h, ">%s</td>", text);
}

void dom_web_frame_number(dom_web_html *h, double value, const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dom_web_html_raw(h, "<td class=\"n\"");
    put_number(h, value, text);
}

void dom_web_frame_elo(dom_web_html *h, double elo, dom_ratings_bound bound)
{
    dom_web_html_put(h, "<td class=\"n elo\" data-v=\"%.6g\">%s%.0f</td>", elo,
                     dom_ratings_bound_word(bound), elo);
}

void dom_web_frame_late(dom_web_html *h, const char *label, double value, const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    dom_web_html_put(h, "<td class=\"n late\" data-l=\"%s\"", label);
    put_number(h, value, text);
}

void dom_web_frame_late_dash(dom_web_html *h, const char *label)
{
    dom_web_html_put(h, "<td class=\"n late\" data-l=\"%s\" data-v=\"-1e9\">", label);
    dom_web_html_raw(h, "&ndash;</td>");
}

void dom_web_frame_results(dom_web_html *h, uint64_t wins, uint64_t draws, uint64_t losses)
{
    dom_web_frame_number(h, (double)wins, "%llu/%llu/%llu", (unsigned long long)wins,
                         (unsigned long long)draws, (unsigned long long)losses);
}

void dom_web_frame_late_results(dom_web_html *h, uint64_t wins, uint64_t draws, uint64_t losses)
{
    dom_web_frame_late(h, "W/D/L", (double)wins, "%llu/%llu/%llu", (unsigned long long)wins,
                       (unsigned long long)draws, (unsigned long long)losses);
}

void dom_web_frame_share(dom_web_html *h, double share)
{
    dom_web_frame_number(h, share, "%.1f%%", dom_percent(share, 1));
}

void dom_web_frame_late_share(dom_web_html *h, const char *label, double share)
{
    dom_web_frame_late(h, label, share, "%.1f%%", dom_percent(share, 1));
}

void dom_web_frame_late_points(dom_web_html *h, const dom_ratings_rating *r)
{
    if (r->has_points)
        dom_web_frame_late(h, "Points", r->points, "%.2f", r->points);
    else
        dom_web_frame_late_dash(h, "Points");
}

void dom_web_frame_share_range(dom_web_html *h, double lo, double hi)
{
    dom_web_html_put(h, "<td class=\"n\">%.0f&ndash;%.0f</td>", dom_percent(lo, 0),
                     dom_percent(hi, 0));
}

unsigned dom_web_frame_bounds_of(const dom_web_variant *v)
{
    unsigned bounds = 0;
    for (size_t i = 0; dom_web_variant_is_rated(v) && i < dom_web_variant_lines(v); i++)
        bounds |= 1u << v->list->rows[i].rating->bound;
    return bounds;
}

void dom_web_frame_bounds(dom_web_html *h, unsigned bounds)
{
    for (dom_ratings_bound b = DOM_RATINGS_BOUND_BELOW; b <= DOM_RATINGS_BOUND_BOTH; b++) {
        if (!(bounds & 1u << b))
            continue;
        dom_web_html_put(h, "<p class=\"bound\"><b>%s</b> %s.</p>\n", dom_ratings_bound_word(b),
                         dom_ratings_bound_meaning(b));
    }
}

void dom_web_frame_objective(dom_web_html *h, const dom_web_variant *v)
{
    if (v->options.objective == DOM_OBJECTIVE_LOW)
        dom_web_html_raw(h, "<p>The lowest score wins here, so fewer points are better.</p>\n");
}

void dom_web_frame_decision(dom_web_html *h, const dom_web_decision *decision,
                            void (*put_round)(void *context, uint32_t round), void *context)
{
    if (decision->winner[0] == '\0') {
        dom_web_html_put(h, "<b>The first place is shared</b> after %u rounds.", decision->rounds);
        return;
    }
    dom_web_html_put(h, "<b>%s won by %lld points</b> in %u round%s", decision->winner,
                     (long long)decision->margin, decision->rounds,
                     decision->rounds == 1 ? "" : "s");
    if (decision->rounds > 1 && decision->lead_from == 1) {
        dom_web_html_raw(h, ", and led from the first round on");
    } else if (decision->rounds > 1 && decision->lead_from <= decision->rounds) {
        dom_web_html_raw(h, ", and led from round ");
        put_round(context, decision->lead_from);
        dom_web_html_raw(h, " on");
    }
    dom_web_html_raw(h, ".");
    if (decision->rounds == 1)
        return;
    dom_web_html_raw(h, " Round ");
    put_round(context, decision->largest);
    dom_web_html_put(h, " brought most: %.4g points more than %s.", decision->largest_by,
                     decision->sides == 2 ? "the other side" : "the mean of the others");
}

void dom_web_frame_verdict(dom_web_html *h, dom_results_verdict verdict)
{
    if (verdict.text[0])
        dom_web_html_put(h, "<p class=\"verdict\">%s</p>\n", verdict.text);
}

/* Another island begins with tier 1 again. */
void dom_web_frame_tier_row(dom_web_html *h, uint32_t tier, uint32_t before)
{
    dom_web_html_raw(h, "<tr");
    if (before > 0 && tier > before)
        dom_web_html_raw(h, " class=\"cut\"");
    dom_web_html_raw(h, ">");
}

void dom_web_frame_rank(dom_web_html *h, uint32_t lo, uint32_t hi)
{
    dom_web_html_put(h, "%u", lo);
    if (hi != lo)
        dom_web_html_put(h, "&ndash;%u", hi);
}

/* Looks for the beginning of the variant's name first, and then of its base's name. */
const char *dom_web_frame_german_name(const dom_web_variant *v)
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
