/* Tournament files. The good and bad ones are in tests/data/tournaments.files; the first lines
 * of a bad one hold the messages it must give, "..." at their end standing for anything. */
#include "bundle.h"
#include "config/config.h"
#include "config/stored_config.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOURNAMENTS DOM_TEST_DATA "/tournaments.files"
#define BAD "bad-"
#define GOOD "good-"

static scratch s;
static bundle b;
static char home[100];
static dom_bots_places places;

static void set_up(void)
{
    scratch_open(&s);
    (void)snprintf(home, sizeof home, "%s/home", s.path);
    places = (dom_bots_places){.home = home, .shipped = "bots"};
    scratch_write(&s, "README.md", "outside\n");
    bundle_open(&b, TOURNAMENTS);
    for (size_t i = 0; i < b.count; i++)
        if (!bundle_begins(&b.files[i], BAD))
            bundle_unpack(&b.files[i], &s, "files");
    cr_assert(chdir(scratch_at(&s, "files")) == 0);
}

static void clean_up(void)
{
    bundle_close(&b);
    scratch_close(&s);
}

TestSuite(cli_config, .init = set_up, .fini = clean_up);

static dom_rc load(dom_core_tournament *t, const char *file, dom_err *err)
{
    dom_config_request request = {.file = file};
    return dom_config_load(t, &places, &request, err);
}

static dom_core_tournament loaded(const char *file)
{
    dom_core_tournament t;
    dom_err err = {.text = ""};
    cr_assert(eq(int, load(&t, file, &err), DOM_OK), "%s", err.text);
    return t;
}

/* ---- the files ----------------------------------------------------------- */

struct file_case {
    char name[BUNDLE_NAME_BYTES];
};

static struct criterion_test_params files(const char *prefix)
{
    bundle_open(&b, TOURNAMENTS);
    struct file_case *cases = cr_malloc(b.count * sizeof *cases);
    size_t count = 0;
    for (size_t i = 0; i < b.count; i++)
        if (bundle_begins(&b.files[i], prefix))
            (void)snprintf(cases[count++].name, sizeof cases->name, "%s", b.files[i].name);
    bundle_close(&b);
    return cr_make_param_array(struct file_case, cases, count);
}

/* Reads the messages in the first lines of a bad file. */
static dom_strings read_expected(const char *name)
{
    static const char label[] = "# error: ";
    dom_strings expected = {.count = 0};
    char *text = scratch_read(name);
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) && strncmp(line, label, strlen(label)) == 0;)
        cr_assert(dom_strings_add(&expected, line + strlen(label)));
    cr_assert(gt(sz, expected.count, 0), "%s", name);
    free(text);
    return expected;
}

/* Adds a fault to the list `context`. A bot that sits out has no fault. */
static void hear(void *context, const char *text)
{
    if (strstr(text, " sits out ") == NULL)
        cr_assert(dom_strings_add(context, text));
}

/* Replaces the home folder in a message by HOME. */
static void name_home(char text[600])
{
    char *at = strstr(text, home);
    if (at == NULL)
        return;
    memcpy(at, "HOME", 4);
    memmove(at + 4, at + strlen(home), strlen(at + strlen(home)) + 1);
}

/* Compares a message with the expected one, which may end in "...". */
static void expect_message(const char *message, const char *expected)
{
    char found[600];
    (void)snprintf(found, sizeof found, "%s", message);
    name_home(found);
    size_t length = strlen(expected);
    bool is_open = length > 3 && strcmp(expected + length - 3, "...") == 0;
    cr_expect(is_open ? strncmp(found, expected, length - 3) == 0 : strcmp(found, expected) == 0,
              "%s\nnot %s", found, expected);
}

ParameterizedTestParameters(cli_config, bad_file_is_refused_with_its_message)
{
    return files(BAD);
}

ParameterizedTest(struct file_case *c, cli_config, bad_file_is_refused_with_its_message)
{
    bundle_unpack(bundle_find(&b, c->name), &s, "files");
    dom_strings expected = read_expected(c->name), found = {.count = 0};
    const dom_bots_listener listener = {.context = &found, .on_remark = hear};
    dom_core_tournament t;
    dom_err err = {.text = ""};
    places.listener = &listener;
    cr_expect(eq(int, load(&t, c->name, &err), DOM_E_CONFIG), "%s", c->name);
    hear(&found, err.text);
    for (size_t i = 0; i < found.count || i < expected.count; i++)
        expect_message(i < found.count ? found.item[i] : "",
                       i < expected.count ? expected.item[i] : "");
    dom_strings_clear(&expected);
    dom_strings_clear(&found);
    cr_expect(eq(int, err.rc, DOM_E_CONFIG));
    cr_expect(t.bots == NULL && t.bot_count == 0 && t.name[0] == '\0', "zeroed");
    dom_config_free(&t);
}

