/* cli/args.h - the command line: one table of commands and one of options drive
 * parsing, help and "did you mean".
 */
#ifndef DOM_CLI_ARGS_H
#define DOM_CLI_ARGS_H

#include "base/err.h"
#include "words.h"

#include <stdint.h>
#include <stdio.h>

/* Process exit statuses, documented in README and in every --help. */
enum {
    CLI_OK = 0,
    CLI_NO = 1,      /* the answer is no                                      */
    CLI_USAGE = 2,   /* usage or configuration                                */
    CLI_RUNTIME = 3, /* machine or store                                      */
    CLI_SIGNAL = 128 /* plus the signal's number: interrupted, the same command goes on */
};

/* Everything that options can say. NULL, 0 or empty: not said. */
typedef struct {
    const char *home, *db, *tournament, *name, *format, *output, *schedule, *end;
    const char *from_file, *anchor, *listen;
    dom_strings variants, bots, with_bots;
    int64_t sets, rounds, concurrency, seed, seat, limit, set, from, to, bootstrap, matches;
    bool has_seed, has_seat, has_matches, is_forced, is_public;
    bool is_json, is_live, is_csv, is_markdown, is_open, is_strict, pins_cores, skip_broken,
        wants_stderr, wants_steps, wants_unicode, wants_help, wants_version;
    const char *operand; /* what the command is about: a file, a match, a name */
    char *const *argv;   /* as typed, for "go on with"                         */
} cli_args;

typedef struct {
    const char *name;
    const char *operand; /* "[TOURNAMENT.yaml]", "MATCH", or "" for none       */
    bool needs_operand;
    const char *summary; /* one line, no full stop                             */
    const char *options; /* names of the options it takes, blanks around each;
                            name=VALUE where two options have the name         */
    int (*run)(const cli_args *args);
} cli_command;

/* NULL-terminated by a row without a name. */
extern const cli_command cli_commands[];

/* Parse argv. *command is NULL when none was named (help or version).
 * Returns DOM_OK or DOM_E_CONFIG with one line in `err`. */
dom_rc cli_args_parse(cli_args *args, const cli_command **command, int argc, char **argv,
                      dom_err *err);
void cli_args_clear(cli_args *args);

void cli_print_overview(FILE *out);
void cli_print_help(FILE *out, const cli_command *command);

/* The exit status of a result code. */
int cli_status(dom_rc rc);

/* Print "domino-arena: text" on stderr and return the exit status of the code. */
int cli_fail(const dom_err *err);

#endif
