/* What every decision goes through, path by path and without the kernel, for
 * valgrind to count the instructions of (hot_paths.py).
 *
 *     hot_paths                  names of the paths
 *     hot_paths --versions       what the counts depend on, as JSON
 *     hot_paths NAME             run it once: prints how many units it did
 *
 * Everything comes from fixed seeds, so a path always does exactly the same. Only
 * what happens inside count_me() counts.
 */
#include "deal/deal.h"
#include "ipc/frame.h"
#include "protocol/message.h"
#include "ratings/list.h"
#include "record/record.h"
#include "rules/variant.h"
#include "search/account.h"
#include "search/playout.h"
#include "search/solver.h"

#include <gnu/libc-version.h>
#include <jansson.h>
#include <lapacke.h>
#include <msgpack.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 200,
    ASKS = 64,
    MESSAGE_BYTES = 8192, /* room for one ask in either format                 */
    REPEATS = 20,
    PLAYERS = 20,
    SETS = 400,
    ENTRIES = 1 << 14, /* of the solver's table */
    VALUED = 8         /* of the asks */
};

/* A received message. */
typedef struct {
    uint8_t bytes[MESSAGE_BYTES];
    size_t size;
} wire;

/* The data of the paths. `random` is an xorshift64, whose cost is small. */
typedef struct {
    uint64_t random;
    dom_variant variant;
    dom_deal_key key;
    dom_lead_need need; /* of the first round */
    dom_deal deal[ROUNDS];
    dom_round round;
    dom_table table;
    dom_record_decisions decisions; /* of one match                                   */
    dom_msg_ask ask[ASKS];
    dom_msg_ask *item[ASKS];
    dom_msg_acts acts;
    wire wire[ASKS];
    uint8_t out[DOM_ARENA_MESSAGE_BYTES];
    size_t out_size;
    dom_decoder *decoder;
    dom_msg message;
    dom_msg_ask read[ASKS];
    dom_ratings_match match[2 * SETS];
    dom_random chance;
    dom_search_entry entry[ENTRIES];
    dom_search_solver solver;
    dom_search_belief belief;
    dom_search_values values;
} bench;

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    (void)fprintf(stderr, "hot_paths: %s failed\n", what);
    exit(1);
}

static uint32_t below(bench *b, uint32_t n)
{
    b->random ^= b->random << 13;
    b->random ^= b->random >> 7;
    b->random ^= b->random << 17;
    return (uint32_t)(((b->random >> 32) * n) >> 32);
}

/* ---- rules and deals ------------------------------------------------------ */

static void use_variant(bench *b, const char *name)
{
    dom_deal_secret secret;
    dom_err err;
    must(dom_variant_find(&b->variant, name, &err) == DOM_OK, name);
    dom_deal_secret_of_seed(&secret, 7);
    dom_deal_key_of_set(&b->key, &secret, "hot paths", 1);
}

/* Makes deals of first rounds. */
static long make_deals(bench *b)
{
    for (int i = 0; i < ROUNDS; i++)
        dom_deal_make(&b->deal[i], &b->variant.options, &b->key, i + 1, b->need);
    return ROUNDS;
}

static void prepare_deals(bench *b, const char *variant)
{
    use_variant(b, variant);
    dom_match_init(&b->table.match, &b->variant.options);
    b->need = dom_match_lead(&b->table.match);
    (void)make_deals(b);
}

static void prepare_block_2(bench *b)
{
    prepare_deals(b, "block-2");
}

static void prepare_homo(bench *b)
{
    prepare_deals(b, "homo-homini-lupus");
}

static void begin_round(bench *b, int number)
{
    const dom_deal *deal = &b->deal[number];
    int leader = deal->leader == DOM_NOBODY ? 0 : deal->leader;
    dom_round_begin(&b->round, &b->variant.options, deal, b->need.rule, leader);
}

static long play_rounds(bench *b)
{
    long plies = 0;
    for (int i = 0; i < ROUNDS; i++) {
        dom_action legal[DOM_ACTIONS_MAX];
        dom_event event;
        int count;
        begin_round(b, i);
        while ((count = dom_round_legal(&b->round, legal)) > 0) {
            (void)dom_round_apply(&b->round, legal[below(b, (uint32_t)count)], &event);
            plies++;
        }
    }
    return plies;
}

/* ---- search --------------------------------------------------------------- */

static long play_by_chance(bench *b)
{
    for (int i = 0; i < ROUNDS; i++) {
        begin_round(b, i);
        dom_search_playout(&b->round, &b->chance);
    }
    return ROUNDS;
}

