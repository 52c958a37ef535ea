#include "manifest.h"

#include "base/text.h"
#include "tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the table fills: `build`, a list of lists, is read from its node. */
typedef struct {
    dom_manifest manifest;
    const dom_node *build;
} manifest_file;

#define FIELD(name) offsetof(manifest_file, name), sizeof(((manifest_file *)NULL)->name)

static const char *const transport_words[] = {"zmq", "stdio", "remote", NULL};
static const char *const derived_words[] = {
    [DOM_DERIVED_PLAYED] = "true", [DOM_DERIVED_REFUSED] = "false", NULL};

static const dom_yaml_key rows[] = {
    {"name", DOM_KEY_NAME, DOM_KEY_REQUIRED, FIELD(manifest.name), .max = DOM_BOT_NAME_MAX,
     .help = "what the bot is called, in every list and record"},
    {"run", DOM_KEY_ARGS, 0, FIELD(manifest.run), .min = 1, .max = DOM_ARGS_MAX,
     .help = "the command that starts it in its folder, without a shell"},
    {"build", DOM_KEY_NODE, 0, FIELD(build),
     .help = "a list of 1..16 commands, each a list of words: [[make, all]]"},
    {"transport", DOM_KEY_WORD, 0, FIELD(manifest.transport), .words = transport_words,
     .fallback = "zmq", .help = "how it talks to the arena"},
    {"key", DOM_KEY_TEXT, 0, FIELD(manifest.key), .max = DOM_CURVE_LETTERS,
     .help = "the public key of a remote bot, which has no run: 40 characters of Z85"},
    {"variants", DOM_KEY_NAMES, 0, FIELD(manifest.variants), .min = 1,
     .max = DOM_MANIFEST_VARIANTS_MAX, .help = "the variants it plays; all when not said"},
    {"derived", DOM_KEY_WORD, 0, FIELD(manifest.derived), .words = derived_words,
     .help = "false: it plays no own variant of a tournament just because its base is one of "
             "`variants`; default true"},
    {"author", DOM_KEY_TEXT, 0, FIELD(manifest.author), .max = 200, .help = "who wrote it"},
    {"url", DOM_KEY_TEXT, 0, FIELD(manifest.url), .max = 200, .help = "where it is described"},
    {"language", DOM_KEY_TEXT, 0, FIELD(manifest.language), .max = 64,
     .help = "what it is written in"},
    {"limits", DOM_KEY_GROUP, 0, 0, 0, .help = "what it makes do with"},
    {"limits.memory_mb", DOM_KEY_WHOLE, 0, FIELD(manifest.memory_mb), .min = 16, .max = 1048576,
     .help = "memory of its processes, at most the tournament's"},
    {"limits.processes", DOM_KEY_WHOLE, 0, FIELD(manifest.processes), .min = 1, .max = 4096,
     .help = "processes and threads, at most the tournament's"},
};
_Static_assert(DOM_BUILD_STEPS_MAX == 16, "as the help of `build` says");

static const dom_yaml_key_table table = {"bot", rows, sizeof rows / sizeof *rows};

const dom_yaml_key_table *dom_manifest_keys(void)
{
    return &table;
}

static dom_rc fail_build(const dom_yaml *yaml, const dom_node *node, dom_err *err,
                         const char *problem)
{
    return dom_yaml_fail(yaml, node, "build", err, "%s; allowed: %s", problem,
                         dom_yaml_key_find(&table, "build")->help);
}

static dom_rc read_step(dom_strings *step, const dom_yaml *yaml, const dom_node *list, dom_err *err)
{
    if (dom_node_kind_of(list) != DOM_NODE_LIST || dom_node_count(list) == 0)
        return fail_build(yaml, list, err, "a command is no list of words");
    if (dom_node_count(list) > DOM_ARGS_MAX)
        return fail_build(yaml, list, err, "a command has more than 64 words");
    for (size_t i = 0; i < dom_node_count(list); i++) {
        const dom_node *item = dom_node_item(yaml, list, i);
        const char *text = dom_node_text(item);
        if (text == NULL || strlen(text) > DOM_LIST_TEXT_MAX || (i == 0 && *text == '\0'))
            return fail_build(yaml, item, err, "a command is no list of words");
        if (!dom_strings_add(step, text))
            return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    }
    return DOM_OK;
}
_Static_assert(DOM_ARGS_MAX == 64, "as the text above says");

