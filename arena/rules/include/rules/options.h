/* rules/options.h - everything in which the games differ, as one struct and one
 * table.
 *
 * A variant is a value of dom_options; the engine never looks at a variant's name.
 * The table drives reading (variant rows, tournament files), writing (records,
 * `variants`), the protocol's `options` and the help text.
 * Meanings and sources: arena/rules/RULES.md, section 2.
 */
#ifndef DOM_RULES_OPTIONS_H
#define DOM_RULES_OPTIONS_H

#include "base/did_you_mean.h"
#include "base/err.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values of an option that has words, in the order of its row in the table. */
typedef enum { DOM_START_NONE, DOM_START_NONDOUBLE, DOM_START_ANY } dom_start_tile;
typedef enum { DOM_OPENING_NONE, DOM_OPENING_UNTIL_DOUBLE_SIX } dom_opening_draw;
typedef enum { DOM_LEAD_TILE_ANY, DOM_LEAD_TILE_OWN_DOUBLE } dom_lead_tile;
typedef enum { DOM_NO_DOUBLE_REDEAL, DOM_NO_DOUBLE_HIGHEST_TILE } dom_no_double;
typedef enum { DOM_DRAW_NONE, DOM_DRAW_OPTIONAL, DOM_DRAW_FORCED } dom_draw_mode;
typedef enum { DOM_DEAD_DRAW_OUT, DOM_DEAD_IMMEDIATE } dom_dead_layout;
typedef enum { DOM_RULE_ALL_STUCK, DOM_RULE_MOVER_STUCK } dom_end_rule;
typedef enum {
    DOM_SCORE_DIFFERENCE,
    DOM_SCORE_ALL_HANDS,
    DOM_SCORE_OPPONENTS,
    DOM_SCORE_AVERAGE,
    DOM_SCORE_PENALTY
} dom_score_rule;
typedef enum { DOM_CLUB_OFF, DOM_CLUB_ONCE, DOM_CLUB_MULTIPLY } dom_club_double;
typedef enum {
    DOM_TIE_NOBODY,
    DOM_TIE_BLOCKER, /* the blocker wins if it is among the tied */
    DOM_TIE_THIRD_LOSES,
    DOM_TIE_ANY_BLOCKER /* the blocker wins, tied or not */
} dom_block_tie;
typedef enum { DOM_ZERO_DOMINO_WINS, DOM_ZERO_NOBODY } dom_zero_tie;
typedef enum { DOM_TEAM_COMBINED, DOM_TEAM_LOWEST_HAND } dom_team_block;
typedef enum { DOM_OBJECTIVE_HIGH, DOM_OBJECTIVE_LOW } dom_objective;

/* Who leads a round. All four lead options share these values; each of them allows only some
 * (its row says which). */
typedef enum {
    DOM_LEAD_NEXT, /* as the more general option says; not in lead_first and lead_next */
    DOM_LEAD_ROTATE,
    DOM_LEAD_WINNER,
    DOM_LEAD_SAME,
    DOM_LEAD_SEAT0,
    DOM_LEAD_LOTS,
    DOM_LEAD_HIGH_TILE,
    DOM_LEAD_COUNT,
    DOM_LEAD_DRAWN_DOUBLE,
    DOM_LEAD_HIGHEST_DOUBLE,
    DOM_LEAD_LOWEST_DOUBLE
} dom_lead;

/* Returns the word of a lead rule, as the lead options have it: "rotate". */
const char *dom_lead_word(dom_lead lead);

/* All options of a game. Every field is an int32_t so that the table can reach it by offset.
 * Booleans are 0 or 1, words are the enums above. */
