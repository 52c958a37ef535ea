/* Results from a table: what is read, what is refused, what is printed. */
#include "rating_list.h"
#include "result_file.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER "set,match,bot,place,points\n"

static scratch s;

static void set_up(void)
{
    scratch_open(&s);
}

static void clean_up(void)
{
    scratch_close(&s);
}

TestSuite(cli_rate, .init = set_up, .fini = clean_up);

static dom_rc read(const char *text, dom_pool *pool, dom_strings *names, dom_err *err)
{
    scratch_write(&s, "r.csv", text);
    return result_file_read(scratch_at(&s, "r.csv"), pool, names, err);
}

static dom_list list_of(const char *text, dom_strings *names)
{
    dom_pool *pool = dom_pool_new();
    dom_err err = {.rc = DOM_OK};
    dom_list_options options = DOM_LIST_OPTIONS;
    dom_list list;
    options.wants_covariance = true;
    cr_assert(eq(int, read(text, pool, names, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_list_fit(&list, pool, &options), DOM_RATINGS_OK));
    dom_pool_free(&pool);
    return list;
}

Test(cli_rate, reads_rows_in_any_order)
{
    dom_strings names;
    dom_list list = list_of("\xef\xbb\xbf" HEADER "1,a,zoe,1,3.5\r\n1,b,amy,2,-1\r\n\r\n"
                            "1,b,zoe,1,1\r\n1,a,amy,2,-3.5\r\n2,a,amy,1,\r\n2,a,zoe,1,",
                            &names);
    cr_expect(eq(sz, names.count, 2));
    cr_expect(eq(str, names.item[0], "amy"));
    cr_expect(eq(str, names.item[1], "zoe"));
    cr_expect(eq(u64, list.sets, 2));
    cr_expect(eq(u64, list.matches, 3));
    cr_expect(eq(u32, list.row[0].player, 1));
    cr_expect(eq(u64, list.row[0].wins, 2));
    cr_expect(eq(u64, list.row[0].draws, 1));
    cr_expect(epsilon_eq(dbl, list.row[0].points, 2250, 1e-9)); /* thousandths, per match */
    dom_list_clear(&list);
    dom_strings_clear(&names);
}

Test(cli_rate, order_of_rows_does_not_matter)
{
    dom_strings first, second;
    dom_list a =
        list_of(HEADER "1,1,x,1,\n1,1,y,2,\n2,1,y,1,\n2,1,z,2,\n3,1,z,1,\n3,1,x,1,\n", &first);
    dom_list b =
        list_of(HEADER "3,1,x,1,\n2,1,z,2,\n1,1,y,2,\n3,1,z,1,\n2,1,y,1,\n1,1,x,1,\n", &second);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(eq(int, memcmp(&a.row[i].elo, &b.row[i].elo, sizeof(double)), 0));
        cr_expect(eq(int, memcmp(&a.row[i].elo_hi, &b.row[i].elo_hi, sizeof(double)), 0));
    }
    dom_list_clear(&a);
    dom_list_clear(&b);
    dom_strings_clear(&first);
    dom_strings_clear(&second);
}

static const struct {
    const char *text, *message; /* after "FILE"                                */
} wrong[] = {
    {"", ":1: the first line must be 'set,match,bot,place,points'"},
    {"1,1,a,1,\n", ":1: the first line must be 'set,match,bot,place,points'"},
    {HEADER, ": there are no results below the header"},
    {HEADER "\n\n", ": there are no results below the header"},
    {HEADER "1,1,a,1\n", ":2: a row has 5 fields, set,match,bot,place,points; here are 4"},
    {HEADER "1,1,a,1,2,3\n",
     ":2: a row has 5 fields, set,match,bot,place,points; here are more than 5"},
    {HEADER ",1,a,1,\n", ":2: the set is empty"},
    {HEADER "1,,a,1,\n", ":2: the match is empty"},
    {HEADER "\n1,1,,1,\n", ":3: the bot is empty"},
    {HEADER "1,1,\"a\",1,\n", ":2: the bot has a quote; fields are bare"},
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
};

