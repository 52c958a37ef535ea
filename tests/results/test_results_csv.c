/* Results in CSV: accepted and refused tables. */
#include "ratings/list.h"
#include "results/results_csv.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

#define HEADER "set,match,bot,place,points\n"

SCRATCH_SUITE(results_csv);

static dom_rc read(const char *text, dom_ratings_pool *pool, dom_results_csv *names, dom_err *err)
{
    dom_results_csv to = {.pool = pool};
    scratch_write(&s, "r.csv", text);
    dom_rc rc = dom_results_csv_read(&to, scratch_at(&s, "r.csv"), err);
    *names = to;
    return rc;
}

static dom_ratings_list list_of(const char *text, dom_results_csv *names)
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    dom_err err = {.rc = DOM_OK};
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_list list;
    cr_assert(eq(int, read(text, pool, names, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_ratings_list_fit(&list, pool, &options), DOM_RATINGS_OK));
    dom_ratings_pool_free(&pool);
    return list;
}

Test(results_csv, reads_rows_in_any_order)
{
    dom_results_csv names;
    dom_ratings_list list = list_of("\xef\xbb\xbf" HEADER "1,a,zoe,1,3.5\r\n1,b,amy,2,-1\r\n\r\n"
                                    "1,b,zoe,1,1\r\n1,a,amy,2,-3.5\r\n2,a,amy,1,\r\n2,a,zoe,1,",
                                    &names);
    cr_expect(eq(sz, names.names.count, 2));
    cr_expect(eq(str, names.names.item[0], "amy"));
    cr_expect(eq(str, names.names.item[1], "zoe"));
    cr_expect(eq(u64, list.sets, 2));
    cr_expect(eq(u64, list.matches, 3));
    cr_expect(eq(u32, list.row[0].player, 1));
    cr_expect(eq(u64, list.row[0].wins, 2));
    cr_expect(eq(u64, list.row[0].draws, 1));
    cr_expect(epsilon_eq(dbl, list.row[0].points, 2250, 1e-9)); /* thousandths, per match */
    dom_ratings_list_clear(&list);
    dom_results_csv_clear(&names);
}

Test(results_csv, order_of_rows_does_not_matter)
{
    dom_results_csv first, second;
    dom_ratings_list a =
        list_of(HEADER "1,1,x,1,\n1,1,y,2,\n2,1,y,1,\n2,1,z,2,\n3,1,z,1,\n3,1,x,1,\n", &first);
    dom_ratings_list b =
        list_of(HEADER "3,1,x,1,\n2,1,z,2,\n1,1,y,2,\n3,1,z,1,\n2,1,y,1,\n1,1,x,1,\n", &second);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(eq(int, memcmp(&a.row[i].elo, &b.row[i].elo, sizeof(double)), 0));
        cr_expect(eq(int, memcmp(&a.row[i].elo_hi, &b.row[i].elo_hi, sizeof(double)), 0));
    }
    dom_ratings_list_clear(&a);
    dom_ratings_list_clear(&b);
    dom_results_csv_clear(&first);
    dom_results_csv_clear(&second);
}

/* Many sets, whose rows lie far apart: first all rows of first matches, then those of second ones.
 * The names of sets and matches have different lengths. */
Test(results_csv, rows_of_a_set_may_lie_far_apart)
{
    enum { SETS = 3000 };
    static char near[SETS * 120], far[SETS * 120];
    size_t length[2] = {(size_t)sprintf(near, HEADER), (size_t)sprintf(far, HEADER)};
    dom_results_csv names[2];
    for (int i = 0; i < SETS; i++)
        for (int m = 0; m < 2; m++)
            length[0] += (size_t)sprintf(near + length[0], "s%d,%d,b%d,1,\ns%d,%d,b%d,2,\n", i,
                                         m + 9, i % 7, i, m + 9, (i + 1 + m) % 7);
    for (int m = 1; m >= 0; m--)
        for (int i = 0; i < SETS; i++)
            length[1] += (size_t)sprintf(far + length[1], "s%d,%d,b%d,2,\ns%d,%d,b%d,1,\n", i,
                                         m + 9, (i + 1 + m) % 7, i, m + 9, i % 7);
    dom_ratings_list a = list_of(near, &names[0]), b = list_of(far, &names[1]);
    cr_expect(eq(u64, a.sets, SETS));
    cr_expect(eq(u64, b.matches, 2 * SETS));
    for (size_t i = 0; i < a.count; i++)
        cr_expect(eq(int, memcmp(&a.row[i], &b.row[i], sizeof a.row[i]), 0), "line %zu", i);
    dom_ratings_list_clear(&a);
    dom_ratings_list_clear(&b);
    dom_results_csv_clear(&names[0]);
    dom_results_csv_clear(&names[1]);
}

