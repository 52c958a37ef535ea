/* cli/args.h - parses a command line into the arguments of one command.
 *
 * Every command has a struct of arguments and a table of slots. A slot names an option that the
 * command takes and the field of the struct that its value fills. Parsing, help, completion, man
 * page, reference pages and "did you mean" all read these slots and the table of options
 * (cli/options.h).
 *
 *     typedef struct {
 *         const char *tournament;
 *         dom_strings variants;
 *         bool is_json;
 *     } seats_args;
 *
 *     static const dom_cli_slot seats_slots[] = {
 *         DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, seats_args, tournament),
 *         DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, seats_args, variants),
 *         DOM_CLI_SLOT(DOM_CLI_OPT_JSON, seats_args, is_json),
 *     };
 *
 * Then "seats --variant block-2,draw-3 --json" gives {NULL, {"block-2", "draw-3"}, true}.
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
    dom_cli_type type;  /* of the field; DOM_CLI_TEXT for a WORD too             */
    size_t offset;      /* of the field in the struct                           */
    size_t said_offset; /* of a bool that is set if the option was given; 0: no such bool */
} dom_cli_slot;

/* The type of an option's value, from the C type of its field. */
#define DOM_CLI_TYPE_OF(lvalue)                                                                    \
    _Generic((lvalue),                                                                             \
             bool: DOM_CLI_FLAG,                                                                   \
             const char *: DOM_CLI_TEXT,                                                           \
             dom_strings: DOM_CLI_LIST,                                                            \
             int64_t: DOM_CLI_NUMBER,                                                              \
             double: DOM_CLI_REAL,                                                                 \
             const char **: DOM_CLI_PAIR)
/* A slot: `option` fills `field` of the struct `args`. With SAID, the bool `said` is set too if the
 * option was given; use it where every value of the field is a valid one. */
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

/* A command. */
typedef struct {
    const char *name;
    /* Its operands: "[TOURNAMENT.yaml]", "MATCH", "A B", "BOT MATCH [STEP]", or "". */
    const char *operand;
    bool needs_operand;  /* those without brackets must be given, or else the command finds out */
    const char *summary; /* one line, no full stop; "" hides the command from all lists */
    const dom_cli_slot *slots; /* without the options that every command takes */
    size_t slot_count;
    const void *defaults; /* the struct before any option; NULL: all zeros        */
    size_t args_bytes;    /* size of the struct, at most DOM_CLI_ARGS_MAX        */
    bool lacks_database;  /* it reads none, so it does not take --db             */
    /* Runs the command with its struct `args`. Returns the exit status of the process
     * (status.h). */
    int (*run)(const struct dom_cli_call *call, const void *args);
} dom_cli_command;

/* All commands; the last element is NULL. */
typedef const dom_cli_command *const *dom_cli_command_table;

enum {
    DOM_CLI_ARGS_MAX = 256,
    DOM_CLI_WORDS_MAX = 3 /* operands of a command */
};

/* A parsed command line. Its texts are borrowed from argv; its lists are its own. */
typedef struct dom_cli_call {
    dom_cli_command_table commands;
    const dom_cli_command *command;      /* NULL: the command line names no command  */
    char *const *argv;                   /* as typed; runner.h prints it to resume       */
    const char *home, *db;               /* --home and --db; NULL: not given         */
    const char *color;                   /* --color; NULL: not given                 */
    const char *word[DOM_CLI_WORDS_MAX]; /* operands; NULL: not given              */
    bool wants_help, wants_version;
    bool waits;                                                 /* --wait */
    _Alignas(max_align_t) unsigned char args[DOM_CLI_ARGS_MAX]; /* the command's struct */
} dom_cli_call;

/* Parses argv, which ends with a NULL. "help COMMAND" is the same as "COMMAND --help". A command
 * that is called NAME-PART may also be written as two words, "NAME PART". An operand that is
 * required may be missing if help is wanted.
 *
 * call  filled as far as argv could be read; release it with dom_cli_call_clear in any case
 *
 * Returns DOM_OK, also if argv names no command; DOM_E_CONFIG with one line about the first wrong
 * word; DOM_E_NOMEM. */
dom_rc dom_cli_parse(dom_cli_call *call, dom_cli_command_table commands, int argc, char **argv,
                     dom_err *err);

/* Frees the lists of the command's struct. */
void dom_cli_call_clear(dom_cli_call *call);

/* The name of a command as people write it: "shard plan" for shard-plan. */
typedef struct {
    char text[32];
} dom_cli_words;
dom_cli_words dom_cli_words_of(const dom_cli_command *command);

/* Returns true if the command takes the option. Every command takes the global options, but for
 * --db if it lacks a database; NULL takes only these. */
bool dom_cli_takes(const dom_cli_command *command, dom_cli_option_id option);

/* Returns true if help, completion and man page do not list the command, because only the build
 * uses it. */
bool dom_cli_is_hidden(const dom_cli_command *command);

#endif
