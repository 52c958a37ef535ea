/* The parameters of a player's view are linear functions of all ratings: most are a rating, one is
 * a sum. If L has one of these functions in each row and C is the covariance of all ratings, then L
 * C L' is the covariance of the parameters, and its inverse their information. What the player's
 * own results and the ghost contribute to it is subtracted, because they are not approximated. The
 * ghost's prior is also applied to the sum, although the sum is no rating. The effect is small: its
 * part is subtracted at the centre, and the sum has a small variance. */
#include "nearby.h"

#include "dense.h"
#include "limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MAX = 100,
    MANY = 8 /* a part of the parameters that is many: one in so many */
};

/* ---- the whole list --------------------------------------------------------- */

/* Returns the numbers that a view of `size` parameters needs. */
static size_t numbers_of(size_t size)
{
    return size * (size + 5) + dom_ratings_limit_work(size);
}

static bool make_room(dom_ratings_normal *normal)
{
    const dom_ratings_model_spec *spec = normal->spec;
    size_t size = spec->size;
    normal->centre = malloc(size * sizeof(double));
    normal->covariance = malloc((size + 1) * size * sizeof(double));
    normal->contrast = malloc((spec->design->contrasts + 1) * sizeof *normal->contrast);
    normal->index = malloc((size + 1) * sizeof *normal->index);
    normal->local = malloc((size + 1) * sizeof *normal->local);
    normal->weights = calloc(2 * size, sizeof(double));
    normal->along = normal->weights ? normal->weights + size : NULL;
    normal->other = malloc(size * sizeof *normal->other);
    normal->far = malloc(size * sizeof *normal->far);
    return normal->centre && normal->covariance && normal->contrast && normal->index &&
           normal->local && normal->weights && normal->other && normal->far;
}

dom_ratings_rc dom_ratings_normal_open(dom_ratings_normal *normal,
                                       const dom_ratings_model_spec *spec, const double beta[])
{
    dom_ratings_model_spec ghostly = *spec;
    size_t size = spec->size;
    int steps;
    *normal = (dom_ratings_normal){.spec = spec, .beta = beta};
    if (!make_room(normal))
        return DOM_RATINGS_E_NOMEM;
    ghostly.prior = DOM_RATINGS_LIMITS_GHOST;
    ghostly.tilt = NULL;
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
    free(normal->contrast);
    free(normal->index);
    free(normal->local);
    free(normal->weights);
    free(normal->other);
    free(normal->far);
    free(normal->numbers);
    *normal = (dom_ratings_normal){0};
}

/* ---- from all ratings to the parameters ------------------------------------- */

/* The parameters of a player's view: the ratings of the members, then perhaps the sum of the
 * others, then perhaps the weight of draws. */
typedef struct {
    const dom_ratings_normal *normal;
    uint32_t *index; /* by parameter: that of the list; not used for the sum */
    uint32_t *local; /* by player: its number among the members; `none` */
    double *far;     /* weights of the sum, by parameter of the list */
    size_t members;  /* the player, its opponents and partners */
    bool has_far;    /* does any of `far` differ from 0? */
    size_t size;
} view;

static const uint32_t none = UINT32_MAX;

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
    v->index[v->members++] = player;
    v->far[player] = 0;
}

static void find_members(view *v, uint32_t player)
{
    const dom_ratings_design *design = v->normal->spec->design;
    add_member(v, player);
    for (size_t i = 0; i < design->contrasts; i++)
        for (int k = 0; is_of(&design->contrast[i], player) && k < design->contrast[i].terms; k++)
            add_member(v, design->contrast[i].player[k]);
}

static view view_of(dom_ratings_normal *normal, uint32_t player, const double w[])
{
    const dom_ratings_model_spec *spec = normal->spec;
    size_t players = spec->design->players;
    view v = {.normal = normal, .index = normal->index, .local = normal->local, .far = normal->far};
    for (size_t i = 0; i < players; i++)
        v.local[i] = none;
    memcpy(v.far, w, spec->size * sizeof *w);
    find_members(&v, player);
    v.size = v.members;
    for (size_t i = 0; i < players; i++)
        v.has_far |= v.far[i] != 0;
    v.size += v.has_far;
    if (spec->has_nu) {
        v.far[players] = 0;
        v.index[v.size++] = (uint32_t)players;
    }
    return v;
}

static bool is_sum(const view *v, size_t parameter)
{
    return v->has_far && parameter == v->members;
}

