/* Prints rating lists, made from CSV results, in every format. */
#include "output/rating_list.h"
#include "results/results_csv.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER "set,match,bot,place,points\n"

SCRATCH_SUITE(rating_list);

/* Returns the list of CSV results, and their names in `table`. */
static dom_ratings_list list_of(const char *text, dom_results_csv *table)
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    dom_err err = {.rc = DOM_OK};
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    dom_ratings_list list;
    options.wants_covariance = true;
    *table = (dom_results_csv){.pool = pool};
    scratch_write(&s, "r.csv", text);
    cr_assert(eq(int, dom_results_csv_read(table, scratch_at(&s, "r.csv"), &err), DOM_OK));
    cr_assert(eq(int, dom_ratings_list_fit(&list, pool, &options), DOM_RATINGS_OK));
    dom_ratings_pool_free(&pool);
    return list;
}

/* A bot with a perfect score, two that beat each other, and two that met nobody else. */
static const char islands[] = HEADER "1,1,top,1,9\n1,1,mid,2,0\n2,1,mid,1,2\n2,1,low,2,1\n"
                                     "3,1,low,1,2\n3,1,mid,2,1\n4,1,far,1,\n4,1,off,1,\n";

/* Returns the list of CSV results in one format. */
static char *shown(const char *text, dom_output_format format)
{
    dom_results_csv table;
    dom_ratings_list list = list_of(text, &table);
    char **names = table.names.item;
    dom_results_rated_bot bots[8] = {{.name = NULL}};
    char *printed;
    size_t length;
    dom_err err;
    FILE *out = open_memstream(&printed, &length);
    for (size_t i = 0; i < table.names.count; i++)
        bots[i] = (dom_results_rated_bot){.name = names[i], .label = names[i], .version = ""};
    dom_results_rating_list r = {.title = "r.csv",
                                 .list = &list,
                                 .players = table.names.count,
                                 .options = &DOM_RATINGS_LIST_OPTIONS,
                                 .bot = bots,
                                 .point = DOM_RESULTS_POINT,
                                 .per = "match"};
    dom_output_rating_lists show = dom_output_rating_lists_begin(format, out);
    cr_expect(eq(int, dom_output_rating_lists_add(&show, &r, &err), DOM_OK));
    cr_expect(eq(int, dom_output_rating_lists_end(&show, DOM_OK, &err), DOM_OK));
    (void)fclose(out);
    dom_ratings_list_clear(&list);
    dom_results_csv_clear(&table);
    return printed;
}

