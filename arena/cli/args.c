#include "args.h"

#include "base/check.h"
#include "base/did_you_mean.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MILLION 1000000

/* ---- which options, which fields ---------------------------------------------- */

static const dom_cli_slot global_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_HOME, dom_cli_call, home),
    DOM_CLI_SLOT(DOM_CLI_OPT_DB, dom_cli_call, db),
    DOM_CLI_SLOT(DOM_CLI_OPT_COLOR, dom_cli_call, color),
    DOM_CLI_SLOT(DOM_CLI_OPT_WAIT, dom_cli_call, waits),
    DOM_CLI_SLOT(DOM_CLI_OPT_HELP, dom_cli_call, wants_help),
    DOM_CLI_SLOT(DOM_CLI_OPT_VERSION, dom_cli_call, wants_version),
};
enum { GLOBAL_SLOTS = sizeof global_slots / sizeof *global_slots };

/* Returns the slot that says where the option's value goes, or NULL if the command does not take
 * the option. */
static const dom_cli_slot *find_slot(const dom_cli_slot slots[], size_t count,
                                     dom_cli_option_id option)
{
    for (size_t i = 0; i < count; i++)
        if (slots[i].option == option)
            return &slots[i];
    return NULL;
}

bool dom_cli_takes(const dom_cli_command *command, dom_cli_option_id option)
{
    if (dom_cli_options[option].is_global)
        return option != DOM_CLI_OPT_DB || command == NULL || !command->lacks_database;
    return command && find_slot(command->slots, command->slot_count, option);
}

dom_cli_words dom_cli_words_of(const dom_cli_command *command)
{
    dom_cli_words words;
    (void)snprintf(words.text, sizeof words.text, "%s", command->name);
    for (char *at = words.text; *at; at++)
        if (*at == '-')
            *at = ' ';
    return words;
}

/* An option and the field that its value fills. */
typedef struct {
    const dom_cli_option *option;
    void *field;
    bool *said; /* set to true if the option was given; may be NULL */
} arg_target;

/* Returns the field of an option: of the call for a global option, else of the command's
 * arguments. */
static arg_target target_of(dom_cli_call *call, dom_cli_option_id option)
{
    const dom_cli_command *command = call->command;
    const dom_cli_slot *slot = find_slot(global_slots, GLOBAL_SLOTS, option);
    unsigned char *base = slot ? (unsigned char *)call : call->args;
    if (slot == NULL)
        slot = find_slot(command->slots, command->slot_count, option);
    dom_check(slot != NULL);
    return (arg_target){.option = &dom_cli_options[option],
                        .field = base + slot->offset,
                        .said = slot->said_offset ? (bool *)(base + slot->said_offset) : NULL};
}

bool dom_cli_is_hidden(const dom_cli_command *command)
{
    return command->summary[0] == '\0';
}

/* Returns the id of the option of this name that the command takes. If there is none, sets the
 * error and returns DOM_CLI_OPTIONS. */
static dom_cli_option_id find_option(const dom_cli_command *command, const char *name,
                                     size_t length, dom_err *err)
{
    char word[64];
    (void)snprintf(word, sizeof word, "%.*s", (int)length, name);
    dom_suggest near = dom_suggest_of(word);
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++) {
        if (!dom_cli_takes(command, i))
            continue;
        if (strcmp(dom_cli_options[i].name, word) == 0)
            return i;
        dom_suggest_try(&near, dom_cli_options[i].name);
    }
    if (near.best[0])
        (void)dom_err_set(err, DOM_E_CONFIG, "there is no option --%s here; did you mean --%s?",
                          word, near.best);
    else
        (void)dom_err_set(err, DOM_E_CONFIG,
                          "there is no option --%s here; see domino-arena %s%s--help", word,
                          command ? dom_cli_words_of(command).text : "", command ? " " : "");
    return DOM_CLI_OPTIONS;
}

