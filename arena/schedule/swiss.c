/* Pairs the rounds of a Swiss: bots with equal scores meet, and nobody meets the same opponent
 * again before all others. For tables of more than two bots see swiss_tables.h. */
#include "swiss.h"

#include "matching.h"
#include "swiss_tables.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t half_points;
    uint32_t byes;
} swiss_standing;

/* One variant of a round. */
typedef struct {
    uint32_t tables;
    uint32_t byes;
} swiss_round;

struct dom_schedule_swiss {
    dom_schedule_swiss_spec spec;
    uint32_t rounds;           /* paired rounds */
    swiss_round *counts;       /* [round][variant] */
    uint16_t *bots;            /* [round][variant][bots_max]: table after table, then the byes */
    swiss_standing *standings; /* [variant][bot]                                  */
    uint16_t *met;             /* how often two ranks have met, for the matching */
    dom_schedule_matching matching;              /* for the round and variant being paired */
    uint16_t ranked[DOM_SCHEDULE_PLAN_BOTS_MAX]; /* the bot of each rank, best first */
};

dom_schedule_swiss *dom_schedule_swiss_open(const dom_schedule_swiss_spec *spec)
{
    dom_schedule_swiss *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->spec = *spec;
    size_t bots = spec->bots_max;
    s->counts = calloc((size_t)spec->rounds_max * spec->variants, sizeof *s->counts);
    s->bots = calloc((size_t)spec->rounds_max * spec->variants * bots, sizeof *s->bots);
    s->standings = calloc(spec->variants * bots, sizeof *s->standings);
    s->met = calloc(bots * bots, sizeof *s->met);
    if (s->counts && s->bots && s->standings && s->met)
        return s;
    dom_schedule_swiss_close(s);
    return NULL;
}

void dom_schedule_swiss_close(dom_schedule_swiss *swiss)
{
    if (swiss == NULL)
        return;
    free(swiss->counts);
    free(swiss->bots);
    free(swiss->standings);
    free(swiss->met);
    free(swiss);
}

static uint32_t entries_of(const dom_schedule_swiss *s, uint32_t variant)
{
    return (uint32_t)dom_schedule_plan_entries(s->spec.plan, variant);
}

static swiss_round *round_of(const dom_schedule_swiss *s, uint32_t round, uint32_t variant)
{
    return &s->counts[(size_t)round * s->spec.variants + variant];
}

/* Returns the bots of a table; those of the first table after the last one have byes. */
static uint16_t *table_of(const dom_schedule_swiss *s, uint32_t round, uint32_t variant,
                          uint32_t table)
{
    size_t first = ((size_t)round * s->spec.variants + variant) * s->spec.bots_max;
    return &s->bots[first + (size_t)table * entries_of(s, variant)];
}

const uint16_t *dom_schedule_swiss_table(const dom_schedule_swiss *swiss, uint32_t round,
                                         uint32_t variant, uint32_t table)
{
    dom_check(round < swiss->rounds && variant < swiss->spec.variants &&
              table < round_of(swiss, round, variant)->tables);
    return table_of(swiss, round, variant, table);
}

