/* The parameters of a player's view are linear functions of all ratings: most are a rating, one is a
 * sum. If L has one of these functions in each row and C is the covariance of all ratings, then
 * L C L' is the covariance of the parameters, and its inverse their information. What the player's
 * own results contribute to it is subtracted, because they are not approximated. */
#include "nearby.h"

#include "limits.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 100 };

/* ---- the whole list --------------------------------------------------------- */

dom_ratings_rc dom_ratings_normal_open(dom_ratings_normal *normal,
                                       const dom_ratings_model_spec *spec, const double beta[])
{
    dom_ratings_model_spec ghostly = *spec;
    size_t size = spec->size;
    int steps;
    *normal = (dom_ratings_normal){.spec = spec,
                                   .beta = beta,
                                   .centre = malloc(size * sizeof(double)),
                                   .covariance = malloc((size + 1) * size * sizeof(double))};
    if (!normal->centre || !normal->covariance)
        return DOM_RATINGS_E_NOMEM;
    ghostly.prior = DOM_RATINGS_LIMITS_GHOST;
    memcpy(normal->centre, beta, size * sizeof *beta);
    dom_ratings_rc rc = dom_ratings_newton(&ghostly, normal->centre, STEPS_MAX, &steps);
    if (rc != DOM_RATINGS_OK)
        return rc;
    double *gradient = normal->covariance + size * size; /* is 0 */
    dom_ratings_model_slopes(&ghostly, normal->centre, gradient, normal->covariance);
    return dom_ratings_invert(normal->covariance, size);
}

void dom_ratings_normal_close(dom_ratings_normal *normal)
{
    free(normal->centre);
    free(normal->covariance);
    *normal = (dom_ratings_normal){0};
}

/* ---- from all ratings to the parameters ------------------------------------- */

/* The function that makes a parameter of all ratings: one of them, or a sum. */
typedef struct {
    size_t index;      /* of the rating */
    const double *sum; /* weights of all ratings; NULL: the parameter is the one rating */
} parameter;

/* The parameters of a player's view. */
typedef struct {
    parameter *of;   /* one for each */
    uint32_t *local; /* by player: its number among the parameters; `none` */
    double *far;     /* weights of the ratings that are no parameters */
    size_t members;  /* the player and its opponents */
    bool has_far;    /* does any of `far` differ from 0? */
    size_t size;
} view;

static const uint32_t none = UINT32_MAX;

static void view_close(view *v)
{
    free(v->of);
    free(v->local);
    free(v->far);
}

static bool is_of(const dom_ratings_contrast *c, uint32_t player)
{
    bool is_there = false;
    for (int i = 0; i < c->terms; i++)
        is_there |= c->player[i] == player;
    return is_there && c->n > 0;
}

static void add_member(view *v, uint32_t player)
{
    if (v->local[player] != none)
        return;
    v->local[player] = (uint32_t)v->members;
    v->of[v->members++] = (parameter){.index = player};
    v->far[player] = 0;
}

/* Find the player's opponents and partners. Returns the number of contrasts. */
static size_t find_members(view *v, const dom_ratings_design *design, uint32_t player)
{
    size_t contrasts = 0;
    add_member(v, player);
    for (size_t i = 0; i < design->contrasts; i++) {
        if (!is_of(&design->contrast[i], player))
            continue;
        for (int k = 0; k < design->contrast[i].terms; k++)
            add_member(v, design->contrast[i].player[k]);
        contrasts++;
    }
    return contrasts;
}

/* Find the parameters. Returns false if memory is short; close the view in any case. */
static bool view_open(view *v, const dom_ratings_model_spec *spec, uint32_t player,
                      const double w[], size_t *contrasts)
{
    size_t players = spec->design->players;
    *v = (view){.of = malloc((players + 2) * sizeof *v->of),
                .local = malloc(players * sizeof *v->local),
                .far = malloc(spec->size * sizeof *v->far)};
    if (!v->of || !v->local || !v->far)
        return false;
    for (size_t i = 0; i < players; i++)
        v->local[i] = none;
    memcpy(v->far, w, spec->size * sizeof *w);
    *contrasts = find_members(v, spec->design, player);
    v->size = v->members;
    for (size_t i = 0; i < players; i++)
        v->has_far |= v->far[i] != 0;
    if (v->has_far)
        v->of[v->size++] = (parameter){.sum = v->far};
    if (spec->has_nu)
        v->of[v->size++] = (parameter){.index = players};
    return true;
}

