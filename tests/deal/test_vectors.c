/* The deals of protocol/vectors/deals.json. check_deals.py computes them independently. */
#include "deal/deal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <string.h>

static const struct {
    const char *word;
    dom_lead rule;
} leads[] = {
    {"rotate", DOM_LEAD_ROTATE},
    {"lots", DOM_LEAD_LOTS},
    {"high_tile", DOM_LEAD_HIGH_TILE},
    {"count", DOM_LEAD_COUNT},
    {"drawn_double", DOM_LEAD_DRAWN_DOUBLE},
    {"highest_double", DOM_LEAD_HIGHEST_DOUBLE},
    {"lowest_double", DOM_LEAD_LOWEST_DOUBLE},
};

static json_t *vectors;

static void load(void)
{
    json_error_t error;
    vectors = json_load_file(DOM_VECTORS "/deals.json", 0, &error);
    cr_assert(ne(ptr, vectors, NULL), "%s:%d", error.text, error.line);
    cr_assert(json_array_size(vectors) > 20);
}

static void drop(void)
{
    json_decref(vectors);
}

TestSuite(deal_vectors, .init = load, .fini = drop);

static const char *text_in(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static uint32_t number_in(const json_t *object, const char *key)
{
    return (uint32_t)json_integer_value(json_object_get(object, key));
}

static json_t *json_of_tile(dom_tile tile)
{
    return tile == DOM_NO_TILE ? json_null()
                               : json_pack("[ii]", dom_tile_high(tile), dom_tile_low(tile));
}

static json_t *json_of_hex(const uint8_t bytes[DOM_DEAL_KEY_BYTES])
{
    char text[DOM_DEAL_HEX_BYTES];
    dom_deal_hex_write(text, bytes);
    return json_string(text);
}

static json_t *json_of_hands(const dom_deal *deal, int players)
{
    json_t *hands = json_array();
    for (int s = 0; s < players; s++) {
        json_t *hand = json_array();
        for (dom_tile t = dom_tileset_next(deal->hand[s], 0); t != DOM_NO_TILE;
             t = dom_tileset_next(deal->hand[s], t + 1))
            json_array_append_new(hand, json_of_tile(t));
        json_array_append_new(hands, hand);
    }
    return hands;
}

static json_t *json_of_stock(const dom_deal *deal, int players)
{
    json_t *stock = json_array();
    for (int s = 0; s < players; s++) {
        json_t *order = json_array();
        for (int i = 0; i < deal->stock_count; i++)
            json_array_append_new(order, json_of_tile(deal->stock[s][i]));
        json_array_append_new(stock, order);
    }
    return stock;
}

static json_t *json_of_lots(const dom_deal *deal)
{
    json_t *lots = json_array();
    for (int i = 0; i < deal->lot_count; i++)
        json_array_append_new(lots, json_pack("[iii]", deal->lots[i].seat,
                                              dom_tile_high(deal->lots[i].tile),
                                              dom_tile_low(deal->lots[i].tile)));
    return lots;
}

static dom_deal_secret secret_in(const json_t *vector)
{
    dom_deal_secret secret;
    cr_assert(eq(int, dom_deal_hex_read(secret.byte, text_in(vector, "secret")), DOM_OK));
    return secret;
}

static dom_options options_in(const json_t *vector)
{
    dom_err err;
    dom_options options = dom_options_default();
    cr_assert(eq(int, dom_options_apply(&options, text_in(vector, "settings"), &err), DOM_OK));
    cr_assert(eq(int, dom_options_check(&options, &err), DOM_OK), "%s: %s", text_in(vector, "name"),
              err.text);
    return options;
}

static dom_lead_need need_in(const json_t *vector)
{
    dom_lead_need need = {.rule = DOM_LEAD_NEXT, .seat = DOM_NOBODY};
    for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
        if (strcmp(leads[i].word, text_in(vector, "lead")) == 0)
            need.rule = leads[i].rule;
    cr_assert(ne(int, need.rule, DOM_LEAD_NEXT));
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(vector, "draw"), i, seat) need.seats |=
        (uint8_t)(1u << json_integer_value(seat));
    return need;
}

/* Takes over `found`. */
static void check(const json_t *vector, const char *key, json_t *found)
{
    if (!json_equal(json_object_get(vector, key), found)) {
        char *text = json_dumps(found, JSON_COMPACT | JSON_ENCODE_ANY);
        cr_expect(false, "%s: %s is %s", text_in(vector, "name"), key, text);
        free(text);
    }
    json_decref(found);
}

static dom_deal_key key_in(const json_t *vector)
{
    dom_deal_secret secret = secret_in(vector);
    dom_deal_key key;
    dom_deal_key_of_set(&key, &secret, text_in(vector, "tournament"), number_in(vector, "set"));
    return key;
}

Test(deal_vectors, secret_commitment_set_key_and_bot_seed_are_as_specified)
{
    size_t i;
    json_t *v;
    json_array_foreach(vectors, i, v)
    {
        const char *tournament = text_in(v, "tournament");
        dom_deal_secret secret = secret_in(v);
        if (json_is_integer(json_object_get(v, "seed"))) {
            dom_deal_secret_of_seed(&secret,
                                    (uint64_t)json_integer_value(json_object_get(v, "seed")));
            check(v, "secret", json_of_hex(secret.byte));
        }
        dom_deal_commit commit;
        dom_deal_commit_of(&commit, &secret, tournament);
        check(v, "commit", json_of_hex(commit.byte));
        check(v, "set_key", json_of_hex(key_in(v).byte));
        json_t *bot = json_object_get(v, "bot");
        dom_deal_chair chair = {number_in(v, "set"), number_in(bot, "rotation"),
                                number_in(bot, "seat")};
        check(bot, "seed", json_integer((json_int_t)dom_deal_bot_seed(&secret, tournament, chair)));
    }
}

Test(deal_vectors, deals_are_as_specified)
{
    size_t i;
    json_t *v;
    json_array_foreach(vectors, i, v)
    {
        dom_options options = options_in(v);
        dom_deal_key key = key_in(v);
        dom_deal deal;
        dom_deal_make(&deal, &options, &key, (int)number_in(v, "round"), need_in(v));
        check(v, "start", json_of_tile(deal.start));
        check(v, "hands", json_of_hands(&deal, options.players));
        check(v, "stock", json_of_stock(&deal, options.players));
        check(v, "lots", json_of_lots(&deal));
        check(v, "leader", json_integer(deal.leader));
        check(v, "redeals", json_integer(deal.redeals));
    }
}
