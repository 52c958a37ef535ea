/* Whether the bots of a tournament fill its tables: who meets whom in which variant. */
#include "config_internal.h"

#include <stdio.h>
#include <string.h>

enum { LACK_BYTES = 200 };

const char *dom_config_bots_option(const dom_config_reader *l)
{
    return l->request->bots_option ? l->request->bots_option : "--bots";
}

dom_config_where dom_config_where_of_bots(const dom_config_reader *l)
{
    return dom_config_where_of_key(l, "bots", dom_config_bots_option(l), l->request->bots);
}

int32_t dom_config_bots_at_table(const dom_core_tournament *tournament, const dom_variant *variant)
{
    bool is_own_partner = variant->options.teams && !tournament->is_seated &&
                          tournament->partners == DOM_CORE_PARTNERS_SELF;
    return is_own_partner ? 2 : variant->options.players;
}

/* Checks that there are enough bots for the largest table. Those that are wrong count, too. */
static dom_rc check_bots_min(const dom_config_reader *l, size_t count)
{
    const dom_core_tournament *t = &l->file.t;
    size_t largest = 0;
    int32_t needed = 0;
    for (size_t i = 0; i < t->variant_count; i++)
        if (dom_config_bots_at_table(t, &t->variants[i]) > needed) {
            needed = dom_config_bots_at_table(t, &t->variants[i]);
            largest = i;
        }
    if ((size_t)needed <= count || dom_config_is_wrong(l, "partners"))
        return DOM_OK;
    return dom_err_set(
        l->err, DOM_E_CONFIG,
        "%s: %s needs at least %d bots, and %zu %s named; allowed: %d..%d, " DOM_CONFIG_COPIES,
        dom_config_where_of_bots(l).text, t->variants[largest].name, (int)needed, count,
        count == 1 ? "is" : "are", (int)needed, DOM_CORE_BOTS_MAX);
}

/* Returns how many of the bots from `first` to `end` - 1 play the variant. */
static int32_t count_players(const dom_core_tournament *t, size_t variant, size_t first, size_t end)
{
    int32_t players = 0;
    for (size_t i = first; i < end && i < t->bot_count; i++)
        players += (int32_t)(t->bots[i].variants >> variant & 1);
    return players;
}

size_t dom_config_seeds_of(const dom_core_tournament *t)
{
    size_t seeds = t->seeds > 1 ? t->seeds : 1;
    return t->schedule == DOM_CORE_SCHEDULE_GAUNTLET ? seeds : 0;
}

/* Returns true if the variant has a table: enough bots, and in a gauntlet one of them a seed and
 * the others not. */
static bool has_tables(const dom_core_tournament *t, size_t variant)
{
    size_t seeds = dom_config_seeds_of(t);
    int32_t needed = dom_config_bots_at_table(t, &t->variants[variant]) - (seeds > 0);
    return (seeds == 0 || count_players(t, variant, 0, seeds) > 0) &&
           count_players(t, variant, seeds, SIZE_MAX) >= needed;
}

/* Writes what a variant lacks, such as "it needs 4 bots at a table, and 2 play it; allowed: more
 * bots, NAME#2 for a second copy". */
static void write_lack(const dom_core_tournament *t, size_t variant, char text[LACK_BYTES])
{
    size_t seeds = dom_config_seeds_of(t);
    int needed = (int)dom_config_bots_at_table(t, &t->variants[variant]);
    int players = (int)count_players(t, variant, 0, SIZE_MAX);
    int chosen = (int)count_players(t, variant, 0, seeds);
    if (seeds > 1)
        (void)snprintf(
            text, LACK_BYTES,
            "a table needs a seed and %d of the other bots; %d of %zu seeds and %d of %zu "
            "others play it; allowed: more bots, " DOM_CONFIG_COPIES,
            needed - 1, chosen, seeds, players - chosen, t->bot_count - seeds);
    else
        (void)snprintf(
            text, LACK_BYTES,
            "it needs %d bots at a table%s, and %d %s it; allowed: more bots, " DOM_CONFIG_COPIES,
            needed, seeds == 1 ? ", the first among them" : "", players,
            players == 1 ? "plays" : "play");
}

bool dom_config_has_tables(const dom_core_tournament *t)
{
    bool is_any = false;
    for (size_t i = 0; t->bot_count > 0 && i < t->variant_count; i++)
        is_any |= has_tables(t, i);
    return is_any;
}

/* Prints a remark on each variant that too few bots play, so that it is not played. A tournament
 * without any table is refused. */
static dom_rc check_players(const dom_config_reader *l)
{
    const dom_core_tournament *t = &l->file.t;
    dom_config_where where = dom_config_where_of_bots(l);
    bool is_any_played = dom_config_has_tables(t);
    for (size_t i = 0; i < t->variant_count; i++) {
        char lack[LACK_BYTES];
        if (has_tables(t, i))
            continue;
        write_lack(t, i, lack);
        if (!is_any_played)
            return dom_err_set(l->err, DOM_E_CONFIG, "%s: no variant has enough bots; %s: %s",
                               where.text, t->variants[i].name, lack);
        dom_bots_remark(l->places, "%s: %s is not played: %s", where.text, t->variants[i].name,
                        lack);
    }
    return DOM_OK;
}

/* Checks that a gauntlet has bots that are no seeds. Those that are wrong count, too. */
static dom_rc check_seeds_max(const dom_config_reader *l, size_t count)
{
    size_t seeds = dom_config_seeds_of(&l->file.t);
    if (seeds < 2 || seeds < count)
        return DOM_OK;
    return dom_err_set(l->err, DOM_E_CONFIG,
                       "%s: %zu seeds, and %zu bots take part; allowed: fewer seeds than bots",
                       dom_config_where_of_key(l, "seeds", "--seeds", l->request->seeds > 0).text,
                       seeds, count);
}

/* A comparison of a version with itself would play for hours and show nothing. */
static dom_rc check_compared(const dom_config_reader *l)
{
    const dom_core_entrant *one = &l->file.t.bots[0], *other = &l->file.t.bots[1];
    if (l->request->compared == NULL || strcmp(one->version, other->version) != 0)
        return DOM_OK;
    return dom_err_set(
        l->err, DOM_E_CONFIG,
        "%s: both bots are the version %.40s@%.8s; allowed: two versions (domino-arena "
        "bots lists them; after a change compare ./%.40s %.40s@latest)",
        dom_config_bots_option(l), one->name, one->version, one->name, one->name);
}

dom_rc dom_config_check_bots(const dom_config_reader *l, size_t count, bool are_right)
{
    dom_rc rc = check_bots_min(l, count);
    if (rc == DOM_OK)
        rc = check_seeds_max(l, count);
    if (rc == DOM_OK && are_right)
        rc = check_compared(l);
    return rc == DOM_OK && are_right ? check_players(l) : rc;
}
