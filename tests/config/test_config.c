/* Tournament files. The good and bad ones are in tests/data/tournaments.files; the first lines
 * of a bad one hold the messages it must give, "..." at their end standing for anything. */
#include "config/stored_config.h"
#include "loading.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

LOADING_SUITE(cli_config);

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
    cr_assert(lt(sz, 0, expected.count), "%s", name);
    free(text);
    return expected;
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
    places.listener = &listener;
    cr_expect(eq(int, try_file(c->name), DOM_E_CONFIG), "%s", c->name);
    hear(&found, last_err.text);
    for (size_t i = 0; i < found.count || i < expected.count; i++)
        expect_message(i < found.count ? found.item[i] : "",
                       i < expected.count ? expected.item[i] : "");
    dom_strings_clear(&expected);
    dom_strings_clear(&found);
    cr_expect(eq(int, last_err.rc, DOM_E_CONFIG));
    cr_expect(t.bots == NULL && t.bot_count == 0 && t.name[0] == '\0', "zeroed");
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
    load(c->name);
    cr_expect(t.bot_count >= 2 && t.variant_count >= 1);
    for (int i = 0; i < t.bot_count; i++) {
        const dom_core_entrant *bot = &t.bots[i];
        cr_expect(bot->folder[0] == '/' && access(bot->folder, F_OK) == 0);
        cr_expect(strncmp(bot->folder, home, strlen(home)) == 0, "a snapshot");
        cr_expect(eq(sz, strlen(bot->version), 64));
        cr_expect(bot->args[0] != NULL);
    }
    expect_json(true, "{");
}

Test(cli_config, a_file_of_another_system_is_read)
{
    scratch_write(&s, "files/elsewhere.yaml",
                  "\xef\xbb\xbf# A byte order mark, CRLF, umlauts.\r\nname: elsewhere\r\n"
                  "variants: [block-2]\r\nbots:\r\n  - alpha\r\n"
                  "  - {name: frueh, run: [cat], author: \"J\xc3\xbcrgen \xe2\x99\x9f\"}\r\n");
    load("elsewhere.yaml");
    cr_expect(eq(int, t.bot_count, 2));
}

Test(cli_config, another_encoding_is_refused)
{
    scratch_write(&s, "files/latin1.yaml", "name: t\nvariants: [block-2] # f\xfcr zwei\n");
    cr_expect(eq(int, try_file("latin1.yaml"), DOM_E_CONFIG));
    cr_expect(eq(str, last_err.text,
                 "latin1.yaml:2: byte 0xfc: invalid leading UTF-8 octet; allowed: text in UTF-8"));
}

/* ---- values -------------------------------------------------------------- */

Test(cli_config, omitted_keys_have_the_documented_defaults)
{
    load("good-least.yaml");
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
}

/* The stored configuration names the variants that a bot sits out, if there are any. */
Test(cli_config, a_bot_sits_out_of_variants_that_it_does_not_play)
{
    load("good-sits-out.yaml");
    cr_expect(eq(u64, t.bots[0].variants, 7));
    cr_expect(eq(u64, t.bots[1].variants, 5));
    cr_expect(eq(u64, t.bots[2].variants, 3));
    expect_json(true, "\"name\":\"heavy\",\"sits_out\":[\"draw-2\"]");
    expect_json(true, "\"name\":\"plain\",\"sits_out\":[\"my-block\"]");
    expect_json(true, "{\"name\":\"alpha\",\"version\"");
}

static const dom_core_entrant *entrant(const char *name)
{
    for (int i = 0; i < t.bot_count; i++)
        if (strcmp(t.bots[i].name, name) == 0)
            return &t.bots[i];
    cr_fatal("no bot %s", name);
}

