/* A stored match with arbitrary contents is replayed and printed, or refused with one
 * line. The input is
 *
 *     the options of the variant, as the database has them, and a newline
 *     32 bytes   key of the set: the deals follow from it
 *      1 byte    its end, as dom_fault modulo DOM_FAULT_COUNT
 *      1 byte    fault_seat, signed
 *      8 bytes   started_ms, lowest first
 *     the rest   the decisions */
#include "fuzz.h"
#include "record/record.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_BYTES = 2048, HEAD_BYTES = DOM_DEAL_KEY_BYTES + 10 };

/* Bytes that can be read as decisions must be the bytes as which these decisions are written. */
static void try_decisions(const uint8_t *bytes, size_t size)
{
    dom_record_decisions again = {0};
    dom_record_decision decision;
    const uint8_t *at = bytes;
    size_t left = size;
    dom_rc rc;
    while ((rc = dom_record_decisions_next(&at, &left, &decision)) == DOM_OK) {
        expect(dom_record_decisions_add(&again, &decision) == DOM_OK);
        expect(again.size == size - left && memcmp(again.bytes, bytes, again.size) == 0);
    }
    expect(rc == (left == 0 ? DOM_E_ABSENT : DOM_E_MALFORMED) || rc == DOM_E_MALFORMED);
    dom_record_decisions_clear(&again);
}

/* The record is valid JSON, in both forms, exactly if the match can be replayed. */
static void try_form(const dom_record_match *record, dom_record_form form, bool is_good)
{
    dom_err err = {.text = ""};
    char *text;
    dom_rc rc = dom_record_json(record, form, &text, &err);
    expect((rc == DOM_OK) == is_good && (rc == DOM_OK) == (text != NULL));
    expect(is_good || (rc == DOM_E_MALFORMED && err.text[0] != '\0'));
    json_t *json = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    expect(!is_good || json_is_object(json));
    json_decref(json);
    free(text);
}

static void try_record(const dom_record_match *record)
{
    static dom_table table;
    dom_err err = {.text = ""};
    uint8_t places[DOM_SEATS_MAX];
    dom_rc rc = dom_record_replay(record, &table, NULL, NULL, &err);
    expect(rc == DOM_OK || (rc == DOM_E_MALFORMED && err.text[0] != '\0'));
    if (rc == DOM_OK) {
        dom_table_places(&table, places);
        expect(table.fault_seat == record->fault_seat && places[0] >= 1);
    }
    try_form(record, DOM_RECORD_WHOLE, rc == DOM_OK);
    try_form(record, DOM_RECORD_CANONICAL, rc == DOM_OK);
}

static int64_t number(const uint8_t bytes[static 8])
{
    uint64_t number = 0;
    for (int i = 7; i >= 0; i--)
        number = number << 8 | bytes[i];
    return (int64_t)number;
}

/* Reads everything after the options. */
static void try_match(const dom_options *options, const uint8_t *data, size_t size)
{
    if (size < HEAD_BYTES)
        return;
    dom_record_match record = {.tournament = "fuzz",
                               .match = 1,
                               .set = 1,
                               .variant = "fuzz",
                               .options = options,
                               .end = (dom_fault)(data[DOM_DEAL_KEY_BYTES] % DOM_FAULT_COUNT),
                               .fault_seat = (int8_t)data[DOM_DEAL_KEY_BYTES + 1],
                               .started_ms = number(data + DOM_DEAL_KEY_BYTES + 2),
                               .sandbox = "none",
                               .decisions = data + HEAD_BYTES,
                               .decisions_bytes = size - HEAD_BYTES};
    memcpy(record.key.byte, data, sizeof record.key.byte);
    for (int s = 0; s < options->players; s++)
        record.bot_name[s] = record.bot_version[s] = "a";
    try_decisions(record.decisions, record.decisions_bytes);
    try_record(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[OPTIONS_BYTES];
    dom_options options = dom_options_default();
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t length = end ? (size_t)(end - data) : 0;
    if (end == NULL || length >= sizeof text)
        return 0;
    memcpy(text, data, length);
    text[length] = '\0';
    if (dom_options_apply(&options, text, NULL) == DOM_OK &&
        dom_options_check(&options, NULL) == DOM_OK)
        try_match(&options, end + 1, size - length - 1);
    return 0;
}
