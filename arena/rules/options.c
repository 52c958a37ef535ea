/* The table of options with their names, ranges and fallbacks (RULES.md, section 2). */
#include "rules/options.h"

#include "base/check.h"
#include "rules/tile.h"

#include <string.h>

static const char *const start_words[] = {"none", "nondouble", "any", NULL};
static const char *const opening_words[] = {"none", "until_double_six", NULL};
static const char *const lead_words[] = {"next",         "rotate",         "winner",        "same",
                                         "seat0",        "lots",           "high_tile",     "count",
                                         "drawn_double", "highest_double", "lowest_double", NULL};
static const char *const lead_tile_words[] = {"any", "own_double", NULL};
static const char *const no_double_words[] = {"redeal", "highest_tile", NULL};
static const char *const draw_words[] = {"none", "optional", "forced", NULL};
static const char *const dead_words[] = {"draw_out", "immediate", NULL};
static const char *const end_words[] = {"all_stuck", "mover_stuck", NULL};
static const char *const score_words[] = {"difference", "all_hands", "opponents",
                                          "average",    "penalty",   NULL};
static const char *const club_words[] = {"off", "once", "multiply", NULL};
static const char *const tie_words[] = {"nobody", "blocker", "third_loses", "any_blocker", NULL};
static const char *const zero_words[] = {"domino_wins", "nobody", NULL};
static const char *const team_words[] = {"combined", "lowest_hand", NULL};
static const char *const objective_words[] = {"high", "low", NULL};

#define BIT(value) ((uint32_t)1 << (value))
#define LEADS_NEXT                                                                                 \
    (BIT(DOM_LEAD_ROTATE) | BIT(DOM_LEAD_WINNER) | BIT(DOM_LEAD_SAME) | BIT(DOM_LEAD_LOTS) |       \
     BIT(DOM_LEAD_HIGH_TILE) | BIT(DOM_LEAD_COUNT) | BIT(DOM_LEAD_HIGHEST_DOUBLE) |                \
     BIT(DOM_LEAD_LOWEST_DOUBLE))
#define LEADS_FIRST                                                                                \
    (BIT(DOM_LEAD_LOTS) | BIT(DOM_LEAD_HIGH_TILE) | BIT(DOM_LEAD_COUNT) |                          \
     BIT(DOM_LEAD_HIGHEST_DOUBLE) | BIT(DOM_LEAD_LOWEST_DOUBLE) | BIT(DOM_LEAD_DRAWN_DOUBLE) |     \
     BIT(DOM_LEAD_SEAT0))
#define LEADS_AFTER_BLOCK (LEADS_NEXT | BIT(DOM_LEAD_NEXT))
#define LEADS_AFTER_TIE (LEADS_AFTER_BLOCK | BIT(DOM_LEAD_DRAWN_DOUBLE))
#define SETS (BIT(3) | BIT(4) | BIT(5) | BIT(6) | BIT(8) | BIT(9) | BIT(12))

#define INT(field, fallback, min, max, allowed, help)                                              \
    {                                                                                              \
#field, DOM_OPTION_INT, offsetof(dom_options, field), fallback, min, max, allowed, NULL,   \
            help                                                                                   \
    }
#define BOOL(field, fallback, help)                                                                \
    {                                                                                              \
#field, DOM_OPTION_BOOL, offsetof(dom_options, field), fallback, 0, 1, 0, NULL, help       \
    }
#define WORD(field, fallback, words, allowed, help)                                                \
    {                                                                                              \
#field, DOM_OPTION_WORD, offsetof(dom_options, field), fallback, 0, 0, allowed, words,     \
            help                                                                                   \
    }

