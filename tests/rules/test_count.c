/* Counts the sequences of n legal actions from a position (perft). The expected numbers come
 * from tests/oracle/cases.py, whose rules were written from RULES.md and not from the engine,
 * so two implementations must agree. */
#include "rules/notation.h"

#include "playout.h"
#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { DEPTHS_MAX = 6, LINE_BYTES = 2048, LIVE_MAX = 10000 };

static const struct {
    const char *position;
    struct {
        int depth;
        uint64_t sequences;
    } counts[DEPTHS_MAX];
} rows[] = {
    {"block-2 | hand 3-0,4-1,4-4,5-1,5-2,5-3,6-6 / 2-2,3-2,4-0,4-3,5-4,6-0,6-1",
     {{1, 7}, {2, 21}, {5, 307}, {8, 2124}, {12, 5542}, {18, 3}}},
    {"block-3 | turn 1 | leader 1 | hand 2-0,5-3,6-0,6-1,6-5 / 0-0,3-0,4-4,6-3,6-4 / "
     "1-0,2-1,3-2,4-3,5-0",
     {{3, 29}, {8, 608}}},
    {"block-teams | turn 3 | leader 3 | hand 0-0,2-1,4-2,6-2,6-3 / 3-0,5-2,5-3,5-4,6-6 / "
     "2-0,4-0,4-1,5-5,6-4 / 5-0,5-1,6-0,6-1,6-5",
     {{4, 59}, {9, 1679}}},
    {"block-4 players=5 set_max=9 hand=7 | hand 3-2,7-4,7-6,8-5,8-6,9-0,9-3 / "
     "5-1,5-4,6-4,7-3,8-0,8-7,9-5 / 4-3,7-2,7-5,8-8,9-1,9-8,9-9 / 0-0,2-1,4-0,6-3,6-5,8-2,9-4 / "
     "1-0,1-1,2-2,3-3,6-1,6-2,7-0",
     {{2, 20}, {6, 531}, {9, 4574}}},
    {"draw-2 | hand 1-1,4-0,4-1,4-2,5-0,5-2,6-0 / 0-0,3-1,3-2,5-1,5-5,6-1,6-3 | stock "
     "6-6,2-1,2-2,6-5,5-4,1-0,6-4,6-2,4-3,3-0,4-4,2-0,5-3,3-3",
     {{2, 33}, {5, 1644}, {9, 260741}}},
    {"draw-3 draw_limit=1 | hand 1-1,2-2,3-3,4-1,5-3,6-0,6-1 / 0-0,2-0,2-1,3-2,4-0,4-2,5-1 / "
     "5-2,5-4,5-5,6-2,6-3,6-4,6-5 | stock 1-0,6-6,4-3,4-4,3-1,3-0,5-0",
     {{6, 6506}, {8, 72663}}},
    {"draw-2 draw_mode=forced reserve=0 | hand 0-0,3-0,3-2,4-1,4-4,5-2,5-4 / "
     "2-1,2-2,3-1,3-3,5-1,6-2,6-5 | stock 6-3,4-3,1-1,6-1,5-0,6-6,6-0,5-5,4-2,6-4,2-0,5-3,4-0,1-0",
     {{8, 892}, {14, 4847}}},
    {"draw-2 draw_mode=forced draw_limit=2 | hand 0-0,2-0,2-2,4-4,5-1,5-2,6-4 / "
     "3-1,3-3,4-1,5-3,6-1,6-3,6-6 | stock 4-3,5-4,6-2,2-1,6-5,1-0,3-0,6-0,5-5,3-2,1-1,5-0,4-2,4-0",
     {{9, 407}, {16, 2092}}},
    {"draw-2 lead_first=highest_double lead_tile=own_double | turn 0 | leader 0 | hand "
     "1-1,5-3,6-0,6-2,6-4,6-5,6-6 / 2-1,3-3,4-1,4-3,5-1,5-5,6-1 | stock "
     "0-0,4-4,5-0,4-0,2-2,3-0,1-0,5-2,3-1,6-3,4-2,2-0,3-2,5-4 | must 6-6",
     {{1, 1}, {6, 535}}},
    {"block-2 draw_mode=forced draw_limit=3 end_rule=mover_stuck | ends 4,0 | hand "
     "0-0,2-0,2-1,3-2,5-1,6-0,6-2 / 1-0,2-2,4-3,5-3,5-4,6-1,6-4 | stock "
     "5-0,3-1,5-5,6-6,3-0,4-2,4-4,5-2,6-3,1-1,4-1,6-5,3-3 | start 4-0",
     {{4, 98}, {10, 4381}, {14, 10054}}},
    {"block-4 hand=6 lead_first=lowest_double lead_next=lowest_double lead_tile=own_double arms=4 "
     "facedown=true draw_mode=forced reserve=0 dead_layout=immediate | turn 1 | leader 1 | hand "
     "1-0,3-0,3-1,4-4,6-2,6-5 / 0-0,1-1,3-2,4-2,5-1,6-6 / 2-1,4-0,5-3,6-1,6-3,6-4 / "
     "2-0,2-2,4-1,5-2,5-4,6-0 | stock 4-3,5-0,3-3,5-5 | must 0-0",
     {{2, 1}, {7, 660}, {11, 91008}}},
    {"block-2 | ends 3,6 | turn 1 | last 0 | hand 6-2,3-2,5-3 / 6-3,2-1,3-3",
     {{1, 3}, {3, 9}, {4, 11}, {5, 7}, {6, 3}, {7, 0}}},
    {"draw-2 | ends 3,3 | turn 1 | last 0 | hand 5-0,6-1 / 2-2 | stock 6-6,5-4,1-0,5-5,4-2,6-4",
     {{4, 1}, {5, 1}, {6, 0}}},
    {"block-4 hand=6 lead_first=lowest_double lead_next=lowest_double lead_tile=own_double arms=4 "
     "facedown=true draw_mode=forced reserve=0 dead_layout=immediate | ends 4,x,5,0 | turn 2 | "
     "last 1 | hand 4-0,5-0 / 5-4,3-3 / 4-4,5-5 / 1-0,5-3 | stock 3-0,6-6,4-3",
     {{1, 4}, {4, 30}, {8, 4}, {12, 2}, {16, 0}}},
    {"block-4 hand=6 lead_first=lowest_double lead_next=lowest_double lead_tile=own_double arms=4 "
     "facedown=true draw_mode=forced reserve=0 dead_layout=draw_out | ends 4,x,5,0 | turn 2 | last "
     "1 | hand 4-0,5-0 / 5-4,3-3 / 4-4,5-5 / 1-0,5-3 | stock 3-0,6-6,4-3",
     {{8, 4}, {12, 2}}},
    {"block-4 hand=6 lead_first=lowest_double lead_next=lowest_double lead_tile=own_double arms=4 "
     "facedown=true draw_mode=forced reserve=0 dead_layout=immediate | ends 0,0,0,1 | turn 0 | "
     "last 3 | hand 1-0,4-3 / 5-2 / 6-4 / 6-6,5-3 | stock 5-5,4-4",
     {{1, 2}, {2, 0}}},
    {"block-4 hand=6 lead_first=lowest_double lead_next=lowest_double lead_tile=own_double arms=4 "
     "facedown=true draw_mode=forced reserve=0 dead_layout=draw_out | ends 0,0,0,1 | turn 0 | last "
     "3 | hand 1-0,4-3 / 5-2 / 6-4 / 6-6,5-3 | stock 5-5,4-4",
     {{1, 2}, {2, 2}, {4, 2}, {5, 0}}},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* Returns the number of sequences of exactly `depth` legal actions; 0 after the end of a round. */
static uint64_t count_sequences(const dom_round *round, int depth)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    uint64_t sum = 0;
    if (depth == 0)
        return 1;
    for (int i = 0; i < count; i++) {
        dom_round next = *round;
        dom_event event;
        cr_assert(eq(int, dom_round_apply(&next, legal[i], &event), DOM_OK));
        sum += count_sequences(&next, depth - 1);
    }
    return sum;
}