#define TEAM_HEADER "set,match,bot,place,points,team\n"

/* The rating of a team is the mean of its members, so both matches say the same of a and b. */
Test(results_csv, partners_have_the_same_team)
{
    dom_results_csv names;
    dom_ratings_list list = list_of(
        TEAM_HEADER "1,1,a,1,2,N\n1,1,c,2,1,S\r\n1,1,d,2,1,S\n1,1,b,1,2,N\n"
                    "2,1,d,1,,x\n2,1,b,2,,y\n2,1,c,1,,x\n2,1,a,2,,y\n3,1,a,1,,\n3,1,c,1,,\n",
        &names);
    cr_expect(eq(sz, names.names.count, 4));
    cr_expect(eq(u64, list.matches, 3));
    cr_expect(eq(u64, list.row[0].wins, 1));
    for (size_t i = 0; i < list.count; i++)
        cr_expect(epsilon_eq(dbl, list.row[i].elo, 1000, 1e-6), "%zu", i);
    dom_ratings_list_clear(&list);
    dom_results_csv_clear(&names);
}

/* Other columns, an other order, quotes, line ends inside them, and no line end at the end. */
Test(results_csv, columns_are_found_by_their_names)
{
    dom_results_csv names;
    dom_ratings_list list = list_of("\xef\xbb\xbf\"bot\",remark,place,\"set\",match\r\n\"a, "
                                    "\"\"b\"\"\",\"two\r\nlines\",1,1,1\r\n"
                                    "c,,\"2\",\"1\",1\nc,\"\",1,2,1\n\"a, \"\"b\"\"\",,1,2,\"1\"",
                                    &names);
    cr_expect(eq(sz, names.names.count, 2));
    cr_expect(eq(str, names.names.item[0], "a, \"b\""));
    cr_expect(eq(u64, list.sets, 2));
    cr_expect(eq(u64, list.row[0].wins, 1));
    cr_expect(eq(u64, list.row[0].draws, 1));
    dom_ratings_list_clear(&list);
    dom_results_csv_clear(&names);
}

/* Sets of two tournaments, versions of one bot, a bot in two seats and a fault, as `export` writes
 * them. */
Test(results_csv, a_table_of_the_arena_is_read)
{
    dom_results_csv names;
    dom_ratings_list list = list_of(
        "tournament,match,set,variant,seat,bot,version,place,score,rounds,end,fault_seat,team\n"
        "t,1,1,v,0,a,11111111zz,1,8,2,normal,-1,\nt,1,1,v,1,b,1,2,-8,2,normal,-1,\n"
        "u,1,1,v,0,a,22222222zz,2,9,2,crash,0,\nu,1,1,v,1,b,1,1,7,2,crash,0,\n"
        "u,1,1,v,2,b,1,1,7,2,crash,0,\n",
        &names);
    cr_expect(eq(sz, names.names.count, 3));
    cr_expect(eq(str, names.labels.item[1], "a@22222222"));
    cr_expect(eq(str, names.labels.item[2], "b"));
    cr_expect(names.has_rounds);
    cr_expect(eq(u64, list.sets, 2));
    for (size_t i = 0; i < list.count; i++) {
        const dom_ratings_rating *row = &list.row[i];
        cr_expect(eq(u64, row->wins, row->player == 0 ? 1 : row->player == 1 ? 0 : 2));
        cr_expect(eq(int, row->has_points, row->player != 1)); /* the fault ended its only match */
        if (row->player == 0)
            cr_expect(epsilon_eq(dbl, row->points, 4000, 1e-9)); /* per round */
    }
    dom_ratings_list_clear(&list);
    dom_results_csv_clear(&names);
}

