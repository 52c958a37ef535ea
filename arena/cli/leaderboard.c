#include "leaderboard.h"

#include "base/text.h"
#include "past.h"
#include "ratings/elo.h"
#include "rules/match.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* A bot's line in one variant. */
typedef struct {
    dom_store_bot bot;
    double elo;
    int64_t points; /* of matches that no fault ended                         */
    uint64_t rounds;
    uint64_t sets, matches;
    uint64_t wins, draws, losses;     /* pairs at a table                          */
    uint64_t faults[DOM_FAULT_COUNT]; /* seat-games with such a fault          */
    uint64_t faulty;                  /* ... with any                          */
} row;

typedef struct {
    char variant[DOM_VARIANT_NAME_BYTES];
    size_t row_count, row_room;
    row *rows;
    uint64_t sets, matches;
} list;

typedef struct {
    dom_store *store;
    const dom_strings *wanted; /* variants; empty: all                         */
    dom_err *err;
    size_t list_count, list_room;
    list *lists;
    /* Of the tournament that is being read: */
    const dom_store_tournament *t;
    uint16_t *variant_of; /* by match number, UINT16_MAX where none            */
    uint64_t variant_room;
    dom_store_match set[DOM_SEATS_MAX]; /* matches of the set so far           */
    int set_matches;
    uint64_t fault_match;                /* of the last fault                 */
    uint32_t fault_codes[DOM_SEATS_MAX]; /* bit per code that it had there    */
} board;

