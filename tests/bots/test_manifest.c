/* bot.yaml: the allowed keys and values, and the messages for all others. */
#include "bots/manifest.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static scratch s;

static void set_up(void)
{
    scratch_open(&s);
    cr_assert(chdir(s.path) == 0);
}

static void clean_up(void)
{
    scratch_close(&s);
}

TestSuite(cli_manifest, .init = set_up, .fini = clean_up);

static dom_rc load(dom_bots_manifest *manifest, const char *text, dom_err *err)
{
    scratch_write(&s, "bot/bot.yaml", text);
    return dom_bots_manifest_load(manifest, "bot", err);
}

static bool plays(const dom_bots_manifest *manifest, const char *name, const char *base)
{
    dom_variant v = {.summary = NULL};
    (void)snprintf(v.name, sizeof v.name, "%s", name);
    (void)snprintf(v.base, sizeof v.base, "%s", base);
    return dom_bots_manifest_plays(manifest, &v);
}

/* A bot that plays the base of a custom variant also plays the custom variant, unless its
 * manifest excludes it. A named variant may have a base, too, but is a game of its own. */
Test(cli_manifest, a_bot_also_plays_variants_derived_from_those_it_names)
{
    dom_bots_manifest m;
    cr_assert(eq(int, load(&m, "name: a\nrun: [x]\nvariants: [block-2]\n", NULL), DOM_OK));
    cr_expect(plays(&m, "my-block", "block-2") && !plays(&m, "my-draw", "draw-2"));
    cr_expect(not(plays(&m, "block-3", "block-2")));
    dom_bots_manifest_clear(&m);
    cr_assert(eq(int,
                 load(&m, "name: a\nrun: [x]\nvariants: [block-2, own]\nderived: false\n", NULL),
                 DOM_OK));
    cr_expect(not(plays(&m, "my-block", "block-2")));
    cr_expect(plays(&m, "block-2", "block-2") && plays(&m, "own", "draw-2"));
    char *text = dom_bots_manifest_text(&m);
    cr_expect(ne(ptr, strstr(text, "\"derived\": \"false\""), NULL));
    free(text);
    dom_bots_manifest_clear(&m);
    dom_err err = {.text = ""};
    cr_expect(eq(int, load(&m, "name: a\nrun: [x]\nderived: 1\n", &err), DOM_E_CONFIG));
    cr_expect(ne(ptr, strstr(err.text, "allowed: true, false"), NULL), "%s", err.text);
}

Test(cli_manifest, a_manifest_with_every_key_is_read)
{
    dom_bots_manifest m;
    dom_err err = {.text = ""};
    dom_rc rc = load(&m,
                     "name: mybot\n"
                     "run: [./mybot, --level, 3, '']\n"
                     "env: {OMP_NUM_THREADS: 1, _x: 'a = b', EMPTY: ''}\n"
                     "build: [[make, -j2], [./configure]]\n"
                     "transport: stdio\n"
                     "variants: [block-2, draw-3]\n"
                     "author: J\xc3\xbcrgen\n"
                     "url: https://example.org/\n"
                     "language: C\n"
                     "limits: {memory_mb: 100, processes: 2}\n",
                     &err);
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    cr_expect(eq(str, m.name, "mybot"));
    cr_expect(eq(sz, m.run.count, 4));
    cr_expect(eq(str, m.run.item[2], "3"));
    cr_expect(eq(str, m.run.item[3], ""));
    cr_expect(m.run.item[4] == NULL);
    cr_assert(eq(sz, m.env.count, 3));
    cr_expect(eq(str, m.env.item[0], "OMP_NUM_THREADS=1"));
    cr_expect(eq(str, m.env.item[1], "_x=a = b"));
    cr_expect(eq(str, m.env.item[2], "EMPTY="));
    cr_expect(eq(sz, m.build_steps, 2));
    cr_expect(eq(str, m.build[0].item[1], "-j2"));
    cr_expect(eq(str, m.build[1].item[0], "./configure"));
    cr_expect(eq(int, m.transport, DOM_CORE_TRANSPORT_STDIO));
    cr_expect(eq(str, m.author, "J\xc3\xbcrgen"));
    cr_expect(eq(str, m.url, "https://example.org/"));
    cr_expect(eq(str, m.language, "C"));
    cr_expect(m.memory_mb == 100 && m.processes == 2);
    cr_expect(plays(&m, "draw-3", "draw-2") && !plays(&m, "draw-2", "block-2"));
    dom_bots_manifest_clear(&m);
    dom_bots_manifest_clear(&m);
}

Test(cli_manifest, a_manifest_with_only_the_required_keys_is_read)
{
    dom_bots_manifest m;
    cr_assert(eq(int, load(&m, "name: a\nrun: [x]\n", NULL), DOM_OK));
    cr_expect(eq(int, m.transport, DOM_CORE_TRANSPORT_ZMQ));
    cr_expect(m.memory_mb == 0 && m.processes == 0 && m.build_steps == 0 && m.env.count == 0);
    cr_expect(plays(&m, "whatever", "block-2"), "all variants");
    dom_bots_manifest_clear(&m);
}

