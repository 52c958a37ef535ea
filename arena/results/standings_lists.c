#include "standings_lists.h"

#include "base/text.h"
#include "base/vec.h"
#include "ratings/elo.h"
#include "results/rules_age.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists and their rows ---------------------------------------------------- */

dom_results_standing_list *dom_results_lists_of(dom_results_standings *s,
                                                const dom_variant *variant)
{
    for (size_t i = 0; i < s->list_count; i++)
        if (strcmp(s->lists[i].variant, variant->name) == 0 &&
            memcmp(&s->lists[i].options, &variant->options, sizeof variant->options) == 0)
            return &s->lists[i];
    dom_results_standing_list *l = dom_vec_add(s->lists, s->list_count, s->list_room);
    if (l == NULL)
        return NULL;
    *l = (dom_results_standing_list){.options = variant->options};
    dom_text_copy(l->variant, sizeof l->variant, variant->name);
    l->pool = dom_ratings_pool_new();
    return l->pool ? l : NULL;
}

int dom_results_lists_row_of(dom_results_standing_list *l, const dom_store_bot *bot)
{
    for (size_t i = 0; i < l->row_count; i++)
        if (strcmp(l->rows[i].bot.name, bot->name) == 0 &&
            strcmp(l->rows[i].bot.version, bot->version) == 0)
            return (int)i;
    dom_results_standing_row *new = dom_vec_add(l->rows, l->row_count, l->row_room);
    if (new == NULL)
        return -1;
    *new = (dom_results_standing_row){.bot = *bot, .live_elo = DOM_RATINGS_ELO_START};
    return (int)l->row_count - 1;
}

static int order_of_rows(const void *a, const void *b)
{
    const dom_results_standing_row *x = a, *y = b;
    int order = strcmp(x->bot.name, y->bot.name);
    return order ? order : strcmp(x->bot.version, y->bot.version);
}

/* Number the rules of each list. */
static dom_rc date_rules(dom_results_standings *s, dom_err *err)
{
    dom_results_rules_use *uses = calloc(s->list_count + 1, sizeof *uses);
    if (uses == NULL)
        return dom_err_no_memory(err);
    for (size_t i = 0; i < s->list_count; i++) {
        uses[i] =
            (dom_results_rules_use){.options = s->lists[i].options, .newest = s->lists[i].newest};
        dom_text_copy(uses[i].name, sizeof uses[i].name, s->lists[i].variant);
    }
    for (size_t i = 0; i < s->list_count; i++)
        s->lists[i].earlier_rules = dom_results_rules_age_of(uses, s->list_count, i);
    free(uses);
    return DOM_OK;
}

/* Sorts the lists of one name by their rules, newest first. */
static void sort_rules(dom_results_standings *s)
{
    for (size_t i = 0; i < s->list_count; i++)
        for (size_t k = i + 1; k < s->list_count; k++) {
            dom_results_standing_list *a = &s->lists[i], *b = &s->lists[k], swapped = *a;
            if (strcmp(a->variant, b->variant) != 0 || a->earlier_rules < b->earlier_rules)
                continue;
            *a = *b;
            *b = swapped;
        }
}

/* Makes the rows the players of the pool, in their order. */
static dom_rc number_players(dom_results_standings *s, dom_err *err)
{
    for (size_t i = 0; i < s->list_count; i++) {
        dom_results_standing_list *l = &s->lists[i];
        qsort(l->rows, l->row_count, sizeof *l->rows, order_of_rows);
        dom_ratings_rc rc = dom_ratings_pool_players(l->pool, (uint32_t)l->row_count);
        if (rc != DOM_RATINGS_OK)
            return dom_err_set(err, DOM_E_LIMIT, "%s cannot be rated: %s", l->variant,
                               dom_ratings_rc_text(rc));
    }
    return DOM_OK;
}

dom_rc dom_results_lists_order(dom_results_standings *s, dom_err *err)
{
    dom_rc rc = date_rules(s, err);
    if (rc != DOM_OK)
        return rc;
    sort_rules(s);
    return number_players(s, err);
}

static void clear_lists(dom_results_standings *s)
{
    for (size_t i = 0; i < s->list_count; i++) {
        free(s->lists[i].rows);
        free(s->lists[i].parts);
        dom_ratings_pool_free(&s->lists[i].pool);
        dom_ratings_rankings_free(&s->lists[i].rankings);
    }
    free(s->lists);
    s->lists = NULL;
    s->list_count = s->list_room = 0;
}

void dom_results_standings_clear(dom_results_standings *s)
{
    clear_lists(s);
    dom_results_submissions_clear(&s->submitted);
    free(s->tournaments);
    dom_strings_clear(&s->all_round);
    *s = (dom_results_standings){.list_count = 0};
}

/* ---- which versions are shown ------------------------------------------------ */

/* Shows the submitted versions of a name. */
static void show_submitted(const dom_results_submissions *submitted,
                           dom_results_standing_row rows[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const dom_store_bot *bot = &rows[i].bot;
        const dom_results_submission *found =
            dom_results_submissions_find(submitted, bot->name, bot->version);
        rows[i].is_hidden = found == NULL || found->mark.is_removed;
    }
}

/* Rows of any other name. */
static void show_newest(dom_results_standing_row rows[], size_t count)
{
    size_t newest = 0;
    for (size_t i = 1; i < count; i++)
        if (dom_results_is_newer(rows[i].newest, rows[newest].newest))
            newest = i;
    for (size_t i = 0; i < count; i++)
        rows[i].is_hidden = i != newest;
}

/* Rows of one name lie together. */
static void hide_rows(const dom_results_standings *s, const dom_results_standing_list *l)
{
    for (size_t first = 0, end; first < l->row_count; first = end) {
        const char *name = l->rows[first].bot.name;
        end = first + 1;
        while (end < l->row_count && strcmp(l->rows[end].bot.name, name) == 0)
            end++;
        if (dom_results_submissions_has_name(&s->submitted, name))
            show_submitted(&s->submitted, &l->rows[first], end - first);
        else
            show_newest(&l->rows[first], end - first);
    }
}

void dom_results_lists_hide(dom_results_standings *s)
{
    for (size_t i = 0; i < s->list_count; i++)
        hide_rows(s, &s->lists[i]);
}

void dom_results_standings_show_all(dom_results_standings *s)
{
    for (size_t i = 0; i < s->list_count; i++)
        for (size_t k = 0; k < s->lists[i].row_count; k++)
            s->lists[i].rows[k].is_hidden = false;
}

/* ---- compared with what was kept ----------------------------------------------- */

static bool same_bots(const dom_results_standing_list *a, const dom_results_standing_list *b)
{
    bool same = a->row_count == b->row_count && strcmp(a->variant, b->variant) == 0 &&
                memcmp(&a->options, &b->options, sizeof a->options) == 0 &&
                dom_ratings_pool_player_count(b->pool) == b->row_count;
    for (size_t i = 0; same && i < a->row_count; i++)
        same = order_of_rows(&a->rows[i], &b->rows[i]) == 0;
    return same;
}

bool dom_results_lists_fit(const dom_results_standings *wanted, const dom_results_standings *kept)
{
    bool same = wanted->list_count == kept->list_count;
    for (size_t i = 0; same && i < wanted->list_count; i++)
        same = same_bots(&wanted->lists[i], &kept->lists[i]);
    return same;
}
