/* A match is replayed completely from its stored decisions. */
#include "../tools/scarce.h"
#include "played.h"
#include "record/clock.h"
#include "record/record.h"
#include "rules/variant.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void assert_same_end(const played *p, const dom_table *again)
{
    uint8_t before[DOM_SEATS_MAX], after[DOM_SEATS_MAX];
    dom_table_places(&p->table, before);
    dom_table_places(again, after);
    cr_assert(eq(int, again->end, p->table.end));
    cr_assert(eq(int, again->fault_seat, p->table.fault_seat));
    cr_assert(eq(int, again->match.round, p->table.match.round));
    for (int s = 0; s < p->variant.options.players; s++) {
        cr_assert(eq(int, again->match.score[s], p->table.match.score[s]));
        cr_assert(eq(int, after[s], before[s]));
    }
}

Test(record, every_variant_replays_to_the_same_end)
{
    static played p;
    static dom_table again;
    for (size_t v = 0; v < dom_variant_count(); v++)
        for (unsigned seed = 1; seed <= 20; seed++) {
            played_play(&p, dom_variant_at(v).name, seed, 0, 0, 0);
            dom_record_match r = played_record(&p);
            dom_err err = {.text = ""};
            cr_assert(eq(int, dom_record_replay(&r, &again, NULL, NULL, &err), DOM_OK), "%s",
                      err.text);
            assert_same_end(&p, &again);
        }
}

Test(record, tolerated_faults_and_the_fault_that_ends_the_match_replay)
{
    static const struct {
        uint32_t tolerate;
        unsigned crash_after;
        dom_fault end;
    } cases[] = {{0, 0, DOM_FAULT_TIMEOUT}, {1, 0, DOM_FAULT_TIMEOUT}, {100, 15, DOM_FAULT_CRASH}};
    static played p;
    static dom_table again;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned seed = 1; seed <= 20; seed++) {
            played_play(&p, "draw-3", seed, cases[i].tolerate, 4, cases[i].crash_after);
            dom_record_match r = played_record(&p);
            cr_assert(eq(int, r.end, cases[i].end));
            cr_assert(eq(int, dom_record_replay(&r, &again, NULL, NULL, NULL), DOM_OK));
            assert_same_end(&p, &again);
        }
}

Test(record, the_decisions_of_a_block_match_to_100_need_at_most_1500_bytes)
{
    static played p;
    for (unsigned seed = 1; seed <= 50; seed++) {
        played_play(&p, "block-2", seed, 0, 0, 0);
        cr_assert(lt(sz, p.decisions.size, 1500));
    }
}

static void assert_refused(const dom_record_match *r, const char *why, unsigned number)
{
    static dom_table again;
    char expected[100];
    dom_err err = {.text = ""};
    (void)snprintf(expected, sizeof expected, why, number);
    cr_assert(eq(int, dom_record_replay(r, &again, NULL, NULL, &err), DOM_E_MALFORMED));
    cr_assert(eq(str, err.text, expected));
}

Test(record, the_error_names_the_decision_that_is_missing_surplus_illegal_or_unreadable)
{
    static played p;
    played_play(&p, "block-2", 5, 0, 0, 0);
    dom_record_match r = played_record(&p);
    r.decisions_bytes = 0;
    assert_refused(&r, "match 17: does not end after decision %u", 0);
    r.decisions_bytes = p.decisions.size - 1;
    assert_refused(&r, "match 17: decision %u is unreadable", p.decision_count);
    dom_record_decision draw = {.action = {.kind = DOM_DRAW}};
    cr_assert(eq(int, dom_record_decisions_add(&p.decisions, &draw), DOM_OK));
    r = played_record(&p);
    assert_refused(&r, "match 17: decision %u cannot be made there", p.decision_count + 1);
    p.decisions.size = 0; /* to draw is never legal in this variant */
    cr_assert(eq(int, dom_record_decisions_add(&p.decisions, &draw), DOM_OK));
    r = played_record(&p);
    assert_refused(&r, "match 17: decision %u cannot be made there", 1);
}

