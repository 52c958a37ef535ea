/* The all-round lists: which variants and bots they have. The ratings themselves: tests/ratings. */
#include "results/all_round.h"
#include "standing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS = 7, VARIANTS_MAX = 4 };

/* A variant, and the digits of the bots that played it: each met the next one. */
typedef struct {
    const char *variant, *bots;
} played;

static const dom_strings unnamed = {.count = 0};
static dom_results_standings s;
static dom_results_all_rounds all;

static dom_results_standing_list list_of(const played *p)
{
    dom_results_standings one = standing_of(BOTS);
    dom_results_standing_list list;
    strcpy(one.lists->variant, p->variant);
    for (const char *bot = p->bots; bot[1]; bot++) {
        uint32_t a = (uint32_t)(bot[0] - '0'), b = (uint32_t)(bot[1] - '0');
        standing_add(&one, a, b, 1, 2, 5, 40);
        standing_add(&one, a, b, 2, 1, -5, 30);
    }
    list = *one.lists;
    free(one.lists);
    return list;
}

/* Makes the lists of these variants, up to one without a name. */
static dom_rc make(const played variants[], const char *anchor, const dom_strings *named)
{
    dom_err err = {.text = ""};
    s = standing_of(0);
    dom_results_standings_clear(&s);
    s = (dom_results_standings){.lists = calloc(VARIANTS_MAX, sizeof *s.lists),
                                .words = {.prior = 0.5, .anchor_elo = 1000}};
    strcpy(s.words.anchor, anchor);
    for (; variants->variant; variants++)
        s.lists[s.list_count++] = list_of(variants);
    return dom_results_all_rounds_make(&all, &s, named, (dom_results_ranking_kind){0}, &err);
}

static void end(void)
{
    dom_results_all_rounds_clear(&all);
    dom_results_standings_clear(&s);
}

/* Writes what a list is about, its variants, and the digits of ranked and of unranked bots. */
static void tell(char *text, const dom_results_all_round *list)
{
    char ranked[BOTS + 1] = "";
    dom_results_all_round_title(text, list);
    for (size_t v = 0; v < list->variants; v++)
        (void)sprintf(text + strlen(text), "%s%s", v ? " " : ": ", list->variant[v]);
    for (size_t i = 0; i < list->ratings.count; i++) {
        const char *label = all.bots[list->ratings.row[i].player].label;
        ranked[label[strlen("bot-")] - '0'] = label[strlen("bot-")];
    }
    (void)strcat(text, ": ");
    for (int i = 0; i < BOTS; i++)
        if (ranked[i])
            (void)strncat(text, &ranked[i], 1);
    (void)strcat(text, ", not ");
    for (size_t i = 0; i < list->unranked_count; i++)
        (void)strcat(text, all.bots[list->unranked[i]].label + strlen("bot-"));
}

static const struct {
    const char *what;
    played variants[VARIANTS_MAX];
    const char *lists[3];
} cases[] = {
    {"the example of the header",
     {{"block-2", "0123"}, {"draw-2", "0123"}, {"block-3", "01"}},
     {"All-round, all families: 2 variants: block-2 draw-2: 0123, not "}},
    {"a family has a list, and all families together",
     {{"block-2", "0123"}, {"block-3", "0123"}, {"draw-2", "0123"}},
     {"All-round, all families: 3 variants: block-2 block-3 draw-2: 0123, not ",
      "All-round, block: 2 variants: block-2 block-3: 0123, not "}},
    {"one family has no list over all families",
     {{"draw-2", "012"}, {"draw-3", "012"}},
     {"All-round, draw: 2 variants: draw-2 draw-3: 012, not "}},
    {"three of six bots are half",
     {{"block-2", "012345"}, {"block-3", "345"}},
     {"All-round, block: 2 variants: block-2 block-3: 345, not 012"}},
    {"three of seven bots are less than half",
     {{"block-2", "0123456"}, {"block-3", "345"}},
     {NULL}},
    {"two ranked bots are enough",
     {{"block-2", "0123"}, {"block-3", "2345"}},
     {"All-round, block: 2 variants: block-2 block-3: 23, not 0145"}},
    {"two bots are too few for a variant", {{"block-2", "0123"}, {"block-3", "34"}}, {NULL}},
    {"one ranked bot is not enough", {{"block-2", "0123"}, {"block-3", "345"}}, {NULL}},
    {"bots that lack the fewest variants come first",
     {{"block-2", "0123"}, {"block-3", "123"}, {"block-4", "234"}},
     {"All-round, block: 3 variants: block-2 block-3 block-4: 23, not 104"}},
    {"a variant without a name of the arena does not count",
     {{"block-2", "0123"}, {"mine", "0123"}},
     {NULL}},
};

