/* The sentence above a list, for every kind of list. */
#include "results/verdict.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { BOTS_MOST = 30 };

static const char *const short_names[BOTS_MOST] = {
    "ann", "bob", "cleo", "dan",  "eve", "fay", "gus", "hal", "ida", "jon", "kim", "leo", "mia",
    "ned", "oda", "pia",  "quin", "rob", "sue", "tom", "una", "vic", "wim", "xia", "yan", "zoe"};

/* A list and what it points to. */
typedef struct {
    dom_ratings_rating row[BOTS_MOST];
    dom_results_rated_bot bot[BOTS_MOST];
    dom_ratings_list list;
    dom_results_rating_list shown;
} verdict_case;

/* Fills a list whose tiers have these sizes, up to a 0. In a tier whose size is negative, the
 * first bot is surely above the last. */
static void set_case(verdict_case *c, const int sizes[], const char *const names[])
{
    *c = (verdict_case){.list = {.sets = 10, .islands = 1, .row = c->row}};
    c->shown = (dom_results_rating_list){.list = &c->list, .bot = c->bot};
    for (uint32_t tier = 0; sizes[tier]; tier++) {
        uint32_t size = (uint32_t)(sizes[tier] < 0 ? -sizes[tier] : sizes[tier]);
        uint32_t first = (uint32_t)c->list.count, last = first + size;
        for (uint32_t i = first; i < last; i++) {
            bool is_sure = sizes[tier] < 0 && i == first;
            c->bot[i].label = names[i];
            c->row[i] = (dom_ratings_rating){
                .player = i, .island = 1, .tier = tier + 1, .joint_hi = last - is_sure};
        }
        c->list.count = last;
    }
}

static void check(const int sizes[], const char *const names[], const char *sentence)
{
    verdict_case c;
    set_case(&c, sizes, names);
    dom_results_verdict v = dom_results_verdict_of(&c.shown);
    cr_expect(eq(str, v.text, (char *)sentence));
}

#define CHECK(sentence, ...) check((const int[]){__VA_ARGS__, 0}, short_names, sentence)

Test(verdict, one_tier_is_not_told_apart)
{
    CHECK("ann is the only bot in this list.", 1);
    CHECK("ann and bob cannot be told apart.", 2);
    CHECK("ann, bob and cleo cannot be told apart.", 3);
    CHECK("ann, bob and cleo cannot all be told apart.", -3);
    CHECK("The four bots cannot be told apart.", 4);
    CHECK("The twelve bots cannot all be told apart.", -12);
    CHECK("The 13 bots cannot be told apart.", 13);
}

Test(verdict, a_leader_is_named)
{
    CHECK("ann is surely above bob.", 1, 1);
    CHECK("ann is surely first; bob and cleo cannot be told apart.", 1, 2);
    CHECK("ann is surely first; bob, cleo and dan cannot all be told apart.", 1, -3);
    CHECK("ann is surely first; the other four cannot be told apart.", 1, 4);
    CHECK("ann is surely first; bob and cleo cannot be told apart.", 1, 2, 5);
    CHECK("ann is surely first; the next four cannot all be told apart.", 1, -4, 1);
    CHECK("ann is surely first, bob surely second.", 1, 1, 4);
    CHECK("ann is surely first, bob surely second.", 1, 1, 2, 1);
}

Test(verdict, a_list_without_doubt_is_an_order)
{
    CHECK("All three bots are surely in this order.", 1, 1, 1);
    CHECK("All 14 bots are surely in this order.", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
}

Test(verdict, several_in_front_are_above_the_rest)
{
    CHECK("ann and bob cannot be told apart; cleo is surely below them.", 2, 1);
    CHECK("The four in front cannot be told apart; eve is surely below them.", 4, 1);
    CHECK("The four in front cannot all be told apart; eve and fay are surely below them.", -4, 2);
    CHECK("ann, bob and cleo cannot all be told apart; dan, eve and fay are surely below them.", -3,
          1, 1, 1);
    CHECK("The 20 in front cannot be told apart; the other six are surely below them.", 20, 2, 4);
}

#define LONG_NAME "a-name-of-thirty-two-characters-@12345678"

/* Long names give way to numbers, so that a sentence stays short. */
Test(verdict, long_names_are_counted)
{
    static const char *const names[] = {LONG_NAME, LONG_NAME, "cleo", "dan", LONG_NAME};
    check((const int[]){2, 2, 0}, names,
          "The two in front cannot be told apart; cleo and dan are surely below them.");
    check((const int[]){1, 4, 0}, names,
          LONG_NAME " is surely first; the other four cannot be told apart.");
    check((const int[]){3, 2, 0}, names,
          "The three in front cannot be told apart; dan and " LONG_NAME " are surely below them.");
}

Test(verdict, no_sentence_is_longer_than_promised)
{
    static const char *names[BOTS_MOST];
    static const char longest[] = "a-name-of-forty-eight-characters-is-still-a-name";
    for (int i = 0; i < BOTS_MOST; i++)
        names[i] = i % 3 == 0 ? longest : "";
    cr_assert(eq(sz, strlen(longest), 48));
    for (int first = -4; first <= 4; first++)
        for (int second = -4; second <= 4; second++)
            for (int third = 0; third <= 1; third++) {
                verdict_case c;
                set_case(&c, (const int[]){first, second, third, 0}, names);
                size_t length = strlen(dom_results_verdict_of(&c.shown).text);
                cr_expect(le(sz, length, 170));
            }
}

Test(verdict, islands_have_no_common_order)
{
    verdict_case c;
    set_case(&c, (const int[]){1, 1, 0}, short_names);
    c.list.islands = 2;
    c.row[1].tier = 1;
    cr_expect(eq(str, dom_results_verdict_of(&c.shown).text,
                 (char *)"The bots are on two islands that no results connect, so they have no "
                         "common order."));
}

Test(verdict, live_ratings_say_nothing_for_sure)
{
    verdict_case c;
    set_case(&c, (const int[]){1, 2, 0}, short_names);
    c.shown.is_live = true;
    cr_expect(eq(str, dom_results_verdict_of(&c.shown).text, (char *)""));
    c.list.sets = 0;
    cr_expect(eq(str, dom_results_verdict_of(&c.shown).text,
                 (char *)"No duplicate set is complete yet, so nothing is sure."));
}

Test(verdict, an_empty_list_has_none)
{
    verdict_case c;
    set_case(&c, (const int[]){0}, short_names);
    cr_expect(eq(str, dom_results_verdict_of(&c.shown).text, (char *)""));
}

Test(verdict, an_all_round_list_has_the_same_sentences)
{
    dom_results_all_round_bot bots[] = {{.label = "ann"}, {.label = "bob"}, {.label = "cleo"}};
    dom_ratings_all_round_row rows[] = {{.player = 2, .tier = 1, .joint_hi = 2},
                                        {.player = 0, .tier = 1, .joint_hi = 2},
                                        {.player = 1, .tier = 2, .joint_hi = 3}};
    dom_results_all_round list = {.ratings = {.count = 3, .islands = 1, .row = rows}};
    dom_results_all_rounds all = {.bot_count = 3, .count = 1, .bots = bots, .lists = &list};
    cr_expect(eq(str, dom_results_verdict_of_all_round(&all, &list).text,
                 (char *)"cleo and ann cannot be told apart; bob is surely below them."));
}
