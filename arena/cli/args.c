#include "args_table.h"

#include "base/check.h"
#include "base/text.h"
#include "ratings/sprt.h"
#include "schedule/schedule.h"
#include "suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(cli_args, field)
#define MILLION INT64_C(1000000)

static const arg_option options[] = {
    {"home", ARG_TEXT, true, AT(home), 0, 0, 0, "DIR",
     "folder of database, bots and logs (else $DOMINO_ARENA_HOME, else the user's data folder)"},
    {"db", ARG_TEXT, true, AT(db), 0, 0, 0, "FILE", "the database alone, instead of HOME/arena.db"},
    {"help", ARG_FLAG, true, AT(wants_help), 0, 0, 0, NULL, "show this help and exit (also -h)"},
    {"version", ARG_FLAG, true, AT(wants_version), 0, 0, 0, NULL, "show the version and exit"},
    {"live", ARG_FLAG, false, AT(is_live), 0, 0, 0, NULL,
     "the live Elo, which depends on the order of play, instead of the official ratings"},
    {"history", ARG_FLAG, false, AT(wants_history), 0, 0, 0, NULL,
     "how the official ratings came about, a point for every 50 sets or more"},
    {"json", ARG_FLAG, false, AT(is_json), 0, 0, 0, NULL, "print JSON for programs"},
    {"tournament", ARG_TEXT, false, AT(tournament), 0, 0, 0, "NAME", "this tournament only"},
    {"name", ARG_TEXT, false, AT(name), 0, 0, 0, "NAME",
     "name of the tournament; one that is there goes on (default: that of the file, else a new "
     "one)"},
    {"variant", ARG_LIST, false, AT(variants), 0, 0, 0, "V,...",
     "variants, separated by commas or repeated"},
    {"bots", ARG_LIST, false, AT(bots), 0, 0, 0, "A,B,...",
     "bots: sample bots and snapshots by name (NAME@VERSION, NAME@latest, NAME@previous), folders "
     "with a '/'"},
    {"sets", ARG_NUMBER, false, AT(sets), 0, 1, 1000000, "N",
     "duplicate sets per pairing or table (default: as the tournament file says, else 200; of "
     "submit 20)"},
    {"asks", ARG_NUMBER, false, AT(asks), 0, 1, 100000000, "N",
     "questions that the bot is to answer, at least (default 10000)"},
    {"schedule", ARG_WORD, false, AT(schedule), 0, 0, 0, "round-robin|gauntlet|swiss",
     "who meets whom (default round-robin); in a gauntlet the first bot sits at every table"},
    {"rounds", ARG_NUMBER, false, AT(rounds), 0, 1, DOM_PLAN_ROUNDS_MAX, "N",
     "rounds of a swiss schedule"},
    {"unrated", ARG_FLAG, false, AT(is_unrated), 0, 0, 0, NULL,
     "keep the results out of the leaderboard, as rated: false in a tournament file does"},
    {"pin-cores", ARG_FLAG, false, AT(pins_cores), 0, 0, 0, NULL,
     "keep the bots of a table on one core"},
    {"elo0", ARG_REAL, false, AT(elo0), 0, -DOM_SPRT_ELO_MAX *MILLION, DOM_SPRT_ELO_MAX *MILLION,
     "ELO", "the new bot is not worth it if it is better by no more than this (default 0)"},
    {"elo1", ARG_REAL, false, AT(elo1), 0, -DOM_SPRT_ELO_MAX *MILLION, DOM_SPRT_ELO_MAX *MILLION,
     "ELO", "... and it is if it is better by this (default 10)"},
    {"alpha", ARG_REAL, false, AT(alpha), 0, 1, MILLION / 2 - 1, "P",
     "how often a bot that is better by elo0 may be accepted (default 0.05)"},
    {"beta", ARG_REAL, false, AT(beta), 0, 1, MILLION / 2 - 1, "P",
     "how often one that is better by elo1 may be rejected (default 0.05)"},
    {"model", ARG_WORD, false, AT(model), 0, 0, 0, "logistic|normalised",
     "what elo0 and elo1 are: Elo, or normalised Elo (default logistic)"},
    {"max-sets", ARG_NUMBER, false, AT(max_sets), 0, 1, 1000000, "N",
     "give up undecided after so many duplicate sets (default 10000)"},
    {"opponents", ARG_LIST, false, AT(opponents), 0, 0, 0, "C,D,...",
     "with three and more seats: who else is at the table (default: copies of the old bot)"},
    {"concurrency", ARG_NUMBER, false, AT(concurrency), 0, 1, 4096, "N",
     "tables at once (default: as many as the machine and the bots allow)"},
    {"seed", ARG_NUMBER, false, AT(seed), AT(has_seed), 0, INT64_MAX, "N",
     "reproducible deals; the tournament is marked as not secret"},
    {"require-sandbox", ARG_WORD, false, AT(least_sandbox), 0, 0, 0, "none|limits|bwrap",
     "refuse to run when bots would be kept apart by less than that"},
    {"skip-broken", ARG_FLAG, false, AT(skip_broken), 0, 0, 0, NULL,
     "go on without bots that cannot be started"},
    {"strict", ARG_FLAG, false, AT(is_strict), 0, 0, 0, NULL,
     "exit with status 1 if a bot had a fault"},
    {"seat", ARG_NUMBER, false, AT(seat), AT(has_seat), 0, 7, "N", "show only what that seat saw"},
    {"step", ARG_FLAG, false, AT(wants_steps), 0, 0, 0, NULL,
     "event by event: Enter goes on, b back, n to the next round, q quits"},
    {"unicode", ARG_FLAG, false, AT(wants_unicode), 0, 0, 0, NULL,
     "draw double-six tiles by their Unicode characters"},
    {"stderr", ARG_FLAG, false, AT(wants_stderr), 0, 0, 0, NULL,
     "show what the bots' processes printed"},
    {"all", ARG_FLAG, false, AT(wants_all), 0, 0, 0, NULL,
     "show hidden versions of bots too: not submitted, removed or older"},
    {"csv", ARG_FLAG, false, AT(is_csv), 0, 0, 0, NULL, "print CSV for programs"},
    {"markdown", ARG_FLAG, false, AT(is_markdown), 0, 0, 0, NULL, "print Markdown for papers"},
    {"bot", ARG_LIST, false, AT(with_bots), 0, 0, 0, "NAME",
     "only where this bot sat; repeated: where all of them did"},
    {"end", ARG_WORD, false, AT(end), 0, 0, 0,
     "normal|illegal|timeout|stall|protocol|crash|resource|spawn", "only what ended so"},
    {"set", ARG_NUMBER, false, AT(set), 0, 1, INT64_MAX, "N", "only this duplicate set"},
    {"from", ARG_NUMBER, false, AT(from), 0, 1, INT64_MAX, "N", "the first match"},
    {"to", ARG_NUMBER, false, AT(to), 0, 1, INT64_MAX, "N", "the last match"},
    {"open", ARG_FLAG, false, AT(is_open), 0, 0, 0, NULL,
     "matches that were begun and are not finished"},
    {"limit", ARG_NUMBER, false, AT(limit), 0, 1, INT64_MAX, "N",
     "at most so many, the newest (default 20; for programs all)"},
    {"remove", ARG_TEXT, false, AT(remove), 0, 0, 0, "NAME[@VERSION]",
     "take a bot, or one version of it, off the ladder and the leaderboard and delete its "
     "snapshot, or a remote bot's key; its results stay, and count in the ratings"},
    {"add-key", ARG_PAIR, false, AT(add_key), 0, 0, 0, "NAME PUBLICKEY",
     "let the remote bot play that has this key (keygen), under this name"},
    {"keys", ARG_FLAG, false, AT(wants_keys), 0, 0, 0, NULL,
     "list the public keys: the arena's own, and those of remote bots"},
    {"format", ARG_WORD, false, AT(format), 0, 0, 0, "jsonl|csv",
     "of the records (default jsonl); csv is the same as --csv"},
    {"output", ARG_TEXT, false, AT(output), 0, 0, 0, "FILE",
     "write to a file instead of standard output (-o)"},
    {"output", ARG_TEXT, false, AT(output), 0, 0, 0, "DIR",
     "the folder to write: a new one, or an earlier report, which is replaced (-o)"},
    {"matches", ARG_NUMBER, false, AT(matches), AT(has_matches), 0, 1000000, "N",
     "pages for the newest N matches of every tournament (default 100 of one, 150 shared by many)"},
    {"listen", ARG_TEXT, false, AT(listen), 0, 0, 0, "ADDRESS:PORT",
     "where to listen (default 127.0.0.1:8080)"},
    {"listen", ARG_TEXT, false, AT(listen), 0, 0, 0, "ENDPOINT",
     "where remote bots are awaited, from this port on: tcp://ADDRESS:PORT"},
    {"public", ARG_FLAG, false, AT(is_public), 0, 0, 0, NULL,
     "allow an address that other machines can reach"},
    {"force", ARG_FLAG, false, AT(is_forced), 0, 0, 0, NULL, "replace a file that is there"},
    {"from", ARG_TEXT, false, AT(from_file), 0, 0, 0, "FILE.csv",
     "the results: set,match,bot,place,points (with this header; points may be empty)"},
    {"anchor", ARG_TEXT, false, AT(anchor), 0, 0, 0, "BOT",
     "hold this bot at 1000 (default: the mean)"},
    {"bootstrap", ARG_NUMBER, false, AT(bootstrap), 0, 100, 100000, "N",
     "intervals from N repetitions with sets drawn again (seed 1)"},
};
enum { OPTIONS = sizeof options / sizeof *options };

