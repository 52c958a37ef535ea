/* What the words of a command line mean: reasons, options of ratings, and completed values. */
#include "common.h"
#include "completion.h"
#include "rating_args.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(words, a_reason_is_one_line)
{
    static char longest[DOM_STORE_REASON_BYTES], longer[DOM_STORE_REASON_BYTES + 1];
    memset(longest, 'x', sizeof longest - 1);
    memset(longer, 'x', sizeof longer - 1);
    const struct {
        const char *reason;
        dom_rc rc;
    } rows[] = {{"power cut at noon", DOM_OK},
                {"\xc3\xa4", DOM_OK},
                {longest, DOM_OK},
                {NULL, DOM_OK},
                {"", DOM_E_CONFIG},
                {longer, DOM_E_CONFIG},
                {"two\nlines", DOM_E_CONFIG},
                {"a\ttab", DOM_E_CONFIG},
                {"\x7f", DOM_E_CONFIG}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_err err = {.text = ""};
        cr_expect(eq(int, dom_cli_check_reason("--reason", rows[i].reason, &err), rows[i].rc),
                  "%zu", i);
        cr_expect(eq(int, strstr(err.text, "--reason: this is not a reason; allowed: one") != NULL,
                     rows[i].rc != DOM_OK));
    }
}

Test(words, the_first_option_of_ratings_that_is_given_is_named)
{
    char *anchor[] = {"anna"};
    const struct {
        dom_cli_rating_args args;
        const char *option;
    } rows[] = {{{.is_simultaneous = true}, "--simultaneous"},
                {{.anchors = {.count = 1, .item = anchor}}, "--anchor"},
                {{.has_prior = true}, "--prior"},
                {{.has_draws = true}, "--davidson"},
                {{.metric = "wins"}, "--metric"},
                {{.wants_second = true}, "--plackett-luce"},
                {{.bootstrap = 100}, "--bootstrap"},
                {{.has_draws = true, .bootstrap = 100}, "--davidson"}};
    cr_expect(eq(ptr, (void *)dom_cli_rating_given(&(dom_cli_rating_args){0}), NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(eq(str, (char *)dom_cli_rating_given(&rows[i].args), (char *)rows[i].option));
}

Test(words, a_placeholder_says_what_completes_a_value)
{
    static const struct {
        const char *value;
        dom_cli_fill fill;
        const char *words;
    } rows[] = {{"auto|always|never", DOM_CLI_FILL_WORDS, "auto always never"},
                {"[wins|points]", DOM_CLI_FILL_WORDS, "wins points"},
                {"V,...", DOM_CLI_FILL_VARIANTS, ""},
                {"A,B,...", DOM_CLI_FILL_BOTS, ""},
                {"[TOURNAMENT]", DOM_CLI_FILL_TOURNAMENT, ""},
                {"N", DOM_CLI_FILL_NOTHING, ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[DOM_CLI_WORDS_BYTES];
        cr_expect(eq(int, dom_cli_fill_of(rows[i].value, words), rows[i].fill), "%s",
                  rows[i].value);
        cr_expect(eq(str, words, (char *)rows[i].words), "%s", rows[i].value);
    }
}