Test(cli_config, there_are_many_bad_files)
{
    size_t count = 0;
    for (size_t i = 0; i < b.count; i++)
        count += bundle_begins(&b.files[i], BAD);
    cr_expect(ge(sz, count, 130));
}

ParameterizedTestParameters(cli_config, good_file_is_accepted)
{
    return files(GOOD);
}

ParameterizedTest(struct file_case *c, cli_config, good_file_is_accepted)
{
    dom_core_tournament t = loaded(c->name);
    cr_expect(t.bot_count >= 2 && t.variant_count >= 1);
    for (int i = 0; i < t.bot_count; i++) {
        const dom_core_entrant *bot = &t.bots[i];
        cr_expect(bot->folder[0] == '/' && access(bot->folder, F_OK) == 0);
        cr_expect(strncmp(bot->folder, home, strlen(home)) == 0, "a snapshot");
        cr_expect(eq(sz, strlen(bot->version), 64));
        cr_expect(bot->args[0] != NULL);
    }
    char *json = dom_config_json(&t);
    cr_expect(json && json[0] == '{');
    free(json);
    dom_config_free(&t);
    dom_config_free(&t);
}

Test(cli_config, a_file_of_another_system_is_read)
{
    scratch_write(&s, "files/elsewhere.yaml",
                  "\xef\xbb\xbf# A byte order mark, CRLF, umlauts.\r\nname: elsewhere\r\n"
                  "variants: [block-2]\r\nbots:\r\n  - alpha\r\n"
                  "  - {name: frueh, run: [cat], author: \"J\xc3\xbcrgen \xe2\x99\x9f\"}\r\n");
    dom_core_tournament t = loaded("elsewhere.yaml");
    cr_expect(eq(int, t.bot_count, 2));
    dom_config_free(&t);
}

