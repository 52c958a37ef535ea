/* cli/completion.h - what completes a command line, for each shell.
 *
 * All three scripts come from the tables of commands and options, so a new option is completed
 * without further work. completion.c has what the shells share, and each shell has a file of its
 * own.
 *
 * Names of tournaments, and of bots that have played, are read when they are wanted: the script
 * calls `domino-arena names` with the --home and --db of the line.
 */
#ifndef DOM_CLI_COMPLETION_H
#define DOM_CLI_COMPLETION_H

#include "args.h"

/* What can stand in the place of a value. */
typedef enum {
    DOM_CLI_FILL_NOTHING, /* free text or a number: nothing is proposed           */
    DOM_CLI_FILL_WORDS,   /* the words that are allowed, separated by '|'         */
    DOM_CLI_FILL_FOLDER,
    DOM_CLI_FILL_FILE,
    DOM_CLI_FILL_LANGUAGE, /* a language of `new`, or a folder                    */
    DOM_CLI_FILL_BOT,      /* a sample bot, one that has played, or a folder      */
    DOM_CLI_FILL_BOTS,     /* such bots, separated by commas                      */
    DOM_CLI_FILL_TOURNAMENT,
    DOM_CLI_FILL_VARIANT,
    DOM_CLI_FILL_VARIANTS, /* variants, separated by commas                       */
    DOM_CLI_FILLS
} dom_cli_fill;

/* Returns what can stand in the place of an option's value or a command's operand.
 *
 * value  as in the tables, with or without brackets around it
 * words  receives the allowed words for DOM_CLI_FILL_WORDS, separated by blanks, else "" */
enum { DOM_CLI_WORDS_BYTES = 128 };
dom_cli_fill dom_cli_fill_of(const char *value, char words[static DOM_CLI_WORDS_BYTES]);

/* Prints the names, each followed by a blank: of all variants; of the sample bots; of the languages
 * of starter kits. The last two are found beside the program. */
void dom_cli_print_variant_names(void);
void dom_cli_print_bot_names(const dom_cli_call *call);
void dom_cli_print_language_names(const dom_cli_call *call);

/* Prints a text within single quotes of a shell.
 *
 * escaped  further characters that get a backslash before them */
void dom_cli_print_quoted(const char *text, const char *escaped);

/* Print the script of one shell. */
void dom_cli_complete_bash(const dom_cli_call *call);
void dom_cli_complete_zsh(const dom_cli_call *call);
void dom_cli_complete_fish(const dom_cli_call *call);

#endif
