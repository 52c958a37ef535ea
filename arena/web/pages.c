#include "asset.h"
#include "feed.h"
#include "json_page.h"
#include "page.h"

#include <stdio.h>
#include <string.h>

/* ---- forms ------------------------------------------------------------------------ */

static const struct {
    const char *end, *type;
} forms[] = {[DOM_WEB_HTML] = {".html", "text/html; charset=utf-8"},
             [DOM_WEB_JSON] = {".json", "application/json"},
             [DOM_WEB_ATOM] = {".xml", "application/atom+xml; charset=utf-8"}};

static bool ends_with(const char *path, const char *end)
{
    size_t size = strlen(path), of_end = strlen(end);
    return size > of_end && strcmp(path + size - of_end, end) == 0;
}

dom_web_form dom_web_form_of(const char *path)
{
    dom_web_form form = DOM_WEB_ATOM;
    while (form > DOM_WEB_HTML && !ends_with(path, forms[form].end))
        form--;
    return form;
}

const char *dom_web_form_end(dom_web_form form)
{
    return forms[form].end;
}

const char *dom_web_form_type(dom_web_form form)
{
    return forms[form].type;
}

/* ---- kinds of pages ---------------------------------------------------------------- */

/* The functions of a kind: they write page i, and return it as JSON. */
typedef struct {
    void (*put)(dom_web_page_frame *p, size_t i);
    json_t *(*json)(const dom_web_page_frame *p, size_t i); /* NULL: HTML only */
} writers;

static size_t variant_count(const dom_web_site *site)
{
    return site->variant_count;
}

static size_t bot_count(const dom_web_site *site)
{
    return site->bot_count;
}

static size_t tournament_count(const dom_web_site *site)
{
    return site->tournament_count;
}

/* Files have no pages of what is being played now. */
static size_t live_count(const dom_web_site *site)
{
    return site->is_served ? site->tournament_count : 0;
}

static const char *variant_name(const dom_web_site *site, size_t i)
{
    return site->variants[i].name;
}

static const char *bot_name(const dom_web_site *site, size_t i)
{
    return site->bots[i].label;
}

static const char *tournament_name(const dom_web_site *site, size_t i)
{
    return site->tournaments[i].name;
}

static const struct {
    const char *stem;
    writers of;
} singles[] = {{"index", {dom_web_page_index, dom_web_json_index}},
               {"tournaments", {dom_web_page_tournaments, dom_web_json_tournaments}},
               {"submit", {dom_web_page_submit, NULL}}};
enum { SINGLES = sizeof singles / sizeof *singles };

/* Folders with a page for each variant, bot or tournament. */
static const struct {
    const char *folder;
    size_t (*count)(const dom_web_site *site);
    const char *(*name)(const dom_web_site *site, size_t i);
    writers of;
} folders[] = {
    {"leaderboard/", variant_count, variant_name, {dom_web_page_list, dom_web_json_list}},
    {"crosstable/", variant_count, variant_name, {dom_web_page_cross, dom_web_json_cross}},
    {"bot/", bot_count, bot_name, {dom_web_page_bot, dom_web_json_bot}},
    {"tournament/",
     tournament_count,
     tournament_name,
     {dom_web_page_tournament, dom_web_json_tournament}},
    {"now/", live_count, tournament_name, {dom_web_page_open, NULL}},
};
enum { FOLDERS = sizeof folders / sizeof *folders };

#define FEED "feed.xml"
#define VERSUS "versus/"
static const writers of_two = {dom_web_page_versus, dom_web_json_versus};

/* ---- pages by path ---------------------------------------------------------------- */

/* Copies a path without its end. Returns false if it has no end of a form, or is longer than that
 * of any page. */
static bool read_stem(char stem[static DOM_WEB_STEM_BYTES], const char *path)
{
    const char *end = dom_web_form_end(dom_web_form_of(path));
    if (!ends_with(path, end) || strlen(path) >= DOM_WEB_STEM_BYTES)
        return false;
    (void)snprintf(stem, DOM_WEB_STEM_BYTES, "%.*s", (int)(strlen(path) - strlen(end)), path);
    return true;
}

/* Writes page i. Returns false if the kind has no such form. */
static bool put_page(dom_web_page_frame *p, dom_web_form form, const writers *of, size_t i)
{
    p->depth = dom_web_frame_depth(p->stem);
    p->json = of->json ? p->stem : NULL;
    if (form == DOM_WEB_HTML)
        of->put(p, i);
    else if (of->json)
        dom_web_json_put(p, of->json(p, i));
    return form == DOM_WEB_HTML || of->json != NULL;
}

static bool put_single(dom_web_page_frame *p, dom_web_form form)
{
    for (int i = 0; i < SINGLES; i++)
        if (strcmp(p->stem, singles[i].stem) == 0)
            return put_page(p, form, &singles[i].of, 0);
    return false;
}

static bool put_in_folder(dom_web_page_frame *p, dom_web_form form)
{
    char slug[DOM_WEB_SLUG_BYTES];
    for (int f = 0; f < FOLDERS; f++) {
        if (strncmp(p->stem, folders[f].folder, strlen(folders[f].folder)) != 0)
            continue;
        for (size_t i = 0; i < folders[f].count(p->site); i++) {
            dom_web_slug(slug, folders[f].name(p->site, i));
            if (strcmp(p->stem + strlen(folders[f].folder), slug) == 0)
                return put_page(p, form, &folders[f].of, i);
        }
    }
    return false;
}

