#include "record/position_line.h"

#include "rules/notation.h"

#include <string.h>

enum { FIELDS_ALLOWED = 3 };

/* ---- reading --------------------------------------------------------------------------------- */

/* Returns the text up to the separator without the blanks around it, and moves *rest behind it;
 * NULL at the end. */
static char *next_part(char **rest, const char *separator)
{
    char *part = strsep(rest, separator);
    if (part == NULL)
        return NULL;
    part += strspn(part, " \t");
    size_t length = strcspn(part, "\r\n");
    while (length > 0 && (part[length - 1] == ' ' || part[length - 1] == '\t'))
        length--;
    part[length] = '\0';
    return part;
}

static dom_rc fail_action(const char *field, const char *word, dom_err *err)
{
    return dom_err_set(
        err, DOM_E_CONFIG,
        "%s: '%.20s' is not an action; allowed: 6-4@1 (a tile at an end), 6-6@0v (face "
        "down), draw",
        field, word);
}

static dom_rc read_key(dom_record_position *out, char *text, dom_err *err)
{
    if (dom_deal_hex_read(out->key.byte, text) == DOM_OK)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "key: '%.70s' is not a key; allowed: 64 hexadecimal digits", text);
}

static dom_rc read_choices(dom_record_position *out, char *text, dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (char *word; rc == DOM_OK && (word = next_part(&text, " ")) != NULL;) {
        dom_record_decision decision = {.us = 0};
        if (word[0] == '\0')
            continue;
        if (!dom_action_read(word, &decision.action) || decision.action.kind == DOM_PASS)
            return fail_action("do", word, err);
        rc = dom_record_decisions_add(&out->decisions, &decision);
    }
    return rc == DOM_OK ? rc : dom_err_no_memory(err);
}

static dom_rc read_best(dom_record_position *out, char *text, dom_err *err)
{
    for (char *word; (word = next_part(&text, " ")) != NULL;) {
        if (word[0] == '\0')
            continue;
        if (out->best_count == DOM_ACTIONS_MAX ||
            !dom_action_read(word, &out->best[out->best_count++]))
            return fail_action("best", word, err);
    }
    return DOM_OK;
}

static const struct {
    const char *name;
    dom_rc (*read)(dom_record_position *out, char *text, dom_err *err);
} fields[FIELDS_ALLOWED] = {{"key", read_key}, {"do", read_choices}, {"best", read_best}};

static dom_rc read_field(dom_record_position *out, char *field, unsigned *seen, dom_err *err)
{
    size_t length = strcspn(field, " ");
    char *text = field + length + (field[length] ? 1 : 0);
    field[length] = '\0';
    for (unsigned i = 0; i < FIELDS_ALLOWED; i++)
        if (strcmp(field, fields[i].name) == 0) {
            if (*seen >> i & 1)
                return dom_err_set(err, DOM_E_CONFIG, "%s: appears twice; allowed: once", field);
            *seen |= 1u << i;
            return fields[i].read(out, text, err);
        }
    return dom_err_set(err, DOM_E_CONFIG, "'%.20s' is not a field; allowed: key, do, best", field);
}

static bool is_legal(const dom_table *table, const dom_action *action)
{
    for (int i = 0; i < table->legal_count; i++)
        if (memcmp(&table->legal[i], action, sizeof *action) == 0)
            return true;
    return false;
}

/* Checks that there is a choice, and that the best actions are among it. */
static dom_rc check_position(const dom_record_position *position, dom_err *err)
{
    dom_table table;
    char word[24];
    dom_rc rc = dom_record_position_set_up(position, &table, NULL, NULL, err);
    for (int i = 0; rc == DOM_OK && i < position->best_count; i++) {
        dom_text text = dom_text_of(word, sizeof word);
        dom_action_write(position->best[i], &text);
        if (!is_legal(&table, &position->best[i]))
            rc = dom_err_set(err, DOM_E_CONFIG, "best: %s is not legal there", word);
    }
    return rc;
}

dom_rc dom_record_position_read(dom_record_position *out, char *line, dom_err *err)
{
    unsigned seen = 0;
    *out = (dom_record_position){.best_count = 0};
    dom_rc rc = dom_variant_notation_read(&out->variant, next_part(&line, "|"), err);
    for (char *field; rc == DOM_OK && (field = next_part(&line, "|")) != NULL;)
        if (*field)
            rc = read_field(out, field, &seen, err);
    if (rc == DOM_OK && !(seen & 1))
        rc = dom_err_set(err, DOM_E_CONFIG, "key: is missing; allowed: 64 hexadecimal digits");
    return rc == DOM_OK ? check_position(out, err) : rc;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_action(const dom_action *action, FILE *out)
{
    char word[24];
    dom_text text = dom_text_of(word, sizeof word);
    dom_action_write(*action, &text);
    (void)fprintf(out, " %s", word);
}

void dom_record_position_write(const dom_record_position *position, FILE *out)
{
    char variant[1024], key[DOM_DEAL_HEX_BYTES];
    dom_text text = dom_text_of(variant, sizeof variant);
    const uint8_t *bytes = position->decisions.bytes;
    size_t size = position->decisions.size;
    dom_record_decision decision;
    dom_variant_notation_write(&position->variant, &text);
    dom_deal_hex_write(key, position->key.byte);
    (void)fprintf(out, "%s | key %s", variant, key);
    if (size > 0)
        (void)fprintf(out, " | do");
    while (dom_record_decisions_next(&bytes, &size, &decision) == DOM_OK)
        write_action(&decision.action, out);
    if (position->best_count > 0)
        (void)fprintf(out, " | best");
    for (int i = 0; i < position->best_count; i++)
        write_action(&position->best[i], out);
    (void)fputc('\n', out);
}

/* ---- playing --------------------------------------------------------------------------------- */

dom_rc dom_record_position_set_up(const dom_record_position *position, dom_table *table,
                                  dom_record_visit *visit, void *context, dom_err *err)
{
    const dom_record_match match = {.tournament = "",
                                    .match = 1,
                                    .variant = position->variant.name,
                                    .options = &position->variant.options,
                                    .fault_seat = DOM_NOBODY,
                                    .key = position->key,
                                    .is_open = true,
                                    .decisions = position->decisions.bytes,
                                    .decisions_bytes = position->decisions.size};
    if (dom_record_replay(&match, table, visit, context, NULL) != DOM_OK)
        return dom_err_set(err, DOM_E_CONFIG,
                           "do: these choices are impossible with this key; allowed: a line that "
                           "replay --position wrote");
    if (table->state != DOM_TABLE_ASKING)
        return dom_err_set(err, DOM_E_CONFIG,
                           "do: nobody has a choice after these; allowed: fewer choices");
    return DOM_OK;
}

void dom_record_position_clear(dom_record_position *position)
{
    dom_record_decisions_clear(&position->decisions);
    *position = (dom_record_position){.best_count = 0};
}
