#include "walk.h"

#include <math.h>
#include <string.h>

/* Returns what the test decides after so many sets with so many points. */
static dom_ratings_sprt_verdict verdict_at(const dom_ratings_walk *w, const dom_ratings_sprt *test,
                                           int sets, int points)
{
    dom_ratings_sprt at = *test;
    double weight[DOM_RATINGS_SPRT_CLASSES_MAX], llr;
    double share[DOM_RATINGS_SPRT_CLASSES_MAX] = {0};
    dom_ratings_sprt_verdict verdict;
    int last = w->seen.classes - 1;
    double first = w->seen.value[0], step = w->seen.value[1] - first;
    if (points == 0 || points == sets * last)
        share[points ? last : 0] = 1;
    else
        (void)dom_ratings_fit_mean(&w->seen, first + step * points / sets, share);
    for (int i = 0; i <= last; i++)
        at.count[i] = sets * share[i];
    dom_ratings_sprt_weights(&at, weight);
    (void)dom_ratings_sprt_judge(test, weight, &llr, &verdict);
    return verdict;
}

/* Fills in both bounds after so many sets. They are near those of one set less: the lower one can
 * rise by the points of a set, and the upper one by none. First the test decides nowhere. When it
 * begins to, this is far outside, but more points inside follow soon. */
static void find_bounds(dom_ratings_walk *w, const dom_ratings_sprt *test, int sets)
{
    int last = w->seen.classes - 1, most = sets * last;
    int lower = w->lower[sets - 1] + last, upper = w->upper[sets - 1];
    while (lower >= 0 && verdict_at(w, test, sets, lower) != DOM_RATINGS_SPRT_ACCEPTS_0)
        lower--;
    while (lower >= 0 && verdict_at(w, test, sets, lower + 1) == DOM_RATINGS_SPRT_ACCEPTS_0)
        lower++;
    while (upper <= most && verdict_at(w, test, sets, upper) != DOM_RATINGS_SPRT_ACCEPTS_1)
        upper++;
    while (upper <= most && verdict_at(w, test, sets, upper - 1) == DOM_RATINGS_SPRT_ACCEPTS_1)
        upper--;
    w->lower[sets] = lower;
    w->upper[sets] = upper;
}

bool dom_ratings_walk_begin(dom_ratings_walk *w, const dom_ratings_sprt *test)
{
    double weight[DOM_RATINGS_SPRT_CLASSES_MAX], sets = 0, points = 0;
    int classes = dom_ratings_sprt_classes(test->sets);
    for (int i = 0; i < classes; i++) {
        sets += test->count[i];
        points += test->count[i] * i;
    }
    if (test->sets.opponents > 0 || sets * (classes - 1) >= DOM_RATINGS_WALK_POINTS_MAX)
        return false;
    w->sets = (int)sets;
    w->points = (int)points;
    dom_ratings_sprt_weights(test, weight);
    (void)dom_ratings_distribution_of(&w->seen, weight, test->sets); /* it has sets */
    w->lower[0] = -1;
    w->upper[0] = 1;
    for (int i = 1; i < w->sets; i++)
        find_bounds(w, test, i);
    return true;
}

/* Moves the chances of all points in from..to by one set. */
static void step(const dom_ratings_walk *w, const double share[], int from, int to,
                 const double before[], double after[])
{
    int classes = w->seen.classes;
    memset(after + from, 0, (size_t)(to - from + classes) * sizeof *after);
    for (int class = 0; class < classes; class ++)
        for (int i = from; share[class] > 0 && i <= to; i++)
            after[i + class] += before[i] * share[class];
}

double dom_ratings_walk_worse(const dom_ratings_walk *w, double elo, double ties)
{
    double share[DOM_RATINGS_SPRT_CLASSES_MAX];
    double chance[2][DOM_RATINGS_WALK_POINTS_MAX] = {{1}};
    double worse = 0;
    int from = 0, to = 0; /* the points without a decision */
    (void)dom_ratings_fit_mean(&w->seen, dom_ratings_score_of_elo(elo), share); /* one has it */
    for (int i = 1; i <= w->sets && from <= to; i++) {
        double *now = chance[i % 2];
        step(w, share, from, to, chance[(i - 1) % 2], now);
        to += w->seen.classes - 1;
        int lower = i < w->sets ? w->lower[i] : w->points - 1;
        for (; from <= to && from <= lower; from++)
            worse += now[from];
        if (i < w->sets && to >= w->upper[i])
            to = w->upper[i] - 1;
        if (i == w->sets && from <= w->points && w->points <= to)
            worse += ties * now[w->points];
    }
    return fmin(worse, 1); /* the sum was rounded */
}