static long solve_rounds(bench *b)
{
    b->solver.table = b->entry;
    b->solver.entries = ENTRIES;
    for (int i = 0; i < ROUNDS; i++) {
        begin_round(b, i);
        b->solver.world++;
        must(dom_search_solve(&b->solver, &b->round, 0).is_exact, "a solution");
    }
    return ROUNDS;
}

/* ---- table and record ----------------------------------------------------- */

/* Takes effects; returns true if a seat is asked. */
static bool run_table(bench *b)
{
    dom_table_effect fx;
    while (dom_table_next(&b->table, &fx)) {
        if (fx.kind == DOM_TABLE_FX_DEAL) {
            dom_deal deal;
            dom_deal_make(&deal, &b->variant.options, &b->key, fx.round, fx.need);
            dom_table_deal(&b->table, &deal);
        } else if (fx.kind == DOM_TABLE_FX_EVENT && fx.why == DOM_TABLE_WHY_CHOSEN) {
            dom_record_decision decision = {.action = fx.action, .us = fx.us};
            must(dom_record_decisions_add(&b->decisions, &decision) == DOM_OK, "memory");
        }
    }
    return b->table.state == DOM_TABLE_ASKING;
}

/* Plays a random match; keeps its decisions and the first ASKS views. */
static long play_match(bench *b)
{
    long asked = 0;
    b->decisions.size = 0;
    dom_table_start(&b->table, &b->variant.options, 0);
    while (run_table(b)) {
        int seat = b->table.match.play.turn;
        dom_view_of(&b->ask[asked % ASKS].view, &b->table.match, seat);
        dom_table_answer(&b->table, seat, below(b, (uint32_t)b->table.legal_count), 5);
        asked++;
    }
    return asked;
}

static void prepare_match(bench *b)
{
    use_variant(b, "block-2");
    must(play_match(b) >= ASKS, "a match long enough");
}

static dom_record_match record_of(const bench *b)
{
    return (dom_record_match){.tournament = "hot paths",
                              .match = 1,
                              .set = 1,
                              .attempt = 1,
                              .variant = b->variant.name,
                              .options = &b->variant.options,
                              .bot_name = {"one", "two"},
                              .bot_version = {"1", "1"},
                              .fault_seat = -1,
                              .sandbox = "limits",
                              .key = b->key,
                              .decisions = b->decisions.bytes,
                              .decisions_bytes = b->decisions.size};
}

static long value_choices(bench *b)
{
    dom_search_value_plan plan = {.worlds = 200};
    dom_search_account account;
    dom_err err;
    dom_search_account_begin(&account, 0);
    for (int i = 0; i < VALUED; i++) {
        must(dom_search_belief_of(&b->belief, &b->ask[i].view, &b->variant.options, &err) == DOM_OK,
             "a belief");
        plan.seed = (uint64_t)i;
        must(dom_search_values_of(&b->values, &b->belief, &plan) == DOM_OK, "values");
        (void)dom_search_account_choose(&account, &b->values, 0);
    }
    return VALUED;
}

static long write_record(bench *b)
{
    dom_record_match record = record_of(b);
    dom_err err;
    char *text = NULL;
    must(dom_record_json(&record, DOM_RECORD_WHOLE, &text, &err) == DOM_OK, "a record");
    free(text);
    return 1;
}

static long replay_record(bench *b)
{
    dom_record_match record = record_of(b);
    dom_err err;
    must(dom_record_replay(&record, &b->table, NULL, NULL, &err) == DOM_OK, "a replay");
    return 1;
}

/* ---- messages ------------------------------------------------------------- */

/* The numbers have as many digits as those of a real tournament. */
static void prepare_asks(bench *b)
{
    prepare_match(b);
    for (int i = 0; i < ASKS; i++) {
        dom_msg_ask *ask = b->item[i] = &b->ask[i];
        ask->req = DOM_INTEGER_MAX / 3 + 7919 * i;
        ask->table = 1000 + i;
        ask->seed = DOM_INTEGER_MAX / 5 + i;
        ask->clock = (dom_msg_clock){.move_ms = 1000};
        memcpy(ask->variant, b->variant.name, sizeof ask->variant);
        b->acts.act[i] = (dom_msg_act){.req = ask->req, .choice = i % 5};
    }
    b->acts.count = ASKS;
}

static void keep(bench *b, int i, size_t size)
{
    must(0 < size && size <= MESSAGE_BYTES, "a message");
    memcpy(b->wire[i].bytes, b->out, size);
    b->wire[i].size = size;
}

