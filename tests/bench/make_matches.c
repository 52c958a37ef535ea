/* A database of matches that nobody played, to measure what reads many: 20 bots (or BOTS) in
 * block-2 and draw-2, the schedule, seats and numbers as a tournament has them, the
 * results by chance, the bots with the higher numbers the stronger ones. Everything
 * is read and counted like a real match; only to play one again (`verify`, `export`)
 * fails, for its choices are bytes by chance.
 *
 *     make_matches FILE MATCHES DECISIONS_BYTES [BOTS]
 *
 * FILE must not be there. DECISIONS_BYTES is the mean per match; they lie between
 * half of it and one and a half. */
#include "schedule/schedule.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOTS = 20,
    BOTS_MAX = DOM_PLAN_BOTS_MAX,
    VARIANTS = 2,
    GROUP = 10000,
    BYTES_MAX = 4096,
    TARGET = 100
};

typedef struct {
    uint64_t random;
    uint64_t matches;
    uint32_t mean_bytes;
    uint16_t bot_count;
    dom_store_bot bots[BOTS_MAX];
    dom_variant variants[VARIANTS];
    dom_store_stage stage;
    dom_plan plan;
    dom_schedule *schedule;
    dom_store *store;
    int64_t tournament;
    uint8_t decisions[2 * BYTES_MAX];
    dom_err err;
} maker;

static uint32_t below(maker *m, uint32_t n)
{
    m->random = m->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(((m->random >> 32) * n) >> 32);
}

static void name_everything(maker *m)
{
    static const char *const names[VARIANTS] = {"block-2", "draw-2"};
    for (int i = 0; i < VARIANTS; i++) {
        (void)dom_variant_find(&m->variants[i], names[i], NULL);
        m->plan.variant[i] = (dom_plan_variant){.seats = 2};
    }
    for (int i = 0; i < m->bot_count; i++) {
        (void)snprintf(m->bots[i].name, sizeof m->bots[i].name, "bot-%02d", i);
        (void)snprintf(m->bots[i].version, sizeof m->bots[i].version, "%064x", (unsigned)i + 1);
    }
    for (size_t i = 0; i < sizeof m->decisions; i++)
        m->decisions[i] = (uint8_t)below(m, 256);
}

/* Sets enough for so many matches. */
static dom_rc make_schedule(maker *m)
{
    uint64_t cycle = (uint64_t)m->bot_count * (m->bot_count - 1u) * VARIANTS;
    uint32_t sets = (uint32_t)((m->matches + cycle - 1) / cycle);
    m->stage = (dom_store_stage){
        .first_set = 1, .bots = m->bot_count, .sets = sets, .created_ms = 1763683200000};
    (void)snprintf(m->stage.commit, sizeof m->stage.commit, "%064x", 0u);
    m->plan.kind = DOM_PLAN_ROUND_ROBIN;
    m->plan.variant_count = VARIANTS;
    m->plan.stage_count = 1;
    m->plan.stage[0] = (dom_plan_stage){.bots = m->bot_count, .sets = sets};
    return dom_schedule_open(&m->schedule, &m->plan, &m->err);
}

static dom_rc add_tournament(maker *m)
{
    dom_store_tournament t = {.name = "made",
                              .config = "{\"schedule\":\"round-robin\",\"partners\":\"self\"}",
                              .bot_count = m->bot_count,
                              .bots = m->bots,
                              .variant_count = VARIANTS,
                              .variants = m->variants,
                              .stage_count = 1,
                              .stages = &m->stage};
    dom_rc rc = dom_store_tournament_add(m->store, &t, &m->err);
    m->tournament = t.id;
    return rc;
}

/* The winner has reached the target, the loser has not. */
static void decide(maker *m, dom_store_match *match)
{
    uint32_t strength[2] = {match->seat[0].bot + m->bot_count / 2u,
                            match->seat[1].bot + m->bot_count / 2u};
    int winner = below(m, strength[0] + strength[1]) < strength[0] ? 0 : 1;
    for (int s = 0; s < 2; s++) {
        int32_t points = (int32_t)below(m, s == winner ? 40 : TARGET);
        match->seat[s].place = s == winner ? 1 : 2;
        match->seat[s].score = s == winner ? TARGET + points : points;
        match->seat[s].time_us = 1000 + below(m, 5000);
    }
}

static void add_match(maker *m, uint64_t number)
{
    dom_seating seating = dom_schedule_match(m->schedule, number);
    dom_store_match match = {.tournament = m->tournament,
                             .match = number,
                             .set = seating.set,
                             .rotation = seating.rotation,
                             .variant = seating.variant,
                             .attempt = 1,
                             .end = DOM_FAULT_NONE,
                             .fault_seat = -1,
                             .rounds = (uint16_t)(5 + below(m, 10)),
                             .started_ms = 1763683200000 + (int64_t)number,
                             .duration_ms = 10 + below(m, 100),
                             .sandbox = "limits",
                             .seats = 2,
                             .decisions = m->decisions + below(m, BYTES_MAX),
                             .decisions_bytes = m->mean_bytes / 2 + below(m, m->mean_bytes + 1)};
    for (int s = 0; s < 2; s++)
        match.seat[s].bot = seating.bot[s];
    decide(m, &match);
    (void)dom_store_match_add(m->store, &match, NULL); /* the group remembers */
}

static dom_rc add_matches(maker *m)
{
    dom_rc rc = DOM_OK;
    for (uint64_t next = 1; rc == DOM_OK && next <= m->matches;) {
        rc = dom_store_begin(m->store, &m->err);
        for (int i = 0; rc == DOM_OK && i < GROUP && next <= m->matches; i++)
            add_match(m, next++);
        if (rc == DOM_OK)
            rc = dom_store_commit(m->store, &m->err);
    }
    return rc;
}

static dom_rc make(maker *m, const char *path)
{
    name_everything(m);
    dom_rc rc = make_schedule(m);
    if (rc == DOM_OK)
        rc = dom_store_open(&m->store, path, DOM_STORE_WRITE, &m->err);
    if (rc == DOM_OK)
        rc = add_tournament(m);
    if (rc == DOM_OK)
        rc = add_matches(m);
    dom_store_close(&m->store);
    dom_schedule_close(&m->schedule);
    return rc;
}

int main(int argc, char **argv)
{
    static maker m = {.random = 1};
    long long matches = argc == 4 || argc == 5 ? atoll(argv[2]) : 0;
    int bytes = matches ? atoi(argv[3]) : 0, bots = argc == 5 ? atoi(argv[4]) : BOTS;
    if (matches < 1 || matches > 100000000 || bytes < 1 || bytes > BYTES_MAX / 2 || bots < 2 ||
        bots > BOTS_MAX) {
        (void)fprintf(stderr,
                      "usage: make_matches FILE MATCHES DECISIONS_BYTES [BOTS]; allowed: "
                      "1..100000000 matches, 1..%d bytes, 2..%d bots\n",
                      BYTES_MAX / 2, BOTS_MAX);
        return 2;
    }
    m.bot_count = (uint16_t)bots;
    m.matches = (uint64_t)matches;
    m.mean_bytes = (uint32_t)bytes;
    if (make(&m, argv[1]) == DOM_OK)
        return 0;
    (void)fprintf(stderr, "make_matches: %s\n", m.err.text);
    return 3;
}
