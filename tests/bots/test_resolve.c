/* The words by which a user may name a bot. */
#include "bots/resolve.h"
#include "scratch.h"

#include "base/text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static scratch s;
static char remark[300];
static int remarks;

static void take_remark(void *context, const char *text)
{
    dom_text_copy(remark, sizeof remark, text);
    remarks++;
}

static const dom_bots_listener listener = {.on_remark = take_remark};
static const dom_bots_places places = {.home = "home", .shipped = "shipped", .listener = &listener};

static void make_bot(const char *folder, const char *name, const char *content)
{
    char path[200], text[200];
    (void)snprintf(path, sizeof path, "%s/bot.yaml", folder);
    (void)snprintf(text, sizeof text, "name: %s\nrun: [./bot.sh]\n", name);
    scratch_write(&s, path, text);
    (void)snprintf(path, sizeof path, "%s/bot.sh", folder);
    scratch_write(&s, path, content);
}

static void set_up(void)
{
    scratch_open(&s);
    cr_assert(chdir(s.path) == 0);
    make_bot("shipped/greedy", "greedy", "greedy");
    make_bot("bots/mine", "mine", "one");
}

static void clean_up(void)
{
    scratch_close(&s);
}

TestSuite(cli_resolve, .init = set_up, .fini = clean_up);

static dom_rc resolve(dom_bots_resolved *bot, const char *base, const char *word, dom_err *err)
{
    dom_bots_context context = {.places = &places, .base = base, .where = "--bots"};
    return dom_bots_resolve(bot, &context, word, err);
}

static void expect_bot(const char *base, const char *word, const char *name)
{
    dom_bots_resolved bot;
    dom_err err = {.text = ""};
    cr_expect(eq(int, resolve(&bot, base, word, &err), DOM_OK), "%s: %s", word, err.text);
    cr_expect(eq(str, bot.name, (char *)name), "%s", word);
    cr_expect(eq(int, access(bot.snapshot.folder, F_OK), 0), "%s", word);
    dom_bots_resolved_clear(&bot);
    dom_bots_resolved_clear(&bot);
}

Test(cli_resolve, folders)
{
    expect_bot(NULL, "bots/mine", "mine");
    expect_bot(NULL, "./bots/mine/", "mine");
    expect_bot("bots", "./mine", "mine");
    expect_bot("home/..", "bots/mine", "mine");
    expect_bot("nowhere", scratch_at(&s, "bots/mine"), "mine");
    expect_bot(NULL, "bots/mine#2", "mine#2");
    make_bot("bots/a#b", "mine", "one");
    expect_bot(NULL, "bots/a#b", "mine");
    expect_bot(NULL, "bots/a#b#12", "mine#12");
    cr_assert(chdir("bots/mine") == 0);
    dom_bots_resolved bot;
    dom_bots_places here = {.home = "../../home"};
    dom_bots_context context = {.places = &here, .where = "--bots"};
    cr_expect(eq(int, dom_bots_resolve(&bot, &context, ".", NULL), DOM_OK));
    cr_expect(bot.snapshot.folder[0] == '/');
    dom_bots_resolved_clear(&bot);
}

Test(cli_resolve, names)
{
    expect_bot(NULL, "greedy", "greedy");
    expect_bot(NULL, "greedy#99", "greedy#99");
    expect_bot(NULL, "bots/mine", "mine");
    expect_bot(NULL, "mine", "mine");
    dom_bots_resolved bot;
    cr_assert(eq(int, resolve(&bot, NULL, "mine", NULL), DOM_OK));
    char word[100];
    (void)snprintf(word, sizeof word, "mine@%.6s", bot.snapshot.version);
    expect_bot(NULL, word, "mine");
    (void)snprintf(word, sizeof word, "mine@%s#3", bot.snapshot.version);
    expect_bot(NULL, word, "mine#3");
    dom_bots_resolved_clear(&bot);
}

/* Resolves the word with this name, and "--deep" added to the command if `is_deep`. */
static dom_bots_resolved resolve_as(const char *word, const char *name, bool is_deep, bool is_dry)
{
    dom_bots_resolved bot;
    dom_err err = {.text = ""};
    dom_strings args = {.count = 0}, env = {.count = 0};
    if (is_deep)
        cr_assert(dom_strings_add(&args, "--deep") && dom_strings_add(&env, "A=b"));
    dom_bots_setting setting = {.name = name, .args = &args, .env = &env};
    dom_bots_context context = {
        .places = &places, .where = "--bots", .setting = &setting, .is_dry_run = is_dry};
    cr_assert(eq(int, dom_bots_resolve(&bot, &context, word, &err), DOM_OK), "%s", err.text);
    dom_strings_clear(&args);
    dom_strings_clear(&env);
    return bot;
}

/* Only words and variables make another version; its snapshot is found under the name alone, with
 * the whole command. A snapshot of a snapshot is not built again. */
