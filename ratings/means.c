#include "ratings/means.h"

#include "distributions.h"
#include "model.h"

#include <math.h>

void dom_ratings_sample_add(dom_ratings_sample *sample, double value)
{
    double off = value - sample->mean;
    sample->sets++;
    sample->mean += off / (double)sample->sets;
    sample->squares += off * (value - sample->mean);
}

dom_ratings_mean dom_ratings_mean_of(const dom_ratings_sample *sample)
{
    double sets = (double)sample->sets;
    if (sample->sets < 2)
        return (dom_ratings_mean){.mean = sample->mean, .lo = -INFINITY, .hi = INFINITY};
    double reach =
        dom_ratings_student_quantile(0.975, sets - 1) * sqrt(sample->squares / (sets - 1) / sets);
    return (dom_ratings_mean){
        .mean = sample->mean, .lo = sample->mean - reach, .hi = sample->mean + reach};
}

static double elo_of_share(double share)
{
    return DOM_RATINGS_ELO_UNIT * log(share / (1 - share));
}

dom_ratings_mean_share dom_ratings_mean_share_of(const dom_ratings_sample *sample)
{
    dom_ratings_sample more = *sample;
    dom_ratings_sample_add(&more, 0);
    dom_ratings_sample_add(&more, 1);
    dom_ratings_mean mean = dom_ratings_mean_of(&more);
    dom_ratings_mean_share out = {.share = sample->sets > 0 ? sample->mean : 0.5,
                                  .share_lo = fmax(mean.lo, 0),
                                  .share_hi = fmin(mean.hi, 1)};
    out.elo = elo_of_share(out.share);
    out.elo_lo = elo_of_share(out.share_lo);
    out.elo_hi = elo_of_share(out.share_hi);
    return out;
}
