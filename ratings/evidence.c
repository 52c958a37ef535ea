/* Under the model the score of a match has variance v and fourth cumulant v (1 - 6 v), so the
 * variance of the square of a sum of matches is the sum of the cumulants plus twice the square of
 * its variance. */
#include "evidence.h"

#include <math.h>

static const double negligible = 0.01;

/* Sums over sets. */
typedef struct {
    double variance, of_square;         /* expected: of g'u, and of its square */
    double squares, fourths, sets;      /* observed: sums of q, of q^2, and of 1 */
    double matches;                     /* weighted by variance */
    double free_variance, free_squares; /* sums of degrees * variance, degrees * variance^2 */
    double draws;                       /* observed, in matches */
} event_sums;

/* Returns true if the sets of the table say something about the combination. Tables of other
 * players have small differences x, too, because the ratings of opponents adapt; they do not
 * matter. */
static bool concerns(const dom_ratings_design *d, const dom_ratings_table *table, const double g[],
                     double along)
{
    for (uint32_t k = 0; k < table->pairs; k++)
        if (fabs(dom_ratings_contrast_value(&d->contrast[table->ask[k].contrast], g)) >
            negligible * along)
            return true;
    return false;
}

/* Add what the model expects of the sets of a table. */
static void expect(event_sums *s, const dom_ratings_design *d, const dom_ratings_table *table,
                   const double g[], const dom_ratings_chance chance[])
{
    double variance = 0, cumulant = 0, degrees = table->sets >= 2 ? table->sets - 1 : 1;
    for (uint32_t k = 0; k < table->pairs; k++) {
        const dom_ratings_ask *ask = &table->ask[k];
        double x = dom_ratings_contrast_value(&d->contrast[ask->contrast], g);
        double v = chance[ask->contrast].spread;
        variance += ask->n * v * x * x;
        cumulant += ask->n * v * (1 - 6 * v) * x * x * x * x;
    }
    s->variance += table->sets * variance;
    s->of_square += table->sets * fmax(cumulant + 2 * variance * variance, 0);
    s->matches += table->sets * variance * table->matches;
    s->free_variance += degrees * variance;
    s->free_squares += degrees * variance * variance;
}

/* Returns g'u of a set that ended like this outcome count. */
static double change_of(const dom_ratings_design *d,
                        const dom_ratings_design_outcome *outcome_count, const double g[],
                        const dom_ratings_chance chance[])
{
    double sum = 0;
    for (uint32_t k = 0; k < outcome_count->table->pairs; k++) {
        const dom_ratings_ask *ask = &outcome_count->table->ask[k];
        double score = (double)outcome_count->outcome[ask->position].score / DOM_RATINGS_UNITS;
        sum += dom_ratings_contrast_value(&d->contrast[ask->contrast], g) *
               (score - ask->n * chance[ask->contrast].score);
    }
    return sum;
}

/* Add the sets of a table as they are. */
static void observe(event_sums *s, const dom_ratings_design *d, const dom_ratings_table *table,
                    const double g[], const dom_ratings_chance chance[])
{
    const dom_ratings_design_outcome *first = &d->outcome_count[table->outcome_count];
    double mean = 0;
    for (uint32_t i = 0; table->sets >= 2 && i < table->outcome_counts; i++)
        mean += first[i].sets / table->sets * change_of(d, &first[i], g, chance);
    for (uint32_t i = 0; i < table->outcome_counts; i++) {
        double off = change_of(d, &first[i], g, chance) - mean;
        s->squares += first[i].sets * off * off;
        s->fourths += first[i].sets * off * off * off * off;
        s->sets += first[i].sets;
        for (uint32_t k = 0; k < table->pairs; k++)
            s->draws += first[i].sets * first[i].outcome[table->ask[k].position].tie /
                        (double)DOM_RATINGS_UNITS;
    }
}

/* Returns the smallest of the three numbers of events. */
static double events_of(const event_sums *s)
{
    double events = s->free_variance * s->free_variance / s->free_squares;
    if (s->of_square * events > 2 * s->variance * s->variance)
        events = 2 * s->variance * s->variance / s->of_square;
    double spread = s->fourths - s->squares * s->squares / s->sets;
    if (spread * events > 2 * s->squares * s->squares)
        events = 2 * s->squares * s->squares / spread;
    return s->squares > 0 ? events : 0;
}

static double step_of(const dom_ratings_design *d, const double g[], double along,
                      const dom_ratings_chance chance[])
{
    double sum = 0, weights = 0;
    for (size_t i = 0; i < d->contrasts; i++) {
        double x = fabs(dom_ratings_contrast_value(&d->contrast[i], g)) / along;
        sum += d->contrast[i].n * chance[i].spread * x * x;
        weights += d->contrast[i].n * chance[i].spread * x;
    }
    return weights > 0 ? sum / weights : 0;
}

/* Returns in which part of a match a score varies: a draw is half a match. If draws are few, their
 * number is even more often than odd, by exp(-2 draws). */
static double grain_of(double draws)
{
    return (1 + exp(-2 * draws)) / 2;
}

dom_ratings_evidence dom_ratings_evidence_of(const dom_ratings_model_spec *spec, const double g[],
                                             double along, const dom_ratings_chance chance[])
{
    const dom_ratings_design *d = spec->design;
    event_sums s = {0};
    for (size_t t = 0; t < d->tables; t++) {
        if (d->table[t].sets <= 0 || !concerns(d, &d->table[t], g, along))
            continue;
        expect(&s, d, &d->table[t], g, chance);
        observe(&s, d, &d->table[t], g, chance);
    }
    if (s.variance <= 0)
        return (dom_ratings_evidence){0};
    return (dom_ratings_evidence){.events = events_of(&s),
                                  .matches = s.matches / s.variance,
                                  .step = grain_of(s.draws) * step_of(d, g, along, chance)};
}
