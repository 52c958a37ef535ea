/* The option table, settings as text, and which combinations are refused:
 * RULES.md section 2. */
#include "playout.h"
#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

/* Rows as in RULES.md: name, default, some allowed values (all allowed words), and some values
 * that are not allowed. */
struct row {
    const char *name, *fallback, *allowed, *refused;
};

#define LEADS_NEXT "rotate winner same lots high_tile count highest_double lowest_double"

static const struct row rows[] = {
    {"players", "2", "2 3 4 5 6 7 8", "0 1 9 -2 two 2.0 2x 99999999999"},
    {"teams", "false", "true false", "0 1 yes True"},
    {"set_max", "6", "3 4 5 6 8 9 12", "0 1 2 7 10 11 13 38 44"},
    {"doubles", "true", "true false", "0 1 no"},
    {"hand", "7", "1 2 7 14 91", "0 -1 seven"},
    {"start_tile", "none", "none nondouble any", "double 0"},
    {"opening_draw", "none", "none until_double_six", "until_double_nine"},
    {"lead_first", "lots", "lots high_tile count highest_double lowest_double drawn_double seat0",
     "next rotate winner same seat1"},
    {"lead_next", "rotate", LEADS_NEXT, "next seat0 drawn_double loser"},
    {"lead_after_block", "next", "next " LEADS_NEXT, "seat0 drawn_double"},
    {"lead_after_tie", "next", "next drawn_double " LEADS_NEXT, "seat0 nobody"},
    {"lead_tile", "any", "any own_double", "double"},
    {"no_double", "redeal", "redeal highest_tile", "any"},
    {"arms", "2", "2 4", "0 1 3 5 6"},
    {"facedown", "false", "true false", "1"},
    {"draw_mode", "none", "none optional forced", "always"},
    {"draw_limit", "0", "0 1 2 3 20", "-1 none"},
    {"reserve", "2", "0 2", "1 3 34"},
    {"draw_cost", "0", "0 1 5", "-1 0.5"},
    {"dead_layout", "draw_out", "draw_out immediate", "never"},
    {"end_rule", "all_stuck", "all_stuck mover_stuck", "stuck"},
    {"pip00", "0", "0 13", "1 12 14 45"},
    {"score", "difference", "difference all_hands opponents average penalty", "sum"},
    {"domino_bonus", "0", "0 5 50", "-5"},
    {"club_double", "off", "off once multiply", "twice"},
    {"block_tie", "nobody", "nobody blocker third_loses any_blocker", "all"},
    {"zero_tie", "domino_wins", "domino_wins nobody", "blocker"},
    {"team_block", "combined", "combined lowest_hand", "highest_hand"},
    {"target", "100", "0 1 61 100 200 500", "-1 high"},
    {"rounds", "0", "0 1 8 200", "201 -1"},
    {"objective", "high", "high low", "middle"},
};

enum { ROWS = sizeof rows / sizeof *rows };

Test(rules_options, the_option_table_has_the_rows_of_the_rules_page_in_order)
{
    cr_assert(eq(int, DOM_OPTION_COUNT, ROWS));
    for (size_t i = 0; i < ROWS; i++) {
        cr_assert(eq(str, (char *)dom_option_at(i)->name, (char *)rows[i].name));
        cr_assert(eq(ptr, (void *)dom_option_find(rows[i].name), (void *)dom_option_at(i)));
        cr_assert(ge(sz, strlen(dom_option_at(i)->help), 1));
    }
    cr_assert(eq(ptr, (void *)dom_option_find("speed"), NULL));
}

static const char *written(const dom_option *option, int32_t value)
{
    static char buffer[64];
    dom_text text = dom_text_of(buffer, sizeof buffer);
    dom_option_write(option, value, &text);
    return buffer;
}

ParameterizedTestParameters(rules_options, a_row_is_as_in_the_rules)
{
    return row_params(ROWS);
}

static void allows_each(const dom_option *option, const char *values)
{
    char list[200];
    strcpy(list, values);
    for (char *value = strtok(list, " "); value; value = strtok(NULL, " ")) {
        dom_options options = dom_options_default();
        dom_rc rc = dom_option_set(&options, option, value, NULL);
        cr_assert(eq(int, rc, DOM_OK), "%s=%s is refused", option->name, value);
        cr_assert(eq(str, (char *)written(option, dom_option_get(&options, option)), value));
    }
}

