#include "standing.h"

#include "base/text.h"
#include "interrupt.h"
#include "past.h"
#include "ratings/elo.h"
#include "ratings/list.h"
#include "rules/match.h"
#include "rules_age.h"
#include "summary.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef standing_row row;
typedef standing_list list;

enum {
    SUMMARY_MATCHES = 20000,        /* so many new ones are worth a summary  */
    SET_MATCHES = 2 * DOM_SEATS_MAX /* of a comparison, which has two halves */
};

/* The way through the facts. */
typedef struct {
    standing *s;
    dom_store *store;
    dom_err *err;
    bool is_one;         /* a tournament was named: it counts, rated or not     */
    int64_t newest;      /* tournament of those that count                      */
    summary_place from;  /* where the way begins; match 1 of nothing: with the first */
    summary_place until; /* where it ends; match 0: nowhere                   */
    /* A summary on the way: of everything before the first set that is not complete in
     * the newest tournament. */
    dom_store_mark mark;
    uint64_t next; /* match: all before it is there                       */
    uint64_t new_matches;
    bool wants_summary, has_summary;
    dom_bytes summary;
    /* Of the tournament that is being read: */
    const dom_store_tournament *t;
    dom_plan plan;
    bool has_plan;                    /* it says what it plays                                    */
    list **list_of;                   /* by variant number                                       */
    int *row_of;                      /* [variant number * bots + bot number]                    */
    dom_store_match set[SET_MATCHES]; /* matches of the set so far, half by half */
    int set_matches;
    uint64_t fault_match;                /* of the last fault                 */
    uint32_t fault_codes[DOM_SEATS_MAX]; /* bit per code that it had there    */
} reader;

static dom_rc no_memory(const reader *r)
{
    return dom_err_set(r->err, DOM_E_NOMEM, "out of memory");
}

/* Make room for one more of `size` bytes; false when out of memory. */
static bool grow(void **items, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? 2 * *room : 8;
    void *grown = realloc(*items, more * size);
    if (grown == NULL)
        return false;
    *items = grown;
    *room = more;
    return true;
}

static list *list_of(standing *s, const dom_variant *variant)
{
    for (size_t i = 0; i < s->list_count; i++)
        if (strcmp(s->lists[i].variant, variant->name) == 0 &&
            memcmp(&s->lists[i].options, &variant->options, sizeof variant->options) == 0)
            return &s->lists[i];
    if (!grow((void **)&s->lists, &s->list_room, s->list_count, sizeof *s->lists))
        return NULL;
    list *l = &s->lists[s->list_count++];
    *l = (list){.options = variant->options};
    dom_text_copy(l->variant, sizeof l->variant, variant->name);
    l->pool = dom_pool_new();
    return l->pool ? l : NULL;
}

/* Index of the bot's row, a new one at the start rating if there is none; -1 when
 * out of memory. */
static int row_of(list *l, const dom_store_bot *bot)
{
    for (size_t i = 0; i < l->row_count; i++)
        if (strcmp(l->rows[i].bot.name, bot->name) == 0 &&
            strcmp(l->rows[i].bot.version, bot->version) == 0)
            return (int)i;
    if (!grow((void **)&l->rows, &l->row_room, l->row_count, sizeof *l->rows))
        return -1;
    l->rows[l->row_count] = (row){.bot = *bot, .live_elo = DOM_ELO_START};
    return (int)l->row_count++;
}

/* ---- one match ------------------------------------------------------------ */

/* Sides take places: every seat, or in team games seats 0 and 1 for their teams. */
static int sides_of(const dom_options *o)
{
    return o->teams ? 2 : o->players;
}

static int side_of(const dom_options *o, int seat)
{
    return seat % sides_of(o);
}

/* Different bots at the table, in its first seats: a bot may be its own partner. */
static int players_of(const dom_options *o, const dom_store_match *m)
{
    return o->teams && m->seat[0].bot == m->seat[2].bot ? 2 : m->seats;
}

