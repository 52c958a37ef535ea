/* row_params.h - one test for each row of a table.
 *
 * Criterion runs each test in a process of its own, where pointers inside a
 * parameter mean nothing; so the parameter is the number of the row.
 */
#ifndef DOM_TESTS_TOOLS_ROW_PARAMS_H
#define DOM_TESTS_TOOLS_ROW_PARAMS_H

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

static inline struct criterion_test_params row_params(size_t rows)
{
    size_t *numbers = cr_malloc(rows * sizeof *numbers);
    for (size_t i = 0; i < rows; i++)
        numbers[i] = i;
    return cr_make_param_array(size_t, numbers, rows);
}

#endif
