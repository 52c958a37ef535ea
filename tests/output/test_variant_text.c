/* The explanation of a variant has a sentence for every option that is set, and no other
 * sentence. */
#include "output/variant_text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

/* Each row changes one option of the default, and another one if the first needs it to matter. */
static const struct {
    struct {
        const char *name, *value;
    } option[2];
    const char *sentence;
} rows[] = {
    {{{"players", "3"}}, "3 seats, each for itself, a double-6 set of 28 tiles."},
    {{{"teams", "true"}, {"players", "4"}}, "4 seats in two teams, 0 and 2 against 1 and 3, a"},
    {{{"doubles", "false"}}, "a double-6 set without its doubles of 21 tiles."},
    {{{"set_max", "9"}}, "a double-9 set of 55 tiles."},
    {{{"hand", "1"}}, "1 tile each; 26 make the stock."},
    {{{"hand", "14"}}, "14 tiles each; there is no stock."},
    {{{"start_tile", "any"}}, "A random tile lies on the table before play."},
    {{{"start_tile", "nondouble"}}, "A random tile, no double, lies on the table before play."},
    {{{"opening_draw", "until_double_six"}}, "The seats draw in turn until one of them holds 6-6."},
    {{{"lead_first", "seat0"}}, "In the first round seat 0 leads; later"},
    {{{"lead_next", "same"}}, "; later the previous leader leads again."},
    {{{"lead_after_block", "winner"}}, "After a block the winner of the round before leads."},
    {{{"lead_after_tie", "count"}},
     "After a round that nobody won every seat draws a tile, and the sum of their pips counts out "
     "the leader."},
    {{{"lead_tile", "own_double"}},
     "A seat that leads because of a double must play that double first."},
    {{{"arms", "4"}}, "The first tile is a spinner with four open ends from the start."},
    {{{"facedown", "true"}}, "A double may be laid face down, which closes its end."},
    {{{"draw_mode", "forced"}}, "A seat that can play must play; else it draws."},
    {{{"draw_mode", "optional"}, {"draw_limit", "3"}}, "if a tile fits; at most 3 tiles a turn."},
    {{{"draw_mode", "forced"}, {"reserve", "2"}}, "The last 2 tiles of the stock are never drawn."},
    {{{"draw_cost", "1"}}, "Every drawn tile costs 1 point."},
    {{{"draw_cost", "5"}}, "Every drawn tile costs 5 points."},
    {{{"end_rule", "mover_stuck"}}, "goes out, or the seat on turn can neither play nor draw."},
    {{{"dead_layout", "immediate"}, {"draw_mode", "forced"}},
     "or no remaining tile fits an open end."},
    {{{"score", "opponents"}}, "The lightest hand wins and scores the opponents' pips."},
    {{{"score", "average"}},
     "Every seat scores the average pips of all hands minus its own, times 100."},
    {{{"score", "penalty"}}, "Every seat gets the pips of its own hand as a penalty."},
    {{{"block_tie", "blocker"}}, "hands tie, the seat that blocked wins if it is one of them."},
    {{{"block_tie", "any_blocker"}}, "When the lightest hands tie, the seat that blocked wins."},
    {{{"team_block", "lowest_hand"}, {"teams", "true"}},
     "A blocked round goes to the team with the lightest single hand."},
    {{{"teams", "true"}}, "A blocked round goes to the team with fewer pips in both hands."},
    {{{"pip00", "13"}}, "0-0 counts 13 in a hand."},
    {{{"domino_bonus", "25"}}, "Going out subtracts 25 points."},
    {{{"club_double", "once"}}, "or a tile that fits both ends, counts twice."},
    {{{"club_double", "multiply"}}, "counts twice, with both four times."},
    {{{"zero_tie", "nobody"}}, "When a seat goes out and another hand is worth 0, no seat scores."},
    {{{"target", "61"}}, "The match ends when a score reaches 61; the most points win."},
    {{{"target", "1000000"}}, "That target is hardly ever reached, so most matches end after 200"},
    {{{"target", "0"}, {"rounds", "7"}}, "The match ends after 7 rounds; the most points win."},
    {{{"objective", "low"}}, "; the fewest points win."},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Returns the explanation; the caller frees it. */
static char *explained(const dom_options *options)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_assert(out != NULL);
    dom_output_explain_options(out, options);
    cr_assert(eq(int, fclose(out), 0));
    return text;
}

static dom_options options_of(int row)
{
    dom_options options = dom_options_default();
    for (int i = 0; i < 2 && rows[row].option[i].name; i++) {
        dom_err err = {.text = ""};
        const dom_option *option = dom_option_find(rows[row].option[i].name);
        cr_assert(option != NULL);
        cr_assert(eq(int, dom_option_set(&options, option, rows[row].option[i].value, &err), 0),
                  "%s", err.text);
    }
    return options;
}

Test(cli_explain, an_option_has_a_sentence_if_it_is_set_and_only_then)
{
    dom_options usual = dom_options_default();
    char *without = explained(&usual);
    for (int row = 0; row < ROWS; row++) {
        dom_options options = options_of(row);
        char *text = explained(&options);
        cr_expect(strstr(text, rows[row].sentence) != NULL, "'%s' is not in:\n%s",
                  rows[row].sentence, text);
        cr_expect(strstr(without, rows[row].sentence) == NULL, "'%s' is in:\n%s",
                  rows[row].sentence, without);
        free(text);
    }
    free(without);
}

Test(cli_explain, no_drawing_is_mentioned_if_nothing_can_be_drawn)
{
    dom_options usual = dom_options_default();
    char *text = explained(&usual);
    cr_expect(strstr(text, "No tile is drawn.\n") != NULL, "%s", text);
    cr_expect(strstr(text, "never drawn") == NULL, "%s", text);
    free(text);
}
