/* ratings/means.h - the mean of a number over duplicate sets, with its 95 % interval.
 *
 * Each set gives one number. The sets have different deals, so these numbers are independent, and
 * the interval of their mean is Student's t.
 *
 * A share of the points lies between 0 and 1, and in few sets it may never vary. Student's t would
 * then claim to know it exactly. Therefore two invented sets, one with share 0 and one with share
 * 1, are added before the interval of a share is computed. Example: in 20 sets the share was always
 * 1/2. Its interval is 0.432..0.568.
 *
 * Source: A. Agresti and B. Caffo, Simple and effective confidence intervals for proportions and
 * differences of proportions result from adding two successes and two failures, The American
 * Statistician 54 (2000); here one of each, because the interval is Student's t.
 */
#ifndef DOM_RATINGS_MEANS_H
#define DOM_RATINGS_MEANS_H

#include <stdint.h>

/* What is kept of the numbers. Start with a zeroed struct. */
typedef struct {
    uint64_t sets;
    double mean;
    double squares; /* sum of the squared deviations from the mean */
} dom_ratings_sample;

/* Adds the number of one set; finite. */
void dom_ratings_sample_add(dom_ratings_sample *sample, double value);

typedef struct {
    double mean;
    double lo, hi; /* 95 % interval; without limits, so infinite, with fewer than 2 sets */
} dom_ratings_mean;

/* Returns the mean of any number; 0 without sets. */
dom_ratings_mean dom_ratings_mean_of(const dom_ratings_sample *sample);

typedef struct {
    double share, share_lo, share_hi; /* within 0..1; 1/2, 0 and 1 without sets        */
    double elo, elo_lo, elo_hi; /* how much stronger a player is who scores that against one of
                                   Elo 0; infinite for the shares 0 and 1       */
} dom_ratings_mean_share;

/* Returns the mean of shares of the points. */
dom_ratings_mean_share dom_ratings_mean_share_of(const dom_ratings_sample *sample);

#endif
