/* The match record of protocol/SPEC.md, built from a replay. */
#include "record/options.h"
#include "record/record.h"
#include "rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    const dom_record_match *record;
    dom_record_form form;
    dom_record_rounds rounds;
    json_t *faults;
    json_t *infos;
    dom_record_info_reader reader;
    int64_t time_us[DOM_SEATS_MAX];
    bool has_failed; /* true once memory has run out */
} writer;

/* Returns the added value as a borrowed reference, or NULL if it could not be added and was
 * released. jansson accepts NULL on both sides and fails. */
static json_t *kept(writer *w, json_t *value, int jansson_result)
{
    if (jansson_result == 0)
        return value;
    w->has_failed = true;
    return NULL;
}

static json_t *set(writer *w, json_t *object, const char *key, json_t *value)
{
    return kept(w, value, json_object_set_new(object, key, value));
}

static json_t *append(writer *w, json_t *array, json_t *value)
{
    return kept(w, value, json_array_append_new(array, value));
}

static json_t *integers(writer *w, const int32_t values[], int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        append(w, array, json_integer(values[i]));
    return array;
}

static void add_fault(writer *w, const dom_table *table, const dom_table_effect *effect)
{
    json_t *fault = json_object();
    set(w, fault, "seat", json_integer(effect->seat));
    set(w, fault, "code", json_string(dom_fault_word(effect->fault)));
    set(w, fault, "round", json_integer(table->match.round));
    set(w, fault, "event", json_integer((json_int_t)w->rounds.events));
    set(w, fault, "tolerated", json_boolean(effect->tolerated));
    append(w, w->faults, fault);
}

/* The event of the choice is the newest. */
static void add_info(writer *w, const dom_table *table, int seat, const dom_info *info)
{
    json_t *object = json_object();
    set(w, object, "seat", json_integer(seat));
    set(w, object, "round", json_integer(table->match.round));
    set(w, object, "event", json_integer((json_int_t)w->rounds.events - 1));
    if (info->has_expected)
        set(w, object, "expected", json_real((double)info->expected / 1000));
    if (info->has_worlds)
        set(w, object, "worlds", json_integer(info->worlds));
    if (info->has_depth)
        set(w, object, "depth", json_integer(info->depth));
    if (info->text[0])
        set(w, object, "text", json_string(info->text));
    append(w, w->infos, object);
}

static void visit(void *context, const dom_table *table, const dom_table_effect *effect)
{
    writer *w = context;
    dom_record_rounds_take(&w->rounds, table, effect);
    if (effect->kind == DOM_TABLE_FX_FAULT)
        add_fault(w, table, effect);
    dom_info info;
    if (w->form == DOM_RECORD_WHOLE && dom_record_info_next(&w->reader, effect, &info))
        add_info(w, table, effect->seat, &info);
    w->time_us[effect->seat] += effect->us;
}

static json_t *bots_json(writer *w)
{
    json_t *array = json_array();
    for (int s = 0; s < w->record->options->players; s++) {
        json_t *bot = json_object();
        set(w, bot, "name", json_string(w->record->bot_name[s]));
        set(w, bot, "version", json_string(w->record->bot_version[s]));
        append(w, array, bot);
    }
    return array;
}