Test(cli_config, another_encoding_is_refused)
{
    scratch_write(&s, "files/latin1.yaml", "name: t\nvariants: [block-2] # f\xfcr zwei\n");
    dom_core_tournament t;
    dom_err err = {.text = ""};
    cr_expect(eq(int, load(&t, "latin1.yaml", &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text,
                 "latin1.yaml:2: byte 0xfc: invalid leading UTF-8 octet; allowed: text in UTF-8"));
}

/* ---- values -------------------------------------------------------------- */

Test(cli_config, omitted_keys_have_the_documented_defaults)
{
    dom_core_tournament t = loaded("good-least.yaml");
    cr_expect(eq(str, t.name, "least"));
    cr_expect(t.variant_count == 1 && strcmp(t.variants[0].name, "block-2") == 0);
    cr_expect(eq(int, t.bot_count, 2));
    cr_expect(eq(int, t.schedule, DOM_CORE_SCHEDULE_ROUND_ROBIN));
    cr_expect(t.sets == 200 && t.concurrency == 0);
    cr_expect(t.limits.startup_ms == 10000 && t.limits.move_ms == 1000);
    cr_expect(t.limits.bank_ms == 0 && t.limits.increment_ms == 0 && t.limits.margin_ms == 20);
    cr_expect(t.limits.memory_mb == 2048 && t.limits.processes == 64);
    cr_expect(t.tolerate == 0 && t.restarts == 3);
    cr_expect(eq(int, t.sandbox, DOM_SANDBOX_AUTO));
    cr_expect(t.seed == 0 && !t.has_seed);
    cr_expect(t.rating_prior == 0.5 && t.rating_anchor_elo == 1000);
    cr_expect(eq(str, t.rating_anchor, "random"));
    cr_expect(not(t.hide_names));
    cr_expect(t.is_rated && !t.has_spectators);

    const dom_core_entrant *alpha = &t.bots[0], *beta = &t.bots[1];
    cr_expect(eq(str, (char *)alpha->name, "alpha"));
    cr_expect(eq(int, alpha->transport, DOM_CORE_TRANSPORT_ZMQ));
    cr_expect(alpha->memory_mb == 2048 && alpha->processes == 64);
    cr_expect(eq(str, beta->args[0], "/bin/sh"));
    cr_expect(eq(str, beta->args[2], "--calm"));
    cr_expect(beta->args[3] == NULL);
    cr_expect(eq(int, beta->transport, DOM_CORE_TRANSPORT_STDIO));
    cr_expect(beta->memory_mb == 256 && beta->processes == 8, "its own limits");
    cr_expect(eq(u64, beta->variants, 1));
    dom_config_free(&t);
}

/* The stored configuration names the variants that a bot sits out, if there are any. */
Test(cli_config, a_bot_sits_out_of_variants_that_it_does_not_play)
{
    dom_core_tournament t = loaded("good-sits-out.yaml");
    cr_expect(eq(u64, t.bots[0].variants, 7));
    cr_expect(eq(u64, t.bots[1].variants, 5));
    cr_expect(eq(u64, t.bots[2].variants, 3));
    char *json = dom_config_json(&t);
    cr_expect(ne(ptr, strstr(json, "\"name\":\"heavy\",\"sits_out\":[\"draw-2\"]"), NULL), "%s",
              json);
    cr_expect(ne(ptr, strstr(json, "\"name\":\"plain\",\"sits_out\":[\"my-block\"]"), NULL));
    cr_expect(ne(ptr, strstr(json, "{\"name\":\"alpha\",\"version\""), NULL));
    free(json);
    dom_config_free(&t);
}

Test(cli_config, a_file_with_every_key_is_read)
{
    dom_core_tournament t = loaded("good-full.yaml");
    cr_expect(eq(int, t.variant_count, 2));
    cr_expect(eq(int, t.bot_count, 4));
    cr_expect(eq(str, t.bots[2].name, "delta#2"));
    cr_expect(eq(str, t.bots[3].name, "heavy"));
    cr_expect(eq(u64, t.bots[3].variants, 3));
    cr_expect(t.bots[3].memory_mb == 512 && t.bots[3].processes == 4);
    cr_expect(t.bots[0].memory_mb == 1024 && t.bots[0].processes == 16);
    cr_expect(t.sets == 7 && t.concurrency == 3);
    cr_expect(t.limits.startup_ms == 5000 && t.limits.move_ms == 250);
    cr_expect(t.limits.bank_ms == 60000 && t.limits.increment_ms == 100 && t.limits.margin_ms == 5);
    cr_expect(t.tolerate == 2 && t.restarts == 5);
    cr_expect(eq(int, t.sandbox, DOM_SANDBOX_LIMITS));
    cr_expect(t.has_seed && t.seed == 42);
    cr_expect(t.rating_prior == 0.25 && t.rating_anchor_elo == -1500.5);
    cr_expect(eq(str, t.rating_anchor, "alpha"));
    cr_expect(t.hide_names && t.pins_cores);
    cr_expect(t.schedule == DOM_CORE_SCHEDULE_GAUNTLET && t.partners == DOM_CORE_PARTNERS_MIXED);
    dom_config_free(&t);
}

Test(cli_config, custom_variants_are_their_base_with_options)
{
    dom_core_tournament t = loaded("good-own-variants.yaml");
    cr_assert(eq(int, t.variant_count, 3));
    cr_expect(eq(str, t.variants[0].name, "my-block"));
    cr_expect(eq(str, t.variants[0].base, "block-2"));
    cr_expect(t.variants[0].options.hand == 6 && t.variants[0].options.target == 100);
    cr_expect(t.variants[1].options.draw_mode == DOM_DRAW_FORCED);
    cr_expect(t.variants[1].options.rounds == 4 && t.variants[1].options.target == 0);
    cr_expect(eq(str, t.variants[2].name, "block-2"));
    cr_expect(eq(str, t.variants[2].base, ""));
    cr_expect(t.variants[0].summary != NULL);
    dom_config_free(&t);
}

Test(cli_config, null_means_no_value)
{
    dom_core_tournament t = loaded("good-nulls.yaml");
    cr_expect(not(t.has_seed));
    cr_expect(eq(str, t.rating_anchor, ""));
    dom_config_free(&t);
}

/* ---- the command line ---------------------------------------------------- */

static const char *const two_bots[] = {"alpha", "beta", NULL};
static const char *const two_variants[] = {"draw-2", "block-2", NULL};

Test(cli_config, no_file_is_needed)
{
    dom_core_tournament t;
    dom_err err = {.text = ""};
    dom_config_request request = {.name = "quick-20261121-1",
                                  .variants = two_variants,
                                  .bots = two_bots,
                                  .sets = 5,
                                  .concurrency = 2};
    cr_assert(eq(int, dom_config_load(&t, &places, &request, &err), DOM_OK), "%s", err.text);
    cr_expect(eq(str, t.name, "quick-20261121-1"));
    cr_expect(eq(str, t.variants[1].name, "block-2"));
    cr_expect(eq(str, t.bots[1].name, "beta"));
    cr_expect(t.sets == 5 && t.concurrency == 2 && t.limits.move_ms == 1000);
    dom_config_free(&t);
}

Test(cli_config, command_line_goes_before_the_file)
{
    dom_core_tournament t;
    static const char *const bots[] = {"gamma", "./bots/delta", NULL};
    static const char *const variants[] = {"block-2", NULL};
    dom_config_request request = {.file = "good-gauntlet.yaml",
                                  .name = "other",
                                  .variants = variants,
                                  .bots = bots,
                                  .sets = 9};
    cr_assert(eq(int, dom_config_load(&t, &places, &request, NULL), DOM_OK));
    cr_expect(eq(str, t.name, "other"));
    cr_expect(t.variant_count == 1 && t.bot_count == 2);
    cr_expect(eq(str, t.bots[0].name, "gamma"));
    cr_expect(t.sets == 9 && t.concurrency == 3 && t.limits.move_ms == 250);
    dom_config_free(&t);
}

static void expect_refused(const dom_config_request *request, const char *message)
{
    dom_core_tournament t;
    dom_err err = {.text = ""};
    cr_expect(eq(int, dom_config_load(&t, &places, request, &err), DOM_E_CONFIG));
    cr_expect(strncmp(err.text, message, strlen(message)) == 0, "%s\nnot %s", err.text, message);
    cr_expect(eq(int, dom_config_load(&t, &places, request, NULL), DOM_E_CONFIG));
}

Test(cli_config, errors_of_the_command_line_name_the_option)
{
    static const char *const none[] = {NULL}, *const one[] = {"alpha", NULL};
    static const char *const twice[] = {"alpha", "alpha", NULL}, *const odd[] = {"alpa", "x", NULL};
    static const char *const chess[] = {"chess", NULL}, *const three[] = {"block-3", NULL};
    static const char *const hungry[] = {"alpha", "hungry", NULL};
    static const struct {
        dom_config_request request;
        const char *message;
    } cases[] = {
        {{.variants = two_variants, .bots = two_bots},
         "--name: is missing; allowed: a name [a-z0-9][a-z0-9._-]* of at most 64 letters"},
        {{.name = "A", .variants = two_variants, .bots = two_bots},
         "--name: 'A' is not a name; allowed: a name [a-z0-9][a-z0-9._-]* of at most 64 letters"},
        {{.name = "t", .bots = two_bots}, "--variant: no variant is named; allowed: "},
        {{.name = "t", .variants = none, .bots = two_bots}, "--variant: no variant is named"},
        {{.name = "t", .variants = chess, .bots = two_bots},
         "--variant: there is no variant 'chess'; allowed: "},
        {{.name = "t", .variants = two_variants}, "--bots: no bot is named; allowed: "},
        {{.name = "t", .variants = two_variants, .bots = one},
         "--bots: draw-2 needs at least 2 bots, and 1 is named; allowed: 2..1000, NAME#2 for a "
         "second "
         "copy"},
        {{.name = "t", .variants = three, .bots = two_bots},
         "--bots: block-3 needs at least 3 bots, and 2 are named; allowed: 3..1000, NAME#2 for a "
         "second copy"},
        {{.name = "t", .variants = two_variants, .bots = twice},
         "--bots: two bots have the name alpha; allowed: each name once, NAME#2 for a second copy"},
        {{.name = "t", .variants = two_variants, .bots = odd},
         "--bots: there is no bot 'x'; allowed: a folder (with '/'), alpha, "},
        {{.name = "t", .variants = two_variants, .bots = hungry},
         "--bots: hungry needs memory_mb 4096; allowed: at most 2048, the tournament's limit"},
        {{.name = "t", .variants = two_variants, .bots = two_bots, .sets = 1000001},
         "--sets: '1000001' is out of range; allowed: 1..1000000"},
        {{.name = "t", .variants = two_variants, .bots = two_bots, .concurrency = 5000},
         "--concurrency: '5000' is out of range; allowed: auto, 1..4096"},
        {{.file = "nowhere.yaml"}, "nowhere.yaml: cannot be opened: No such file or directory"},
        {{.file = "bots"}, "bots: this is a folder; allowed: a YAML file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_refused(&cases[i].request, cases[i].message);
}

Test(cli_config, folders_are_relative_to_the_file_or_the_working_folder)
{
    scratch_write(&s, "deep/t.yaml", "name: t\nvariants: [block-2]\nbots: [./one, ../two]\n");
    scratch_write(&s, "deep/one/bot.yaml", "name: one\nrun: [cat]\n");
    scratch_write(&s, "two/bot.yaml", "name: two\nrun: [cat]\n");
    dom_core_tournament t = loaded(scratch_at(&s, "deep/t.yaml"));
    cr_expect(eq(str, t.bots[1].name, "two"));
    dom_config_free(&t);

    static const char *const bots[] = {"./deep/one", "two/", NULL};
    dom_config_request request = {.file = "deep/t.yaml", .bots = bots};
    cr_assert(chdir(s.path) == 0);
    cr_expect(eq(int, dom_config_load(&t, &places, &request, NULL), DOM_OK));
    dom_config_free(&t);
}

Test(cli_config, in_a_comparison_a_name_needs_room_for_its_number)
{
#define LETTERS_30 "abcdefghijklmnopqrstuvwxyz0123"
#define TOO_LONG "#2: the name is too long; allowed: 32 letters"
    const char *bots[] = {"./new", "./new", NULL};
    static const struct {
        const char *manifest, *refused;
    } cases[] = {
        {"name: " LETTERS_30 "4\nrun: [cat]\n", "compare: " LETTERS_30 "4" TOO_LONG},
        {"name: " LETTERS_30 "45\nrun: [cat]\n", "compare: " LETTERS_30 "45" TOO_LONG},
    };
    dom_core_tournament t;
    dom_config_request request = {.name = "t",
                                  .variants = two_variants,
                                  .bots = bots,
                                  .compared = &(dom_core_compared){.elo1 = 5},
                                  .bots_option = "compare"};
    cr_assert(chdir(s.path) == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_write(&s, "new/bot.yaml", cases[i].manifest);
        expect_refused(&request, cases[i].refused);
    }
    scratch_write(&s, "new/bot.yaml", "name: " LETTERS_30 "\nrun: [cat]\n");
    expect_refused(&request, "compare: both bots are the version " LETTERS_30 "@");
    scratch_write(&s, "other/bot.yaml", "name: " LETTERS_30 "\nrun: [cat, -u]\n");
    bots[1] = "./other";
    cr_assert(eq(int, dom_config_load(&t, &places, &request, NULL), DOM_OK));
    cr_expect(eq(str, t.bots[1].name, LETTERS_30 "#2"));
    dom_config_free(&t);
}

/* Bot i is needed where a table has more than i seats; a team is one bot. */
Test(cli_config, bots_that_fill_seats_sit_out_where_there_are_none)
{
    static const char *const variants[] = {"block-2", "block-3", "block-4", "block-teams", NULL};
    static const char *const bots[] = {"./new", "./new#2", "./new#3", "./new#4", NULL};
    static const uint64_t played[] = {15, 15, 6, 4};
    const dom_config_request request = {
        .name = "t", .variants = variants, .bots = bots, .fills_seats = true};
    dom_core_tournament t;
    cr_assert(chdir(s.path) == 0);
    scratch_write(&s, "new/bot.yaml", "name: new\nrun: [cat]\n");
    cr_assert(eq(int, dom_config_load(&t, &places, &request, NULL), DOM_OK));
    for (size_t i = 0; i < sizeof played / sizeof *played; i++)
        cr_expect(eq(u64, t.bots[i].variants, played[i]), "bot %zu", i);
    dom_config_free(&t);
}

/* ---- broken bots ------------------------------------------------------------ */

static dom_strings remarks;

/* Returns true if the text begins so; with NULL, if it is empty. */
static bool begins(const char *text, const char *start)
{
    return start ? strncmp(text, start, strlen(start)) == 0 : text[0] == '\0';
}

/* Reads a tournament of these bots, of which `noncc` cannot be built and `typo` has a wrong
 * manifest. */
static dom_rc load_broken(dom_core_tournament *t, const dom_config_request *request, dom_err *err)
{
    static const dom_bots_listener listener = {.context = &remarks, .on_remark = hear};
    places.listener = &listener;
    scratch_write(&s, "noncc/bot.yaml", "name: noncc\nrun: [cat]\nbuild: [[false]]\n");
    scratch_write(&s, "typo/bot.yaml", "name: typo\nrnu: [cat]\n");
    scratch_write(&s, "one/bot.yaml", "name: one\nrun: [cat]\n");
    scratch_write(&s, "two/bot.yaml", "name: two\nrun: [cat]\n");
    cr_assert(chdir(s.path) == 0);
    return dom_config_load(t, &places, request, err);
}

static const char *const block[] = {"block-2", NULL};
static const char *const with_broken[] = {"./one", "./noncc", "./two", "./typo", NULL};

Test(cli_config, all_broken_bots_are_named_in_one_call)
{
    dom_core_tournament t;
    dom_err err;
    const dom_config_request request = {.name = "t", .variants = block, .bots = with_broken};
    cr_expect(eq(int, load_broken(&t, &request, &err), DOM_E_CONFIG));
    cr_assert(eq(sz, remarks.count, 1));
    cr_expect(ne(ptr, strstr(remarks.item[0], "--bots: noncc: the build failed: 'false' "), NULL),
              "%s", remarks.item[0]);
    cr_expect(ne(ptr, strstr(err.text, "typo/bot.yaml:2: rnu: "), NULL), "%s", err.text);
}

Test(cli_config, a_wrong_word_does_not_hide_a_broken_bot)
{
    static const char *const bots[] = {"./noncc", "unknown", NULL};
    dom_core_tournament t;
    dom_err err;
    const dom_config_request request = {
        .name = "t", .variants = block, .bots = bots, .skip_broken = false};
    cr_expect(eq(int, load_broken(&t, &request, &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "there is no bot 'unknown'"), NULL), "%s", err.text);
    cr_assert(eq(sz, remarks.count, 1));
    cr_expect(ne(ptr, strstr(remarks.item[0], "the build failed"), NULL), "%s", remarks.item[0]);
}

Test(cli_config, broken_bots_are_left_out_if_that_is_wanted)
{
    dom_core_tournament t;
    dom_err err;
    const dom_config_request request = {
        .name = "t", .variants = block, .bots = with_broken, .skip_broken = true};
    cr_assert(eq(int, load_broken(&t, &request, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(u16, t.bot_count, 2));
    cr_expect(eq(str, t.bots[0].name, "one"));
    cr_expect(eq(str, t.bots[1].name, "two"));
    cr_assert(eq(sz, remarks.count, 2));
    for (size_t i = 0; i < 2; i++)
        cr_expect(ne(ptr, strstr(remarks.item[i], "; it is left out"), NULL), "%s",
                  remarks.item[i]);
    dom_config_free(&t);
}

/* Without it, another bot would be the one that all play against. */
Test(cli_config, the_first_bot_of_a_gauntlet_is_never_left_out)
{
    static const char *const bots[] = {"./noncc", "./one", "./two", NULL};
    dom_core_tournament t;
    dom_err err;
    const dom_config_request request = {
        .name = "t", .variants = block, .bots = bots, .schedule = "gauntlet", .skip_broken = true};
    cr_expect(eq(int, load_broken(&t, &request, &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "the build failed"), NULL), "%s", err.text);
}

/* Builds take minutes, so a wrong key must not cost them. */
Test(cli_config, nothing_is_built_if_something_else_is_wrong)
{
    dom_core_tournament t;
    dom_err err;
    const dom_config_request request = {
        .name = "t", .variants = block, .bots = with_broken, .schedule = "swiss"};
    cr_expect(eq(int, load_broken(&t, &request, &err), DOM_E_CONFIG));
    cr_assert(eq(sz, remarks.count, 1));
    cr_expect(ne(ptr, strstr(remarks.item[0], "swiss needs rounds"), NULL), "%s", remarks.item[0]);
    cr_expect(ne(ptr, strstr(err.text, "typo/bot.yaml:2: rnu: "), NULL), "%s", err.text);
    cr_expect(ne(int, access(home, F_OK), 0), "no data folder was made");
}

/* The others are returned so that they can be started, but only if all that is wrong are bots. */
Test(cli_config, the_others_are_tried_if_only_bots_are_wrong)
{
    static const struct {
        const char *bots[6], *refused, *failed;
    } cases[] = {
        {{"./one", "./noncc", "./two", "./huge", "./typo"}, "--bots: huge needs memory_mb", NULL},
        {{"./one", "./noncc"}, NULL, "--bots: noncc: the build failed"},
        {{"./one", "./noncc", "./two", "unknown"}, NULL, "--bots: there is no bot 'unknown'"},
        {{"./one", "./two"}, NULL, NULL},
    };
    scratch_write(&s, "huge/bot.yaml", "name: huge\nrun: [cat]\nlimits: {memory_mb: 99999}\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_core_tournament t;
        dom_err err = {.text = ""}, refused = {.text = ""};
        const dom_config_request request = {
            .name = "t", .variants = block, .bots = cases[i].bots, .refused = &refused};
        dom_rc rc = load_broken(&t, &request, &err);
        cr_expect(eq(int, rc, cases[i].failed ? DOM_E_CONFIG : DOM_OK), "%zu", i);
        cr_expect(begins(err.text, cases[i].failed), "%s", err.text);
        cr_expect(begins(refused.text, cases[i].refused), "%s", refused.text);
        cr_expect(eq(int, refused.rc, cases[i].refused ? DOM_E_CONFIG : DOM_OK));
        cr_expect(eq(u16, t.bot_count, cases[i].failed ? 0 : 2));
        dom_config_free(&t);
    }
    cr_expect(eq(sz, remarks.count, 3), "noncc and typo, noncc");
}

/* ---- the dry run ------------------------------------------------------------ */

Test(cli_config, a_dry_run_makes_nothing_and_knows_the_versions)
{
    static const char *const bots[] = {"./made", "./one", "alpha", NULL};
    const dom_config_request dry = {
        .name = "t", .variants = block, .bots = bots, .is_dry_run = true};
    dom_config_request real = dry;
    real.is_dry_run = false;
    dom_core_tournament t, played;
    dom_err err = {.text = ""};
    scratch_write(&s, "made/bot.yaml", "name: made\nrun: [./bot]\nbuild: [[cp, /bin/cat, bot]]\n");
    scratch_write(&s, "one/bot.yaml", "name: one\nrun: [cat]\n");
    cr_assert(chdir(s.path) == 0);
    places.shipped = scratch_at(&s, "files/bots");
    cr_assert(eq(int, dom_config_load(&t, &places, &dry, &err), DOM_OK), "%s", err.text);
    cr_expect(ne(int, access(home, F_OK), 0), "no data folder was made");
    cr_assert(eq(int, dom_config_load(&played, &places, &real, &err), DOM_OK), "%s", err.text);
    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(str, t.bots[i].version, played.bots[i].version), "%s", bots[i]);
    dom_config_free(&t);
    dom_config_free(&played);
    cr_assert(eq(int, dom_config_load(&t, &places, &dry, &err), DOM_OK), "now with a snapshot");
    cr_expect(eq(int, strncmp(t.bots[0].folder, home, strlen(home)), 0));
    dom_config_free(&t);
}

Test(cli_config, a_dry_run_says_which_programs_are_missing)
{
    static const struct {
        const char *manifest, *message;
    } cases[] = {
        {"run: [./bot.sh]", "--bots: new: ./bot.sh: there is no such file"},
        {"run: [no-such-language, bot]", "--bots: new: no-such-language: there is no such program"},
        {"run: [./script]", "--bots: new: ./script: its first line names the interpreter /no/sh"},
        {"run: [./bot]\nbuild: [[no-such-make]]", "--bots: new: no-such-make: there is no such"},
        {"run: [no-such-vm, a]\nbuild: [[cat]]", "--bots: new: no-such-vm: there is no such"},
    };
    static const char *const bots[] = {"./new", "alpha", NULL};
    const dom_config_request request = {
        .name = "t", .variants = block, .bots = bots, .is_dry_run = true};
    scratch_write(&s, "new/script", "#!/no/sh\n");
    cr_assert(chdir(s.path) == 0 && chmod("new/script", 0755) == 0);
    places.shipped = scratch_at(&s, "files/bots");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, "name: new\n%s\n", cases[i].manifest);
        scratch_write(&s, "new/bot.yaml", text);
        expect_refused(&request, cases[i].message);
    }
}

Test(cli_config, comparisons_and_tournaments_marked_as_unrated_are_unrated)
{
    static const char *const bots[] = {"./new", "./new#2", NULL};
    const dom_config_request requests[] = {
        {.name = "t", .variants = two_variants, .bots = bots},
        {.name = "t", .variants = two_variants, .bots = bots, .is_unrated = true},
    };
    cr_assert(chdir(s.path) == 0);
    scratch_write(&s, "new/bot.yaml", "name: new\nrun: [cat]\n");
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        dom_core_tournament t;
        dom_err err = {.text = ""};
        cr_assert(eq(int, dom_config_load(&t, &places, &requests[i], &err), DOM_OK), "%s",
                  err.text);
        char *json = dom_config_json(&t);
        cr_expect(eq(int, t.is_rated, !requests[i].is_unrated));
        cr_expect(ne(ptr, strstr(json, t.is_rated ? "\"rated\":true" : "\"rated\":false"), NULL));
        free(json);
        dom_config_free(&t);
    }
}

/* Who sees a hand of an unfinished set knows it in the other matches of the set. */
Test(cli_config, spectators_make_a_tournament_unrated)
{
    static const char file[] = "name: t\nvariants: [block-2]\nbots: [{name: a, run: [cat]}, "
                               "{name: b, run: [cat]}]\n";
    static const struct {
        const char *more;
        bool has_spectators, is_rated, is_refused;
    } cases[] = {
        {"", false, true, false},
        {"spectators: false\n", false, true, false},
        {"spectators: true\n", true, false, false},
        {"spectators: true\nrated: false\n", true, false, false},
        {"spectators: false\nrated: true\n", false, true, false},
        {"spectators: true\nrated: true\n", true, false, true},
    };
    cr_assert(chdir(s.path) == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_core_tournament t;
        dom_err err = {.text = ""};
        char text[400];
        (void)snprintf(text, sizeof text, "%s%s", file, cases[i].more);
        scratch_write(&s, "spectators.yaml", text);
        const dom_config_request request = {.file = "spectators.yaml"};
        dom_rc rc = dom_config_load(&t, &places, &request, &err);
        cr_assert(eq(int, rc, cases[i].is_refused ? DOM_E_CONFIG : DOM_OK), "%s: %s", cases[i].more,
                  err.text);
        if (cases[i].is_refused) {
            cr_expect(eq(str, err.text,
                         (char *)"spectators.yaml:5: rated: a tournament with spectators is "
                                 "unrated, because they see hands of sets that are still played; "
                                 "leave out rated or spectators"));
            continue;
        }
        char *json = dom_config_json(&t);
        cr_expect(eq(int, t.has_spectators, cases[i].has_spectators), "%s", cases[i].more);
        cr_expect(eq(int, t.is_rated, cases[i].is_rated), "%s", cases[i].more);
        cr_expect(eq(int, strstr(json, "\"spectators\"") != NULL, cases[i].has_spectators),
                  "texts of earlier programs do not have the key");
        free(json);
        dom_config_free(&t);
    }
}

/* ---- JSON ---------------------------------------------------------------- */

static char *json_of(const char *file)
{
    dom_core_tournament t = loaded(file);
    char *json = dom_config_json(&t);
    cr_assert(json != NULL);
    dom_config_free(&t);
    return json;
}

Test(cli_config, json_is_canonical)
{
    char *one = json_of("good-full.yaml"), *other = json_of("good-full-reordered.yaml");
    cr_expect(eq(str, one, other));
    free(other);
    other = json_of("good-least.yaml");
    cr_expect(ne(str, one, other));
    free(other);
    free(one);
}

Test(cli_config, json_contains_exactly_what_determines_the_matches)
{
    char *json = json_of("good-full.yaml");
    static const char *const held[] = {
        "{\"bots\":[{\"name\":\"alpha\",\"version\":\"",
        "\"faults\":{\"restarts\":5,\"tolerate\":2}",
        "\"hide_names\":true",
        "\"limits\":{\"bank_ms\":60000,\"increment_ms\":100,\"margin_ms\":5,\"memory_mb\":1024,",
        ",\"move_ms\":250,\"processes\":16,\"startup_ms\":5000}",
        "\"name\":\"full\"",
        "\"rating\":{\"anchor\":{\"elo\":-1500.5,\"name\":\"alpha\"},\"prior\":0.25}",
        "\"partners\":\"mixed\",",
        "\"rated\":false,",
        "\"schedule\":\"gauntlet\",\"schema\":1,\"seed\":42,\"sets\":7,\"variants\":[{\"base\":",
        "\"name\":\"block-teams\",\"options\":{\"arms\":2,",
    };
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        cr_expect(strstr(json, held[i]) != NULL, "%s", held[i]);
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        char key[60];
        (void)snprintf(key, sizeof key, "\"%s\":", dom_option_at(i)->name);
        cr_expect(strstr(json, key) != NULL, "%s", key);
    }
    static const char *const not_held[] = {"concurrency", "sandbox", "/bin/sh", home, " ", "\n"};
    for (size_t i = 0; i < sizeof not_held / sizeof *not_held; i++)
        cr_expect(strstr(json, not_held[i]) == NULL, "%s", not_held[i]);
    free(json);
    json = json_of("good-least.yaml");
    cr_expect(strstr(json, "\"seed\":null") != NULL);
    free(json);
}

