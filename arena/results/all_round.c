#include "results/all_round.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The lists of the variants, and where they lead. */
typedef struct {
    dom_results_all_rounds *out;
    const dom_results_standings *standings;
    size_t count;
    dom_results_ranking *ranking;
    const char **family;               /* by ranking */
    uint32_t **bot_of;                 /* by ranking and player: index into out->bots */
    dom_ratings_all_round_list *taken; /* room for the lists of one all-round list */
    int32_t anchor;
    dom_err *err;
} all_round_maker;

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

/* ---- lists ---------------------------------------------------------------------- */

static dom_rc take_ranking(all_round_maker *m, const dom_results_standing_list *l,
                           const char *family)
{
    const dom_results_ranking_kind kind = {.wants_matrices = true};
    dom_results_ranking *r = &m->ranking[m->count];
    dom_rc rc = dom_results_ranking_make(r, m->standings, l, kind, m->err);
    if (rc != DOM_OK)
        return rc;
    m->family[m->count] = family;
    m->bot_of[m->count] = calloc(l->row_count + 1, sizeof **m->bot_of);
    if (m->bot_of[m->count++] == NULL)
        return dom_err_no_memory(m->err);
    for (size_t i = 0; i < r->list.count; i++) {
        uint32_t player = r->list.row[i].player;
        m->bot_of[m->count - 1][player] = index_of(m->out, &l->rows[player].bot);
    }
    m->out->anchor_elo = r->options.anchor_elo;
    if (m->anchor < 0 && r->options.anchor >= 0 && !r->hidden[r->options.anchor])
        m->anchor = (int32_t)m->bot_of[m->count - 1][r->options.anchor];
    return DOM_OK;
}

static dom_rc take_rankings(all_round_maker *m)
{
    size_t lists = m->standings->list_count, rows = 0;
    for (size_t i = 0; i < lists; i++)
        rows += m->standings->lists[i].row_count;
    m->ranking = calloc(lists + 1, sizeof *m->ranking);
    m->family = calloc(lists + 1, sizeof *m->family);
    m->bot_of = calloc(lists + 1, sizeof *m->bot_of);
    m->taken = calloc(lists + 1, sizeof *m->taken);
    m->out->bots = calloc(rows + 1, sizeof *m->out->bots);
    m->out->lists = calloc(lists + 1, sizeof *m->out->lists);
    if (!m->ranking || !m->family || !m->bot_of || !m->taken || !m->out->bots || !m->out->lists)
        return dom_err_no_memory(m->err);
    for (size_t i = 0; i < lists; i++) {
        const char *family = family_of(&m->standings->lists[i]);
        dom_rc rc = family ? take_ranking(m, &m->standings->lists[i], family) : DOM_OK;
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

/* Returns the first list of the family, as the number of the family. */
static uint32_t family_number(const all_round_maker *m, size_t ranking)
{
    uint32_t first = 0;
    while (strcmp(m->family[first], m->family[ranking]) != 0)
        first++;
    return first;
}

/* Make the list of a family, or with NULL of all families, if it covers two variants. */
static dom_rc add_list(all_round_maker *m, const char *family)
{
    dom_results_all_round *list = &m->out->lists[m->out->count];
    size_t taken = 0;
    for (size_t i = 0; i < m->count; i++)
        if (family == NULL || strcmp(m->family[i], family) == 0)
            m->taken[taken++] =
                (dom_ratings_all_round_list){.list = &m->ranking[i].list,
                                             .players = m->ranking[i].from->row_count,
                                             .player = m->bot_of[i],
                                             .group = family_number(m, i)};
    if (taken < 2)
        return DOM_OK;
    dom_ratings_rc rc = dom_ratings_all_round_fit(&list->ratings, m->taken, taken,
                                                  m->out->bot_count, m->anchor, m->out->anchor_elo);
    if (rc != DOM_RATINGS_OK)
        return dom_err_set(m->err, rc == DOM_RATINGS_E_NOMEM ? DOM_E_NOMEM : DOM_E_LIMIT,
                           "the all-round rating cannot be computed: %s", dom_ratings_rc_text(rc));
    list->family = family;
    list->variants = taken;
    m->out->count++;
    return DOM_OK;
}

static dom_rc add_lists(all_round_maker *m)
{
    size_t families = 0;
    for (size_t i = 0; i < m->count; i++)
        families += family_number(m, i) == i;
    dom_rc rc = families >= 2 ? add_list(m, NULL) : DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < m->count; i++)
        if (family_number(m, i) == i)
            rc = add_list(m, m->family[i]);
    return rc;
}

/* ---- the whole ------------------------------------------------------------------- */

dom_rc dom_results_all_rounds_make(dom_results_all_rounds *out, const dom_results_standings *s,
                                   dom_err *err)
{
    all_round_maker m = {.out = out, .standings = s, .anchor = -1, .err = err};
    *out = (dom_results_all_rounds){.anchor = ""};
    dom_rc rc = take_rankings(&m);
    if (rc == DOM_OK) {
        label_bots(out);
        out->anchor = m.anchor >= 0 ? out->bots[m.anchor].label : "";
        rc = add_lists(&m);
    }
    for (size_t i = 0; i < m.count; i++) {
        dom_results_ranking_clear(&m.ranking[i]);
        free(m.bot_of[i]);
    }
    free(m.ranking);
    free(m.family);
    free(m.bot_of);
    free(m.taken);
    return rc;
}

void dom_results_all_rounds_clear(dom_results_all_rounds *all)
{
    for (size_t i = 0; i < all->count; i++)
        dom_ratings_all_round_clear(&all->lists[i].ratings);
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