Test(cli_manifest, the_text_of_a_manifest_is_read_back_as_the_same_manifest)
{
    dom_bots_manifest m, again;
    dom_rc rc = load(&m,
                     "name: a\nrun: [x, \"quote\\\" \\\\ \\t tab\", '{a: b}', '', \xe2\x99\x9f]\n"
                     "variants: [b]\nlimits: {memory_mb: 64}\nauthor: '# no comment'\n"
                     "env: {Z: '1', A: 'x=\"y\"'}\nbuild: [[make, '-j 2'], [./x]]\n",
                     NULL);
    cr_assert(eq(int, rc, DOM_OK));
    char *text = dom_bots_manifest_text(&m);
    dom_err err = {.text = ""};
    cr_assert(text != NULL);
    cr_assert(eq(int, load(&again, text, &err), DOM_OK), "%s: %s", err.text, text);
    cr_expect(eq(sz, again.run.count, m.run.count));
    for (size_t i = 0; i < m.run.count; i++)
        cr_expect(eq(str, again.run.item[i], m.run.item[i]));
    cr_expect(eq(str, again.author, m.author));
    cr_expect(eq(str, again.variants.item[0], "b"));
    cr_expect(eq(ptr, strstr(text, "derived"), NULL), "versions would be others than they were");
    cr_expect(again.memory_mb == 64 && again.processes == 0);
    cr_assert(again.env.count == 2 && again.build_steps == 2);
    cr_expect(eq(str, again.env.item[0], "A=x=\"y\""));
    cr_expect(eq(str, again.env.item[1], "Z=1"));
    cr_expect(eq(str, again.build[0].item[1], "-j 2"));
    cr_expect(eq(str, again.build[1].item[0], "./x"));
    char *text_again = dom_bots_manifest_text(&again);
    cr_expect(eq(str, text_again, text));
    free(text);
    free(text_again);
    dom_bots_manifest_clear(&m);
    dom_bots_manifest_clear(&again);
}

struct bad_case {
    const char *text, *message;
};

#define OK "name: a\nrun: [x]\n"
#define ENV_ALLOWED                                                                                \
    "a map of at most 16 environment variables NAME: VALUE for the bot's processes; not PATH, "    \
    "HOME, TMPDIR, PWD, LANG, LC_*, LD_* or DOMINO_ARENA_*"
#define ENV_NAME                                                                                   \
    "this is no name of a variable; allowed: letters, digits and _, a letter or _ first, at most " \
    "64 of them"
#define ENV_OF_ARENA                                                                               \
    "bots get this variable from the arena; allowed: names other than PATH, HOME, TMPDIR, PWD, "   \
    "LANG, LC_*, LD_* and DOMINO_ARENA_*"
