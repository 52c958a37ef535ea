/* Which combinations of options cannot be played, and which are unequal for the seats (RULES.md,
 * section 2). */
#include "terms.h"

#define SPINNER_REASON                                                                             \
    "arms 4 needs every round led with the leader's own double: lead_first and lead_next "         \
    "highest_double or lowest_double, lead_tile own_double, no_double redeal"
#define TARGET_REASON "exactly one of target and rounds must be above 0"

/* DECISION (combinations): what is not refused can be played, whether a named variant does so or
 * not. */
static const struct {
    const char *condition, *reason; /* terms.h */
} refusals[] = {
    {"deals_too_many",
     "players x hand (and the start tile) is {dealt}, and the set has {tiles:tile}"},
    {"teams=true players!4", "teams needs players 4"},
    {"block_tie=third_loses players!3", "block_tie third_loses needs players 3"},
    {"score=average -parts_of_100", "score average needs a number of players that divides 100"},
    {"facedown=true arms=2", "facedown needs arms 4"},
    {"start_tile!none arms=4", "a start tile needs arms 2"},
    /* DECISION (spinner): the texts know a spinner only as the leader's own double. */
    {"arms=4 -only_by_double", SPINNER_REASON},
    {"arms=4 only_by_double lead_tile=any", SPINNER_REASON},
    {"end_rule=mover_stuck draw_mode!forced", "end_rule mover_stuck needs draw_mode forced"},
    {"doubles=false by_double", "a lead rule that looks for doubles needs doubles true"},
    {"doubles=false opening_draw!none",
     "an opening draw that looks for doubles needs doubles true"},
    {"opening_draw!none set_max=3|4|5", "opening_draw until_double_six needs set_max 6 or more"},
    /* DECISION (lot-doubles): lots are drawn without replacement, so each seat needs a double. */
    {"lacks_lot_doubles", "lead by drawn_double needs a double for every seat"},
    {"target!0 rounds!0", TARGET_REASON},
    {"target=0 rounds=0", TARGET_REASON},
    {"target!0 objective=low", "objective low needs rounds, not a target"},
    {"score=penalty objective=high", "score penalty needs objective low"},
    {"draw_mode=none draw_limit!0", "draw_limit needs a draw_mode"},
    {"draw_mode=none draw_cost!0", "draw_cost needs a draw_mode"},
};

static const struct {
    const char *condition, *words;
} unlike_seats[] = {
    {"lead_first=seat0", "seat 0 always leads"},
    {"by_count", "a lead by count falls on some seats more often"},
    {"opens_unevenly", "the last tiles of an opening draw go to the first seats"},
};

const char *dom_options_unlike_seats(const dom_options *options)
{
    for (size_t i = 0; i < sizeof unlike_seats / sizeof *unlike_seats; i++)
        if (dom_terms_hold(unlike_seats[i].condition, options))
            return unlike_seats[i].words;
    return NULL;
}

dom_rc dom_options_check(const dom_options *options, dom_err *err)
{
    char reasons[DOM_ERR_BYTES] = "";
    dom_text text = dom_text_of(reasons, sizeof reasons);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (dom_terms_hold(refusals[i].condition, options)) {
            dom_text_add(&text, reasons[0] ? "; " : "");
            dom_terms_write(&text, refusals[i].reason, options);
        }
    return reasons[0] ? dom_err_set(err, DOM_E_CONFIG, "%s", reasons) : DOM_OK;
}