uint32_t dom_schedule_swiss_byes(const dom_schedule_swiss *swiss, uint32_t round, uint32_t variant,
                                 const uint16_t **bots)
{
    dom_check(round < swiss->rounds && variant < swiss->spec.variants);
    const swiss_round *counts = round_of(swiss, round, variant);
    *bots = table_of(swiss, round, variant, counts->tables);
    return counts->byes;
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
static uint16_t give_bye(dom_schedule_swiss *s, uint32_t variant, uint32_t bots,
                         uint64_t half_points)
{
    uint32_t rank = bots - 1;
    for (uint32_t r = rank; r-- > 0;)
        if (standing_of(s, variant, s->ranked[r])->byes <
            standing_of(s, variant, s->ranked[rank])->byes)
            rank = r;
    uint16_t bot = s->ranked[rank];
    swiss_standing *lucky = standing_of(s, variant, bot);
    lucky->byes++;
    lucky->half_points += half_points;
    memmove(&s->ranked[rank], &s->ranked[rank + 1], (bots - 1 - rank) * sizeof *s->ranked);
    return bot;
}

/* Gives byes until the others fill whole tables. Returns how many are left in the ranking. */
static uint32_t give_byes(dom_schedule_swiss *s, uint32_t variant, uint32_t players, uint32_t sets)
{
    swiss_round *counts = round_of(s, s->rounds, variant);
    uint32_t entries = entries_of(s, variant);
    uint64_t matches =
        (uint64_t)sets * (uint64_t)dom_schedule_plan_rotations(s->spec.plan, variant);
    uint64_t half_points = matches * (entries - 1) * DOM_SCHEDULE_WIN;
    counts->tables = players / entries;
    counts->byes = players % entries;
    uint16_t *bye = table_of(s, s->rounds, variant, counts->tables);
    for (uint32_t i = 0; i < counts->byes; i++)
        bye[i] = give_bye(s, variant, players - i, half_points);
    return players - counts->byes;
}

/* ---- pairs ------------------------------------------------------------------ */

/* Counts a meeting of two ranks, of which one may be missing. */
static void count_meeting(uint16_t met[], uint32_t count, size_t a, size_t b)
{
    if (a == DOM_SCHEDULE_NO_BOT || b == DOM_SCHEDULE_NO_BOT)
        return;
    met[a * count + b]++;
    met[b * count + a]++;
}

static void count_meetings(dom_schedule_swiss *s, uint32_t variant, uint32_t count)
{
    uint32_t entries = entries_of(s, variant);
    uint16_t rank[DOM_SCHEDULE_PLAN_BOTS_MAX];
    memset(rank, 0xff, sizeof rank); /* DOM_SCHEDULE_NO_BOT for the bot with a bye */
    for (uint32_t r = 0; r < count; r++)
        rank[s->ranked[r]] = (uint16_t)r;
    memset(s->met, 0, (size_t)count * count * sizeof *s->met);
    for (uint32_t round = 0; round < s->rounds; round++)
        for (uint32_t table = 0; table < round_of(s, round, variant)->tables; table++) {
            const uint16_t *bot = table_of(s, round, variant, table);
            for (uint32_t i = 0; i < entries; i++)
                for (uint32_t j = 0; j < i; j++)
                    count_meeting(s->met, count, rank[bot[i]], rank[bot[j]]);
        }
}

static void begin_matching(dom_schedule_swiss *s, uint32_t count)
{
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
        uint16_t *bot = table_of(s, s->rounds, variant, table++);
        bot[0] = s->ranked[r];
        bot[1] = s->ranked[m->mate[r]];
    }
}

static void pair_two(dom_schedule_swiss *s, uint32_t variant, uint32_t count)
{
    begin_matching(s, count);
    pair_by_score(s, variant);
    repair(&s->matching);
    pair_again(&s->matching);
    store_pairs(s, variant);
}

/* ---- tables of three and four ------------------------------------------------- */

static void seat_more(dom_schedule_swiss *s, uint32_t variant, uint32_t count)
{
    uint64_t score[DOM_SCHEDULE_PLAN_BOTS_MAX];
    dom_schedule_swiss_ranking ranking = {
        .size = count, .seats = entries_of(s, variant), .score = score, .met = s->met};
    for (uint32_t r = 0; r < count; r++)
        score[r] = standing_of(s, variant, s->ranked[r])->half_points;
    uint16_t *bot = table_of(s, s->rounds, variant, 0);
    dom_schedule_swiss_seat(&ranking, bot);
    for (uint32_t i = 0; i < count; i++)
        bot[i] = s->ranked[bot[i]];
}

/* ---- a round ------------------------------------------------------------------ */

void dom_schedule_swiss_pair(dom_schedule_swiss *swiss, uint32_t bots, uint32_t sets)
{
    dom_check(swiss->rounds < swiss->spec.rounds_max && bots <= swiss->spec.bots_max);
    for (uint32_t variant = 0; variant < swiss->spec.variants; variant++) {
        uint32_t players = rank_bots(swiss, variant, bots);
        uint32_t count = give_byes(swiss, variant, players, sets);
        count_meetings(swiss, variant, count);
        if (entries_of(swiss, variant) == 2)
            pair_two(swiss, variant, count);
        else
            seat_more(swiss, variant, count);
    }
    swiss->rounds++;
}
