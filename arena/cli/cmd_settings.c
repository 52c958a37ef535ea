/* `settings tournament|entry|bot`: explains every key of a file, from the tables that read the
 * files. */
#include "commands.h"
#include "status.h"

#include "bots/manifest.h"
#include "config/config.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *word, *about;
    const dom_yaml_key_table *(*keys)(void);
} file_kind;

static const file_kind kinds[] = {
    {"tournament",
     "A tournament file, for run. variants and bots are required; so is name, unless --name gives "
     "it.",
     dom_config_keys},
    {"entry", "An entry of bots in a tournament file that sets a bot: bot is required.",
     dom_config_entry_keys},
    {"bot",
     "A bot's bot.yaml, or the same map among the bots of a tournament file: name is required, "
     "and\nrun, or key if transport is remote.",
     dom_bots_manifest_keys},
};

/* Writes allowed values and default, such as "null, 1..3600000; default 1000". For a node the
 * help text says what is allowed. */
static void settings_write_value(const dom_yaml_key *key, dom_text *out)
{
    if (key->type == DOM_YAML_KEY_GROUP)
        dom_text_add(out, "a map of the keys below");
    else if (key->type != DOM_YAML_KEY_NODE)
        dom_yaml_key_write_allowed(key, out);
    if (key->fallback) {
        dom_text_add(out, "; default ");
        dom_text_add(out, key->fallback);
    }
}

static void settings_print_keys(const dom_yaml_key_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const dom_yaml_key *key = &table->row[i];
        char value[200];
        dom_text text = dom_text_of(value, sizeof value);
        settings_write_value(key, &text);
        (void)printf("  %-20s %s\n", key->path, key->help);
        if (value[0])
            (void)printf("  %-20s (%s)\n", "", value);
    }
}

static int settings_run(const dom_cli_call *call, const void *arguments)
{
    (void)arguments;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].word, call->word[0]) == 0) {
            (void)printf("%s\nlimits.memory_mb is written limits: {memory_mb: 512}.\n\n",
                         kinds[i].about);
            settings_print_keys(kinds[i].keys());
        }
    return DOM_CLI_OK;
}

const dom_cli_command dom_cli_settings = {.name = "settings",
                                          .operand = "tournament|entry|bot",
                                          .needs_operand = true,
                                          .summary =
                                              "Explain every key of a tournament file, of an entry "
                                              "of its bots or of bot.yaml, with allowed "
                                              "values and default",
                                          .lacks_database = true,
                                          .run = settings_run};
