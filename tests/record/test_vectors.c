/* The small tournament of protocol/vectors: from the facts that are stored of its matches the
 * complete records and their hash are computed again. */
#include "record/record.h"
#include "rules/tile.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static json_t *expected;

static void load(void)
{
    expected = json_load_file(DOM_VECTORS "/tournament.json", 0, NULL);
    cr_assert(ne(ptr, expected, NULL));
}

static void drop(void)
{
    json_decref(expected);
}

TestSuite(record_vectors, .init = load, .fini = drop);

static const char *text_in(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static int number_in(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static int number_at(const json_t *array, size_t i)
{
    return (int)json_integer_value(json_array_get(array, i));
}

static dom_deal_secret secret_of_seed(void)
{
    dom_deal_secret secret;
    dom_deal_secret_of_seed(&secret, (uint64_t)number_in(expected, "seed"));
    return secret;
}

static void expect_hex(const uint8_t bytes[static DOM_DEAL_KEY_BYTES], const char *hex)
{
    char text[DOM_DEAL_HEX_BYTES];
    dom_deal_hex_write(text, bytes);
    cr_expect(eq(str, text, (char *)hex));
}

Test(record_vectors, secret_commitment_and_set_keys_are_as_specified)
{
    dom_deal_secret secret = secret_of_seed();
    dom_deal_commit commit;
    dom_deal_commit_of(&commit, &secret, text_in(expected, "tournament"));
    const json_t *stage = json_array_get(json_object_get(expected, "stages"), 0);
    expect_hex(secret.byte, text_in(stage, "secret"));
    expect_hex(commit.byte, text_in(stage, "commit"));
    size_t i;
    json_t *hex;
    json_array_foreach(json_object_get(expected, "set_keys"), i, hex)
    {
        dom_deal_key key;
        dom_deal_key_of_set(&key, &secret, text_in(expected, "tournament"), (uint32_t)i + 1);
        expect_hex(key.byte, json_string_value(hex));
    }
}

/* ---- from a record back to what is stored ---------------------------------- */

static dom_options options_of(const json_t *record)
{
    dom_options options = dom_options_default();
    json_t *values = json_object_get(record, "options");
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        json_t *value = json_object_get(values, option->name);
        char *text = json_is_string(value) ? strdup(json_string_value(value))
                                           : json_dumps(value, JSON_ENCODE_ANY);
        cr_assert(eq(int, dom_option_set(&options, option, text, NULL), DOM_OK), "%s",
                  option->name);
        free(text);
    }
    return options;
}

static dom_action action_of(const json_t *event)
{
    if (strcmp(json_string_value(json_array_get(event, 1)), "draw") == 0)
        return (dom_action){.kind = DOM_DRAW};
    return (dom_action){.kind = DOM_PLAY,
                        .tile = dom_tile_of(number_at(event, 2), number_at(event, 3)),
                        .end = (uint8_t)number_at(event, 4),
                        .down = json_is_string(json_array_get(event, 5))};
}

/* Forced actions are not stored. */
static void keep_choice(dom_record_decisions *decisions, const json_t *event)
{
    const json_t *why = json_array_get(event, json_array_size(event) - 1);
    dom_record_decision decision = {.us = (uint32_t)number_in(why, "us")};
    if (json_object_get(why, "forced"))
        return;
    if (json_object_get(why, "substituted"))
        decision.substituted = dom_fault_of(text_in(why, "substituted"));
    decision.action = action_of(event);
    cr_assert(eq(int, dom_record_decisions_add(decisions, &decision), DOM_OK));
}

static void keep_choices(dom_record_decisions *decisions, const json_t *record)
{
    size_t i, j;
    json_t *round, *event;
    json_array_foreach(json_object_get(record, "rounds"), i, round)
        json_array_foreach(json_object_get(round, "events"), j, event)
            keep_choice(decisions, event);
}

/* Returns the Unix milliseconds of a time like "2026-11-21T13:04:08.044Z". */
static int64_t started_of(const json_t *record)
{
    struct tm tm = {0};
    int ms = 0;
    const char *text = text_in(record, "started");
    cr_assert(eq(int,
                 sscanf(text, "%d-%d-%dT%d:%d:%d.%dZ", &tm.tm_year, &tm.tm_mon, &tm.tm_mday,
                        &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &ms),
                 7),
              "%s", text);
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    return (int64_t)timegm(&tm) * 1000 + ms;
}

static dom_record_match facts_of(const json_t *record, const dom_options *options,
                                 const dom_record_decisions *decisions)
{
    dom_record_match r = {.tournament = text_in(record, "tournament"),
                          .match = (uint64_t)number_in(record, "match"),
                          .set = (uint64_t)number_in(record, "set"),
                          .rotation = number_in(record, "rotation"),
                          .attempt = (uint32_t)number_in(record, "attempt"),
                          .variant = text_in(record, "variant"),
                          .options = options,
                          .end = dom_fault_of(text_in(record, "end")),
                          .fault_seat = number_in(record, "fault_seat"),
                          .started_ms = started_of(record),
                          .duration_ms = number_in(record, "ms"),
                          .sandbox = text_in(record, "sandbox"),
                          .is_revealed = json_object_get(record, "deal_key") != NULL,
                          .decisions = decisions->bytes,
                          .decisions_bytes = decisions->size};
    dom_deal_secret secret = secret_of_seed();
    dom_deal_key_of_set(&r.key, &secret, r.tournament, (uint32_t)r.set);
    size_t seat;
    json_t *bot;
    json_array_foreach(json_object_get(record, "bots"), seat, bot)
    {
        r.bot_name[seat] = text_in(bot, "name");
        r.bot_version[seat] = text_in(bot, "version");
    }
    return r;
}

/* Prints the record of the same match, from its stored facts. The caller frees the text. */
static char *printed_again(const json_t *record, dom_record_form form)
{
    dom_options options = options_of(record);
    dom_record_decisions decisions = {0};
    dom_err err = {.text = ""};
    char *line;
    keep_choices(&decisions, record);
    dom_record_match r = facts_of(record, &options, &decisions);
    cr_assert(eq(int, dom_record_json(&r, form, &line, &err), DOM_OK), "%s", err.text);
    dom_record_decisions_clear(&decisions);
    return line;
}

/* Adds the canonical form of a record to the hash of the tournament. */
static void hash_record(crypto_generichash_state *hash, const json_t *record)
{
    char *line = printed_again(record, DOM_RECORD_CANONICAL);
    crypto_generichash_update(hash, (const uint8_t *)line, strlen(line));
    crypto_generichash_update(hash, (const uint8_t *)"\n", 1);
    free(line);
}

Test(record_vectors, records_and_tournament_hash_are_as_specified)
{
    static char line[1 << 16];
    crypto_generichash_state hash;
    uint8_t digest[DOM_DEAL_KEY_BYTES];
    FILE *file = fopen(DOM_VECTORS "/tournament.jsonl", "r");
    cr_assert(ne(ptr, file, NULL));
    crypto_generichash_init(&hash, NULL, 0, sizeof digest);
    while (fgets(line, sizeof line, file)) {
        json_t *record = json_loads(line, 0, NULL);
        cr_assert(ne(ptr, record, NULL));
        char *whole = printed_again(record, DOM_RECORD_WHOLE);
        line[strcspn(line, "\n")] = '\0';
        cr_assert(eq(str, whole, line));
        free(whole);
        hash_record(&hash, record);
        json_decref(record);
    }
    (void)fclose(file);
    crypto_generichash_final(&hash, digest, sizeof digest);
    expect_hex(digest, text_in(expected, "hash"));
}