/* The fault of c decides between it and the others, and nothing between a and b. */
Test(results_csv, a_fault_decides_nothing_between_the_other_seats)
{
    static const struct {
        const char *fault_seat;
        uint64_t wins_of_a;
    } rows[] = {{"2", 1}, {"-1", 2}, {"", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        dom_results_csv names;
        (void)snprintf(text, sizeof text,
                       "set,match,bot,place,seat,fault_seat\n1,1,a,1,0,%s\n1,1,b,2,1,%s\n"
                       "1,1,c,3,2,%s\n",
                       rows[i].fault_seat, rows[i].fault_seat, rows[i].fault_seat);
        dom_ratings_list list = list_of(text, &names);
        for (size_t line = 0; line < list.count; line++)
            if (list.row[line].player == 0)
                cr_expect(eq(u64, list.row[line].wins, rows[i].wins_of_a), "%zu", i);
        dom_ratings_list_clear(&list);
        dom_results_csv_clear(&names);
    }
}

static const struct {
    const char *text, *message; /* after "FILE"                                */
} wrong[] = {
    {"", ":1: the first line names no column 'set'; needed: set, match, bot and place"},
    {"match,bot,set,points\n1,a,1,1\n",
     ":1: the first line names no column 'place'; needed: set, match, bot and place"},
    {"set,match,bot,place,points,score\n",
     ":1: there are two columns 'score' (score means points)"},
    {"set,match,bot,place,fault_seat\n", ":1: fault_seat needs a column 'seat'"},
    {"set,match,bot,place,seat\n1,1,a,1,x\n", ":2: seat 'x' is not allowed; allowed: 0..254"},
    {"set,match,bot,place,seat,fault_seat\n1,1,a,1,0,x\n",
     ":2: fault_seat 'x' is not allowed; allowed: 0..254"},
    {"set,match,bot,place,seat\n1,1,a,1,0\n1,1,b,1,0\n",
     ":3: seat 0 of match '1' of set '1' is also in line 2"},
    {"set,match,bot,place,variant\n1,1,a,1,x\n1,1,b,1,y\n",
     ":3: the variant is 'y', and 'x' above; each has a list of its own, so type export --csv "
     "--variant VARIANT, or take out the column"},
    {HEADER, ": there are no results after the first line"},
    {HEADER "\n\n", ": there are no results after the first line"},
    {HEADER "1,1,a,1\n", ":2: this row has 4 fields, and the first line 5"},
    {HEADER "1,1,a,1,2,3\n", ":2: this row has 6 fields, and the first line 5"},
    {HEADER "1,1,a,1,\n1,2,a,1,\n1,2,b,2,\n",
     ":2: match '1' of set '1' has one bot; allowed: 2..8"},
    {HEADER ",1,a,1,\n", ":2: the set is empty"},
    {HEADER "1,,a,1,\n", ":2: the match is empty"},
    {HEADER "\n1,1,,1,\n", ":3: the bot is empty"},
    {HEADER "1,1,a\"b,1,\n", ":2: a quote stands inside a field; a field with quotes, commas or "
                             "line ends is \"quoted\", with two quotes for one"},
    {HEADER "1,\"\n\"1,1\n", ":2: a quote stands inside a field; a field with quotes, commas or "
                             "line ends is \"quoted\", with two quotes for one"},
    {HEADER "1,1,\"a\nb\",1,\n", ":2: the bot has a control character"},
    {HEADER "1,1,\xff,1,\n", ":2: the bot is not UTF-8"},
    {HEADER "1,1,a\tb,1,\n", ":2: the bot has a control character"},
    {HEADER "1,1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,1,\n",
     ":2: the bot is longer than 64 bytes"},
    {HEADER "1,1,a,0,\n", ":2: place '0' is not allowed; allowed: 1..255"},
    {HEADER "1,1,a,256,\n", ":2: place '256' is not allowed; allowed: 1..255"},
    {HEADER "1,1,a,-1,\n", ":2: place '-1' is not allowed; allowed: 1..255"},
    {HEADER "1,1,a,,\n", ":2: place '' is not allowed; allowed: 1..255"},
    {HEADER "1,1,a,1,nan\n", ":2: points 'nan' are not allowed; allowed: nothing, or a number "
                             "-1000000..1000000 with at most three decimals"},
    {HEADER "1,1,a,nan,\n", ":2: place 'nan' is not allowed; allowed: 1..255"},
    {HEADER "1,1,a,1,-inf\n", ":2: points '-inf' are not allowed; allowed: nothing, or a number "
                              "-1000000..1000000 with at most three decimals"},
    {HEADER "1,1,a,1,1.2345\n",
     ":2: points '1.2345' are not allowed; allowed: nothing, or a number "
     "-1000000..1000000 with at most three decimals"},
    {HEADER "1,1,a,1,1000001\n", ":2: points '1000001' are not allowed; allowed: nothing, or a "
                                 "number -1000000..1000000 with at most three decimals"},
    {HEADER "1,1,a,1,1.\n", ":2: points '1.' are not allowed; allowed: nothing, or a number "
                            "-1000000..1000000 with at most three decimals"},
    {HEADER "1,1,a,1,\n", ":2: match '1' of set '1' has one bot; allowed: 2..8"},
    {HEADER "1,1,a,1,\n1,1,a,2,\n", ":3: bot 'a' is already in match '1' of set '1', in line 2"},
    {HEADER "1,1,a,1,2\n1,1,b,2,\n", ":3: match '1' of set '1' has points for some bots only"},
    {HEADER "1,1,a,1,\n1,1,b,1,\n1,1,c,1,\n1,1,d,1,\n1,1,e,1,\n1,1,f,1,\n1,1,g,1,\n1,1,h,1,\n"
            "1,1,i,1,\n",
     ":2: match '1' of set '1' has more than 8 bots; allowed: 2..8"},
    {TEAM_HEADER "1,1,a,1,\n", ":2: this row has 5 fields, and the first line 6"},
    {TEAM_HEADER "1,1,a,1,,N\n1,1,b,1,,N\n",
     ":2: match '1' of set '1' has one team; allowed: 2..8"},
    {TEAM_HEADER "1,1,a,1,,N\n1,1,b,1,,N\n1,1,c,2,,S\n1,1,d,2,,\n",
     ":5: match '1' of set '1' has bots with a team and bots without one"},
    {TEAM_HEADER "1,1,a,1,,N\n1,1,b,1,,N\n1,1,c,2,,S\n1,1,d,2,,T\n",
     ":4: match '1' of set '1' has a team that is not of two bots; allowed: two"},
    {TEAM_HEADER "1,1,a,1,,N\n1,1,b,1,,N\n1,1,e,1,,N\n1,1,c,2,,S\n",
     ":2: match '1' of set '1' has a team that is not of two bots; allowed: two"},
    {TEAM_HEADER "1,1,a,1,,N\n1,1,b,2,,N\n1,1,c,2,,S\n1,1,d,2,,S\n",
     ":3: match '1' of set '1' gives partners different places or points; they share them"},
    {TEAM_HEADER "1,1,a,1,,N\n1,1,b,1,,N\n1,1,a,2,,S\n1,1,d,2,,S\n",
     ":4: bot 'a' is already in match '1' of set '1', in line 2"},
    {TEAM_HEADER "1,1,a,1,,\"\n", ":2: a quote has no end"},
};

Test(results_csv, a_wrong_table_is_named_with_its_line)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dom_ratings_pool *pool = dom_ratings_pool_new();
        dom_results_csv names;
        dom_err err = {.rc = DOM_OK};
        char expected[600];
        (void)snprintf(expected, sizeof expected, "%s/r.csv%s", s.path, wrong[i].message);
        cr_expect(eq(int, read(wrong[i].text, pool, &names, &err), DOM_E_CONFIG), "%s",
                  wrong[i].text);
        cr_expect(eq(str, err.text, expected));
        dom_ratings_pool_free(&pool);
        dom_results_csv_clear(&names);
    }
}

