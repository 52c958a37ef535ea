#include "site/site_open.h"

#include <string.h>

static const dom_web_tournament *find_tournament(const dom_web_site *site, const char *name)
{
    for (size_t i = 0; i < site->tournament_count; i++)
        if (strcmp(site->tournaments[i].name, name) == 0)
            return &site->tournaments[i];
    return NULL;
}

static bool fits(const dom_web_site *site, const dom_web_tournament *t,
                 const dom_core_open_match *m)
{
    if (m->variant >= t->variant_count || site->variants[t->variants[m->variant]].seats != m->seats)
        return false;
    for (int s = 0; s < m->seats; s++)
        if (m->bot[s] >= t->bot_count)
            return false;
    return true;
}

void dom_site_show_open(dom_web_site *site, const dom_live_open_matches *live)
{
    const dom_web_tournament *t = find_tournament(site, live->tournament);
    dom_web_open_matches *open = &site->open;
    open->is_there = t != NULL;
    open->shown = 0;
    for (uint32_t i = 0; open->is_there && i < live->open.shown; i++) {
        open->is_there = fits(site, t, &live->open.match[i]);
        open->match[open->shown++] = live->open.match[i];
    }
    open->count = live->open.count;
    open->tournament = t ? (uint32_t)(t - site->tournaments) : 0;
}
