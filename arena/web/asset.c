#include "asset.h"

#include <string.h>

#define ASSETS_MAP(X)                                                                              \
    X("assets/style.css", "text/css; charset=utf-8", style_css)                                    \
    X("assets/arena.js", "text/javascript; charset=utf-8", arena_js)                               \
    X("assets/play.css", "text/css; charset=utf-8", play_css)                                      \
    X("assets/play.js", "text/javascript; charset=utf-8", play_js)                                 \
    X("assets/uplot.js", "text/javascript; charset=utf-8", uplot_js)                               \
    X("assets/uplot.css", "text/css; charset=utf-8", uplot_css)                                    \
    X("assets/icon.svg", "image/svg+xml", icon_svg)                                                \
    X("favicon.ico", "image/x-icon", favicon_ico)                                                  \
    X("robots.txt", "text/plain; charset=utf-8", robots_txt)

/* Made by cmake/embed.cmake. */
#define X(path, type, symbol)                                                                      \
    extern const char dom_web_##symbol[];                                                          \
    extern const size_t dom_web_##symbol##_size;
ASSETS_MAP(X)
#undef X

static const struct {
    const char *path, *type, *bytes;
    const size_t *size;
} assets[] = {
#define X(path, type, symbol) {path, type, dom_web_##symbol, &dom_web_##symbol##_size},
    ASSETS_MAP(X)
#undef X
};
enum { ASSETS = sizeof assets / sizeof *assets };

/* Returns true for the files of the pages on which people play, which no folder of files has. */
static bool is_for_players(const char *path)
{
    static const char begin[] = "assets/play.";
    return strncmp(path, begin, strlen(begin)) == 0;
}

dom_rc dom_web_asset_each(dom_rc (*visit)(void *context, const char *path), void *context)
{
    dom_rc rc = DOM_OK;
    for (int i = 0; rc == DOM_OK && i < ASSETS; i++)
        if (!is_for_players(assets[i].path))
            rc = visit(context, assets[i].path);
    return rc;
}

bool dom_web_asset_find(const char *path, dom_web_asset *out)
{
    for (int i = 0; i < ASSETS; i++)
        if (strcmp(assets[i].path, path) == 0) {
            *out = (dom_web_asset){assets[i].type, assets[i].bytes, *assets[i].size};
            return true;
        }
    return false;
}
