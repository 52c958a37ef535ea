#include "results/ranking.h"

#include "base/did_you_mean.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dom_results_ranking_clear(dom_results_ranking *r)
{
    dom_ratings_list_clear(&r->list);
    free(r->bots);
    free(r->labels);
    free(r->hidden);
    *r = (dom_results_ranking){.from = NULL};
}

/* ---- names ------------------------------------------------------------------ */

/* Returns true if the label needs the version: another line has the same name, or the bot is
 * hidden. */
static bool is_ambiguous(const dom_results_ranking *r, size_t row)
{
    const dom_results_standing_row *rows = r->from->rows;
    bool is_one = r->hidden[row];
    for (size_t i = 0; !is_one && i < r->from->row_count; i++)
        is_one = i != row && !r->hidden[i] && strcmp(rows[i].bot.name, rows[row].bot.name) == 0;
    return is_one;
}

void dom_results_ranking_hide(const dom_results_standing_list *l, bool hidden[])
{
    for (size_t i = 0; i < l->row_count; i++)
        hidden[i] = l->rows[i].is_hidden || l->rows[i].sums.matches == 0;
}

static void fill_hidden(dom_results_ranking *r)
{
    dom_results_ranking_hide(r->from, r->hidden);
    for (size_t i = 0; i < r->from->row_count; i++)
        r->shown.hidden += r->hidden[i] && r->from->rows[i].sums.matches > 0;
}

static void fill_bots(dom_results_ranking *r)
{
    for (size_t i = 0; i < r->from->row_count; i++) {
        const dom_results_standing_row *row = &r->from->rows[i];
        bool is_apart = is_ambiguous(r, i);
        (void)snprintf(r->labels[i], sizeof r->labels[i], "%s%s%.8s", row->bot.name,
                       is_apart ? "@" : "", is_apart ? row->bot.version : "");
        r->bots[i] = (dom_results_rated_bot){.name = row->bot.name,
                                             .label = r->labels[i],
                                             .version = row->bot.version,
                                             .has_live_elo = true,
                                             .live_elo = row->live_elo,
                                             .faulty = row->faulty};
        memcpy(r->bots[i].faults, row->faults, sizeof row->faults);
    }
}

/* ---- official ---------------------------------------------------------------- */

/* Returns the player that the anchor's name means: of several versions the one that played last,
 * hidden or not. */
static int32_t anchor_of(const dom_results_standings *s, const dom_results_standing_list *l)
{
    int32_t anchor = DOM_RATINGS_LIST_ANCHOR_MEAN;
    for (size_t i = 0; i < l->row_count; i++)
        if (l->rows[i].sets > 0 && strcmp(l->rows[i].bot.name, s->words.anchor) == 0 &&
            (anchor < 0 || l->rows[i].newest >= l->rows[anchor].newest))
            anchor = (int32_t)i;
    return anchor;
}

dom_ratings_list_options dom_results_ranking_options(const dom_results_standings *s,
                                                     const dom_results_standing_list *l)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.prior = s->words.prior;
    options.anchor_elo = s->words.anchor_elo;
    options.anchor = anchor_of(s, l);
    return options;
}

static dom_rc fit(dom_results_ranking *r, dom_err *err)
{
    dom_ratings_rc rc = dom_ratings_list_fit(&r->list, r->from->pool, &r->options);
    if (rc != DOM_RATINGS_OK)
        return dom_err_set(err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT,
                           "%s cannot be rated: %s", r->from->variant, dom_ratings_rc_text(rc));
    return DOM_OK;
}

/* ---- live --------------------------------------------------------------------- */

static int by_live_elo(const void *a, const void *b)
{
    const dom_ratings_rating *x = a, *y = b;
    if (x->elo != y->elo)
        return x->elo < y->elo ? 1 : -1;
    return x->player < y->player ? -1 : 1;
}

static dom_ratings_rating live_row(const dom_results_standing_row *row, uint32_t player)
{
    return (dom_ratings_rating){
        .player = player,
        .elo = row->live_elo,
        .island = 1,
        .sets = row->sets,
        .matches = row->sums.matches,
        .wins = row->sums.score.wins,
        .draws = row->sums.score.draws,
        .losses = row->sums.score.losses,
        .has_points = row->sums.rounds > 0,
        .points = row->sums.rounds ? (double)row->sums.points / (double)row->sums.rounds : 0};
}