Test(results_csv, a_file_without_a_table_is_refused)
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    dom_results_csv to = {.pool = pool};
    dom_err err;
    cr_expect(eq(int, dom_results_csv_read(&to, scratch_at(&s, "none.csv"), &err), DOM_E_CONFIG));
    cr_expect(eq(int, dom_results_csv_read(&to, s.path, &err), DOM_E_CONFIG));
    scratch_write_bytes(&s, "nul.csv", HEADER "1,1,a\0,1,\n", sizeof HEADER + 8);
    cr_expect(eq(int, dom_results_csv_read(&to, scratch_at(&s, "nul.csv"), &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "NUL byte"), NULL));
    dom_ratings_pool_free(&pool);
}

Test(results_csv, a_set_beyond_the_limits_is_named)
{
    enum { MATCHES = DOM_RATINGS_POOL_SET_MATCHES_MAX + 1 };
    static char text[MATCHES * 40 + sizeof HEADER];
    size_t length = (size_t)sprintf(text, HEADER);
    for (int i = 0; i < MATCHES; i++)
        length += (size_t)sprintf(text + length, "1,%d,a,1,\n1,%d,b,2,\n", i, i);
    dom_ratings_pool *pool = dom_ratings_pool_new();
    dom_results_csv names;
    dom_err err;
    cr_expect(eq(int, read(text, pool, &names, &err), DOM_E_LIMIT));
    cr_expect(ne(ptr, strstr(err.text, "set '1' has more than 256 matches"), NULL));
    dom_results_csv_clear(&names);
    length = (size_t)sprintf(text, HEADER);
    for (int i = 0; i <= DOM_RATINGS_POOL_SET_PAIRINGS_MAX; i++)
        length += (size_t)sprintf(text + length, "1,%d,a,1,\n1,%d,b%d,2,\n", i, i, i);
    cr_expect(eq(int, read(text, pool, &names, &err), DOM_E_LIMIT));
    cr_expect(ne(ptr, strstr(err.text, ": set '1' has more than 120 pairings"), NULL));
    dom_results_csv_clear(&names);
    dom_ratings_pool_free(&pool);
}

