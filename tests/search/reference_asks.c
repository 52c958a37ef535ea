/* Plays rounds of every named variant and writes one line for each choice: the ask as a bot gets it
 * in JSON, a tab, and the index of the action that the reference policy takes for that of
 * `careful`. The policy sees the view only. Half of the actions are random, so that positions occur
 * that no good player reaches.
 *
 *     reference_asks ROUNDS    rounds of each variant
 */
#include "deal/deal.h"
#include "protocol/message.h"
#include "rules/variant.h"
#include "search/position.h"
#include "search/reference.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_BYTES = 1 << 16 };

typedef struct {
    dom_variant variant;
    dom_deal_key key;
    dom_random random;
    dom_match match;
    dom_deal deal;
    dom_msg_ask ask;
    dom_search_choice choice;
    uint8_t line[ASK_BYTES];
} player;

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    (void)fprintf(stderr, "reference_asks: %s failed\n", what);
    exit(1);
}

static void write_choice(player *p)
{
    dom_round position;
    dom_err err;
    dom_view_of(&p->ask.view, &p->match, p->match.play.turn);
    (void)snprintf(p->ask.variant, sizeof p->ask.variant, "%s", p->variant.name);
    must(dom_search_position_of(&position, &p->ask.view, &p->variant.options, &err) == DOM_OK,
         p->variant.name);
    dom_search_choice_of(&p->choice, &position);
    size_t size = dom_msg_encode(DOM_FORMAT_JSON, DOM_MSG_ASK, &p->ask, p->line, sizeof p->line);
    must(size > 0, "an ask");
    (void)printf("%.*s\t%d\n", (int)size, (const char *)p->line, p->choice.preferred);
}

static void play_round(player *p)
{
    while (p->match.play.end == DOM_END_NONE) {
        if (dom_match_force(&p->match))
            continue;
        write_choice(p);
        bool is_random = dom_random_below(&p->random, 2) == 0;
        int index = is_random ? dom_random_below(&p->random, p->choice.count) : p->choice.preferred;
        dom_match_make(&p->match, p->choice.action[index]);
    }
}

static void play_variant(player *p, int rounds)
{
    dom_match_init(&p->match, &p->variant.options);
    for (int i = 1; i <= rounds && !p->match.over; i++) {
        dom_deal_make(&p->deal, &p->variant.options, &p->key, i, dom_match_lead(&p->match));
        dom_match_deal(&p->match, &p->deal);
        play_round(p);
        dom_match_settle(&p->match);
    }
}

int main(int count, char **words)
{
    static player p = {.random = {7}};
    dom_deal_secret secret;
    must(count == 2 && sodium_init() >= 0, "the start");
    dom_deal_secret_of_seed(&secret, 7);
    dom_deal_key_of_set(&p.key, &secret, "reference", 1);
    for (size_t i = 0; i < dom_variant_count(); i++) {
        p.variant = dom_variant_at(i);
        play_variant(&p, atoi(words[1]));
    }
    return 0;
}
