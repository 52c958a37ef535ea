/* A database of matches that nobody played, to measure what reads many: 20 bots (or BOTS) in
 * block-2 and draw-2, the schedule, seats and numbers as a tournament has them, the
 * results by chance, the bots with the higher numbers the stronger ones. Everything
 * is read and counted like a real match; only to play one again (`verify`, `export`)
 * fails, for its choices are bytes by chance.
 *
 *     make_matches FILE MATCHES DECISIONS_BYTES [BOTS [TOURNAMENTS VARIANTS]]
 *
 * FILE must not be there. DECISIONS_BYTES is the mean per match; they lie between
 * half of it and one and a half. MATCHES is the number in all TOURNAMENTS (1). With VARIANTS
 * the first so many of all games are played, at most 32 of them in one tournament. */
#include "rules/match.h"
#include "schedule/schedule.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOTS = 20,
    BOTS_MAX = DOM_SCHEDULE_PLAN_BOTS_MAX,
    SLICE_MAX = 32, /* variants of a tournament                               */
    GROUP = 10000,
    BYTES_MAX = 4096,
    TARGET = 100
};

typedef struct {
    uint64_t random;
    uint64_t matches;                                /* number of matches of a tournament */
    uint32_t mean_bytes, tournaments, variant_count; /* of all tournaments      */
    uint16_t bot_count;
    dom_store_bot bots[BOTS_MAX];
    uint32_t number;                 /* of the tournament, from 0               */
    dom_variant variants[SLICE_MAX]; /* of the tournament                       */
    dom_store_stage stage;
    dom_schedule_plan plan;
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

static void name_bots(maker *m)
{
    for (int i = 0; i < m->bot_count; i++) {
        (void)snprintf(m->bots[i].name, sizeof m->bots[i].name, "bot-%02d", i);
        (void)snprintf(m->bots[i].version, sizeof m->bots[i].version, "%064x", (unsigned)i + 1);
    }
    for (size_t i = 0; i < sizeof m->decisions; i++)
        m->decisions[i] = (uint8_t)below(m, 256);
}

/* Chooses the next variants in turn, so that all tournaments together play all of them. */
static void choose_variants(maker *m)
{
    uint16_t count = (uint16_t)(m->variant_count < SLICE_MAX ? m->variant_count : SLICE_MAX);
    m->plan = (dom_schedule_plan){
        .kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN, .variant_count = count, .stage_count = 1};
    for (uint16_t i = 0; i < count; i++) {
        dom_variant *v = &m->variants[i];
        *v = dom_variant_at((m->number * count + i) % m->variant_count);
        if (m->variant_count == 2)
            (void)dom_variant_find(v, i ? "draw-2" : "block-2", NULL);
        m->plan.variant[i] = (dom_schedule_plan_variant){.seats = (uint8_t)v->options.players,
                                                         .teams = v->options.teams != 0};
    }
}

/* Makes a schedule with enough sets for the matches. */
static dom_rc make_schedule(maker *m)
{
    uint64_t cycle = (uint64_t)m->bot_count * (m->bot_count - 1u) * m->plan.variant_count;
    uint32_t sets = (uint32_t)((m->matches + cycle - 1) / cycle);
    m->stage = (dom_store_stage){
        .first_set = 1, .bots = m->bot_count, .sets = sets, .created_ms = 1763683200000};
    (void)snprintf(m->stage.commit, sizeof m->stage.commit, "%064x", 0u);
    m->plan.stage[0] = (dom_schedule_plan_stage){.bots = m->bot_count, .sets = sets};
    return dom_schedule_open(&m->schedule, &m->plan, &m->err);
}

static dom_rc add_tournament(maker *m)
{
    dom_store_tournament t = {.config = "{\"schedule\":\"round-robin\",\"partners\":\"self\"}",
                              .bot_count = m->bot_count,
                              .bots = m->bots,
                              .variant_count = (uint16_t)m->plan.variant_count,
                              .variants = m->variants,
                              .stage_count = 1,
                              .stages = &m->stage};
    (void)snprintf(t.name, sizeof t.name, m->tournaments > 1 ? "made-%u" : "made", m->number + 1);
    dom_rc rc = dom_store_tournament_add(m->store, &t, &m->err);
    m->tournament = t.id;
    return rc;
}

/* Draws a result: the winners, a bot or a team, have reached the target. */
static void decide(maker *m, dom_store_match *match)
{
    const dom_options *o = &m->variants[match->variant].options;
    uint32_t strength[DOM_SEATS_MAX] = {0}, sum = 0;
    for (int s = 0; s < match->seats; s++)
        sum += strength[s] = match->seat[s].bot + m->bot_count / 2u;
    uint32_t lot = below(m, sum);
    int winner = 0;
    for (; winner + 1 < match->seats && lot >= strength[winner]; winner++)
        lot -= strength[winner];
    for (int s = 0; s < match->seats; s++) {
        bool has_won = dom_same_side(o, s, winner);
        int32_t points = (int32_t)below(m, has_won ? 40 : TARGET);
        match->seat[s].place = has_won ? 1 : 2;
        match->seat[s].score = has_won ? TARGET + points : points;
        match->seat[s].time_us = 1000 + below(m, 5000);
    }
}

static void add_match(maker *m, uint64_t number)
{
    dom_schedule_seating seating = dom_schedule_match(m->schedule, number);
    dom_store_match match = {.tournament = m->tournament,
                             .match = number,
                             .set = seating.set,
                             .rotation = seating.rotation,
                             .variant = seating.variant,
                             .attempt = 1,
                             .end = DOM_FAULT_NONE,
                             .fault_seat = -1,
                             .rounds = (uint16_t)(5 + below(m, 10)),
                             .started_ms =
                                 1763683200000 + 1000000000LL * m->number + (int64_t)number,
                             .duration_ms = 10 + below(m, 100),
                             .sandbox = "limits",
                             .seats = seating.seats,
                             .decisions = m->decisions + below(m, BYTES_MAX),
                             .decisions_bytes = m->mean_bytes / 2 + below(m, m->mean_bytes + 1)};
    for (int s = 0; s < match.seats; s++)
        match.seat[s].bot = seating.bot[s];
    decide(m, &match);
    (void)dom_store_match_add(m->store, &match, NULL); /* the group keeps the first error */
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

static dom_rc make_tournament(maker *m)
{
    choose_variants(m);
    dom_rc rc = make_schedule(m);
    if (rc == DOM_OK)
        rc = add_tournament(m);
    if (rc == DOM_OK)
        rc = add_matches(m);
    dom_schedule_close(&m->schedule);
    return rc;
}

static dom_rc make(maker *m, const char *path)
{
    name_bots(m);
    dom_rc rc = dom_store_open(&m->store, path, DOM_STORE_WRITE, &m->err);
    for (; rc == DOM_OK && m->number < m->tournaments; m->number++)
        rc = make_tournament(m);
    dom_store_close(&m->store);
    return rc;
}

/* Returns the number of an argument, or `without` if it is missing; 0 if it is not in 1..max. */
static uint32_t number_of(int argc, char **argv, int index, uint32_t without, uint32_t max)
{
    long long number = index < argc ? atoll(argv[index]) : without;
    return 1 <= number && number <= max ? (uint32_t)number : 0;
}

int main(int argc, char **argv)
{
    static maker m = {.random = 1};
    uint32_t variants = (uint32_t)dom_variant_count();
    uint32_t matches = number_of(argc, argv, 2, 0, 100000000);
    m.mean_bytes = number_of(argc, argv, 3, 0, BYTES_MAX / 2);
    m.bot_count = (uint16_t)number_of(argc, argv, 4, BOTS, BOTS_MAX);
    m.tournaments = number_of(argc, argv, 5, 1, 10000);
    m.variant_count = number_of(argc, argv, 6, 2, variants);
    m.matches = m.tournaments ? matches / m.tournaments : 0;
    uint32_t least = m.variant_count == 2 ? 2 : DOM_SEATS_MAX;
    if (argc < 4 || argc == 6 || argc > 7 || m.matches == 0 || m.mean_bytes == 0 ||
        m.variant_count == 0 || m.bot_count < least) {
        (void)fprintf(
            stderr,
            "usage: make_matches FILE MATCHES DECISIONS_BYTES [BOTS [TOURNAMENTS "
            "VARIANTS]]; allowed: 1..100000000 matches, 1..%d bytes, 2..%d bots, 1..10000 "
            "tournaments, no more than matches, 1..%u variants; without 2 variants 8 bots "
            "and more\n",
            BYTES_MAX / 2, BOTS_MAX, variants);
        return 2;
    }
    if (make(&m, argv[1]) == DOM_OK)
        return 0;
    (void)fprintf(stderr, "make_matches: %s\n", m.err.text);
    return 3;
}