Test(cli_rate, a_wrong_table_is_named_with_its_line)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dom_pool *pool = dom_pool_new();
        dom_strings names;
        dom_err err = {.rc = DOM_OK};
        char expected[600];
        (void)snprintf(expected, sizeof expected, "%s/r.csv%s", s.path, wrong[i].message);
        cr_expect(eq(int, read(wrong[i].text, pool, &names, &err), DOM_E_CONFIG), "%s",
                  wrong[i].text);
        cr_expect(eq(str, err.text, expected));
        dom_pool_free(&pool);
        dom_strings_clear(&names);
    }
}

Test(cli_rate, a_file_that_is_no_table_is_refused)
{
    dom_pool *pool = dom_pool_new();
    dom_strings names;
    dom_err err;
    cr_expect(
        eq(int, result_file_read(scratch_at(&s, "none.csv"), pool, &names, &err), DOM_E_CONFIG));
    cr_expect(eq(int, result_file_read(s.path, pool, &names, &err), DOM_E_CONFIG));
    scratch_write_bytes(&s, "nul.csv", HEADER "1,1,a\0,1,\n", sizeof HEADER + 8);
    cr_expect(
        eq(int, result_file_read(scratch_at(&s, "nul.csv"), pool, &names, &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "NUL byte"), NULL));
    dom_pool_free(&pool);
}

Test(cli_rate, a_set_beyond_the_limits_is_named)
{
    enum { MATCHES = DOM_POOL_SET_MATCHES_MAX + 1 };
    static char text[MATCHES * 40 + sizeof HEADER];
    size_t length = (size_t)sprintf(text, HEADER);
    for (int i = 0; i < MATCHES; i++)
        length += (size_t)sprintf(text + length, "1,%d,a,1,\n1,%d,b,2,\n", i, i);
    dom_pool *pool = dom_pool_new();
    dom_strings names;
    dom_err err;
    cr_expect(eq(int, read(text, pool, &names, &err), DOM_E_LIMIT));
    cr_expect(ne(ptr, strstr(err.text, "set '1' has more than 256 matches"), NULL));
    dom_strings_clear(&names);
    length = (size_t)sprintf(text, HEADER);
    for (int i = 0; i <= DOM_POOL_SET_PAIRINGS_MAX; i++)
        length += (size_t)sprintf(text + length, "1,%d,a,1,\n1,%d,b%d,2,\n", i, i, i);
    cr_expect(eq(int, read(text, pool, &names, &err), DOM_E_LIMIT));
    cr_expect(ne(ptr, strstr(err.text, ": set '1' has more than 120 pairings"), NULL));
    dom_strings_clear(&names);
    dom_pool_free(&pool);
}

/* ---- printing ------------------------------------------------------------- */

/* A perfect bot, two that are tied together, and two that met nobody else. */
static const char islands[] = HEADER "1,1,top,1,9\n1,1,mid,2,0\n2,1,mid,1,2\n2,1,low,2,1\n"
                                     "3,1,low,1,2\n3,1,mid,2,1\n4,1,far,1,\n4,1,off,1,\n";

/* The list of a table in one format. */
static char *shown(const char *text, cli_format format)
{
    dom_strings names;
    dom_list list = list_of(text, &names);
    rating_bot bots[8] = {{.name = NULL}};
    char *printed;
    size_t length;
    dom_err err;
    FILE *out = open_memstream(&printed, &length);
    for (size_t i = 0; i < names.count; i++)
        bots[i] = (rating_bot){.name = names.item[i], .label = names.item[i], .version = ""};
    rating_list r = {.title = "r.csv",
                     .list = &list,
                     .players = names.count,
                     .options = &DOM_LIST_OPTIONS,
                     .bot = bots,
                     .point = RESULT_POINT,
                     .per = "match"};
    rating_show show = rating_show_begin(format, out);
    cr_expect(eq(int, rating_show_list(&show, &r, &err), DOM_OK));
    cr_expect(eq(int, rating_show_end(&show, DOM_OK, &err), DOM_OK));
    (void)fclose(out);
    dom_list_clear(&list);
    dom_strings_clear(&names);
    return printed;
}