static size_t encode(bench *b, dom_format format, dom_msg_type type, const void *body)
{
    return dom_msg_encode(format, type, body, b->out, sizeof b->out);
}

static long encode_each(bench *b, dom_format format)
{
    for (int i = 0; i < ASKS; i++)
        must(encode(b, format, DOM_MSG_ASK, &b->ask[i]) > 0, "an ask");
    return ASKS;
}

static long encode_ask_msgpack(bench *b)
{
    return encode_each(b, DOM_FORMAT_MSGPACK);
}

static long encode_ask_json(bench *b)
{
    return encode_each(b, DOM_FORMAT_JSON);
}

static long encode_asks(bench *b)
{
    dom_msg_asks asks = {.count = ASKS, .room = ASKS, .item = b->item};
    b->out_size = encode(b, DOM_FORMAT_MSGPACK, DOM_MSG_ASKS, &asks);
    must(b->out_size > 0, "asks");
    return ASKS;
}

static void prepare_each(bench *b, dom_format format, dom_msg_type type)
{
    prepare_asks(b);
    for (int i = 0; i < ASKS; i++) {
        const void *body =
            type == DOM_MSG_ACT ? (const void *)&b->acts.act[i] : (const void *)&b->ask[i];
        keep(b, i, encode(b, format, type, body));
    }
}

static void prepare_act_msgpack(bench *b)
{
    prepare_each(b, DOM_FORMAT_MSGPACK, DOM_MSG_ACT);
}

static void prepare_act_json(bench *b)
{
    prepare_each(b, DOM_FORMAT_JSON, DOM_MSG_ACT);
}

static void prepare_ask_msgpack(bench *b)
{
    prepare_each(b, DOM_FORMAT_MSGPACK, DOM_MSG_ASK);
}

static void prepare_ask_json(bench *b)
{
    prepare_each(b, DOM_FORMAT_JSON, DOM_MSG_ASK);
}

static void prepare_encoded_asks(bench *b)
{
    prepare_asks(b);
    (void)encode_asks(b);
}

static void prepare_encoded_acts(bench *b)
{
    prepare_asks(b);
    b->out_size = encode(b, DOM_FORMAT_MSGPACK, DOM_MSG_ACTS, &b->acts);
}

static void decode(bench *b, dom_format format, const uint8_t *bytes, size_t size, uint16_t room)
{
    dom_err err;
    b->message.as.asks = (dom_msg_asks){.room = room, .item = b->item};
    must(dom_msg_decode(b->decoder, format, bytes, size, &b->message, &err) == DOM_OK, err.text);
}

static long decode_each(bench *b, dom_format format)
{
    for (int i = 0; i < ASKS; i++)
        decode(b, format, b->wire[i].bytes, b->wire[i].size, 0);
    return ASKS;
}

static long decode_msgpack(bench *b)
{
    return decode_each(b, DOM_FORMAT_MSGPACK);
}

static long decode_json(bench *b)
{
    return decode_each(b, DOM_FORMAT_JSON);
}

static long decode_bundle(bench *b)
{
    decode(b, DOM_FORMAT_MSGPACK, b->out, b->out_size, ASKS);
    return ASKS;
}

/* ---- frames --------------------------------------------------------------- */

/* The core's side, then the host's, with the buffer of one as the other's datagram. */
static long pass_frames(bench *b)
{
    dom_ipc_link core = {.fd = -1};
    for (int i = 0; i < ASKS; i++)
        must(dom_ipc_link_add_ask(&core, (uint16_t)i, 1, 0, &b->ask[i].view), "a frame");
    dom_ipc_link host = {.fd = -1, .in = core.out, .in_size = core.out_size};
    dom_ipc_frame frame;
    long taken = 0;
    while (dom_ipc_link_next(&host, &frame))
        taken += dom_ipc_frame_unpack_view(&frame, &b->read[frame.slot].view);
    free(core.out);
    return taken;
}

/* ---- ratings -------------------------------------------------------------- */

static dom_ratings_match result_of(bench *b, uint32_t one, uint32_t other)
{
    int64_t points = (int64_t)below(b, 400) - 200 + 5 * ((int64_t)one - (int64_t)other);
    return (dom_ratings_match){.entries = 2,
                               .members = 1,
                               .fault = DOM_RATINGS_NO_FAULT,
                               .player = {{one}, {other}},
                               .place = {points >= 0 ? 1 : 2, points <= 0 ? 1 : 2},
                               .rounds = 5,
                               .points = {points, -points}};
}