const arg_status arg_statuses[] = {
    {"0", "done"},
    {"1", "the answer is no"},
    {"2", "usage or configuration"},
    {"3", "machine or store, also a limit of file sizes (ulimit -f)"},
    {"130 or 143", "interrupted; the command that it prints then goes on, else the same one"},
    {NULL, NULL},
};

static const struct {
    const char *word, *whole;
} short_forms[] = {{"-o", "--output"}, {"-h", "--help"}};
enum { SHORT_FORMS = sizeof short_forms / sizeof *short_forms };

const char *arg_short_form(const arg_option *option)
{
    for (size_t i = 0; i < SHORT_FORMS; i++)
        if (strcmp(short_forms[i].whole + strlen("--"), option->name) == 0)
            return short_forms[i].word;
    return NULL;
}

const arg_option *arg_option_at(size_t index)
{
    return index < OPTIONS ? &options[index] : NULL;
}

/* Does the command's list of options hold this name? Where two options have one name, the
 * list says "name=VALUE", with what stands for the value. */
bool arg_is_taken(const cli_command *command, const arg_option *option)
{
    if (option->is_global)
        return true;
    size_t length = strlen(option->name);
    const char *at = command ? command->options : "";
    while ((at = strstr(at, option->name)) != NULL) {
        size_t value = option->value && at[length] == '=' ? strcspn(at + length + 1, " ") : 0;
        if (at[-1] == ' ' &&
            (at[length] == ' ' || (value > 0 && strlen(option->value) == value &&
                                   strncmp(at + length + 1, option->value, value) == 0)))
            return true;
        at += length;
    }
    return false;
}

