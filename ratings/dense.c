/* Both products and inverses are sums of a' b, where a and b are panels: some rows of a matrix. The
 * panels are copied in strips of a few columns, so that they are read from the cache in one piece.
 * Two strips give one tile of the sum, which stays in registers. */
#include "dense.h"

#include <lapacke.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 4, DEPTH = 128 }; /* columns of a strip; rows of a panel */

/* Two numbers, which most processors multiply at once. */
typedef double pair
    __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));

/* Room for two panels, for both in strips, and for a pivot. */
typedef struct {
    double *a, *b, *a_strips, *b_strips, *pivot;
    size_t size;
} workshop;

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the strips of a row of `size` numbers. */
static size_t strips_of(size_t size)
{
    return (size + LANES - 1) / LANES;
}

static workshop *open_workshop(size_t size)
{
    size_t rows = smaller(DEPTH, size), panel = rows * LANES * strips_of(size);
    workshop *w = malloc(sizeof *w + (4 * panel + rows * rows) * sizeof(double));
    if (w == NULL)
        return NULL;
    w->size = size;
    w->a = (double *)(w + 1);
    w->b = w->a + panel;
    w->a_strips = w->b + panel;
    w->b_strips = w->a_strips + panel;
    w->pivot = w->b_strips + panel;
    return w;
}

/* Copy a panel of `rows` rows into strips. The last one is filled up with zeros. */
static void cut(const double panel[], size_t rows, size_t size, double strips[])
{
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < LANES * strips_of(size); j++)
            strips[(j / LANES * rows + k) * LANES + j % LANES] = j < size ? panel[k * size + j] : 0;
}

/* Compute tile = a' b of two strips of `rows` rows. */
static void multiply_strips(const double a[], const double b[], size_t rows,
                            double tile[LANES][LANES])
{
    pair left[LANES] = {0}, right[LANES] = {0};
    for (size_t k = 0; k < rows; k++, a += LANES, b += LANES) {
        pair x = *(const pair *)b, y = *(const pair *)(b + 2);
        left[0] += a[0] * x;
        right[0] += a[0] * y;
        left[1] += a[1] * x;
        right[1] += a[1] * y;
        left[2] += a[2] * x;
        right[2] += a[2] * y;
        left[3] += a[3] * x;
        right[3] += a[3] * y;
    }
    for (size_t i = 0; i < LANES; i++) {
        *(pair *)tile[i] = left[i];
        *(pair *)(tile[i] + 2) = right[i];
    }
}

/* Add a' b of two panels in strips to out, of which each row has `size` numbers. With `is_half`,
 * tiles below the diagonal are left out.
 *
 * height  rows of out: the columns of a */
static void add_product(const workshop *w, size_t rows, double out[], size_t height, bool is_half)
{
    for (size_t i = 0; i < strips_of(height); i++)
        for (size_t j = is_half ? i : 0; j < strips_of(w->size); j++) {
            double tile[LANES][LANES];
            multiply_strips(w->a_strips + i * rows * LANES, w->b_strips + j * rows * LANES, rows,
                            tile);
            for (size_t y = 0; y < LANES && i * LANES + y < height; y++)
                for (size_t x = 0; x < LANES && j * LANES + x < w->size; x++)
                    out[(i * LANES + y) * w->size + j * LANES + x] += tile[y][x];
        }
}

/* Copy what is above the diagonal to what is below it, times `factor`. */
static void mirror(double h[], size_t size, double factor)
{
    for (size_t i = 0; i < size; i++)
        for (size_t j = i; j < size; j++)
            h[j * size + i] = h[i * size + j] *= factor;
}

/* ---- products ------------------------------------------------------------------- */

/* A part of b is used for all rows of the result while it is in the cache. Each sum is taken in the
 * order of k, whatever the parts are. */