static void prepare_results(bench *b)
{
    for (int i = 0; i < SETS; i++) {
        uint32_t one = below(b, PLAYERS), other = (one + 1 + below(b, PLAYERS - 1)) % PLAYERS;
        b->match[2 * i] = result_of(b, one, other);
        b->match[2 * i + 1] = result_of(b, other, one);
    }
}

static long fit_ratings(bench *b)
{
    dom_ratings_list list;
    dom_ratings_pool *pool = dom_ratings_pool_new();
    for (int i = 0; pool && i < SETS; i++)
        must(dom_ratings_pool_add_set(pool, &b->match[2 * i], 2) == DOM_RATINGS_OK, "a set");
    must(pool && dom_ratings_list_fit(&list, pool, NULL) == DOM_RATINGS_OK, "a fit");
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&pool);
    return SETS;
}

/* ---- the paths ------------------------------------------------------------ */

static const struct path {
    const char *name;
    void (*prepare)(bench *b);
    long (*run)(bench *b); /* returns the number of units */
} paths[] = {
    {"ply of block-2", prepare_block_2, play_rounds},
    {"ply of homo-homini-lupus", prepare_homo, play_rounds},
    {"deal of a round", prepare_homo, make_deals},
    {"random round of block-2", prepare_block_2, play_by_chance},
    {"round of block-2 solved", prepare_block_2, solve_rounds},
    {"decision at a table", prepare_match, play_match},
    {"choice of block-2 valued", prepare_match, value_choices},
    {"record written", prepare_match, write_record},
    {"record replayed", prepare_match, replay_record},
    {"ask through a frame", prepare_asks, pass_frames},
    {"ask encoded, MessagePack", prepare_asks, encode_ask_msgpack},
    {"ask encoded, JSON", prepare_asks, encode_ask_json},
    {"ask of asks encoded", prepare_asks, encode_asks},
    {"act decoded, MessagePack", prepare_act_msgpack, decode_msgpack},
    {"act decoded, JSON", prepare_act_json, decode_json},
    {"act of acts decoded", prepare_encoded_acts, decode_bundle},
    {"ask decoded, MessagePack", prepare_ask_msgpack, decode_msgpack},
    {"ask decoded, JSON", prepare_ask_json, decode_json},
    {"ask of asks decoded", prepare_encoded_asks, decode_bundle},
    {"set fitted", prepare_results, fit_ratings},
};
enum { PATHS = sizeof paths / sizeof *paths };

/* The function in which valgrind counts; it must not be inlined. */
long count_me(const struct path *path, bench *b);

__attribute__((noinline)) long count_me(const struct path *path, bench *b)
{
    long units = 0;
    for (int i = 0; i < REPEATS; i++)
        units += path->run(b);
    return units;
}

static int run_path(const char *name)
{
    for (int i = 0; i < PATHS; i++) {
        if (strcmp(paths[i].name, name) != 0)
            continue;
        bench *b = calloc(1, sizeof *b);
        must(b && (b->decoder = dom_decoder_open()), "memory");
        b->random = 88172645463325252u;
        paths[i].prepare(b);
        (void)printf("%ld\n", count_me(&paths[i], b));
        dom_decoder_close(&b->decoder);
        dom_record_decisions_clear(&b->decisions);
        free(b);
        return 0;
    }
    (void)fprintf(stderr, "hot_paths: no path '%s'; hot_paths without arguments lists them\n",
                  name);
    return 2;
}

static int print_versions(void)
{
    lapack_int major, minor, patch;
    LAPACKE_ilaver(&major, &minor, &patch);
    (void)printf(
        "{\"build\": \"%s\", \"compiler\": \"%s\", \"libc\": \"%s\", \"msgpack-c\": \"%s\", "
        "\"libsodium\": \"%s\", \"jansson\": \"%s\", \"lapack\": \"%d.%d.%d\"}\n",
        BUILD_TYPE, __VERSION__, gnu_get_libc_version(), msgpack_version(), sodium_version_string(),
        jansson_version_str(), (int)major, (int)minor, (int)patch);
    return 0;
}

int main(int argc, char **argv)
{
    json_object_seed(1); /* without this jansson reads random bytes from the kernel */
    must(sodium_init() >= 0, "libsodium");
    if (argc == 2)
        return strcmp(argv[1], "--versions") == 0 ? print_versions() : run_path(argv[1]);
    for (int i = 0; i < PATHS; i++)
        (void)printf("%s\n", paths[i].name);
    return argc == 1 ? 0 : 2;
}