/* As text, and the one list as JSON. */
static void show(const char *text, char **printed, json_t **json)
{
    char *whole = shown(text, CLI_JSON);
    json_t *root = json_loads(whole, 0, NULL);
    *printed = shown(text, CLI_TEXT);
    *json = json_incref(json_array_get(json_object_get(root, "lists"), 0));
    json_decref(root);
    free(whole);
}

static json_t *bot_named(json_t *list, const char *name)
{
    size_t i;
    json_t *bot;
    json_array_foreach(json_object_get(list, "bots"), i,
                       bot) if (strcmp(json_string_value(json_object_get(bot, "name")), name) ==
                                0) return bot;
    return NULL;
}

static int type_of(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return value ? (int)json_typeof(value) : -1;
}

Test(cli_rate, what_cannot_be_told_is_said_in_words)
{
    char *text;
    json_t *json;
    show(islands, &text, &json);
    cr_expect(ne(ptr, strstr(text, "r.csv: 4 matches, 4 duplicate sets\n"), NULL));
    cr_expect(ne(ptr, strstr(text, "2 islands: bots of different islands never met"), NULL));
    cr_expect(ne(ptr, strstr(text, "Each island is held by its own mean"), NULL));
    cr_expect(ne(ptr, strstr(text, ">: it, or a group with it, lost no point"), NULL));
    cr_expect(ne(ptr, strstr(text, "Few sets, rough intervals: top, "), NULL));
    cr_expect(eq(ptr, strstr(text, "nan"), NULL));
    cr_expect(eq(ptr, strstr(text, "inf"), NULL));
    free(text);
    json_decref(json);
}

Test(cli_rate, json_has_null_for_what_cannot_be_told)
{
    char *text;
    json_t *json;
    show(islands, &text, &json);
    cr_assert(ne(ptr, json, NULL));
    cr_expect(eq(int, (int)json_integer_value(json_object_get(json, "islands")), 2));
    json_t *top = bot_named(json, "top"), *far = bot_named(json, "far");
    cr_expect(eq(str, (char *)json_string_value(json_object_get(top, "bound")), ">"));
    cr_expect(eq(int, type_of(top, "elo_lo"), JSON_REAL));
    cr_expect(eq(int, type_of(top, "elo_hi"), JSON_NULL));
    cr_expect(epsilon_eq(dbl, json_real_value(json_object_get(top, "points_per_round")), 9, 1e-9));
    cr_expect(eq(int, type_of(far, "points_per_round"), JSON_NULL));
    cr_expect(eq(int, type_of(bot_named(json, "off"), "los_next"), JSON_NULL));
    cr_expect(eq(int, type_of(json, "information_ratio"), JSON_NULL));
    free(text);
    json_decref(json);
}

/* ---- other formats ---------------------------------------------------------- */

Test(cli_rate, covariance_is_in_the_order_of_the_bots)
{
    char *text;
    json_t *json;
    show(HEADER "1,1,a,1,\n1,1,b,2,\n2,1,b,1,\n2,1,c,2,\n3,1,c,1,\n3,1,a,2,\n4,1,c,1,\n"
                "4,1,b,2,\n",
         &text, &json);
    json_t *matrix = json_object_get(json, "covariance"), *bots = json_object_get(json, "bots");
    cr_assert(eq(sz, json_array_size(matrix), 3));
    cr_expect(
        eq(str, (char *)json_string_value(json_object_get(json_array_get(bots, 0), "name")), "c"));
    for (size_t i = 0; i < 3; i++) {
        json_t *line = json_array_get(matrix, i), *bot = json_array_get(bots, i);
        cr_assert(eq(sz, json_array_size(line), 3));
        double sum = 0, own = json_real_value(json_array_get(line, i));
        for (size_t k = 0; k < 3; k++) {
            sum += json_real_value(json_array_get(line, k));
            cr_expect(eq(dbl, json_real_value(json_array_get(line, k)),
                         json_real_value(json_array_get(json_array_get(matrix, k), i))));
        }
        cr_expect(epsilon_eq(dbl, sum, 0, 1e-5), "the mean is held");
        cr_expect(own > 1);
        double half = json_real_value(json_object_get(bot, "elo_hi")) -
                      json_real_value(json_object_get(bot, "elo"));
        cr_expect(half / sqrt(own) > 1.9, "%zu", i); /* Student's t, few sets */
    }
    free(text);
    json_decref(json);
}