typedef struct {
    int32_t players; /* seats, 2..DOM_SEATS_MAX                               */
    int32_t teams;   /* seats {0,2} against {1,3}                             */
    int32_t set_max; /* highest pip of the set: 3, 4, 5, 6, 8, 9 or 12          */
    int32_t doubles; /* the set has its doubles                               */
    int32_t hand;    /* tiles dealt to each seat                              */
    int32_t start_tile;
    int32_t opening_draw;
    int32_t lead_first;
    int32_t lead_next;
    int32_t lead_after_block;
    int32_t lead_after_tie;
    int32_t lead_tile;
    int32_t no_double;
    int32_t arms; /* 2: a line; 4: the lead is a spinner                      */
    int32_t facedown;
    int32_t draw_mode;
    int32_t draw_limit; /* draws per turn; 0: no limit */
    int32_t reserve;    /* stock tiles that may never be drawn                */
    int32_t draw_cost;  /* match points per drawn tile                        */
    int32_t dead_layout;
    int32_t end_rule;
    int32_t pip00; /* value of [0-0] when hands are counted                   */
    int32_t score;
    int32_t domino_bonus;
    int32_t club_double;
    int32_t block_tie;
    int32_t zero_tie;
    int32_t team_block;
    int32_t target; /* 0: none */
    int32_t rounds; /* 0: none */
    int32_t objective;
} dom_options;

enum {
    DOM_OPTION_COUNT = sizeof(dom_options) / sizeof(int32_t),
    DOM_ROUNDS_MAX =
        200 /* a match ends after this many rounds in any case [RULES.md 0, match safety] */
};

typedef enum { DOM_OPTION_INT, DOM_OPTION_BOOL, DOM_OPTION_WORD } dom_option_type;

/* One row of the table. */
typedef struct {
    const char *name;
    dom_option_type type;
    size_t offset;    /* offset of the int32_t in dom_options */
    int32_t fallback; /* default: Block for two */
    int32_t min, max; /* INT only */
    uint32_t allowed; /* INT, WORD: bit v is set if value v is allowed, and no value is above 31;
                         0: all of min..max, or every word */
    const char *const *words; /* WORD only: NULL-terminated, index = value    */
    const char *help;         /* one line for a person, no full stop          */
} dom_option;

/* Returns row `index` of the table, in the order of dom_options. Pre: index < DOM_OPTION_COUNT. */
const dom_option *dom_option_at(size_t index);

/* Returns the row of that name, or NULL. */
const dom_option *dom_option_find(const char *name);

/* Returns the hint with the most similar name of a row. */
dom_hint dom_option_hint(const char *name);

int32_t dom_option_get(const dom_options *options, const dom_option *option);
void dom_option_put(dom_options *options, const dom_option *option, int32_t value);

/* Sets one option from its text, such as "7", "true" or "forced". Returns DOM_OK, or
 * DOM_E_CONFIG with *options unchanged; `err` then names the option and what it allows. */
dom_rc dom_option_set(dom_options *options, const dom_option *option, const char *value,
                      dom_err *err);

/* Add the value as text; add what the option allows, such as "none, optional or forced" or
 * "2..8". */
void dom_option_write(const dom_option *option, int32_t value, dom_text *out);
void dom_option_write_allowed(const dom_option *option, dom_text *out);

/* Returns every option at its default. */
dom_options dom_options_default(void);

/* Applies "name=value name=value ...", with blanks between. Returns DOM_OK, or DOM_E_CONFIG with
 * `err` set and *options undefined. */
dom_rc dom_options_apply(dom_options *options, const char *settings, dom_err *err);

/* Checks whether this combination can be played. Returns DOM_OK, or DOM_E_CONFIG with every
 * reason against it. All other functions of the rules need options that passed this check. */
dom_rc dom_options_check(const dom_options *options, dom_err *err);

/* Returns true if a seat may ever draw from the stock, in its turn or before the lead. Otherwise
 * the order of the stock has no meaning. */
bool dom_options_may_draw(const dom_options *options);

/* Returns in words why the seats are unequal before anything is dealt. It returns NULL if they
 * are equal: one player in all seats scores the same in each of them on average. */
const char *dom_options_unlike_seats(const dom_options *options);

/* Returns the number of tiles of the set. */
int dom_options_tiles(const dom_options *options);

#endif
