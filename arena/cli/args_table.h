/* cli/args_table.h - the table of options as help, completion and man page read it.
 * The table itself stands in args.c, that of the commands in main.c.
 *
 * What stands for a value, of an option or as a command's operand, says what is
 * allowed: in capitals a name for it ("FILE", "N", "V,..."), in small letters the
 * very words, separated by '|' ("jsonl|csv"). */
#ifndef DOM_CLI_ARGS_TABLE_H
#define DOM_CLI_ARGS_TABLE_H

#include "args.h"

/* A pair takes the next two words as they are; its name may be said without dashes. */
typedef enum { ARG_FLAG, ARG_TEXT, ARG_WORD, ARG_LIST, ARG_NUMBER, ARG_REAL, ARG_PAIR } arg_type;

/* One row per option. An option of which `commands` lists nothing is global. */
typedef struct {
    const char *name;
    arg_type type;
    bool is_global;
    size_t offset;     /* of the value in cli_args                             */
    size_t has_offset; /* NUMBER: of the bool that it was said, 0 = none       */
    int64_t min, max;  /* NUMBER; REAL: in millionths                          */
    const char *value; /* what stands for the value in the help; WORD: the words */
    const char *help;
} arg_option;

/* The options in the order of the help; NULL behind the last. */
const arg_option *arg_option_at(size_t index);

/* "-o" of "output"; NULL: there is none. */
const char *arg_short_form(const arg_option *option);

/* Does the command take it? NULL takes the global ones, as every command does. */
bool arg_is_taken(const cli_command *command, const arg_option *option);

/* Is this the name of a value, or are these the words that are allowed? */
bool arg_are_words(const char *value);

/* Commands without a summary are for the build alone. */
bool arg_is_hidden(const cli_command *command);

/* What the process's exit status says; ends with a row of NULLs. */
typedef struct {
    const char *number, *meaning;
} arg_status;
extern const arg_status arg_statuses[];

#endif
