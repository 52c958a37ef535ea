#include "page.h"

#include <stdio.h>
#include <string.h>

/* ---- assets --------------------------------------------------------------------- */

extern const char web_style_css[], web_arena_js[], web_icon_svg[], web_uplot_js[], web_uplot_css[];

static const struct {
    const char *path, *type, *bytes;
} assets[] = {
    {"assets/style.css", "text/css; charset=utf-8", web_style_css},
    {"assets/arena.js", "text/javascript; charset=utf-8", web_arena_js},
    {"assets/uplot.js", "text/javascript; charset=utf-8", web_uplot_js},
    {"assets/uplot.css", "text/css; charset=utf-8", web_uplot_css},
    {"assets/icon.svg", "image/svg+xml", web_icon_svg},
};
enum { ASSETS = sizeof assets / sizeof *assets };

bool web_asset_find(const char *path, web_asset *out)
{
    for (int i = 0; i < ASSETS; i++)
        if (strcmp(assets[i].path, path) == 0) {
            *out = (web_asset){assets[i].type, assets[i].bytes, strlen(assets[i].bytes)};
            return true;
        }
    return false;
}

/* ---- pages by path ---------------------------------------------------------------- */

static bool put_variant(web_page_of *p, const char *slug,
                        void (*page)(web_page_of *p, const web_variant *v))
{
    const web_variant *v = web_site_variant(p->site, slug);
    if (v)
        page(p, v);
    return v != NULL;
}

static bool put_list(web_page_of *p, const char *slug)
{
    return put_variant(p, slug, page_list);
}

static bool put_cross(web_page_of *p, const char *slug)
{
    return put_variant(p, slug, page_cross);
}

static bool put_bot(web_page_of *p, const char *slug)
{
    const web_bot *bot = web_site_bot(p->site, slug);
    if (bot)
        page_bot(p, bot);
    return bot != NULL;
}

static bool put_tournament(web_page_of *p, const char *slug)
{
    const web_tournament *t = web_site_tournament(p->site, slug);
    if (t)
        page_tournament(p, t);
    return t != NULL;
}

static size_t variant_count(const web_site *site)
{
    return site->variant_count;
}

static size_t bot_count(const web_site *site)
{
    return site->bot_count;
}

static size_t tournament_count(const web_site *site)
{
    return site->tournament_count;
}

static const char *variant_name(const web_site *site, size_t i)
{
    return site->variants[i].name;
}

static const char *bot_name(const web_site *site, size_t i)
{
    return site->bots[i].label;
}

static const char *tournament_name(const web_site *site, size_t i)
{
    return site->tournaments[i].name;
}

/* Folders with a page for each of something. */
static const struct {
    const char *folder;
    bool (*put)(web_page_of *p, const char *slug);
    size_t (*count)(const web_site *site);
    const char *(*name)(const web_site *site, size_t i);
} folders[] = {
    {"leaderboard/", put_list, variant_count, variant_name},
    {"crosstable/", put_cross, variant_count, variant_name},
    {"bot/", put_bot, bot_count, bot_name},
    {"tournament/", put_tournament, tournament_count, tournament_name},
};
enum { FOLDERS = sizeof folders / sizeof *folders };

/* The slug in FOLDER/SLUG.html. */
static bool read_slug(const char *path, const char *folder, char slug[static WEB_SLUG_BYTES])
{
    size_t before = strlen(folder), size = strlen(path), after = strlen(".html");
    if (strncmp(path, folder, before) != 0 || size <= before + after ||
        size - before - after >= WEB_SLUG_BYTES || strcmp(path + size - after, ".html") != 0)
        return false;
    (void)snprintf(slug, WEB_SLUG_BYTES, "%.*s", (int)(size - before - after), path + before);
    return true;
}

bool web_page(html *out, const web_site *site, const web_reader *reader, const char *path)
{
    web_page_of p = {.h = out, .site = site, .reader = reader};
    char slug[WEB_SLUG_BYTES];
    if (strcmp(path, "") == 0 || strcmp(path, "index.html") == 0) {
        page_index(&p);
        return true;
    }
    if (strcmp(path, "submit.html") == 0) {
        page_submit(&p);
        return true;
    }
    p.depth = 1;
    for (int i = 0; i < FOLDERS; i++)
        if (read_slug(path, folders[i].folder, slug))
            return folders[i].put(&p, slug);
    return false;
}

static dom_rc visit_folder(const web_site *site, int folder,
                           dom_rc (*visit)(void *context, const char *path), void *context)
{
    char slug[WEB_SLUG_BYTES], path[WEB_SLUG_BYTES + 32];
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < folders[folder].count(site); i++) {
        web_slug(slug, folders[folder].name(site, i));
        (void)snprintf(path, sizeof path, "%s%s.html", folders[folder].folder, slug);
        rc = visit(context, path);
    }
    return rc;
}

dom_rc web_page_each(const web_site *site, dom_rc (*visit)(void *context, const char *path),
                     void *context)
{
    dom_rc rc = visit(context, "index.html");
    if (rc == DOM_OK)
        rc = visit(context, "submit.html");
    for (int i = 0; rc == DOM_OK && i < FOLDERS; i++)
        rc = visit_folder(site, i, visit, context);
    for (int i = 0; rc == DOM_OK && i < ASSETS; i++)
        rc = visit(context, assets[i].path);
    return rc;
}

void web_page_message(html *out, const web_site *site, int depth, const char *title,
                      const char *text)
{
    web_page_of p = {.h = out, .site = site, .depth = depth};
    frame_begin(&p, title);
    html_raw(out, "<p>");
    html_text(out, "%s", text);
    html_raw(out, "</p>\n");
    frame_end(&p);
}
