/* A tournament that exists with other settings: every difference is named by its key. */
#include "tournament/stage_plan.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static const dom_store_bot stored_bots[] = {{"alpha", "0a1"}, {"beta", "0b2"}};
static const dom_store_stage stored_stage = {.first_set = 1, .bots = 2, .sets = 10};

/* Plans the extension of a tournament of alpha and beta with the configuration `stored` to
 * `config`. */
static dom_rc plan(const char *stored, const char *config, uint32_t sets, dom_err *err)
{
    static dom_core_tournament now;
    dom_core_entrant bots[] = {{.name = "alpha", .version = "0a1"},
                               {.name = "beta", .version = "0b2"}};
    dom_store_tournament old = {.name = "t",
                                .config = stored,
                                .bot_count = 2,
                                .bots = stored_bots,
                                .stage_count = 1,
                                .stages = &stored_stage};
    dom_store_stage stages[DOM_TOURNAMENT_NEW_STAGES_MAX];
    int count;
    now = (dom_core_tournament){.name = "t", .bot_count = 2, .bots = bots, .sets = sets};
    *err = (dom_err){.rc = DOM_OK, .text = ""};
    return dom_tournament_stage_plan(&old, &now, config, stages, &count, err);
}

#define VARIANT(name, target)                                                                      \
    "{\"name\":\"" name "\",\"options\":{\"hand\":7,\"target\":" target "}}"

/* Values are compared; the order of the keys does not matter. */
Test(cli_extend, a_difference_is_named_by_the_key_that_differs)
{
    static const struct {
        const char *was, *is, *differences;
    } cases[] = {
        {"{\"limits\":{\"bank_ms\":0,\"move_ms\":1000}}",
         "{\"limits\":{\"bank_ms\":0,\"move_ms\":500}}", "limits.move_ms: was 1000, is 500"},
        {"{\"limits\":{\"a\":1,\"b\":2}}", "{\"limits\":{\"a\":2,\"b\":3}}",
         "limits.a: was 1, is 2; limits.b: was 2, is 3"},
        {"{\"rating\":{\"anchor\":{\"name\":\"random\"}}}",
         "{\"rating\":{\"anchor\":{\"name\":null}}}", "rating.anchor.name: was random, is not set"},
        {"{\"compare\":{\"alpha\":0.05}}", "{\"compare\":{\"alpha\":0.1}}",
         "compare.alpha: was 0.05, is 0.1"},
        {"{\"rated\":true}", "{\"rated\":false}", "rated: was true, is false"},
        {"{}", "{\"rated\":false}", "rated: was true, is false"},
        {"{\"schedule\":\"compare\"}", "{\"schedule\":\"compare\",\"rated\":true}",
         "rated: was false, is true"},
        {"{\"schedule\":\"gauntlet\"}", "{\"schedule\":\"gauntlet\",\"seeds\":3}",
         "seeds: was 1, is 3"},
        {"{\"schedule\":\"gauntlet\",\"seeds\":3}", "{\"schedule\":\"gauntlet\"}",
         "seeds: was 3, is 1"},
        {"{}", "{\"hide_names\":true}", "hide_names: was not set, is true"},
        {"{}", "{\"show\":[\"/opt\"]}", "show: was not set, is [\"/opt\"]"},
        {"{\"show\":[\"/opt\"]}", "{}", "show: was [\"/opt\"], is not set"},
        {"{\"show\":[\"/a\",\"/b\"]}", "{\"show\":[\"/a\",\"/c\"]}",
         "show: was [\"/a\",\"/b\"], is [\"/a\",\"/c\"]"},
        {"{\"tie_break\":[\"lot\"]}", "{\"tie_break\":[\"points\"]}",
         "tie_break: was [\"lot\"], is [\"points\"]"},
        {"{\"limits\":{\"gone\":1}}", "{\"limits\":{}}", "limits.gone: was 1, is not set"},
        {"{\"variants\":[" VARIANT("block-2", "100") "]}",
         "{\"variants\":[" VARIANT("draw-2", "100") "]}",
         "variants: block-2 is missing; variants: draw-2 is new"},
        {"{\"variants\":[" VARIANT("a", "1") "," VARIANT("b", "2") "]}",
         "{\"variants\":[" VARIANT("b", "2") "," VARIANT("a", "1") "]}", "variants: another order"},
        {"{\"variants\":[" VARIANT("mine", "100") "]}",
         "{\"variants\":[" VARIANT("mine", "50") "]}", "variants.mine.target: was 100, is 50"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_err err;
        char text[DOM_ERR_BYTES];
        (void)snprintf(
            text, sizeof text,
            "tournament 't' exists with other settings; %s; repeat the old values, or give another "
            "name; only bots or sets can be added",
            cases[i].differences);
        cr_expect(eq(int, plan(cases[i].was, cases[i].is, 10, &err), DOM_E_CONFIG));
        cr_expect(eq(str, err.text, text));
        cr_expect(eq(int, plan(cases[i].is, cases[i].is, 10, &err), DOM_OK));
    }
}

/* A text of an earlier version does not have the key `rated`: all tournaments but comparisons
 * were rated. */
Test(cli_extend, a_tournament_of_an_earlier_version_continues)
{
    static const char *const cases[][2] = {
        {"{}", "{\"rated\":true}"},
        {"{\"schedule\":\"swiss\"}", "{\"rated\":true,\"schedule\":\"swiss\"}"},
        {"{\"schedule\":\"compare\"}", "{\"rated\":false,\"schedule\":\"compare\"}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_err err;
        cr_expect(eq(int, plan(cases[i][0], cases[i][1], 10, &err), DOM_OK), "%s", err.text);
    }
}

Test(cli_extend, settings_of_a_stage_may_differ)
{
    dom_err err;
    cr_expect(eq(int, plan("{\"sets\":10}", "{\"sets\":20}", 20, &err), DOM_OK));
    cr_expect(eq(int, plan("{\"sets\":10}", "{\"sets\":5}", 5, &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "other settings; sets: was 10, is 5; repeat"), NULL), "%s",
              err.text);
}

/* Writes eight keys with long values that begin with the letter `first`. */
static void write_long(char *text, size_t room, char first)
{
    int length = snprintf(text, room, "{");
    for (int key = 0; key < 8; key++)
        length += snprintf(text + length, room - (size_t)length, "%s\"key%d\":\"%c%070d\"",
                           key ? "," : "", key, first, 0);
    (void)snprintf(text + length, room - (size_t)length, "}");
}

Test(cli_extend, differences_that_do_not_fit_into_the_message_are_counted)
{
    dom_err err;
    char was[1000], is[1000];
    write_long(was, sizeof was, 'a');
    write_long(is, sizeof is, 'b');
    cr_expect(eq(int, plan(was, is, 5, &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "key0: was a000"), NULL), "%s", err.text);
    cr_expect(ne(ptr, strstr(err.text, "00..., is b000"), NULL), "%s", err.text);
    cr_expect(ne(ptr, strstr(err.text, "00...; and 7 more; repeat the old values"), NULL), "%s",
              err.text);
}