/* ---- whatever the bytes are ---------------------------------------------- */

/* Loads arbitrary bytes; expects a tournament or a message of one line. */
static void try_bytes(const char *bytes, size_t count)
{
    scratch_write_bytes(&s, "tried/t.yaml", bytes, count);
    dom_core_tournament t;
    dom_err err = {.text = ""};
    dom_rc rc = load(&t, scratch_at(&s, "tried/t.yaml"), &err);
    cr_assert(rc == DOM_OK || rc == DOM_E_CONFIG, "%d", rc);
    cr_assert(eq(int, rc == DOM_OK, err.text[0] == '\0'));
    cr_assert(strpbrk(err.text, "\n\r\x1b") == NULL);
    dom_config_free(&t);
}

/* Returns a file whose bots are only names, so that nothing is built. */
static char *text_to_try(void)
{
    return scratch_read("good-own-variants.yaml");
}

Test(cli_config, every_prefix_of_a_file_gives_a_result_or_an_error)
{
    char *text = text_to_try();
    for (size_t count = 0; count <= strlen(text); count++)
        try_bytes(text, count);
    free(text);
}

Test(cli_config, every_changed_byte_gives_a_result_or_an_error)
{
    static const char changes[] = "\0\t\n #:-[]{}*&!|>'\"%@`,?~\x80\xff";
    char *text = text_to_try();
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        char was = text[i];
        text[i] = changes[i * 7 % (sizeof changes - 1)];
        try_bytes(text, length);
        text[i] = was;
    }
    free(text);
}