/* A match under way has any number of its decisions. */
Test(record, an_open_match_is_replayed_as_far_as_it_has_come)
{
    static played p;
    dom_table table;
    played_play(&p, "block-2", 5, 0, 0, 0);
    dom_record_match r = played_record(&p);
    r.is_open = true;
    const uint8_t *rest = r.decisions;
    size_t left = r.decisions_bytes, all = left;
    for (dom_rc rc = DOM_OK; rc == DOM_OK;) {
        dom_record_decision next;
        r.decisions_bytes = all - left;
        cr_expect(eq(int, dom_record_replay(&r, &table, NULL, NULL, NULL), DOM_OK));
        cr_expect(eq(int, table.state, left > 0 ? DOM_TABLE_ASKING : DOM_TABLE_SETTLED));
        rc = dom_record_decisions_next(&rest, &left, &next);
    }
    r.decisions_bytes = all - 1;
    cr_expect(eq(int, dom_record_replay(&r, &table, NULL, NULL, NULL), DOM_E_MALFORMED));
}

Test(record, an_end_that_the_decisions_do_not_lead_to_is_found)
{
    static played p;
    played_play(&p, "block-2", 5, 0, 0, 0);
    dom_record_match r = played_record(&p);
    r.end = DOM_FAULT_CRASH;
    assert_refused(&r, "match 17: seat -1 cannot have ended it", 0);
    r.fault_seat = 0;
    assert_refused(&r, "match 17: does not end after decision %u", p.decision_count);

    played_play(&p, "block-2", 5, 0, 0, 10);
    r = played_record(&p);
    r.end = DOM_FAULT_NONE;
    r.fault_seat = DOM_NOBODY;
    assert_refused(&r, "match 17: does not end after decision %u", 10);
}

Test(record, only_a_late_or_illegal_answer_is_substituted_and_only_by_the_first_legal_action)
{
    static const struct {
        dom_fault fault;
        int choice;
        bool possible;
    } cases[] = {
        {DOM_FAULT_ILLEGAL, 0, true}, {DOM_FAULT_TIMEOUT, 0, true},  {DOM_FAULT_STALL, 0, false},
        {DOM_FAULT_CRASH, 0, false},  {DOM_FAULT_TIMEOUT, 1, false}, {DOM_FAULT_NONE, 1, true},
    };
    static played p;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played_begin(&p, "block-2", NULL, NULL, 5, 0);
        dom_record_decision decision = {.action = p.table.legal[cases[i].choice],
                                        .substituted = cases[i].fault};
        cr_assert(eq(int, dom_record_decisions_add(&p.decisions, &decision), DOM_OK));
        dom_record_match r = played_record(&p);
        r.end = DOM_FAULT_NONE;
        r.fault_seat = DOM_NOBODY;
        assert_refused(&r,
                       cases[i].possible ? "match 17: does not end after decision %u"
                                         : "match 17: decision %u cannot be made there",
                       1);
    }
}

Test(record, changed_bytes_of_decisions_break_no_assertion)
{
    static played p;
    static dom_table again;
    played_play(&p, "draw-2", 9, 0, 0, 0);
    for (size_t at = 0; at < p.decisions.size; at++)
        for (int bit = 0; bit < 8; bit++) {
            p.decisions.bytes[at] ^= (uint8_t)(1 << bit);
            dom_record_match r = played_record(&p);
            dom_rc rc = dom_record_replay(&r, &again, NULL, NULL, NULL);
            cr_assert(rc == DOM_OK || rc == DOM_E_MALFORMED);
            p.decisions.bytes[at] ^= (uint8_t)(1 << bit);
        }
}

