/* cli/options.h - the table of all options, in the order in which help lists them.
 *
 * The table says how an option is called and which values it allows. Each command says which
 * options it takes and which fields they fill (cli/args.h).
 *
 * A placeholder describes the value of an option, or the operand of a command. A placeholder in
 * capitals is a name for any value of a kind: "FILE", "N", "V,...". A placeholder in small letters
 * lists the only words that are allowed, separated by '|': "jsonl|csv".
 */
#ifndef DOM_CLI_OPTIONS_H
#define DOM_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* The kind of a value, which decides the C type of the field that holds it. */
typedef enum {
    DOM_CLI_FLAG,   /* bool; takes no value                                     */
    DOM_CLI_TEXT,   /* const char *                                             */
    DOM_CLI_WORD,   /* const char *, one of the words in the placeholder        */
    DOM_CLI_LIST,   /* dom_strings; "a,b" adds two elements, and so does giving it twice */
    DOM_CLI_NUMBER, /* int64_t                                                  */
    DOM_CLI_REAL,   /* double                                                   */
    DOM_CLI_PAIR    /* const char *[2], the next two words; the option's name may be written
                       without its dashes                                       */
} dom_cli_type;

/* An option. */
typedef struct {
    const char *name; /* without its dashes                                     */
    dom_cli_type type;
    bool is_global;    /* every command takes it                                */
    int64_t min, max;  /* range of a NUMBER; of a REAL in millionths            */
    const char *value; /* the placeholder; NULL for a FLAG                      */
    const char *help;
} dom_cli_option;

/* The ids of the options. Two ids share a name if its value differs between commands: "--from" is a
 * match number for matches (FROM_MATCH) and a file for rate (FROM_FILE). */