Test(cli_resolve, a_bot_as_it_is_set)
{
    scratch_write(&s, "bots/mine/bot.yaml",
                  "name: mine\nrun: [./bot.sh]\nbuild: [[sh, -c, 'echo built >> log']]\n");
    dom_bots_resolved own, dry, plain, deep, again, found;
    cr_assert(eq(int, resolve(&own, NULL, "bots/mine", NULL), DOM_OK));
    plain = resolve_as("mine", "plain", false, false);
    dry = resolve_as("bots/mine", "deep", true, true);
    deep = resolve_as("bots/mine", "deep", true, false);
    again = resolve_as("mine@latest", "again", true, false);
    cr_expect(eq(str, plain.name, "plain"));
    cr_expect(eq(str, plain.kept_as, "plain"));
    cr_expect(eq(str, plain.manifest.name, "mine"));
    cr_expect(eq(str, plain.snapshot.version, own.snapshot.version));
    cr_expect(ne(str, deep.snapshot.version, own.snapshot.version));
    cr_expect(eq(str, dry.snapshot.version, deep.snapshot.version));
    cr_expect(eq(sz, plain.manifest.run.count, 1));
    cr_assert(eq(int, resolve(&found, NULL, "deep@latest#2", NULL), DOM_OK));
    cr_expect(eq(str, found.name, "deep#2"));
    cr_expect(eq(str, found.snapshot.version, deep.snapshot.version));
    cr_assert(found.manifest.run.count == 2 && found.manifest.env.count == 1);
    cr_expect(eq(str, found.manifest.run.item[1], "--deep"));
    const dom_bots_resolved *snapshots[] = {&own, &plain, &deep, &again};
    for (size_t i = 0; i < sizeof snapshots / sizeof *snapshots; i++) {
        char log[DOM_PATH_BYTES + 8];
        (void)snprintf(log, sizeof log, "%s/log", snapshots[i]->snapshot.folder);
        char *text = scratch_read(log);
        cr_expect(eq(str, text, "built\n"), "%s", log);
        free(text);
    }
    dom_bots_resolved *all[] = {&own, &plain, &dry, &deep, &again, &found};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        dom_bots_resolved_clear(all[i]);
}

Test(cli_resolve, newest_version_or_the_named_one)
{
    dom_bots_resolved one, two, now;
    cr_assert(eq(int, resolve(&one, NULL, "bots/mine", NULL), DOM_OK));
    usleep(20000);
    make_bot("bots/mine", "mine", "two");
    cr_assert(eq(int, resolve(&two, NULL, "bots/mine", NULL), DOM_OK));
    cr_expect(ne(str, one.snapshot.version, two.snapshot.version));
    cr_assert(eq(int, resolve(&now, NULL, "mine", NULL), DOM_OK));
    cr_expect(eq(str, now.snapshot.version, two.snapshot.version));
    dom_bots_resolved_clear(&now);
    char word[100];
    (void)snprintf(word, sizeof word, "mine@%.12s", one.snapshot.version);
    cr_assert(eq(int, resolve(&now, NULL, word, NULL), DOM_OK));
    cr_expect(eq(str, now.snapshot.version, one.snapshot.version));
    dom_bots_resolved_clear(&now);
    dom_bots_resolved_clear(&one);
    dom_bots_resolved_clear(&two);
}

static dom_rc find_v1(const dom_home *home, const char *bot, const char *word,
                      char version[static DOM_STORE_BOT_VERSION_BYTES], dom_err *err)
{
    (void)home;
    if (strcmp(word, "v1") != 0)
        return dom_err_set(err, DOM_E_CONFIG, "%s has no tag %s", bot, word);
    dom_text_copy(version, DOM_STORE_BOT_VERSION_BYTES, remark);
    return DOM_OK;
}

