/* Pairs the rounds of a Swiss: bots with equal scores meet, and nobody meets the same opponent
 * again before all others (swiss.h). */
#include "swiss.h"

#include "matching.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t half_points;
    uint32_t byes;
} swiss_standing;

struct dom_schedule_swiss {
    dom_schedule_swiss_spec spec;
    uint32_t rounds;      /* paired rounds */
    uint32_t *tables;     /* [round][variant]: number of tables */
    uint16_t (*pairs)[2]; /* [round][variant][table]: the two bots; room for bots_max / 2 tables */
    swiss_standing *standings;      /* [variant][bot]                                  */
    uint16_t *met;                  /* how often two ranks have met, for the matching */
    dom_schedule_matching matching; /* for the round and variant being paired */
    uint16_t ranked[DOM_SCHEDULE_PLAN_BOTS_MAX]; /* the bot of each rank, best first */
};

dom_schedule_swiss *dom_schedule_swiss_open(const dom_schedule_swiss_spec *spec)
{
    dom_schedule_swiss *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->spec = *spec;
    size_t bots = spec->bots_max;
    s->tables = calloc((size_t)spec->rounds_max * spec->variants, sizeof *s->tables);
    s->pairs = calloc((size_t)spec->rounds_max * spec->variants * (bots / 2), sizeof *s->pairs);
    s->standings = calloc(spec->variants * bots, sizeof *s->standings);
    s->met = calloc(bots * bots, sizeof *s->met);
    if (s->tables && s->pairs && s->standings && s->met)
        return s;
    dom_schedule_swiss_close(s);
    return NULL;
}

void dom_schedule_swiss_close(dom_schedule_swiss *swiss)
{
    if (swiss == NULL)
        return;
    free(swiss->tables);
    free(swiss->pairs);
    free(swiss->standings);
    free(swiss->met);
    free(swiss);
}

static size_t pair_index(const dom_schedule_swiss *s, uint32_t round, uint32_t variant,
                         uint32_t table)
{
    return ((size_t)round * s->spec.variants + variant) * (s->spec.bots_max / 2) + table;
}

const uint16_t *dom_schedule_swiss_table(const dom_schedule_swiss *swiss, uint32_t round,
                                         uint32_t variant, uint32_t table)
{
    dom_check(round < swiss->rounds && variant < swiss->spec.variants &&
              table < swiss->tables[round * swiss->spec.variants + variant]);
    return swiss->pairs[pair_index(swiss, round, variant, table)];
}

static swiss_standing *standing_of(dom_schedule_swiss *s, uint32_t variant, uint16_t bot)
{
    return &s->standings[(size_t)variant * s->spec.bots_max + bot];
}

void dom_schedule_swiss_add(dom_schedule_swiss *swiss, uint32_t variant, uint16_t bot,
                            uint32_t half_points)
{
    standing_of(swiss, variant, bot)->half_points += half_points;
}

/* ---- who is paired, in which order ----------------------------------------- */

/* Ranks the bots that play the variant by score, then by number. Returns how many they are. */
static uint32_t rank_bots(dom_schedule_swiss *s, uint32_t variant, uint32_t bots)
{
    const swiss_standing *of = standing_of(s, variant, 0);
    uint32_t players = 0;
    for (uint32_t bot = 0; bot < bots; bot++) {
        if (!dom_schedule_plan_plays(s->spec.plan, bot, variant))
            continue;
        uint32_t rank = players++;
        for (; rank > 0 && of[s->ranked[rank - 1]].half_points < of[bot].half_points; rank--)
            s->ranked[rank] = s->ranked[rank - 1];
        s->ranked[rank] = (uint16_t)bot;
    }
    return players;
}

/* Gives a bye to the lowest of the bots with the fewest byes, and removes it from the ranking. */
static void give_bye(dom_schedule_swiss *s, uint32_t variant, uint32_t bots, uint64_t half_points)
{
    uint32_t rank = bots - 1;
    for (uint32_t r = rank; r-- > 0;)
        if (standing_of(s, variant, s->ranked[r])->byes <
            standing_of(s, variant, s->ranked[rank])->byes)
            rank = r;
    swiss_standing *lucky = standing_of(s, variant, s->ranked[rank]);
    lucky->byes++;
    lucky->half_points += half_points;
    memmove(&s->ranked[rank], &s->ranked[rank + 1], (bots - 1 - rank) * sizeof *s->ranked);
}

/* ---- pairs ------------------------------------------------------------------ */