static double dot(const double a[], const double b[], size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Returns the value of a parameter, given those of the list. */
static double value_of(const view *v, size_t parameter, const double beta[])
{
    return is_sum(v, parameter) ? dot(v->far, beta, v->normal->spec->size)
                                : beta[v->index[parameter]];
}

/* Returns the covariance of a parameter of the list with the sum. */
static double covariance_with_sum(const view *v, size_t parameter)
{
    const dom_ratings_normal *normal = v->normal;
    const double *row = normal->covariance + parameter * normal->spec->size;
    double sum = normal->along[parameter];
    for (size_t i = 0; i < normal->others; i++) {
        uint32_t other = normal->other[i];
        sum += row[other] * (v->far[other] - normal->weights[other]);
    }
    return sum;
}

static double variance_of_sum(const view *v)
{
    const dom_ratings_normal *normal = v->normal;
    double sum = normal->variance;
    for (size_t i = 0; i < normal->others; i++) {
        uint32_t other = normal->other[i];
        sum += (v->far[other] - normal->weights[other]) *
               (normal->along[other] + covariance_with_sum(v, other));
    }
    return sum;
}

static double covariance_of(const view *v, size_t a, size_t b)
{
    if (is_sum(v, a))
        return is_sum(v, b) ? variance_of_sum(v) : covariance_with_sum(v, v->index[b]);
    return is_sum(v, b) ? covariance_with_sum(v, v->index[a])
                        : v->normal->covariance[v->index[a] * v->normal->spec->size + v->index[b]];
}

/* Find where the weights of the sum differ from those of the sum that is known. If they do in many
 * places, this sum is learnt instead. */
static void compare_sum(dom_ratings_normal *normal, const double far[])
{
    size_t size = normal->spec->size;
    normal->others = 0;
    for (uint32_t i = 0; i < size; i++)
        if (far[i] != normal->weights[i])
            normal->other[normal->others++] = i;
    if (normal->others <= size / MANY)
        return;
    normal->others = 0;
    memcpy(normal->weights, far, size * sizeof *far);
    for (size_t i = 0; i < size; i++)
        normal->along[i] = dot(normal->covariance + i * size, far, size);
    normal->variance = dot(normal->along, far, size);
}

/* ---- the view of a player --------------------------------------------------- */

/* Copy the contrasts of the player, with local numbers. */
static void copy_contrasts(dom_ratings_nearby *nearby, const view *v, uint32_t player)
{
    const dom_ratings_design *all = v->normal->spec->design;
    dom_ratings_design *design = &nearby->design;
    for (size_t i = 0; i < all->contrasts; i++) {
        if (!is_of(&all->contrast[i], player))
            continue;
        dom_ratings_contrast *c = &design->contrast[design->contrasts++];
        *c = all->contrast[i];
        for (int k = 0; k < c->terms; k++)
            c->player[k] = v->local[c->player[k]];
    }
    for (size_t i = 0; i < design->players; i++)
        design->matches[i] = is_sum(v, i) ? 0 : all->matches[v->index[i]];
}

/* Give each array its place in the numbers. Returns false if memory ran out. */
static bool take_room(dom_ratings_nearby *nearby, dom_ratings_normal *normal, const view *v)
{
    size_t size = v->size;
    if (size > normal->largest) {
        double *more = realloc(normal->numbers, numbers_of(size) * sizeof *more);
        if (more == NULL)
            return false;
        normal->numbers = more;
        normal->largest = size;
    }
    *nearby = (dom_ratings_nearby){
        .design = {.players = v->members + v->has_far, .contrast = normal->contrast},
        .beta = normal->numbers};
    nearby->w = nearby->beta + size;
    nearby->design.matches = nearby->w + size;
    nearby->rest.centre = nearby->design.matches + size;
    nearby->rest.slope = nearby->rest.centre + size;
    nearby->rest.precision = nearby->rest.slope + size;
    nearby->work = nearby->rest.precision + size * size;
    return true;
}

/* Compute the rest: all information there is, without that of the player's own results. */
static dom_ratings_rc find_rest(dom_ratings_nearby *nearby, const view *v)
{
    size_t size = v->size;
    double *precision = nearby->rest.precision, *own = nearby->work;
    for (size_t i = 0; i < size; i++) {
        nearby->rest.centre[i] = value_of(v, i, v->normal->centre);
        for (size_t k = 0; k <= i; k++)
            precision[i * size + k] = precision[k * size + i] = covariance_of(v, i, k);
    }
    dom_ratings_rc rc = dom_ratings_invert(precision, size);
    dom_ratings_model_slopes(&nearby->spec, nearby->rest.centre, nearby->rest.slope, own);
    for (size_t i = 0; i < size; i++)
        nearby->rest.slope[i] *= -1;
    for (size_t i = 0; i < size * size; i++)
        precision[i] -= own[i];
    return rc;
}

dom_ratings_rc dom_ratings_nearby_see(dom_ratings_nearby *nearby, dom_ratings_normal *normal,
                                      uint32_t player, const double w[])
{
    view v = view_of(normal, player, w);
    compare_sum(normal, v.far);
    if (!take_room(nearby, normal, &v))
        return DOM_RATINGS_E_NOMEM;
    copy_contrasts(nearby, &v, player);
    nearby->spec = (dom_ratings_model_spec){.design = &nearby->design,
                                            .prior = DOM_RATINGS_LIMITS_GHOST,
                                            .has_nu = normal->spec->has_nu,
                                            .size = v.size};
    for (size_t i = 0; i < v.size; i++) {
        nearby->beta[i] = value_of(&v, i, normal->beta);
        nearby->w[i] = is_sum(&v, i) ? 1 : w[v.index[i]];
    }
    dom_ratings_rc rc = find_rest(nearby, &v);
    nearby->spec.rest = &nearby->rest;
    return rc;
}