Test(record, decisions_are_read_back_unchanged)
{
    dom_record_decisions list = {0};
    static const dom_record_decision all[] = {
        {.action = {.kind = DOM_DRAW}, .us = 0},
        {.action = {.kind = DOM_PLAY, .tile = 0}, .us = UINT32_MAX},
        {.action = {.kind = DOM_PLAY, .tile = 90, .end = 3, .down = 1}, .us = 127},
        {.action = {.kind = DOM_PLAY, .tile = 15, .end = 3}, .us = 64}, /* 127 and 128 as numbers */
        {.action = {.kind = DOM_PLAY, .tile = 27, .end = 1}, .substituted = DOM_FAULT_TIMEOUT},
    };
    enum { COUNT = sizeof all / sizeof *all };
    for (int i = 0; i < COUNT; i++)
        cr_assert(eq(int, dom_record_decisions_add(&list, &all[i]), DOM_OK));
    const uint8_t *bytes = list.bytes;
    size_t size = list.size;
    for (int i = 0; i < COUNT; i++) {
        dom_record_decision d;
        cr_assert(eq(int, dom_record_decisions_next(&bytes, &size, &d), DOM_OK));
        cr_assert(eq(int, memcmp(&d.action, &all[i].action, sizeof d.action), 0));
        cr_assert(eq(u32, d.us, all[i].us));
        cr_assert(eq(int, d.substituted, all[i].substituted));
    }
    dom_record_decision d;
    cr_assert(eq(int, dom_record_decisions_next(&bytes, &size, &d), DOM_E_ABSENT));
    dom_record_decisions_clear(&list);
    dom_record_decisions_clear(&list);
}

Test(record, truncated_overlong_or_out_of_range_numbers_are_refused)
{
    static const struct {
        uint8_t bytes[12];
        size_t size;
    } bad[] = {
        {{0x80}, 1},                                    /* cut                     */
        {{0x00}, 1},                                    /* no second number        */
        {{0x80, 0x00, 0x00}, 3},                        /* overlong */
        {{0xd9, 0x05, 0x00}, 3},                        /* tile 91                 */
        {{0x00, 0x01}, 2},                              /* substituted without a fault */
        {{0x00, 0x11}, 2},                              /* no such fault           */
        {{0x00, 0x80, 0x80, 0x80, 0x80, 0x20}, 6},      /* more than 32 bits of us */
        {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, 7} /* never ends              */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const uint8_t *bytes = bad[i].bytes;
        size_t size = bad[i].size;
        dom_record_decision d;
        cr_assert(eq(int, dom_record_decisions_next(&bytes, &size, &d), DOM_E_MALFORMED),
                  "case %zu", i);
    }
}

/* With 100 us for a move and 7 us added to the bank. */
Test(record, the_time_over_the_move_is_taken_from_the_bank)
{
    static const dom_record_clock clock = {.move_us = 100, .bank_us = 50, .increment_us = 7};
    static const struct {
        dom_table_effect choice;
        int64_t left_us; /* of 50 */
    } cases[] = {
        {{.why = DOM_TABLE_WHY_CHOSEN, .us = 0}, 57},
        {{.why = DOM_TABLE_WHY_CHOSEN, .us = 100}, 57},
        {{.why = DOM_TABLE_WHY_CHOSEN, .us = 101}, 56},
        {{.why = DOM_TABLE_WHY_CHOSEN, .us = 149}, 8},
        {{.why = DOM_TABLE_WHY_CHOSEN, .us = 150}, 7},
        {{.why = DOM_TABLE_WHY_CHOSEN, .us = 200}, 7},
        {{.why = DOM_TABLE_WHY_FORCED}, 50},
        {{.why = DOM_TABLE_WHY_SUBSTITUTED, .fault = DOM_FAULT_TIMEOUT}, 0},
        {{.why = DOM_TABLE_WHY_SUBSTITUTED, .fault = DOM_FAULT_ILLEGAL}, 50},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect(
            eq(i64, dom_record_clock_bank_after(&clock, 50, &cases[i].choice), cases[i].left_us),
            "case %zu", i);
}

/* Returns the match as it is written: a new reference. */
static json_t *json_of(const dom_record_match *r)
{
    char *text;
    cr_assert(eq(int, dom_record_json(r, DOM_RECORD_WHOLE, &text, NULL), DOM_OK));
    json_t *root = json_loads(text, 0, NULL);
    free(text);
    return root;
}

static void assert_text(json_t *object, const char *key, const char *expected)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert(text && strcmp(text, expected) == 0, "%s: %s, not %s", key, text, expected);
}