/* Sets the error about `name`, the first word of commands such as "shard plan", and returns true;
 * false if no command begins with it. */
static bool lacks_second_word(dom_cli_command_table commands, const char *name, dom_err *err)
{
    char parts[200];
    dom_text text = dom_text_of(parts, sizeof parts);
    size_t length = strlen(name);
    for (dom_cli_command_table c = commands; *c; c++)
        if (strncmp((*c)->name, name, length) == 0 && (*c)->name[length] == '-') {
            dom_text_add(&text, parts[0] ? ", " : "");
            dom_text_add(&text, (*c)->name + length + 1);
        }
    if (parts[0])
        (void)dom_err_set(err, DOM_E_CONFIG, "%s needs a second word; allowed: %s", name, parts);
    return parts[0] != '\0';
}

/* Returns the command of this name. If there is none, sets the error, with the nearest name, and
 * returns NULL. */
static const dom_cli_command *find_command(dom_cli_command_table commands, const char *name,
                                           dom_err *err)
{
    dom_suggest near = dom_suggest_of(name);
    for (size_t i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
        if (!dom_cli_is_hidden(commands[i]))
            dom_suggest_try(&near, commands[i]->name);
    }
    if (lacks_second_word(commands, name, err))
        return NULL;
    if (near.best[0])
        (void)dom_err_set(err, DOM_E_CONFIG, "there is no command '%.40s'; did you mean '%s'?",
                          name, near.best);
    else
        (void)dom_err_set(err, DOM_E_CONFIG, "there is no command '%.40s'; see domino-arena --help",
                          name);
    return NULL;
}

/* ---- values ----------------------------------------------------------------- */

/* Adds the words of "a,b" to the list. */
static dom_rc add_to_list(dom_strings *list, const char *text, const dom_cli_option *option,
                          dom_err *err)
{
    while (*text) {
        char word[4096];
        size_t length = strcspn(text, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (length == 0)
            return dom_err_set(err, DOM_E_CONFIG, "--%s: a name is empty", option->name);
        if (!dom_strings_add(list, word))
            return dom_err_no_memory(err);
        text += length + (text[length] == ',');
    }
    return DOM_OK;
}

/* Stores a whole number within the option's bounds. Signs and blanks are refused. */
static dom_rc set_number(const arg_target *target, const char *text, dom_err *err)
{
    const dom_cli_option *option = target->option;
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno == ERANGE || value < option->min ||
        value > option->max)
        return dom_err_set(err, DOM_E_CONFIG, "--%s: '%.40s' is not allowed; allowed: %lld..%lld",
                           option->name, text, (long long)option->min, (long long)option->max);
    *(int64_t *)target->field = value;
    return DOM_OK;
}

/* Stores a decimal number. The table holds the bounds of such options in millionths. */
static dom_rc set_real(double *at, const dom_cli_option *option, const char *text, dom_err *err)
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

/* Checks that `word` is one of `words`, such as "a|b|c". `what` begins the message. */
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

static dom_rc set_word(const char **at, const dom_cli_option *option, const char *text,
                       dom_err *err)
{
    char what[64];
    (void)snprintf(what, sizeof what, "--%s", option->name);
    *at = text;
    return check_word(what, option->value, text, err);
}

/* Reads a pair from `words`, the next words of the command line. `value` is NULL, or the text
 * after a '=', which is an error for a pair. */
static dom_rc set_pair(const arg_target *target, const char *value, char **words, dom_err *err)
{
    const char **field = target->field;
    if (value || words[0] == NULL || words[1] == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "--%s needs two words: %s", target->option->name,
                           target->option->value);
    field[0] = words[0];
    field[1] = words[1];
    return DOM_OK;
}

/* Stores the value of an option by its type. A pair never comes here, because it takes two
 * words. */
