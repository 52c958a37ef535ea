#include "small_store.h"

void small_tournament_make(small_tournament *of, uint16_t bots)
{
    *of = (small_tournament){
        .t = {.name = "t",
              .config = "{\"schedule\":\"round-robin\"}",
              .bot_count = bots,
              .bots = of->bots,
              .variant_count = 1,
              .variants = of->variants,
              .stage_count = 1,
              .stages = of->stages},
        .bots = {{"a", "1"}, {"b", "1"}, {"c", "1"}, {"d", "1"}},
        .stages = {
            {.first_set = 1, .bots = bots, .sets = SMALL_SETS, .created_ms = 1, .commit = "0"}}};
    expect_ok(dom_variant_find(&of->variants[0], "block-2", &last_err));
    expect_ok(dom_variant_find(&of->variants[1], "draw-2", &last_err));
}

dom_store *small_store_open(const scratch *s, const char *name)
{
    dom_store *store;
    expect_ok(dom_store_open(&store, scratch_at(s, name), DOM_STORE_WRITE, &last_err));
    return store;
}

dom_store_match small_match(int64_t tournament, uint64_t number)
{
    return (dom_store_match){.tournament = tournament,
                             .match = number,
                             .set = (number + 1) / 2,
                             .rotation = (uint8_t)((number + 1) % 2),
                             .attempt = 1,
                             .fault_seat = -1,
                             .rounds = 1,
                             .started_ms = 1,
                             .sandbox = "none",
                             .seats = 2,
                             .seat = {{.bot = 0, .place = 1}, {.bot = 1, .place = 2}},
                             .decisions = (const uint8_t *)"xyz",
                             .decisions_bytes = 3};
}

void small_store_add(dom_store *store, int64_t tournament, uint64_t first, uint64_t last,
                     small_match_of *match_of)
{
    expect_ok(dom_store_begin(store, &last_err));
    for (uint64_t number = first; number <= last; number++) {
        const dom_store_match m = match_of(tournament, number);
        expect_ok(dom_store_match_add(store, &m, &last_err));
    }
    expect_ok(dom_store_commit(store, &last_err));
}
