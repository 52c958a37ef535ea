/* What the completion scripts of all shells share: which kind of value an option takes, and the
 * names that can be completed. */
#include "completion.h"

#include "common.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* How a value is completed, by the value's name in the tables of options and commands. */
static const struct {
    const char *value;
    dom_cli_fill fill;
} fills[] = {
    {"DIR", DOM_CLI_FILL_FOLDER},
    {"DIR,...", DOM_CLI_FILL_FOLDER},
    {"FILE", DOM_CLI_FILL_FILE},
    {"FILE.csv", DOM_CLI_FILL_FILE},
    {"TOURNAMENT.yaml", DOM_CLI_FILL_FILE},
    {"LANG DIR", DOM_CLI_FILL_LANGUAGE},
    {"BOT", DOM_CLI_FILL_BOT},
    {"VARIANT", DOM_CLI_FILL_VARIANT},
    {"VARIANT|FILE.yaml", DOM_CLI_FILL_VARIANT},
    {"V,...", DOM_CLI_FILL_VARIANTS},
    {"A,B,...", DOM_CLI_FILL_BOTS},
    {"C,D,...", DOM_CLI_FILL_BOTS},
    {"BOT,...", DOM_CLI_FILL_BOTS},
    {"A B", DOM_CLI_FILL_BOT},
    {"TOURNAMENT", DOM_CLI_FILL_TOURNAMENT},
};

dom_cli_fill dom_cli_fill_of(const char *value, char words[static DOM_CLI_WORDS_BYTES])
{
    dom_text_copy(words, DOM_CLI_WORDS_BYTES, value[0] == '[' ? value + 1 : value);
    words[strcspn(words, "]")] = '\0';
    if (dom_cli_are_words(words)) {
        for (char *c = words; *c; c++)
            *c = (char)(*c == '|' ? ' ' : *c);
        return DOM_CLI_FILL_WORDS;
    }
    dom_cli_fill fill = DOM_CLI_FILL_NOTHING;
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
        if (strcmp(fills[i].value, words) == 0)
            fill = fills[i].fill;
    words[0] = '\0';
    return fill;
}

void dom_cli_print_variant_names(void)
{
    for (size_t i = 0; i < dom_variant_count(); i++)
        (void)printf("%s ", dom_variant_at(i).name);
}

/* Prints the names of the folders in a folder that was installed with the program. */
static void print_folders(const char *path)
{
    DIR *dir = opendir(path);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (dom_name_is_valid(d->d_name, DOM_STORE_BOT_NAME_BYTES - 1))
            (void)printf("%s ", d->d_name);
    if (dir)
        (void)closedir(dir);
}

void dom_cli_print_bot_names(const dom_cli_call *call)
{
    dom_home home;
    if (dom_cli_find_home(&home, call, NULL) == DOM_OK)
        print_folders(home.shipped_bots);
}

void dom_cli_print_language_names(const dom_cli_call *call)
{
    dom_home home;
    if (dom_cli_find_home(&home, call, NULL) == DOM_OK)
        print_folders(home.starters);
}

void dom_cli_print_quoted(const char *text, const char *escaped)
{
    (void)putchar('\'');
    for (; *text; text++) {
        if (*text == '\'')
            (void)printf("'\\''");
        else
            (void)printf("%s%c", strchr(escaped, *text) ? "\\" : "", *text);
    }
    (void)putchar('\'');
}
