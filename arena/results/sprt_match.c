#include "results/sprt_match.h"

#include "results/set_reader.h"
#include "rules/match.h"
#include "schedule/schedule.h"

#include <math.h>
#include <stdlib.h>

struct dom_results_sprt_set {
    int16_t points;    /* half points of bot 0; with opponents, minus those of bot 1 */
    uint8_t matches;   /* number of matches that have arrived */
    uint8_t faults[2]; /* matches that ended by a fault of bot 0, of bot 1 */
};

dom_rc dom_results_sprt_begin(dom_results_sprt *c, const dom_options *options,
                              const dom_core_compared *compared, uint32_t sets, dom_err *err)
{
    const dom_core_compared *w = compared;
    int sides = dom_side_count(options);
    dom_ratings_sprt_sets kind = {.matches = sides, .opponents = sides > 2 ? sides - 1 : 0};
    const dom_schedule_plan plan = {
        .kind = DOM_SCHEDULE_PLAN_COMPARE,
        .variant_count = 1,
        .variant = {{.seats = (uint8_t)options->players, .teams = options->teams != 0}}};
    *c = (dom_results_sprt){
        .options = options, .sets = sets, .rotations = dom_schedule_plan_rotations(&plan, 0)};
    c->open = calloc((size_t)sets + 1, sizeof *c->open);
    if (c->open == NULL)
        return dom_err_no_memory(err);
    dom_ratings_sprt_scale scale =
        w->is_normalised ? DOM_RATINGS_SPRT_NORMALISED : DOM_RATINGS_SPRT_LOGISTIC;
    if (dom_ratings_sprt_begin(&c->test, scale, kind, w->elo0, w->elo1, w->alpha, w->beta) ==
        DOM_RATINGS_OK)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "--elo0 %g, --elo1 %g: these cannot be tested; allowed: elo0 below elo1",
                       w->elo0, w->elo1);
}

void dom_results_sprt_free(dom_results_sprt *c)
{
    free(c->open);
    c->open = NULL;
}

/* Returns the half points of a seat against all other sides: 2 for each that it beat, 1 for each
 * draw and for each that it has no result with. */
static int points_of(const dom_options *o, const dom_store_match *m, int seat)
{
    dom_ratings_score score = dom_results_seat_score(o, m, seat);
    return dom_side_count(o) - 1 + (int)score.wins - (int)score.losses;
}

static int seat_of(const dom_store_match *m, int bot)
{
    int seat = 0;
    while (seat < m->seats - 1 && m->seat[seat].bot != bot)
        seat++;
    return seat;
}

/* Returns the class of a set for the test, from 0. With opponents the difference of points can
 * be negative, so it is shifted. */
static int class_of(const dom_results_sprt *c, const struct dom_results_sprt_set *set)
{
    dom_ratings_sprt_sets sets = c->test.sets;
    return set->points + 2 * sets.matches * sets.opponents;
}

/* Adds the sets that are complete and follow on the counted ones without a gap. */
static void count_sets(dom_results_sprt *c)
{
    while (!dom_results_sprt_is_over(c) && c->open[c->counted + 1].matches == c->rotations) {
        const struct dom_results_sprt_set *set = &c->open[++c->counted];
        (void)dom_ratings_sprt_add(
            &c->test, class_of(c, set)); /* cannot fail: class_of stays within the classes */
        c->faults[0] += set->faults[0];
        c->faults[1] += set->faults[1];
    }
}

void dom_results_sprt_add(dom_results_sprt *c, const dom_store_match *m)
{
    if (m->set < 1 || m->set > c->sets)
        return;
    struct dom_results_sprt_set *set = &c->open[m->set];
    int half = dom_schedule_half_of(m->rotation, m->seats);
    int points = points_of(c->options, m, seat_of(m, half));
    set->points = (int16_t)(set->points + (half == 0 ? points : -points));
    set->matches++;
    if (m->fault_seat >= 0 && m->seat[m->fault_seat].bot < 2)
        set->faults[m->seat[m->fault_seat].bot]++;
    count_sets(c);
}

bool dom_results_sprt_is_over(const dom_results_sprt *c)
{
    return c->test.verdict != DOM_RATINGS_SPRT_UNDECIDED || c->counted == c->sets;
}

uint64_t dom_results_sprt_last_match(const dom_results_sprt *c)
{
    double ahead = fmin(2 * dom_ratings_sprt_sets_to_go(&c->test), c->counted);
    double sets = c->counted + fmax(ceil(ahead), DOM_RESULTS_SPRT_SETS_AHEAD);
    return (uint64_t)fmin(sets, c->sets) * (uint64_t)c->rotations;
}
