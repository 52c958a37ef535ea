#include "rules/variant.h"

#include "base/check.h"

#include <string.h>

/* The named variants. A row has only what differs from its base, which is a row above it; the
 * first row stands on the fallbacks of all options. Settings are written as in a tournament
 * file. The tag names the paragraph of RULES.md. DECISION (small-sets): none has less than
 * double-six. */
/* clang-format off */
static const struct {
    const char *name, *family, *base, *settings, *summary;
} rows[] = {
    /* [block] 1.3 */
    {"block-2", "block", "", "",
     "Block for two: 7 tiles each, no drawing, to 100"},
    {"block-3", "block", "block-2", "players=3 hand=5 target=61",
     "Block for three: 5 tiles each, no drawing, to 61"},
    {"block-4", "block", "block-3", "players=4",
     "Block for four: 5 tiles each, no drawing, to 61"},
    {"block-teams", "block", "block-2", "players=4 teams=true hand=5",
     "Block for two teams of two: 5 tiles each, no drawing, to 100"},
    /* [block] DECISION (large-tables): double-nine, every seat leads once, the highest total wins
     */
    {"block-5", "block", "block-2", "players=5 hand=7 set_max=9 target=0 rounds=5",
     "Block for five with double-nine: 7 tiles each, 5 rounds"},
    {"block-6", "block", "block-5", "players=6 rounds=6",
     "Block for six with double-nine: 7 tiles each, 6 rounds"},
    {"block-7", "block", "block-5", "players=7 hand=5 rounds=7",
     "Block for seven with double-nine: 5 tiles each, 7 rounds"},
    {"block-8", "block", "block-7", "players=8 rounds=8",
     "Block for eight with double-nine: 5 tiles each, 8 rounds"},
    /* [block] high tile */
    {"block-high-tile-2", "block", "block-2", "lead_first=high_tile",
     "Block where the highest drawn tile leads first, for two"},
    {"block-high-tile-3", "block", "block-3", "lead_first=high_tile",
     "Block where the highest drawn tile leads first, for three"},
    {"block-high-tile-4", "block", "block-4", "lead_first=high_tile",
     "Block where the highest drawn tile leads first, for four"},
    {"block-high-tile-teams", "block", "block-teams", "lead_first=high_tile",
     "Block where the highest drawn tile leads first, for two teams of two"},
    /* [block] redraw */
    {"block-redraw-2", "block", "block-2", "lead_after_block=lots",
     "Block where lots are drawn anew after a blocked round, for two"},
    {"block-redraw-3", "block", "block-3", "lead_after_block=lots",
     "Block where lots are drawn anew after a blocked round, for three"},
    {"block-redraw-4", "block", "block-4", "lead_after_block=lots",
     "Block where lots are drawn anew after a blocked round, for four"},
    {"block-redraw-teams", "block", "block-teams", "lead_after_block=lots",
     "Block where lots are drawn anew after a blocked round, for two teams of two"},
    /* [block] highest double: its holder begins, with any tile */
    {"block-highest-double-2", "block", "block-2", "lead_first=highest_double lead_next=highest_double",
     "Block where the holder of the highest double leads every round, for two"},
    {"block-highest-double-3", "block", "block-3", "lead_first=highest_double lead_next=highest_double",
     "Block where the holder of the highest double leads every round, for three"},
    {"block-highest-double-4", "block", "block-4", "lead_first=highest_double lead_next=highest_double",
     "Block where the holder of the highest double leads every round, for four"},
    {"block-highest-double-teams", "block", "block-teams", "lead_first=highest_double lead_next=highest_double",
     "Block where the holder of the highest double leads every round, for two teams of two"},
    /* [block] British clubs; DECISION (club-once) */
    {"block-british-2", "block", "block-2", "club_double=once",
     "Block of the British clubs: going out with a double or at both ends counts twice, for two"},
    {"block-british-3", "block", "block-3", "club_double=once",
     "Block of the British clubs: going out with a double or at both ends counts twice, for three"},
    {"block-british-4", "block", "block-4", "club_double=once",
     "Block of the British clubs: going out with a double or at both ends counts twice, for four"},
    {"block-british-teams", "block", "block-teams", "club_double=once",
     "Block of the British clubs: going out with a double or at both ends counts twice, for two teams"},
    /* [block] Austria; DECISION (austrian) hand 7 */
    {"block-austrian-4", "block", "block-4", "set_max=8 doubles=false hand=7",
     "Austrian Block for four: double-eight without its doubles, 7 tiles each"},
    /* [draw] Spain and Latin America; 3 */
    {"partnership", "block", "block-teams",
     "hand=7 score=opponents lead_first=highest_double lead_tile=own_double",
     "Partnership: two teams of two, all 28 tiles dealt, only the opponents' pips count"},
    /* [draw] 1.5 */
    {"draw-2", "draw", "block-2", "draw_mode=optional",
     "Draw for two: 7 tiles each, draw at will, two tiles stay in the stock, to 100"},
    {"draw-3", "draw", "draw-2", "players=3 target=61",
     "Draw for three: 7 tiles each, draw at will, to 61"},
    {"draw-4", "draw", "draw-3", "players=4 hand=6",
     "Draw for four: 6 tiles each, draw at will, to 61"},
    {"draw-teams", "draw", "draw-2", "players=4 teams=true hand=6",
     "Draw for two teams of two: 6 tiles each, draw at will, to 100"},
    /* [draw] more players, as block-5 to block-8 */
    {"draw-5", "draw", "block-5", "draw_mode=optional",
     "Draw for five with double-nine: 7 tiles each, 5 rounds"},
    {"draw-6", "draw", "block-6", "draw_mode=optional",
     "Draw for six with double-nine: 7 tiles each, 6 rounds"},
    {"draw-7", "draw", "block-7", "draw_mode=optional",
     "Draw for seven with double-nine: 5 tiles each, 7 rounds"},
    {"draw-8", "draw", "block-8", "draw_mode=optional",
     "Draw for eight with double-nine: 5 tiles each, 8 rounds"},
    /* [draw] Netherlands; DECISION (dutch-draws) two draws, the second only if the first does not
     * fit */
    {"draw-dutch-2", "draw", "draw-2", "pip00=13 draw_mode=forced draw_limit=2",
     "Dutch Draw: draw at most two, 0-0 counts 13, for two"},
    {"draw-dutch-3", "draw", "draw-3", "pip00=13 draw_mode=forced draw_limit=2",
     "Dutch Draw: draw at most two, 0-0 counts 13, for three"},
    {"draw-dutch-4", "draw", "draw-4", "pip00=13 draw_mode=forced draw_limit=2",
     "Dutch Draw: draw at most two, 0-0 counts 13, for four"},
    /* [draw] Puerto Rico; DECISION (puerto-rico) reserve 2, target 200, any tile of the winner */
    {"draw-puerto-rico-2", "draw", "draw-2",
     "lead_first=highest_double lead_tile=own_double lead_next=winner "
     "lead_after_tie=highest_double draw_mode=forced score=all_hands target=200",
     "Puerto Rican Draw: the winner leads and scores every hand, to 200, for two"},
    {"draw-puerto-rico-3", "draw", "draw-3",
     "hand=7 lead_first=highest_double lead_tile=own_double lead_next=winner "
     "lead_after_tie=highest_double draw_mode=forced score=all_hands target=200",
     "Puerto Rican Draw: the winner leads and scores every hand, to 200, for three"},
    /* [draw] Puerto Rico B: the text does not ask the blocker to be among the tied */
    {"draw-puerto-rico-blocker-2", "draw", "draw-puerto-rico-2", "block_tie=any_blocker",
     "Puerto Rican Draw where the blocker wins a tie, for two"},
    {"draw-puerto-rico-blocker-3", "draw", "draw-puerto-rico-3", "block_tie=any_blocker",
     "Puerto Rican Draw where the blocker wins a tie, for three"},
    /* [draw] Austria; DECISION (austrian) hands, forced draws from the whole stock */
    {"draw-austrian-2", "draw", "draw-2",
     "set_max=8 doubles=false hand=9 draw_mode=forced reserve=0",
     "Austrian Draw: double-eight without its doubles, draw until one fits, for two"},
    {"draw-austrian-3", "draw", "draw-3", "set_max=8 doubles=false draw_mode=forced reserve=0",
     "Austrian Draw: double-eight without its doubles, draw until one fits, for three"},
    /* [draw] South America */
    {"draw-south-america-2", "draw", "draw-2", "hand=6",
     "South American Draw: 8 tiles less one per player, for two"},
    {"draw-south-america-3", "draw", "draw-3", "hand=5",
     "South American Draw: 8 tiles less one per player, for three"},
    {"draw-south-america-4", "draw", "draw-4", "hand=4",
     "South American Draw: 8 tiles less one per player, for four"},
    /* [draw] Vietnam */
    {"draw-vietnam-2", "draw", "draw-2",
     "hand=1 opening_draw=until_double_six lead_first=highest_double "
     "lead_next=highest_double lead_tile=own_double",
     "Vietnamese Draw: one tile each, all draw until 6-6 turns up and is led, for two"},
    {"draw-vietnam-3", "draw", "draw-3",
     "hand=1 opening_draw=until_double_six lead_first=highest_double "
     "lead_next=highest_double lead_tile=own_double",
     "Vietnamese Draw: one tile each, all draw until 6-6 turns up and is led, for three"},
    {"draw-vietnam-4", "draw", "draw-4",
     "hand=1 opening_draw=until_double_six lead_first=highest_double "
     "lead_next=highest_double lead_tile=own_double",
     "Vietnamese Draw: one tile each, all draw until 6-6 turns up and is led, for four"},
    /* [draw] Ukraine; DECISION (ukraine): the text speaks of the first round and of rounds after a
     * block */
    {"draw-ukraine-2", "draw", "draw-2", "lead_first=highest_double lead_after_block=highest_double",
     "Ukrainian Draw: the holder of the highest double leads first and after a block, for two"},
    {"draw-ukraine-3", "draw", "draw-3", "lead_first=highest_double lead_after_block=highest_double",
     "Ukrainian Draw: the holder of the highest double leads first and after a block, for three"},
    {"draw-ukraine-4", "draw", "draw-4", "lead_first=highest_double lead_after_block=highest_double",
     "Ukrainian Draw: the holder of the highest double leads first and after a block, for four"},
    /* [draw] Latin America; DECISION (double-six): the highest double if 6-6 was not dealt */
    {"draw-double-six-2", "draw", "draw-2",
     "lead_first=highest_double lead_next=highest_double lead_tile=own_double",
     "Latin American Draw: the highest double must be led, for two"},
    {"draw-double-six-3", "draw", "draw-3",
     "lead_first=highest_double lead_next=highest_double lead_tile=own_double",
     "Latin American Draw: the highest double must be led, for three"},
    {"draw-double-six-4", "draw", "draw-4",
     "lead_first=highest_double lead_next=highest_double lead_tile=own_double",
     "Latin American Draw: the highest double must be led, for four"},
    /* [draw] high tile, same leader, counting out; DECISION (rotation) after a domino */
    {"draw-high-tile-2", "draw", "draw-2", "lead_first=high_tile lead_after_block=high_tile",
     "Draw where the highest drawn tile leads first and after a block, for two"},
    {"draw-high-tile-3", "draw", "draw-3", "lead_first=high_tile lead_after_block=high_tile",
     "Draw where the highest drawn tile leads first and after a block, for three"},
    {"draw-high-tile-4", "draw", "draw-4", "lead_first=high_tile lead_after_block=high_tile",
     "Draw where the highest drawn tile leads first and after a block, for four"},
    /* [draw] same leader */
    {"draw-same-leader-2", "draw", "draw-2", "lead_after_block=same",
     "Draw where the same seat leads again after a block, for two"},
    {"draw-same-leader-3", "draw", "draw-3", "lead_after_block=same",
     "Draw where the same seat leads again after a block, for three"},
    {"draw-same-leader-4", "draw", "draw-4", "lead_after_block=same",
     "Draw where the same seat leads again after a block, for four"},
    /* [draw] counting out */
    {"draw-count-2", "draw", "draw-2", "lead_first=count lead_after_block=count",
     "Draw where the leader is counted out, for two"},
    {"draw-count-3", "draw", "draw-3", "lead_first=count lead_after_block=count",
     "Draw where the leader is counted out, for three"},
    {"draw-count-4", "draw", "draw-4", "lead_first=count lead_after_block=count",
     "Draw where the leader is counted out, for four"},
    /* [draw] whole stock */
    {"draw-whole-stock-2", "draw", "draw-2", "reserve=0",
     "Draw from the whole stock, for two"},
    {"draw-whole-stock-3", "draw", "draw-3", "reserve=0",
     "Draw from the whole stock, for three"},
    {"draw-whole-stock-4", "draw", "draw-4", "reserve=0",
     "Draw from the whole stock, for four"},
    /* [draw] paying */
    {"draw-pay-2", "draw", "draw-2", "draw_cost=1",
     "Draw where every drawn tile costs a point, for two"},
    {"draw-pay-3", "draw", "draw-3", "draw_cost=1",
     "Draw where every drawn tile costs a point, for three"},
    {"draw-pay-4", "draw", "draw-4", "draw_cost=1",
     "Draw where every drawn tile costs a point, for four"},
    /* [draw] forced; DECISION (forced-draws) only if nothing fits, also in the next rows */
    {"draw-forced-2", "draw", "draw-2", "draw_mode=forced reserve=0",
     "Draw only when nothing fits, until something does, for two"},
    {"draw-forced-3", "draw", "draw-3", "draw_mode=forced reserve=0",
     "Draw only when nothing fits, until something does, for three"},
    {"draw-forced-4", "draw", "draw-4", "draw_mode=forced reserve=0",
     "Draw only when nothing fits, until something does, for four"},
    /* [draw] one tile; DECISION (one-tile) reserve 2 */
    {"draw-one-2", "draw", "draw-2", "draw_mode=forced draw_limit=1",
     "Draw one tile when nothing fits, for two"},
    {"draw-one-3", "draw", "draw-3", "draw_mode=forced draw_limit=1",
     "Draw one tile when nothing fits, for three"},
    {"draw-one-4", "draw", "draw-4", "draw_mode=forced draw_limit=1",
     "Draw one tile when nothing fits, for four"},
    /* [doubles] 1.1; DECISION (set-aside): the doubles never count */
    {"boneyard-doubles", "boneyard-doubles", "block-3",
     "doubles=false hand=7 lead_first=drawn_double lead_next=winner "
     "lead_after_tie=drawn_double score=all_hands block_tie=third_loses target=200",
     "Doubles in the Boneyard: three players, no doubles, all dealt, to 200"},
    /* [lupus] 1.2; DECISION (eight-rounds) */
    {"homo-homini-lupus", "homo-homini-lupus", "block-4",
     "hand=6 lead_first=lowest_double lead_next=lowest_double lead_tile=own_double arms=4 "
     "facedown=true draw_mode=forced reserve=0 dead_layout=immediate score=average "
     "target=0 rounds=8",
     "Homo homini lupus: four players, four arms, doubles may be laid face down, 8 rounds"},
    /* [brettspiel] 1.4; DECISION (turn-limit), DECISION (german-bonus) */
    {"brettspielnetz", "brettspielnetz", "block-2",
     "start_tile=nondouble lead_first=seat0 draw_mode=forced draw_limit=3 "
     "end_rule=mover_stuck score=penalty domino_bonus=5 target=0 rounds=4 objective=low",
     "Brettspielnetz Domino: two players, a start tile, penalty points, 4 rounds"},
    /* Later rows are added at the end, because the row numbers are part of libdomino's interface
     * (domino.h). */
    /* [block] [draw] [lit] two equal lowest hands, also at a domino */
    {"block-strict-ties-2", "block", "block-2", "zero_tie=nobody",
     "Block where equal lowest hands void a round even when somebody went out, for two"},
    {"block-strict-ties-3", "block", "block-3", "zero_tie=nobody",
     "Block where equal lowest hands void a round even when somebody went out, for three"},
    {"block-strict-ties-4", "block", "block-4", "zero_tie=nobody",
     "Block where equal lowest hands void a round even when somebody went out, for four"},
    {"block-strict-ties-teams", "block", "block-teams", "zero_tie=nobody",
     "Block where equal lowest hands void a round even when somebody went out, for two teams of two"},
    {"draw-strict-ties-2", "draw", "draw-2", "zero_tie=nobody",
     "Draw where equal lowest hands void a round even when somebody went out, for two"},
    {"draw-strict-ties-3", "draw", "draw-3", "zero_tie=nobody",
     "Draw where equal lowest hands void a round even when somebody went out, for three"},
    {"draw-strict-ties-4", "draw", "draw-4", "zero_tie=nobody",
     "Draw where equal lowest hands void a round even when somebody went out, for four"},
    {"draw-strict-ties-teams", "draw", "draw-teams", "zero_tie=nobody",
     "Draw where equal lowest hands void a round even when somebody went out, for two teams of two"},
};
/* clang-format on */

