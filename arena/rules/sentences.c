#include "rules/sentences.h"

#include "terms.h"

#include "base/check.h"

/* A sentence and the condition under which it holds (terms.h). */
typedef struct {
    const char *condition, *text;
} row;

/* clang-format off */
static const row rows[] = {
    /* the table */
    {"teams=false", "{players:seat} play, each for itself."},
    {"teams=true", "{players:seat} play in two teams, 0 and 2 against 1 and 3."},
    {"doubles=true", "The tiles are a double-{set_max} set, {tiles:tile}."},
    {"doubles=false", "The tiles are a double-{set_max} set without its doubles, {tiles:tile}."},
    {"", "Every seat is dealt {hand:tile}."},
    {"stock", "The stock has {stock:tile}."},
    {"-stock", "There is no stock."},
    {"start_tile=any", "A random tile lies on the table before play."},
    {"start_tile=nondouble", "A random tile, no double, lies on the table before play."},
    {"opening_draw=until_double_six",
     "While 6-6 is in the stock, every seat draws a tile before play, seat 0 first; once begun, all draw, as long as the stock lasts."},

    /* the lead */
    {"leads_alike", "In every round {lead_first?}."},
    {"-leads_alike", "In the first round {lead_first?}; later {lead_next?}."},
    {"rounds!1 lead_after_block!next lead_after_tie=next",
     "After a round in which nobody went out, {lead_after_block?}."},
    {"rounds!1 lead_after_block!next lead_after_tie!next",
     "After a round that a seat won without going out, {lead_after_block?}."},
    {"rounds!1 lead_after_tie!next|drawn_double", "After a round that nobody won, {lead_after_tie?}."},
    {"rounds!1 lead_after_tie=drawn_double",
     "After a round that nobody won, the tied seats draw doubles, and the highest one leads."},
    {"rounds!1 winner_may_lack", "If nobody won the round before, its leader leads again."},
    {"rounds!1 by_winner teams=true score!average|penalty",
     "The winner of a round without going out is the partner with fewer pips, or the lower seat if both have the same."},
    {"rounds!1 winner_matters score=average|penalty",
     "For the lead, a round is won by the seat that alone has the lightest hand."},
    {"by_double may_lack_doubles opening_draw=none no_double=redeal",
     "If a double decides and no hand has one, the tiles are dealt again."},
    {"by_double may_lack_doubles opening_draw=none no_double=highest_tile",
     "If a double decides and no hand has one, the holder of the highest tile leads."},
    {"by_double start_tile=any opening_draw!none",
     "If the start tile is 6-6, nobody draws before play; if then no hand has a double, the holder of the highest tile leads."},
    {"start_tile!none", "The leader plays onto the tile on the table."},
    {"start_tile=none by_double lead_tile=own_double", "A seat that leads because of a double must lead that double."},
    {"start_tile=none by_double lead_tile=own_double -only_by_double", "Any other leader may lead any tile."},
    {"start_tile=none by_double lead_tile=any", "The leader may lead any tile."},
    {"start_tile=none -by_double", "The leader may lead any tile."},
    {"arms=4", "The first tile is a spinner with four open ends from the start."},
    {"facedown=true", "A later double may be laid face down, which closes its end."},

    /* a turn */
    {"draw_mode=none", "A seat that can play must play; else it passes."},
    {"draw_mode=none stock", "Nobody draws in a turn."},
    {"draw_mode=forced", "A seat that can play must play; else it draws until it can."},
    {"draw_mode=optional", "A seat may draw before it plays, even if it can play, and must draw if it cannot."},
    {"draw_mode=optional start_tile=none by_double lead_tile=own_double",
     "A seat that must lead a double may not draw first."},
    {"draw_limit!0", "A seat draws at most {draw_limit:tile} in a turn."},
    {"draw_mode!none end_rule=all_stuck", "A seat passes only if it can neither play nor draw."},
    {"end_rule=mover_stuck draw_limit!0", "A seat passes only if it cannot play after {draw_limit:drawn tile}."},
    {"draw_mode!none reserve!0 opening_draw=none", "The last {reserve} tiles of the stock are never drawn."},
    {"draw_mode!none reserve!0 opening_draw!none",
     "The last {reserve} tiles of the stock are never drawn in a turn, but may be drawn before play."},
    {"draw_mode!none reserve=0", "The whole stock may be drawn."},
    {"draw_cost!0 teams=false", "Every tile that a seat draws in a turn costs it {draw_cost:point} at once."},
    {"draw_cost!0 teams=true", "Every tile that a seat draws in a turn costs its team {draw_cost:point} at once."},

    /* the end of a round */
    {"end_rule=mover_stuck",
     "A round ends when a seat goes out, or when the seat on turn cannot play and nothing is left to draw, even if another seat could play."},
    {"end_rule=all_stuck draw_mode=none", "A round ends when a seat goes out, or when nobody can play."},
    {"end_rule=all_stuck draw_mode!none dead_layout=draw_out",
     "A round ends when a seat goes out, or when nobody can play and nothing is left to draw."},
    {"end_rule=all_stuck draw_mode!none dead_layout=immediate",
     "A round ends when a seat goes out, or when nobody can play and either no tile of the stock fits or nothing is left to draw."},

    /* who wins a round, and what it scores */
    {"score!average|penalty teams=false zero_tie=domino_wins", "The seat that goes out wins the round."},
    {"score!average|penalty teams=true zero_tie=domino_wins", "The team of the seat that goes out wins the round."},
    {"score!average|penalty teams=false zero_tie=nobody",
     "The seat that goes out wins the round, unless another hand is worth 0: then nobody wins it."},
    {"score!average|penalty teams=true zero_tie=nobody",
     "The team of the seat that goes out wins the round, unless an opponent's hand is worth 0: then nobody wins it."},
    {"score!average|penalty teams=false", "Going out scores the pips in the other hands."},
    {"score=difference|opponents teams=true",
     "Going out scores the pips in the opponents' hands; the partner's tiles do not count."},
    {"score=all_hands teams=true", "Going out scores the pips in all hands, also in the partner's."},
    {"score!average|penalty teams=false", "If nobody goes out, the seat with the lightest hand wins the round."},
    {"score!average|penalty teams=true team_block=combined",
     "If nobody goes out, the team with fewer pips in both hands wins the round."},
    {"score!average|penalty teams=true team_block=lowest_hand",
     "If nobody goes out, the team with the lightest single hand wins the round."},
    {"score=difference teams=false -may_win_heavy",
     "Winning without going out scores the pips in the other hands minus the winner's own."},
    {"score=difference teams=false may_win_heavy",
     "Winning without going out scores the pips in the other hands minus the winner's own, but never less than 0."},
    {"score=difference teams=true -may_win_heavy",
     "Winning without going out scores the pips of the opponents minus those of the winning team."},
    {"score=difference teams=true may_win_heavy",
     "Winning without going out scores the pips of the opponents minus those of the winning team, but never less than 0."},
    {"score=opponents teams=false", "Winning without going out scores the pips in the other hands."},
    {"score=opponents teams=true", "Winning without going out scores the pips in the opponents' hands."},
    {"score=all_hands", "Winning without going out scores the pips in all hands, the winner's included."},

    /* ties; a round that ends by the seat on turn has no blocker */
    {"score!average|penalty teams=false block_tie=nobody",
     "If nobody goes out and the lightest hands tie, nobody wins the round."},
    {"score!average|penalty teams=false block_tie=blocker|any_blocker end_rule=mover_stuck",
     "If nobody goes out and the lightest hands tie, nobody wins the round."},
    {"score!average|penalty teams=true team_block=combined block_tie=nobody",
     "If nobody goes out and both teams have the same pips, nobody wins the round."},
    {"score!average|penalty teams=true team_block=combined block_tie!nobody end_rule=mover_stuck",
     "If nobody goes out and both teams have the same pips, nobody wins the round."},
    {"score!average|penalty teams=true team_block=lowest_hand block_tie=nobody",
     "If nobody goes out and the lightest hands of both teams tie, nobody wins the round."},
    {"score!average|penalty teams=true team_block=lowest_hand block_tie!nobody end_rule=mover_stuck",
     "If nobody goes out and the lightest hands of both teams tie, nobody wins the round."},
    {"score!average|penalty teams=false block_tie=blocker end_rule=all_stuck",
     "If nobody goes out and the lightest hands tie, the seat that played the last tile wins if it has one of them; else nobody wins."},
    {"score!average|penalty teams=false block_tie=any_blocker end_rule=all_stuck",
     "If nobody goes out and the lightest hands tie, the seat that played the last tile wins."},
    {"score!average|penalty teams=true team_block=combined block_tie!nobody end_rule=all_stuck",
     "If nobody goes out and both teams have the same pips, the team that played the last tile wins."},
    {"score!average|penalty teams=true team_block=lowest_hand block_tie=blocker end_rule=all_stuck",
     "If nobody goes out and the lightest hands of both teams tie, the seat that played the last tile wins with its team if it has one of them; else nobody wins."},
    {"score!average|penalty teams=true team_block=lowest_hand block_tie=any_blocker end_rule=all_stuck",
     "If nobody goes out and the lightest hands of both teams tie, the team that played the last tile wins."},
    {"score!average|penalty block_tie=third_loses",
     "If nobody goes out and two hands tie as the lightest, the third seat loses its own pips; if all three tie, nobody scores."},
    {"score!average|penalty block_tie=third_loses zero_tie=nobody",
     "If going out wins nothing because one other hand is worth 0, the third seat loses its own pips."},
    {"score!average|penalty teams=false", "Nobody but the winner scores."},
    {"score!average|penalty teams=true", "Nobody but the winning team scores, and both partners have its points."},
    {"pip00!0 doubles=true", "In a hand 0-0 counts {pip00}."},
    {"score!average|penalty club_double=once",
     "If the last tile is a double or fitted every open end, going out scores the opponents' pips twice."},
    {"score!average|penalty club_double=multiply",
     "If the last tile is a double or fitted every open end, going out scores the opponents' pips twice; if it is both, four times."},
    {"score=average",
     "Every seat scores 100 points for each pip by which its hand is lighter than the average hand, and loses 100 for each pip by which it is heavier."},
    {"score=penalty", "Every seat gets the pips of its hand as penalty points."},
    {"score=penalty domino_bonus!0", "Going out takes {domino_bonus:penalty point} off."},
    {"score=average|penalty teams=true", "Both partners have the sum of their points."},

    /* the match */
    {"target!0", "The match ends when a score is {target} or more after a round, and after 200 rounds at the latest."},
    {"rounds!0", "The match ends after {rounds:round}."},
    {"objective=high", "The highest score wins the match; equal scores share a place."},
    {"objective=low", "The lowest score wins the match; equal scores share a place."},
};
/* clang-format on */

_Static_assert(DOM_ROUNDS_MAX == 200, "a sentence says so");

void dom_sentences_write(dom_sentences *out, const dom_options *options)
{
    out->count = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!dom_terms_hold(rows[i].condition, options))
            continue;
        dom_check(out->count < DOM_SENTENCES_MAX);
        dom_text text = dom_text_of(out->text[out->count++], DOM_SENTENCE_BYTES);
        dom_terms_write(&text, rows[i].text, options);
        dom_check(!text.cut);
    }
}
