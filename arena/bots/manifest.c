#include "bots/manifest.h"

#include "base/path.h"
#include "base/text.h"
#include "bots/bot_env.h"
#include "fs/file_tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the table fills. `env` is a map of any names and `build` a list of lists, so both are read
 * from their nodes. */
typedef struct {
    dom_bots_manifest manifest;
    const dom_yaml_node *env, *build;
} manifest_file;

#define FIELD(name) offsetof(manifest_file, name), sizeof(((manifest_file *)NULL)->name)

static const char *const transport_words[] = {"zmq", "stdio", "remote", NULL};
static const char *const derived_words[] = {
    [DOM_BOTS_DERIVED_PLAYED] = "true", [DOM_BOTS_DERIVED_REFUSED] = "false", NULL};

static const dom_yaml_key rows[] = {
    {"name", DOM_YAML_KEY_NAME, DOM_YAML_KEY_REQUIRED, FIELD(manifest.name),
     .max = DOM_BOTS_NAME_MAX, .help = "the bot's name in all lists and records"},
    {"run", DOM_YAML_KEY_ARGS, 0, FIELD(manifest.run), .min = 1, .max = DOM_CORE_ARGS_MAX,
     .help = "the command that starts the bot, in its folder and without a shell"},
    {"env", DOM_YAML_KEY_NODE, 0, FIELD(env), .help = dom_bots_env_help},
    {"build", DOM_YAML_KEY_NODE, 0, FIELD(build),
     .help = "a list of 1..16 commands, each a list of words: [[make, all]]"},
    {"transport", DOM_YAML_KEY_WORD, 0, FIELD(manifest.transport), .words = transport_words,
     .fallback = "zmq",
     .help = "how the bot talks to the arena; zmq suits bots that answer at once, stdio those that "
             "think"},
    {"key", DOM_YAML_KEY_TEXT, 0, FIELD(manifest.key), .max = DOM_CURVE_LETTERS,
     .help = "the public key of a remote bot, instead of run: 40 characters of Z85"},
    {"variants", DOM_YAML_KEY_NAMES, 0, FIELD(manifest.variants), .min = 1,
     .max = DOM_BOTS_MANIFEST_VARIANTS_MAX,
     .help = "the variants that the bot plays; all if the key is missing"},
    {"derived", DOM_YAML_KEY_WORD, 0, FIELD(manifest.derived), .words = derived_words,
     .help = "false: the bot does not play a tournament's own variant just because its base is in "
             "`variants`; default true"},
    {"author", DOM_YAML_KEY_TEXT, 0, FIELD(manifest.author), .max = 200, .help = "the author"},
    {"url", DOM_YAML_KEY_TEXT, 0, FIELD(manifest.url), .max = 200, .help = "a page about the bot"},
    {"language", DOM_YAML_KEY_TEXT, 0, FIELD(manifest.language), .max = 64,
     .help = "its programming language"},
    {"limits", DOM_YAML_KEY_GROUP, 0, 0, 0, .help = "less than the tournament's limits"},
    {"limits.memory_mb", DOM_YAML_KEY_WHOLE, 0, FIELD(manifest.memory_mb), .min = 16,
     .max = 1048576, .help = "memory of the bot's processes, at most the tournament's limit"},
    {"limits.processes", DOM_YAML_KEY_WHOLE, 0, FIELD(manifest.processes), .min = 1, .max = 4096,
     .help = "processes and threads of the bot, at most the tournament's limit"},
};
_Static_assert(DOM_BOTS_BUILD_STEPS_MAX == 16, "as the help of `build` says");

static const dom_yaml_key_table table = {"bot", rows, sizeof rows / sizeof *rows};

const dom_yaml_key_table *dom_bots_manifest_keys(void)
{
    return &table;
}

static dom_rc fail_build(const dom_yaml *yaml, const dom_yaml_node *node, dom_err *err,
                         const char *problem)
{
    return dom_yaml_fail(yaml, node, "build", err, "%s; allowed: %s", problem,
                         dom_yaml_key_find(&table, "build")->help);
}