/* Writes the page versus/BOT/OTHER of two bots. */
static bool put_of_two(dom_web_page_frame *p, dom_web_form form)
{
    char slug[DOM_WEB_SLUG_BYTES];
    const char *begin = p->stem + strlen(VERSUS);
    if (strncmp(p->stem, VERSUS, strlen(VERSUS)) != 0)
        return false;
    const char *slash = strchr(begin, '/');
    if (slash == NULL || slash - begin >= DOM_WEB_SLUG_BYTES)
        return false;
    (void)snprintf(slug, sizeof slug, "%.*s", (int)(slash - begin), begin);
    const dom_web_bot *bot = dom_web_site_bot(p->site, slug);
    const dom_web_bot *other = dom_web_site_bot(p->site, slash + 1);
    if (bot == NULL || other == NULL || bot == other)
        return false;
    return put_page(p, form, &of_two,
                    (size_t)(bot - p->site->bots) * p->site->bot_count +
                        (size_t)(other - p->site->bots));
}

static bool put_feed(const dom_web_page_frame *p, const char *path)
{
    bool is_there = p->site->url && strcmp(path, FEED) == 0;
    if (is_there)
        dom_web_feed(p);
    return is_there;
}

bool dom_web_page(dom_web_html *out, const dom_web_site *site, const dom_web_reader *reader,
                  const char *path)
{
    char stem[DOM_WEB_STEM_BYTES];
    dom_web_form form = dom_web_form_of(path);
    dom_web_page_frame p = {.h = out, .site = site, .reader = reader, .stem = stem};
    if (form == DOM_WEB_ATOM)
        return put_feed(&p, path);
    return read_stem(stem, path[0] ? path : "index.html") &&
           (put_single(&p, form) || put_in_folder(&p, form) || put_of_two(&p, form));
}

void dom_web_matches_page(dom_web_html *out, dom_web_form form, const dom_web_match_list *list,
                          const dom_web_match_page *page, const dom_web_match_line lines[])
{
    const dom_web_match_list_path path = {list->fixed, list->option, page->page, false};
    char stem[DOM_WEB_MATCH_LIST_PATH_BYTES], query[DOM_WEB_FILTER_BYTES];
    dom_web_match_list_path_write(stem, list->site, &path);
    dom_web_match_filter_query(query, &page->filter, list);
    dom_web_page_frame p = {.h = out,
                            .site = list->site,
                            .stem = stem,
                            .query = query,
                            .depth = dom_web_frame_depth(stem),
                            .json = stem};
    if (form == DOM_WEB_JSON)
        dom_web_json_put(&p, dom_web_json_matches(list, page, lines));
    else
        dom_web_page_matches(&p, list, page, lines);
}

/* ---- all paths -------------------------------------------------------------------- */

typedef dom_rc visitor(void *context, const char *path);

/* Visits both forms of a page. */
static dom_rc visit_page(const char *folder, const char *slug, const writers *of, visitor *visit,
                         void *context)
{
    char path[DOM_WEB_STEM_BYTES + 8];
    dom_rc rc = DOM_OK;
    for (dom_web_form form = DOM_WEB_HTML; rc == DOM_OK && form <= DOM_WEB_JSON; form++) {
        (void)snprintf(path, sizeof path, "%s%s%s", folder, slug, dom_web_form_end(form));
        if (form == DOM_WEB_HTML || of->json)
            rc = visit(context, path);
    }
    return rc;
}

/* Visits the pages of every two bots that met. */
static dom_rc visit_versus(const dom_web_site *site, visitor *visit, void *context)
{
    char folder[DOM_WEB_SLUG_BYTES + 16], slug[DOM_WEB_SLUG_BYTES];
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0; dom_web_page_has_versus(site) && i < site->bot_count; i++)
        for (uint32_t k = 0; rc == DOM_OK && k < site->bot_count; k++) {
            if (!dom_web_page_have_met(site, i, k))
                continue;
            dom_web_slug(slug, site->bots[i].label);
            (void)snprintf(folder, sizeof folder, VERSUS "%s/", slug);
            dom_web_slug(slug, site->bots[k].label);
            rc = visit_page(folder, slug, &of_two, visit, context);
        }
    return rc;
}

static dom_rc visit_folder(const dom_web_site *site, int folder, visitor *visit, void *context)
{
    char slug[DOM_WEB_SLUG_BYTES];
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < folders[folder].count(site); i++) {
        dom_web_slug(slug, folders[folder].name(site, i));
        rc = visit_page(folders[folder].folder, slug, &folders[folder].of, visit, context);
    }
    return rc;
}

dom_rc dom_web_page_each(const dom_web_site *site, dom_rc (*visit)(void *context, const char *path),
                         void *context)
{
    dom_rc rc = DOM_OK;
    for (int i = 0; rc == DOM_OK && i < SINGLES; i++)
        rc = visit_page("", singles[i].stem, &singles[i].of, visit, context);
    for (int i = 0; rc == DOM_OK && i < FOLDERS; i++)
        rc = visit_folder(site, i, visit, context);
    if (rc == DOM_OK)
        rc = visit_versus(site, visit, context);
    if (rc == DOM_OK && site->url)
        rc = visit(context, FEED);
    return rc == DOM_OK ? dom_web_asset_each(visit, context) : rc;
}

/* ---- messages ------------------------------------------------------------------------ */

void dom_web_page_message(dom_web_html *out, const dom_web_site *site, const char *path,
                          const char *title, const char *text)
{
    dom_web_page_frame p = {.h = out, .site = site, .depth = dom_web_frame_depth(path)};
    if (dom_web_form_of(path) == DOM_WEB_JSON) {
        dom_web_json_put(&p, dom_web_json_message(title, text));
        return;
    }
    dom_web_frame_begin(&p, title);
    dom_web_html_put(out, "<p>%s</p>\n", text);
    dom_web_frame_end(&p);
}