/* Variants whose rules were corrected, with the settings that turn today's row into the former
 * one. */
static const struct {
    const char *name, *settings;
} before[] = {
    {"block-highest-double-2", "lead_tile=own_double"},
    {"block-highest-double-3", "lead_tile=own_double"},
    {"block-highest-double-4", "lead_tile=own_double"},
    {"block-highest-double-teams", "lead_tile=own_double"},
    {"draw-puerto-rico-blocker-2", "block_tie=blocker"},
    {"draw-puerto-rico-blocker-3", "block_tie=blocker"},
    {"draw-ukraine-2", "lead_next=highest_double lead_after_block=next"},
    {"draw-ukraine-3", "lead_next=highest_double lead_after_block=next"},
    {"draw-ukraine-4", "lead_next=highest_double lead_after_block=next"},
};

size_t dom_variant_count(void)
{
    return sizeof rows / sizeof *rows;
}

/* Returns the index of the row of that name, or -1. */
static int find(const char *name)
{
    for (size_t i = 0; i < dom_variant_count(); i++)
        if (strcmp(rows[i].name, name) == 0)
            return (int)i;
    return -1;
}

static dom_options options_of(size_t index)
{
    int base = find(rows[index].base);
    dom_check(base < (int)index);
    dom_options options = base < 0 ? dom_options_default() : options_of((size_t)base);
    dom_rc rc = dom_options_apply(&options, rows[index].settings, NULL);
    dom_check(rc == DOM_OK && dom_options_check(&options, NULL) == DOM_OK);
    return options;
}

