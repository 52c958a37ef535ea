#include "ledger_hash.h"

#include <string.h>

static void add_integer(dom_results_ledger_hash *hash, int64_t value)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)((uint64_t)value >> 8 * i);
    (void)crypto_generichash_update(&hash->state, bytes, sizeof bytes);
}

static void add_integers(dom_results_ledger_hash *hash, const int64_t values[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_integer(hash, values[i]);
}

static void add_bytes(dom_results_ledger_hash *hash, const void *bytes, size_t size)
{
    add_integer(hash, (int64_t)size);
    if (size > 0)
        (void)crypto_generichash_update(&hash->state, bytes, size);
}

static void add_text(dom_results_ledger_hash *hash, const char *text)
{
    add_bytes(hash, text, strlen(text));
}

#define ADD_INTEGERS(hash, ...)                                                                    \
    add_integers(hash, (const int64_t[]){__VA_ARGS__},                                             \
                 sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static void add_stage(dom_results_ledger_hash *hash, int number, const dom_store_stage *stage)
{
    add_text(hash, "stage");
    ADD_INTEGERS(hash, number, stage->first_set, stage->bots, stage->old_bots, stage->sets,
                 stage->rounds, stage->finished_ms != 0);
    add_text(hash, stage->commit);
}

static void add_change(dom_results_ledger_hash *hash, int64_t number,
                       const dom_store_change *change)
{
    add_text(hash, "change");
    ADD_INTEGERS(hash, number, change->stage, change->entry, change->bot, change->state);
    add_text(hash, change->reason);
}

void dom_results_ledger_hash_begin(dom_results_ledger_hash *hash, const dom_store_tournament *t)
{
    crypto_generichash_init(&hash->state, NULL, 0, DOM_DEAL_KEY_BYTES);
    add_text(hash, "tournament");
    add_integer(hash, t->is_reproducible);
    add_text(hash, t->name);
    add_text(hash, t->config);
    for (int i = 0; i < t->bot_count; i++) {
        add_text(hash, "entrant");
        add_integer(hash, i);
        add_text(hash, t->bots[i].name);
        add_text(hash, t->bots[i].version);
    }
    for (int i = 0; i < t->variant_count; i++) {
        add_text(hash, "variant");
        add_integer(hash, i);
        add_text(hash, t->variants[i].name);
        add_text(hash, t->variants[i].base);
    }
    for (int i = 0; i < t->stage_count; i++)
        add_stage(hash, i, &t->stages[i]);
    for (size_t i = 0; i < t->change_count; i++)
        add_change(hash, (int64_t)i, &t->changes[i]);
    for (size_t i = 0; i < t->move_count; i++) {
        add_text(hash, "moved");
        ADD_INTEGERS(hash, t->moves[i].stage, t->moves[i].first_set, t->moves[i].last_set);
    }
    for (size_t i = 0; i < t->ruling_count; i++) {
        add_text(hash, "ruling");
        ADD_INTEGERS(hash, (int64_t)i, t->rulings[i].kind, (int64_t)t->rulings[i].match);
        add_text(hash, t->rulings[i].reason);
    }
}

void dom_results_ledger_hash_process(dom_results_ledger_hash *hash, const dom_store_process *p)
{
    add_text(hash, "process");
    ADD_INTEGERS(hash, p->bot, p->seat, p->instance);
    add_text(hash, p->language);
    add_text(hash, p->version);
    add_text(hash, p->ended);
    add_bytes(hash, p->log, p->log_bytes);
}

void dom_results_ledger_hash_fault(dom_results_ledger_hash *hash, const dom_store_fault *f,
                                   const dom_results_process_index *processes)
{
    size_t process = dom_results_process_index_find(processes, f->process);
    add_text(hash, "fault");
    ADD_INTEGERS(hash, (int64_t)f->match, f->seat, f->bot, (int64_t)process, f->code, f->tolerated,
                 f->choice);
    add_text(hash, f->text);
    add_bytes(hash, f->answer, f->answer_bytes);
}

void dom_results_ledger_hash_start(dom_results_ledger_hash *hash, uint64_t match, uint32_t starts)
{
    add_text(hash, "start");
    ADD_INTEGERS(hash, (int64_t)match, starts);
}

void dom_results_ledger_hash_match(dom_results_ledger_hash *hash, const dom_store_match *m,
                                   const dom_results_process_index *processes)
{
    add_text(hash, "match");
    ADD_INTEGERS(hash, (int64_t)m->match, m->attempt, m->end, m->fault_seat);
    add_text(hash, m->sandbox);
    for (int s = 0; s < m->seats; s++)
        add_integer(hash, (int64_t)dom_results_process_index_find(processes, m->seat[s].process));
}

void dom_results_ledger_hash_end(dom_results_ledger_hash *hash, const char *tournament_hash,
                                 char hex[static DOM_DEAL_HEX_BYTES])
{
    uint8_t digest[DOM_DEAL_KEY_BYTES];
    add_text(hash, "matches");
    add_text(hash, tournament_hash);
    (void)crypto_generichash_final(&hash->state, digest, sizeof digest);
    dom_deal_hex_write(hex, digest);
}
