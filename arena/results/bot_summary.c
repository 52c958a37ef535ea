#include "results/bot_summary.h"

#include "base/did_you_mean.h"
#include "base/interrupt.h"
#include "base/now.h"
#include "base/percent.h"
#include "base/text.h"
#include "base/vec.h"
#include "ratings/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- changes ------------------------------------------------------------------- */

/* The changes of a list that are being found. */
typedef struct {
    dom_results_change *out; /* by line */
    const dom_results_ranking *of;
    const dom_results_standings *s;
    size_t first, last; /* the lines that are wanted: first .. last - 1 */
    double *elo;        /* by player, without the tournament */
    bool *is_rated;
} change_finder;

static int64_t newest_of(const change_finder *f, size_t line)
{
    return f->of->from->rows[f->of->list.row[line].player].newest.tournament;
}

static bool is_wanted(const change_finder *f, int64_t tournament)
{
    for (size_t i = f->first; i < f->last; i++)
        if (newest_of(f, i) == tournament)
            return true;
    return false;
}

static const char *name_of(const dom_results_standings *s, int64_t tournament)
{
    for (size_t i = 0; i < s->tournament_count; i++)
        if (s->tournaments[i].id == tournament)
            return s->tournaments[i].name;
    return NULL;
}

static void note_changes(const change_finder *f, int64_t tournament)
{
    const char *name = name_of(f->s, tournament);
    for (size_t i = f->first; i < f->last; i++) {
        const dom_ratings_rating *row = &f->of->list.row[i];
        if (newest_of(f, i) != tournament)
            continue;
        f->out[i] = (dom_results_change){.tournament = name,
                                         .has_gain = f->is_rated[row->player] && row->island == 1};
        if (f->out[i].has_gain)
            f->out[i].gain = row->elo - f->elo[row->player];
    }
}

/* Returns the version of the anchor that played last before `anchor`; the mean if there is none. */
static int32_t anchor_before(const dom_results_standing_list *l, int32_t anchor)
{
    int32_t found = DOM_RATINGS_LIST_ANCHOR_MEAN;
    for (int32_t i = 0; i < (int32_t)l->row_count; i++) {
        const dom_results_standing_row *row = &l->rows[i], *now = &l->rows[anchor];
        bool is_older = dom_results_is_newer(now->newest, row->newest);
        if (row->sets > 0 && is_older && strcmp(row->bot.name, now->bot.name) == 0 &&
            (found < 0 || dom_results_is_newer(row->newest, l->rows[found].newest)))
            found = i;
    }
    return found;
}

/* Fits the list without a tournament. If its anchor is new, the version before fixes the scale. */
static dom_ratings_rc fit_without(const change_finder *f, size_t part)
{
    const dom_results_standing_list *l = f->of->from;
    uint64_t end = part + 1 < l->part_count ? l->parts[part + 1].first_set : l->sets;
    dom_ratings_list_options options = f->of->options;
    dom_ratings_rc rc;
    do {
        rc = dom_ratings_history_without(f->elo, f->is_rated, l->pool, &options,
                                         l->parts[part].first_set, end);
        if (rc != DOM_RATINGS_OK || options.anchor < 0 || f->is_rated[options.anchor])
            return rc;
        options.anchor = anchor_before(l, options.anchor);
    } while (options.anchor >= 0);
    return rc;
}

/* Without the tournament no ratings may exist, so its changes stay unknown. */
static dom_rc find_changes_by(const change_finder *f, size_t part, dom_err *err)
{
    dom_rc rc = dom_interrupt_check(err);
    if (rc != DOM_OK)
        return rc;
    dom_ratings_rc fitted = fit_without(f, part);
    if (fitted == DOM_RATINGS_OK)
        note_changes(f, f->of->from->parts[part].tournament);
    return fitted == DOM_RATINGS_E_NOMEM ? dom_err_no_memory(err) : DOM_OK;
}

dom_rc dom_results_changes_find(dom_results_change out[], const dom_results_ranking *of,
                                const dom_results_standings *s, size_t line, dom_err *err)
{
    size_t players = of->from->row_count, fits = 0;
    change_finder f = {.out = out,
                       .of = of,
                       .s = s,
                       .first = line < SIZE_MAX ? line : 0,
                       .last = line < SIZE_MAX ? line + 1 : of->list.count,
                       .elo = calloc(players + 1, sizeof *f.elo),
                       .is_rated = calloc(players + 1, sizeof *f.is_rated)};
    memset(&out[f.first], 0, (f.last - f.first) * sizeof *out);
    dom_rc rc = f.elo && f.is_rated ? DOM_OK : dom_err_no_memory(err);
    for (size_t i = of->from->part_count;
         rc == DOM_OK && i-- > 0 && fits < DOM_RESULTS_CHANGES_MAX;)
        if (!of->shown.is_live && is_wanted(&f, of->from->parts[i].tournament)) {
            rc = find_changes_by(&f, i, err);
            fits++;
        }
    free(f.elo);
    free(f.is_rated);
    return rc;
}

/* ---- a line -------------------------------------------------------------------- */

dom_results_bot_summary dom_results_bot_summary_of(const dom_results_crosstable *x, size_t line,
                                                   const dom_results_change *change)
{
    const dom_results_ranking *of = x->of;
    const dom_ratings_rating *row = &of->list.row[line];
    const dom_ratings_score score = {row->wins, row->draws, row->losses};
    uint64_t games = dom_ratings_score_games(&score);
    uint32_t players = (uint32_t)of->from->row_count;
    return (dom_results_bot_summary){
        .of = x,
        .row = row,
        .played = &of->from->rows[row->player],
        .change = change,
        .score = dom_ratings_score_share(&score),
        .draws = games > 0 ? (double)row->draws / (double)games : 0,
        .performance = dom_ratings_performance_of(&x->versus[(size_t)row->player * players],
                                                  players, &of->list)};
}

