/* cli/common.h - what many commands do with their arguments. */
#ifndef DOM_CLI_COMMON_H
#define DOM_CLI_COMMON_H

#include "args.h"

#include "home/home.h"
#include "output/output.h"
#include "results/standings.h"

/* Find the home folder and the database that the command line means (home/home.h). */
dom_rc dom_cli_find_home(dom_home *home, const dom_cli_call *call, dom_err *err);

/* Find them and open the database for reading. *store is NULL on failure. */
dom_rc dom_cli_read_store(dom_store **store, const dom_cli_call *call, dom_err *err);

/* What a command does that only shows what is stored. `args` is its own struct of arguments. */
typedef dom_rc dom_cli_args_check(const void *args, dom_err *err);
typedef dom_rc dom_cli_store_show(const dom_cli_call *call, const void *args, dom_store *store,
                                  dom_err *err);

/* Check the arguments, open the database, show what was asked for, and print the failure if there
 * is one. Returns the exit status.
 *
 * check  what is wrong with the arguments is said before anything is opened; NULL: nothing can
 * be */
int dom_cli_show_stored(const dom_cli_call *call, const void *args, dom_cli_args_check *check,
                        dom_cli_store_show *show);

/* Read the standings of one tournament, or of all where `tournament` is NULL, and say on stderr
 * whether unrated ones were left out. Clear *out in any case.
 *
 * wants_all  versions that are hidden are shown too */
dom_rc dom_cli_read_standings(dom_results_standings *out, dom_store *store, const char *tournament,
                              bool wants_all, dom_err *err);

/* --json, --csv and --markdown. */
typedef struct {
    bool is_json, is_csv, is_markdown;
} dom_cli_format_args;

/* The options of a command that shows lists of variants; `args` has these fields. */
#define DOM_CLI_LIST_SLOTS(args)                                                                   \
    DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, args, variants),                                             \
        DOM_CLI_SLOT(DOM_CLI_OPT_TOURNAMENT, args, tournament),                                    \
        DOM_CLI_SLOT(DOM_CLI_OPT_ALL, args, wants_all),                                            \
        DOM_CLI_SLOT(DOM_CLI_OPT_CSV, args, format.is_csv),                                        \
        DOM_CLI_SLOT(DOM_CLI_OPT_JSON, args, format.is_json)

/* DOM_E_CONFIG when two of them are said. */
dom_rc dom_cli_check_format(const dom_cli_format_args *args, dom_err *err);

/* What they ask for. */
dom_output_format dom_cli_format_of(const dom_cli_format_args *args);

#endif
