/* Thinking times are those of matches that can be played again. */
#include "deal/deal.h"
#include "record/decisions.h"
#include "site/site_read.h"
#include "small_store.h"
#include "table/table.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { SEATS = 2 };

SCRATCH_SUITE(site_times);

static dom_store *store;
static small_tournament stored;

/* Plays a match in which every choice is the first one, and counts the choices of each seat. */
static void play(dom_record_decisions *decisions, uint64_t choices[static SEATS])
{
    static dom_table table;
    dom_table_effect fx;
    dom_deal_secret secret = {{0}};
    dom_deal_key key;
    dom_deal_key_of_set(&key, &secret, stored.t.name, 1);
    dom_table_start(&table, &stored.variants[0].options, 0);
    do {
        while (dom_table_next(&table, &fx)) {
            const dom_record_decision d = {.action = fx.action, .us = fx.us};
            if (fx.kind == DOM_TABLE_FX_DEAL) {
                dom_deal deal;
                dom_deal_make(&deal, &stored.variants[0].options, &key, fx.round, fx.need);
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
    store = small_store_open(&s, "a.db");
    expect_ok(dom_store_tournament_add(store, &stored.t, &last_err));
    dom_store_match m = small_match(stored.t.id, 1);
    m.decisions = decisions->bytes;
    m.decisions_bytes = decisions->size;
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_match_add(store, &m, &last_err));
    expect_ok(dom_store_commit(store, &last_err));
}

Test(site_times, every_choice_of_the_newest_matches_has_its_time)
{
    dom_web_site site;
    dom_record_decisions decisions = {.size = 0};
    uint64_t choices[SEATS] = {0};
    small_tournament_make(&stored, SEATS);
    play(&decisions, choices);
    store_match(&decisions);
    expect_ok(dom_site_read(&site, &(dom_site_read_spec){.store = store}, &last_err));
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