/* Adds an info for a choice of the match. */
static void think(dom_record_infos *list, uint32_t choice, dom_info info)
{
    uint8_t packed[DOM_INFO_PACKED_BYTES];
    size_t size = dom_info_pack(&info, packed);
    cr_assert(eq(int, dom_record_infos_add(list, choice, packed, size, 10000), DOM_OK));
}

Test(record, if_memory_runs_out_decisions_and_json_fail_cleanly)
{
    static played p;
    char *text = NULL;
    dom_record_decisions none = {0};
    static const dom_record_decision draw = {.action = {.kind = DOM_DRAW}};
    scarce_at(1);
    dom_rc rc = dom_record_decisions_add(&none, &draw);
    cr_assert(scarce_end());
    cr_assert(eq(int, rc, DOM_E_NOMEM));
    cr_assert(eq(sz, none.size, 0));

    json_set_alloc_funcs(malloc, free); /* the functions whose memory runs out */
    played_play(&p, "block-2", 3, 1, 20, 60);
    dom_record_match r = played_record(&p);
    dom_record_infos infos[2] = {{.bytes = NULL}, {.bytes = NULL}};
    for (int seat = 0; seat < 2; seat++) { /* one of them made this choice */
        think(
            &infos[seat], 0,
            (dom_info){.has_expected = true, .has_worlds = true, .has_depth = true, .text = "so"});
        dom_record_infos_drop(&infos[seat], "why");
    }
    r.infos = infos;
    bool has_failed = true;
    for (long nth = 1; has_failed; nth++) {
        dom_err err = {.text = ""};
        scarce_at(nth);
        rc = dom_record_json(&r, DOM_RECORD_WHOLE, &text, &err);
        has_failed = scarce_end();
        cr_assert(eq(int, rc, has_failed ? DOM_E_NOMEM : DOM_OK), "%ld", nth);
        cr_assert(eq(int, text == NULL, has_failed));
        cr_assert(eq(str, err.text, has_failed ? "match 17: out of memory" : ""));
    }
    cr_expect(strstr(text, "\"info\":[{") && strstr(text, "\"info_dropped\":[{"));
    free(text);
    dom_record_infos_clear(&infos[0]);
    dom_record_infos_clear(&infos[1]);
}

Test(record, json_has_the_keys_of_the_specification_in_their_order)
{
    static played p;
    played_play(&p, "draw-2", 11, 0, 0, 0);
    dom_record_match r = played_record(&p);
    static const char *const keys[] = {"record",  "tournament", "match",   "set",    "rotation",
                                       "attempt", "variant",    "options", "bots",   "rounds",
                                       "end",     "fault_seat", "faults",  "scores", "places",
                                       "time_us", "started",    "ms",      "sandbox"};
    json_t *root = json_of(&r);
    size_t i = 0;
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
    {
        cr_assert(lt(sz, i, sizeof keys / sizeof *keys));
        cr_assert(strcmp(key, keys[i]) == 0, "%s, not %s", key, keys[i]);
        i++;
    }
    cr_assert(eq(sz, i, sizeof keys / sizeof *keys), "deal_key is absent until revealed");
    assert_text(root, "started", "2025-11-21T02:43:20.123Z");
    json_decref(root);
    r.is_revealed = true;
    root = json_of(&r);
    cr_assert(eq(sz, json_string_length(json_object_get(root, "deal_key")), 64));
    json_decref(root);
}

