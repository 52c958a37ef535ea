/* cli/options.h - the options that there are, in the order in which the help lists them.
 *
 * Which command takes which, and where its value goes, the commands say (cli/args.h).
 *
 * What stands for a value, of an option or as a command's operand, says what is allowed: in
 * capitals a name for it ("FILE", "N", "V,..."), in small letters the very words, separated by '|'
 * ("jsonl|csv").
 */
#ifndef DOM_CLI_OPTIONS_H
#define DOM_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* What a value is, and the type of the field that holds it. */
typedef enum {
    DOM_CLI_FLAG,   /* bool; takes no value                                     */
    DOM_CLI_TEXT,   /* const char *                                             */
    DOM_CLI_WORD,   /* const char *, one of the words that are allowed          */
    DOM_CLI_LIST,   /* dom_strings, "a,b" and repeated                          */
    DOM_CLI_NUMBER, /* int64_t                                                  */
    DOM_CLI_REAL,   /* double                                                   */
    DOM_CLI_PAIR    /* const char *[2]: the next two words as they are; the name of the option may
                       be said without dashes                                   */
} dom_cli_type;

typedef struct {
    const char *name;
    dom_cli_type type;
    bool is_global;    /* every command takes it                                */
    int64_t min, max;  /* NUMBER; REAL: in millionths                           */
    const char *value; /* what stands for the value; FLAG: NULL                 */
    const char *help;
} dom_cli_option;

/* Two options have one name where a value means one thing to a command and another to another. */
typedef enum {
    DOM_CLI_OPT_HOME,
    DOM_CLI_OPT_DB,
    DOM_CLI_OPT_HELP,
    DOM_CLI_OPT_VERSION,
    DOM_CLI_OPT_LIVE,
    DOM_CLI_OPT_HISTORY,
    DOM_CLI_OPT_JSON,
    DOM_CLI_OPT_TOURNAMENT,
    DOM_CLI_OPT_NAME,
    DOM_CLI_OPT_VARIANT,
    DOM_CLI_OPT_BOTS,
    DOM_CLI_OPT_SETS,
    DOM_CLI_OPT_ASKS,
    DOM_CLI_OPT_SCHEDULE,
    DOM_CLI_OPT_ROUNDS,
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
    DOM_CLI_OPT_SKIP_BROKEN,
    DOM_CLI_OPT_STRICT,
    DOM_CLI_OPT_SEAT,
    DOM_CLI_OPT_STEP,
    DOM_CLI_OPT_UNICODE,
    DOM_CLI_OPT_STDERR,
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
    DOM_CLI_OPT_ADD_KEY,
    DOM_CLI_OPT_KEYS,
    DOM_CLI_OPT_FORMAT,
    DOM_CLI_OPT_OUTPUT_FILE,
    DOM_CLI_OPT_OUTPUT_DIR,
    DOM_CLI_OPT_MATCHES,
    DOM_CLI_OPT_LISTEN_PAGES,
    DOM_CLI_OPT_LISTEN_BOTS,
    DOM_CLI_OPT_PUBLIC,
    DOM_CLI_OPT_FORCE,
    DOM_CLI_OPT_FROM_FILE,
    DOM_CLI_OPT_ANCHOR,
    DOM_CLI_OPT_BOOTSTRAP,
    DOM_CLI_OPTIONS
} dom_cli_option_id;

/* By id. */
extern const dom_cli_option dom_cli_options[DOM_CLI_OPTIONS];

/* "-o" of the option "output"; NULL: there is none. */
const char *dom_cli_short_form(const dom_cli_option *option);

/* "--output" of the word "-o"; every other word is itself. */
const char *dom_cli_long_form(const char *word);

/* Is this not the name of a value, but the words that are allowed? */
bool dom_cli_are_words(const char *value);

#endif
