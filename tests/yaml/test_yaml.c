/* Malformed and hostile YAML files: each is refused with one line. */
#include "scratch.h"
#include "yaml/yaml_document.h"
#include "yaml/yaml_schema.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

TestSuite(cli_yaml, .init = set_up, .fini = clean_up);

static void expect_refused(const char *path, dom_rc rc, const char *message)
{
    dom_yaml *yaml = (dom_yaml *)&s;
    dom_err err = {.text = ""};
    cr_expect(eq(int, dom_yaml_open(&yaml, path, &err), rc), "%s", path);
    cr_expect(yaml == NULL);
    cr_expect(eq(str, err.text, (char *)message));
    cr_expect(eq(int, dom_yaml_open(&yaml, path, NULL), rc), "without an error to fill");
}

Test(cli_yaml, folders_and_missing_files_are_refused)
{
    cr_assert(mkdir("folder", 0755) == 0 && mkfifo("pipe", 0644) == 0);
    cr_assert(symlink("loop", "loop") == 0);
    expect_refused("nowhere", DOM_E_CONFIG, "nowhere: cannot be opened: No such file or directory");
    expect_refused("", DOM_E_CONFIG, ": cannot be opened: No such file or directory");
    expect_refused("folder", DOM_E_CONFIG, "folder: this is a folder; allowed: a YAML file");
    expect_refused("pipe", DOM_E_CONFIG, "pipe: this is not a file; allowed: a YAML file");
    expect_refused("loop", DOM_E_CONFIG,
                   "loop: cannot be opened: Too many levels of symbolic links");
    expect_refused("/dev/zero", DOM_E_CONFIG,
                   "/dev/zero: this is not a file; allowed: a YAML file");
}

Test(cli_yaml, large_file_is_refused)
{
    size_t count = 10 * 1024 * 1024;
    char *bytes = malloc(count);
    cr_assert(bytes != NULL);
    memset(bytes, 'x', count);
    scratch_write_bytes(&s, "large", bytes, count);
    expect_refused("large", DOM_E_CONFIG, "large: too large; allowed: 256 KiB");
    scratch_write_bytes(&s, "just-too-large", bytes, DOM_YAML_BYTES + 1);
    expect_refused("just-too-large", DOM_E_CONFIG, "just-too-large: too large; allowed: 256 KiB");
    free(bytes);
}

/* Writes a file of DOM_YAML_BYTES bytes that repeats `text`. */
static void write_repeated(const char *name, const char *text)
{
    char *bytes = malloc(DOM_YAML_BYTES);
    cr_assert(bytes != NULL);
    for (size_t i = 0; i < DOM_YAML_BYTES; i++)
        bytes[i] = text[i % strlen(text)];
    scratch_write_bytes(&s, name, bytes, DOM_YAML_BYTES);
    free(bytes);
}

Test(cli_yaml, largest_file_of_one_word_is_read)
{
    write_repeated("word", "x");
    dom_yaml *yaml;
    cr_assert(eq(int, dom_yaml_open(&yaml, "word", NULL), DOM_OK));
    cr_expect(eq(sz, strlen(dom_yaml_node_text(dom_yaml_root(yaml))), DOM_YAML_BYTES));
    dom_yaml_close(&yaml);
    cr_expect(yaml == NULL);
    dom_yaml_close(&yaml);
}

Test(cli_yaml, empty_files_are_refused)
{
    static const char *const empty[] = {"", "\n\n", "# nothing\n", "---\n...\n", "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        scratch_write(&s, "empty", empty[i]);
        dom_yaml *yaml;
        dom_err err = {.text = ""};
        dom_rc rc = dom_yaml_open(&yaml, "empty", &err);
        if (rc == DOM_OK) { /* "---" is a document with an empty value */
            cr_expect(eq(int, dom_yaml_node_kind_of(dom_yaml_root(yaml)), DOM_YAML_NODE_NULL));
            dom_yaml_close(&yaml);
        } else {
            cr_expect(eq(str, err.text, "empty:1: the file is empty"));
        }
    }
}