/* The version is in `remark`, because the database is not known here. */
Test(cli_resolve, a_version_by_its_tag)
{
    const dom_bots_places tagged = {.home = "home", .find_named = find_v1};
    dom_bots_context context = {.places = &tagged, .where = "--bots"};
    dom_bots_resolved one, now;
    dom_err err;
    cr_assert(eq(int, resolve(&one, NULL, "bots/mine", NULL), DOM_OK));
    dom_text_copy(remark, sizeof remark, one.snapshot.version);
    cr_assert(eq(int, dom_bots_resolve(&now, &context, "mine@v1#2", &err), DOM_OK), "%s", err.text);
    cr_expect(eq(str, now.snapshot.version, one.snapshot.version));
    cr_expect(eq(str, now.name, "mine#2"));
    dom_bots_resolved_clear(&now);
    dom_bots_resolved_clear(&one);
    cr_expect(eq(int, dom_bots_resolve(&now, &context, "mine@v2", &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "--bots: mine has no tag v2"));
}

Test(cli_resolve, a_word_that_names_a_version)
{
    static const char *const versions[] = {"mine@v1", "mine@v1#2", "mine@submitted", "mine@abcdef"};
    static const char *const others[] = {"mine",          "mine#2", "mine@latest", "mine@latest#2",
                                         "mine@previous", "./a@b",  "a@b/"};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        cr_expect(dom_bots_word_is_version(versions[i]), "%s", versions[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect(not(dom_bots_word_is_version(others[i])), "%s", others[i]);
}

Test(cli_resolve, a_sample_goes_before_an_older_snapshot_of_its_name)
{
    dom_bots_resolved before, after;
    cr_assert(eq(int, resolve(&before, NULL, "greedy", NULL), DOM_OK));
    make_bot("shipped/greedy", "greedy", "greedy of the next release");
    cr_assert(eq(int, resolve(&after, NULL, "greedy", NULL), DOM_OK));
    cr_expect(ne(str, after.snapshot.version, before.snapshot.version));
    dom_bots_resolved_clear(&before);
    dom_bots_resolved_clear(&after);
}

Test(cli_resolve, invalid_names_of_bots_are_refused)
{
    make_bot("bots/x", "abcdefghijklmnopqrstuvwxyz012345", "32 letters");
    make_bot("beside", "beside", "a folder here");
    static const struct {
        const char *word, *message;
    } cases[] = {
        {"gredy", "--bots: there is no bot 'gredy' (did you mean greedy?); allowed: a folder (with "
                  "'/'), greedy"},
        {"", "--bots: there is no bot ''; allowed: a folder (with '/'), greedy"},
        {"Greedy", "--bots: there is no bot 'Greedy' (did you mean greedy?); allowed: a folder "
                   "(with '/'), greedy"},
        {"stockfish", "--bots: there is no bot 'stockfish'; allowed: a folder (with '/'), greedy"},
        {"greedy#", "--bots: 'greedy#' is not a copy of a bot; allowed: #2..#99"},
        {"greedy#0", "--bots: 'greedy#0' is not a copy of a bot; allowed: #2..#99"},
        {"greedy#1", "--bots: 'greedy#1' is not a copy of a bot; allowed: #2..#99"},
        {"greedy#02", "--bots: 'greedy#02' is not a copy of a bot; allowed: #2..#99"},
        {"greedy#100", "--bots: 'greedy#100' is not a copy of a bot; allowed: #2..#99"},
        {"greedy#2#3", "--bots: there is no bot 'greedy#2' (did you mean greedy?); allowed: a "
                       "folder (with '/'), greedy"},
        {"greedy@abcdef", "--bots: there is no bot greedy@abcdef; allowed: a version in "
                          "home/bots/greedy"},
        {"greedy@", "--bots: 'greedy@' is not a version; allowed: latest, previous, or its first "
                    "6..64 hex digits, in small letters"},
        {"./nowhere", "--bots: ./nowhere: there is no such folder; allowed: a bot's folder"},
        {"bots", "--bots: there is no bot 'bots'; allowed: a folder (with '/'), greedy"},
        {"beside", "--bots: there is no bot 'beside', but there is a folder; allowed: ./beside"},
        {"bots/", "--bots: bots/: there is no bot.yaml; allowed: a bot's folder"},
        {"bots/x#2", "--bots: abcdefghijklmnopqrstuvwxyz012345#2: the name is too long; allowed: "
                     "32 letters"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_bots_resolved bot;
        dom_err err = {.text = ""};
        cr_expect(eq(int, resolve(&bot, NULL, cases[i].word, &err), DOM_E_CONFIG), "%s",
                  cases[i].word);
        cr_expect(eq(str, err.text, (char *)cases[i].message));
    }
}

Test(cli_resolve, a_name_that_is_also_a_folder_is_resolved_with_a_note)
{
    dom_bots_resolved bot;
    make_bot("mine", "mine", "one");
    cr_assert(eq(int, resolve(&bot, NULL, "./mine", NULL), DOM_OK));
    dom_bots_resolved_clear(&bot);
    cr_expect(eq(int, remarks, 0), "nothing for ./mine");
    cr_assert(eq(int, resolve(&bot, NULL, "mine", NULL), DOM_OK));
    dom_bots_resolved_clear(&bot);
    cr_expect(eq(int, remarks, 1));
    cr_expect(strstr(remark, "--bots: mine means mine@") == remark, "%s", remark);
    cr_expect(strstr(remark, "; the folder is ./mine") != NULL, "%s", remark);
}

Test(cli_resolve, long_words)
{
    char word[2 * DOM_PATH_BYTES];
    memset(word, 'x', sizeof word);
    word[sizeof word - 1] = '\0';
    dom_bots_resolved bot;
    dom_err err;
    cr_expect(eq(int, resolve(&bot, NULL, word, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, "...' is too long") != NULL);
    word[DOM_PATH_BYTES - 1] = '\0';
    cr_expect(eq(int, resolve(&bot, NULL, word, &err), DOM_E_CONFIG));
    memset(word, '/', 10);
    cr_expect(eq(int, resolve(&bot, NULL, word, &err), DOM_E_CONFIG));
    cr_expect(eq(int, resolve(&bot, "base", word + 9, &err), DOM_E_CONFIG));
}