static dom_rc take_live(dom_results_ranking *r, dom_err *err)
{
    const dom_results_standing_list *l = r->from;
    r->list = (dom_ratings_list){.sets = l->sets, .matches = l->matches, .islands = 1};
    r->list.row = calloc(l->row_count + 1, sizeof *r->list.row);
    if (r->list.row == NULL)
        return dom_err_no_memory(err);
    for (uint32_t i = 0; i < l->row_count; i++)
        if (!r->hidden[i])
            r->list.row[r->list.count++] = live_row(&l->rows[i], i);
    qsort(r->list.row, r->list.count, sizeof *r->list.row, by_live_elo);
    for (uint32_t i = 0; i < r->list.count; i++)
        r->list.row[i].rank_lo = r->list.row[i].rank_hi = i + 1;
    return DOM_OK;
}

/* ---- lists -------------------------------------------------------------------- */

static bool allocate(dom_results_ranking *r)
{
    size_t rows = r->from->row_count + 1;
    r->bots = calloc(rows, sizeof *r->bots);
    r->labels = calloc(rows, sizeof *r->labels);
    r->hidden = calloc(rows, sizeof *r->hidden);
    return r->bots && r->labels && r->hidden;
}

dom_rc dom_results_ranking_make(dom_results_ranking *out, const dom_results_standings *s,
                                const dom_results_standing_list *l, dom_results_ranking_kind kind,
                                dom_err *err)
{
    *out = (dom_results_ranking){.from = l, .options = dom_results_ranking_options(s, l)};
    bool is_live = kind.is_live || l->sets == 0;
    dom_rc rc = allocate(out) ? DOM_OK : dom_err_no_memory(err);
    out->options.wants_covariance = out->options.wants_differences = kind.wants_matrices;
    out->options.is_simultaneous = kind.is_simultaneous;
    out->options.hidden = out->hidden;
    out->shown = (dom_results_rating_list){.title = l->variant,
                                           .earlier_rules = l->earlier_rules,
                                           .list = &out->list,
                                           .is_live = is_live,
                                           .is_unrated = s->is_unrated,
                                           .players = l->row_count,
                                           .options = is_live ? NULL : &out->options,
                                           .bot = out->bots,
                                           .point = 1,
                                           .per = "round"};
    if (rc == DOM_OK) {
        fill_hidden(out);
        rc = is_live ? take_live(out, err) : fit(out, err);
    }
    if (rc != DOM_OK) {
        dom_results_ranking_clear(out);
        return rc;
    }
    fill_bots(out);
    return DOM_OK;
}

dom_results_unrated_hint dom_results_unrated_hint_of(const dom_results_standings *s)
{
    dom_results_unrated_hint hint = {""};
    if (s->unrated_count > 0)
        (void)snprintf(hint.text, sizeof hint.text,
                       "; %zu tournament%s unrated, the newest is shown by --tournament %s",
                       s->unrated_count, s->unrated_count == 1 ? " is" : "s are",
                       s->newest_unrated);
    return hint;
}

dom_rc dom_results_ranking_check(const dom_results_standings *s, const dom_strings *variants,
                                 dom_err *err)
{
    for (size_t i = 0; i < variants->count; i++) {
        bool is_there = false;
        dom_suggest near = dom_suggest_of(variants->item[i]);
        for (size_t l = 0; l < s->list_count; l++) {
            if (s->lists[l].matches == 0)
                continue;
            is_there |= strcmp(s->lists[l].variant, variants->item[i]) == 0;
            dom_suggest_try(&near, s->lists[l].variant);
        }
        if (!is_there)
            return dom_err_set(err, DOM_E_ABSENT, "no %smatch of variant '%.40s' was played%s%s",
                               s->unrated_count ? "rated " : "", variants->item[i],
                               dom_suggest_hint(&near).text, dom_results_unrated_hint_of(s).text);
    }
    return DOM_OK;
}

dom_rc dom_results_ranking_each(const dom_results_standings *s, const dom_strings *variants,
                                dom_results_list_visitor *visit, void *context, dom_err *err)
{
    dom_rc rc = dom_results_ranking_check(s, variants, err);
    for (size_t i = 0; rc == DOM_OK && i < s->list_count; i++)
        if (s->lists[i].matches > 0 && dom_strings_want(variants, s->lists[i].variant))
            rc = visit(context, s, &s->lists[i], err);
    return rc;
}