static double dot(const double a[], const double b[], size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

static double value_of(const parameter *p, const double beta[], size_t size)
{
    return p->sum ? dot(p->sum, beta, size) : beta[p->index];
}

static double covariance_of(const parameter *a, const parameter *b, const double covariance[],
                            size_t size)
{
    double sum = 0;
    if (!a->sum)
        return value_of(b, covariance + a->index * size, size);
    if (!b->sum) /* the matrix is symmetric */
        return value_of(a, covariance + b->index * size, size);
    for (size_t i = 0; i < size; i++)
        if (a->sum[i] != 0)
            sum += a->sum[i] * dot(covariance + i * size, b->sum, size);
    return sum;
}

/* ---- the view of a player --------------------------------------------------- */

/* Copy the contrasts of the player, with local numbers. */
static void copy_contrasts(dom_ratings_nearby *nearby, const view *v, const dom_ratings_design *all,
                           uint32_t player)
{
    dom_ratings_design *design = &nearby->design;
    for (size_t i = 0; i < all->contrasts; i++) {
        if (!is_of(&all->contrast[i], player))
            continue;
        dom_ratings_contrast *c = &design->contrast[design->contrasts++];
        *c = all->contrast[i];
        for (int k = 0; k < c->terms; k++)
            c->player[k] = v->local[c->player[k]];
    }
    for (size_t i = 0; i < v->members; i++)
        design->matches[i] = all->matches[v->of[i].index];
}

/* Allocate memory. Returns false if it is short. */
static bool make_room(dom_ratings_nearby *nearby, const view *v, size_t contrasts)
{
    size_t size = v->size;
    nearby->design.players = v->members + v->has_far;
    nearby->design.contrast = malloc((contrasts + 1) * sizeof *nearby->design.contrast);
    nearby->design.matches = calloc(size, sizeof(double));
    nearby->beta = malloc((size * (size + 4) + dom_ratings_limit_work(size)) * sizeof(double));
    if (!nearby->design.contrast || !nearby->design.matches || !nearby->beta)
        return false;
    nearby->w = nearby->beta + size;
    nearby->rest.centre = nearby->w + size;
    nearby->rest.slope = nearby->rest.centre + size;
    nearby->rest.precision = nearby->rest.slope + size;
    nearby->work = nearby->rest.precision + size * size;
    return true;
}

/* Compute the rest: all information there is, without that of the player's own results. */
static dom_ratings_rc find_rest(dom_ratings_nearby *nearby, const view *v,
                                const dom_ratings_normal *normal)
{
    size_t size = v->size, all = normal->spec->size;
    double *precision = nearby->rest.precision, *own = nearby->work;
    for (size_t i = 0; i < size; i++) {
        nearby->rest.centre[i] = value_of(&v->of[i], normal->centre, all);
        for (size_t k = 0; k <= i; k++)
            precision[i * size + k] = precision[k * size + i] =
                covariance_of(&v->of[i], &v->of[k], normal->covariance, all);
    }
    dom_ratings_rc rc = dom_ratings_invert(precision, size);
    dom_ratings_model_slopes(&nearby->spec, nearby->rest.centre, nearby->rest.slope, own);
    for (size_t i = 0; i < size; i++)
        nearby->rest.slope[i] *= -1;
    for (size_t i = 0; i < size * size; i++)
        precision[i] -= own[i];
    return rc;
}

/* Fill the view. */
static dom_ratings_rc look(dom_ratings_nearby *nearby, const view *v,
                           const dom_ratings_normal *normal, const double w[])
{
    size_t size = v->size;
    nearby->spec = (dom_ratings_model_spec){.design = &nearby->design,
                                            .prior = DOM_RATINGS_LIMITS_GHOST,
                                            .has_nu = normal->spec->has_nu,
                                            .size = size};
    for (size_t i = 0; i < size; i++) {
        nearby->beta[i] = value_of(&v->of[i], normal->beta, normal->spec->size);
        nearby->w[i] = v->of[i].sum ? 1 : w[v->of[i].index];
    }
    dom_ratings_rc rc = find_rest(nearby, v, normal);
    nearby->spec.rest = &nearby->rest;
    return rc;
}

dom_ratings_rc dom_ratings_nearby_open(dom_ratings_nearby *nearby, const dom_ratings_normal *normal,
                                       uint32_t player, const double w[])
{
    view v;
    size_t contrasts = 0;
    dom_ratings_rc rc = DOM_RATINGS_E_NOMEM;
    *nearby = (dom_ratings_nearby){0};
    if (view_open(&v, normal->spec, player, w, &contrasts) && make_room(nearby, &v, contrasts)) {
        copy_contrasts(nearby, &v, normal->spec->design, player);
        rc = look(nearby, &v, normal, w);
    }
    view_close(&v);
    return rc;
}

void dom_ratings_nearby_close(dom_ratings_nearby *nearby)
{
    free(nearby->design.contrast);
    free(nearby->design.matches);
    free(nearby->beta);
    *nearby = (dom_ratings_nearby){0};
}
