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
    CLI_SIGNAL = 128 /* plus the signal's number: interrupted */
};

/* Everything that options can say. NULL, 0 or empty: not said. */
typedef struct {
    const char *home;
    const char *db;
    const char *tournament;
    const char *name;
    const char *format;
    const char *output;
    const char *schedule;
    const char *end;
    const char *from_file;
    const char *anchor;
    const char *remove;
    const char *listen;
    const char *add_key[2]; /* name and public key                            */
    const char *least_sandbox;
    const char *model;
    dom_strings variants;
    dom_strings bots;
    dom_strings with_bots;
    dom_strings opponents;
    double elo0;
    double elo1;
    double alpha;
    double beta;
    int64_t max_sets;
    int64_t sets;
    int64_t rounds;
    int64_t concurrency;
    int64_t seed;
    int64_t seat;
    int64_t limit;
    int64_t set;
    int64_t from;
    int64_t to;
    int64_t bootstrap;
    int64_t matches;
    int64_t asks;
    bool has_seed;
    bool has_seat;
    bool has_matches;
    bool wants_keys;
    bool is_forced;
    bool is_public;
    bool is_json;
    bool is_live;
    bool is_csv;
    bool is_markdown;
    bool is_open;
    bool is_strict;
    bool pins_cores;
    bool is_unrated;
    bool wants_all;
    bool skip_broken;
    bool wants_stderr;
    bool wants_steps;
    bool wants_unicode;
    bool wants_help;
    bool wants_version;
    bool wants_history;
    const char *operand; /* what the command is about: a file, a match, a name */
    const char *second;  /* ... and with what, where it takes two words        */
    char *const *argv;   /* as typed, for "go on with"                         */
} cli_args;

typedef struct {
    const char *name;
    const char *operand; /* "[TOURNAMENT.yaml]", "MATCH", "A B", or "" for none */
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
