/* Turns the history that the room `ratings` computes into the points of a chart. */
#include "site/site_history.h"

#include "base/interrupt.h"
#include "results/history_note.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)DOM_WEB_NOTE_BYTES >= (int)DOM_RESULTS_HISTORY_NOTE_BYTES, "a note has room");

/* Returns one point. A limit of the interval that depends on the prior alone is not shown, as in
 * the list. */
static dom_web_point point_of(const dom_ratings_history_rating *r)
{
    bool knows_lo = dom_ratings_bound_has_lo(r->bound);
    bool knows_hi = dom_ratings_bound_has_hi(r->bound);
    return (dom_web_point){.is_there = r->has_rating,
                           .elo = r->elo,
                           .lo = knows_lo ? r->elo_lo : r->elo,
                           .hi = knows_hi ? r->elo_hi : r->elo};
}

static bool fill(dom_web_variant *v, const dom_ratings_history *h)
{
    v->sets = malloc((h->points + 1) * sizeof *v->sets);
    v->points = malloc((h->points * v->row_count + 1) * sizeof *v->points);
    if (v->sets == NULL || v->points == NULL)
        return false;
    v->point_count = h->points;
    for (size_t i = 0; i < h->points; i++) {
        v->sets[i] = h->sets[i];
        for (size_t row = 0; row < v->row_count; row++)
            v->points[i * v->row_count + row] =
                point_of(&h->rating[i * h->players + v->rows[row].rating.player]);
    }
    return true;
}

static bool goes_on(void)
{
    return dom_interrupt_signal() == 0;
}

dom_rc dom_site_history(dom_web_variant *v, const dom_results_ranking *list, dom_err *err)
{
    dom_ratings_history h;
    dom_ratings_rc rc =
        dom_ratings_history_fit_while(&h, list->from->pool, &list->options, goes_on);
    if (rc == DOM_RATINGS_E_STOPPED)
        return dom_interrupt_check(err);
    if (rc != DOM_RATINGS_OK)
        return dom_err_set(err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT,
                           "%s: the history cannot be computed: %s", v->name, dom_ratings_text(rc));
    bool is_filled = fill(v, &h);
    dom_results_history_note(v->history_note, &h, list);
    dom_ratings_history_clear(&h);
    return is_filled ? DOM_OK : dom_err_no_memory(err);
}
