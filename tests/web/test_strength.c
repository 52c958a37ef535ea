/* How strong a bot is, in a word: from which list, and at which ranks. */
#include "web/strength.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

enum { BOTS = 12 };

/* A site with a list of the bots b0 to b11, best first, in draw-2. */
static dom_ratings_rating ratings[BOTS];
static dom_web_row rows[BOTS];
static dom_web_bot bots[BOTS];
static dom_web_list list;
static dom_web_variant variant;
static dom_ratings_all_round_row in_family[BOTS], in_all[BOTS];
static dom_results_all_round_bot all_bots[BOTS];
static dom_results_all_round all[2];
static dom_web_site site;

static void set_up(void)
{
    for (uint32_t i = 0; i < BOTS; i++) {
        ratings[i] = (dom_ratings_rating){.rank_lo = i + 1, .rank_hi = i + 1, .island = 1};
        rows[i] = (dom_web_row){.bot = i, .rating = &ratings[i]};
        (void)snprintf(bots[i].name, sizeof bots[i].name, "b%u", i);
        dom_results_all_round_bot *bot = &all_bots[i];
        (void)snprintf(bot->bot.name, sizeof bot->bot.name, "b%u", i);
        in_family[i] = in_all[i] =
            (dom_ratings_all_round_row){.player = i, .rank_lo = i + 1, .rank_hi = i + 1};
    }
    list = (dom_web_list){.rows = rows,
                          .ranking.list = {.sets = 9, .count = BOTS, .row = ratings, .islands = 1}};
    variant = (dom_web_variant){.name = "draw-2", .family = "draw", .list = &list};
    site =
        (dom_web_site){.bots = bots, .bot_count = BOTS, .variants = &variant, .variant_count = 1};
}

/* Adds all-round lists of the draw games and of all, in which b11 is the first. */
static void add_all_round(void)
{
    in_all[0].player = BOTS - 1;
    in_all[BOTS - 1].player = 0;
    all[0] = (dom_results_all_round){.ratings = {.count = BOTS, .row = in_all, .islands = 1}};
    all[1] = (dom_results_all_round){.family = "draw",
                                     .ratings = {.count = BOTS, .row = in_family, .islands = 1}};
    site.all_rounds =
        (dom_results_all_rounds){.bot_count = BOTS, .bots = all_bots, .count = 2, .lists = all};
}

static const char *word_of(const char *game, const char *bot)
{
    static char word[DOM_WEB_STRENGTH_BYTES];
    dom_variant v;
    cr_assert(eq(int, (int)dom_variant_find(&v, game, NULL), (int)DOM_OK));
    dom_web_strength(word, &site, &v, bot);
    return word;
}

static void expect_word(const char *game, const char *bot, const char *word)
{
    cr_expect(eq(str, (char *)word_of(game, bot), (char *)word), "%s in %s", bot, game);
}

Test(strength, the_word_is_the_quarter_of_the_list, .init = set_up)
{
    static const char *const words[] = {"strong", "good", "fair", "weak"};
    for (int i = 0; i < BOTS; i++)
        expect_word("draw-2", bots[i].name, words[i / 3]);
    expect_word("draw-2", "stranger", "");
}

Test(strength, a_range_of_ranks_names_two_quarters_or_is_unclear, .init = set_up)
{
    static const struct {
        uint32_t lo, hi;
        const char *word;
    } ranges[] = {{2, 3, "strong"},        {3, 5, "strong or good"},   {6, 7, "good or fair"},
                  {7, 12, "fair or weak"}, {3, 7, "strength unclear"}, {1, 12, "strength unclear"}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        ratings[4].rank_lo = ranges[i].lo;
        ratings[4].rank_hi = ranges[i].hi;
        expect_word("draw-2", "b4", ranges[i].word);
    }
}

Test(strength, versions_of_a_bot_count_as_one, .init = set_up)
{
    strcpy(bots[3].name, "b2");
    expect_word("draw-2", "b2", "strong or good");
}

Test(strength, four_lines_are_enough_and_three_are_not, .init = set_up)
{
    list.ranking.list.count = 4;
    expect_word("draw-2", "b0", "strong");
    expect_word("draw-2", "b3", "weak");
    list.ranking.list.count = 3;
    expect_word("draw-2", "b0", "");
}

Test(strength, a_list_that_says_nothing_gives_no_word, .init = set_up)
{
    list.ranking.list.islands = 2;
    expect_word("draw-2", "b0", "");
    list.ranking.list.islands = 1;
    list.ranking.list.sets = 0;
    expect_word("draw-2", "b0", "");
    list.ranking.list.sets = 9;
    variant.earlier_rules = 1;
    expect_word("draw-2", "b0", "");
    variant.earlier_rules = 0;
    site.reading = DOM_WEB_READING_LISTS;
    expect_word("draw-2", "b0", "");
    variant.is_listed = true;
    expect_word("draw-2", "b0", "strong");
    expect_word("draw-3", "b0", "");
}

Test(strength, the_family_and_then_all_families_fill_in, .init = set_up)
{
    add_all_round();
    ratings[0].rank_lo = ratings[0].rank_hi = 12;
    expect_word("draw-2", "b0", "weak");
    expect_word("draw-3", "b0", "strong");
    expect_word("block-2", "b0", "weak");
    expect_word("block-2", "b11", "strong");
    all[1].ratings.count = 3;
    expect_word("draw-3", "b0", "weak");
    all[0].ratings.islands = 2;
    expect_word("draw-3", "b0", "");
}
