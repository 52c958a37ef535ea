/* Computes the list of each variant, and later its history. */
#include "base/interrupt.h"
#include "base/text.h"
#include "results/all_round.h"
#include "results/history_note.h"
#include "results/misfit_note.h"
#include "results/ranking.h"
#include "site_reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dom_web_variant *variant_of_list(const dom_site_reading *r,
                                        const dom_results_standing_list *l)
{
    dom_variant rules = {.options = l->options};
    dom_text_copy(rules.name, sizeof rules.name, l->variant);
    return &r->site->variants[dom_site_find_rules(r, &rules)];
}

/* Adds the lines of a list to *list, which has its ranking. */
static dom_rc fill_rows(dom_site_reading *r, dom_web_list *list)
{
    const dom_results_ranking *ranking = &list->ranking;
    size_t count = ranking->list.count;
    list->rows = calloc(count + 1, sizeof *list->rows);
    list->meetings = calloc(count * count + 1, sizeof *list->meetings);
    if (list->rows == NULL || list->meetings == NULL)
        return dom_err_no_memory(r->err);
    for (size_t i = 0; i < count; i++) {
        const dom_ratings_rating *rating = &ranking->list.row[i];
        const dom_results_standing_row *from = &ranking->from->rows[rating->player];
        int64_t bot = dom_site_bot_index(r, &from->bot);
        if (bot < 0)
            return dom_err_no_memory(r->err);
        list->rows[i] = (dom_web_row){.bot = (uint32_t)bot,
                                      .rating = rating,
                                      .of = &ranking->bots[rating->player],
                                      .played = from->sums.matches};
    }
    return DOM_OK;
}

_Static_assert((int)DOM_WEB_NOTE_BYTES >=
                   (int)DOM_RESULTS_MISFIT_NOTE_BYTES + (int)sizeof DOM_RESULTS_MISFIT_ADVICE,
               "a note has room");

static void note_misfit(dom_web_list *list)
{
    char note[DOM_RESULTS_MISFIT_NOTE_BYTES];
    const dom_ratings_misfit *misfit = &list->ranking.list.misfit;
    list->is_misfit = dom_results_misfit_is_alarm(misfit);
    dom_results_misfit_note(note, misfit);
    (void)snprintf(list->misfit_note, sizeof list->misfit_note, "%s%s%s", note,
                   list->is_misfit ? " " : "", list->is_misfit ? DOM_RESULTS_MISFIT_ADVICE : "");
}

static dom_rc note_anchor(dom_site_reading *r, dom_web_list *list)
{
    const dom_results_ranking *ranking = &list->ranking;
    if (ranking->options.anchor < 0)
        return DOM_OK;
    int64_t index = dom_site_bot_index(r, &ranking->from->rows[ranking->options.anchor].bot);
    list->anchor = index >= 0 ? (uint32_t)index : 0;
    return index >= 0 ? DOM_OK : dom_err_no_memory(r->err);
}

/* Computes a list with what pages show of it. */
static dom_rc make_list(dom_site_reading *r, dom_web_list *list, const dom_results_standings *s,
                        const dom_results_standing_list *from)
{
    dom_results_ranking_kind kind = {.is_live = false};
    dom_rc rc = dom_results_ranking_make(&list->ranking, s, from, kind, r->err);
    if (rc != DOM_OK)
        return rc;
    note_misfit(list);
    rc = fill_rows(r, list);
    if (rc == DOM_OK)
        rc = note_anchor(r, list);
    return rc == DOM_OK ? dom_results_crosstable_make(&list->cross, &list->ranking, r->err) : rc;
}

