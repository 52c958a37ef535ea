#include "results/baseline.h"

#include "deal/deal.h"
#include "table/table.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_MATCHES = 8 }; /* of each variant, on deals that are always the same */

_Static_assert(DOM_ACTIONS_MAX <= UINT8_MAX, "a choice is a byte");

static int weight(dom_action action)
{
    return action.kind == DOM_PLAY ? dom_tile_pips(action.tile) : -1;
}

static uint8_t choose(const dom_table *table)
{
    int best = 0;
    for (int i = 1; i < table->legal_count; i++)
        if (weight(table->legal[i]) > weight(table->legal[best]))
            best = i;
    return (uint8_t)best;
}

/* `hash`: also of every choice; NULL: none. Returns the number of choices. */
static uint32_t play(dom_table *table, const dom_options *options, const dom_deal_key *set_key,
                     crypto_generichash_state *hash)
{
    dom_table_effect effect;
    uint32_t choices = 0;
    dom_table_start(table, options, 0);
    do {
        while (dom_table_next(table, &effect))
            if (effect.kind == DOM_TABLE_FX_DEAL) {
                dom_deal deal;
                dom_deal_to_play(&deal, options, set_key, effect.round, effect.need);
                dom_table_deal(table, &deal);
            }
        if (table->state == DOM_TABLE_ASKING) {
            uint8_t choice = choose(table);
            choices++;
            if (hash)
                crypto_generichash_update(hash, &choice, sizeof choice);
            dom_table_answer(table, table->match.play.turn, choice, 0);
        }
    } while (table->state != DOM_TABLE_SETTLED);
    return choices;
}

static uint32_t play_shown(dom_table *table, const dom_options *options, uint32_t set,
                           crypto_generichash_state *hash)
{
    dom_deal_secret secret;
    dom_deal_key key;
    dom_deal_secret_of_seed(&secret, 0);
    dom_deal_key_of_set(&key, &secret, DOM_RESULTS_BASELINE_NAME, set);
    return play(table, options, &key, hash);
}

bool dom_results_baseline_remark(dom_text *out, const dom_options *options)
{
    dom_table table;
    uint32_t choices = 0;
    bool is_reached = options->target == 0;
    for (uint32_t set = 1; (!is_reached || choices == 0) && set <= SHOWN_MATCHES; set++) {
        choices += play_shown(&table, options, set, NULL);
        for (int seat = 0; seat < options->players; seat++)
            is_reached |= table.match.score[seat] >= options->target;
    }
    if (choices == 0) {
        dom_text_add(out, "no seat ever has a choice, so no bot is asked");
    } else if (!is_reached) {
        dom_text_add(out, "the target of ");
        dom_text_add_int(out, options->target);
        dom_text_add(out, " is hardly ever reached; most matches will end after ");
        dom_text_add_int(out, DOM_ROUNDS_MAX);
        dom_text_add(out, " rounds, and the scores decide");
    }
    return choices == 0 || !is_reached;
}

/* Choices and scores. */
static void hash_variant(crypto_generichash_state *hash, const dom_variant *variant,
                         dom_table *table)
{
    for (uint32_t set = 1; set <= SHOWN_MATCHES; set++) {
        (void)play_shown(table, &variant->options, set, hash);
        for (int seat = 0; seat < variant->options.players; seat++) {
            char score[24];
            (void)snprintf(score, sizeof score, "%d ", (int)table->match.score[seat]);
            crypto_generichash_update(hash, (const uint8_t *)score, strlen(score));
        }
    }
}

dom_rc dom_results_baseline_identify(dom_core_tournament *t, dom_err *err)
{
    crypto_generichash_state hash;
    uint8_t digest[DOM_DEAL_KEY_BYTES];
    char hex[DOM_DEAL_HEX_BYTES];
    dom_table *table = malloc(sizeof *table);
    if (table == NULL)
        return dom_err_no_memory(err);
    crypto_generichash_init(&hash, NULL, 0, sizeof digest);
    for (int v = 0; v < t->variant_count; v++)
        hash_variant(&hash, &t->variants[v], table);
    crypto_generichash_final(&hash, digest, sizeof digest);
    dom_deal_hex_write(hex, digest);
    (void)snprintf(t->baseline, sizeof t->baseline, DOM_RESULTS_BASELINE_NAME "-%s", hex);
    free(table);
    return DOM_OK;
}
