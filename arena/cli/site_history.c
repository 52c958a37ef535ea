#include "site_history.h"

#include "history.h"
#include "interrupt.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)WEB_NOTE_BYTES >= (int)HISTORY_NOTE_BYTES, "a note has room");

/* A limit that the prior alone holds is not told, as in the list. */
static web_point point_of(const dom_history_rating *r)
{
    bool knows_lo = r->bound == DOM_BOUND_NONE || r->bound == DOM_BOUND_BELOW;
    bool knows_hi = r->bound == DOM_BOUND_NONE || r->bound == DOM_BOUND_ABOVE;
    return (web_point){.is_there = r->has_rating,
                       .elo = r->elo,
                       .lo = knows_lo ? r->elo_lo : r->elo,
                       .hi = knows_hi ? r->elo_hi : r->elo};
}

static bool fill(web_variant *v, const dom_history *h)
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
    return interrupt_signal() == 0;
}

dom_rc site_history(web_variant *v, const ranking *list, dom_err *err)
{
    dom_history h;
    dom_ratings_rc rc = dom_history_fit_while(&h, list->from->pool, &list->options, goes_on);
    if (rc == DOM_RATINGS_E_STOPPED)
        return interrupt_check(err);
    if (rc != DOM_RATINGS_OK)
        return dom_err_set(err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT,
                           "%s: the history cannot be told: %s", v->name, dom_ratings_text(rc));
    bool is_filled = fill(v, &h);
    history_note(v->history_note, &h, list);
    dom_history_clear(&h);
    return is_filled ? DOM_OK : dom_err_set(err, DOM_E_NOMEM, "out of memory");
}