static int fault_side(const dom_options *o, const dom_store_match *m)
{
    return m->fault_seat < 0 ? DOM_ELO_NO_FAULT : side_of(o, m->fault_seat);
}

static void count_pair(row *r, int place, int other_place)
{
    r->wins += place < other_place;
    r->draws += place == other_place;
    r->losses += place > other_place;
}

static void count_pairs(const dom_options *o, const dom_store_match *m, row *rows[], int players)
{
    int fault = fault_side(o, m);
    for (int a = 0; a < players; a++)
        for (int b = 0; b < players; b++) {
            int side = side_of(o, a), other = side_of(o, b);
            if (side != other && (fault == DOM_ELO_NO_FAULT || side == fault || other == fault))
                count_pair(rows[a], m->seat[a].place, m->seat[b].place);
        }
}

static void count_match(const dom_options *o, const dom_store_match *m, row *rows[], int players)
{
    for (int p = 0; p < players; p++) {
        rows[p]->matches++;
        if (m->end != DOM_FAULT_NONE)
            continue;
        rows[p]->points += m->seat[p].score;
        rows[p]->rounds += m->rounds;
    }
    count_pairs(o, m, rows, players);
}

/* ---- one set -------------------------------------------------------------- */

/* Row of the bot in that seat. */
static int row_at(const reader *r, const dom_store_match *m, int seat)
{
    return r->row_of[m->variant * r->t->bot_count + m->seat[seat].bot];
}

/* One match as the rating sees it: its players are those of the first rotation. */
static dom_elo_match elo_match(const reader *r, const dom_store_match *m, const int row_of_player[],
                               int players)
{
    const dom_options *o = &r->t->variants[m->variant].options;
    int sides = sides_of(o);
    dom_elo_match match = {.entries = (uint8_t)sides,
                           .members = (uint8_t)(players / sides),
                           .fault = (int8_t)fault_side(o, m)};
    for (int seat = 0; seat < players; seat++) {
        match.place[side_of(o, seat)] = m->seat[seat].place;
        for (int p = 0; p < players; p++)
            if (row_of_player[p] == row_at(r, m, seat))
                match.player[side_of(o, seat)][seat / sides] = (uint32_t)p;
    }
    return match;
}

/* The same for the official list, whose players are rows. */
static dom_pool_match pool_match(const reader *r, const dom_store_match *m, int players)
{
    const dom_options *o = &r->t->variants[m->variant].options;
    int sides = sides_of(o);
    dom_pool_match match = {.entries = (uint8_t)sides,
                            .members = (uint8_t)(players / sides),
                            .fault = (int8_t)fault_side(o, m),
                            .rounds = m->end == DOM_FAULT_NONE ? m->rounds : 0};
    for (int seat = 0; seat < players; seat++) {
        int side = side_of(o, seat);
        match.player[side][seat / sides] = (uint32_t)row_at(r, m, seat);
        match.place[side] = m->seat[seat].place;
        match.points[side] = m->seat[seat].score;
    }
    return match;
}

/* The matches of one half of a set, the only one but in comparisons: one table. */
typedef struct {
    const dom_store_match *match;
    int matches, players;
    int row[DOM_SEATS_MAX]; /* per player                                       */
} half;

/* The half that begins with match `first` of the set. */
static half half_at(const reader *r, int first)
{
    const dom_store_match *m = &r->set[first];
    half h = {.match = m, .players = players_of(&r->t->variants[m->variant].options, m)};
    int number = dom_half_of(m->rotation, m->seats);
    while (first + h.matches < r->set_matches &&
           dom_half_of(m[h.matches].rotation, m->seats) == number)
        h.matches++;
    for (int p = 0; p < h.players; p++)
        h.row[p] = row_at(r, m, p);
    return h;
}

