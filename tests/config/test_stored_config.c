/* A stored configuration is read back as it was written. Texts of earlier versions and invalid
 * texts are read as the header describes. */
#include "config/stored_config.h"
#include "core/own_limits.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static const dom_store_stage stage = {.first_set = 1, .bots = 3, .sets = 10};

static dom_variant variants[3];

/* Returns a stored tournament of block-2, draw-2 and block-3. */
static dom_store_tournament stored_as(const char *config)
{
    static const char *const names[] = {"block-2", "draw-2", "block-3"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_assert(eq(int, dom_variant_find(&variants[i], names[i], NULL), DOM_OK));
    return (dom_store_tournament){.name = "spring",
                                  .config = config,
                                  .variant_count = 3,
                                  .variants = variants,
                                  .stage_count = 1,
                                  .stages = &stage};
}

static dom_rc read_text(dom_config_stored *out, const char *config, dom_err *err)
{
    const dom_store_tournament t = stored_as(config);
    return dom_config_stored_read(out, &t, err);
}

/* Bot 1 sits out the second and the third variant. */
static dom_core_entrant bots[] = {{.name = "alpha", .version = "0a", .variants = 7},
                                  {.name = "beta", .version = "0b", .variants = 1},
                                  {.name = "gamma", .version = "0c", .variants = 7}};

static dom_core_tournament spring(void)
{
    dom_core_tournament t = {.name = "spring",
                             .variant_count = 3,
                             .bot_count = 3,
                             .bots = bots,
                             .schedule = DOM_CORE_SCHEDULE_GAUNTLET,
                             .seeds = 2,
                             .partners = DOM_CORE_PARTNERS_MIXED,
                             .sets = 10,
                             .limits = {.startup_ms = 10000,
                                        .move_ms = 1000,
                                        .bank_ms = 2000,
                                        .increment_ms = 30,
                                        .margin_ms = 20,
                                        .memory_mb = 512,
                                        .processes = 4},
                             .baseline = "heaviest-00",
                             .is_rated = true,
                             .rating_prior = 0.25,
                             .rating_anchor = "alpha",
                             .rating_anchor_elo = -1200.5};
    memcpy(t.variants, variants, sizeof variants);
    return t;
}

/* Writes the configuration of *t and reads it again. */
static dom_config_stored again(const dom_core_tournament *t)
{
    dom_config_stored read;
    dom_err err = {.text = ""};
    char *text = dom_config_json(t);
    cr_assert(ne(ptr, text, NULL));
    cr_assert(eq(int, read_text(&read, text, &err), DOM_OK), "%s", err.text);
    free(text);
    return read;
}

Test(stored_config, a_written_configuration_is_read_back)
{
    (void)stored_as("");
    dom_core_tournament t = spring();
    dom_config_stored read = again(&t);
    cr_expect(eq(int, read.kind, DOM_SCHEDULE_PLAN_GAUNTLET));
    cr_expect(read.mixes_partners);
    cr_expect(eq(u32, read.seeds, 2));
    cr_expect(read.is_rated);
    cr_expect(eq(int, memcmp(&read.limits, &t.limits, sizeof t.limits), 0));
    cr_expect(eq(dbl, read.rating.prior, 0.25));
    cr_expect(eq(dbl, read.rating.anchor_elo, -1200.5));
    cr_expect(eq(str, read.rating.anchor, "alpha"));
    cr_expect(eq(str, read.baseline, "heaviest-00"));
    cr_expect(eq(u64, read.sits_out[0], 0));
    cr_expect(eq(u64, read.sits_out[1], 6));
    cr_expect(eq(u64, read.sits_out[2], 0));
}

Test(stored_config, the_all_round_variants_are_read_back)
{
    (void)stored_as("");
    dom_core_tournament t = spring();
    char *text = dom_config_json(&t);
    cr_assert(ne(ptr, text, NULL));
    cr_expect(eq(ptr, strstr(text, "all_round"), NULL), "%s", text);
    free(text);
    (void)dom_strings_add(&t.rating_all_round, "draw-2");
    (void)dom_strings_add(&t.rating_all_round, "block-3");
    text = dom_config_json(&t);
    cr_assert(ne(ptr, text, NULL));
    dom_strings named = dom_config_stored_all_round(text);
    cr_assert(eq(sz, named.count, 2));
    cr_expect(eq(str, named.item[0], "draw-2"));
    cr_expect(eq(str, named.item[1], "block-3"));
    dom_strings_clear(&named);
    dom_strings_clear(&t.rating_all_round);
    free(text);
    named = dom_config_stored_all_round("{\"rating\":{\"all_round\":[\"draw-2\",3]}}");
    cr_expect(eq(sz, named.count, 0));
}

/* A tournament that shows nothing has the text that earlier programs stored. */
Test(stored_config, what_is_shown_is_read_back)
{
    (void)stored_as("");
    dom_core_tournament t = spring();
    char *text = dom_config_json(&t);
    cr_assert(ne(ptr, text, NULL));
    cr_expect(eq(ptr, strstr(text, "show"), NULL), "%s", text);
    dom_strings shown = dom_config_stored_shown(text);
    cr_expect(zero(sz, shown.count));
    free(text);
    (void)dom_strings_add(&t.shown, "/dev/kfd");
    (void)dom_strings_add(&t.shown, "/opt/a model");
    text = dom_config_json(&t);
    cr_assert(ne(ptr, text, NULL));
    shown = dom_config_stored_shown(text);
    cr_assert(eq(sz, shown.count, 2));
    cr_expect(eq(str, shown.item[0], "/dev/kfd"));
    cr_expect(eq(str, shown.item[1], "/opt/a model"));
    dom_strings_clear(&shown);
    dom_strings_clear(&t.shown);
    free(text);
    shown = dom_config_stored_shown("{\"show\":[\"models\"]}");
    cr_expect(zero(sz, shown.count), "it is no such path");
}

/* What is said about one bot does not change the text of another, and a new version of the bot
 * keeps it. */
Test(stored_config, what_is_said_about_a_bot_is_read_back)
{
    dom_store_tournament stored = stored_as("");
    dom_core_tournament t = spring();
    dom_core_setting said = {.bot = "par"}, read;
    const dom_store_bot next = {.name = "beta", .version = "0d"};
    (void)dom_strings_add(&said.args, "--deep");
    (void)dom_strings_add(&said.args, "");
    (void)dom_strings_add(&said.env, "A=b = c");
    dom_core_own_limit_set(&said.own_limits, 0, 70); /* move_ms */
    dom_core_own_limit_set(&said.own_limits, 1, 0);  /* bank_ms */
    bots[1].setting = said;
    char *text = dom_config_json(&t), *with = dom_config_with_version(text, &stored, &next);
    cr_assert(text && with);
    cr_expect(ne(ptr, strstr(text, "{\"name\":\"alpha\",\"version\":\"0a\"}"), NULL), "%s", text);
    cr_expect(ne(ptr, strstr(with, "\"version\":\"0d\""), NULL), "%s", with);
    for (int i = 0; i < 2; i++) {
        memset(&read, 0xff, sizeof read);
        cr_assert(eq(int, dom_config_stored_setting(&read, i ? with : text, "beta", NULL), DOM_OK));
        cr_expect(eq(str, read.bot, "par"));
        cr_assert(read.args.count == 2 && read.env.count == 1);
        cr_expect(eq(str, read.args.item[0], "--deep"));
        cr_expect(eq(str, read.args.item[1], ""));
        cr_expect(eq(str, read.env.item[0], "A=b = c"));
        cr_expect(eq(int, memcmp(&read.own_limits, &said.own_limits, sizeof said.own_limits), 0));
        dom_config_setting_clear(&read);
    }
    dom_core_limits limits[2];
    dom_config_stored_limits(limits, text, (const uint16_t[]){1, 0}, 2);
    cr_expect(eq(int, memcmp(&limits[1], &t.limits, sizeof t.limits), 0));
    cr_expect(limits[0].move_ms == 70 && limits[0].bank_ms == 0 && limits[0].increment_ms == 30);
    cr_expect(eq(int, limits[0].startup_ms, t.limits.startup_ms));
    memset(&read, 0xff, sizeof read);
    cr_assert(eq(int, dom_config_stored_setting(&read, text, "alpha", NULL), DOM_OK));
    cr_expect(zero(u32, read.own_limits.given));
    cr_expect(read.bot[0] == '\0' && read.args.count == 0 && read.env.count == 0);
    dom_config_setting_clear(&said);
    free(text);
    free(with);
}

Test(stored_config, every_schedule_is_read_as_it_was_written)
{
    (void)stored_as("");
    dom_core_tournament t = spring();
    for (int kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN; kind <= DOM_SCHEDULE_PLAN_SWISS; kind++) {
        t.schedule = (dom_core_schedule_kind)kind;
        cr_expect(eq(int, again(&t).kind, kind));
    }
    t.compares = true;
    t.is_rated = false;
    cr_expect(eq(int, again(&t).kind, DOM_SCHEDULE_PLAN_COMPARE));
    cr_expect(not(again(&t).is_rated));
    cr_expect(not(again(&t).has_spectators));
    t.has_spectators = true;
    cr_expect(again(&t).has_spectators);
    cr_expect(
        eq(str, (char *)dom_config_schedule_word(DOM_SCHEDULE_PLAN_ROUND_ROBIN), "round-robin"));
    cr_expect(eq(str, (char *)dom_config_schedule_word(DOM_SCHEDULE_PLAN_COMPARE), "compare"));
}

/* Texts of earlier versions do not have this key. */
Test(stored_config, a_stored_tournament_is_rated_unless_it_says_otherwise_or_compares)
{
    static const struct {
        const char *stored;
        bool is_rated;
    } cases[] = {
        {"{}", true},
        {"{\"schedule\":\"swiss\"}", true},
        {"{\"schedule\":\"compare\"}", false},
        {"{\"rated\":false}", false},
        {"{\"is\":\"\\\"rated\\\":true\",\"rated\":false}", false},
        {"{\"rated\":true,\"schedule\":\"compare\"}", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_config_stored read;
        (void)read_text(&read, cases[i].stored, NULL);
        cr_expect(eq(int, read.is_rated, cases[i].is_rated), "%s", cases[i].stored);
        json_t *tree = dom_config_stored_tree(cases[i].stored);
        cr_expect(eq(int, json_is_true(json_object_get(tree, "rated")), cases[i].is_rated), "%s",
                  cases[i].stored);
        json_decref(tree);
    }
}

/* A gauntlet of one seed has the text that earlier programs stored. */
Test(stored_config, one_seed_is_not_stored_and_is_the_same_as_none)
{
    (void)stored_as("");
    dom_core_tournament t = spring();
    for (t.seeds = 0; t.seeds < 2; t.seeds++) {
        char *text = dom_config_json(&t);
        cr_assert(ne(ptr, text, NULL));
        cr_expect(eq(ptr, strstr(text, "seeds"), NULL), "%s", text);
        free(text);
        cr_expect(eq(u32, again(&t).seeds, 1));
    }
    json_t *tree = dom_config_stored_tree("{\"schedule\":\"gauntlet\"}");
    cr_expect(eq(i64, json_integer_value(json_object_get(tree, "seeds")), 1));
    const json_t *spectators = json_object_get(tree, "spectators");
    cr_expect(eq(int, json_typeof(spectators), JSON_FALSE));
    cr_expect(eq(str, (char *)json_string_value(json_object_get(tree, "withdrawn")), "void"));
    json_decref(tree);
}

/* A tournament whose withdrawn bots count for nothing has the text that earlier programs stored. */
Test(stored_config, what_a_withdrawn_bot_counts_as_is_stored_if_it_is_not_void)
{
    (void)stored_as("");
    dom_core_tournament t = spring();
    char *text = dom_config_json(&t);
    cr_expect(eq(ptr, strstr(text, "withdrawn"), NULL), "%s", text);
    free(text);
    cr_expect(eq(int, again(&t).withdrawn, DOM_CORE_WITHDRAWN_VOID));
    t.withdrawn = DOM_CORE_WITHDRAWN_LOST;
    cr_expect(eq(int, again(&t).withdrawn, DOM_CORE_WITHDRAWN_LOST));
}

Test(stored_config, tie_breaks_are_stored_in_their_order)
{
    (void)stored_as("");
    dom_core_tournament t = spring();
    dom_config_tie_breaks ties = again(&t).ties;
    cr_assert(eq(sz, ties.count, 3));
    cr_expect(eq(int, ties.by[0], DOM_CORE_TIE_SHARE));
    cr_expect(eq(int, ties.by[1], DOM_CORE_TIE_DIRECT));
    cr_expect(eq(int, ties.by[2], DOM_CORE_TIE_POINTS));
    (void)dom_strings_add(&t.tie_break, "lot");
    (void)dom_strings_add(&t.tie_break, "points");
    ties = again(&t).ties;
    cr_assert(eq(sz, ties.count, 2));
    cr_expect(eq(int, ties.by[0], DOM_CORE_TIE_LOT));
    cr_expect(eq(int, ties.by[1], DOM_CORE_TIE_POINTS));
    dom_strings_clear(&t.tie_break);
}

Test(stored_config, missing_keys_of_a_stored_text_mean_the_defaults_of_that_time)
{
    dom_config_stored read;
    cr_assert(eq(int, read_text(&read, "{\"schedule\":\"round-robin\"}", NULL), DOM_OK));
    cr_expect(not(read.mixes_partners));
    cr_expect(eq(u32, read.seeds, 1));
    cr_expect(eq(int, read.limits.move_ms, 0));
    cr_expect(eq(dbl, read.rating.prior, 0.5));
    cr_expect(eq(dbl, read.rating.anchor_elo, 1000));
    cr_expect(eq(str, read.rating.anchor, ""));
    cr_expect(eq(str, read.baseline, ""));
    cr_assert(eq(
        int,
        read_text(&read, "{\"rating\":{\"anchor\":{\"name\":null}},\"schedule\":\"swiss\"}", NULL),
        DOM_OK));
    cr_expect(eq(str, read.rating.anchor, ""));
}

Test(stored_config, invalid_values_of_a_stored_text_count_as_missing)
{
    dom_config_stored read;
    cr_assert(eq(int,
                 read_text(&read,
                           "{\"baseline\":7,\"bots\":[{\"sits_out\":[\"other\",3,\"draw-2\"]},5],"
                           "\"limits\":{\"bank_ms\":-1,\"increment_ms\":5,\"move_ms\":9e99},"
                           "\"partners\":\"strangers\",\"rating\":{\"prior\":1e300},"
                           "\"schedule\":\"gauntlet\",\"seeds\":0}",
                           NULL),
                 DOM_OK));
    cr_expect(eq(str, read.baseline, ""));
    cr_expect(eq(u32, read.seeds, 1));
    cr_expect(eq(u64, read.sits_out[0], 2));
    cr_expect(eq(int, read.limits.bank_ms, 0));
    cr_expect(eq(int, read.limits.increment_ms, 5));
    cr_expect(eq(int, read.limits.move_ms, 0));
    cr_expect(not(read.mixes_partners));
    cr_expect(eq(dbl, read.rating.prior, 0.5));
}

Test(stored_config, a_stored_text_without_a_schedule_is_damaged)
{
    static const char *const texts[] = {
        "", "nonsense", "[]", "{}", "{\"schedule\":\"knockout\"}", "{\"schedule\":1}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dom_config_stored read;
        dom_err err = {.text = ""};
        cr_expect(eq(int, read_text(&read, texts[i], &err), DOM_E_IO), "%s", texts[i]);
        cr_expect(
            eq(str, err.text,
               "tournament 'spring' is damaged: it names bots or variants that are not stored"));
    }
    dom_config_stored read;
    dom_store_tournament t = stored_as("{\"schedule\":\"swiss\"}");
    t.stage_count = 0;
    cr_expect(eq(int, dom_config_stored_read(&read, &t, NULL), DOM_E_IO));
    t.stage_count = 1;
    t.variant_count = DOM_SCHEDULE_PLAN_VARIANTS_MAX + 1;
    cr_expect(eq(int, dom_config_stored_read(&read, &t, NULL), DOM_E_IO));
}

Test(stored_config, a_placement_notes_whether_its_version_is_removed_and_its_tag)
{
    static const char text[] = "{\"schedule\":\"gauntlet\",\"sets\":20}";
    static const struct {
        dom_config_mark mark;
        const char *text;
    } cases[] = {
        {{.is_removed = true}, "{\"removed\":true,\"schedule\":\"gauntlet\",\"sets\":20}"},
        {{.tag = "v1"}, "{\"schedule\":\"gauntlet\",\"sets\":20,\"tag\":\"v1\"}"},
        {{.is_removed = false}, text},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *marked = dom_config_with_mark(text, &cases[i].mark);
        cr_assert(eq(str, marked, (char *)cases[i].text));
        dom_config_mark read = dom_config_mark_of(marked);
        cr_expect(eq(int, read.is_removed, cases[i].mark.is_removed));
        cr_expect(eq(str, read.tag, (char *)cases[i].mark.tag));
        char *back = dom_config_with_mark(marked, &(dom_config_mark){.is_removed = false});
        cr_expect(eq(str, back, (char *)text));
        free(marked);
        free(back);
    }
    cr_expect(eq(ptr, dom_config_with_mark("nonsense", &cases[0].mark), NULL));
}

Test(stored_config, other_bytes_are_no_mark)
{
    static const char *const texts[] = {
        "{\"name\":\"removed\"}", "{\"name\":\"tag\"}",     "{\"tag\":1}",
        "{\"tag\":\"../x\"}",     "{\"removed\":\"true\"}", "tag"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dom_config_mark mark = dom_config_mark_of(texts[i]);
        cr_expect(not(mark.is_removed), "%s", texts[i]);
        cr_expect(zero(chr, mark.tag[0]), "%s", texts[i]);
    }
}
