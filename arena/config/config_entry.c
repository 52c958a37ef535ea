/* An entry of `bots` that is a map with the key `bot`, and what it says about the bot. */
#include "bots/bot_env.h"
#include "config/stored_config.h"
#include "config_internal.h"
#include "core/own_limits.h"

#include <string.h>

/* What the table fills. */
typedef struct {
    dom_config_entry entry;
    const dom_yaml_node *bot, *env;
    dom_core_limits limits; /* -1: not given */
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
    {"limits", DOM_YAML_KEY_GROUP, 0, 0, 0,
     .help = "limits of this bot in place of the tournament's; with more than these, the "
             "tournament is unrated"},
    {"limits.move_ms", DOM_YAML_KEY_WHOLE, 0, FIELD(limits.move_ms), .min = 1,
     .max = DOM_CONFIG_MOVE_MS_MAX, .help = "for each choice"},
    {"limits.bank_ms", DOM_YAML_KEY_WHOLE, 0, FIELD(limits.bank_ms), .min = 0,
     .max = DOM_CONFIG_BANK_MS_MAX, .help = "extra time per match and seat"},
    {"limits.increment_ms", DOM_YAML_KEY_WHOLE, 0, FIELD(limits.increment_ms), .min = 0,
     .max = DOM_CONFIG_MOVE_MS_MAX, .help = "added to the bank by every answer"},
    {"limits.memory_mb", DOM_YAML_KEY_WHOLE, 0, FIELD(limits.memory_mb),
     .min = DOM_CONFIG_MEMORY_MB_MIN, .max = DOM_CONFIG_MEMORY_MB_MAX,
     .help = "memory of the bot's processes"},
    {"limits.processes", DOM_YAML_KEY_WHOLE, 0, FIELD(limits.processes), .min = 1,
     .max = DOM_CONFIG_PROCESSES_MAX, .help = "processes and threads of the bot"},
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

static const dom_core_limits nothing = {
    .move_ms = -1, .bank_ms = -1, .increment_ms = -1, .memory_mb = -1, .processes = -1};

static dom_core_own_limits own_limits_of(const entry_file *file)
{
    dom_core_own_limits own = {.given = 0};
    for (size_t row = 0; row < DOM_CORE_OWN_LIMITS; row++) {
        int32_t value = dom_core_limit_of(&file->limits, row);
        if (value >= 0)
            dom_core_own_limit_set(&own, row, value);
    }
    return own;
}

static dom_rc read_map(dom_config_entry *out, dom_config_reader *l, const dom_yaml_node *map)
{
    entry_file file = {.bot = NULL, .limits = nothing};
    size_t before = l->faults->count;
    dom_yaml_key_lines lines;
    dom_rc rc = dom_yaml_schema_read(&table, l->yaml, map, &file, &lines, l->faults, l->err);
    *out = file.entry;
    out->setting.own_limits = own_limits_of(&file);
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
    out->own_limits = from->own_limits;
    return copy_list(&out->args, &from->args) && copy_list(&out->env, &from->env)
               ? DOM_OK
               : dom_err_no_memory(err);
}

void dom_config_setting_clear(dom_core_setting *setting)
{
    dom_strings_clear(&setting->args);
    dom_strings_clear(&setting->env);
}
