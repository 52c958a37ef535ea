/* What the reader of a list learns from the test of its fit. */
#include "results/misfit_note.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(misfit_note, says_whether_results_agree_with_one_rating_per_bot)
{
    char note[DOM_RESULTS_MISFIT_NOTE_BYTES];
    dom_ratings_misfit misfit = {.chi_square = 3.25, .degrees = 3, .p = 0.354};
    dom_results_misfit_note(note, &misfit);
    cr_expect(eq(str, note,
                 (char *)"Results agree with one rating per bot: chi-square 3.2, 3 degrees of "
                         "freedom, p = 35.4 %."));
    cr_expect(not(dom_results_misfit_is_alarm(&misfit)));
    misfit = (dom_ratings_misfit){.chi_square = 39, .degrees = 1, .p = 0.00001};
    dom_results_misfit_note(note, &misfit);
    cr_expect(eq(str, note,
                 (char *)"Results contradict one rating per bot: chi-square 39.0, 1 degree of "
                         "freedom, p < 0.1 %."));
    cr_expect(dom_results_misfit_is_alarm(&misfit));
}

Test(misfit_note, without_a_test_there_is_no_note)
{
    char note[DOM_RESULTS_MISFIT_NOTE_BYTES] = "old";
    const dom_ratings_misfit misfit = {.p = 0};
    dom_results_misfit_note(note, &misfit);
    cr_expect(eq(str, note, (char *)""));
    cr_expect(not(dom_results_misfit_is_alarm(&misfit)));
}
