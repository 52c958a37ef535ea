#include "results/all_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS_LEAST = 3, VARIANTS_LEAST = 2, RANKED_LEAST = 2 };

/* A variant that may count. */
typedef struct {
    const dom_results_standing_list *list;
    const char *family;
    dom_results_ranking ranking; /* open, without its ratings */
    uint32_t *bot_of; /* by player: index into out->bots, or DOM_RATINGS_ALL_ROUND_NOBODY */
} candidate;

/* The variants, and where they lead. */
typedef struct {
    dom_results_all_rounds *out;
    const dom_results_standings *standings;
    const dom_strings *named;
    dom_results_ranking_kind kind;
    size_t count;
    candidate *at;
    const candidate **taken;            /* room for the variants of one list, */
    dom_ratings_all_round_list *fitted; /* and for how they are rated */
    int32_t anchor;
    dom_err *err;
} all_rounds_maker;

/* Returns the family of a variant that counts; NULL for others. */
static const char *family_of(const dom_results_standing_list *l)
{
    dom_variant named;
    if (l->sets == 0 || l->earlier_rules > 0 ||
        dom_variant_find(&named, l->variant, NULL) != DOM_OK)
        return NULL;
    return named.family;
}

/* ---- bots ---------------------------------------------------------------------- */

/* Returns the index of a bot, which is added if it is new. There is room. */
static uint32_t index_of(dom_results_all_rounds *out, const dom_store_bot *bot)
{
    for (size_t i = 0; i < out->bot_count; i++)
        if (strcmp(out->bots[i].bot.name, bot->name) == 0 &&
            strcmp(out->bots[i].bot.version, bot->version) == 0)
            return (uint32_t)i;
    out->bots[out->bot_count].bot = *bot;
    return (uint32_t)out->bot_count++;
}

static void label_bots(dom_results_all_rounds *out)
{
    for (size_t i = 0; i < out->bot_count; i++) {
        const dom_store_bot *bot = &out->bots[i].bot;
        bool is_apart = false;
        for (size_t k = 0; k < out->bot_count; k++)
            is_apart |= k != i && strcmp(out->bots[k].bot.name, bot->name) == 0;
        (void)snprintf(out->bots[i].label, sizeof out->bots[i].label, "%s%s%.8s", bot->name,
                       is_apart ? "@" : "", is_apart ? bot->version : "");
    }
}

/* ---- variants ---------------------------------------------------------------------- */

static dom_rc add_candidate(all_rounds_maker *m, const dom_results_standing_list *l,
                            const char *family)
{
    candidate *c = &m->at[m->count];
    dom_rc rc = dom_results_ranking_open(&c->ranking, m->standings, l, &m->kind, m->err);
    if (rc != DOM_OK) {
        dom_results_ranking_clear(&c->ranking);
        return rc;
    }
    const dom_ratings_list_options *options = &c->ranking.options;
    c->list = l;
    c->family = family;
    c->bot_of = calloc(l->row_count + 1, sizeof *c->bot_of);
    m->count++;
    if (c->bot_of == NULL)
        return dom_err_no_memory(m->err);
    for (size_t i = 0; i < l->row_count; i++)
        c->bot_of[i] = c->ranking.hidden[i] || l->rows[i].sets == 0
                           ? DOM_RATINGS_ALL_ROUND_NOBODY
                           : index_of(m->out, &l->rows[i].bot);
    m->out->anchor_elo = options->anchor_elo;
    if (m->anchor < 0 && options->anchor >= 0 &&
        c->bot_of[options->anchor] != DOM_RATINGS_ALL_ROUND_NOBODY)
        m->anchor = (int32_t)c->bot_of[options->anchor];
    return DOM_OK;
}