/* Returns Unix milliseconds as ISO 8601 in UTC. Every number of them has a year that fits. */
static json_t *time_json(int64_t unix_ms)
{
    char text[32], whole[40];
    time_t seconds = (time_t)(unix_ms / 1000);
    struct tm tm;
    (void)gmtime_r(&seconds, &tm);
    (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
    (void)snprintf(whole, sizeof whole, "%s.%03dZ", text, (int)(unix_ms % 1000));
    return json_string(whole);
}

static void set_head(writer *w, json_t *root)
{
    const dom_record_match *r = w->record;
    set(w, root, "record", json_integer(DOM_RECORD_VERSION));
    set(w, root, "tournament", json_string(r->tournament));
    set(w, root, "match", json_integer((json_int_t)r->match));
    set(w, root, "set", json_integer((json_int_t)r->set));
    set(w, root, "rotation", json_integer(r->rotation));
    if (w->form == DOM_RECORD_WHOLE)
        set(w, root, "attempt", json_integer(r->attempt));
    set(w, root, "variant", json_string(r->variant));
    set(w, root, "options", dom_record_options_json(r->options));
    set(w, root, "bots", bots_json(w));
}

static void set_result(writer *w, json_t *root, const dom_table *table)
{
    int players = w->record->options->players;
    uint8_t places[DOM_SEATS_MAX];
    dom_table_places(table, places);
    json_t *place_list = json_array();
    for (int s = 0; s < players; s++)
        append(w, place_list, json_integer(places[s]));
    set(w, root, "end", json_string(dom_fault_word(table->end)));
    set(w, root, "fault_seat", json_integer(table->fault_seat));
    set(w, root, "faults", json_incref(w->faults));
    set(w, root, "scores", integers(w, table->match.score, players));
    set(w, root, "places", place_list);
}

static void add_dropped(writer *w, json_t *array, int s)
{
    json_t *seat = json_object();
    set(w, seat, "seat", json_integer(s));
    set(w, seat, "count", json_integer(w->record->infos[s].dropped));
    set(w, seat, "reason", json_string(w->record->infos[s].reason));
    append(w, array, seat);
}

/* Adds what the bots thought, if any of them said so. */
static void set_infos(writer *w, json_t *root)
{
    if (w->record->infos == NULL)
        return;
    json_t *dropped = json_array();
    for (int s = 0; s < w->record->options->players; s++)
        if (w->record->infos[s].dropped > 0)
            add_dropped(w, dropped, s);
    if (json_array_size(w->infos) > 0)
        set(w, root, "info", json_incref(w->infos));
    if (json_array_size(dropped) > 0)
        set(w, root, "info_dropped", json_incref(dropped));
    json_decref(dropped);
}

static void set_tail(writer *w, json_t *root)
{
    const dom_record_match *r = w->record;
    json_t *times = json_array();
    for (int s = 0; s < r->options->players; s++)
        append(w, times, json_integer(w->time_us[s]));
    set(w, root, "time_us", times);
    set(w, root, "started", time_json(r->started_ms));
    set(w, root, "ms", json_integer(r->duration_ms));
    set(w, root, "sandbox", json_string(r->sandbox));
    set_infos(w, root);
    if (r->is_revealed) {
        char hex[DOM_DEAL_HEX_BYTES];
        dom_deal_hex_write(hex, r->key.byte);
        set(w, root, "deal_key", json_string(hex));
    }
}

/* ---- text --------------------------------------------------------------------- */

static const char no_rounds[] = "\"rounds\":[]";

static int add_dumped(const char *bytes, size_t size, void *context)
{
    dom_record_rounds_text *text = context;
    dom_record_rounds_text_add(text, bytes, size);
    return text->has_failed ? -1 : 0;
}

/* A forecast has so many digits at most: seven before its point, three after it. */
enum { EXPECTED_DIGITS = 10 };

/* Returns the text of `root`, with a NUL. json_dumps is not used: if there is no memory for a
 * key, jansson 2.14 continues without it. */
static dom_record_rounds_text dump(const json_t *root, size_t flags)
{
    dom_record_rounds_text text = {0};
    int failed = json_dump_callback(root, add_dumped, &text,
                                    JSON_COMPACT | JSON_REAL_PRECISION(EXPECTED_DIGITS) | flags);
    text.has_failed |= failed != 0;
    dom_record_rounds_text_add(&text, "", 1);
    return text;
}

/* Returns the text of `root` with the rounds in their place; NULL without memory. There is at least
 * one round, because a match begins with a deal. The placeholder no_rounds occurs once: within a
 * string every quote has a backslash. */
static char *with_rounds(const dom_record_rounds_text *all, const json_t *root, size_t flags)
{
    dom_record_rounds_text text = dump(root, flags);
    char *at = text.has_failed ? NULL : strstr(text.bytes, no_rounds);
    char *whole = at ? malloc(text.size + all->size) : NULL;
    if (whole) {
        size_t before = (size_t)(at - text.bytes) + sizeof no_rounds - 2;
        memcpy(whole, text.bytes, before);
        memcpy(whole + before, all->bytes, all->size);
        memcpy(whole + before + all->size, text.bytes + before, text.size - before);
    }
    free(text.bytes);
    return whole;
}

/* Returns the record of a replayed match; NULL without memory. */
static char *record_text(writer *w, const dom_table *table)
{
    char *text = NULL;
    json_t *root = json_object();
    set_head(w, root);
    set(w, root, "rounds", json_array());
    set_result(w, root, table);
    if (w->form == DOM_RECORD_WHOLE)
        set_tail(w, root);
    if (!w->has_failed && !dom_record_rounds_have_failed(&w->rounds))
        text =
            with_rounds(&w->rounds.all, root, w->form == DOM_RECORD_CANONICAL ? JSON_SORT_KEYS : 0);
    json_decref(root);
    return text;
}

dom_rc dom_record_json(const dom_record_match *record, dom_record_form form, char **out,
                       dom_err *err)
{
    *out = NULL;
    writer w = {.record = record,
                .form = form,
                .rounds = {.form = form},
                .faults = json_array(),
                .infos = record->infos ? json_array() : NULL,
                .reader = {.of = record->infos}};
    dom_table *table = malloc(sizeof *table);
    dom_rc rc = table ? dom_record_replay(record, table, visit, &w, err) : DOM_E_NOMEM;
    if (rc == DOM_OK) {
        *out = record_text(&w, table);
        rc = *out ? DOM_OK : DOM_E_NOMEM;
    }
    if (rc == DOM_E_NOMEM)
        (void)dom_err_set(err, rc, "match %llu: %s", (unsigned long long)record->match,
                          dom_rc_text(rc));
    free(table);
    dom_record_rounds_clear(&w.rounds);
    json_decref(w.faults);
    json_decref(w.infos);
    return rc;
}