static dom_rc set_value(const arg_target *target, const char *text, dom_err *err)
{
    switch (target->option->type) {
    case DOM_CLI_FLAG:
        *(bool *)target->field = true;
        return DOM_OK;
    case DOM_CLI_TEXT:
        *(const char **)target->field = text;
        return DOM_OK;
    case DOM_CLI_WORD:
        return set_word(target->field, target->option, text, err);
    case DOM_CLI_LIST:
        return add_to_list(target->field, text, target->option, err);
    case DOM_CLI_NUMBER:
        return set_number(target, text, err);
    case DOM_CLI_REAL:
        return set_real(target->field, target->option, text, err);
    case DOM_CLI_PAIR:
        break; /* see set_pair */
    }
    return DOM_E_CONFIG;
}

/* ---- word by word -------------------------------------------------------------- */

static dom_rc take_pair(const arg_target *target, const char *value, char **argv, int *at,
                        dom_err *err)
{
    char **words = argv + *at + 1;
    *at += 2;
    return set_pair(target, value, words, err);
}

/* Reads one "--name", "--name=value" or "--name value"; *at becomes the index of its last word. */
static dom_rc take_option(dom_cli_call *call, char **argv, int *at, dom_err *err)
{
    const char *name = dom_cli_long_form(argv[*at]);
    name += strspn(name, "-");
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    dom_cli_option_id id = find_option(call->command, name, length, err);
    if (id == DOM_CLI_OPTIONS)
        return DOM_E_CONFIG;
    arg_target target = target_of(call, id);
    const dom_cli_option *option = target.option;
    const char *value = equals ? equals + 1 : NULL;
    if (option->type == DOM_CLI_PAIR)
        return take_pair(&target, value, argv, at, err);
    if (option->type == DOM_CLI_FLAG && value)
        return dom_err_set(err, DOM_E_CONFIG, "--%s takes no value", option->name);
    if (option->type != DOM_CLI_FLAG && value == NULL && (value = argv[++*at]) == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "--%s needs a value: --%s %s", option->name,
                           option->name, option->value);
    dom_rc rc = set_value(&target, value, err);
    if (rc == DOM_OK && target.said)
        *target.said = true;
    return rc;
}

/* Returns true for "--name" and its short form, and for an option that takes a pair of words and
 * is written without dashes. */
static bool is_option(const dom_cli_command *command, const char *word)
{
    if (strncmp(dom_cli_long_form(word), "--", 2) == 0)
        return true;
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++)
        if (dom_cli_options[i].type == DOM_CLI_PAIR && strcmp(dom_cli_options[i].name, word) == 0 &&
            dom_cli_takes(command, i))
            return true;
    return false;
}

/* Returns true if "--name" is a global option with a value, so that the next word is no command. */
static bool takes_value(const char *word)
{
    for (dom_cli_option_id i = 0; i < DOM_CLI_OPTIONS; i++)
        if (dom_cli_options[i].is_global && dom_cli_options[i].type != DOM_CLI_FLAG &&
            strcmp(dom_cli_options[i].name, word + 2) == 0)
            return true;
    return false;
}

/* Returns the index of the command's name: the first word that is neither an option nor the value
 * of a global option. */
static int command_index(char **argv)
{
    int i = 1;
    while (argv[i] && strncmp(dom_cli_long_form(argv[i]), "--", 2) == 0)
        i += takes_value(argv[i]) && argv[i + 1] ? 2 : 1;
    return i;
}

/* Returns how many operands the placeholder has: "A [B]" has two. */
static size_t count_operands(const char *placeholder)
{
    size_t count = placeholder[0] != '\0';
    for (const char *c = placeholder; (c = strchr(c, ' ')) != NULL; c++)
        count++;
    return count;
}

