/* Fills in the ratings: for each variant its list, its pairs of bots, and later its history. */
#include "base/text.h"
#include "ratings/versus.h"
#include "results/all_round.h"
#include "results/misfit_note.h"
#include "results/ranking.h"
#include "site/site_history.h"
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

static void fill_row(dom_web_row *row, uint32_t bot, const dom_ratings_rating *rating,
                     const dom_results_standing_row *from)
{
    *row = (dom_web_row){.bot = bot,
                         .rating = *rating,
                         .live_elo = from->live_elo,
                         .faulty = from->faulty,
                         .played = from->sums.matches};
    memcpy(row->faults, from->faults, sizeof row->faults);
}

static dom_rc fill_rows(dom_site_reading *r, dom_web_variant *v, const dom_results_ranking *list)
{
    size_t count = list->list.count;
    v->rows = calloc(count + 1, sizeof *v->rows);
    v->pairs = calloc(count * count + 1, sizeof *v->pairs);
    if (v->rows == NULL || v->pairs == NULL)
        return dom_err_no_memory(r->err);
    for (size_t i = 0; i < count; i++) {
        const dom_ratings_rating *rating = &list->list.row[i];
        const dom_results_standing_row *from = &list->from->rows[rating->player];
        int64_t bot = dom_site_bot_index(r, &from->bot);
        if (bot < 0)
            return dom_err_no_memory(r->err);
        fill_row(&v->rows[v->row_count++], (uint32_t)bot, rating, from);
    }
    return DOM_OK;
}

static dom_rc fill_pairs(dom_site_reading *r, dom_web_variant *v, const dom_results_ranking *list)
{
    size_t players = list->from->row_count, count = v->row_count;
    dom_ratings_versus *versus = calloc(players * players + 1, sizeof *versus);
    dom_ratings_rc rc =
        versus ? dom_ratings_versus_all(versus, (uint32_t)players, list->from->pool, &list->list)
               : DOM_RATINGS_E_NOMEM;
    for (size_t i = 0; rc == DOM_RATINGS_OK && i < count * count; i++)
        v->pairs[i].versus =
            versus[v->rows[i / count].rating.player * players + v->rows[i % count].rating.player];
    free(versus);
    return rc == DOM_RATINGS_OK ? DOM_OK : dom_err_no_memory(r->err);
}

_Static_assert((int)DOM_WEB_NOTE_BYTES >=
                   (int)DOM_RESULTS_MISFIT_NOTE_BYTES + (int)sizeof DOM_RESULTS_MISFIT_ADVICE,
               "a note has room");

static void note_misfit(dom_web_variant *v)
{
    char note[DOM_RESULTS_MISFIT_NOTE_BYTES];
    dom_results_misfit_note(note, &v->list.misfit);
    (void)snprintf(v->misfit_note, sizeof v->misfit_note, "%s%s%s", note, v->is_misfit ? " " : "",
                   v->is_misfit ? DOM_RESULTS_MISFIT_ADVICE : "");
}

static dom_rc note_anchor(dom_site_reading *r, dom_web_variant *v, const dom_store_bot *bot)
{
    int64_t index = dom_site_bot_index(r, bot);
    v->has_anchor = index >= 0;
    v->anchor = index >= 0 ? (uint32_t)index : 0;
    return index >= 0 ? DOM_OK : dom_err_no_memory(r->err);
}

static dom_rc fill_variant(dom_site_reading *r, dom_web_variant *v, const dom_results_ranking *list)
{
    v->is_rated = !list->shown.is_live;
    v->list = list->list;
    v->list.row = NULL;
    v->list.elo = NULL;
    v->list.covariance = NULL;
    v->list.difference = NULL;
    v->is_misfit = dom_results_misfit_is_alarm(&v->list.misfit);
    note_misfit(v);
    v->hidden = list->shown.hidden;
    v->prior = list->options.prior;
    v->anchor_elo = list->options.anchor_elo;
    dom_rc rc = fill_rows(r, v, list);
    if (rc == DOM_OK && list->options.anchor >= 0)
        rc = note_anchor(r, v, &list->from->rows[list->options.anchor].bot);
    v->is_listed = rc == DOM_OK;
    return rc == DOM_OK && v->is_rated ? fill_pairs(r, v, list) : rc;
}

static dom_rc fill_history(dom_site_reading *r, dom_web_variant *v, const dom_results_ranking *list)
{
    return v->is_rated ? dom_site_history(v, list, r->err) : DOM_OK;
}

