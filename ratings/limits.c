/* The ratings that explain the results best while the combination has a given value are those that
 * explain them best if a multiple of w is added to the scores (J.-L. Lagrange). That multiple, the
 * pull, is the same in all lists but for their dispersion. The combination grows with the pull, and
 * regula falsi (the Illinois variant) finds the pull at which r* reaches its bound. */
#include "limits.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { STEPS_MAX = 100, ROUNDS_MAX = 60 };

static const double correction = 0.4, one_sided = 0.3; /* of a match */
static const double reach = 1.959963984540054; /* 97.5 % quantile of the normal distribution */
static const double far = 14;      /* natural units, 2400 Elo: beyond it nothing is known */
static const double nearly = 1e-5; /* of r*: less than a thousandth of an Elo point */

/* All lists at one pull. */
typedef struct {
    double x;          /* the combination */
    double likelihood; /* l(x) */
    double volume;     /* ln |H(x)| */
    double along;      /* sum of dispersion w'H^-1 w */
} limit_point;

/* ---- one list --------------------------------------------------------------------- */

size_t dom_ratings_limit_work(size_t size)
{
    return size * (size + 4) + dom_ratings_newton_work(size);
}

/* Parts of `work`: the ratings at the last pull, H^-1 w there, a gradient, what is added to the
 * scores, H, and the work space of Newton's method. */
static double *along_of(const dom_ratings_combined_list *l)
{
    return l->work + l->spec->size;
}

static double *gradient_of(const dom_ratings_combined_list *l)
{
    return l->work + 2 * l->spec->size;
}

static double *added_of(const dom_ratings_combined_list *l)
{
    return l->work + 3 * l->spec->size;
}

static double *information_of(const dom_ratings_combined_list *l)
{
    return l->work + 4 * l->spec->size;
}

static double value_of(const dom_ratings_combined_list *l, const double beta[])
{
    double sum = 0;
    for (size_t i = 0; i < l->spec->size; i++)
        sum += l->w[i] * beta[i];
    return sum;
}

/* Let the next step begin at the given ratings. */
static void start_again(dom_ratings_combined_list *l)
{
    memcpy(l->work, l->beta, l->spec->size * sizeof *l->work);
    memset(along_of(l), 0, l->spec->size * sizeof *l->work);
    l->pull = 0;
}

/* Find the best ratings at another pull. Returns false if that fails. */
static bool pull_list(dom_ratings_combined_list *l, dom_ratings_model_spec *spec, double pull)
{
    size_t size = l->spec->size;
    double *beta = l->work, *added = added_of(l), *along = along_of(l);
    double step = l->dispersion * (pull - l->pull), most = step * value_of(l, along);
    int steps;
    *spec = *l->spec;
    spec->prior = DOM_RATINGS_LIMITS_GHOST;
    spec->tilt = added;
    for (size_t i = 0; i < size; i++) {
        added[i] = (l->tilt + l->dispersion * pull) * l->w[i];
        beta[i] += step / fmax(1, fabs(most)) * along[i]; /* far away the next H is another */
    }
    l->pull = pull;
    return dom_ratings_newton_in(spec, beta, STEPS_MAX, &steps, information_of(l) + size * size) ==
           DOM_RATINGS_OK;
}

/* Add what the list says at its last pull. Returns false if H is singular. */
static bool add_list(dom_ratings_combined_list *l, const dom_ratings_model_spec *spec,
                     limit_point *at)
{
    lapack_int size = (lapack_int)spec->size;
    double *h = information_of(l), *along = along_of(l), x = value_of(l, l->work);
    dom_ratings_model_slopes(spec, l->work, gradient_of(l), h);
    if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', size, h, size) != 0)
        return false;
    for (size_t i = 0; i < spec->size; i++)
        at->volume += 2 * log(h[i * spec->size + i]);
    memcpy(along, l->w, spec->size * sizeof *along);
    (void)LAPACKE_dpotrs(LAPACK_COL_MAJOR, 'L', size, 1, h, size, along, size);
    at->x += x;
    at->likelihood += dom_ratings_objective(spec, l->work) / l->dispersion - l->pull * x;
    at->along += l->dispersion * value_of(l, along);
    return true;
}