Test(cli_yaml, deep_nesting_is_refused_at_once)
{
    write_repeated("lists", "[");
    expect_refused("lists", DOM_E_CONFIG,
                   "lists:1: lists and maps nested too deep; allowed: 16 levels");
    write_repeated("maps", "{a: ");
    expect_refused("maps", DOM_E_CONFIG,
                   "maps:1: lists and maps nested too deep; allowed: 16 levels");
    write_repeated("dashes", "- ");
    expect_refused("dashes", DOM_E_CONFIG,
                   "dashes:1: lists and maps nested too deep; allowed: 16 levels");
    scratch_write(&s, "sixteen", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]");
    dom_yaml *yaml;
    cr_expect(eq(int, dom_yaml_open(&yaml, "sixteen", NULL), DOM_OK));
    dom_yaml_close(&yaml);
}

Test(cli_yaml, the_number_of_anchors_is_limited)
{
    write_repeated("anchors", "- &a x\n");
    expect_refused("anchors", DOM_E_CONFIG, "anchors:65: too many anchors; allowed: 64");
}

Test(cli_yaml, a_file_of_the_largest_size_with_short_items_is_read)
{
    write_repeated("wide", "- x\n");
    dom_yaml *yaml;
    cr_assert(eq(int, dom_yaml_open(&yaml, "wide", NULL), DOM_OK));
    cr_expect(eq(sz, dom_yaml_node_count(dom_yaml_root(yaml)), DOM_YAML_BYTES / 4));
    dom_yaml_close(&yaml);
}

struct bytes_case {
    const char bytes[24];
    size_t count;
    const char *message;
};