static const char *const random_lines[] = {
    "name: t\n",
    "variants: [block-2]\n",
    "variants:\n",
    "  x: {base: block-2, hand: 6}\n",
    "bots: [alpha, beta]\n",
    "bots:\n",
    "  - alpha\n",
    "  - {name: a, run: [cat]}\n",
    "limits: {move_ms: 5}\n",
    "limits:\n",
    "  move_ms: 5\n",
    "rating: {anchor: {elo: 1}}\n",
    "sets: 5\n",
    "--- \n",
    "...\n",
    "? x\n",
    "- \n",
    "  &a b: *a\n",
    "seed: |\n",
    "  7\n",
    "*a : b\n",
    "<<: *a\n",
    "%YAML 1.1\n",
    "[",
    "{",
    "}",
    "]",
    "\"",
    "'",
    "\\",
};

Test(cli_config, random_lines_give_a_result_or_an_error)
{
    uint32_t random = 1;
    for (int round = 0; round < 2000; round++) {
        char text[1024] = "";
        for (int i = 0; i < 12; i++) {
            random = random * 1664525u + 1013904223u;
            strcat(text,
                   random_lines[(random >> 16) % (sizeof random_lines / sizeof *random_lines)]);
        }
        try_bytes(text, strlen(text));
    }
}