/* Words and variables make a version, a name makes none. */
Test(cli_config, an_entry_sets_its_bot)
{
    load("good-entries.yaml");
    const dom_core_entrant *alpha = entrant("alpha"), *one = entrant("one"), *two = entrant("two");
    cr_expect(ne(str, (char *)one->version, (char *)alpha->version));
    size_t own = 0;
    while (alpha->args[own])
        own++;
    cr_expect(eq(str, one->args[own], "1"));
    cr_expect(eq(str, one->args[own + 1], ""));
    cr_expect(one->args[own + 2] == NULL);
    cr_expect(eq(str, one->env[0], "A=x = y"));
    cr_expect(eq(str, one->env[1], "B=2"));
    cr_expect(one->env[2] == NULL && alpha->env[0] == NULL && alpha->args[own] == NULL);
    cr_expect(ne(str, (char *)two->version, (char *)entrant("beta")->version));
    cr_expect(eq(str, entrant("beta")->env[0], "A=1"));
    expect_json(true,
                "{\"args\":[\"1\",\"\"],\"bot\":\"alpha\",\"env\":{\"A\":\"x = y\",\"B\":\"2\"},"
                "\"name\":\"one\",");
    expect_json(true, "{\"args\":[\"2\"],\"bot\":\"beta\",\"name\":\"two\",");
    expect_json(true, "{\"bot\":\"delta\",\"limits\":{\"bank_ms\":0,\"increment_ms\":5,"
                      "\"memory_mb\":64,\"move_ms\":100,\"processes\":4},\"name\":\"plain\",");
    cr_expect(entrant("plain")->memory_mb == 64 && entrant("plain")->processes == 4);
    cr_expect(not(t.is_rated), "it gets more increment_ms than the tournament gives");
    expect_json(true, "{\"name\":\"alpha\",\"version\":");
    char plain[sizeof entrant("plain")->version];
    memcpy(plain, entrant("plain")->version, sizeof plain);
    load("good-full.yaml");
    cr_expect(eq(str, plain, (char *)entrant("delta#2")->version));
}

Test(cli_config, a_file_with_every_key_is_read)
{
    load("good-full.yaml");
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
    cr_assert(eq(sz, t.rating_all_round.count, 2));
    cr_expect(eq(str, t.rating_all_round.item[1], "block-3"));
    cr_expect(t.hide_names && t.pins_cores);
    cr_expect(t.schedule == DOM_CORE_SCHEDULE_GAUNTLET && t.partners == DOM_CORE_PARTNERS_MIXED);
    cr_expect(eq(u32, t.seeds, 2));
}

Test(cli_config, custom_variants_are_their_base_with_options)
{
    load("good-own-variants.yaml");
    cr_assert(eq(int, t.variant_count, 3));
    cr_expect(eq(str, t.variants[0].name, "my-block"));
    cr_expect(eq(str, t.variants[0].base, "block-2"));
    cr_expect(t.variants[0].options.hand == 6 && t.variants[0].options.target == 100);
    cr_expect(t.variants[1].options.draw_mode == DOM_DRAW_FORCED);
    cr_expect(t.variants[1].options.rounds == 4 && t.variants[1].options.target == 0);
    cr_expect(eq(str, t.variants[2].name, "block-2"));
    cr_expect(eq(str, t.variants[2].base, ""));
    cr_expect(t.variants[0].summary != NULL);
}

Test(cli_config, null_means_no_value)
{
    load("good-nulls.yaml");
    cr_expect(not(t.has_seed));
    cr_expect(eq(str, t.rating_anchor, ""));
}

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
        char text[400];
        (void)snprintf(text, sizeof text, "%s%s", file, cases[i].more);
        scratch_write(&s, "spectators.yaml", text);
        dom_rc rc = try_file("spectators.yaml");
        cr_assert(eq(int, rc, cases[i].is_refused ? DOM_E_CONFIG : DOM_OK), "%s: %s", cases[i].more,
                  last_err.text);
        if (cases[i].is_refused) {
            cr_expect(eq(str, last_err.text,
                         (char *)"spectators.yaml:5: rated: a tournament with spectators is "
                                 "unrated, because they see hands of sets that are still played; "
                                 "leave out rated or spectators"));
            continue;
        }
        cr_expect(eq(int, t.has_spectators, cases[i].has_spectators), "%s", cases[i].more);
        cr_expect(eq(int, t.is_rated, cases[i].is_rated), "%s", cases[i].more);
        /* Texts of earlier programs do not have the key. */
        expect_json(cases[i].has_spectators, "\"spectators\"");
    }
}

/* ---- JSON ---------------------------------------------------------------- */

static char *json_of(const char *file)
{
    load(file);
    return dom_config_json(&t);
}