static dom_rc no_memory(board *b)
{
    return dom_err_set(b->err, DOM_E_NOMEM, "out of memory");
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

static list *list_of(board *b, const char *variant)
{
    for (size_t i = 0; i < b->list_count; i++)
        if (strcmp(b->lists[i].variant, variant) == 0)
            return &b->lists[i];
    if (!grow((void **)&b->lists, &b->list_room, b->list_count, sizeof *b->lists))
        return NULL;
    list *l = &b->lists[b->list_count++];
    *l = (list){0};
    dom_text_copy(l->variant, sizeof l->variant, variant);
    return l;
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
    l->rows[l->row_count] = (row){.bot = *bot, .elo = DOM_ELO_START};
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

static void count_pairs(const dom_options *o, const dom_store_match *m, row *rows[])
{
    int fault = fault_side(o, m);
    for (int a = 0; a < players_of(o, m); a++)
        for (int b = 0; b < players_of(o, m); b++) {
            int side = side_of(o, a), other = side_of(o, b);
            if (side != other && (fault == DOM_ELO_NO_FAULT || side == fault || other == fault))
                count_pair(rows[a], m->seat[a].place, m->seat[b].place);
        }
}

static void count_match(const dom_options *o, const dom_store_match *m, row *rows[])
{
    for (int p = 0; p < players_of(o, m); p++) {
        rows[p]->matches++;
        if (m->end != DOM_FAULT_NONE)
            continue;
        rows[p]->points += m->seat[p].score;
        rows[p]->rounds += m->rounds;
    }
    count_pairs(o, m, rows);
}

/* ---- one set -------------------------------------------------------------- */

/* Row of the bot in that seat; it has one. */
static int row_at(board *b, list *l, const dom_store_match *m, int seat)
{
    return row_of(l, &b->t->bots[m->seat[seat].bot]);
}

/* One match as the rating sees it: its players are those of the first rotation. */
static dom_elo_match elo_match(board *b, list *l, const dom_store_match *m,
                               const int row_of_player[], int players)
{
    const dom_options *o = &b->t->variants[m->variant].options;
    int sides = sides_of(o);
    dom_elo_match match = {.entries = (uint8_t)sides,
                           .members = (uint8_t)(players / sides),
                           .fault = (int8_t)fault_side(o, m)};
    for (int seat = 0; seat < players; seat++) {
        match.place[side_of(o, seat)] = m->seat[seat].place;
        for (int p = 0; p < players; p++)
            if (row_of_player[p] == row_at(b, l, m, seat))
                match.player[side_of(o, seat)][seat / sides] = (uint32_t)p;
    }
    return match;
}

/* A set of which every rotation is there, one per player, moves the ratings. */
static void rate_set(board *b, list *l)
{
    int players = players_of(&b->t->variants[b->set[0].variant].options, &b->set[0]);
    dom_elo_match matches[DOM_SEATS_MAX];
    double rating[DOM_SEATS_MAX];
    int row_of_player[DOM_SEATS_MAX];
    if (b->set_matches < players)
        return;
    for (int p = 0; p < players; p++) {
        row_of_player[p] = row_at(b, l, &b->set[0], p);
        rating[p] = l->rows[row_of_player[p]].elo;
    }
    for (int i = 0; i < b->set_matches; i++)
        matches[i] = elo_match(b, l, &b->set[i], row_of_player, players);
    dom_elo_rate_set(matches, (size_t)b->set_matches, rating);
    for (int p = 0; p < players; p++) {
        l->rows[row_of_player[p]].elo = rating[p];
        l->rows[row_of_player[p]].sets++;
    }
    l->sets++;
}

static dom_rc end_set(board *b)
{
    if (b->set_matches == 0)
        return DOM_OK;
    list *l = list_of(b, b->t->variants[b->set[0].variant].name);
    if (l == NULL)
        return no_memory(b);
    rate_set(b, l);
    b->set_matches = 0;
    return DOM_OK;
}

static bool is_wanted(const board *b, const dom_store_match *m)
{
    for (size_t i = 0; i < b->wanted->count; i++)
        if (strcmp(b->wanted->item[i], b->t->variants[m->variant].name) == 0)
            return true;
    return b->wanted->count == 0;
}

static dom_rc note_variant(board *b, const dom_store_match *m)
{
    if (m->match >= b->variant_room) {
        uint64_t room = 2 * (m->match + 1);
        uint16_t *grown = realloc(b->variant_of, room * sizeof *grown);
        if (grown == NULL)
            return no_memory(b);
        memset(grown + b->variant_room, 0xff, (room - b->variant_room) * sizeof *grown);
        b->variant_of = grown;
        b->variant_room = room;
    }
    b->variant_of[m->match] = m->variant;
    return DOM_OK;
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    board *b = context;
    if (!is_wanted(b, m))
        return DOM_OK;
    dom_rc rc = b->set_matches > 0 && b->set[0].set != m->set ? end_set(b) : DOM_OK;
    if (rc == DOM_OK)
        rc = note_variant(b, m);
    list *l = list_of(b, b->t->variants[m->variant].name);
    if (rc != DOM_OK || l == NULL)
        return rc != DOM_OK ? rc : no_memory(b);
    const dom_options *o = &b->t->variants[m->variant].options;
    int index[DOM_SEATS_MAX];
    row *rows[DOM_SEATS_MAX];
    for (int e = 0; e < players_of(o, m); e++)
        if ((index[e] = row_of(l, &b->t->bots[m->seat[e].bot])) < 0)
            return no_memory(b);
    for (int e = 0; e < players_of(o, m); e++)
        rows[e] = &l->rows[index[e]];
    count_match(o, m, rows);
    l->matches++;
    if (b->set_matches < DOM_SEATS_MAX)
        b->set[b->set_matches++] = *m;
    return DOM_OK;
}

/* Each seat-game counts once per code, however often it was tolerated. The faults of
 * a match lie together. */
static void count_fault(board *b, row *r, const dom_store_fault *f)
{
    if (f->match != b->fault_match)
        memset(b->fault_codes, 0, sizeof b->fault_codes);
    b->fault_match = f->match;
    uint32_t *codes = &b->fault_codes[f->seat < 0 ? 0 : f->seat], bit = (uint32_t)1 << f->code;
    r->faulty += *codes == 0;
    r->faults[f->code] += !(*codes & bit);
    *codes |= bit;
}

static dom_rc take_fault(void *context, const dom_store_fault *f)
{
    board *b = context;
    if (f->match == 0 || f->match >= b->variant_room || b->variant_of[f->match] == UINT16_MAX)
        return DOM_OK;
    list *l = list_of(b, b->t->variants[b->variant_of[f->match]].name);
    int index = l ? row_of(l, &b->t->bots[f->bot]) : -1;
    if (index < 0)
        return no_memory(b);
    count_fault(b, &l->rows[index], f);
    return DOM_OK;
}

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    board *b = context;
    b->t = t;
    b->set_matches = 0;
    b->fault_match = 0;
    if (b->variant_of)
        memset(b->variant_of, 0xff, b->variant_room * sizeof *b->variant_of);
    dom_rc rc = dom_store_match_each(b->store, t->id, 1, 0, false, take_match, b, b->err);
    if (rc == DOM_OK)
        rc = end_set(b);
    if (rc == DOM_OK)
        rc = dom_store_fault_each(b->store, t->id, take_fault, b, b->err);
    return rc;
}

/* ---- the lists ------------------------------------------------------------ */

static int by_elo(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (x->elo != y->elo)
        return x->elo < y->elo ? 1 : -1;
    int by_name = strcmp(x->bot.name, y->bot.name);
    return by_name ? by_name : strcmp(x->bot.version, y->bot.version);
}

static double points_per_round(const row *r)
{
    return r->rounds ? (double)r->points / (double)r->rounds : 0;
}

/* Two versions of one name are told apart by the beginning of their hash. */
static bool is_ambiguous(const list *l, const row *r)
{
    for (size_t i = 0; i < l->row_count; i++)
        if (&l->rows[i] != r && strcmp(l->rows[i].bot.name, r->bot.name) == 0)
            return true;
    return false;
}

static void print_row(const list *l, size_t rank, FILE *out)
{
    const row *r = &l->rows[rank];
    char name[64];
    (void)snprintf(name, sizeof name, "%s%s%.8s", r->bot.name, is_ambiguous(l, r) ? "@" : "",
                   is_ambiguous(l, r) ? r->bot.version : "");
    (void)fprintf(out, "%4zu  %-24s %7.1f %8llu %7llu %7llu %7llu %9.2f %7llu\n", rank + 1, name,
                  r->elo, (unsigned long long)r->matches, (unsigned long long)r->wins,
                  (unsigned long long)r->draws, (unsigned long long)r->losses, points_per_round(r),
                  (unsigned long long)r->faulty);
}

static void print_list(list *l, FILE *out)
{
    qsort(l->rows, l->row_count, sizeof *l->rows, by_elo);
    (void)fprintf(out, "\n%s: %llu matches, %llu complete duplicate sets; live Elo, provisional\n",
                  l->variant, (unsigned long long)l->matches, (unsigned long long)l->sets);
    (void)fprintf(out, "%4s  %-24s %7s %8s %7s %7s %7s %9s %7s\n", "rank", "bot", "Elo", "matches",
                  "W", "D", "L", "pts/round", "faults");
    for (size_t i = 0; i < l->row_count; i++)
        print_row(l, i, out);
}

static json_t *faults_json(const row *r)
{
    json_t *object = json_object();
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        json_object_set_new(object, dom_fault_word((dom_fault)i),
                            json_integer((json_int_t)r->faults[i]));
    return object;
}

static json_t *row_json(const row *r)
{
    return json_pack(
        "{s:s, s:s, s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:o}", "name", r->bot.name, "version",
        r->bot.version, "live_elo", r->elo, "points_per_round", points_per_round(r), "sets",
        (json_int_t)r->sets, "matches", (json_int_t)r->matches, "wins", (json_int_t)r->wins,
        "draws", (json_int_t)r->draws, "losses", (json_int_t)r->losses, "faults", faults_json(r));
}

static json_t *list_json(list *l)
{
    json_t *bots = json_array();
    qsort(l->rows, l->row_count, sizeof *l->rows, by_elo);
    for (size_t i = 0; i < l->row_count; i++)
        json_array_append_new(bots, row_json(&l->rows[i]));
    return json_pack("{s:s, s:s, s:I, s:I, s:o}", "variant", l->variant, "metric", "match", "sets",
                     (json_int_t)l->sets, "matches", (json_int_t)l->matches, "bots", bots);
}

static dom_rc check_all_played(const board *b)
{
    for (size_t i = 0; i < b->wanted->count; i++) {
        bool is_there = false;
        for (size_t l = 0; l < b->list_count; l++)
            is_there |= strcmp(b->lists[l].variant, b->wanted->item[i]) == 0;
        if (!is_there)
            return dom_err_set(b->err, DOM_E_ABSENT, "no match of variant '%.40s' was played",
                               b->wanted->item[i]);
    }
    return DOM_OK;
}

static dom_rc compute(board *b, dom_store *store, const char *tournament,
                      const dom_strings *variants, dom_err *err)
{
    *b = (board){.store = store, .wanted = variants, .err = err};
    dom_rc rc = past_each_tournament(store, tournament, take_tournament, b, err);
    return rc == DOM_OK ? check_all_played(b) : rc;
}

static void clear(board *b)
{
    for (size_t i = 0; i < b->list_count; i++)
        free(b->lists[i].rows);
    free(b->lists);
    free(b->variant_of);
}

dom_rc leaderboard_print(dom_store *store, const char *tournament, const dom_strings *variants,
                         FILE *out, dom_err *err)
{
    board b;
    dom_rc rc = compute(&b, store, tournament, variants, err);
    for (size_t i = 0; rc == DOM_OK && i < b.list_count; i++)
        print_list(&b.lists[i], out);
    clear(&b);
    return rc;
}

dom_rc leaderboard_print_json(dom_store *store, const char *tournament, const dom_strings *variants,
                              FILE *out, dom_err *err)
{
    board b;
    json_t *lists = json_array();
    dom_rc rc = compute(&b, store, tournament, variants, err);
    for (size_t i = 0; rc == DOM_OK && i < b.list_count; i++)
        json_array_append_new(lists, list_json(&b.lists[i]));
    json_t *root = json_pack("{s:i, s:o}", "schema", 1, "lists", lists);
    if (rc == DOM_OK &&
        (root == NULL || json_dumpf(root, out, JSON_INDENT(1)) != 0 || fputc('\n', out) == EOF))
        rc = dom_err_set(err, DOM_E_IO, "cannot write the leaderboard");
    json_decref(root);
    clear(&b);
    return rc;
}

typedef dom_rc visit_bots(void *context, const char *variant, const dom_store_bot *const bots[],
                          size_t count);

static dom_rc hand_over(list *l, visit_bots *visit, void *context, dom_err *err)
{
    const dom_store_bot **bots = calloc(l->row_count + 1, sizeof *bots);
    if (bots == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    qsort(l->rows, l->row_count, sizeof *l->rows, by_elo);
    for (size_t i = 0; i < l->row_count; i++)
        bots[i] = &l->rows[i].bot;
    dom_rc rc = visit(context, l->variant, bots, l->row_count);
    free(bots);
    return rc;
}

dom_rc leaderboard_each(dom_store *store, const char *tournament, const dom_strings *variants,
                        visit_bots *visit, void *context, dom_err *err)
{
    board b;
    dom_rc rc = compute(&b, store, tournament, variants, err);
    for (size_t i = 0; rc == DOM_OK && i < b.list_count; i++)
        rc = hand_over(&b.lists[i], visit, context, err);
    clear(&b);
    return rc;
}