/* Every rotation is there, one per player. */
static bool is_full(const half *h)
{
    return h->matches >= h->players;
}

/* The live ratings move after each table. */
static void rate_half(const reader *r, list *l, const half *h)
{
    dom_elo_match matches[SET_MATCHES];
    double rating[DOM_SEATS_MAX];
    for (int p = 0; p < h->players; p++)
        rating[p] = l->rows[h->row[p]].live_elo;
    for (int i = 0; i < h->matches; i++)
        matches[i] = elo_match(r, &h->match[i], h->row, h->players);
    dom_elo_rate_set(matches, (size_t)h->matches, rating);
    for (int p = 0; p < h->players; p++)
        l->rows[h->row[p]].live_elo = rating[p];
}

/* A bot that sat in both halves of a set has played one set. */
static void count_set(list *l, const half *h, const half *before)
{
    for (int p = 0; p < h->players; p++) {
        bool is_counted = false;
        for (int q = 0; before && q < before->players; q++)
            is_counted |= before->row[q] == h->row[p];
        l->rows[h->row[p]].sets += !is_counted;
    }
}

/* The full halves of a set move the ratings. To the official list they are one set: they
 * share their deals. */
static dom_rc rate_set(reader *r, list *l)
{
    dom_pool_match pooled[SET_MATCHES];
    size_t count = 0;
    half full[2];
    int halves = 0;
    for (int first = 0; first < r->set_matches && halves < 2;) {
        half h = half_at(r, first);
        first += h.matches;
        if (!is_full(&h))
            continue;
        rate_half(r, l, &h);
        count_set(l, &h, halves ? &full[0] : NULL);
        for (int i = 0; i < h.matches; i++)
            pooled[count++] = pool_match(r, &h.match[i], h.players);
        full[halves++] = h;
    }
    if (halves == 0)
        return DOM_OK;
    l->sets++;
    dom_ratings_rc rc = dom_pool_add_set(l->pool, pooled, count);
    return rc == DOM_RATINGS_OK
               ? DOM_OK
               : dom_err_set(r->err, DOM_E_LIMIT, "set %llu cannot be rated: %s",
                             (unsigned long long)r->set[0].set, dom_ratings_text(rc));
}

static void summarise(reader *r)
{
    summary_place place = {.mark = r->mark, .tournament = r->newest, .match = r->next};
    r->has_summary = true;
    if (r->new_matches >= SUMMARY_MATCHES)
        summary_code(&r->summary, &place, r->s);
}

/* Sets have consecutive matches. */
static void look_for_gap(reader *r)
{
    if (!r->wants_summary || r->has_summary || r->t->id != r->newest)
        return;
    bool is_whole = r->set[0].match == r->next && r->has_plan &&
                    r->set_matches >= dom_plan_rotations(&r->plan, r->set[0].variant);
    if (!is_whole)
        summarise(r);
    r->next += (uint64_t)r->set_matches;
}

static dom_rc end_set(reader *r)
{
    if (r->set_matches == 0)
        return DOM_OK;
    list *l = r->list_of[r->set[0].variant];
    look_for_gap(r);
    for (int i = 0; i < r->set_matches; i++) {
        const dom_store_match *m = &r->set[i];
        const dom_options *o = &r->t->variants[m->variant].options;
        row *rows[DOM_SEATS_MAX];
        int players = players_of(o, m);
        for (int seat = 0; seat < players; seat++) {
            rows[seat] = &l->rows[row_at(r, m, seat)];
            rows[seat]->newest = r->t->id;
        }
        count_match(o, m, rows, players);
        l->matches++;
    }
    r->new_matches += (uint64_t)r->set_matches;
    dom_rc rc = rate_set(r, l);
    r->set_matches = 0;
    return rc;
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    reader *r = context;
    const dom_store_match *first = &r->set[0];
    bool is_next = r->set_matches > 0 && (first->variant != m->variant || first->set != m->set ||
                                          r->set_matches == SET_MATCHES);
    dom_rc rc = is_next ? end_set(r) : DOM_OK;
    if (rc == DOM_OK && m->match % INTERRUPT_MATCHES == 0)
        rc = interrupt_check(r->err);
    r->set[r->set_matches++] = *m;
    return rc;
}

