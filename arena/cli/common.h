/* cli/common.h - steps that many commands share: finding and opening the database, output
 * formats. */
#ifndef DOM_CLI_COMMON_H
#define DOM_CLI_COMMON_H

#include "args.h"

#include "home/home.h"
#include "output/output.h"
#include "results/match_list.h"
#include "results/standings.h"

/* Finds the data folder and the database that --home and --db name, or the default ones. If the
 * data folder is shared, the umask lets the group have what is made from now on (base/shared.h).
 * Returns the codes of dom_home_find (home/home.h). */
dom_rc dom_cli_find_home(dom_home *home, const dom_cli_call *call, dom_err *err);

/* Finds them and opens the database for reading. The caller closes *store, which is NULL on
 * failure. Returns the codes of dom_home_find and dom_home_read. */
dom_rc dom_cli_read_store(dom_store **store, const dom_cli_call *call, dom_err *err);

/* Finds them, takes the lock, and opens a database that exists for writing. The caller closes
 * *store and then unlocks *home (dom_home_unlock), also after a failure. */
dom_rc dom_cli_change_store(dom_home *home, dom_store **store, const dom_cli_call *call,
                            dom_err *err);

/* Splits the operand of a match, "NAME/NUMBER" or "NUMBER" in the newest tournament; then `name`
 * becomes "". Returns DOM_OK or DOM_E_CONFIG. */
dom_rc dom_cli_read_match(const char *word, char name[static DOM_PATH_BYTES], uint64_t *number,
                          dom_err *err);

/* Reads the words of --show as paths (bots/shown.h), which the caller clears. */
dom_rc dom_cli_take_shown(dom_strings *shown, const dom_strings *words, const dom_home *home,
                          dom_err *err);

/* Checks a reason, which is shown on a line of its own; NULL: none is given. */
dom_rc dom_cli_check_reason(const char *option, const char *reason, dom_err *err);

/* The two parts of a command that only shows stored data: a check of its arguments, and the output.
 * `args` is the command's struct. */
typedef dom_rc dom_cli_args_check(const void *args, dom_err *err);
typedef dom_rc dom_cli_store_show(const dom_cli_call *call, const void *args, dom_store *store,
                                  dom_err *err);

/* Checks the arguments, opens the database and calls `show`. If one of them fails, prints the
 * error. Returns the exit status.
 *
 * check  runs before the database is opened; NULL: any arguments are allowed */
int dom_cli_show_stored(const dom_cli_call *call, const void *args, dom_cli_args_check *check,
                        dom_cli_store_show *show);

/* Reads the standings of one tournament, or of all tournaments if `tournament` is NULL. A line on
 * stderr says if unrated tournaments were left out. The caller clears *out in any case.
 *
 * kind       of the lists that will be made of them (results/standings.h)
 * wants_all  show hidden versions too */
dom_rc dom_cli_read_standings(dom_results_standings *out, dom_store *store, const char *tournament,
                              dom_results_ranking_kind kind, bool wants_all, dom_err *err);

/* The options that choose finished matches of a tournament. */
typedef struct {
    const char *end;
    dom_strings variants, bots;
    int64_t set, from, to, limit;
} dom_cli_match_args;

/* Their slots; `args` has a field `matches` of this type. The tournament is an option of its own,
 * because it is the operand of some commands. */
#define DOM_CLI_MATCH_SLOTS(args)                                                                  \
    DOM_CLI_SLOT(DOM_CLI_OPT_VARIANT, args, matches.variants),                                     \
        DOM_CLI_SLOT(DOM_CLI_OPT_BOT, args, matches.bots),                                         \
        DOM_CLI_SLOT(DOM_CLI_OPT_END, args, matches.end),                                          \
        DOM_CLI_SLOT(DOM_CLI_OPT_SET, args, matches.set),                                          \
        DOM_CLI_SLOT(DOM_CLI_OPT_FROM_MATCH, args, matches.from),                                  \
        DOM_CLI_SLOT(DOM_CLI_OPT_TO, args, matches.to),                                            \
        DOM_CLI_SLOT(DOM_CLI_OPT_LIMIT, args, matches.limit)

/* Returns the query for these matches. It borrows the lists.
 *
 * tournament  NULL: none is named
 * usual       the limit if none was given */
dom_results_match_query dom_cli_match_query(const dom_cli_match_args *args, const char *tournament,
                                            uint64_t usual);

/* The options --json, --csv and --markdown. */
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

/* Returns DOM_OK, or DOM_E_CONFIG if more than one of the three was given. */
dom_rc dom_cli_check_format(const dom_cli_format_args *args, dom_err *err);

/* Returns the chosen format; DOM_OUTPUT_TEXT if none of the three was given. */
dom_output_format dom_cli_format_of(const dom_cli_format_args *args);

#endif