/* Stores an operand. */
static dom_rc take_word(dom_cli_call *call, const char *word, dom_err *err)
{
    const dom_cli_command *command = call->command;
    dom_check(command != NULL); /* the first word is the command               */
    if (word[0] == '-' && word[1])
        return dom_err_set(err, DOM_E_CONFIG, "'%.40s': an option begins with two dashes", word);
    size_t most = count_operands(command->operand), given = 0;
    dom_check(most <= DOM_CLI_WORDS_MAX);
    while (given < most && call->word[given])
        given++;
    if (given == most)
        return dom_err_set(err, DOM_E_CONFIG, "%s: unexpected word '%.40s'",
                           dom_cli_words_of(command).text, word);
    call->word[given] = word;
    return given == 0 && dom_cli_are_words(command->operand)
               ? check_word(dom_cli_words_of(command).text, command->operand, word, err)
               : DOM_OK;
}

static void begin_command(dom_cli_call *call)
{
    const dom_cli_command *command = call->command;
    dom_check(command->args_bytes <= sizeof call->args);
    if (command->defaults)
        memcpy(call->args, command->defaults, command->args_bytes);
}

/* Checks that the operands that the command needs were given. `--help` needs none. */
static dom_rc check_operand(const dom_cli_call *call, dom_err *err)
{
    const dom_cli_command *command = call->command;
    if (command == NULL || !command->needs_operand || call->wants_help)
        return DOM_OK;
    const char *optional = strchr(command->operand, '[');
    size_t needed =
        count_operands(command->operand) - (optional > command->operand && optional[-1] == ' ');
    return call->word[needed - 1]
               ? DOM_OK
               : dom_err_set(err, DOM_E_CONFIG, "%s needs %s; see domino-arena %s --help",
                             dom_cli_words_of(command).text, command->operand,
                             dom_cli_words_of(command).text);
}

/* Finds the command of the two words, as in "shard plan" for shard-plan; NULL without one. */
static const dom_cli_command *find_two_words(dom_cli_command_table commands, const char *first,
                                             const char *second)
{
    size_t length = strlen(first);
    for (dom_cli_command_table c = commands; *c && second; c++)
        if (strncmp((*c)->name, first, length) == 0 && (*c)->name[length] == '-' &&
            strcmp((*c)->name + length + 1, second) == 0)
            return *c;
    return NULL;
}

/* Parses "help" or "help COMMAND". */
static dom_rc parse_help(dom_cli_call *call, char *const *about, dom_err *err)
{
    call->wants_help = true;
    if (about[0] == NULL)
        return DOM_OK;
    call->command = find_two_words(call->commands, about[0], about[1]);
    if (call->command == NULL)
        call->command = find_command(call->commands, about[0], err);
    return call->command ? DOM_OK : DOM_E_CONFIG;
}

dom_rc dom_cli_parse(dom_cli_call *call, dom_cli_command_table commands, int argc, char **argv,
                     dom_err *err)
{
    *call = (dom_cli_call){.commands = commands, .argv = argv};
    int where = command_index(argv);
    if (where < argc && strcmp(argv[where], "help") == 0)
        return parse_help(call, argv + where + 1, err);
    int last = where; /* of the command's name */
    if (where < argc && (call->command = find_two_words(commands, argv[where], argv[where + 1])))
        last = where + 1;
    else if (where < argc && (call->command = find_command(commands, argv[where], err)) == NULL)
        return DOM_E_CONFIG;
    if (call->command)
        begin_command(call);
    for (int i = 1; i < argc; i++) {
        dom_rc rc = i == where || i == last             ? DOM_OK
                    : is_option(call->command, argv[i]) ? take_option(call, argv, &i, err)
                                                        : take_word(call, argv[i], err);
        if (rc != DOM_OK)
            return rc;
    }
    return check_operand(call, err);
}

void dom_cli_call_clear(dom_cli_call *call)
{
    const dom_cli_command *command = call->command;
    for (size_t i = 0; command && i < command->slot_count; i++)
        if (command->slots[i].type == DOM_CLI_LIST)
            dom_strings_clear((dom_strings *)(call->args + command->slots[i].offset));
}
