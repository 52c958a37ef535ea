#include "output/variant_text.h"

#include "results/luck_baseline.h"

#include <stdio.h>

static const char *const lead_phrases[] = {
    [DOM_LEAD_NEXT] = "",
    [DOM_LEAD_ROTATE] = "the seat after the previous leader leads",
    [DOM_LEAD_WINNER] = "the winner of the round before leads",
    [DOM_LEAD_SAME] = "the previous leader leads again",
    [DOM_LEAD_SEAT0] = "seat 0 leads",
    [DOM_LEAD_LOTS] = "a lot decides which seat leads",
    [DOM_LEAD_HIGH_TILE] = "every seat draws a tile, and the highest tile leads",
    [DOM_LEAD_COUNT] = "every seat draws a tile, and the sum of their pips counts out the leader",
    [DOM_LEAD_DRAWN_DOUBLE] = "seats draw doubles, and the highest double leads",
    [DOM_LEAD_HIGHEST_DOUBLE] = "the holder of the highest double leads",
    [DOM_LEAD_LOWEST_DOUBLE] = "the holder of the lowest double leads",
};

static void explain_table(FILE *out, const dom_options *o)
{
    int tiles = dom_options_tiles(o);
    int start = o->start_tile != DOM_START_NONE;
    (void)fprintf(out, "%d seats%s, a double-%d set%s of %d tiles.\n", o->players,
                  o->teams ? " in two teams, 0 and 2 against 1 and 3" : ", each for itself",
                  o->set_max, o->doubles ? "" : " without its doubles", tiles);
    int stock = tiles - o->players * o->hand - start;
    (void)fprintf(out, "%d tile%s each; ", o->hand, o->hand == 1 ? "" : "s");
    if (stock)
        (void)fprintf(out, "%d make the stock.\n", stock);
    else
        (void)fprintf(out, "there is no stock.\n");
    if (start)
        (void)fprintf(out, "A random tile%s lies on the table before play.\n",
                      o->start_tile == DOM_START_NONDOUBLE ? ", no double," : "");
    if (o->opening_draw == DOM_OPENING_UNTIL_DOUBLE_SIX)
        (void)fprintf(out, "The seats draw in turn until one of them holds 6-6.\n");
}

static void explain_lead(FILE *out, const dom_options *o)
{
    (void)fprintf(out, "In the first round %s; later %s.\n", lead_phrases[o->lead_first],
                  lead_phrases[o->lead_next]);
    if (o->lead_after_block != DOM_LEAD_NEXT)
        (void)fprintf(out, "After a block %s.\n", lead_phrases[o->lead_after_block]);
    if (o->lead_after_tie != DOM_LEAD_NEXT)
        (void)fprintf(out, "After a round that nobody won %s.\n", lead_phrases[o->lead_after_tie]);
    if (o->lead_tile == DOM_LEAD_TILE_OWN_DOUBLE)
        (void)fprintf(out, "A seat that leads because of a double must play that double first.\n");
    if (o->arms == 4)
        (void)fprintf(out, "The first tile is a spinner with four open ends from the start.\n");
    if (o->facedown)
        (void)fprintf(out, "A double may be laid face down, which closes its end.\n");
}