/* Adds the tiles of an array of pairs [high, low]. */
static dom_tileset with_tiles(dom_tileset set, const json_t *pairs)
{
    size_t i;
    json_t *pair;
    json_array_foreach(pairs, i, pair) set =
        dom_tileset_with(set, dom_tile_of((int)json_integer_value(json_array_get(pair, 0)),
                                          (int)json_integer_value(json_array_get(pair, 1))));
    return set;
}

/* Returns the seat of a choice, counted from 0 through the match. */
typedef struct {
    uint32_t number;
    int seat, round;
    size_t event; /* of its round */
} choice_place;

static void find_choice(void *context, const dom_table *table, const dom_table_effect *effect)
{
    choice_place *at = context;
    if (effect->kind == DOM_TABLE_FX_DEAL && at->seat < 0)
        at->event = 0;
    if (effect->kind != DOM_TABLE_FX_EVENT || at->seat >= 0)
        return;
    if (effect->why != DOM_TABLE_WHY_FORCED && at->number-- == 0) {
        at->seat = effect->seat;
        at->round = table->match.round;
    }
    at->event += at->seat < 0;
}

static choice_place place_of_choice(const dom_record_match *r, uint32_t number)
{
    static dom_table table;
    choice_place at = {.number = number, .seat = -1};
    cr_assert(eq(int, dom_record_replay(r, &table, find_choice, &at, NULL), DOM_OK));
    return at;
}

static void expect_info(const json_t *infos, size_t i, choice_place at, const char *rest)
{
    char wanted[200];
    (void)snprintf(wanted, sizeof wanted, "{\"seat\":%d,\"round\":%d,\"event\":%zu%s}", at.seat,
                   at.round, at.event, rest);
    char *text = json_dumps(json_array_get(infos, i), JSON_COMPACT | JSON_REAL_PRECISION(10));
    cr_expect(eq(str, text, wanted));
    free(text);
}

Test(record, json_lists_what_the_bots_thought_beside_the_rounds)
{
    static played p;
    enum { LATE = 40 };
    played_play(&p, "draw-2", 11, 5, 7, 0);
    dom_record_match r = played_record(&p);
    dom_record_infos infos[2] = {{.bytes = NULL}, {.bytes = NULL}};
    choice_place first = place_of_choice(&r, 0), late = place_of_choice(&r, LATE);
    char *before, *after;
    cr_assert(eq(int, dom_record_json(&r, DOM_RECORD_CANONICAL, &before, NULL), DOM_OK));
    cr_assert(lt(int, 1, late.round));
    think(&infos[first.seat], 0,
          (dom_info){.has_expected = true, .expected = -100, .has_depth = true, .text = "\"so\""});
    think(&infos[late.seat], LATE, (dom_info){.has_worlds = true, .worlds = 480});
    think(&infos[late.seat], LATE + 1000000, (dom_info){.text = "no such choice"});
    dom_record_infos_drop(&infos[1], "why");
    r.infos = infos;
    json_t *root = json_of(&r);
    const json_t *list = json_object_get(root, "info");
    cr_assert(eq(sz, json_array_size(list), 2));
    expect_info(list, 0, first, ",\"expected\":-0.1,\"depth\":0,\"text\":\"\\\"so\\\"\"");
    expect_info(list, 1, late, ",\"worlds\":480");
    char *dropped = json_dumps(json_object_get(root, "info_dropped"), JSON_COMPACT);
    cr_expect(eq(str, dropped, "[{\"seat\":1,\"count\":1,\"reason\":\"why\"}]"));
    cr_assert(eq(int, dom_record_json(&r, DOM_RECORD_CANONICAL, &after, NULL), DOM_OK));
    cr_expect(eq(str, after, before), "no hash covers them");
    free(before);
    free(after);
    free(dropped);
    json_decref(root);
    dom_record_infos_clear(&infos[0]);
    dom_record_infos_clear(&infos[1]);
}