static void count_meetings(dom_schedule_swiss *s, uint32_t variant, uint32_t count)
{
    uint16_t rank[DOM_SCHEDULE_PLAN_BOTS_MAX];
    memset(rank, 0xff, sizeof rank); /* DOM_SCHEDULE_NO_BOT for the bot with a bye */
    for (uint32_t r = 0; r < count; r++)
        rank[s->ranked[r]] = (uint16_t)r;
    memset(s->met, 0, (size_t)count * count * sizeof *s->met);
    for (uint32_t round = 0; round < s->rounds; round++)
        for (uint32_t table = 0; table < s->tables[round * s->spec.variants + variant]; table++) {
            const uint16_t *bot = s->pairs[pair_index(s, round, variant, table)];
            size_t a = rank[bot[0]], b = rank[bot[1]];
            if (a == DOM_SCHEDULE_NO_BOT || b == DOM_SCHEDULE_NO_BOT)
                continue;
            s->met[a * count + b]++;
            s->met[b * count + a]++;
        }
}

static void begin_matching(dom_schedule_swiss *s, uint32_t variant, uint32_t count)
{
    count_meetings(s, variant, count);
    dom_schedule_matching *m = &s->matching;
    m->size = count;
    m->met = s->met;
    m->most = 0;
    m->member_count = 0;
    for (uint32_t r = 0; r < count; r++)
        m->mate[r] = DOM_SCHEDULE_NO_BOT;
}

/* Removes the members that have a mate. */
static void keep_unpaired(dom_schedule_matching *m)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->member_count; i++)
        if (m->mate[m->member[i]] == DOM_SCHEDULE_NO_BOT)
            m->member[count++] = m->member[i];
    m->member_count = count;
}

/* Returns the rank after the last one with the score of `rank`. */
static uint32_t end_of_group(dom_schedule_swiss *s, uint32_t variant, uint32_t rank)
{
    uint64_t score = standing_of(s, variant, s->ranked[rank])->half_points;
    while (rank < s->matching.size &&
           standing_of(s, variant, s->ranked[rank])->half_points == score)
        rank++;
    return rank;
}

/* Pairs each group of equal scores, from the highest down, together with the bots left over
 * above it. */
static void pair_by_score(dom_schedule_swiss *s, uint32_t variant)
{
    dom_schedule_matching *m = &s->matching;
    for (uint32_t rank = 0; rank < m->size;) {
        keep_unpaired(m);
        for (uint32_t end = end_of_group(s, variant, rank); rank < end; rank++)
            m->member[m->member_count++] = (uint16_t)rank;
        dom_schedule_matching_fold(m);
        dom_schedule_matching_complete(m);
    }
    keep_unpaired(m);
}

/* Makes members of the unpaired bots and of the pairs in which both ranks are `first` or lower. */
static void join_from(dom_schedule_matching *m, uint32_t first)
{
    m->member_count = 0;
    for (uint32_t r = 0; r < m->size; r++)
        if (m->mate[r] == DOM_SCHEDULE_NO_BOT || (r >= first && m->mate[r] >= first))
            m->member[m->member_count++] = (uint16_t)r;
}

/* Somebody was left over: dissolves pairs of the lowest ranks, as few as possible, until
 * everybody can be paired. */
static void repair(dom_schedule_matching *m)
{
    for (uint32_t depth = 4; m->member_count > 0; depth *= 2) {
        uint32_t first = depth < m->size ? m->size - depth : 0;
        join_from(m, first);
        dom_schedule_matching_complete(m);
        keep_unpaired(m);
        if (first == 0)
            return;
    }
}

/* All members have met each other: pairs those who have met least often. */
static void pair_again(dom_schedule_matching *m)
{
    while (m->member_count > 0) {
        m->most++;
        dom_schedule_matching_fold(m);
        dom_schedule_matching_complete(m);
        keep_unpaired(m);
    }
}

static void store_pairs(dom_schedule_swiss *s, uint32_t variant)
{
    const dom_schedule_matching *m = &s->matching;
    uint32_t table = 0;
    for (uint32_t r = 0; r < m->size; r++) {
        if (m->mate[r] < r)
            continue;
        uint16_t *bot = s->pairs[pair_index(s, s->rounds, variant, table++)];
        bot[0] = s->ranked[r];
        bot[1] = s->ranked[m->mate[r]];
    }
}

void dom_schedule_swiss_pair(dom_schedule_swiss *swiss, uint32_t bots, uint64_t bye)
{
    dom_check(swiss->rounds < swiss->spec.rounds_max && bots <= swiss->spec.bots_max);
    for (uint32_t variant = 0; variant < swiss->spec.variants; variant++) {
        uint32_t players = rank_bots(swiss, variant, bots);
        if (players % 2 != 0)
            give_bye(swiss, variant, players, bye);
        begin_matching(swiss, variant, players / 2 * 2);
        pair_by_score(swiss, variant);
        repair(&swiss->matching);
        pair_again(&swiss->matching);
        store_pairs(swiss, variant);
        swiss->tables[swiss->rounds * swiss->spec.variants + variant] = players / 2;
    }
    swiss->rounds++;
}