static dom_rc take_list(void *context, const dom_results_standings *s,
                        const dom_results_standing_list *l, dom_err *err)
{
    dom_site_reading *r = context;
    dom_web_variant *v = variant_of_list(r, l);
    dom_web_list *list = calloc(1, sizeof *list);
    if (list == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = make_list(r, list, s, l);
    if (rc == DOM_OK) {
        dom_site_reading_lock(r);
        dom_web_list *before = v->list;
        v->list = list;
        v->is_listed = true;
        list = before;
        dom_site_reading_unlock(r);
    }
    dom_web_list_free(list);
    return rc == DOM_OK ? dom_site_reading_end_part(r) : rc;
}

static bool may_continue(void)
{
    return dom_interrupt_signal() == 0;
}

_Static_assert((int)DOM_WEB_NOTE_BYTES >= (int)DOM_RESULTS_HISTORY_NOTE_BYTES, "a note has room");

static dom_rc read_history(dom_site_reading *r, dom_web_variant *v)
{
    dom_ratings_history history;
    char note[DOM_RESULTS_HISTORY_NOTE_BYTES];
    const dom_results_ranking *ranking = &v->list->ranking;
    dom_ratings_rc rc = dom_ratings_history_fit_while(&history, ranking->from->pool,
                                                      &ranking->options, may_continue);
    if (rc == DOM_RATINGS_E_STOPPED)
        return dom_interrupt_check(r->err);
    if (rc != DOM_RATINGS_OK)
        return dom_err_set(r->err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT,
                           "%s: the history cannot be computed: %s", v->name,
                           dom_ratings_rc_text(rc));
    dom_results_history_note(note, &history, ranking);
    dom_site_reading_lock(r);
    v->list->history = history;
    dom_text_copy(v->list->history_note, sizeof v->list->history_note, note);
    dom_site_reading_unlock(r);
    return dom_site_reading_end_part(r);
}

/* Reads what takes as long as the list itself: the differences of all bots, and what the last
 * tournament of each bot changed. */
static dom_rc read_comparisons(dom_site_reading *r, dom_web_variant *v)
{
    const dom_results_standings *facts = &r->site->facts;
    const dom_results_ranking_kind kind = {.wants_matrices = true};
    dom_results_ranking *ranking = &v->list->ranking, again;
    dom_results_change *changes = calloc(ranking->list.count + 1, sizeof *changes);
    dom_rc rc = changes ? dom_results_changes_find(changes, ranking, facts, SIZE_MAX, r->err)
                        : dom_err_no_memory(r->err);
    if (rc == DOM_OK)
        rc = dom_results_ranking_make(&again, facts, ranking->from, kind, r->err);
    if (rc != DOM_OK) {
        free(changes);
        return rc;
    }
    dom_site_reading_lock(r);
    v->list->changes = changes;
    ranking->list.difference = again.list.difference;
    dom_site_reading_unlock(r);
    again.list.difference = NULL;
    dom_results_ranking_clear(&again);
    return dom_site_reading_end_part(r);
}

/* Makes the table that gives the row of a bot in a list. */
static dom_rc index_rows(dom_site_reading *r)
{
    const dom_web_site *site = r->site;
    size_t cells = site->variant_count * site->bot_count;
    r->row_of = malloc((cells + 1) * sizeof *r->row_of);
    for (size_t i = 0; r->row_of && i < cells; i++)
        r->row_of[i] = -1;
    for (size_t v = 0; r->row_of && v < site->variant_count; v++)
        for (size_t i = 0; i < dom_web_variant_lines(&site->variants[v]); i++)
            r->row_of[v * site->bot_count + site->variants[v].list->rows[i].bot] = (int)i;
    return r->row_of ? DOM_OK : dom_err_no_memory(r->err);
}

/* Computes the all-round lists. The site gets them when they are complete. */
static dom_rc read_all_rounds(dom_site_reading *r)
{
    static const dom_strings none;
    dom_results_all_rounds all;
    dom_rc rc = dom_results_all_rounds_make(&all, &r->site->facts, &none,
                                            (dom_results_ranking_kind){0}, r->err);
    uint32_t *bots = calloc(all.bot_count + 1, sizeof *bots);
    if (rc == DOM_OK && bots == NULL)
        rc = dom_err_no_memory(r->err);
    for (size_t i = 0; rc == DOM_OK && i < all.bot_count; i++) {
        int64_t bot = dom_site_bot_index(r, &all.bots[i].bot);
        bots[i] = (uint32_t)bot;
        rc = bot < 0 ? dom_err_no_memory(r->err) : DOM_OK;
    }
    if (rc != DOM_OK) {
        dom_results_all_rounds_clear(&all);
        free(bots);
        return rc;
    }
    dom_site_reading_lock(r);
    r->site->all_rounds = all;
    r->site->all_round_bots = bots;
    dom_site_reading_unlock(r);
    return DOM_OK;
}

dom_rc dom_site_read_lists(dom_site_reading *r)
{
    static const dom_strings all;
    dom_results_standings *facts = &r->site->facts;
    dom_rc rc = dom_results_standings_read(facts, r->store, r->spec->tournament,
                                           (dom_results_ranking_kind){0}, r->err);
    if (rc == DOM_OK)
        rc = dom_results_ranking_each(facts, &all, take_list, r, r->err);
    if (rc == DOM_OK)
        rc = read_all_rounds(r);
    return rc == DOM_OK ? index_rows(r) : rc;
}

dom_rc dom_site_read_histories(dom_site_reading *r)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < r->site->variant_count; i++)
        if (dom_web_variant_is_rated(&r->site->variants[i])) {
            rc = read_comparisons(r, &r->site->variants[i]);
            if (rc == DOM_OK)
                rc = read_history(r, &r->site->variants[i]);
        }
    return rc;
}