static const dom_option table[] = {
    INT(players, 2, 2, DOM_SEATS_MAX, 0, "seats at the table"),
    BOOL(teams, 0, "seats 0 and 2 play against 1 and 3"),
    /* DECISION (sets) */
    INT(set_max, 6, 3, DOM_PIP_MAX, SETS, "highest pip of the set"),
    BOOL(doubles, 1, "the set has its doubles"),
    INT(hand, 7, 1, DOM_TILES_MAX, 0, "tiles dealt to each seat"),
    WORD(start_tile, DOM_START_NONE, start_words, 0, "a random tile is laid before play"),
    WORD(opening_draw, DOM_OPENING_NONE, opening_words, 0,
         "all draw before the lead while 6-6 is in the stock"),
    WORD(lead_first, DOM_LEAD_LOTS, lead_words, LEADS_FIRST, "who leads the first round"),
    WORD(lead_next, DOM_LEAD_ROTATE, lead_words, LEADS_NEXT, "who leads later rounds"),
    WORD(lead_after_block, DOM_LEAD_NEXT, lead_words, LEADS_AFTER_BLOCK,
         "who leads after a blocked or stuck round"),
    WORD(lead_after_tie, DOM_LEAD_NEXT, lead_words, LEADS_AFTER_TIE,
         "who leads after a round that nobody won"),
    WORD(lead_tile, DOM_LEAD_TILE_ANY, lead_tile_words, 0,
         "what a leader found by his double may lead"),
    WORD(no_double, DOM_NO_DOUBLE_REDEAL, no_double_words, 0,
         "when a double is needed and no hand has one"),
    INT(arms, 2, 2, DOM_ENDS_MAX, BIT(2) | BIT(4), "open ends; with 4 the lead is a spinner"),
    BOOL(facedown, 0, "a double may be laid face down and closes its arm"),
    WORD(draw_mode, DOM_DRAW_NONE, draw_words, 0, "drawing from the stock"),
    INT(draw_limit, 0, 0, DOM_TILES_MAX, 0, "draws per turn, 0 for no limit"),
    INT(reserve, 2, 0, 2, BIT(0) | BIT(2), "stock tiles that may never be drawn"),
    INT(draw_cost, 0, 0, 1000, 0, "match points that each drawn tile costs"),
    WORD(dead_layout, DOM_DEAD_DRAW_OUT, dead_words, 0,
         "when no unplayed tile fits: draw the stock out, or end at once"),
    WORD(end_rule, DOM_RULE_ALL_STUCK, end_words, 0, "whose being stuck ends a round"),
    INT(pip00, 0, 0, 13, BIT(0) | BIT(13), "value of 0-0 when hands are counted"),
    WORD(score, DOM_SCORE_DIFFERENCE, score_words, 0, "how a round is scored"),
    INT(domino_bonus, 0, 0, 1000, 0, "penalty games: points taken off for going out"),
    WORD(club_double, DOM_CLUB_OFF, club_words, 0,
         "going out with a double or at both ends doubles the credit"),
    WORD(block_tie, DOM_TIE_NOBODY, tie_words, 0, "who wins a block when the lowest hands tie"),
    WORD(zero_tie, DOM_ZERO_DOMINO_WINS, zero_words, 0,
         "who wins when another hand is worth 0 at a domino"),
    WORD(team_block, DOM_TEAM_COMBINED, team_words, 0, "which team wins a blocked round"),
    INT(target, 100, 0, 1000000, 0, "score that ends the match, 0 for none"),
    INT(rounds, 0, 0, DOM_ROUNDS_MAX, 0, "rounds that end the match, 0 for none"),
    WORD(objective, DOM_OBJECTIVE_HIGH, objective_words, 0, "which score wins"),
};

_Static_assert(sizeof table / sizeof *table == DOM_OPTION_COUNT, "a row per field");

const char *dom_lead_word(dom_lead lead)
{
    dom_check((unsigned)lead <= DOM_LEAD_LOWEST_DOUBLE);
    return lead_words[lead];
}

const dom_option *dom_option_at(size_t index)
{
    dom_check(index < DOM_OPTION_COUNT);
    return &table[index];
}

const dom_option *dom_option_find(const char *name)
{
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

int32_t dom_option_get(const dom_options *options, const dom_option *option)
{
    int32_t value;
    memcpy(&value, (const char *)options + option->offset, sizeof value);
    return value;
}

void dom_option_put(dom_options *options, const dom_option *option, int32_t value)
{
    memcpy((char *)options + option->offset, &value, sizeof value);
}

static bool is_allowed(const dom_option *option, int32_t value)
{
    return option->allowed == 0 || (value < 32 && (option->allowed >> value & 1));
}

/* Returns a decimal number of at most seven digits, or -1. */
static int32_t read_number(const char *text)
{
    int32_t value = 0;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 7 || text[digits] != '\0')
        return -1;
    for (; *text; text++)
        value = value * 10 + (*text - '0');
    return value;
}