/* Each seat-game counts once per code, however often it was tolerated. The faults of
 * a match lie together. */
static void count_fault(reader *r, row *of, const dom_store_fault *f)
{
    if (f->match != r->fault_match)
        memset(r->fault_codes, 0, sizeof r->fault_codes);
    r->fault_match = f->match;
    uint32_t *codes = &r->fault_codes[f->seat < 0 ? 0 : f->seat], bit = (uint32_t)1 << f->code;
    of->faulty += *codes == 0;
    of->faults[f->code] += !(*codes & bit);
    *codes |= bit;
}

static dom_rc take_fault(void *context, const dom_store_fault *f)
{
    reader *r = context;
    if (f->variant < 0)
        return DOM_OK;
    int index = r->row_of[f->variant * r->t->bot_count + f->bot];
    count_fault(r, &r->list_of[f->variant]->rows[index], f);
    return DOM_OK;
}

/* Lists and rows of this tournament by number. The rows are all there. */
static dom_rc index_rows(reader *r, const dom_store_tournament *t)
{
    free(r->list_of);
    free(r->row_of);
    r->list_of = calloc((size_t)t->variant_count + 1, sizeof(list *));
    r->row_of = calloc((size_t)t->variant_count * t->bot_count + 1, sizeof *r->row_of);
    if (r->list_of == NULL || r->row_of == NULL)
        return no_memory(r);
    for (int v = 0; v < t->variant_count; v++) {
        r->list_of[v] = list_of(r->s, &t->variants[v]);
        for (int bot = 0; bot < t->bot_count; bot++)
            r->row_of[v * t->bot_count + bot] = row_of(r->list_of[v], &t->bots[bot]);
    }
    return DOM_OK;
}

/* The matches from `first` to `last`; 0: to the end. */
static dom_rc take_matches(reader *r, uint64_t first, uint64_t last)
{
    r->set_matches = 0;
    r->next = first;
    dom_rc rc = dom_store_match_each(r->store, r->t->id, first, last, false, take_match, r, r->err);
    if (rc == DOM_OK)
        rc = end_set(r);
    if (rc == DOM_OK && r->wants_summary && !r->has_summary && r->t->id == r->newest)
        summarise(r);
    return rc;
}

static bool is_left_out(const reader *r, const dom_store_tournament *t)
{
    return !r->is_one && !past_is_rated(t);
}

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    reader *r = context;
    bool is_first = t->id == r->from.tournament, is_last = t->id == r->until.tournament;
    bool is_outside =
        t->id < r->from.tournament || (r->until.match > 0 && t->id > r->until.tournament);
    if (is_outside || is_left_out(r, t))
        return DOM_OK;
    r->t = t;
    r->has_plan = past_plan(t, &r->plan, NULL) == DOM_OK;
    r->fault_match = 0;
    dom_rc rc = interrupt_check(r->err);
    if (rc == DOM_OK)
        rc = index_rows(r, t);
    if (rc == DOM_OK && !(is_last && r->until.match == 1))
        rc = take_matches(r, is_first ? r->from.match : 1, is_last ? r->until.match - 1 : 0);
    if (rc == DOM_OK && !is_last)
        rc = dom_store_fault_each(r->store, t->id, take_fault, r, r->err);
    return rc;
}

/* ---- who is in the lists ---------------------------------------------------- */

