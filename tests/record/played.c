#include "played.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

unsigned played_number(played *p)
{
    return p->random = p->random * 1103515245u + 12345u;
}

void played_run(played *p)
{
    dom_table_effect fx;
    while (dom_table_next(&p->table, &fx)) {
        if (fx.kind == DOM_TABLE_FX_DEAL) {
            dom_deal deal;
            dom_deal_make(&deal, &p->variant.options, &p->key, fx.round, fx.need);
            dom_table_deal(&p->table, &deal);
        }
        if (fx.kind != DOM_TABLE_FX_EVENT || fx.why == DOM_TABLE_WHY_FORCED)
            continue;
        dom_record_decision d = {.action = fx.action, .us = fx.us, .substituted = fx.fault};
        cr_assert(eq(int, dom_record_decisions_add(&p->decisions, &d), DOM_OK));
        p->decision_count++;
        p->time_us[fx.seat] += fx.us;
    }
}

void played_begin(played *p, const char *variant, const char *option, const char *value,
                  unsigned seed, uint32_t tolerate)
{
    dom_deal_secret secret;
    dom_record_decisions_clear(&p->decisions);
    memset(p, 0, sizeof *p);
    cr_assert(eq(int, dom_variant_find(&p->variant, variant, NULL), DOM_OK));
    if (option)
        cr_assert(eq(int, dom_option_set(&p->variant.options, dom_option_find(option), value, NULL),
                     DOM_OK));
    dom_deal_secret_of_seed(&secret, seed);
    dom_deal_key_of_set(&p->key, &secret, "test", 3);
    p->random = seed;
    dom_table_start(&p->table, &p->variant.options, tolerate);
    played_run(p);
}

void played_play(played *p, const char *variant, unsigned seed, uint32_t tolerate,
                 unsigned fault_every, unsigned crash_after)
{
    played_begin(p, variant, NULL, NULL, seed, tolerate);
    for (unsigned n = 1; p->table.state == DOM_TABLE_ASKING; n++) {
        int seat = p->table.match.play.turn;
        if (crash_after && n > crash_after)
            dom_table_fault(&p->table, seat, DOM_FAULT_CRASH);
        else if (fault_every && n % fault_every == 0)
            dom_table_fault(&p->table, seat, DOM_FAULT_TIMEOUT);
        else
            dom_table_answer(&p->table, seat,
                             (played_number(p) >> 8) % (unsigned)p->table.legal_count,
                             played_number(p) >> 10);
        played_run(p);
    }
}

dom_record_match played_record(const played *p)
{
    dom_record_match r = {.tournament = "test",
                          .match = 17,
                          .set = 3,
                          .rotation = 1,
                          .attempt = 1,
                          .variant = p->variant.name,
                          .options = &p->variant.options,
                          .end = p->table.end,
                          .fault_seat = p->table.fault_seat,
                          .started_ms = INT64_C(1763693000123),
                          .duration_ms = 12,
                          .sandbox = "limits",
                          .key = p->key,
                          .decisions = p->decisions.bytes,
                          .decisions_bytes = p->decisions.size};
    for (int s = 0; s < DOM_SEATS_MAX; s++) {
        r.bot_name[s] = "bot";
        r.bot_version[s] = "00ff";
    }
    return r;
}
