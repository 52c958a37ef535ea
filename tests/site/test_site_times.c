/* Thinking times are those of matches that can be played again. */
#include "deal/deal.h"
#include "record/decisions.h"
#include "scratch.h"
#include "site/site_read.h"
#include "table/table.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { SEATS = 2 };

SCRATCH_SUITE(site_times);

static dom_store *store;
static dom_variant variant;
static dom_err err;

/* Plays a match in which every choice is the first one, and counts the choices of each seat. */
static void play(dom_record_decisions *decisions, uint64_t choices[static SEATS])
{
    static dom_table table;
    dom_table_effect fx;
    dom_deal_secret secret = {{0}};
    dom_deal_key key;
    dom_deal_key_of_set(&key, &secret, "spring", 1);
    dom_table_start(&table, &variant.options, 0);
    do {
        while (dom_table_next(&table, &fx)) {
            const dom_record_decision d = {.action = fx.action, .us = fx.us};
            if (fx.kind == DOM_TABLE_FX_DEAL) {
                dom_deal deal;
                dom_deal_make(&deal, &variant.options, &key, fx.round, fx.need);
                dom_table_deal(&table, &deal);
            }
            if (fx.kind != DOM_TABLE_FX_EVENT || fx.why == DOM_TABLE_WHY_FORCED)
                continue;
            cr_assert(eq(int, dom_record_decisions_add(decisions, &d), DOM_OK));
            choices[fx.seat] += fx.why == DOM_TABLE_WHY_CHOSEN;
        }
        if (table.state == DOM_TABLE_ASKING)
            dom_table_answer(&table, table.match.play.turn, 0, 1000);
    } while (table.state != DOM_TABLE_SETTLED);
}

/* Stores the first match of a set. */
static void store_match(const dom_record_decisions *decisions)
{
    static const dom_store_bot bots[] = {{"anna", "1"}, {"ben", "1"}};
    static const dom_store_stage stage = {
        .first_set = 1, .bots = 2, .sets = 7, .created_ms = 1, .commit = "0"};
    dom_store_tournament t = {.name = "spring",
                              .config = "{\"schedule\":\"round-robin\"}",
                              .bot_count = 2,
                              .bots = bots,
                              .variant_count = 1,
                              .variants = &variant,
                              .stage_count = 1,
                              .stages = &stage};
    cr_assert(
        eq(int, dom_store_open(&store, scratch_at(&s, "a.db"), DOM_STORE_WRITE, &err), DOM_OK));
    cr_assert(eq(int, dom_store_tournament_add(store, &t, &err), DOM_OK), "%s", err.text);
    const dom_store_match m = {.tournament = t.id,
                               .match = 1,
                               .set = 1,
                               .attempt = 1,
                               .fault_seat = -1,
                               .rounds = 1,
                               .started_ms = 1,
                               .sandbox = "none",
                               .seats = SEATS,
                               .seat = {{.bot = 0, .place = 1}, {.bot = 1, .place = 2}},
                               .decisions = decisions->bytes,
                               .decisions_bytes = decisions->size};
    cr_assert(eq(int, dom_store_begin(store, &err), DOM_OK));
    cr_assert(eq(int, dom_store_match_add(store, &m, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_store_commit(store, &err), DOM_OK));
}

Test(site_times, every_choice_of_the_newest_matches_has_its_time)
{
    dom_web_site site;
    dom_record_decisions decisions = {.size = 0};
    uint64_t choices[SEATS] = {0};
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", &err), DOM_OK));
    play(&decisions, choices);
    store_match(&decisions);
    cr_assert(eq(int, dom_site_read(&site, &(dom_site_read_spec){.store = store}, &err), DOM_OK));
    const dom_web_variant *v = &site.variants[0];
    cr_assert(eq(sz, dom_web_variant_lines(v), SEATS));
    for (size_t i = 0; i < SEATS; i++) {
        const dom_web_row *row = &v->list->rows[i];
        cr_expect(lt(u64, 10, row->times.choices));
        cr_expect(eq(u64, row->times.choices, choices[row->bot]));
    }
    dom_web_site_clear(&site);
    dom_record_decisions_clear(&decisions);
    dom_store_close(&store);
}