static uint64_t count_position(const char *line, int depth)
{
    static dom_position p;
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_position_read(&p, line, &err), DOM_OK), "%s: %s", line, err.text);
    return count_sequences(&p.round, depth);
}

ParameterizedTestParameters(rules_count, sequences_are_as_many_as_the_reference_counted)
{
    return row_params(ROWS);
}

ParameterizedTest(size_t *number, rules_count, sequences_are_as_many_as_the_reference_counted)
{
    const char *position = rows[*number].position;
    for (int i = 0; i < DEPTHS_MAX && rows[*number].counts[i].depth > 0; i++) {
        int depth = rows[*number].counts[i].depth;
        cr_assert(eq(u64, count_position(position, depth), rows[*number].counts[i].sequences),
                  "%s, depth %d", position, depth);
    }
}

/* The reference is told what is claimed of it, and in the end says whether all is so. */
static FILE *start_reference(void)
{
    FILE *reference = popen("/usr/bin/python3 -B '" DOM_TEST_DATA "/../oracle/cases.py'", "w");
    cr_assert(ne(ptr, reference, NULL));
    return reference;
}

static void claim(FILE *reference, uint64_t sequences, int depth, const char *line)
{
    cr_assert(lt(int, 0, fprintf(reference, "%" PRIu64 " %d %s\n", sequences, depth, line)));
}

static void expect_agreement(FILE *reference)
{
    cr_assert(eq(int, pclose(reference), 0), "what it does not agree with is printed above");
}

/* The reference computes the numbers above again. */
Test(rules_count, the_recorded_counts_equal_those_of_the_reference)
{
    FILE *reference = start_reference();
    for (size_t r = 0; r < ROWS; r++)
        for (int i = 0; i < DEPTHS_MAX && rows[r].counts[i].depth > 0; i++)
            if (rows[r].counts[i].sequences <= LIVE_MAX)
                claim(reference, rows[r].counts[i].sequences, rows[r].counts[i].depth,
                      rows[r].position);
    expect_agreement(reference);
}

/* Writes the round as text. In text every seat has the same order of the stock. */
static void write_line(const dom_match *match, char line[LINE_BYTES])
{
    static dom_position p;
    cr_assert(eq(int, dom_variant_find(&p.variant, "block-2", NULL), DOM_OK));
    p.variant.options = match->options;
    p.deal = match->deal;
    p.round = match->play;
    p.round.options = &p.variant.options;
    p.round.deal = &p.deal;
    dom_text text = dom_text_of(line, LINE_BYTES);
    dom_position_write(&p, &text);
}

typedef struct {
    chance c;
    FILE *reference;
    int claims;
} sampler;

static void sample(const dom_match *match, void *context)
{
    sampler *s = context;
    char line[LINE_BYTES];
    if (match->play.opening || chance_below(&s->c, 25) != 0)
        return;
    write_line(match, line);
    int depth = 2 + chance_below(&s->c, 3);
    claim(s->reference, count_position(line, depth), depth, line);
    s->claims++;
}

/* Random states under random rules. */
Test(rules_count, the_reference_agrees_on_states_of_random_matches)
{
    sampler s = {.c = {3}, .reference = start_reference()};
    watcher w = {.context = &s, .to_act = sample};
    play_matches(60, 50000, &w);
    expect_agreement(s.reference);
    cr_assert(ge(int, s.claims, 31));
}