/* Prints the list as text and as JSON. */
static void show(const char *text, char **printed, json_t **json)
{
    char *whole = shown(text, DOM_OUTPUT_JSON);
    json_t *root = json_loads(whole, 0, NULL);
    *printed = shown(text, DOM_OUTPUT_TEXT);
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

Test(rating_list, notes_explain_values_that_are_not_known)
{
    char *text;
    json_t *json;
    show(islands, &text, &json);
    cr_expect(ne(ptr, strstr(text, "r.csv: 4 matches, 4 duplicate sets\n"), NULL));
    cr_expect(ne(ptr, strstr(text, "2 islands: no results connect them, so"), NULL));
    cr_expect(ne(ptr, strstr(text, "The mean of each island is fixed at 1000."), NULL));
    cr_expect(ne(
        ptr, strstr(text, ">: no upper limit, because weaker bots scored (almost) nothing"), NULL));
    cr_expect(ne(ptr, strstr(text, "Rough intervals, because few results decide: top, "), NULL));
    cr_expect(eq(ptr, strstr(text, "nan"), NULL));
    cr_expect(eq(ptr, strstr(text, "inf"), NULL));
    free(text);
    json_decref(json);
}

Test(rating_list, json_has_null_for_values_that_are_not_known)
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

Test(rating_list, covariance_is_in_the_order_of_the_bots)
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
        cr_expect(epsilon_eq(dbl, sum, 0, 1e-5), "the mean is fixed");
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

/* Returns where a field begins, from 0. */
static const char *field_of(const char *line, int field)
{
    for (; field > 0; field--)
        line = strchr(line, ',') + 1;
    return line;
}

/* points_per_round, ppr_lo and ppr_hi are fields 16 to 18. Far and off had no points. */
Test(rating_list, csv_has_a_row_for_each_bot)
{
    char *text = shown(islands, DOM_OUTPUT_CSV), *at = text;
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
    cr_expect(ne(ptr, strstr(rows[1], ",0,match,"), NULL), "today's rules");
    for (size_t i = 1; i < count; i++) {
        bool has_points = strstr(rows[i], ",far,") == NULL && strstr(rows[i], ",off,") == NULL;
        for (int field = 16; field < 19; field++)
            cr_expect(eq(int, *field_of(rows[i], field) != ',', has_points), "%s", rows[i]);
    }
    free(text);
}

Test(rating_list, markdown_shows_names_as_they_are)
{
    char *text = shown(HEADER "1,1,a|b,1,1\n1,1,*c*_d,2,0\n", DOM_OUTPUT_MARKDOWN);
    cr_expect(eq(ptr, strstr(text, "## r.csv: 1 matches, 1 duplicate sets\n\n"), text));
    cr_expect(ne(ptr, strstr(text, "| rank | bot | Elo | interval |"), NULL));
    cr_expect(ne(ptr, strstr(text, "\n|--:|:--|--:|--:|"), NULL));
    cr_expect(ne(ptr, strstr(text, "| a\\|b |"), NULL));
    cr_expect(ne(ptr, strstr(text, "| \\*c\\*\\_d |"), NULL));
    cr_expect(ne(ptr, strstr(text, "\n- Rough intervals, because few results decide: "), NULL));
    free(text);
}

/* Returns the widest line in characters. */
static size_t widest(const char *text)
{
    size_t most = 0, width = 0;
    for (; *text; text++) {
        width = *text == '\n' ? 0 : width + (((unsigned char)*text & 0xc0) != 0x80);
        most = width > most ? width : most;
    }
    return most;
}

/* Names of 64 bytes leave room for the most important columns. */
Test(rating_list, text_keeps_to_the_width_of_the_terminal)
{
    static char table[20000];
    size_t length = (size_t)sprintf(table, HEADER);
    for (int i = 0; i < 40; i++)
        length += (size_t)sprintf(table + length, "%d,1,%064d,1,1000000\n%d,1,%064d,2,-1000000\n",
                                  i, i % 7, i, (i + 1) % 7);
    static const char *const widths[] = {"80", "100", "120"};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        (void)setenv("COLUMNS", widths[i], 1);
        char *text = shown(table, DOM_OUTPUT_TEXT);
        cr_expect(le(sz, widest(text), (size_t)atoi(widths[i])), "%s", text);
        cr_expect(ne(ptr, strstr(text, "  Elo  "), NULL), "%s", text);
        cr_expect(ne(ptr, strstr(text, "\u2026"), NULL), "%s", text);
        free(text);
    }
    (void)setenv("COLUMNS", "100", 1);
    char *text = shown(islands, DOM_OUTPUT_TEXT);
    cr_expect(ne(ptr, strstr(text, "W-D-L"), NULL), "short names leave room for all");
    free(text);
    (void)unsetenv("COLUMNS");
    text = shown(table, DOM_OUTPUT_TEXT);
    cr_expect(eq(ptr, strstr(text, "\u2026"), NULL), "a file has everything");
    cr_expect(ne(ptr, strstr(text, "W-D-L"), NULL));
    free(text);
}

Test(rating_list, two_bots_with_one_drawn_match_are_equal)
{
    char *text;
    json_t *json;
    show(HEADER "1,1,a,1,\n1,1,b,1,\n", &text, &json);
    cr_expect(ne(ptr, strstr(text, "1000.0"), NULL));
    cr_expect(eq(sz, json_array_size(json_object_get(json, "bots")), 2));
    free(text);
    json_decref(json);
}
