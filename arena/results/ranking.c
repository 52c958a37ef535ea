#include "results/ranking.h"

#include "base/did_you_mean.h"
#include "ranking_fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dom_results_ranking_clear(dom_results_ranking *r)
{
    dom_ratings_list_clear(&r->list);
    dom_ratings_plackett_luce_clear(&r->second);
    free(r->bots);
    free(r->labels);
    free(r->hidden);
    free(r->anchors);
    free(r->bootstrap);
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

/* Bots without a match have no line either. */
static void fill_hidden(dom_results_ranking *r)
{
    for (size_t i = 0; i < r->from->row_count; i++) {
        const dom_results_standing_row *row = &r->from->rows[i];
        r->hidden[i] = row->is_hidden || row->sums.matches == 0;
        r->shown.hidden += row->is_hidden && row->sums.matches > 0;
    }
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
            (anchor < 0 || dom_results_is_newer(l->rows[i].newest, l->rows[anchor].newest)))
            anchor = (int32_t)i;
    return anchor;
}

/* By the words of the newest tournament. */
static dom_ratings_list_options options_of(const dom_results_standings *s,
                                           const dom_results_standing_list *l)
{
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.prior = s->words.prior;
    options.anchor_elo = s->words.anchor_elo;
    options.anchor = anchor_of(s, l);
    return options;
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

dom_rc dom_results_ranking_open(dom_results_ranking *out, const dom_results_standings *s,
                                const dom_results_standing_list *l,
                                const dom_results_ranking_kind *kind, dom_err *err)
{
    *out = (dom_results_ranking){.from = l, .options = options_of(s, l)};
    bool is_live = kind->is_live || l->sets == 0;
    out->shown = (dom_results_rating_list){.title = l->variant,
                                           .earlier_rules = l->earlier_rules,
                                           .list = &out->list,
                                           .is_live = is_live,
                                           .is_unrated = s->is_unrated,
                                           .players = l->row_count,
                                           .options = is_live ? NULL : &out->options,
                                           .point = l->points_scale > 0 ? DOM_RESULTS_POINT : 1,
                                           .per = "round",
                                           .points_scale = is_live ? 0 : l->points_scale};
    if (!allocate(out))
        return dom_err_no_memory(err);
    out->options.hidden = out->hidden;
    out->shown.bot = out->bots;
    fill_hidden(out);
    fill_bots(out);
    if (is_live)
        return DOM_OK;
    if (kind->wants_second && l->rankings == NULL)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "--plackett-luce: %s has partners, and the model of Plackett and Luce has "
            "single bots; choose other variants with --variant",
            l->variant);
    return dom_results_ranking_ask(out, kind, err);
}

static dom_rc end(dom_results_ranking *out, dom_rc rc)
{
    if (rc != DOM_OK)
        dom_results_ranking_clear(out);
    return rc;
}

dom_rc dom_results_ranking_make(dom_results_ranking *out, const dom_results_standings *s,
                                const dom_results_standing_list *l, dom_results_ranking_kind kind,
                                dom_err *err)
{
    dom_rc rc = dom_results_ranking_open(out, s, l, &kind, err);
    if (rc == DOM_OK && out->shown.is_live)
        rc = take_live(out, err);
    else if (rc == DOM_OK)
        rc = dom_results_ranking_fit(out, l->pool, l->rankings, &kind, err);
    return end(out, rc);
}

dom_rc dom_results_ranking_of_table(dom_results_ranking *out, const dom_results_csv *table,
                                    const char *title, dom_results_ranking_kind kind, dom_err *err)
{
    size_t players = table->names.count;
    *out = (dom_results_ranking){.options = DOM_RATINGS_LIST_OPTIONS};
    out->bots = calloc(players + 1, sizeof *out->bots);
    if (out->bots == NULL)
        return dom_err_no_memory(err);
    for (size_t i = 0; i < players; i++)
        out->bots[i] = (dom_results_rated_bot){.name = table->names.item[i],
                                               .label = table->labels.item[i],
                                               .version = table->versions.item[i]};
    out->shown = (dom_results_rating_list){.title = title,
                                           .list = &out->list,
                                           .players = players,
                                           .options = &out->options,
                                           .bot = out->bots,
                                           .point = DOM_RESULTS_POINT,
                                           .per = table->has_rounds ? "round" : "match",
                                           .points_scale = table->points_scale};
    dom_rc rc = dom_results_ranking_ask(out, &kind, err);
    if (rc == DOM_OK)
        rc = dom_results_ranking_fit(out, table->pool, table->rankings, &kind, err);
    return end(out, rc);
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

static dom_rc check_all_played(const dom_results_standings *s, const dom_strings *variants,
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
    dom_rc rc = check_all_played(s, variants, err);
    for (size_t i = 0; rc == DOM_OK && i < s->list_count; i++)
        if (s->lists[i].matches > 0 && dom_strings_want(variants, s->lists[i].variant))
            rc = visit(context, s, &s->lists[i], err);
    return rc;
}

static dom_rc check_list(void *context, const dom_results_standings *s,
                         const dom_results_standing_list *l, dom_err *err)
{
    dom_results_ranking r;
    dom_rc rc = dom_results_ranking_open(&r, s, l, context, err);
    dom_results_ranking_clear(&r);
    return rc;
}

dom_rc dom_results_ranking_check(const dom_results_standings *s, const dom_strings *variants,
                                 dom_results_ranking_kind kind, dom_err *err)
{
    return dom_results_ranking_each(s, variants, check_list, &kind, err);
}
