#include "results/progress.h"

#include <stdlib.h>
#include <string.h>

/* What decides the order of two versions. */
typedef struct {
    dom_results_newest newest;
    int64_t registered_ms;
    uint32_t player;
} version_age;

static int by_age(const void *a, const void *b)
{
    const version_age *x = a, *y = b;
    if (x->newest.tournament != y->newest.tournament)
        return x->newest.tournament < y->newest.tournament ? -1 : 1;
    if (x->registered_ms != y->registered_ms)
        return x->registered_ms < y->registered_ms ? -1 : 1;
    return dom_results_is_newer(x->newest, y->newest) - dom_results_is_newer(y->newest, x->newest);
}

static version_age age_of(const dom_results_standings *s, const dom_results_standing_row *row,
                          uint32_t player)
{
    const dom_results_submission *of =
        dom_results_submissions_find(&s->submitted, row->bot.name, row->bot.version);
    return (version_age){
        .newest = row->newest, .registered_ms = of ? of->registered_ms : 0, .player = player};
}

static dom_results_progress_step step_of(const dom_results_ranking *of, uint32_t player,
                                         const version_age *before)
{
    const dom_ratings_list *l = &of->list;
    dom_results_progress_step step = {.player = player, .elo = l->elo[player]};
    if (before)
        step.gain = l->difference[(size_t)player * of->from->row_count + before->player];
    step.has_gain = step.gain.degrees > 0;
    return step;
}

dom_rc dom_results_progress_make(dom_results_progress *out, const dom_results_ranking *of,
                                 const dom_results_standings *s, const char *name, dom_err *err)
{
    size_t rows = of->from->row_count, count = 0;
    version_age *age = calloc(rows + 1, sizeof *age);
    *out = (dom_results_progress){.of = of, .step = calloc(rows + 1, sizeof *out->step)};
    if (age && out->step) {
        for (uint32_t i = 0; i < rows; i++)
            if (of->from->rows[i].sets > 0 && strcmp(of->from->rows[i].bot.name, name) == 0)
                age[count++] = age_of(s, &of->from->rows[i], i);
        qsort(age, count, sizeof *age, by_age);
        for (; out->count < count; out->count++)
            out->step[out->count] =
                step_of(of, age[out->count].player, out->count > 0 ? &age[out->count - 1] : NULL);
    }
    free(age);
    return age && out->step ? DOM_OK : dom_err_no_memory(err);
}

void dom_results_progress_clear(dom_results_progress *p)
{
    free(p->step);
    *p = (dom_results_progress){0};
}