static void explain_turn(FILE *out, const dom_options *o)
{
    static const char *const phrases[] = {
        [DOM_DRAW_NONE] = "A seat that can play must play; else it passes. No tile is drawn",
        [DOM_DRAW_OPTIONAL] = ("A seat may draw even if it can play, and must draw if it cannot; "
                               "then it plays if a tile fits"),
        [DOM_DRAW_FORCED] = "A seat that can play must play; else it draws",
    };
    (void)fprintf(out, "%s", phrases[o->draw_mode]);
    if (o->draw_limit)
        (void)fprintf(out, "; at most %d tile%s a turn", o->draw_limit,
                      o->draw_limit == 1 ? "" : "s");
    (void)fprintf(out, ".\n");
    if (o->draw_mode != DOM_DRAW_NONE && o->reserve)
        (void)fprintf(out, "The last %d tiles of the stock are never drawn.\n", o->reserve);
    if (o->draw_cost)
        (void)fprintf(out, "Every drawn tile costs %d point%s.\n", o->draw_cost,
                      o->draw_cost == 1 ? "" : "s");
    (void)fprintf(out, "A round ends when somebody goes out, or %s.\n",
                  o->end_rule == DOM_RULE_MOVER_STUCK ? "the seat on turn can neither play nor draw"
                  : o->dead_layout == DOM_DEAD_IMMEDIATE && o->draw_mode != DOM_DRAW_NONE
                      ? "no remaining tile fits an open end"
                      : "nobody can play or draw any more");
}

static void explain_score(FILE *out, const dom_options *o)
{
    static const char *const phrases[] = {
        [DOM_SCORE_DIFFERENCE] = "The lightest hand wins and scores the others' pips minus its own",
        [DOM_SCORE_ALL_HANDS] = "The lightest hand wins and scores all pips, its own included",
        [DOM_SCORE_OPPONENTS] = "The lightest hand wins and scores the opponents' pips",
        [DOM_SCORE_AVERAGE] =
            "Every seat scores the average pips of all hands minus its own, times 100",
        [DOM_SCORE_PENALTY] = "Every seat gets the pips of its own hand as a penalty",
    };
    static const char *const ties[] = {
        [DOM_TIE_NOBODY] = "no seat scores",
        [DOM_TIE_BLOCKER] = "the seat that blocked wins if it is one of them",
        [DOM_TIE_THIRD_LOSES] = "and there are two of them, the third seat loses its own pips",
        [DOM_TIE_ANY_BLOCKER] = "the seat that blocked wins",
    };
    (void)fprintf(out, "%s.\n", phrases[o->score]);
    if (o->score != DOM_SCORE_AVERAGE && o->score != DOM_SCORE_PENALTY)
        (void)fprintf(out, "When the lightest hands tie, %s.\n", ties[o->block_tie]);
    if (o->teams)
        (void)fprintf(out, "A blocked round goes to the team %s.\n",
                      o->team_block == DOM_TEAM_COMBINED ? "with fewer pips in both hands"
                                                         : "with the lightest single hand");
    if (o->pip00)
        (void)fprintf(out, "0-0 counts %d in a hand.\n", o->pip00);
    if (o->domino_bonus)
        (void)fprintf(out, "Going out subtracts %d points.\n", o->domino_bonus);
    if (o->club_double != DOM_CLUB_OFF)
        (void)fprintf(out,
                      "Going out with a double, or a tile that fits both ends, counts twice%s.\n",
                      o->club_double == DOM_CLUB_MULTIPLY ? ", with both four times" : "");
    if (o->zero_tie == DOM_ZERO_NOBODY)
        (void)fprintf(out, "When a seat goes out and %s hand is worth 0, no seat scores.\n",
                      o->teams ? "an opponent's" : "another");
}

static void explain_match(FILE *out, const dom_options *o)
{
    const char *who = o->objective == DOM_OBJECTIVE_HIGH ? "most" : "fewest";
    if (o->target)
        (void)fprintf(out, "The match ends when a score reaches %d; the %s points win.\n",
                      o->target, who);
    else
        (void)fprintf(out, "The match ends after %d rounds; the %s points win.\n", o->rounds, who);
    if (!dom_results_baseline_reaches_target(o))
        (void)fprintf(out,
                      "That target is hardly ever reached, so most matches end after %d rounds.\n",
                      DOM_ROUNDS_MAX);
}

void dom_output_explain_options(FILE *out, const dom_options *options)
{
    explain_table(out, options);
    explain_lead(out, options);
    explain_turn(out, options);
    explain_score(out, options);
    explain_match(out, options);
}