bool arg_are_words(const char *value)
{
    return value[0] >= 'a' && value[0] <= 'z';
}

bool arg_is_hidden(const cli_command *command)
{
    return command->summary[0] == '\0';
}

static const arg_option *find_option(const cli_command *command, const char *name, size_t length,
                                     dom_err *err)
{
    char word[64];
    (void)snprintf(word, sizeof word, "%.*s", (int)length, name);
    dom_suggest near = dom_suggest_of(word);
    for (size_t i = 0; i < OPTIONS; i++) {
        if (!arg_is_taken(command, &options[i]))
            continue;
        if (strcmp(options[i].name, word) == 0)
            return &options[i];
        dom_suggest_try(&near, options[i].name);
    }
    if (near.best[0])
        (void)dom_err_set(err, DOM_E_CONFIG, "there is no option --%s here; did you mean --%s?",
                          word, near.best);
    else
        (void)dom_err_set(err, DOM_E_CONFIG,
                          "there is no option --%s here; see domino-arena %s%s--help", word,
                          command ? command->name : "", command ? " " : "");
    return NULL;
}

static const cli_command *find_command(const char *name, dom_err *err)
{
    dom_suggest near = dom_suggest_of(name);
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (strcmp(c->name, name) == 0)
            return c;
        if (!arg_is_hidden(c))
            dom_suggest_try(&near, c->name);
    }
    if (near.best[0])
        (void)dom_err_set(err, DOM_E_CONFIG, "there is no command '%.40s'; did you mean '%s'?",
                          name, near.best);
    else
        (void)dom_err_set(err, DOM_E_CONFIG, "there is no command '%.40s'; see domino-arena --help",
                          name);
    return NULL;
}

