/* The rules of a variant have a sentence for every option that is set, and no other sentence.
 * Whether a sentence is true, tests/e2e/test_sentences.py asks records of matches. */
#include "rules/sentences.h"

#include "playout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

/* Each row changes one option of the default, and another one if the first needs it to matter. */
static const struct {
    struct {
        const char *name, *value;
    } option[2];
    const char *sentence;
} rows[] = {
    {{{"players", "3"}}, "3 seats play, each for itself."},
    {{{"teams", "true"}, {"players", "4"}}, "4 seats play in two teams, 0 and 2 against 1 and 3."},
    {{{"doubles", "false"}}, "The tiles are a double-6 set without its doubles, 21 tiles."},
    {{{"set_max", "9"}}, "The tiles are a double-9 set, 55 tiles."},
    {{{"hand", "1"}}, "Every seat is dealt 1 tile."},
    {{{"hand", "1"}}, "The stock has 26 tiles."},
    {{{"hand", "14"}}, "There is no stock."},
    {{{"start_tile", "any"}}, "A random tile lies on the table before play."},
    {{{"start_tile", "nondouble"}}, "A random tile, no double, lies on the table before play."},
    {{{"start_tile", "any"}}, "The leader plays onto the tile on the table."},
    {{{"opening_draw", "until_double_six"}},
     "While 6-6 is in the stock, every seat draws a tile before play, seat 0 first; once begun, "
     "all draw, as long as the stock lasts."},
    {{{"lead_first", "seat0"}},
     "In the first round seat 0 leads; later the seat after the previous leader leads."},
    {{{"lead_next", "same"}},
     "In the first round a lot decides which seat leads; later the previous leader leads again."},
    {{{"lead_next", "lots"}}, "In every round a lot decides which seat leads."},
    {{{"lead_next", "winner"}}, "If nobody won the round before, its leader leads again."},
    {{{"lead_after_block", "winner"}},
     "After a round in which nobody went out, the winner of the round before leads."},
    {{{"lead_after_block", "same"}, {"lead_after_tie", "lots"}},
     "After a round that a seat won without going out, the previous leader leads again."},
    {{{"lead_after_tie", "same"}},
     "After a round that nobody won, the previous leader leads again."},
    {{{"lead_after_tie", "drawn_double"}},
     "After a round that nobody won, the tied seats draw doubles, and the highest one leads."},
    {{{"lead_tile", "own_double"}, {"lead_first", "highest_double"}},
     "A seat that leads because of a double must lead that double."},
    {{{"lead_tile", "own_double"}, {"lead_first", "highest_double"}},
     "Any other leader may lead any tile."},
    {{{"lead_first", "highest_double"}},
     "If a double decides and no hand has one, the tiles are dealt again."},
    {{{"lead_first", "highest_double"}, {"no_double", "highest_tile"}},
     "If a double decides and no hand has one, the holder of the highest tile leads."},
    {{{"arms", "4"}}, "The first tile is a spinner with four open ends from the start."},
    {{{"facedown", "true"}}, "A later double may be laid face down, which closes its end."},
    {{{"draw_mode", "forced"}}, "A seat that can play must play; else it draws until it can."},
    {{{"draw_mode", "optional"}},
     "A seat may draw before it plays, even if it can play, and must draw if it cannot."},
    {{{"draw_mode", "optional"}, {"draw_limit", "3"}}, "A seat draws at most 3 tiles in a turn."},
    {{{"draw_mode", "forced"}, {"draw_limit", "1"}}, "A seat draws at most 1 tile in a turn."},
    {{{"draw_mode", "forced"}}, "The last 2 tiles of the stock are never drawn."},
    {{{"draw_mode", "forced"}, {"reserve", "0"}}, "The whole stock may be drawn."},
    {{{"draw_cost", "1"}, {"draw_mode", "forced"}},
     "Every tile that a seat draws in a turn costs it 1 point at once."},
    {{{"draw_cost", "5"}, {"draw_mode", "forced"}},
     "Every tile that a seat draws in a turn costs it 5 points at once."},
    {{{"end_rule", "mover_stuck"}, {"draw_mode", "forced"}},
     "A round ends when a seat goes out, or when the seat on turn cannot play and nothing is left "
     "to draw, even if another seat could play."},
    {{{"dead_layout", "immediate"}, {"draw_mode", "forced"}},
     "A round ends when a seat goes out, or when nobody can play and either no tile of the stock "
     "fits or nothing is left to draw."},
    {{{"score", "opponents"}}, "Winning without going out scores the pips in the other hands."},
    {{{"score", "all_hands"}},
     "Winning without going out scores the pips in all hands, the winner's included."},
    {{{"score", "average"}},
     "Every seat scores 100 points for each pip by which its hand is lighter than the average "
     "hand, and loses 100 for each pip by which it is heavier."},
    {{{"score", "penalty"}}, "Every seat gets the pips of its hand as penalty points."},
    {{{"score", "penalty"}, {"domino_bonus", "25"}}, "Going out takes 25 penalty points off."},
    {{{"block_tie", "blocker"}},
     "If nobody goes out and the lightest hands tie, the seat that played the last tile wins if "
     "it has one of them; else nobody wins."},
    {{{"block_tie", "any_blocker"}},
     "If nobody goes out and the lightest hands tie, the seat that played the last tile wins."},
    {{{"block_tie", "any_blocker"}},
     "Winning without going out scores the pips in the other hands minus the winner's own, but "
     "never less than 0."},
    {{{"team_block", "lowest_hand"}, {"teams", "true"}},
     "If nobody goes out, the team with the lightest single hand wins the round."},
    {{{"teams", "true"}},
     "Going out scores the pips in the opponents' hands; the partner's tiles do not count."},
    {{{"teams", "true"}},
     "If nobody goes out, the team with fewer pips in both hands wins the round."},
    {{{"pip00", "13"}}, "In a hand 0-0 counts 13."},
    {{{"club_double", "once"}},
     "If the last tile is a double or fitted every open end, going out scores the opponents' pips "
     "twice."},
    {{{"club_double", "multiply"}},
     "If the last tile is a double or fitted every open end, going out scores the opponents' pips "
     "twice; if it is both, four times."},
    {{{"zero_tie", "nobody"}},
     "The seat that goes out wins the round, unless another hand is worth 0: then nobody wins "
     "it."},
    {{{"target", "61"}},
     "The match ends when a score is 61 or more after a round, and after 200 rounds at the "
     "latest."},
    {{{"target", "0"}, {"rounds", "7"}}, "The match ends after 7 rounds."},
    {{{"objective", "low"}}, "The lowest score wins the match; equal scores share a place."},
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool says(const dom_options *options, const char *sentence)
{
    dom_sentences rules;
    dom_sentences_write(&rules, options);
    for (size_t i = 0; i < rules.count; i++)
        if (strcmp(rules.text[i], sentence) == 0)
            return true;
    return false;
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

Test(rules_sentences, an_option_has_a_sentence_if_it_is_set_and_only_then)
{
    dom_options usual = dom_options_default();
    for (int row = 0; row < ROWS; row++) {
        dom_options options = options_of(row);
        cr_expect(says(&options, rows[row].sentence), "missing: %s", rows[row].sentence);
        cr_expect(not(says(&usual, rows[row].sentence)), "also by default: %s", rows[row].sentence);
    }
}

/* Whatever is combined, the sentences fit their room, end with a full stop, and none is there
 * twice. */
Test(rules_sentences, every_combination_has_whole_sentences)
{
    chance c = {20};
    for (int i = 0; i < 2000; i++) {
        dom_options options = any_options(&c);
        dom_sentences rules;
        dom_sentences_write(&rules, &options);
        cr_assert(ge(sz, rules.count, 10));
        for (size_t s = 0; s < rules.count; s++) {
            cr_assert(eq(chr, rules.text[s][strlen(rules.text[s]) - 1], '.'));
            cr_assert(strpbrk(rules.text[s], "{}") == NULL, "%s", rules.text[s]);
            for (size_t other = 0; other < s; other++)
                cr_assert(ne(str, rules.text[other], rules.text[s]));
        }
    }
}