Test(cli_config, json_is_canonical)
{
    char *one = json_of("good-full.yaml"), *same = json_of("good-full-reordered.yaml"),
         *other = json_of("good-least.yaml");
    cr_expect(eq(str, one, same));
    cr_expect(ne(str, one, other));
    free(one);
    free(same);
    free(other);
}

Test(cli_config, json_contains_exactly_what_determines_the_matches)
{
    static const char *const held[] = {
        "{\"bots\":[{\"name\":\"alpha\",\"version\":\"",
        "\"faults\":{\"restarts\":5,\"tolerate\":2}",
        "\"hide_names\":true",
        "\"limits\":{\"bank_ms\":60000,\"increment_ms\":100,\"margin_ms\":5,\"memory_mb\":1024,",
        ",\"move_ms\":250,\"processes\":16,\"startup_ms\":5000}",
        "\"name\":\"full\"",
        "\"rating\":{\"all_round\":[\"draw-2\",\"block-3\"],\"anchor\":{\"elo\":-1500.5,\"name\":"
        "\"alpha\"},\"prior\":0.25}",
        "\"partners\":\"mixed\",",
        "\"rated\":false,",
        "\"schedule\":\"gauntlet\",\"schema\":1,\"seed\":42,\"seeds\":2,\"sets\":7,"
        "\"show\":[\"/usr/lib\",\"/usr/share\"],\"variants\":[{"
        "\"base\":",
        "\"name\":\"block-teams\",\"options\":{\"arms\":2,",
    };
    static const char *const not_held[] = {"concurrency", "sandbox", "/bin/sh", home, " ", "\n"};
    load("good-full.yaml");
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        expect_json(true, held[i]);
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        char key[60];
        (void)snprintf(key, sizeof key, "\"%s\":", dom_option_at(i)->name);
        expect_json(true, key);
    }
    for (size_t i = 0; i < sizeof not_held / sizeof *not_held; i++)
        expect_json(false, not_held[i]);
    load("good-least.yaml");
    expect_json(true, "\"seed\":null");
}

/* ---- whatever the bytes are ---------------------------------------------- */

/* Loads arbitrary bytes; expects a tournament or a message of one line. */
static void try_bytes(const char *bytes, size_t count)
{
    scratch_write_bytes(&s, "tried/t.yaml", bytes, count);
    dom_rc rc = try_request(
        &(dom_config_request){.file = scratch_at(&s, "tried/t.yaml"), .is_dry_run = true});
    cr_assert(rc == DOM_OK || rc == DOM_E_CONFIG, "%d", rc);
    cr_assert(eq(int, rc == DOM_OK, last_err.text[0] == '\0'));
    cr_assert(strpbrk(last_err.text, "\n\r\x1b") == NULL);
}

Test(cli_config, every_prefix_of_a_file_gives_a_result_or_an_error)
{
    char *text = scratch_read("good-own-variants.yaml");
    for (size_t count = 0; count <= strlen(text); count++)
        try_bytes(text, count);
    free(text);
}

Test(cli_config, every_changed_byte_gives_a_result_or_an_error)
{
    static const char changes[] = "\0\t\n #:-[]{}*&!|>'\"%@`,?~\x80\xff";
    char *text = scratch_read("good-own-variants.yaml");
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        char was = text[i];
        text[i] = changes[i * 7 % (sizeof changes - 1)];
        try_bytes(text, length);
        text[i] = was;
    }
    free(text);
}

Test(cli_config, random_lines_give_a_result_or_an_error)
{
    enum { LINES = 12, LINE_BYTES = 300 };
    static char *lines[10000];
    uint32_t random = 1, count = 0;
    char *whole = scratch_read(TOURNAMENTS), *rest = whole;
    while (rest)
        lines[count++] = strsep(&rest, "\n");
    for (int round = 0; round < 2000; round++) {
        char text[LINES * (LINE_BYTES + 1) + 1] = "";
        for (int i = 0; i < LINES; i++) {
            random = random * 1664525u + 1013904223u;
            strncat(text, lines[(random >> 8) % count], LINE_BYTES);
            strcat(text, "\n");
        }
        try_bytes(text, strlen(text));
    }
    free(whole);
}
