/* An entry of `bots` that is a map with the key `bot`, and what it says about the bot. */
#include "bots/bot_env.h"
#include "config/stored_config.h"
#include "config_internal.h"

#include <string.h>

/* What the table fills. */
typedef struct {
    dom_config_entry entry;
    const dom_yaml_node *bot, *env;
} entry_file;

#define FIELD(name) offsetof(entry_file, name), sizeof(((entry_file *)NULL)->name)

static const dom_yaml_key rows[] = {
    {"bot", DOM_YAML_KEY_NODE, DOM_YAML_KEY_REQUIRED, FIELD(bot),
     .help = "a bot as in the list: a folder (with '/'), NAME or NAME@VERSION"},
    {"name", DOM_YAML_KEY_NAME, 0, FIELD(entry.name), .max = DOM_BOTS_NAME_MAX,
     .help = "the name under which it plays, in all lists and records; without it the bot's own"},
    {"args", DOM_YAML_KEY_WORDS, 0, FIELD(entry.setting.args), .min = 1,
     .max = DOM_CORE_ARGS_MAX - 1,
     .help = "words that follow those of the bot's run; a bot with other words is another version"},
    {"env", DOM_YAML_KEY_NODE, 0, FIELD(env), .help = dom_bots_env_help},
};

static const dom_yaml_key_table table = {"entry of bots", rows, sizeof rows / sizeof *rows};

const dom_yaml_key_table *dom_config_entry_keys(void)
{
    return &table;
}

static bool has_key(const dom_yaml *yaml, const dom_yaml_node *map, const char *name)
{
    for (size_t i = 0; i < dom_yaml_node_count(map); i++) {
        const char *key = dom_yaml_node_text(dom_yaml_node_key(yaml, map, i));
        if (key && strcmp(key, name) == 0)
            return true;
    }
    return false;
}

/* The keys `bot` and `args` stand only in an entry; the others may be those of a bot. */
bool dom_config_is_inline(const dom_yaml *yaml, const dom_yaml_node *node)
{
    return dom_yaml_node_kind_of(node) == DOM_YAML_NODE_MAP && !has_key(yaml, node, "bot") &&
           !has_key(yaml, node, "args");
}

static dom_rc read_map(dom_config_entry *out, dom_config_reader *l, const dom_yaml_node *map)
{
    entry_file file = {.bot = NULL};
    size_t before = l->faults->count;
    dom_yaml_key_lines lines;
    dom_rc rc = dom_yaml_schema_read(&table, l->yaml, map, &file, &lines, l->faults, l->err);
    *out = file.entry;
    if (rc == DOM_OK && file.env)
        rc = dom_bots_env_read(&out->setting.env, l->yaml, file.env, l->faults, l->err);
    if (rc != DOM_OK || file.bot == NULL)
        return rc;
    out->word = dom_yaml_node_text(file.bot);
    if (out->word == NULL || out->word[0] == '\0')
        rc = dom_yaml_fail(l->yaml, file.bot, "bot", l->err, "this is no bot; allowed: %s",
                           dom_yaml_key_find(&table, "bot")->help);
    if (rc != DOM_OK || l->faults->count > before)
        out->word = NULL;
    return dom_err_collect(l->faults, rc, l->err);
}

dom_rc dom_config_entry_read(dom_config_entry *out, dom_config_reader *l, const dom_yaml_node *node)
{
    *out = (dom_config_entry){.word = NULL};
    if (dom_config_is_inline(l->yaml, node))
        return DOM_OK;
    if (dom_yaml_node_kind_of(node) == DOM_YAML_NODE_MAP)
        return read_map(out, l, node);
    out->word = dom_yaml_node_text(node);
    if (out->word && out->word[0])
        return DOM_OK;
    out->word = NULL;
    return dom_err_collect(l->faults, dom_config_fail(l, node, "bots", "an entry is not a bot"),
                           l->err);
}

void dom_config_entry_clear(dom_config_entry *entry)
{
    dom_config_setting_clear(&entry->setting);
}

static bool copy_list(dom_strings *out, const dom_strings *from)
{
    bool is_whole = true;
    for (size_t i = 0; is_whole && i < from->count; i++)
        is_whole = dom_strings_add(out, from->item[i]);
    return is_whole;
}

dom_rc dom_config_setting_copy(dom_core_setting *out, const dom_core_setting *from, dom_err *err)
{
    return copy_list(&out->args, &from->args) && copy_list(&out->env, &from->env)
               ? DOM_OK
               : dom_err_no_memory(err);
}

void dom_config_setting_clear(dom_core_setting *setting)
{
    dom_strings_clear(&setting->args);
    dom_strings_clear(&setting->env);
}