static dom_rc read_step(dom_strings *step, const dom_yaml *yaml, const dom_yaml_node *list,
                        dom_err *err)
{
    if (dom_yaml_node_kind_of(list) != DOM_YAML_NODE_LIST || dom_yaml_node_count(list) == 0)
        return fail_build(yaml, list, err, "a command must be a list of words");
    if (dom_yaml_node_count(list) > DOM_CORE_ARGS_MAX)
        return fail_build(yaml, list, err, "a command has more than 64 words");
    for (size_t i = 0; i < dom_yaml_node_count(list); i++) {
        const dom_yaml_node *item = dom_yaml_node_item(yaml, list, i);
        const char *text = dom_yaml_node_text(item);
        if (text == NULL || strlen(text) > DOM_YAML_LIST_TEXT_MAX || (i == 0 && *text == '\0'))
            return fail_build(yaml, item, err, "a command must be a list of words");
        if (!dom_strings_add(step, text))
            return dom_err_no_memory(err);
    }
    return DOM_OK;
}
_Static_assert(DOM_CORE_ARGS_MAX == 64, "as the text above says");

static dom_rc read_build(dom_bots_manifest *manifest, const dom_yaml *yaml,
                         const dom_yaml_node *list, dom_err *err)
{
    if (dom_yaml_node_kind_of(list) != DOM_YAML_NODE_LIST)
        return fail_build(yaml, list, err, "this is not a list");
    if (dom_yaml_node_count(list) > DOM_BOTS_BUILD_STEPS_MAX)
        return fail_build(yaml, list, err, "the list is too long");
    for (size_t i = 0; i < dom_yaml_node_count(list); i++) {
        manifest->build_steps = i + 1;
        dom_rc rc = read_step(&manifest->build[i], yaml, dom_yaml_node_item(yaml, list, i), err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

/* Returns the node of a key, or the map if the key is missing: the place that an error names. */
static const dom_yaml_node *place_of(const dom_yaml *yaml, const dom_yaml_node *map,
                                     const char *path)
{
    for (size_t i = 0; i < dom_yaml_node_count(map); i++) {
        const dom_yaml_node *key = dom_yaml_node_key(yaml, map, i);
        if (strcmp(dom_yaml_node_text(key), path) == 0)
            return key;
    }
    return map;
}

static dom_rc fail_key(const dom_yaml *yaml, const dom_yaml_node *map, const char *path,
                       const char *problem, dom_err *err)
{
    char allowed[200];
    dom_text text = dom_text_of(allowed, sizeof allowed);
    const dom_yaml_key *key = dom_yaml_key_find(&table, path);
    if (key->type == DOM_YAML_KEY_TEXT)
        dom_text_add(&text, key->help);
    else
        dom_yaml_key_write_allowed(key, &text);
    return dom_yaml_fail(yaml, place_of(yaml, map, path), path, err, "%s; allowed: %s", problem,
                         allowed);
}

/* Checks that a bot has `run`, or `key` if it is remote. */
static dom_rc check_transport(const dom_bots_manifest *m, const dom_yaml *yaml,
                              const dom_yaml_node *map, dom_err *err)
{
    uint8_t key[DOM_CURVE_BYTES];
    bool is_remote = m->transport == DOM_CORE_TRANSPORT_REMOTE;
    if (!is_remote && m->run.count == 0)
        return fail_key(yaml, map, "run", "is missing", err);
    if (!is_remote && m->key[0])
        return fail_key(yaml, map, "key", "only a bot with transport: remote has a key", err);
    if (!is_remote)
        return DOM_OK;
    const char *extra = m->run.count > 0     ? "run"
                        : m->env.count > 0   ? "env"
                        : m->build_steps > 0 ? "build"
                                             : NULL;
    if (extra)
        return fail_key(yaml, map, extra, "a remote bot is not started here", err);
    if (!dom_curve_read(key, m->key))
        return fail_key(yaml, map, "key", m->key[0] ? "this is not a key" : "is missing", err);
    return DOM_OK;
}

dom_rc dom_bots_manifest_read(dom_bots_manifest *out, const dom_yaml *yaml,
                              const dom_yaml_node *map, dom_strings *faults, dom_err *err)
{
    manifest_file file = {.build = NULL};
    dom_yaml_key_lines lines;
    dom_yaml_schema_defaults(&table, &file);
    size_t before = faults ? faults->count : 0;
    dom_rc rc = dom_yaml_schema_read(&table, yaml, map, &file, &lines, faults, err);
    file.manifest.variants_line = lines.line[dom_yaml_key_find(&table, "variants") - rows];
    if (rc == DOM_OK && file.env)
        rc = dom_bots_env_read(&file.manifest.env, yaml, file.env, faults, err);
    if (rc == DOM_OK && file.build)
        rc = dom_err_collect(faults, read_build(&file.manifest, yaml, file.build, err), err);
    bool are_keys_right = faults == NULL || faults->count == before;
    if (rc == DOM_OK && are_keys_right)
        rc = dom_err_collect(faults, check_transport(&file.manifest, yaml, map, err), err);
    if (rc != DOM_OK)
        dom_bots_manifest_clear(&file.manifest);
    *out = file.manifest;
    return rc;
}

/* Opens a folder's bot.yaml. Returns -1 with errno on failure. */
static int open_file(const char *folder)
{
    dom_fs_tree tree;
    bool is_folder = dom_fs_tree_open(&tree, folder, NULL) == DOM_OK;
    int fd = is_folder ? dom_fs_tree_path_open(&tree, DOM_BOTS_MANIFEST_FILE) : -1;
    int error = errno;
    dom_fs_tree_clear(&tree);
    errno = error;
    return fd;
}

dom_rc dom_bots_manifest_load(dom_bots_manifest *out, const char *folder, dom_err *err)
{
    *out = (dom_bots_manifest){.build_steps = 0};
    char path[DOM_PATH_BYTES];
    int length = snprintf(path, sizeof path, "%s/%s", folder, DOM_BOTS_MANIFEST_FILE);
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
    rc = dom_bots_manifest_read(out, yaml, dom_yaml_root(yaml), NULL, err);
    dom_yaml_close(&yaml);
    return rc;
}

void dom_bots_manifest_clear(dom_bots_manifest *manifest)
{
    dom_strings_clear(&manifest->run);
    dom_strings_clear(&manifest->env);
    dom_strings_clear(&manifest->variants);
    for (size_t i = 0; i < manifest->build_steps; i++)
        dom_strings_clear(&manifest->build[i]);
    *manifest = (dom_bots_manifest){.build_steps = 0};
}

dom_rc dom_bots_manifest_bot_name(char out[static DOM_BOTS_NAME_MAX + 1], const char *name,
                                  int copy, const char *where, dom_err *err)
{
    dom_text text = dom_text_of(out, DOM_BOTS_NAME_MAX + 1);
    dom_text_add(&text, name);
    if (copy > 0) {
        dom_text_add_char(&text, '#');
        dom_text_add_int(&text, copy);
    }
    if (text.cut)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s: %s#%d: the name is too long; allowed: %d letters", where, name,
                           copy, DOM_BOTS_NAME_MAX);
    return DOM_OK;
}

bool dom_bots_manifest_plays(const dom_bots_manifest *manifest, const dom_variant *variant)
{
    if (dom_strings_want(&manifest->variants, variant->name))
        return true;
    dom_variant named; /* it has a base, too, but rules of its own */
    return manifest->derived == DOM_BOTS_DERIVED_PLAYED &&
           dom_variant_find(&named, variant->name, NULL) != DOM_OK &&
           dom_strings_has(&manifest->variants, variant->base);
}

static json_t *build_json(const dom_bots_manifest *manifest)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < manifest->build_steps; i++) {
        json_t *step = json_array();
        for (size_t k = 0; k < manifest->build[i].count; k++)
            (void)json_array_append_new(step, json_string(manifest->build[i].item[k]));
        (void)json_array_append_new(steps, step);
    }
    return steps;
}

/* Adds the keys that the table leaves to their nodes. Returns false without memory. */
static bool add_nodes(json_t *json, const dom_bots_manifest *manifest)
{
    return (manifest->env.count == 0 ||
            json_object_set_new(json, "env", dom_bots_env_json(&manifest->env)) == 0) &&
           (manifest->build_steps == 0 ||
            json_object_set_new(json, "build", build_json(manifest)) == 0);
}

/* The text is JSON, which is YAML, too. */
char *dom_bots_manifest_text(const dom_bots_manifest *manifest)
{
    manifest_file file = {.manifest = *manifest};
    json_t *json = dom_yaml_schema_json(&table, &file);
    bool is_whole = json && add_nodes(json, manifest);
    char *text = is_whole ? json_dumps(json, JSON_SORT_KEYS | JSON_INDENT(1)) : NULL;
    json_decref(json);
    return text;
}
