/* Products and inverses of matrices of one panel, of several, and of odd sizes. */
#include "dense.h"
#include "pools.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t sizes[] = {1, 2, 5, 128, 129, 131, 259};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Returns a symmetric positive definite matrix that the caller frees. */
static double *matrix_of(size_t size)
{
    double *h = calloc(size * size, sizeof *h);
    chance c = {7};
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k <= i; k++)
            h[i * size + k] = h[k * size + i] = i == k ? (double)size : 2 * chance_uniform(&c) - 1;
    return h;
}

/* Returns the largest difference of two matrices. */
static double distance(const double a[], const double b[], size_t size)
{
    double most = 0;
    for (size_t i = 0; i < size * size; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

Test(ratings_dense, a_matrix_times_its_inverse_is_one)
{
    for (size_t i = 0; i < SIZES; i++) {
        size_t size = sizes[i];
        double *h = matrix_of(size), *inverse = matrix_of(size);
        double *product = calloc(size * size, sizeof *product);
        double *one = calloc(size * size, sizeof *one);
        for (size_t k = 0; k < size; k++)
            one[k * size + k] = 1;
        cr_assert(eq(int, dom_ratings_invert(inverse, size), DOM_RATINGS_OK));
        dom_ratings_multiply(h, inverse, product, size);
        cr_expect(lt(dbl, distance(product, one, size), 1e-12), "size %zu", size);
        for (size_t k = 0; k < size * size; k++)
            one[k] = inverse[k % size * size + k / size];
        cr_expect(eq(dbl, distance(inverse, one, size), 0), "size %zu", size);
        free(h);
        free(inverse);
        free(product);
        free(one);
    }
}

Test(ratings_dense, a_symmetric_product_is_that_of_the_same_matrices)
{
    for (size_t i = 0; i < SIZES; i++) {
        size_t bytes = sizes[i] * sizes[i] * sizeof(double);
        double *a = matrix_of(sizes[i]), *half = malloc(bytes), *whole = malloc(bytes);
        dom_ratings_multiply(a, a, whole, sizes[i]);
        cr_assert(eq(int, dom_ratings_multiply_symmetric(a, a, half, sizes[i]), DOM_RATINGS_OK));
        cr_expect(lt(dbl, distance(half, whole, sizes[i]), 1e-9), "size %zu", sizes[i]);
        free(a);
        free(half);
        free(whole);
    }
}

Test(ratings_dense, a_matrix_that_is_not_positive_definite_has_no_inverse)
{
    for (size_t i = 0; i < SIZES; i++) {
        double *h = matrix_of(sizes[i]);
        h[sizes[i] * sizes[i] - 1] = -1; /* the last row is swept last */
        cr_expect(eq(int, dom_ratings_invert(h, sizes[i]), DOM_RATINGS_E_CONVERGENCE));
        free(h);
    }
}