/* Split "a,b" into the list. */
static dom_rc add_to_list(dom_strings *list, const char *text, const arg_option *option,
                          dom_err *err)
{
    while (*text) {
        char word[4096];
        size_t length = strcspn(text, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (length == 0)
            return dom_err_set(err, DOM_E_CONFIG, "--%s: an empty name", option->name);
        if (!dom_strings_add(list, word))
            return dom_err_set(err, DOM_E_NOMEM, "out of memory");
        text += length + (text[length] == ',');
    }
    return DOM_OK;
}

static dom_rc set_number(cli_args *args, const arg_option *option, const char *text, dom_err *err)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno == ERANGE || value < option->min ||
        value > option->max)
        return dom_err_set(err, DOM_E_CONFIG, "--%s: '%.40s' is not allowed; allowed: %lld..%lld",
                           option->name, text, (long long)option->min, (long long)option->max);
    memcpy((char *)args + option->offset, &(int64_t){value}, sizeof(int64_t));
    if (option->has_offset)
        *((bool *)((char *)args + option->has_offset)) = true;
    return DOM_OK;
}

static dom_rc set_real(double *at, const arg_option *option, const char *text, dom_err *err)
{
    char *end;
    double least = (double)option->min / MILLION, most = (double)option->max / MILLION;
    double value = strtod(text, &end);
    bool is_plain = text[strspn(text, "+-.0123456789eE")] == '\0';
    if (*text == '\0' || *end || !is_plain || !(value >= least && value <= most))
        return dom_err_set(err, DOM_E_CONFIG, "--%s: '%.40s' is not allowed; allowed: %.10g..%.10g",
                           option->name, text, least, most);
    *at = value;
    return DOM_OK;
}

/* Is `word` one of "a|b|c"? `what` names its place. */
static dom_rc check_word(const char *what, const char *words, const char *word, dom_err *err)
{
    size_t length = strlen(word);
    char allowed[200];
    dom_text text = dom_text_of(allowed, sizeof allowed);
    for (const char *at = words; *at;) {
        size_t n = strcspn(at, "|");
        if (n == length && strncmp(at, word, n) == 0)
            return DOM_OK;
        for (size_t i = 0; i < n; i++)
            dom_text_add_char(&text, at[i]);
        at += n + (at[n] == '|');
        dom_text_add(&text, *at ? ", " : "");
    }
    return dom_err_set(err, DOM_E_CONFIG, "%s: '%.40s' is not allowed; allowed: %s", what, word,
                       allowed);
}

static dom_rc set_word(const char **at, const arg_option *option, const char *text, dom_err *err)
{
    char what[64];
    (void)snprintf(what, sizeof what, "--%s", option->name);
    *at = text;
    return check_word(what, option->value, text, err);
}

