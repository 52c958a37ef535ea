/* Finds the page or the asset for a path. */
#include "page.h"

#include <stdio.h>
#include <string.h>

/* ---- assets --------------------------------------------------------------------- */

extern const char dom_web_style_css[], dom_web_arena_js[], dom_web_icon_svg[], dom_web_uplot_js[],
    dom_web_uplot_css[], dom_web_robots_txt[];

static const struct {
    const char *path, *type, *bytes;
} assets[] = {
    {"assets/style.css", "text/css; charset=utf-8", dom_web_style_css},
    {"assets/arena.js", "text/javascript; charset=utf-8", dom_web_arena_js},
    {"assets/uplot.js", "text/javascript; charset=utf-8", dom_web_uplot_js},
    {"assets/uplot.css", "text/css; charset=utf-8", dom_web_uplot_css},
    {"assets/icon.svg", "image/svg+xml", dom_web_icon_svg},
    {"robots.txt", "text/plain; charset=utf-8", dom_web_robots_txt},
};
enum { ASSETS = sizeof assets / sizeof *assets };

bool dom_web_asset_find(const char *path, dom_web_asset *out)
{
    for (int i = 0; i < ASSETS; i++)
        if (strcmp(assets[i].path, path) == 0) {
            *out = (dom_web_asset){assets[i].type, assets[i].bytes, strlen(assets[i].bytes)};
            return true;
        }
    return false;
}

/* ---- pages by path ---------------------------------------------------------------- */

static bool put_variant(dom_web_page_frame *p, const char *slug,
                        void (*page)(dom_web_page_frame *p, const dom_web_variant *v))
{
    const dom_web_variant *v = dom_web_site_variant(p->site, slug);
    if (v)
        page(p, v);
    return v != NULL;
}

static bool put_list(dom_web_page_frame *p, const char *slug)
{
    return put_variant(p, slug, dom_web_page_list);
}

static bool put_cross(dom_web_page_frame *p, const char *slug)
{
    return put_variant(p, slug, dom_web_page_cross);
}

static bool put_bot(dom_web_page_frame *p, const char *slug)
{
    const dom_web_bot *bot = dom_web_site_bot(p->site, slug);
    if (bot)
        dom_web_page_bot(p, bot);
    return bot != NULL;
}

static bool put_tournament(dom_web_page_frame *p, const char *slug)
{
    const dom_web_tournament *t = dom_web_site_tournament(p->site, slug);
    if (t)
        dom_web_page_tournament(p, t);
    return t != NULL;
}

static bool put_open(dom_web_page_frame *p, const char *slug)
{
    const dom_web_tournament *t = dom_web_site_tournament(p->site, slug);
    if (t)
        dom_web_page_open(p, t);
    return t != NULL;
}

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

/* Folders with a page for each variant, bot or tournament. */
static const struct {
    const char *folder;
    bool (*put)(dom_web_page_frame *p, const char *slug);
    size_t (*count)(const dom_web_site *site);
    const char *(*name)(const dom_web_site *site, size_t i);
} folders[] = {
    {"leaderboard/", put_list, variant_count, variant_name},
    {"crosstable/", put_cross, variant_count, variant_name},
    {"bot/", put_bot, bot_count, bot_name},
    {"tournament/", put_tournament, tournament_count, tournament_name},
    {"now/", put_open, live_count, tournament_name},
};
enum { FOLDERS = sizeof folders / sizeof *folders };

#define VERSUS "versus/"

/* Reads the slug out of FOLDER/SLUG.html. Returns false if the path has another form. */
static bool read_slug(const char *path, const char *folder, char slug[static DOM_WEB_SLUG_BYTES])
{
    size_t before = strlen(folder), size = strlen(path), after = strlen(".html");
    if (strncmp(path, folder, before) != 0 || size <= before + after ||
        size - before - after >= DOM_WEB_SLUG_BYTES || strcmp(path + size - after, ".html") != 0)
        return false;
    (void)snprintf(slug, DOM_WEB_SLUG_BYTES, "%.*s", (int)(size - before - after), path + before);
    return true;
}