static const struct bad_case bad_manifests[] = {
    {"", "1: the file is empty"},
    {"run: [x]\n", "1: name: is missing; allowed: a name [a-z0-9][a-z0-9._-]* of at most 32 "
                   "letters"},
    {"name: a\n", "1: run: is missing; allowed: a list of 1..64 words, first the program"},
    {"name: a b\nrun: [x]\n", "1: name: 'a b' is not a name; allowed: a name "
                              "[a-z0-9][a-z0-9._-]* of at most 32 letters"},
    {"name: ..\nrun: [x]\n", "1: name: '..' is not a name; allowed: a name "
                             "[a-z0-9][a-z0-9._-]* of at most 32 letters"},
    {"name: ../../etc\nrun: [x]\n", "1: name: '../../etc' is not a name; allowed: a name "
                                    "[a-z0-9][a-z0-9._-]* of at most 32 letters"},
    {"name: a\nrun: x y\n",
     "2: run: this is a word; allowed: a list of 1..64 words, first the program"},
    {"name: a\nrun: [[x]]\n",
     "2: run: entry 1 is not a word; allowed: a list of 1..64 words, first the program"},
    {"name: a\nrun:\n  - x\n  -\n",
     "4: run: entry 2 is not a word; allowed: a list of 1..64 words, first the program"},
    {OK "run: [y]\n", "3: run: given twice, first in line 2; allowed: once"},
    {OK "rum: [y]\n",
     "3: rum: unknown key (did you mean run?); allowed: name, run, "
     "env, build, transport, key, variants, derived, author, url, language, limits"},
    {OK "transport: ZMQ\n", "3: transport: 'ZMQ' is not allowed here; allowed: zmq, stdio, remote"},
    {OK "transport: studio\n", "3: transport: 'studio' is not allowed here (did you mean stdio?); "
                               "allowed: zmq, stdio, remote"},
    {OK "key: x\n", "3: key: only a bot with transport: remote has a key; allowed: the public key "
                    "of a remote bot, instead of run: 40 characters of Z85"},
    {"name: a\ntransport: remote\n", "1: key: is missing; allowed: the public key of a remote bot, "
                                     "instead of run: 40 characters of Z85"},
    {"name: a\ntransport: remote\nkey: x\n",
     "3: key: this is not a key; allowed: the public key of a remote bot, instead of run: 40 "
     "characters of Z85"},
    {OK "transport: remote\nkey: x\n",
     "2: run: a remote bot is not started here; allowed: a list of 1..64 words, first the "
     "program"},
    {"name: a\ntransport: remote\nenv: {A: b}\n",
     "3: env: a remote bot is not started here; allowed: " ENV_ALLOWED},
    {OK "env: [A=b]\n", "3: env: this is a list; allowed: " ENV_ALLOWED},
    {OK "env: {A: b, A: c}\n", "3: env.A: is given twice; allowed: once"},
    {OK "env: {A: [b]}\n", "3: env.A: this is no value; allowed: a text of at most 1024 bytes"},
    {OK "env: {A: }\n", "3: env.A: this is no value; allowed: a text of at most 1024 bytes"},
    {OK "env: {1A: b}\n", "3: env.1A: " ENV_NAME},
    {OK "env:\n  B: b\n  A=: b\n", "5: env.A=: " ENV_NAME},
    {OK "env: {LD_PRELOAD: x}\n", "3: env.LD_PRELOAD: " ENV_OF_ARENA},
    {OK "env: {PATH: x}\n", "3: env.PATH: " ENV_OF_ARENA},
    {OK "env: {DOMINO_ARENA_TOKEN: x}\n", "3: env.DOMINO_ARENA_TOKEN: " ENV_OF_ARENA},
    {OK "variants: []\n",
     "3: variants: the list is empty; allowed: a list of 1..256 names [a-z0-9][a-z0-9._-]*"},
    {OK "variants: [Block]\n",
     "3: variants: entry 1 is not a name; allowed: a list of 1..256 names "
     "[a-z0-9][a-z0-9._-]*"},
    {OK "build: make\n", "3: build: this is not a list; allowed: a list of 1..16 commands, each "
                         "a list of words: [[make, all]]"},
    {OK "build: [make]\n", "3: build: a command must be a list of words; allowed: a list of 1..16 "
                           "commands, each a list of words: [[make, all]]"},
    {OK "build: [[make], []]\n",
     "3: build: a command must be a list of words; allowed: a list of 1..16 commands, each a list "
     "of words: [[make, all]]"},
    {OK "build: [[make, {a: b}]]\n",
     "3: build: a command must be a list of words; allowed: a list of 1..16 commands, each a list "
     "of words: [[make, all]]"},
    {OK "build: [[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]\n",
     "3: build: the list is too long; allowed: a list of 1..16 commands, each a list of words: "
     "[[make, all]]"},
    {OK "limits: {memory_mb: 15}\n",
     "3: limits.memory_mb: '15' is out of range; allowed: 16..1048576"},
    {OK "limits: {move_ms: 15}\n", "3: limits.move_ms: unknown key; allowed: memory_mb, processes"},
    {OK "limits: 5\n", "3: limits: this is a word; allowed: a map of memory_mb, processes"},
    {OK "author: [me]\n", "3: author: this is a list; allowed: a line of at most 200 bytes"},
    {OK "author: \"a\\nb\"\n",
     "3: author: 'a?b' has a control character; allowed: a line of at most 200 bytes"},
    {OK "author: \"a\\0b\"\n", "3: author: has a zero byte; allowed: a line of at most 200 bytes"},
    {OK "author:\n", "3: author: has no value; allowed: a line of at most 200 bytes"},
    {OK "...\n---\na: b\n", "4: a second document begins here; allowed: one"},
};

Test(cli_manifest, errors_name_the_line_and_the_allowed_values)
{
    for (size_t i = 0; i < sizeof bad_manifests / sizeof *bad_manifests; i++) {
        dom_bots_manifest m;
        dom_err err = {.text = ""};
        cr_expect(eq(int, load(&m, bad_manifests[i].text, &err), DOM_E_CONFIG), "%s",
                  bad_manifests[i].text);
        cr_assert(strncmp(err.text, "bot/bot.yaml:", 13) == 0, "%s", err.text);
        cr_expect(eq(str, err.text + 13, (char *)bad_manifests[i].message));
        dom_bots_manifest_clear(&m); /* all zero */
    }
}

Test(cli_manifest, none_is_refused)
{
    dom_bots_manifest m;
    dom_err err;
    cr_expect(eq(int, dom_bots_manifest_load(&m, "nowhere", &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "nowhere/bot.yaml: cannot be opened: No such file or directory"));
}