Test(results_all_round, lists_have_the_variants_that_enough_bots_played)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count = 0;
        cr_assert(eq(int, make(cases[i].variants, "none", &unnamed), DOM_OK));
        for (; count < all.count && cases[i].lists[count]; count++) {
            char text[400];
            tell(text, &all.lists[count]);
            cr_expect(eq(str, text, (char *)cases[i].lists[count]), "%s", cases[i].what);
        }
        cr_expect(eq(sz, all.count, count), "%s", cases[i].what);
        cr_expect(eq(ptr, (void *)cases[i].lists[count], NULL), "%s", cases[i].what);
        end();
    }
}

Test(results_all_round, variants_have_equal_weights_whose_sum_is_1)
{
    cr_assert(eq(int, make(cases[1].variants, "none", &unnamed), DOM_OK));
    for (size_t i = 0; i < all.count; i++)
        for (size_t v = 0; v < all.lists[i].variants; v++)
            cr_expect(
                epsilon_eq(dbl, all.lists[i].weight[v], 1 / (double)all.lists[i].variants, 1e-12));
    end();
}

Test(results_all_round, the_anchor_is_fixed_and_otherwise_the_mean)
{
    static const char *const anchors[] = {"bot-2", "bot-9"};
    for (int i = 0; i < 2; i++) {
        cr_assert(eq(int, make(cases[1].variants, anchors[i], &unnamed), DOM_OK));
        double sum = 0, of_anchor = 0;
        const dom_ratings_all_round *ratings = &all.lists[0].ratings;
        cr_expect(eq(str, (char *)all.anchor, (char *)(i == 0 ? "bot-2" : "")));
        for (size_t k = 0; k < ratings->count; k++) {
            sum += ratings->row[k].elo;
            if (strcmp(all.bots[ratings->row[k].player].label, "bot-2") == 0)
                of_anchor = ratings->row[k].elo;
        }
        cr_expect(eq(int, fabs(of_anchor - 1000) < 1e-6, i == 0));
        cr_expect(eq(int, fabs(sum / (double)ratings->count - 1000) < 1e-6, i == 1));
        end();
    }
}

/* `named` wants block-3, which two bots played only. */
Test(results_all_round, named_variants_are_the_list_over_all_families)
{
    static const char *const names[] = {"block-2", "block-3"};
    char *item[] = {(char *)names[0], (char *)names[1]};
    const dom_strings named = {.count = 2, .item = item};
    char text[400];
    cr_assert(eq(int, make(cases[0].variants, "none", &named), DOM_OK));
    cr_assert(eq(sz, all.count, 2));
    tell(text, &all.lists[0]);
    cr_expect(
        eq(str, text, (char *)"All-round, all families: 2 variants: block-2 block-3: 01, not 23"));
    end();
    item[1] = "draw-3";
    cr_expect(eq(int, make(cases[0].variants, "none", &named), DOM_E_ABSENT));
    end();
}

Test(results_all_round, a_label_has_the_version_where_a_name_has_two)
{
    cr_assert(eq(int, make(cases[0].variants, "none", &unnamed), DOM_OK));
    cr_expect(eq(str, all.bots[0].label, (char *)"bot-0"));
    dom_results_all_rounds_clear(&all);
    for (size_t v = 0; v < 2; v++) {
        strcpy(s.lists[v].rows[1].bot.name, "bot-0");
        strcpy(s.lists[v].rows[1].bot.version, "1234567890");
    }
    dom_err err;
    cr_assert(eq(
        int, dom_results_all_rounds_make(&all, &s, &unnamed, (dom_results_ranking_kind){0}, &err),
        DOM_OK));
    cr_expect(eq(str, all.bots[1].label, (char *)"bot-0@12345678"));
    cr_expect(eq(str, all.bots[2].label, (char *)"bot-2"));
    end();
}