Test(cli_yaml, only_utf8_is_read)
{
    static const struct bytes_case cases[] = {
        {"a: 1\nb: \xfc\n", 10, "f:2: byte 0xfc: invalid leading UTF-8 octet"},
        {"a: 1\nb: \xc3", 9, "f:2: incomplete UTF-8 octet sequence"},
        {"\n\n\xc0\x80", 4, "f:3: invalid length of a UTF-8 sequence"},
        {"\xed\xa0\x80", 3, "f:1: U+D800: invalid Unicode character"},
        {"\xff\xfe"
         "a\0:\0",
         6, "f:1: byte 0xff: invalid leading UTF-8 octet"},
        {"\xfe\xff\0a\0:", 6, "f:1: byte 0xfe: invalid leading UTF-8 octet"},
        {"a: \0b\n", 6, "f:1: byte 0x00: control characters are not allowed"},
        {"a: 1\n\x1b[2J", 9, "f:2: byte 0x1b: control characters are not allowed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[200];
        (void)snprintf(message, sizeof message, "%s; allowed: text in UTF-8", cases[i].message);
        scratch_write_bytes(&s, "f", cases[i].bytes, cases[i].count);
        expect_refused("f", DOM_E_CONFIG, message);
    }
}

/* Only at the beginning: in the middle of a text it is a character like others. */
Test(cli_yaml, a_byte_order_mark_is_skipped)
{
    dom_yaml *yaml = NULL;
    dom_err err = {.text = ""};
    scratch_write(&s, "mark.yaml", "\xef\xbb\xbfname: one\nsets: 2\n");
    cr_assert(eq(int, dom_yaml_open(&yaml, "mark.yaml", &err), DOM_OK), "%s", err.text);
    const dom_yaml_node *key = dom_yaml_node_key(yaml, dom_yaml_root(yaml), 0);
    cr_expect(eq(str, (char *)dom_yaml_node_text(key), "name"));
    dom_yaml_close(&yaml);
    scratch_write(&s, "line.yaml", "\xef\xbb\xbfname: one\n- 2\n");
    expect_refused(
        "line.yaml", DOM_E_CONFIG,
        "line.yaml:2: this is not YAML: while parsing a block mapping, did not find expected key");
}

Test(cli_yaml, a_tab_is_named)
{
    static const char *const texts[] = {"a:\n\tb: 1\n", "a:\n  \tb: 1\n", "a:\n\t- b\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        scratch_write(&s, "tab.yaml", texts[i]);
        expect_refused("tab.yaml", DOM_E_CONFIG,
                       "tab.yaml:2: this is not YAML: the line begins with a tab; allowed: blanks");
    }
}

Test(cli_yaml, long_names_are_shown_by_their_end)
{
    char path[400] = "";
    for (int i = 0; i < 99; i++)
        strcat(path, "../");
    strcat(path, "nowhere");
    dom_yaml *yaml;
    dom_err err;
    cr_expect(eq(int, dom_yaml_open(&yaml, path, &err), DOM_E_CONFIG));
    cr_expect(strncmp(err.text, "...../", 3) == 0 &&
              strstr(err.text, "/nowhere: cannot be opened"));
    cr_expect(strlen(err.text) < 220);
}

Test(cli_yaml, nodes_have_kind_text_and_line)
{
    scratch_write(&s, "f", "one: word\ntwo: [a, ~, 'null', \"x\\0y\"]\n\nthree:\nfour: {}\n");
    dom_yaml *yaml;
    cr_assert(eq(int, dom_yaml_open(&yaml, "f", NULL), DOM_OK));
    const dom_yaml_node *root = dom_yaml_root(yaml);
    cr_assert(eq(sz, dom_yaml_node_count(root), 4));
    cr_expect(eq(str, (char *)dom_yaml_node_text(dom_yaml_node_key(yaml, root, 0)), "one"));
    cr_expect(eq(int, dom_yaml_node_line(dom_yaml_node_key(yaml, root, 2)), 4));
    cr_expect(eq(str, (char *)dom_yaml_node_noun(dom_yaml_node_value(yaml, root, 0)), "a word"));
    cr_expect(eq(str, (char *)dom_yaml_node_noun(dom_yaml_node_value(yaml, root, 1)), "a list"));
    cr_expect(eq(str, (char *)dom_yaml_node_noun(dom_yaml_node_value(yaml, root, 2)), "no value"));
    cr_expect(eq(str, (char *)dom_yaml_node_noun(dom_yaml_node_value(yaml, root, 3)), "a map"));
    const dom_yaml_node *list = dom_yaml_node_value(yaml, root, 1);
    cr_expect(dom_yaml_node_text(list) == NULL);
    cr_expect(dom_yaml_node_text(dom_yaml_node_item(yaml, list, 1)) == NULL, "null");
    cr_expect(eq(str, (char *)dom_yaml_node_text(dom_yaml_node_item(yaml, list, 2)), "null"),
              "in quotes");
    cr_expect(dom_yaml_node_text(dom_yaml_node_item(yaml, list, 3)) == NULL, "a zero byte");
    cr_expect(dom_yaml_node_is_plain(dom_yaml_node_item(yaml, list, 0)));
    cr_expect(not(dom_yaml_node_is_plain(dom_yaml_node_item(yaml, list, 2))));
    dom_yaml_close(&yaml);
}

/* ---- tables -------------------------------------------------------------- */

typedef struct {
    uint64_t big;
    bool has_big;
    double real;
    char text[9];
} target;

#define FIELD(name) offsetof(target, name), sizeof(((target *)NULL)->name)

static const dom_yaml_key rows[] = {
    {"big", DOM_YAML_KEY_WHOLE, DOM_YAML_KEY_NULLABLE, FIELD(big), .min = 0, .max = INT64_MAX,
     .given = offsetof(target, has_big), .fallback = "null", .help = "a number"},
    {"real", DOM_YAML_KEY_REAL, 0, FIELD(real), .min = -10, .max = 10, .fallback = "0.1",
     .help = "r"},
    {"text", DOM_YAML_KEY_TEXT, 0, FIELD(text), .max = 8, .help = "t"},
};
static const dom_yaml_key_table table = {"test", rows, 3};

Test(cli_yaml, numbers_are_exact)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0.1", 0.1}, {"-0.5", -0.5}, {"3", 3},
                {"10", 10},   {"10.000", 10}, {"3.14159265358979", 3.14159265358979}};
    static const char *const bad[] = {"",  ".5",  "5.",    "1e3", "+1",  "0,5", "1.2.3",
                                      "-", "inf", "10.01", "-11", "1 2", "0x1", "1234567890123456"};
    target t = {.big = 0};
    dom_yaml_schema_defaults(&table, &t);
    cr_expect(eq(dbl, t.real, 0.1));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_expect(eq(int, dom_yaml_key_set(&rows[1], &t, good[i].text, NULL), DOM_OK));
        cr_expect(t.real == good[i].value, "%s", good[i].text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(eq(int, dom_yaml_key_set(&rows[1], &t, bad[i], NULL), DOM_E_CONFIG), "%s",
                  bad[i]);
}

