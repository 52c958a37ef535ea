/* dense.h - products and inverses of whole matrices, row after row, for lists of many players.
 */
#ifndef DOM_RATINGS_DENSE_H
#define DOM_RATINGS_DENSE_H

#include "ratings/rc.h"

#include <stddef.h>

/* Compute out = a' b for matrices of size x size. Zeros of a cost little. */
void dom_ratings_multiply(const double a[], const double b[], double out[], size_t size);

/* The same where out is known to be symmetric: in less than half the time, but zeros save nothing.
 * Returns DOM_RATINGS_OK or E_NOMEM. */
dom_ratings_rc dom_ratings_multiply_symmetric(const double a[], const double b[], double out[],
                                              size_t size);

/* Replace a symmetric positive definite matrix by its inverse. Only h[i * size + j] with j >= i is
 * read. Returns DOM_RATINGS_OK; E_CONVERGENCE if it is not positive definite; or E_NOMEM. */
dom_ratings_rc dom_ratings_invert(double h[], size_t size);

#endif