static int fields_of(const char *line)
{
    int fields = 1;
    for (const char *c = line; *c; c++)
        fields += *c == ',';
    return fields;
}

Test(cli_rate, csv_has_a_row_for_each_bot)
{
    char *text = shown(islands, CLI_CSV), *at = text;
    const char *rows[8];
    size_t count = 0;
    for (char *line; (line = strsep(&at, "\n")) && *line; count++) {
        rows[count] = line;
        cr_expect(eq(int, fields_of(line), fields_of(rows[0])), "%s", line);
    }
    cr_assert(eq(sz, count, 6));
    cr_expect(eq(ptr, strstr(rows[0], "variant,rank_lo,rank_hi,bot,"), (void *)rows[0]));
    cr_expect(eq(ptr, strstr(rows[1], "r.csv,1,3,top,,"), (void *)rows[1]));
    cr_expect(ne(ptr, strstr(rows[1], ",,>,1,1,"), NULL), "no upper limit, a bound, island 1");
    cr_expect(ne(ptr, strstr(rows[1], ",0.500000,mean,,1000.000000,"), NULL));
    free(text);
}

Test(cli_rate, markdown_shows_names_as_they_are)
{
    char *text = shown(HEADER "1,1,a|b,1,1\n1,1,*c*_d,2,0\n", CLI_MARKDOWN);
    cr_expect(eq(ptr, strstr(text, "## r.csv: 1 matches, 1 duplicate sets\n\n"), text));
    cr_expect(ne(ptr, strstr(text, "| rank | bot | Elo | interval |"), NULL));
    cr_expect(ne(ptr, strstr(text, "\n|--:|:--|--:|--:|"), NULL));
    cr_expect(ne(ptr, strstr(text, "| a\\|b |"), NULL));
    cr_expect(ne(ptr, strstr(text, "| \\*c\\*\\_d |"), NULL));
    cr_expect(ne(ptr, strstr(text, "\n- Few sets, rough intervals: "), NULL));
    free(text);
}

/* Names of 64 bytes leave room for what matters. */
Test(cli_rate, text_is_never_wider_than_a_hundred_columns)
{
    static char table[20000];
    size_t length = (size_t)sprintf(table, HEADER);
    for (int i = 0; i < 40; i++)
        length += (size_t)sprintf(table + length, "%d,1,%064d,1,1000000\n%d,1,%064d,2,-1000000\n",
                                  i, i % 7, i, (i + 1) % 7);
    char *text = shown(table, CLI_TEXT), *at = text;
    for (char *line; (line = strsep(&at, "\n"));)
        cr_expect(le(sz, strlen(line), RATING_LIST_WIDTH), "%s", line);
    free(text);
    text = shown(table, CLI_TEXT);
    cr_expect(ne(ptr, strstr(text, "  Elo  "), NULL), "%s", text);
    free(text);
    text = shown(islands, CLI_TEXT);
    cr_expect(ne(ptr, strstr(text, "W-D-L"), NULL), "short names leave room for all");
    free(text);
}

Test(cli_rate, one_bot_cannot_be_in_a_table_but_two_can)
{
    char *text;
    json_t *json;
    show(HEADER "1,1,a,1,\n1,1,b,1,\n", &text, &json);
    cr_expect(ne(ptr, strstr(text, "1000.0"), NULL));
    cr_expect(eq(sz, json_array_size(json_object_get(json, "bots")), 2));
    free(text);
    json_decref(json);
}