/* Expects a message with the option, the value and the allowed values. */
static void refuses(const dom_option *option, const char *value)
{
    dom_options options = dom_options_default();
    dom_options before = options;
    dom_err err;
    char allowed[200];
    dom_text text = dom_text_of(allowed, sizeof allowed);
    dom_option_write_allowed(option, &text);
    dom_rc rc = dom_option_set(&options, option, value, &err);
    cr_assert(eq(int, rc, DOM_E_CONFIG), "%s=%s is allowed", option->name, value);
    cr_assert(eq(int, err.rc, DOM_E_CONFIG));
    cr_assert(strstr(err.text, option->name) != NULL, "%s", err.text);
    cr_assert(strstr(err.text, allowed) != NULL, "%s", err.text);
    cr_assert(eq(int, memcmp(&options, &before, sizeof options), 0), "changed although it failed");
}

static void refuses_each(const dom_option *option, const char *values)
{
    char list[200];
    strcpy(list, values);
    for (char *value = strtok(list, " "); value; value = strtok(NULL, " "))
        refuses(option, value);
}

ParameterizedTest(size_t *number, rules_options, a_row_is_as_in_the_rules)
{
    const struct row *row = &rows[*number];
    const dom_option *option = dom_option_find(row->name);
    dom_options options = dom_options_default();
    cr_assert(eq(str, (char *)written(option, option->fallback), (char *)row->fallback));
    cr_assert(eq(int, dom_option_get(&options, option), option->fallback));
    cr_assert(option->allowed == 0 || option->max < 32, "every allowed value has a bit");
    allows_each(option, row->allowed);
    refuses_each(option, row->refused);
    refuses(option, "");
    refuses(option, " ");
}

/* Options with words allow exactly the words of RULES.md. */
Test(rules_options, the_documented_range_of_an_option_is_the_accepted_one)
{
    for (size_t i = 0; i < ROWS; i++) {
        const dom_option *option = dom_option_at(i);
        if (option->type != DOM_OPTION_WORD)
            continue;
        char said[300];
        dom_text text = dom_text_of(said, sizeof said);
        dom_option_write_allowed(option, &text);
        char list[200];
        strcpy(list, rows[i].allowed);
        size_t length = 0;
        for (char *word = strtok(list, " "); word; word = strtok(NULL, " ")) {
            cr_assert(strstr(said, word) != NULL, "%s: %s", option->name, said);
            length += strlen(word) + strlen(", ");
        }
        cr_assert(eq(sz, strlen(said) + strlen(", "), length), "%s: %s", option->name, said);
    }
}