static dom_rc read_build(dom_manifest *manifest, const dom_yaml *yaml, const dom_node *list,
                         dom_err *err)
{
    if (dom_node_kind_of(list) != DOM_NODE_LIST)
        return fail_build(yaml, list, err, "this is no list");
    if (dom_node_count(list) > DOM_BUILD_STEPS_MAX)
        return fail_build(yaml, list, err, "the list is too long");
    for (size_t i = 0; i < dom_node_count(list); i++) {
        manifest->build_steps = i + 1;
        dom_rc rc = read_step(&manifest->build[i], yaml, dom_node_item(yaml, list, i), err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

/* Where the key stands, or the map that does not have it. */
static const dom_node *place_of(const dom_yaml *yaml, const dom_node *map, const char *path)
{
    for (size_t i = 0; i < dom_node_count(map); i++) {
        const dom_node *key = dom_node_key(yaml, map, i);
        if (strcmp(dom_node_text(key), path) == 0)
            return key;
    }
    return map;
}

static dom_rc fail_key(const dom_yaml *yaml, const dom_node *map, const char *path,
                       const char *problem, dom_err *err)
{
    char allowed[200];
    dom_text text = dom_text_of(allowed, sizeof allowed);
    const dom_yaml_key *key = dom_yaml_key_find(&table, path);
    if (key->type == DOM_KEY_TEXT)
        dom_text_add(&text, key->help);
    else
        dom_yaml_key_write_allowed(key, &text);
    return dom_yaml_fail(yaml, place_of(yaml, map, path), path, err, "%s; allowed: %s", problem,
                         allowed);
}

/* A bot is started here, or known by its key. */
static dom_rc check_transport(const dom_manifest *m, const dom_yaml *yaml, const dom_node *map,
                              dom_err *err)
{
    uint8_t key[DOM_CURVE_BYTES];
    bool is_remote = m->transport == DOM_TRANSPORT_REMOTE;
    if (!is_remote && m->run.count == 0)
        return fail_key(yaml, map, "run", "is missing", err);
    if (!is_remote && m->key[0])
        return fail_key(yaml, map, "key", "only a bot with transport: remote has one", err);
    if (!is_remote)
        return DOM_OK;
    if (m->run.count > 0 || m->build_steps > 0)
        return fail_key(yaml, map, m->run.count ? "run" : "build",
                        "a remote bot is not started here", err);
    if (!dom_curve_read(key, m->key))
        return fail_key(yaml, map, "key", m->key[0] ? "this is no key" : "is missing", err);
    return DOM_OK;
}

dom_rc dom_manifest_read(dom_manifest *out, const dom_yaml *yaml, const dom_node *map, dom_err *err)
{
    manifest_file file = {.build = NULL};
    dom_key_lines lines;
    dom_table_defaults(&table, &file);
    dom_rc rc = dom_table_read(&table, yaml, map, &file, &lines, err);
    file.manifest.variants_line = lines.line[dom_yaml_key_find(&table, "variants") - rows];
    if (rc == DOM_OK && file.build)
        rc = read_build(&file.manifest, yaml, file.build, err);
    if (rc == DOM_OK)
        rc = check_transport(&file.manifest, yaml, map, err);
    if (rc != DOM_OK)
        dom_manifest_clear(&file.manifest);
    *out = file.manifest;
    return rc;
}

/* Open a folder's bot.yaml: -1 with errno. */
static int open_file(const char *folder)
{
    dom_tree tree;
    bool is_folder = dom_tree_open(&tree, folder, NULL) == DOM_OK;
    int fd = is_folder ? dom_tree_path_open(&tree, DOM_MANIFEST_FILE) : -1;
    int error = errno;
    dom_tree_clear(&tree);
    errno = error;
    return fd;
}

dom_rc dom_manifest_load(dom_manifest *out, const char *folder, dom_err *err)
{
    *out = (dom_manifest){.build_steps = 0};
    char path[DOM_PATH_BYTES];
    int length = snprintf(path, sizeof path, "%s/%s", folder, DOM_MANIFEST_FILE);
    if (length >= (int)sizeof path)
        return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", folder);
    int fd = open_file(folder);
    if (fd < 0 && errno == ELOOP)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.300s: this link does not lead to a file inside the folder", path);
    dom_yaml *yaml;
    dom_rc rc = dom_yaml_read(&yaml, fd, path, err);
    if (fd >= 0)
        (void)close(fd);
    if (rc != DOM_OK)
        return rc;
    rc = dom_manifest_read(out, yaml, dom_yaml_root(yaml), err);
    dom_yaml_close(&yaml);
    return rc;
}

void dom_manifest_clear(dom_manifest *manifest)
{
    dom_strings_clear(&manifest->run);
    dom_strings_clear(&manifest->variants);
    for (size_t i = 0; i < manifest->build_steps; i++)
        dom_strings_clear(&manifest->build[i]);
    *manifest = (dom_manifest){.build_steps = 0};
}

dom_rc dom_manifest_bot_name(char out[static DOM_BOT_NAME_MAX + 1], const dom_manifest *manifest,
                             int copy, const char *where, dom_err *err)
{
    dom_text name = dom_text_of(out, DOM_BOT_NAME_MAX + 1);
    dom_text_add(&name, manifest->name);
    if (copy > 0) {
        dom_text_add_char(&name, '#');
        dom_text_add_int(&name, copy);
    }
    if (name.cut)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s: %s#%d: the name is too long; allowed: %d letters", where,
                           manifest->name, copy, DOM_BOT_NAME_MAX);
    return DOM_OK;
}

bool dom_manifest_plays(const dom_manifest *manifest, const dom_variant *variant)
{
    if (dom_strings_want(&manifest->variants, variant->name))
        return true;
    dom_variant named; /* has a base too, but other rules of its own              */
    return manifest->derived == DOM_DERIVED_PLAYED &&
           dom_variant_find(&named, variant->name, NULL) != DOM_OK &&
           dom_strings_has(&manifest->variants, variant->base);
}

/* JSON is YAML too. */
char *dom_manifest_text(const dom_manifest *manifest)
{
    manifest_file file = {.manifest = *manifest};
    json_t *json = dom_table_json(&table, &file);
    char *text = json ? json_dumps(json, JSON_SORT_KEYS | JSON_INDENT(1)) : NULL;
    json_decref(json);
    return text;
}