/* ---- all lists -------------------------------------------------------------------- */

/* Find all lists at a pull, each from where it is, or else from its given ratings. Returns false if
 * the likelihood grows without end there. */
static bool go_to(const dom_ratings_combination *of, double pull, limit_point *at)
{
    dom_ratings_model_spec spec;
    *at = (limit_point){0};
    for (size_t i = 0; i < of->count; i++) {
        dom_ratings_combined_list *l = &of->list[i];
        bool is_found = pull_list(l, &spec, pull);
        if (!is_found) {
            start_again(l);
            is_found = pull_list(l, &spec, pull);
        }
        if (!is_found || !add_list(l, &spec, at))
            return false;
    }
    return isfinite(at->volume);
}

/* Begin a search with the correction added to the scores, and find X. Returns false if the
 * likelihood grows without end. */
static bool begin_search(const dom_ratings_combination *of, double direction, limit_point *most)
{
    double matches = of->is_one_sided ? one_sided : correction, before = 0;
    for (size_t i = 0; i < of->count; i++) {
        dom_ratings_combined_list *l = &of->list[i];
        start_again(l);
        l->tilt = direction * l->dispersion * l->step * l->share * matches;
        before += value_of(l, l->beta);
    }
    return go_to(of, 0, most) && fabs(most->x - before) < far;
}

/* Returns r* without a sign. */
static double root_at(const limit_point *most, const limit_point *at)
{
    double r = sqrt(fmax(2 * (most->likelihood - at->likelihood), 0));
    double u = fabs(most->x - at->x) * sqrt(exp(most->volume - at->volume) / at->along);
    return r > 1e-3 && u > 0 ? r + log(u / r) / r : r;
}

/* A search for the pull at which r* is `reach`. Below `in` r* is smaller, from `out` on it is
 * larger, or the combination is out of reach. */
typedef struct {
    const dom_ratings_combination *of;
    limit_point most, at;
    double in, in_over;   /* r* minus `reach` there */
    double out, out_over; /* the same; 0 before it is known, INFINITY out of reach */
    int last;             /* 1: the last pull became `in`; -1: `out` */
} limit_search;

/* Try a pull. Returns r* minus `reach`. */
static double try_pull(limit_search *s, double pull)
{
    bool is_near = go_to(s->of, pull, &s->at) && fabs(s->at.x - s->most.x) < far;
    double over = is_near ? root_at(&s->most, &s->at) - reach : INFINITY;
    bool is_in = over < 0;
    for (size_t i = 0; !is_near && i < s->of->count; i++)
        start_again(&s->of->list[i]);
    *(is_in ? &s->in : &s->out) = pull;
    *(is_in ? &s->in_over : &s->out_over) = over;
    if (s->last == (is_in ? 1 : -1)) /* twice on one side: Illinois halves the other */
        *(is_in ? &s->out_over : &s->in_over) /= 2;
    s->last = is_in ? 1 : -1;
    return over;
}

/* Returns the pull to try next. */
static double next_pull(const limit_search *s)
{
    if (s->out == 0)
        return 2 * s->in;
    if (!isfinite(s->out_over))
        return (s->in + s->out) / 2;
    return s->in + (s->out - s->in) * s->in_over / (s->in_over - s->out_over);
}

bool dom_ratings_limit_find(const dom_ratings_combination *of, bool is_upper, double *limit)
{
    double direction = is_upper ? 1 : -1, pull = direction * reach / of->error;
    limit_search s = {.of = of, .in_over = -reach};
    if (!begin_search(of, direction, &s.most))
        return false;
    for (int i = 0; i < ROUNDS_MAX; i++, pull = next_pull(&s)) {
        if (fabs(try_pull(&s, pull)) < nearly) {
            *limit = s.at.x;
            return true;
        }
        if (!isfinite(s.out_over) && fabs(s.out - s.in) < 1e-9 * fabs(s.out))
            return false;
    }
    return false;
}