static void read_words(standing_words *words, const char *config)
{
    const dom_list_options usual = DOM_LIST_OPTIONS;
    json_t *root = json_loads(config, 0, NULL);
    const json_t *rating = json_object_get(root, "rating");
    const json_t *anchor = json_object_get(rating, "anchor");
    const json_t *prior = json_object_get(rating, "prior");
    const json_t *elo = json_object_get(anchor, "elo");
    const char *name = json_string_value(json_object_get(anchor, "name"));
    *words = (standing_words){.prior = prior ? json_number_value(prior) : usual.prior,
                              .elo = elo ? json_number_value(elo) : usual.anchor_elo};
    dom_text_copy(words->anchor, sizeof words->anchor, name ? name : "");
    json_decref(root);
}

/* Every bot of a tournament gets a row, so that rows can be put in an order that
 * does not depend on results. */
static dom_rc add_rows(void *context, const dom_store_tournament *t)
{
    reader *r = context;
    if (is_left_out(r, t)) {
        r->s->unrated_count++;
        dom_text_copy(r->s->newest_unrated, sizeof r->s->newest_unrated, t->name);
        return DOM_OK;
    }
    r->newest = t->id;
    r->s->is_unrated = !past_is_rated(t);
    read_words(&r->s->words, t->config);
    for (int v = 0; v < t->variant_count; v++) {
        list *l = list_of(r->s, &t->variants[v]);
        if (l)
            l->newest = t->id;
        for (int bot = 0; l && bot < t->bot_count; bot++)
            if (row_of(l, &t->bots[bot]) < 0)
                l = NULL;
        if (l == NULL)
            return no_memory(r);
    }
    return ladder_add(&r->s->submitted, t, r->err);
}

static int by_name(const void *a, const void *b)
{
    const row *x = a, *y = b;
    int order = strcmp(x->bot.name, y->bot.name);
    return order ? order : strcmp(x->bot.version, y->bot.version);
}

/* Number the rules of each list. */
static dom_rc date_rules(const reader *r)
{
    standing *s = r->s;
    rules_use *uses = calloc(s->list_count + 1, sizeof *uses);
    if (uses == NULL)
        return no_memory(r);
    for (size_t i = 0; i < s->list_count; i++) {
        uses[i] = (rules_use){.options = s->lists[i].options, .newest = s->lists[i].newest};
        dom_text_copy(uses[i].name, sizeof uses[i].name, s->lists[i].variant);
    }
    for (size_t i = 0; i < s->list_count; i++)
        s->lists[i].earlier_rules = rules_age_of(uses, s->list_count, i);
    free(uses);
    return DOM_OK;
}

/* Among the lists of one name the newer rules come first. */
static void sort_rules(standing *s)
{
    for (size_t i = 0; i < s->list_count; i++)
        for (size_t k = i + 1; k < s->list_count; k++) {
            list *a = &s->lists[i], *b = &s->lists[k], swapped = *a;
            if (strcmp(a->variant, b->variant) != 0 || a->earlier_rules < b->earlier_rules)
                continue;
            *a = *b;
            *b = swapped;
        }
}

/* The pool's players are the rows, from the first to the last. */
static dom_rc number_players(reader *r)
{
    for (size_t i = 0; i < r->s->list_count; i++) {
        list *l = &r->s->lists[i];
        qsort(l->rows, l->row_count, sizeof *l->rows, by_name);
        dom_ratings_rc rc = dom_pool_players(l->pool, (uint32_t)l->row_count);
        if (rc != DOM_RATINGS_OK)
            return dom_err_set(r->err, DOM_E_LIMIT, "%s cannot be rated: %s", l->variant,
                               dom_ratings_text(rc));
    }
    return DOM_OK;
}

static void clear_lists(standing *s)
{
    for (size_t i = 0; i < s->list_count; i++) {
        free(s->lists[i].rows);
        dom_pool_free(&s->lists[i].pool);
    }
    free(s->lists);
    s->lists = NULL;
    s->list_count = s->list_room = 0;
}

void standing_clear(standing *s)
{
    clear_lists(s);
    ladder_clear(&s->submitted);
    *s = (standing){.list_count = 0};
}

