#include "terms.h"

#include "base/check.h"

#include <string.h>

static int32_t dealt(const dom_options *o)
{
    return o->players * o->hand + (o->start_tile != DOM_START_NONE);
}

static int32_t stock(const dom_options *o)
{
    return dom_options_tiles(o) - dealt(o);
}

static bool deals_too_many(const dom_options *o)
{
    return stock(o) < 0;
}

static bool has_stock(const dom_options *o)
{
    return stock(o) > 0;
}

static bool is_double_rule(int32_t lead)
{
    return lead == DOM_LEAD_HIGHEST_DOUBLE || lead == DOM_LEAD_LOWEST_DOUBLE;
}

/* Returns true if one of the lead options has the value `wanted`. */
static bool leads_name(const dom_options *o, int32_t wanted)
{
    return o->lead_first == wanted || o->lead_next == wanted || o->lead_after_block == wanted ||
           o->lead_after_tie == wanted;
}

static bool leads_by_double(const dom_options *o)
{
    return leads_name(o, DOM_LEAD_HIGHEST_DOUBLE) || leads_name(o, DOM_LEAD_LOWEST_DOUBLE);
}

static bool leads_by_count(const dom_options *o)
{
    return leads_name(o, DOM_LEAD_COUNT);
}

/* Every leader is found by a double, or the deal is repeated. */
static bool leads_only_by_double(const dom_options *o)
{
    return is_double_rule(o->lead_first) && is_double_rule(o->lead_next) &&
           (is_double_rule(o->lead_after_block) || o->lead_after_block == DOM_LEAD_NEXT) &&
           (is_double_rule(o->lead_after_tie) || o->lead_after_tie == DOM_LEAD_NEXT) &&
           o->no_double == DOM_NO_DOUBLE_REDEAL;
}

static bool lacks_lot_doubles(const dom_options *o)
{
    return leads_name(o, DOM_LEAD_DRAWN_DOUBLE) && o->players > o->set_max + 1;
}

static bool has_parts_of_100(const dom_options *o)
{
    return 100 % o->players == 0;
}

/* The stock may run out within a cycle of opening draws. */
static bool opens_unevenly(const dom_options *o)
{
    int32_t tiles = dom_options_tiles(o) - (o->start_tile != DOM_START_NONE);
    return o->opening_draw != DOM_OPENING_NONE && tiles % o->players != 0;
}

/* The other tiles are enough for a deal in which no hand has a double. */
static bool may_lack_doubles(const dom_options *o)
{
    int32_t others = dom_options_tiles(o) - (o->doubles ? o->set_max + 1 : 0);
    return o->players * o->hand <= others;
}

static bool leads_alike(const dom_options *o)
{
    return o->rounds == 1 || o->lead_first == o->lead_next;
}

static bool leads_by_winner(const dom_options *o)
{
    return leads_name(o, DOM_LEAD_WINNER);
}

/* A lead by the winner may follow a round that nobody won. */
static bool winner_may_lack(const dom_options *o)
{
    return leads_by_winner(o) &&
           (o->lead_after_tie == DOM_LEAD_NEXT || o->lead_after_tie == DOM_LEAD_WINNER);
}

static bool winner_matters(const dom_options *o)
{
    return leads_by_winner(o) || o->lead_after_tie != DOM_LEAD_NEXT;
}

/* A winner's own pips may be more than those of the others. */
static bool may_win_heavy(const dom_options *o)
{
    return (o->teams && o->team_block == DOM_TEAM_LOWEST_HAND) ||
           (o->block_tie == DOM_TIE_ANY_BLOCKER && o->end_rule == DOM_RULE_ALL_STUCK);
}

static const struct {
    const char *name;
    bool (*is_so)(const dom_options *);
} facts[] = {
    {"deals_too_many", deals_too_many},     {"stock", has_stock},
    {"parts_of_100", has_parts_of_100},     {"lacks_lot_doubles", lacks_lot_doubles},
    {"opens_unevenly", opens_unevenly},     {"by_count", leads_by_count},
    {"by_double", leads_by_double},         {"only_by_double", leads_only_by_double},
    {"may_lack_doubles", may_lack_doubles}, {"leads_alike", leads_alike},
    {"by_winner", leads_by_winner},         {"winner_may_lack", winner_may_lack},
    {"winner_matters", winner_matters},     {"may_win_heavy", may_win_heavy},
};