Test(rules_options, ranges_and_choices_are_written_in_words)
{
    static const struct {
        const char *name, *said;
    } cases[] = {
        {"players", "2..8"}, {"rounds", "0..200"},     {"set_max", "3, 4, 5, 6, 8, 9, 12"},
        {"pip00", "0, 13"},  {"teams", "true, false"}, {"draw_mode", "none, optional, forced"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char said[100];
        dom_text text = dom_text_of(said, sizeof said);
        dom_option_write_allowed(dom_option_find(cases[i].name), &text);
        cr_assert(eq(str, said, (char *)cases[i].said));
    }
}

Test(rules_options, settings_are_applied_from_left_to_right)
{
    dom_options options = dom_options_default();
    dom_rc rc = dom_options_apply(&options, "  players=3   hand=5 teams=false players=4 ", NULL);
    cr_assert(eq(int, rc, DOM_OK));
    cr_assert(eq(int, options.players, 4));
    cr_assert(eq(int, options.hand, 5));
}

Test(rules_options, no_settings_change_nothing)
{
    dom_options options = dom_options_default();
    dom_options before = options;
    cr_assert(eq(int, dom_options_apply(&options, "", NULL), DOM_OK));
    cr_assert(eq(int, dom_options_apply(&options, "   ", NULL), DOM_OK));
    cr_assert(eq(int, memcmp(&options, &before, sizeof options), 0));
}

/* Settings that are refused, and the word that the message must name. */
Test(rules_options, impossible_settings_are_refused_by_name)
{
    static const struct {
        const char *settings, *named;
    } cases[] = {
        {"players", "'players'"},
        {"players=", "players"},
        {"=3", "''"},
        {"players=3 spedd=4", "'spedd'"},
        {"players=3,hand=5", "'3,hand=5'"},
        {"players =3", "'players'"},
        {"hand=5 set_max=7", "set_max"},
        {"an_option_whose_name_is_longer_than_any_name_in_the_table_could_ever_be=1", "too long"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_options options = dom_options_default();
        dom_err err = {.text = ""};
        dom_rc rc = dom_options_apply(&options, cases[i].settings, &err);
        cr_assert(eq(int, rc, DOM_E_CONFIG), "%s", cases[i].settings);
        cr_assert(strstr(err.text, cases[i].named) != NULL, "%s: %s", cases[i].settings, err.text);
    }
}

Test(rules_options, every_value_that_is_written_is_read_back)
{
    chance c = {1};
    for (int n = 0; n < 300; n++) {
        dom_options options = any_options(&c);
        dom_options again = dom_options_default();
        for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
            const dom_option *option = dom_option_at(i);
            const char *value = written(option, dom_option_get(&options, option));
            cr_assert(eq(int, dom_option_set(&again, option, value, NULL), DOM_OK));
        }
        cr_assert(eq(int, memcmp(&options, &again, sizeof options), 0));
    }
}

Test(rules_options, the_number_of_tiles_follows_from_the_options)
{
    static const struct {
        const char *settings;
        int tiles;
    } cases[] = {{"", 28},
                 {"set_max=8", 45},
                 {"set_max=9", 55},
                 {"set_max=12", 91},
                 {"doubles=false", 21},
                 {"set_max=8 doubles=false", 36},
                 {"set_max=3 hand=5", 10},
                 {"set_max=4 hand=7", 15},
                 {"set_max=5", 21},
                 {"set_max=3 hand=3 doubles=false", 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_options options = options_with(cases[i].settings);
        cr_assert(eq(int, dom_options_tiles(&options), cases[i].tiles));
    }
}

#define SPINNER                                                                                    \
    "arms=4 lead_first=lowest_double lead_next=lowest_double lead_tile=own_double hand=4 "

/* RULES.md lists combinations that are refused, each with its reason. Each row has settings that
 * are refused and the most similar settings that are allowed, so that the expected part causes
 * the refusal. `word` is a part of the reason. */
struct refusal {
    const char *refused, *word, *accepted;
};

static const struct refusal refusals[] = {
    {"players=4 hand=8", "players x hand", "players=4 hand=7"},
    {"players=8 hand=4", "players x hand", "players=8 hand=3"},
    {"players=2 hand=11 doubles=false", "players x hand", "players=2 hand=10 doubles=false"},
    {"players=4 hand=7 start_tile=any", "players x hand", "players=3 hand=9 start_tile=any"},
    {"players=7 hand=8 set_max=9", "players x hand", "players=6 hand=9 set_max=9"},
    {"players=8 hand=12 set_max=12", "players x hand", "players=8 hand=11 set_max=12"},
    {"set_max=3 hand=6", "players x hand", "set_max=3 hand=5"},
    {"set_max=3 doubles=false hand=4", "players x hand", "set_max=3 doubles=false hand=3"},
    {"set_max=4 hand=8", "players x hand", "set_max=4 hand=7"},
    {"players=3 set_max=5 hand=7 start_tile=any", "players x hand", "players=3 set_max=5 hand=7"},
    {"set_max=5 opening_draw=until_double_six", "set_max 6",
     "set_max=8 opening_draw=until_double_six"},
    {"set_max=3 hand=1 opening_draw=until_double_six", "set_max 6",
     "opening_draw=until_double_six"},
    {"players=5 set_max=3 hand=1 lead_first=drawn_double", "drawn_double",
     "players=4 set_max=3 hand=1 lead_first=drawn_double"},
    {"teams=true", "teams", "teams=true players=4"},
    {"teams=true players=3", "teams", "teams=false players=3"},
    {"teams=true players=6 hand=4", "teams", "players=6 hand=4"},
    {"block_tie=third_loses", "third_loses", "block_tie=third_loses players=3"},
    {"block_tie=third_loses players=4", "third_loses", "block_tie=blocker players=4"},
    {"score=average players=3", "average", "score=average players=2"},
    {"score=average players=6 hand=4", "average", "score=average players=5 hand=4"},
    {"score=average players=7 hand=3", "average", "score=average players=4 hand=3"},
    {"score=average players=8 hand=3", "average", "score=difference players=8 hand=3"},
    {"facedown=true", "facedown", SPINNER "facedown=true"},
    {SPINNER "start_tile=any", "start tile", "start_tile=any"},
    {SPINNER "start_tile=nondouble", "start tile", "start_tile=nondouble"},
    {"end_rule=mover_stuck", "mover_stuck", "end_rule=mover_stuck draw_mode=forced"},
    {"end_rule=mover_stuck draw_mode=optional", "mover_stuck", "draw_mode=optional"},
    {"doubles=false lead_first=highest_double", "doubles", "lead_first=highest_double"},
    {"doubles=false lead_first=lowest_double", "doubles", "doubles=false lead_first=lots"},
    {"doubles=false lead_next=highest_double", "doubles", "doubles=false lead_next=winner"},
    {"doubles=false lead_after_block=lowest_double", "doubles",
     "doubles=false lead_after_block=high_tile"},
    {"doubles=false lead_after_tie=highest_double", "doubles",
     "doubles=false lead_after_tie=drawn_double"},
    {"doubles=false opening_draw=until_double_six", "doubles", "opening_draw=until_double_six"},
    {"target=0", "target", "target=0 rounds=1"},
    {"rounds=4", "target", "target=1"},
    {"target=0 rounds=0", "target", "target=61 rounds=0"},
    {"objective=low", "objective low", "objective=low target=0 rounds=4"},
    {"score=penalty target=0 rounds=4", "penalty", "score=penalty target=0 rounds=4 objective=low"},
    {"draw_limit=1", "draw_limit", "draw_limit=1 draw_mode=forced"},
    {"draw_cost=1", "draw_cost", "draw_cost=1 draw_mode=optional"},
};

ParameterizedTestParameters(rules_options, a_combination_is_refused_with_its_reason)
{
    return row_params(sizeof refusals / sizeof *refusals);
}

ParameterizedTest(size_t *number, rules_options, a_combination_is_refused_with_its_reason)
{
    const struct refusal *r = &refusals[*number];
    dom_options options = dom_options_default();
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_options_apply(&options, r->refused, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_options_check(&options, &err), DOM_E_CONFIG), "%s", r->refused);
    cr_assert(eq(int, err.rc, DOM_E_CONFIG));
    cr_assert(strstr(err.text, r->word) != NULL, "%s: %s", r->refused, err.text);
    (void)options_with(r->accepted);
}

Test(rules_options, drawn_doubles_need_no_doubles_in_the_set)
{
    (void)options_with(
        "players=3 doubles=false lead_first=drawn_double lead_after_tie=drawn_double");
}

/* In the sources a spinner is always the leader's own double. */
Test(rules_options, a_spinner_needs_every_round_led_with_a_double)
{
    static const char *const refused[] = {"arms=4",
                                          SPINNER "lead_tile=any",
                                          SPINNER "lead_next=rotate",
                                          SPINNER "lead_first=lots",
                                          SPINNER "lead_after_block=winner",
                                          SPINNER "no_double=highest_tile"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        dom_options options = dom_options_default();
        dom_err err;
        cr_assert(eq(int, dom_options_apply(&options, refused[i], &err), DOM_OK));
        cr_assert(eq(int, dom_options_check(&options, &err), DOM_E_CONFIG), "%s", refused[i]);
        cr_assert(strstr(err.text, "arms") != NULL, "%s", err.text);
    }
    (void)options_with(SPINNER);
}

Test(rules_options, lots_from_the_doubles_need_a_double_for_every_seat)
{
    dom_options options = dom_options_default();
    dom_err err;
    cr_assert(eq(int, dom_options_apply(&options, "players=8 hand=3 lead_first=drawn_double", &err),
                 DOM_OK));
    cr_assert(eq(int, dom_options_check(&options, &err), DOM_E_CONFIG));
    (void)options_with("players=7 hand=4 lead_first=drawn_double");
}
