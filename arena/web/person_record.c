#include "person_record.h"

#include "base/vec.h"
#include "rules/match.h"

#include <stdlib.h>
#include <string.h>

/* Returns the bot of which this one is a copy: for "greedy#2" that is greedy, if the site has it.
 */
static uint32_t original_of(const dom_web_site *site, uint32_t bot)
{
    const dom_web_bot *copy = &site->bots[bot];
    size_t size = strcspn(copy->name, "#");
    for (uint32_t i = 0; i < site->bot_count; i++)
        if (strlen(site->bots[i].name) == size &&
            strncmp(site->bots[i].name, copy->name, size) == 0 &&
            strcmp(site->bots[i].version, copy->version) == 0)
            return i;
    return bot;
}

/* Returns the line of a bot in a variant, which is new if it was not there; NULL when out of
 * memory. */
static dom_web_person_line *line_of(dom_web_person_record *r, uint32_t bot, uint32_t variant)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->lines[i].bot == bot && r->lines[i].variant == variant)
            return &r->lines[i];
    dom_web_person_line *line = dom_vec_add(r->lines, r->count, r->room);
    r->has_failed |= line == NULL;
    if (line)
        *line = (dom_web_person_line){.bot = bot, .variant = variant};
    return line;
}

/* Counts a match for each opponent of the seat. */
static void add_seat(dom_web_person_record *r, const dom_web_site *site,
                     const dom_web_match_line *m, int own)
{
    const dom_options *o = &site->variants[m->variant].options;
    const dom_store_seat *seat = m->stored.seat;
    for (int s = 0; s < m->stored.seats; s++) {
        if (dom_same_side(o, s, own))
            continue;
        dom_web_person_line *line = line_of(r, original_of(site, m->bot[s]), m->variant);
        if (line == NULL)
            continue;
        line->won += seat[own].place < seat[s].place;
        line->drawn += seat[own].place == seat[s].place;
        line->lost += seat[own].place > seat[s].place;
    }
}

static bool counts(const dom_web_tournament *t, uint64_t match)
{
    for (size_t i = 0; i < t->void_count; i++)
        if (t->voids[i].match == 0 || t->voids[i].match == match)
            return false;
    return true;
}

dom_web_person_record dom_web_person_record_of(const dom_web_site *site, uint32_t person)
{
    dom_web_person_record r = {.count = 0};
    for (size_t i = 0; i < site->tournament_count; i++) {
        const dom_web_tournament *t = &site->tournaments[i];
        /* One with a person has a single match, so the newest ones are all. */
        for (uint64_t k = 0; k < t->line_count && k < DOM_WEB_MATCHES_NEWEST; k++)
            for (int s = 0; s < t->newest[k].stored.seats; s++)
                if (t->newest[k].bot[s] == person && counts(t, t->newest[k].stored.match))
                    add_seat(&r, site, &t->newest[k], s);
    }
    return r;
}