/* ---- which versions are shown ------------------------------------------------ */

static bool has_name(const ladder *submitted, const char *name)
{
    for (size_t i = 0; i < submitted->count; i++)
        if (strcmp(submitted->entry[i].name, name) == 0)
            return true;
    return false;
}

/* Rows of a name that somebody submitted. */
static void show_submitted(const ladder *submitted, row rows[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const ladder_entry *e = ladder_find(submitted, rows[i].bot.name, rows[i].bot.version);
        rows[i].is_hidden = e == NULL || e->is_removed;
    }
}

/* Rows of any other name. */
static void show_newest(row rows[], size_t count)
{
    size_t newest = 0;
    for (size_t i = 1; i < count; i++)
        if (rows[i].newest >= rows[newest].newest)
            newest = i;
    for (size_t i = 0; i < count; i++)
        rows[i].is_hidden = i != newest;
}

/* Rows of one name lie together. */
static void hide_rows(const standing *s, const list *l)
{
    for (size_t first = 0, end; first < l->row_count; first = end) {
        const char *name = l->rows[first].bot.name;
        end = first + 1;
        while (end < l->row_count && strcmp(l->rows[end].bot.name, name) == 0)
            end++;
        if (has_name(&s->submitted, name))
            show_submitted(&s->submitted, &l->rows[first], end - first);
        else
            show_newest(&l->rows[first], end - first);
    }
}

void standing_show_all(standing *s)
{
    for (size_t i = 0; i < s->list_count; i++)
        for (size_t k = 0; k < s->lists[i].row_count; k++)
            s->lists[i].rows[k].is_hidden = false;
}

/* ---- summaries -------------------------------------------------------------- */

static bool same_bots(const list *a, const list *b)
{
    bool same = a->row_count == b->row_count && strcmp(a->variant, b->variant) == 0 &&
                memcmp(&a->options, &b->options, sizeof a->options) == 0 &&
                dom_pool_player_count(b->pool) == b->row_count;
    for (size_t i = 0; same && i < a->row_count; i++)
        same = by_name(&a->rows[i], &b->rows[i]) == 0;
    return same;
}

/* Are these the lists and rows that the tournaments have? */
static bool fits(const standing *wanted, const standing *kept)
{
    bool same = wanted->list_count == kept->list_count;
    for (size_t i = 0; same && i < wanted->list_count; i++)
        same = same_bots(&wanted->lists[i], &kept->lists[i]);
    return same;
}

typedef struct {
    const summary_place *place;
    bool is_before;
} newcomer;

static dom_rc look_at_new(void *context, int64_t tournament, uint64_t match)
{
    newcomer *n = context;
    n->is_before |= tournament < n->place->tournament ||
                    (tournament == n->place->tournament && match < n->place->match);
    return DOM_OK;
}