void dom_ratings_multiply(const double a[], const double b[], double out[], size_t size)
{
    enum { ROWS = 32, COLUMNS = 256 };
    memset(out, 0, size * size * sizeof *out);
    for (size_t left = 0; left < size; left += COLUMNS) {
        size_t right = left + COLUMNS < size ? left + COLUMNS : size;
        for (size_t top = 0; top < size; top += ROWS)
            for (size_t i = 0; i < size; i++)
                for (size_t k = top; k < size && k < top + ROWS; k++) {
                    double x = a[k * size + i];
                    for (size_t j = left; x != 0 && j < right; j++)
                        out[i * size + j] += x * b[k * size + j];
                }
    }
}

dom_ratings_rc dom_ratings_multiply_symmetric(const double a[], const double b[], double out[],
                                              size_t size)
{
    workshop *w = open_workshop(size);
    if (w == NULL)
        return DOM_RATINGS_E_NOMEM;
    memset(out, 0, size * size * sizeof *out);
    for (size_t top = 0; top < size; top += DEPTH) {
        size_t rows = smaller(DEPTH, size - top);
        cut(a + top * size, rows, size, w->a_strips);
        cut(b + top * size, rows, size, w->b_strips);
        add_product(w, rows, out, size, true);
    }
    mirror(out, size, 1);
    free(w);
    return DOM_RATINGS_OK;
}

/* ---- inverses -------------------------------------------------------------------- */

/* Replace the pivot, rows x rows, by minus its inverse. Returns false if it is not positive
 * definite. */
static bool invert_pivot(workshop *w, size_t rows)
{
    lapack_int n = (lapack_int)rows;
    if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n, w->pivot, n) != 0 ||
        LAPACKE_dpotri(LAPACK_COL_MAJOR, 'L', n, w->pivot, n) != 0)
        return false;
    mirror(w->pivot, rows, -1);
    return true;
}

/* Copy the panel of `rows` rows from `top` on, and its pivot. */
static void take_panel(workshop *w, const double h[], size_t top, size_t rows)
{
    size_t size = w->size;
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < size; j++)
            w->a[k * size + j] = j < top + k ? h[j * size + top + k] : h[(top + k) * size + j];
    for (size_t k = 0; k < rows; k++)
        memcpy(w->pivot + k * rows, w->a + k * size + top, rows * sizeof(double));
}

/* Put the panel b back, with the other sign, and the pivot. */
static void put_panel(const workshop *w, double h[], size_t top, size_t rows)
{
    size_t size = w->size;
    for (size_t k = 0; k < rows; k++) {
        for (size_t j = 0; j < top; j++)
            h[j * size + top + k] = -w->b[k * size + j];
        memcpy(h + (top + k) * size + top, w->pivot + k * rows, rows * sizeof(double));
        for (size_t j = top + rows; j < size; j++)
            h[(top + k) * size + j] = -w->b[k * size + j];
    }
}

/* Sweep the rows and columns from `top` on (A. Beaton 1964): with the pivot P, the panel R of these
 * rows, and all else A,
 *
 *     P -> -P^-1     R -> P^-1 R     A -> A - R' P^-1 R
 *
 * When all were swept, h is minus its inverse. Only what is not below the diagonal is kept. Returns
 * false if P is not positive definite. */
static bool sweep(workshop *w, double h[], size_t top, size_t rows)
{
    take_panel(w, h, top, rows);
    if (!invert_pivot(w, rows))
        return false;
    if (rows < w->size) {
        memset(w->b, 0, rows * w->size * sizeof(double));
        cut(w->pivot, rows, rows, w->a_strips);
        cut(w->a, rows, w->size, w->b_strips);
        add_product(w, rows, w->b, rows, false);
        cut(w->a, rows, w->size, w->a_strips);
        cut(w->b, rows, w->size, w->b_strips);
        add_product(w, rows, h, w->size, true);
    }
    put_panel(w, h, top, rows);
    return true;
}

dom_ratings_rc dom_ratings_invert(double h[], size_t size)
{
    workshop *w = open_workshop(size);
    if (w == NULL)
        return DOM_RATINGS_E_NOMEM;
    bool ok = true;
    for (size_t top = 0; ok && top < size; top += DEPTH)
        ok = sweep(w, h, top, smaller(DEPTH, size - top));
    mirror(h, size, -1);
    free(w);
    return ok ? DOM_RATINGS_OK : DOM_RATINGS_E_CONVERGENCE;
}