/* `value` is what followed a '=', or NULL; `words` are the next of the command line. */
static dom_rc set_pair(cli_args *args, const arg_option *option, const char *value, char **words,
                       dom_err *err)
{
    if (value || words[0] == NULL || words[1] == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "--%s needs two words: %s", option->name,
                           option->value);
    memcpy((char *)args + option->offset, words, 2 * sizeof *words);
    return DOM_OK;
}

static dom_rc set_value(cli_args *args, const arg_option *option, const char *text, dom_err *err)
{
    void *at = (char *)args + option->offset;
    switch (option->type) {
    case ARG_FLAG:
        *(bool *)at = true;
        return DOM_OK;
    case ARG_TEXT:
        *(const char **)at = text;
        return DOM_OK;
    case ARG_WORD:
        return set_word(at, option, text, err);
    case ARG_LIST:
        return add_to_list(at, text, option, err);
    case ARG_NUMBER:
        return set_number(args, option, text, err);
    case ARG_REAL:
        return set_real(at, option, text, err);
    case ARG_PAIR:
        break; /* set_pair                                                    */
    }
    return DOM_E_CONFIG;
}

/* Every other word is itself. */
static const char *long_form(const char *word)
{
    for (size_t i = 0; i < SHORT_FORMS; i++)
        if (strcmp(word, short_forms[i].word) == 0)
            return short_forms[i].whole;
    return word;
}

/* One "--name", "--name=value" or "--name value". */
static dom_rc take_option(cli_args *args, const cli_command *command, char **argv, int *at,
                          dom_err *err)
{
    const char *name = long_form(argv[*at]);
    name += strspn(name, "-");
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const arg_option *option = find_option(command, name, length, err);
    if (option == NULL)
        return DOM_E_CONFIG;
    const char *value = equals ? equals + 1 : NULL;
    if (option->type == ARG_PAIR) {
        char **words = argv + *at + 1;
        *at += 2;
        return set_pair(args, option, value, words, err);
    }
    if (option->type == ARG_FLAG && value)
        return dom_err_set(err, DOM_E_CONFIG, "--%s takes no value", option->name);
    if (option->type != ARG_FLAG && value == NULL && (value = argv[++*at]) == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "--%s needs a value: --%s %s", option->name,
                           option->name, option->value);
    return set_value(args, option, value, err);
}

static bool is_option(const cli_command *command, const char *word)
{
    if (strncmp(long_form(word), "--", 2) == 0)
        return true;
    for (size_t i = 0; i < OPTIONS; i++)
        if (options[i].type == ARG_PAIR && strcmp(options[i].name, word) == 0 &&
            arg_is_taken(command, &options[i]))
            return true;
    return false;
}

static bool takes_value(const char *word)
{
    for (size_t i = 0; i < OPTIONS; i++)
        if (options[i].is_global && options[i].type != ARG_FLAG &&
            strcmp(options[i].name, word + 2) == 0)
            return true;
    return false;
}

/* Index of the command word: the first that is neither an option nor the value of
 * a global one. */
static int command_index(char **argv)
{
    int i = 1;
    while (argv[i] && strncmp(long_form(argv[i]), "--", 2) == 0)
        i += takes_value(argv[i]) && argv[i + 1] ? 2 : 1;
    return i;
}

static dom_rc take_word(cli_args *args, const cli_command *command, const char *word, dom_err *err)
{
    dom_check(command != NULL); /* the first word is the command               */
    if (word[0] == '-' && word[1])
        return dom_err_set(err, DOM_E_CONFIG, "'%.40s': options begin with two dashes", word);
    bool takes_two = strchr(command->operand, ' ') != NULL;
    if (command->operand[0] == '\0' || args->second || (args->operand && !takes_two))
        return dom_err_set(err, DOM_E_CONFIG, "%s: '%.40s' is one word too many", command->name,
                           word);
    if (args->operand) {
        args->second = word;
        return DOM_OK;
    }
    args->operand = word;
    return arg_are_words(command->operand) ? check_word(command->name, command->operand, word, err)
                                           : DOM_OK;
}