dom_variant dom_variant_at(size_t index)
{
    dom_check(index < dom_variant_count());
    dom_variant variant = {
        .family = rows[index].family, .summary = rows[index].summary, .options = options_of(index)};
    dom_text name = dom_text_of(variant.name, sizeof variant.name);
    dom_text_add(&name, rows[index].name);
    dom_text base = dom_text_of(variant.base, sizeof variant.base);
    dom_text_add(&base, rows[index].base);
    dom_check(!name.cut && !base.cut);
    return variant;
}

dom_rc dom_variant_find(dom_variant *out, const char *name, dom_err *err)
{
    int index = find(name);
    if (index >= 0) {
        *out = dom_variant_at((size_t)index);
        return DOM_OK;
    }
    char names[DOM_ERR_BYTES - 100];
    dom_text text = dom_text_of(names, sizeof names);
    dom_variant_write_names(&text);
    return dom_err_set(err, DOM_E_ABSENT, "there is no variant '%.40s'; there are: %s", name,
                       names);
}

bool dom_variant_has_changed(const dom_variant *variant)
{
    dom_variant today;
    return dom_variant_find(&today, variant->name, NULL) == DOM_OK &&
           memcmp(&today.options, &variant->options, sizeof today.options) != 0;
}

bool dom_variant_before(dom_options *out, const char *name)
{
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        if (strcmp(before[i].name, name) != 0)
            continue;
        *out = options_of((size_t)find(name));
        dom_rc rc = dom_options_apply(out, before[i].settings, NULL);
        dom_check(rc == DOM_OK && dom_options_check(out, NULL) == DOM_OK);
        return true;
    }
    return false;
}

void dom_variant_write_names(dom_text *out)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        if (strlen(rows[i].name) + sizeof ", , ..." > out->room) {
            dom_text_add(out, i ? ", ..." : "...");
            return;
        }
        dom_text_add(out, i ? ", " : "");
        dom_text_add(out, rows[i].name);
    }
}
