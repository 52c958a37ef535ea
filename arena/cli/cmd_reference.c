/* The pages commands.md, settings.md and exit-status.md of docs/reference, printed from the tables
 * that drive parsing and help. The build does not write them: a test compares them with what this
 * command prints. */
#include "commands.h"
#include "status.h"

#include "bots/manifest.h"
#include "config/config.h"

#include <stdio.h>
#include <string.h>

/* A text within a cell of a table, where '|' would end the cell. */
static void reference_cell(const char *text)
{
    for (; *text; text++)
        (void)printf("%s%c", strchr("|<*_", *text) ? "\\" : "", *text);
}

/* The same, between backticks. */
static void reference_code(const char *text)
{
    (void)putchar('`');
    for (; *text; text++)
        (void)printf("%s%c", *text == '|' ? "\\" : "", *text);
    (void)putchar('`');
}

static void reference_option(const dom_cli_option *option)
{
    char left[120];
    (void)snprintf(left, sizeof left, "--%s%s%s", option->name, option->value ? " " : "",
                   option->value ? option->value : "");
    (void)printf("| ");
    reference_code(left);
    (void)printf(" | ");
    reference_cell(option->help);
    (void)printf(" |\n");
}

static void reference_options(const dom_cli_command *command, bool is_global)
{
    bool has_head = false;
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++) {
        if (dom_cli_options[i].is_global != is_global || !dom_cli_takes(command, i))
            continue;
        if (!has_head)
            (void)printf("\n| option | meaning |\n|---|---|\n");
        has_head = true;
        reference_option(&dom_cli_options[i]);
    }
}

static void reference_commands(dom_cli_command_table commands)
{
    (void)printf("# Commands\n\n"
                 "Made by `domino-arena reference commands` from the program's own tables; "
                 "`domino-arena COMMAND --help` shows the same.\n\n"
                 "Words in capitals stand for a value, words in small letters are meant literally. "
                 "Every command takes these options, but for `--db` where there is no database:\n");
    reference_options(NULL, true);
    for (dom_cli_command_table c = commands; *c; c++) {
        if (dom_cli_is_hidden(*c))
            continue;
        (void)printf("\n## %s\n\n`domino-arena %s%s%s [OPTIONS]`\n\n%s.\n",
                     dom_cli_words_of(*c).text, dom_cli_words_of(*c).text,
                     (*c)->operand[0] ? " " : "", (*c)->operand, (*c)->summary);
        reference_options(*c, false);
    }
}

static void reference_key(const dom_yaml_key *key)
{
    char allowed[200];
    dom_text text = dom_text_of(allowed, sizeof allowed);
    if (key->type == DOM_YAML_KEY_GROUP)
        dom_text_add(&text, "a map of the keys below");
    else if (key->type != DOM_YAML_KEY_NODE)
        dom_yaml_key_write_allowed(key, &text);
    (void)printf("| `%s` | ", key->path);
    reference_cell(key->help);
    (void)printf(" | ");
    reference_cell(allowed);
    (void)printf(" | ");
    reference_cell(key->fallback ? key->fallback : "");
    (void)printf(" |\n");
}

static void reference_keys(const char *title, const char *about, const dom_yaml_key_table *table)
{
    (void)printf("\n## %s\n\n%s\n\n| key | meaning | allowed | default |\n|---|---|---|---|\n",
                 title, about);
    for (size_t i = 0; i < table->count; i++)
        reference_key(&table->row[i]);
}

static void reference_settings(dom_cli_command_table commands)
{
    (void)commands;
    (void)printf(
        "# Settings\n\n"
        "Made by `domino-arena reference settings` from the tables that read the files; "
        "`domino-arena settings tournament`, `settings entry` and `settings bot` show the same.\n\n"
        "A key with a dot is written as a map: `limits.memory_mb` is "
        "`limits: {memory_mb: 512}`.\n");
    reference_keys("A tournament file",
                   "For `run`. `variants` and `bots` are required; so is `name`, unless `--name` "
                   "gives it.",
                   dom_config_keys());
    reference_keys("An entry of bots",
                   "A map in the list `bots` of a tournament file that sets a bot. `bot` is "
                   "required.",
                   dom_config_entry_keys());
    reference_keys("A bot's bot.yaml",
                   "Also the form of a bot's map in a tournament file. `name` is required, and so "
                   "is `run`, or `key` if `transport` is remote.",
                   dom_bots_manifest_keys());
}

static void reference_statuses(dom_cli_command_table commands)
{
    (void)commands;
    (void)printf("# Exit status\n\n"
                 "Made by `domino-arena reference exit-status` from the program's own table.\n\n"
                 "| status | meaning | examples |\n|---|---|---|\n");
    for (const dom_cli_status_row *row = dom_cli_statuses; row->number; row++)
        (void)printf("| %s | %s | %s |\n", row->number, row->meaning, row->examples);
    (void)printf("\nA message on standard error explains every status but 0 and 1. With `--json`, "
                 "standard output has the same form for status 0 and 1.\n");
}

static const struct {
    const char *word;
    void (*print)(dom_cli_command_table commands);
} pages[] = {{"commands", reference_commands},
             {"settings", reference_settings},
             {"exit-status", reference_statuses}};

static int reference_run(const dom_cli_call *call, const void *arguments)
{
    (void)arguments;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (strcmp(pages[i].word, call->word[0]) == 0)
            pages[i].print(call->commands);
    return DOM_CLI_OK;
}

const dom_cli_command dom_cli_reference = {.name = "reference",
                                           .operand = "commands|settings|exit-status",
                                           .needs_operand = true,
                                           .summary = "",
                                           .run = reference_run};