static bool fact_holds(const char *name, const dom_options *o)
{
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp(facts[i].name, name) == 0)
            return facts[i].is_so(o);
    dom_check(false && "a fact of the table");
    return false;
}

/* Returns true if `value` is one of "a|b|c". */
static bool is_among(const char *value, const char *list)
{
    for (size_t length; *list; list += length + (list[length] == '|')) {
        length = strcspn(list, "|");
        if (strlen(value) == length && memcmp(value, list, length) == 0)
            return true;
    }
    return false;
}

/* Tests one part: "fact", "-fact", "option=a|b" or "option!a|b". */
static bool part_holds(char *part, const dom_options *o)
{
    char value[40];
    size_t name = strcspn(part, "=!");
    if (part[name] == '\0')
        return part[0] == '-' ? !fact_holds(part + 1, o) : fact_holds(part, o);
    bool wants = part[name] == '=';
    part[name] = '\0';
    const dom_option *option = dom_option_find(part);
    dom_check(option != NULL);
    dom_text text = dom_text_of(value, sizeof value);
    dom_option_write(option, dom_option_get(o, option), &text);
    return is_among(value, part + name + 1) == wants;
}

bool dom_terms_hold(const char *condition, const dom_options *options)
{
    for (size_t length; *condition; condition += length + (condition[length] == ' ')) {
        char part[64];
        length = strcspn(condition, " ");
        dom_check(length < sizeof part);
        memcpy(part, condition, length);
        part[length] = '\0';
        if (!part_holds(part, options))
            return false;
    }
    return true;
}

static const char *const lead_phrases[] = {
    [DOM_LEAD_NEXT] = "",
    [DOM_LEAD_ROTATE] = "the seat after the previous leader leads",
    [DOM_LEAD_WINNER] = "the winner of the round before leads",
    [DOM_LEAD_SAME] = "the previous leader leads again",
    [DOM_LEAD_SEAT0] = "seat 0 leads",
    [DOM_LEAD_LOTS] = "a lot decides which seat leads",
    [DOM_LEAD_HIGH_TILE] = ("every seat draws a tile, and the one with most pips leads; tied seats "
                            "draw again"),
    [DOM_LEAD_COUNT] =
        ("every seat draws a tile; the sum of their pips is divided by the number of "
         "seats, and the remainder is the seat that leads"),
    [DOM_LEAD_DRAWN_DOUBLE] = "every seat draws a double, and the highest one leads",
    [DOM_LEAD_HIGHEST_DOUBLE] = "the holder of the highest double leads",
    [DOM_LEAD_LOWEST_DOUBLE] = "the holder of the lowest double leads",
};

static int32_t value_of(const char *name, const dom_options *o)
{
    if (strcmp(name, "tiles") == 0)
        return dom_options_tiles(o);
    if (strcmp(name, "dealt") == 0)
        return dealt(o);
    if (strcmp(name, "stock") == 0)
        return stock(o);
    const dom_option *option = dom_option_find(name);
    dom_check(option != NULL);
    return dom_option_get(o, option);
}

/* Adds what stands for "name", "name:noun" or "name?". */
static void add_value(dom_text *out, char *field, const dom_options *o)
{
    size_t length = strcspn(field, ":?");
    char kind = field[length];
    const char *noun = field + length + 1;
    field[length] = '\0';
    int32_t value = value_of(field, o);
    if (kind == '?') {
        dom_text_add(out, lead_phrases[value]);
        return;
    }
    dom_text_add_int(out, value);
    if (kind != ':')
        return;
    dom_text_add_char(out, ' ');
    dom_text_add(out, noun);
    dom_text_add(out, value == 1 ? "" : "s");
}

void dom_terms_write(dom_text *out, const char *sentence, const dom_options *options)
{
    for (const char *text = sentence; *text; text++) {
        if (*text != '{') {
            dom_text_add_char(out, *text);
            continue;
        }
        char field[40];
        size_t length = strcspn(++text, "}");
        dom_check(length < sizeof field);
        memcpy(field, text, length);
        field[length] = '\0';
        add_value(out, field, options);
        text += length;
    }
}