/* Does everything that was stored since lie behind the place? */
static dom_rc check_place(reader *r, const summary_place *place, bool *is_good)
{
    newcomer n = {.place = place};
    dom_rc rc = dom_store_since(r->store, &place->mark, look_at_new, &n, r->err);
    *is_good = rc == DOM_OK && !n.is_before && place->match > 0;
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

/* What is kept beside the database, if it can be used for *r. */
static dom_rc find_summary(reader *r, dom_bytes *b, summary_place *place, standing *kept,
                           bool *is_good)
{
    dom_rc rc = DOM_OK;
    *b = summary_load(r->store);
    *place = (summary_place){.match = 0};
    *kept = (standing){.list_count = 0};
    *is_good = b->count > 0;
    if (!*is_good)
        return DOM_OK;
    summary_code(b, place, kept);
    *is_good = !b->is_broken && fits(r->s, kept);
    if (*is_good)
        rc = check_place(r, place, is_good);
    return rc;
}

static dom_rc go_on_from_summary(reader *r)
{
    dom_bytes b;
    summary_place place;
    standing kept;
    bool is_good;
    dom_rc rc = find_summary(r, &b, &place, &kept, &is_good);
    if (rc == DOM_OK && is_good) {
        standing fresh = *r->s;
        r->from = place;
        r->s->lists = kept.lists;
        r->s->list_count = kept.list_count;
        r->s->list_room = kept.list_count;
        kept.lists = fresh.lists;
        kept.list_count = fresh.list_count;
        for (size_t i = 0; i < fresh.list_count; i++) { /* what follows from tournaments */
            r->s->lists[i].newest = fresh.lists[i].newest;
            r->s->lists[i].earlier_rules = fresh.lists[i].earlier_rules;
        }
    }
    standing_clear(&kept);
    free(b.bytes);
    return rc;
}

/* ---- all of it -------------------------------------------------------------- */

static reader reader_of(standing *s, dom_store *store, dom_err *err)
{
    *s = (standing){.list_count = 0};
    return (reader){.s = s, .store = store, .err = err, .from = {.match = 1}};
}

static dom_rc begin(reader *r, const char *tournament)
{
    r->is_one = tournament != NULL;
    dom_rc rc = past_each_tournament(r->store, tournament, add_rows, r, r->err);
    if (rc == DOM_OK)
        rc = date_rules(r);
    if (rc != DOM_OK)
        return rc;
    sort_rules(r->s);
    return number_players(r);
}

static void end(reader *r)
{
    free(r->summary.bytes);
    free(r->list_of);
    free(r->row_of);
}

static dom_rc read_all(reader *r, const char *tournament)
{
    dom_rc rc = begin(r, tournament);
    r->wants_summary = tournament == NULL;
    if (rc == DOM_OK && r->wants_summary)
        rc = dom_store_mark_now(r->store, &r->mark, r->err);
    if (rc == DOM_OK && r->wants_summary)
        rc = go_on_from_summary(r);
    if (rc == DOM_OK)
        rc = past_each_tournament(r->store, tournament, take_tournament, r, r->err);
    if (rc == DOM_OK && r->summary.count > 0)
        summary_save(r->store, &r->summary);
    for (size_t i = 0; rc == DOM_OK && !r->is_one && i < r->s->list_count; i++)
        hide_rows(r->s, &r->s->lists[i]);
    return rc;
}

dom_rc standing_read(standing *out, dom_store *store, const char *tournament, dom_err *err)
{
    reader r = reader_of(out, store, err);
    dom_rc rc = dom_store_look_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    rc = read_all(&r, tournament);
    dom_store_look_end(store);
    end(&r);
    return rc;
}

/* Read the facts before the place and write what a summary would say. */
static dom_rc summarise_again(reader *r, const summary_place *place)
{
    summary_place same = *place;
    r->until = *place;
    dom_rc rc = past_each_tournament(r->store, NULL, take_tournament, r, r->err);
    summary_code(&r->summary, &same, r->s);
    return rc;
}

static dom_rc compare_summary(reader *r, bool *is_right)
{
    dom_bytes b;
    summary_place place;
    standing kept;
    bool is_good = false;
    dom_rc rc = begin(r, NULL);
    if (rc != DOM_OK)
        return rc;
    rc = find_summary(r, &b, &place, &kept, &is_good);
    if (rc == DOM_OK && is_good)
        rc = summarise_again(r, &place);
    *is_right = !is_good ||
                (r->summary.count == b.count && memcmp(r->summary.bytes, b.bytes, b.count) == 0);
    standing_clear(&kept);
    free(b.bytes);
    return rc;
}

dom_rc standing_check_summary(dom_store *store, bool *is_right, dom_err *err)
{
    standing s;
    reader r = reader_of(&s, store, err);
    dom_rc rc = dom_store_look_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    rc = compare_summary(&r, is_right);
    dom_store_look_end(store);
    end(&r);
    standing_clear(&s);
    return rc;
}