static dom_rc find_candidates(all_rounds_maker *m)
{
    size_t lists = m->standings->list_count, rows = 0;
    for (size_t i = 0; i < lists; i++)
        rows += m->standings->lists[i].row_count;
    m->at = calloc(lists + 1, sizeof *m->at);
    m->taken = calloc(lists + 1, sizeof *m->taken);
    m->fitted = calloc(lists + 1, sizeof *m->fitted);
    m->out->bots = calloc(rows + 1, sizeof *m->out->bots);
    m->out->lists = calloc(lists + 1, sizeof *m->out->lists);
    if (!m->at || !m->taken || !m->fitted || !m->out->bots || !m->out->lists)
        return dom_err_no_memory(m->err);
    for (size_t i = 0; i < lists; i++) {
        const char *family = family_of(&m->standings->lists[i]);
        dom_rc rc = family ? add_candidate(m, &m->standings->lists[i], family) : DOM_OK;
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

static bool is_of(const candidate *c, const char *family)
{
    return family == NULL || strcmp(c->family, family) == 0;
}

/* Mark the bots of a variant. Returns how many there are. */
static size_t mark_bots(const candidate *c, bool *has_played, size_t step)
{
    size_t bots = 0;
    for (size_t i = 0; i < c->list->row_count; i++)
        if (c->bot_of[i] != DOM_RATINGS_ALL_ROUND_NOBODY) {
            has_played[c->bot_of[i] * step] = true;
            bots++;
        }
    return bots;
}

/* Choose the variants of a list. */
static dom_rc choose_variants(const all_rounds_maker *m, const char *family, size_t *taken)
{
    bool *has_played = calloc(m->out->bot_count + 1, sizeof *has_played);
    size_t bots = 0;
    if (has_played == NULL)
        return dom_err_no_memory(m->err);
    for (size_t i = 0; i < m->count; i++)
        if (is_of(&m->at[i], family))
            (void)mark_bots(&m->at[i], has_played, 1);
    for (size_t i = 0; i < m->out->bot_count; i++)
        bots += has_played[i];
    *taken = 0;
    for (size_t i = 0; i < m->count; i++) {
        const candidate *c = &m->at[i];
        size_t own = mark_bots(c, has_played, 1);
        bool is_wanted = m->named->count > 0 ? dom_strings_want(m->named, c->list->variant)
                                             : own >= BOTS_LEAST && 2 * own >= bots;
        if (is_of(c, family) && is_wanted)
            m->taken[(*taken)++] = c;
    }
    free(has_played);
    return DOM_OK;
}

/* Returns true if the chosen variants are of two families. */
static bool are_mixed(const all_rounds_maker *m, size_t taken)
{
    bool is_mixed = false;
    for (size_t i = 1; i < taken; i++)
        is_mixed |= strcmp(m->taken[i]->family, m->taken[0]->family) != 0;
    return is_mixed;
}

/* ---- lists ------------------------------------------------------------------------ */

/* Returns how many variants of the list a bot has played. */
static size_t played_by(const dom_results_all_round *list, size_t bot)
{
    size_t played = 0;
    for (size_t v = 0; v < list->variants; v++)
        played += list->has_played[bot * list->variants + v];
    return played;
}

/* Bots with most of the variants come first. */
static void find_unranked(dom_results_all_round *list, size_t bots)
{
    for (size_t played = list->variants - 1; played > 0; played--)
        for (size_t bot = 0; bot < bots; bot++)
            if (played_by(list, bot) == played)
                list->unranked[list->unranked_count++] = (uint32_t)bot;
}

static dom_rc fill_list(const all_rounds_maker *m, dom_results_all_round *list)
{
    size_t bots = m->out->bot_count, taken = list->variants;
    list->variant = calloc(taken, sizeof *list->variant);
    list->weight = calloc(taken, sizeof *list->weight);
    list->unranked = calloc(bots + 1, sizeof *list->unranked);
    list->has_played = calloc(bots * taken + 1, sizeof *list->has_played);
    if (!list->variant || !list->weight || !list->unranked || !list->has_played)
        return dom_err_no_memory(m->err);
    for (size_t v = 0; v < taken; v++) {
        const candidate *c = m->taken[v];
        list->variant[v] = c->list->variant;
        list->weight[v] = 1 / (double)taken;
        (void)mark_bots(c, list->has_played + v, taken);
        m->fitted[v] = (dom_ratings_all_round_list){.pool = c->list->pool,
                                                    .options = &c->ranking.options,
                                                    .player = c->bot_of,
                                                    .weight = list->weight[v]};
    }
    find_unranked(list, bots);
    return DOM_OK;
}

static dom_rc rate_list(const all_rounds_maker *m, dom_results_all_round *list)
{
    const dom_ratings_all_round_options options = {.players = m->out->bot_count,
                                                   .anchor = m->anchor,
                                                   .anchor_elo = m->out->anchor_elo,
                                                   .is_simultaneous = m->kind.is_simultaneous};
    dom_ratings_rc rc =
        dom_ratings_all_round_fit(&list->ratings, m->fitted, list->variants, &options);
    if (rc != DOM_RATINGS_OK)
        return dom_err_set(m->err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT,
                           "the all-round rating cannot be computed: %s", dom_ratings_rc_text(rc));
    return DOM_OK;
}

static void clear_list(dom_results_all_round *list)
{
    dom_ratings_all_round_clear(&list->ratings);
    free(list->variant);
    free(list->weight);
    free(list->unranked);
    free(list->has_played);
    *list = (dom_results_all_round){.family = NULL};
}

/* Make the list of the chosen variants, if there are enough variants and bots. */
static dom_rc add_list(all_rounds_maker *m, const char *family, size_t taken)
{
    dom_results_all_round *list = &m->out->lists[m->out->count];
    size_t ranked = 0;
    if (taken < VARIANTS_LEAST)
        return DOM_OK;
    *list = (dom_results_all_round){.family = family, .variants = taken};
    dom_rc rc = fill_list(m, list);
    for (size_t i = 0; rc == DOM_OK && i < m->out->bot_count; i++)
        ranked += played_by(list, i) == taken;
    if (rc == DOM_OK && ranked >= RANKED_LEAST)
        rc = rate_list(m, list);
    if (rc == DOM_OK && ranked >= RANKED_LEAST)
        m->out->count++;
    else
        clear_list(list);
    return rc;
}

/* Returns true if no variant before this one is of its family. */
static bool is_first_of_family(const all_rounds_maker *m, size_t at)
{
    bool is_first = true;
    for (size_t i = 0; i < at; i++)
        is_first &= !is_of(&m->at[i], m->at[at].family);
    return is_first;
}

static dom_rc add_lists(all_rounds_maker *m)
{
    size_t taken;
    dom_rc rc = choose_variants(m, NULL, &taken);
    bool is_whole = m->named->count > 0 ? taken == m->named->count : are_mixed(m, taken);
    if (rc == DOM_OK && is_whole)
        rc = add_list(m, NULL, taken);
    for (size_t i = 0; rc == DOM_OK && i < m->count; i++) {
        if (!is_first_of_family(m, i))
            continue;
        rc = choose_variants(m, m->at[i].family, &taken);
        if (rc == DOM_OK)
            rc = add_list(m, m->at[i].family, taken);
    }
    return rc;
}

/* ---- the whole ------------------------------------------------------------------- */

dom_rc dom_results_all_rounds_make(dom_results_all_rounds *out, const dom_results_standings *s,
                                   const dom_strings *variants, dom_results_ranking_kind kind,
                                   dom_err *err)
{
    all_rounds_maker m = {.out = out, .standings = s, .kind = kind, .anchor = -1, .err = err};
    m.named = variants->count > 0 ? variants : &s->all_round;
    *out = (dom_results_all_rounds){.anchor = ""};
    dom_rc rc = variants->count > 0 ? dom_results_ranking_check(s, variants, kind, err) : DOM_OK;
    m.kind.wants_second = false;
    m.kind.bootstrap = 0;
    if (rc == DOM_OK)
        rc = find_candidates(&m);
    if (rc == DOM_OK) {
        label_bots(out);
        out->anchor = m.anchor >= 0 ? out->bots[m.anchor].label : "";
        rc = add_lists(&m);
    }
    for (size_t i = 0; i < m.count; i++) {
        dom_results_ranking_clear(&m.at[i].ranking);
        free(m.at[i].bot_of);
    }
    free(m.at);
    free(m.taken);
    free(m.fitted);
    return rc;
}

void dom_results_all_rounds_clear(dom_results_all_rounds *all)
{
    for (size_t i = 0; i < all->count; i++)
        clear_list(&all->lists[i]);
    free(all->lists);
    free(all->bots);
    *all = (dom_results_all_rounds){0};
}

void dom_results_all_round_title(char title[static DOM_RESULTS_ALL_ROUND_TITLE_BYTES],
                                 const dom_results_all_round *list)
{
    (void)snprintf(title, DOM_RESULTS_ALL_ROUND_TITLE_BYTES, "All-round, %s: %zu variants",
                   list->family ? list->family : "all families", list->variants);
}
