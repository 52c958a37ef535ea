#include "results/misfit_note.h"

#include "base/percent.h"

#include <stdio.h>

static const double alarm_p = 0.01;

bool dom_results_misfit_is_alarm(const dom_ratings_misfit *misfit)
{
    return misfit->degrees > 0 && misfit->p < alarm_p;
}

void dom_results_misfit_note(char note[static DOM_RESULTS_MISFIT_NOTE_BYTES],
                             const dom_ratings_misfit *misfit)
{
    char p[24];
    note[0] = '\0';
    if (misfit->degrees <= 0)
        return;
    (void)snprintf(p, sizeof p, misfit->p < 0.001 ? "p < 0.1 %%" : "p = %.1f %%",
                   dom_percent_chance(misfit->p, 1));
    (void)snprintf(note, DOM_RESULTS_MISFIT_NOTE_BYTES,
                   "Results %s one rating per bot: chi-square %.1f, %.0f degree%s of freedom, %s.",
                   dom_results_misfit_is_alarm(misfit) ? "contradict" : "agree with",
                   misfit->chi_square, misfit->degrees, misfit->degrees == 1 ? "" : "s", p);
}