dom_rc cli_args_parse(cli_args *args, const cli_command **command, int argc, char **argv,
                      dom_err *err)
{
    *args = (cli_args){.argv = argv, .elo1 = 10, .alpha = 0.05, .beta = 0.05, .max_sets = 10000};
    *command = NULL;
    int where = command_index(argv);
    if (where < argc && strcmp(argv[where], "help") == 0) {
        args->wants_help = true;
        if (argv[where + 1] == NULL)
            return DOM_OK;
        *command = find_command(argv[where + 1], err);
        return *command ? DOM_OK : DOM_E_CONFIG;
    }
    if (where < argc && (*command = find_command(argv[where], err)) == NULL)
        return DOM_E_CONFIG;
    for (int i = 1; i < argc; i++) {
        dom_rc rc = i == where                     ? DOM_OK
                    : is_option(*command, argv[i]) ? take_option(args, *command, argv, &i, err)
                                                   : take_word(args, *command, argv[i], err);
        if (rc != DOM_OK)
            return rc;
    }
    const char *last = *command && strchr((*command)->operand, ' ') ? args->second : args->operand;
    if (*command && (*command)->needs_operand && last == NULL && !args->wants_help)
        return dom_err_set(err, DOM_E_CONFIG, "%s needs %s; see domino-arena %s --help",
                           (*command)->name, (*command)->operand, (*command)->name);
    return DOM_OK;
}

void cli_args_clear(cli_args *args)
{
    dom_strings_clear(&args->variants);
    dom_strings_clear(&args->bots);
    dom_strings_clear(&args->with_bots);
    dom_strings_clear(&args->opponents);
}

void cli_print_overview(FILE *out)
{
    (void)fprintf(out, "domino-arena - tournaments for domino bots\n\n"
                       "Usage: domino-arena COMMAND [OPTIONS]\n\n");
    for (const cli_command *c = cli_commands; c->name; c++)
        if (!arg_is_hidden(c))
            (void)fprintf(out, "  %-12s %s\n", c->name, c->summary);
    (void)fprintf(out, "\nMore: domino-arena COMMAND --help\n\nExit status:\n");
    for (const arg_status *status = arg_statuses; status->number; status++)
        (void)fprintf(out, "  %-12s %s\n", status->number, status->meaning);
}

static void print_options(FILE *out, const cli_command *command, bool global)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const arg_option *o = &options[i];
        char left[120];
        if (o->is_global != global || !arg_is_taken(command, o))
            continue;
        (void)snprintf(left, sizeof left, "--%s%s%s", o->name, o->value ? " " : "",
                       o->value ? o->value : "");
        bool is_long = strlen(left) > 20;
        (void)fprintf(out, "  %-20s%s%s\n", left, is_long ? "\n                       " : " ",
                      o->help);
    }
}

void cli_print_help(FILE *out, const cli_command *command)
{
    (void)fprintf(out, "Usage: domino-arena %s%s%s [OPTIONS]\n\n%s.\n\n", command->name,
                  command->operand[0] ? " " : "", command->operand, command->summary);
    print_options(out, command, false);
    print_options(out, command, true);
}

int cli_status(dom_rc rc)
{
    switch (rc) {
    case DOM_OK:
        return CLI_OK;
    case DOM_E_CONFIG:
    case DOM_E_ABSENT:
    case DOM_E_ILLEGAL:
        return CLI_USAGE;
    case DOM_E_MALFORMED:
    case DOM_E_SCHEMA:
    case DOM_E_IO:
    case DOM_E_LIMIT:
    case DOM_E_NOMEM:
    case DOM_E_INTERRUPTED:
        break;
    }
    return CLI_RUNTIME;
}

int cli_fail(const dom_err *err)
{
    (void)fprintf(stderr, "domino-arena: %s\n", err->text);
    return cli_status(err->rc);
}