bool dom_results_bot_meeting(dom_results_meeting *out, const dom_results_bot_summary *summary,
                             size_t line)
{
    const dom_results_ranking *of = summary->of->of;
    const dom_ratings_rating *other = &of->list.row[line];
    size_t cell = (size_t)summary->row->player * of->from->row_count + other->player;
    const dom_ratings_versus *v = &summary->of->versus[cell];
    *out = (dom_results_meeting){.row = other, .versus = v};
    if (v->games == 0)
        return false;
    out->points = (double)v->wins + (double)v->draws / 2;
    out->has_limits = of->list.difference && !of->from->options.teams;
    if (out->has_limits)
        out->expected = dom_results_expected_of(&of->list.difference[cell]);
    out->expected.share = v->expected;
    return true;
}

enum { DATE = 10 /* characters of a date */ };

static void add_performance(dom_text *text, const dom_ratings_performance *p)
{
    char number[40];
    (void)snprintf(number, sizeof number, "performance %.1f", p->elo);
    dom_text_add(text, p->bound == DOM_RATINGS_BOUND_BELOW
                           ? "performance without limit, because it won everything"
                       : p->bound == DOM_RATINGS_BOUND_ABOVE
                           ? "performance without limit, because it lost everything"
                           : number);
}

static void add_change(dom_text *text, const dom_results_bot_summary *b)
{
    char number[40];
    if (b->change == NULL || !b->change->has_gain)
        return;
    (void)snprintf(number, sizeof number, ", its newest, its Elo is %.1f.",
                   b->row->elo - b->change->gain);
    dom_text_add(text, " Without tournament ");
    dom_text_add(text, b->change->tournament);
    dom_text_add(text, number);
}

void dom_results_bot_facts(char text[static DOM_RESULTS_BOT_FACTS_BYTES],
                           const dom_results_bot_summary *b)
{
    const dom_ratings_performance *p = &b->performance;
    char part[120];
    dom_text all = dom_text_of(text, DOM_RESULTS_BOT_FACTS_BYTES);
    (void)snprintf(part, sizeof part,
                   "Score %.1f%%, draws %.1f%%, against %u opponent%s with a mean Elo of %.1f: ",
                   dom_percent(b->score, 1), dom_percent(b->draws, 1), p->opponents,
                   p->opponents == 1 ? "" : "s", p->opponents_elo);
    dom_text_add(&all, part);
    add_performance(&all, p);
    (void)snprintf(part, sizeof part, ". %llu sets, %llu matches, last played on %.*s.",
                   (unsigned long long)b->row->sets, (unsigned long long)b->row->matches, DATE,
                   dom_utc_of(b->played->last_ms).text);
    dom_text_add(&all, part);
    add_change(&all, b);
}

const dom_ratings_all_round_row *dom_results_all_round_row_of(const dom_results_all_rounds *all,
                                                              const dom_results_all_round *list,
                                                              const char *name, const char *version)
{
    for (size_t i = 0; i < list->ratings.count; i++) {
        const dom_store_bot *bot = &all->bots[list->ratings.row[i].player].bot;
        if (strcmp(bot->name, name) == 0 && strcmp(bot->version, version) == 0)
            return &list->ratings.row[i];
    }
    return NULL;
}

/* ---- versions ------------------------------------------------------------------ */

static dom_results_bot_version *version_of(dom_results_bot_versions *of, const char *version)
{
    for (size_t i = 0; i < of->count; i++)
        if (strcmp(of->item[i].version, version) == 0)
            return &of->item[i];
    dom_results_bot_version *new = dom_vec_add(of->item, of->count, of->room);
    if (new) {
        *new = (dom_results_bot_version){.is_shown = false};
        dom_text_copy(new->version, sizeof new->version, version);
    }
    return new;
}

static int by_newest(const void *a, const void *b)
{
    const dom_results_bot_version *x = a, *y = b;
    return dom_results_is_newer(y->newest, x->newest) - dom_results_is_newer(x->newest, y->newest);
}

dom_rc dom_results_bot_versions_find(dom_results_bot_versions *out, const dom_results_standings *s,
                                     const char *name, dom_err *err)
{
    *out = (dom_results_bot_versions){.item = NULL};
    for (size_t i = 0; i < s->list_count; i++)
        for (size_t k = 0; k < s->lists[i].row_count; k++) {
            const dom_results_standing_row *row = &s->lists[i].rows[k];
            if (row->sums.matches == 0 || strcmp(row->bot.name, name) != 0)
                continue;
            dom_results_bot_version *v = version_of(out, row->bot.version);
            if (v == NULL)
                return dom_err_no_memory(err);
            v->newest = dom_results_is_newer(row->newest, v->newest) ? row->newest : v->newest;
            v->is_shown |= !row->is_hidden;
        }
    if (out->count > 0)
        qsort(out->item, out->count, sizeof *out->item, by_newest);
    return DOM_OK;
}

dom_rc dom_results_bot_absent(const dom_results_standings *s, const char *name, dom_err *err)
{
    dom_suggest near = dom_suggest_of(name);
    for (size_t i = 0; i < s->list_count; i++)
        for (size_t k = 0; k < s->lists[i].row_count; k++)
            dom_suggest_try(&near, s->lists[i].rows[k].bot.name);
    return dom_err_set(err, DOM_E_ABSENT, "no bot '%.60s' has a complete set%s", name,
                       dom_suggest_hint(&near).text);
}