/* Writes the page versus/BOT/OTHER.html of two bots. */
static bool put_versus(dom_web_page_frame *p, const char *path)
{
    char slug[DOM_WEB_SLUG_BYTES], folder[DOM_WEB_SLUG_BYTES + 8];
    if (strncmp(path, VERSUS, strlen(VERSUS)) != 0)
        return false;
    const char *begin = path + strlen(VERSUS), *slash = strchr(begin, '/');
    if (slash == NULL || slash - begin >= DOM_WEB_SLUG_BYTES)
        return false;
    (void)snprintf(slug, sizeof slug, "%.*s", (int)(slash - begin), begin);
    const dom_web_bot *bot = dom_web_site_bot(p->site, slug);
    (void)snprintf(folder, sizeof folder, VERSUS "%s/", slug);
    const dom_web_bot *other =
        read_slug(path, folder, slug) ? dom_web_site_bot(p->site, slug) : NULL;
    if (bot == NULL || other == NULL || bot == other)
        return false;
    p->depth = 2;
    dom_web_page_versus(p, (uint32_t)(bot - p->site->bots), (uint32_t)(other - p->site->bots));
    return true;
}

bool dom_web_page(dom_web_html *out, const dom_web_site *site, const dom_web_reader *reader,
                  const char *path)
{
    dom_web_page_frame p = {.h = out, .site = site, .reader = reader};
    char slug[DOM_WEB_SLUG_BYTES];
    if (strcmp(path, "") == 0 || strcmp(path, "index.html") == 0) {
        dom_web_page_index(&p);
        return true;
    }
    if (strcmp(path, "tournaments.html") == 0) {
        dom_web_page_tournaments(&p);
        return true;
    }
    if (strcmp(path, "submit.html") == 0) {
        dom_web_page_submit(&p);
        return true;
    }
    p.depth = 1;
    for (int i = 0; i < FOLDERS; i++)
        if (read_slug(path, folders[i].folder, slug))
            return folders[i].put(&p, slug);
    return put_versus(&p, path);
}

/* Visits the pages of every two bots that met. */
static dom_rc visit_versus(const dom_web_site *site,
                           dom_rc (*visit)(void *context, const char *path), void *context)
{
    char bot[DOM_WEB_SLUG_BYTES], other[DOM_WEB_SLUG_BYTES], path[2 * DOM_WEB_SLUG_BYTES + 16];
    dom_rc rc = DOM_OK;
    for (uint32_t i = 0; dom_web_page_has_versus(site) && i < site->bot_count; i++)
        for (uint32_t k = 0; rc == DOM_OK && k < site->bot_count; k++) {
            if (!dom_web_page_have_met(site, i, k))
                continue;
            dom_web_slug(bot, site->bots[i].label);
            dom_web_slug(other, site->bots[k].label);
            (void)snprintf(path, sizeof path, VERSUS "%s/%s.html", bot, other);
            rc = visit(context, path);
        }
    return rc;
}

static dom_rc visit_folder(const dom_web_site *site, int folder,
                           dom_rc (*visit)(void *context, const char *path), void *context)
{
    char slug[DOM_WEB_SLUG_BYTES], path[DOM_WEB_SLUG_BYTES + 32];
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < folders[folder].count(site); i++) {
        dom_web_slug(slug, folders[folder].name(site, i));
        (void)snprintf(path, sizeof path, "%s%s.html", folders[folder].folder, slug);
        rc = visit(context, path);
    }
    return rc;
}

dom_rc dom_web_page_each(const dom_web_site *site, dom_rc (*visit)(void *context, const char *path),
                         void *context)
{
    dom_rc rc = visit(context, "index.html");
    if (rc == DOM_OK)
        rc = visit(context, "tournaments.html");
    if (rc == DOM_OK)
        rc = visit(context, "submit.html");
    for (int i = 0; rc == DOM_OK && i < FOLDERS; i++)
        rc = visit_folder(site, i, visit, context);
    if (rc == DOM_OK)
        rc = visit_versus(site, visit, context);
    for (int i = 0; rc == DOM_OK && i < ASSETS; i++)
        rc = visit(context, assets[i].path);
    return rc;
}

void dom_web_page_message(dom_web_html *out, const dom_web_site *site, int depth, const char *title,
                          const char *text)
{
    dom_web_page_frame p = {.h = out, .site = site, .depth = depth};
    dom_web_frame_begin(&p, title);
    dom_web_html_raw(out, "<p>");
    dom_web_html_text(out, "%s", text);
    dom_web_html_raw(out, "</p>\n");
    dom_web_frame_end(&p);
}