/* Returns the value of `text`, or -1. */
static int32_t read_value(const dom_option *option, const char *text)
{
    switch (option->type) {
    case DOM_OPTION_INT: {
        int32_t value = read_number(text);
        bool in_range = option->min <= value && value <= option->max;
        return in_range && is_allowed(option, value) ? value : -1;
    }
    case DOM_OPTION_BOOL:
        return strcmp(text, "true") == 0 ? 1 : strcmp(text, "false") == 0 ? 0 : -1;
    case DOM_OPTION_WORD:
        for (int32_t i = 0; option->words[i]; i++)
            if (strcmp(option->words[i], text) == 0)
                return is_allowed(option, i) ? i : -1;
        return -1;
    }
    return -1;
}

dom_rc dom_option_set(dom_options *options, const dom_option *option, const char *value,
                      dom_err *err)
{
    int32_t number = read_value(option, value);
    if (number < 0) {
        char allowed[200];
        dom_text text = dom_text_of(allowed, sizeof allowed);
        dom_option_write_allowed(option, &text);
        return dom_err_set(err, DOM_E_CONFIG, "%s: '%s' is not allowed; allowed: %s", option->name,
                           value, allowed);
    }
    dom_option_put(options, option, number);
    return DOM_OK;
}

void dom_option_write(const dom_option *option, int32_t value, dom_text *out)
{
    switch (option->type) {
    case DOM_OPTION_INT:
        dom_text_add_int(out, value);
        return;
    case DOM_OPTION_BOOL:
        dom_text_add(out, value ? "true" : "false");
        return;
    case DOM_OPTION_WORD:
        dom_text_add(out, option->words[value]);
        return;
    }
}

void dom_option_write_allowed(const dom_option *option, dom_text *out)
{
    if (option->type == DOM_OPTION_BOOL) {
        dom_text_add(out, "true, false");
        return;
    }
    if (option->type == DOM_OPTION_INT && option->allowed == 0) {
        dom_text_add_int(out, option->min);
        dom_text_add(out, "..");
        dom_text_add_int(out, option->max);
        return;
    }
    const char *separator = "";
    for (int32_t v = 0; option->words ? option->words[v] != NULL : v <= option->max; v++) {
        if (!is_allowed(option, v))
            continue;
        dom_text_add(out, separator);
        dom_option_write(option, v, out);
        separator = ", ";
    }
}

dom_options dom_options_default(void)
{
    dom_options options;
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++)
        dom_option_put(&options, &table[i], table[i].fallback);
    return options;
}

dom_hint dom_option_hint(const char *name)
{
    dom_suggest near = dom_suggest_of(name);
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++)
        dom_suggest_try(&near, table[i].name);
    return dom_suggest_hint(&near);
}

/* Applies one "name=value" of `length` bytes. */
static dom_rc apply_setting(dom_options *options, const char *setting, size_t length, dom_err *err)
{
    char name[64];
    if (length >= sizeof name)
        return dom_err_set(err, DOM_E_CONFIG, "setting '%.20s...' is too long", setting);
    memcpy(name, setting, length);
    name[length] = '\0';
    char *equals = strchr(name, '=');
    if (equals == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "'%s' is not of the form option=value", name);
    *equals = '\0';
    const dom_option *option = dom_option_find(name);
    if (option == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "there is no option '%s'%s", name,
                           dom_option_hint(name).text);
    return dom_option_set(options, option, equals + 1, err);
}

dom_rc dom_options_apply(dom_options *options, const char *settings, dom_err *err)
{
    for (;;) {
        settings += strspn(settings, " ");
        size_t length = strcspn(settings, " ");
        if (length == 0)
            return DOM_OK;
        dom_rc rc = apply_setting(options, settings, length, err);
        if (rc != DOM_OK)
            return rc;
        settings += length;
    }
}

bool dom_options_may_draw(const dom_options *options)
{
    return options->draw_mode != DOM_DRAW_NONE || options->opening_draw != DOM_OPENING_NONE;
}

int dom_options_tiles(const dom_options *options)
{
    return dom_tileset_count(dom_tileset_full(options->set_max, options->doubles));
}