Test(record, bytes_that_are_no_infos_are_left_out)
{
    static played p;
    uint8_t bytes[] = {0, 0, 0, 0, 1, 0xff};
    played_play(&p, "draw-2", 11, 0, 0, 0);
    dom_record_match r = played_record(&p);
    dom_record_infos infos[2] = {{.bytes = bytes, .size = 6}, {.bytes = bytes, .size = 3}};
    r.infos = infos;
    json_t *root = json_of(&r);
    cr_expect(json_object_get(root, "info") == NULL);
    json_decref(root);
}

Test(record, hands_and_stock_of_a_double_twelve_set_are_its_91_tiles)
{
    static played p;
    played_begin(&p, "block-2", "set_max", "12", 2, 0);
    dom_table_fault(&p.table, p.table.match.play.turn, DOM_FAULT_CRASH);
    played_run(&p);
    dom_record_match r = played_record(&p);
    json_t *root = json_of(&r);
    json_t *round = json_array_get(json_object_get(root, "rounds"), 0);
    json_t *deal = json_object_get(round, "deal");
    json_t *hands = json_object_get(deal, "hands");
    dom_tileset all = with_tiles(dom_tileset_empty(), json_array_get(hands, 0));
    all = with_tiles(all, json_array_get(hands, 1));
    all = with_tiles(all, json_array_get(json_object_get(deal, "stock"), 0));
    cr_assert(eq(int, dom_tileset_count(all), DOM_TILES_MAX));
    json_decref(root);
}

Test(record, json_lists_tolerated_faults_and_at_the_end_the_decisive_one)
{
    static played p;
    played_play(&p, "block-2", 3, 100, 5, 12);
    dom_record_match r = played_record(&p);
    json_t *root = json_of(&r);
    json_t *faults = json_object_get(root, "faults");
    cr_assert(eq(sz, json_array_size(faults), 3));
    json_t *first = json_object_get(json_array_get(faults, 0), "tolerated");
    cr_assert_eq(json_typeof(first), JSON_TRUE);
    json_t *last = json_array_get(faults, 2);
    cr_assert_eq(json_typeof(json_object_get(last, "tolerated")), JSON_FALSE);
    assert_text(last, "code", "crash");
    json_t *rounds = json_object_get(root, "rounds");
    json_t *unfinished = json_array_get(rounds, json_array_size(rounds) - 1);
    assert_text(unfinished, "end", "fault");
    cr_assert_null(json_object_get(unfinished, "pips"));
    cr_assert_null(json_object_get(unfinished, "points"));
    json_decref(root);
}

Test(record, the_canonical_form_does_not_contain_times)
{
    static played slow, fast;
    char *first, *second;
    played_play(&slow, "draw-3", 4, 0, 0, 0);
    played_play(&fast, "draw-3", 4, 0, 0, 0);
    fast.decisions.size = 0;
    const uint8_t *bytes = slow.decisions.bytes;
    size_t size = slow.decisions.size;
    dom_record_decision d;
    while (dom_record_decisions_next(&bytes, &size, &d) == DOM_OK) {
        d.us = 1;
        cr_assert(eq(int, dom_record_decisions_add(&fast.decisions, &d), DOM_OK));
    }
    dom_record_match a = played_record(&slow), b = played_record(&fast);
    b.started_ms++;
    b.duration_ms++;
    b.attempt++;
    b.sandbox = "bwrap";
    b.is_revealed = true;
    cr_assert(eq(int, dom_record_json(&a, DOM_RECORD_CANONICAL, &first, NULL), DOM_OK));
    cr_assert(eq(int, dom_record_json(&b, DOM_RECORD_CANONICAL, &second, NULL), DOM_OK));
    cr_assert(eq(str, first, second));
    free(first);
    free(second);
}