Test(cli_yaml, whole_numbers_and_null)
{
    target t = {.big = 0};
    cr_expect(eq(int, dom_yaml_key_set(&rows[0], &t, "9223372036854775807", NULL), DOM_OK));
    cr_expect(t.has_big && t.big == INT64_MAX);
    json_t *json = dom_yaml_schema_json(&table, &t);
    cr_expect(json_integer_value(json_object_get(json, "big")) == INT64_MAX);
    cr_expect(json_object_get(json, "text") == NULL, "without a default and not said");
    json_decref(json);

    scratch_write(&s, "f", "big: null\ntext: '12345678'\n");
    dom_yaml *yaml;
    cr_assert(eq(int, dom_yaml_open(&yaml, "f", NULL), DOM_OK));
    dom_yaml_key_lines lines;
    cr_assert(eq(int,
                 dom_yaml_schema_read(&table, yaml, dom_yaml_root(yaml), &t, &lines, NULL, NULL),
                 DOM_OK));
    cr_expect(t.big == 0 && !t.has_big);
    cr_expect(eq(str, t.text, "12345678"));
    cr_expect(lines.line[0] == 1 && lines.line[1] == 0 && lines.line[2] == 2);
    dom_yaml_close(&yaml);
    json = dom_yaml_schema_json(&table, &t);
    cr_expect(eq(int, json_typeof(json_object_get(json, "big")), JSON_NULL));
    json_decref(json);
}

/* A key that is wrong, or that an unknown one was probably meant as, is neither read nor missing.
 */
Test(cli_yaml, all_faults_of_a_map_are_collected)
{
    static const dom_yaml_key needed[] = {
        {"text", DOM_YAML_KEY_TEXT, DOM_YAML_KEY_REQUIRED, FIELD(text), .max = 8, .help = "t"},
        {"real", DOM_YAML_KEY_REAL, DOM_YAML_KEY_REQUIRED, FIELD(real), .max = 10, .help = "r"},
        {"big", DOM_YAML_KEY_WHOLE, DOM_YAML_KEY_REQUIRED, FIELD(big), .max = 9, .help = "b"},
    };
    static const dom_yaml_key_table all_needed = {"test", needed, 3};
    static const char *const expected[] = {
        "f:1: txet: unknown key (did you mean text?); allowed: text, real, big",
        "f:2: real: '11' is out of range; allowed: 0..10", "f:1: big: is missing; allowed: 0..9"};
    target t = {.big = 0};
    dom_yaml_key_lines lines;
    dom_strings faults = {.count = 0};
    dom_err err;
    dom_yaml *yaml;
    scratch_write(&s, "f", "txet: x\nreal: 11\n");
    cr_assert(eq(int, dom_yaml_open(&yaml, "f", NULL), DOM_OK));
    const dom_yaml_node *root = dom_yaml_root(yaml);
    cr_expect(
        eq(int, dom_yaml_schema_read(&all_needed, yaml, root, &t, &lines, &faults, &err), DOM_OK));
    cr_assert(eq(sz, faults.count, 3));
    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(str, faults.item[i], (char *)expected[i]));
    cr_expect(lines.is_wrong[0] && lines.is_wrong[1] && !lines.is_wrong[2]);
    cr_expect(eq(int, dom_yaml_schema_read(&all_needed, yaml, root, &t, &lines, NULL, &err),
                 DOM_E_CONFIG));
    cr_expect(eq(str, err.text, (char *)expected[0]));
    dom_strings_clear(&faults);
    dom_yaml_close(&yaml);
}

Test(cli_yaml, a_text_that_is_too_long_or_has_control_characters_is_refused)
{
    target t = {.big = 0};
    dom_err err;
    cr_expect(eq(int, dom_yaml_key_set(&rows[2], &t, "123456789", &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "'123456789' is too long; allowed: a line of at most 8 bytes"));
    cr_expect(eq(int, dom_yaml_key_set(&rows[2], &t, "a\nb", &err), DOM_E_CONFIG));
    cr_expect(
        eq(str, err.text, "'a?b' has a control character; allowed: a line of at most 8 bytes"));
    cr_expect(eq(str, t.text, ""));
}