/* Differences 30, 10 and 40 in the pairs of one match; the root of (900 + 100 + 1600) / 3 is
 * 29.439. */
Test(results_csv, by_points_the_scale_is_the_mean_difference)
{
    dom_results_csv to = {.pool = dom_ratings_pool_new(), .by_points = true};
    dom_err err = {.rc = DOM_OK};
    scratch_write(&s, "r.csv", HEADER "1,1,a,1,30\n1,1,b,2,0\n1,1,c,3,-10\n");
    cr_assert(eq(int, dom_results_csv_read(&to, scratch_at(&s, "r.csv"), &err), DOM_OK));
    cr_expect(eq(i64, to.points_scale, 29439));
    dom_ratings_pool_free(&to.pool);
    dom_results_csv_clear(&to);
}

Test(results_csv, by_points_equal_points_are_draws)
{
    dom_results_csv to = {.pool = dom_ratings_pool_new(), .by_points = true};
    dom_err err = {.rc = DOM_OK};
    dom_ratings_list list;
    scratch_write(&s, "r.csv", HEADER "1,1,a,1,5\n1,1,b,2,5\n");
    cr_assert(eq(int, dom_results_csv_read(&to, scratch_at(&s, "r.csv"), &err), DOM_OK));
    cr_expect(eq(i64, to.points_scale, 1));
    cr_assert(eq(int, dom_ratings_list_fit(&list, to.pool, NULL), DOM_RATINGS_OK));
    cr_expect(eq(dbl, list.elo[0], list.elo[1]));
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&to.pool);
    dom_results_csv_clear(&to);
}

Test(results_csv, what_a_rating_needs_must_be_there)
{
    static const struct {
        const char *text, *message;
        bool by_points;
    } needy[] = {
        {HEADER "1,1,a,1,2\n1,1,b,2,1\n2,1,a,1,\n2,1,b,2,\n",
         ":4: match '1' of set '2' has no points, and a rating by points needs them", true},
        {"set,match,bot,place,points,team\n1,1,a,1,,x\n1,1,b,1,,x\n1,1,c,2,,y\n1,1,d,2,,y\n",
         ":2: match '1' of set '1' has teams; the model of Plackett and Luce has single bots",
         false}};
    for (size_t i = 0; i < 2; i++) {
        dom_results_csv to = {.pool = dom_ratings_pool_new(),
                              .rankings = dom_ratings_rankings_new(),
                              .by_points = needy[i].by_points};
        dom_err err = {.rc = DOM_OK};
        scratch_write(&s, "r.csv", needy[i].text);
        cr_expect(eq(int, dom_results_csv_read(&to, scratch_at(&s, "r.csv"), &err), DOM_E_CONFIG));
        cr_expect(ne(ptr, strstr(err.text, needy[i].message), NULL), "%s", err.text);
        dom_ratings_pool_free(&to.pool);
        dom_ratings_rankings_free(&to.rankings);
        dom_results_csv_clear(&to);
    }
}
