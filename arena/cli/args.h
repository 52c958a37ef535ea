/* cli/args.h - from the words of a command line to the arguments of one command.
 *
 * Every command has a small struct of arguments of its own and a row that says which options it
 * takes and which field each of them fills. Parsing, help, completion, man page and "did you mean"
 * all read these rows and the table of options (cli/options.h).
 *
 *     typedef struct {
 *         const char *tournament;
 *         dom_strings variants;
 *         bool is_json;
 *     } luck_args;
 *
 *     static const dom_cli_slot luck_slots[] = {
 *         DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, luck_args, tournament),
 *         DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, luck_args, variants),
 *         DOM_CLI_SLOT(DOM_CLI_OPT_JSON, luck_args, is_json),
 *     };
 *
 * "luck --variant block-2,draw-3 --json" then gives {NULL, {"block-2", "draw-3"}, true}.
 */
#ifndef DOM_CLI_ARGS_H
#define DOM_CLI_ARGS_H

#include "options.h"

#include "base/err.h"
#include "base/string_list.h"

#include <stddef.h>

/* An option that a command takes, and the field of its struct that the value fills. */
typedef struct {
    dom_cli_option_id option;
    dom_cli_type type;  /* of the field; TEXT also for WORD                     */
    size_t offset;      /* of the field                                         */
    size_t said_offset; /* of the bool that says that it was said; 0: there is none */
} dom_cli_slot;

#define DOM_CLI_TYPE_OF(lvalue)                                                                    \
    _Generic((lvalue),                                                                             \
             bool: DOM_CLI_FLAG,                                                                   \
             const char *: DOM_CLI_TEXT,                                                           \
             dom_strings: DOM_CLI_LIST,                                                            \
             int64_t: DOM_CLI_NUMBER,                                                              \
             double: DOM_CLI_REAL,                                                                 \
             const char **: DOM_CLI_PAIR)
#define DOM_CLI_SLOT(option, args, field)                                                          \
    {                                                                                              \
        option, DOM_CLI_TYPE_OF(((args *)0)->field), offsetof(args, field), 0                      \
    }
#define DOM_CLI_SLOT_SAID(option, args, field, said)                                               \
    {                                                                                              \
        option, DOM_CLI_TYPE_OF(((args *)0)->field), offsetof(args, field), offsetof(args, said)   \
    }
#define DOM_CLI_SLOTS(array) .slots = (array), .slot_count = sizeof(array) / sizeof *(array)

struct dom_cli_call;

typedef struct {
    const char *name;
    const char *operand; /* "[TOURNAMENT.yaml]", "MATCH", "A B", or "" for none  */
    bool needs_operand;
    const char *summary;       /* one line, no full stop; "": for the build alone, in no help */
    const dom_cli_slot *slots; /* beside the options that every command takes   */
    size_t slot_count;
    const void *defaults; /* the struct where nothing was said; NULL: zeros      */
    size_t args_bytes;    /* of the struct, at most DOM_CLI_ARGS_MAX             */
    /* args: its struct. Returns the exit status of the process. */
    int (*run)(const struct dom_cli_call *call, const void *args);
} dom_cli_command;

/* NULL behind the last. */
typedef const dom_cli_command *const *dom_cli_command_table;

enum { DOM_CLI_ARGS_MAX = 256 };

/* One command line. Texts are borrowed from argv. */
typedef struct dom_cli_call {
    dom_cli_command_table commands;
    const dom_cli_command *command; /* NULL: none was named (help or version)   */
    char *const *argv;              /* as typed; printed for resuming               */
    const char *home, *db;          /* --home and --db; NULL: not said          */
    const char *word[2];            /* operands; NULL: not said                 */
    bool wants_help, wants_version;
    _Alignas(max_align_t) unsigned char args[DOM_CLI_ARGS_MAX]; /* the command's struct */
} dom_cli_call;

/* Parse argv, which ends with a NULL.
 *
 * call  release it with dom_cli_call_clear in any case
 *
 * Returns DOM_OK; DOM_E_CONFIG with one line in `err`; or DOM_E_NOMEM. */
dom_rc dom_cli_parse(dom_cli_call *call, dom_cli_command_table commands, int argc, char **argv,
                     dom_err *err);
void dom_cli_call_clear(dom_cli_call *call);

/* Does the command take the option? NULL takes the global ones, as every command does. */
bool dom_cli_takes(const dom_cli_command *command, dom_cli_option_id option);

/* Commands that are for the build alone stand in no list. */
bool dom_cli_is_hidden(const dom_cli_command *command);

#endif
