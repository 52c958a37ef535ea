/* Newton's method finds the best ratings with a given value of the combination, and regula falsi
 * (the Illinois variant) the value at which r* reaches its bound. */
#include "limits.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { STEPS_MAX = 100, ROUNDS_MAX = 60 };

static const double correction = 0.4, one_sided = 0.3; /* of a match */
static const double reach = 1.959963984540054; /* 97.5 % quantile of the normal distribution */
static const double far = 14; /* natural units, 2400 Elo: beyond it nothing is known */
static const double nearly = 1e-7;

/* A search. X and its likelihood are of the ratings `best`. */
typedef struct {
    const dom_ratings_combination *of;
    dom_ratings_model_spec spec;
    double *best, *beta, *along, *g, *h, *tilt, *newton;
    double most, likelihood, volume; /* X, l(X), ln |H(X)| */
} limit_search;

size_t dom_ratings_limit_work(size_t size)
{
    return size * (size + 5) + dom_ratings_newton_work(size);
}

static double value_of(const limit_search *s, const double beta[])
{
    double sum = 0;
    for (size_t i = 0; i < s->spec.size; i++)
        sum += s->of->w[i] * beta[i];
    return sum;
}

/* Find H^-1 w, the direction in which w'beta changes most easily, at `beta`. Returns ln |H|, or NaN
 * if H is singular. */
static double study_at(limit_search *s, const double beta[])
{
    lapack_int size = (lapack_int)s->spec.size;
    double sum = 0;
    dom_ratings_model_slopes(&s->spec, beta, s->g, s->h);
    if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', size, s->h, size) != 0)
        return NAN;
    for (size_t i = 0; i < s->spec.size; i++)
        sum += 2 * log(s->h[i * s->spec.size + i]);
    memcpy(s->along, s->of->w, s->spec.size * sizeof *s->along);
    (void)LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', size, 1, s->h, size, s->along, size);
    return sum;
}

/* Begin a search with `tilt` added to the score, and find X. Returns false if the likelihood grows
 * without end. */
static bool begin_search(limit_search *s, const dom_ratings_combination *of, double tilt)
{
    size_t size = of->spec->size;
    int steps;
    *s = (limit_search){.of = of, .spec = *of->spec, .best = of->work};
    s->beta = s->best + size;
    s->along = s->beta + size;
    s->g = s->along + size;
    s->tilt = s->g + size;
    s->h = s->tilt + size;
    s->newton = s->h + size * size;
    for (size_t i = 0; i < size; i++)
        s->tilt[i] = tilt * of->w[i];
    s->spec.prior = DOM_RATINGS_LIMITS_GHOST;
    s->spec.tilt = s->tilt;
    s->spec.held = NULL;
    memcpy(s->best, of->beta, size * sizeof *s->best);
    if (dom_ratings_newton_in(&s->spec, s->best, STEPS_MAX, &steps, s->newton) != DOM_RATINGS_OK)
        return false;
    s->most = value_of(s, s->best);
    s->likelihood = dom_ratings_objective(&s->spec, s->best);
    s->volume = study_at(s, s->best);
    memcpy(s->beta, s->best, size * sizeof *s->beta);
    return isfinite(s->volume) && fabs(s->most - value_of(s, of->beta)) < far;
}

/* Move `beta` along `along` to w'beta = x, and then to the best ratings with that value. Returns
 * false if that fails. */
static bool move_to(limit_search *s, double x)
{
    int steps;
    double part = (x - value_of(s, s->beta)) / value_of(s, s->along);
    for (size_t i = 0; i < s->spec.size; i++)
        s->beta[i] += part * s->along[i];
    s->spec.held = s->of->w;
    dom_ratings_rc rc = dom_ratings_newton_in(&s->spec, s->beta, STEPS_MAX, &steps, s->newton);
    s->spec.held = NULL;
    return rc == DOM_RATINGS_OK;
}

/* Compute r* at x, without a sign. Returns false if that fails. */
static bool root_at(limit_search *s, double x, double *root)
{
    if (!move_to(s, x))
        return false;
    double fall = s->likelihood - dom_ratings_objective(&s->spec, s->beta);
    double volume = study_at(s, s->beta);
    if (!isfinite(volume))
        return false;
    double r = sqrt(fmax(2 * fall / s->of->dispersion, 0));
    double u = fabs(s->most - x) *
               sqrt(exp(s->volume - volume) / value_of(s, s->along) / s->of->dispersion);
    *root = r > 1e-3 && u > 0 ? r + log(u / r) / r : r;
    return true;
}

/* A value of the combination, and its r* minus `reach`. */
typedef struct {
    double x, over;
} limit_point;

/* Find the x between `in`, where r* is below `reach`, and `out`, where it is above. */
static bool close_in(limit_search *s, limit_point in, limit_point out, double *x)
{
    int last = 0;
    double root = 0;
    for (int i = 0; i < ROUNDS_MAX && fabs(root - reach) >= nearly; i++) {
        *x = in.x + (out.x - in.x) * in.over / (in.over - out.over);
        if (!root_at(s, *x, &root))
            return false;
        bool is_in = root < reach;
        *(is_in ? &in : &out) = (limit_point){*x, root - reach};
        if (last == (is_in ? 1 : -1)) /* twice on one side: Illinois halves the other */
            (is_in ? &out : &in)->over /= 2;
        last = is_in ? 1 : -1;
    }
    return true;
}

bool dom_ratings_limit_find(const dom_ratings_combination *of, bool is_upper, double *limit)
{
    limit_search s;
    double direction = is_upper ? 1 : -1, root;
    double matches = of->is_one_sided ? one_sided : correction;
    if (!begin_search(&s, of, direction * of->dispersion * of->step * matches))
        return false;
    limit_point in = {s.most, -reach};
    double step = direction * reach * of->error; /* doubled until r* is above `reach` */
    for (; fabs(in.x - s.most) < far; step *= 2) {
        limit_point next = {.x = in.x + step};
        if (!root_at(&s, next.x, &root))
            return false;
        next.over = root - reach;
        if (next.over >= 0)
            return close_in(&s, in, next, limit);
        in = next;
    }
    return false;
}