typedef enum {
    DOM_CLI_OPT_HOME,
    DOM_CLI_OPT_DB,
    DOM_CLI_OPT_COLOR,
    DOM_CLI_OPT_WAIT,
    DOM_CLI_OPT_HELP,
    DOM_CLI_OPT_VERSION,
    DOM_CLI_OPT_LIVE,
    DOM_CLI_OPT_HISTORY,
    DOM_CLI_OPT_SIMULTANEOUS,
    DOM_CLI_OPT_ALL_ROUND,
    DOM_CLI_OPT_PREDICT,
    DOM_CLI_OPT_PREDICT_SETS,
    DOM_CLI_OPT_VERSIONS,
    DOM_CLI_OPT_ONE_BOT,
    DOM_CLI_OPT_JSON,
    DOM_CLI_OPT_TOURNAMENT,
    DOM_CLI_OPT_NAME,
    DOM_CLI_OPT_VARIANT,
    DOM_CLI_OPT_BOTS,
    DOM_CLI_OPT_SETS,
    DOM_CLI_OPT_ASKS,
    DOM_CLI_OPT_LADDER,
    DOM_CLI_OPT_TAG,
    DOM_CLI_OPT_SCHEDULE,
    DOM_CLI_OPT_ROUNDS,
    DOM_CLI_OPT_SEEDS,
    DOM_CLI_OPT_UNRATED,
    DOM_CLI_OPT_PIN_CORES,
    DOM_CLI_OPT_ELO0,
    DOM_CLI_OPT_ELO1,
    DOM_CLI_OPT_ALPHA,
    DOM_CLI_OPT_BETA,
    DOM_CLI_OPT_MODEL,
    DOM_CLI_OPT_MAX_SETS,
    DOM_CLI_OPT_OPPONENTS,
    DOM_CLI_OPT_CONCURRENCY,
    DOM_CLI_OPT_SEED,
    DOM_CLI_OPT_REQUIRE_SANDBOX,
    DOM_CLI_OPT_SHOW,
    DOM_CLI_OPT_SKIP_BROKEN,
    DOM_CLI_OPT_STRICT,
    DOM_CLI_OPT_CHECK,
    DOM_CLI_OPT_CHECK_PRUNE,
    DOM_CLI_OPT_SEAT,
    DOM_CLI_OPT_STEP,
    DOM_CLI_OPT_UNICODE,
    DOM_CLI_OPT_STDERR,
    DOM_CLI_OPT_POSITION,
    DOM_CLI_OPT_VALUES,
    DOM_CLI_OPT_ALL_ASKS,
    DOM_CLI_OPT_ASKED_SEAT,
    DOM_CLI_OPT_ALONE,
    DOM_CLI_OPT_DEBUG,
    DOM_CLI_OPT_SAVE,
    DOM_CLI_OPT_ALL,
    DOM_CLI_OPT_CSV,
    DOM_CLI_OPT_MARKDOWN,
    DOM_CLI_OPT_BOT,
    DOM_CLI_OPT_END,
    DOM_CLI_OPT_SET,
    DOM_CLI_OPT_FROM_MATCH,
    DOM_CLI_OPT_TO,
    DOM_CLI_OPT_OPEN,
    DOM_CLI_OPT_LIMIT,
    DOM_CLI_OPT_REMOVE,
    DOM_CLI_OPT_TAKE,
    DOM_CLI_OPT_WITHDRAW,
    DOM_CLI_OPT_REASON,
    DOM_CLI_OPT_DISQUALIFY,
    DOM_CLI_OPT_READMIT,
    DOM_CLI_OPT_WHY,
    DOM_CLI_OPT_UNDO,
    DOM_CLI_OPT_ADD_KEY,
    DOM_CLI_OPT_KEYS,
    DOM_CLI_OPT_FORMAT,
    DOM_CLI_OPT_OUTPUT_FILE,
    DOM_CLI_OPT_OUTPUT_DIR,
    DOM_CLI_OPT_MATCHES,
    DOM_CLI_OPT_MATCH,
    DOM_CLI_OPT_DECISIONS,
    DOM_CLI_OPT_LISTEN_PAGES,
    DOM_CLI_OPT_LISTEN_BOTS,
    DOM_CLI_OPT_PUBLIC,
    DOM_CLI_OPT_BEHIND_PROXY,
    DOM_CLI_OPT_CORS,
    DOM_CLI_OPT_ANALYSE,
    DOM_CLI_OPT_URL,
    DOM_CLI_OPT_METRICS,
    DOM_CLI_OPT_PLAY,
    DOM_CLI_OPT_WHOLE_HOME,
    DOM_CLI_OPT_FORCE,
    DOM_CLI_OPT_FROM_FILE,
    DOM_CLI_OPT_FROM_TOURNAMENT,
    DOM_CLI_OPT_DEALS_OF,
    DOM_CLI_OPT_POSITIONS,
    DOM_CLI_OPT_ANCHOR,
    DOM_CLI_OPT_BOOTSTRAP,
    DOM_CLI_OPT_PRIOR,
    DOM_CLI_OPT_DAVIDSON,
    DOM_CLI_OPT_METRIC,
    DOM_CLI_OPT_PLACKETT_LUCE,
    DOM_CLI_OPT_OF,
    DOM_CLI_OPT_OUTPUT_SHARDS,
    DOM_CLI_OPT_SHARDS,
    DOM_CLI_OPT_MISSING,
    DOM_CLI_OPT_EVERY,
    DOM_CLI_OPT_SUBMIT,
    DOM_CLI_OPT_PARTITION,
    DOM_CLI_OPT_TIME,
    DOM_CLI_OPT_CPUS,
    DOM_CLI_OPT_REQUEUE,
    DOM_CLI_OPT_AGAINST,
    DOM_CLI_OPT_PLAY_VARIANT,
    DOM_CLI_OPT_AS,
    DOM_CLI_OPT_CLOCK,
    DOM_CLI_OPT_MOVE_MS,
    DOM_CLI_OPT_JOBS,
    DOM_CLI_OPT_ANALYSIS_JOBS,
    DOM_CLI_OPT_WORLDS,
    DOM_CLI_OPT_LUCK,
    DOM_CLI_OPT_OPEN_LOSS,
    DOM_CLI_OPT_BETWEEN,
    DOM_CLI_OPTIONS
} dom_cli_option_id;

/* The options by their ids. */
extern const dom_cli_option dom_cli_options[DOM_CLI_OPTIONS];

/* Returns the short form of an option, such as "-o" for --output; NULL if it has none. */
const char *dom_cli_short_form(const dom_cli_option *option);

/* Returns "--output" for "-o" and "--help" for "-h"; any other word is returned unchanged. */
const char *dom_cli_long_form(const char *word);

/* Returns true if the placeholder lists the allowed words, false if it is a name in capitals. */
bool dom_cli_are_words(const char *value);

#endif