/* Computes a list and fills in a part of its variant, by the function `fill`. */
static dom_rc
read_list(dom_site_reading *r, const dom_results_standings *s, const dom_results_standing_list *l,
          dom_rc (*fill)(dom_site_reading *r, dom_web_variant *v, const dom_results_ranking *list))
{
    dom_results_ranking list;
    dom_web_variant *v = variant_of_list(r, l), filled = *v;
    dom_rc rc = dom_results_ranking_make(&list, s, l, (dom_results_ranking_kind){0}, r->err);
    if (rc != DOM_OK)
        return rc;
    rc = fill(r, &filled, &list);
    dom_site_reading_lock(r);
    *v = filled;
    dom_site_reading_unlock(r);
    dom_results_ranking_clear(&list);
    return rc == DOM_OK ? dom_site_reading_end_part(r) : rc;
}

static dom_rc take_list(void *context, const dom_results_standings *s,
                        const dom_results_standing_list *l, dom_err *err)
{
    (void)err;
    return read_list(context, s, l, fill_variant);
}

/* Computes the list again, because keeping all lists until now would need much memory. */
static dom_rc take_history(void *context, const dom_results_standings *s,
                           const dom_results_standing_list *l, dom_err *err)
{
    (void)err;
    return read_list(context, s, l, fill_history);
}

static dom_rc each_list(dom_site_reading *r, dom_results_list_visitor *visit)
{
    static const dom_strings all;
    return dom_results_ranking_each(&r->facts, &all, visit, r, r->err);
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
        for (size_t i = 0; i < site->variants[v].row_count; i++)
            r->row_of[v * site->bot_count + site->variants[v].rows[i].bot] = (int)i;
    return r->row_of ? DOM_OK : dom_err_no_memory(r->err);
}

static dom_rc fill_all_round(dom_site_reading *r, dom_web_all_round *to,
                             const dom_results_all_rounds *all, const dom_results_all_round *from)
{
    char title[DOM_RESULTS_ALL_ROUND_TITLE_BYTES];
    dom_results_all_round_title(title, from);
    *to = (dom_web_all_round){.family = from->family, .variants = from->variants};
    dom_text_copy(to->title, sizeof to->title, title);
    to->rows = calloc(from->ratings.count + 1, sizeof *to->rows);
    for (size_t i = 0; to->rows && i < from->ratings.count; i++) {
        const dom_ratings_all_round_row *row = &from->ratings.row[i];
        int64_t bot = dom_site_bot_index(r, &all->bots[row->player].bot);
        if (bot < 0)
            return dom_err_no_memory(r->err);
        to->rows[to->row_count++] = (dom_web_all_round_row){(uint32_t)bot, *row};
    }
    return to->rows ? DOM_OK : dom_err_no_memory(r->err);
}

/* Computes the all-round lists. The site gets them when they are complete. */
static dom_rc read_all_rounds(dom_site_reading *r)
{
    dom_results_all_rounds all;
    dom_rc rc = dom_results_all_rounds_make(&all, &r->facts, r->err);
    size_t count = 0;
    dom_web_all_round *lists = calloc(all.count + 1, sizeof *lists);
    if (rc == DOM_OK && lists == NULL)
        rc = dom_err_no_memory(r->err);
    while (rc == DOM_OK && count < all.count) {
        rc = fill_all_round(r, &lists[count], &all, &all.lists[count]);
        count++;
    }
    dom_site_reading_lock(r);
    r->site->all_rounds = lists;
    r->site->all_round_count = lists ? count : 0;
    (void)snprintf(r->site->all_round_legend, sizeof r->site->all_round_legend, "%s %s%s at %.0f.",
                   DOM_RESULTS_ALL_ROUND_LEGEND, rc == DOM_OK && all.anchor[0] ? "Anchor " : "Mean",
                   rc == DOM_OK ? all.anchor : "", all.anchor_elo);
    dom_site_reading_unlock(r);
    dom_results_all_rounds_clear(&all);
    return rc;
}

dom_rc dom_site_read_lists(dom_site_reading *r)
{
    dom_rc rc = dom_results_standings_read(&r->facts, r->store, r->spec->tournament, r->err);
    if (rc == DOM_OK)
        rc = each_list(r, take_list);
    if (rc == DOM_OK)
        rc = read_all_rounds(r);
    return rc == DOM_OK ? index_rows(r) : rc;
}

dom_rc dom_site_read_histories(dom_site_reading *r)
{
    return each_list(r, take_history);
}
