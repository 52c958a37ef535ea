#include "page_crumbs.h"

#include <stdio.h>
#include <string.h>

typedef enum { OF_VARIANT, OF_BOT, OF_TOURNAMENT } crumb_subject;

/* Folders, with what their pages are about. The page of a match says so in its first lines, above
 * the board. */
static const struct {
    const char *folder;
    crumb_subject of;
} folders[] = {{"leaderboard", OF_VARIANT},  {"crosstable", OF_VARIANT}, {"bot", OF_BOT},
               {"versus", OF_BOT},           {"now", OF_TOURNAMENT},     {"matches", OF_TOURNAMENT},
               {"tournament", OF_TOURNAMENT}};

static const struct {
    const char *path, *text, *folder;
} tops[] = {[OF_VARIANT] = {"index.html#variants", "Variants", "leaderboard"},
            [OF_BOT] = {"index.html", "Leaderboard", "bot"},
            [OF_TOURNAMENT] = {"tournaments.html", "Tournaments", "tournament"}};

/* Returns what the subject with this slug is called, or NULL if there is none. */
static const char *title_of(const dom_web_site *site, crumb_subject of, const char *slug)
{
    char own[DOM_WEB_SLUG_BYTES];
    if (of == OF_TOURNAMENT) {
        const dom_web_tournament *t = dom_web_site_tournament(site, slug);
        return t ? dom_web_tournament_title(t) : NULL;
    }
    if (of == OF_BOT) {
        const dom_web_bot *bot = dom_web_site_bot(site, slug);
        return bot ? bot->label : NULL;
    }
    for (size_t i = 0; i < site->variant_count; i++) {
        dom_web_slug(own, site->variants[i].name);
        if (strcmp(own, slug) == 0)
            return site->variants[i].name;
    }
    return NULL;
}

/* Writes the link to the subject, unless it is the page itself; the list of all matches, such as
 * matches/1, has none. */
static void put_subject(dom_web_html *h, const dom_web_site *site, crumb_subject of,
                        const char *stem, const char *root)
{
    char slug[DOM_WEB_SLUG_BYTES];
    const char *rest = strchr(stem, '/') + 1;
    size_t size = strcspn(rest, "/"), own = strlen(tops[of].folder);
    bool is_own = rest[size] == '\0' && rest - stem == (long)own + 1 &&
                  strncmp(stem, tops[of].folder, own) == 0;
    bool is_of_all = rest[size] == '\0' && strncmp(stem, "matches/", 8) == 0;
    if (is_own || is_of_all || size >= sizeof slug)
        return;
    (void)snprintf(slug, sizeof slug, "%.*s", (int)size, rest);
    const char *title = title_of(site, of, slug);
    if (title)
        dom_web_html_put(h, "<a href=\"%s%s/%s.html\">%s</a>", root, tops[of].folder, slug, title);
}

void dom_web_crumbs_put(dom_web_html *h, const dom_web_site *site, const char *stem,
                        const char *root)
{
    size_t size = strcspn(stem, "/");
    for (size_t i = 0; stem[size] && i < sizeof folders / sizeof *folders; i++) {
        crumb_subject of = folders[i].of;
        if (strlen(folders[i].folder) != size || strncmp(stem, folders[i].folder, size) != 0)
            continue;
        dom_web_html_put(h,
                         "<nav class=\"crumbs\" aria-label=\"Breadcrumb\"><a href=\"%s%s\">%s</a>",
                         root, tops[of].path, tops[of].text);
        put_subject(h, site, of, stem, root);
        dom_web_html_raw(h, "</nav>\n");
    }
}
