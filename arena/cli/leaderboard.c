#include "leaderboard.h"

#include "base/text.h"
#include "past.h"
#include "rating_list.h"
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
    row *rows; /* by name and version; by live Elo once they are shown so      */
    uint64_t sets, matches;
    dom_pool *pool; /* players are rows                                        */
} list;

/* What a tournament file says of ratings. */
typedef struct {
    double prior, elo;
    char anchor[DOM_BOT_NAME_BYTES];
} rating_words;

typedef struct {
    dom_store *store;
    const dom_strings *wanted; /* variants; empty: all                         */
    dom_err *err;
    size_t list_count, list_room;
    list *lists;
    rating_words words; /* of the newest tournament                            */
    /* Of the tournament that is being read: */
    const dom_store_tournament *t;
    list **list_of;       /* by variant number, NULL where it is not wanted          */
    int *row_of;          /* [variant number * bots + bot number]                    */
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

/* Row of the bot in that seat. */
static int row_at(const board *b, const dom_store_match *m, int seat)
{
    return b->row_of[m->variant * b->t->bot_count + m->seat[seat].bot];
}

/* One match as the rating sees it: its players are those of the first rotation. */
static dom_elo_match elo_match(const board *b, const dom_store_match *m, const int row_of_player[],
                               int players)
{
    const dom_options *o = &b->t->variants[m->variant].options;
    int sides = sides_of(o);
    dom_elo_match match = {.entries = (uint8_t)sides,
                           .members = (uint8_t)(players / sides),
                           .fault = (int8_t)fault_side(o, m)};
    for (int seat = 0; seat < players; seat++) {
        match.place[side_of(o, seat)] = m->seat[seat].place;
        for (int p = 0; p < players; p++)
            if (row_of_player[p] == row_at(b, m, seat))
                match.player[side_of(o, seat)][seat / sides] = (uint32_t)p;
    }
    return match;
}

/* The same for the official list, whose players are rows. */
static dom_pool_match pool_match(const board *b, const dom_store_match *m, int players)
{
    const dom_options *o = &b->t->variants[m->variant].options;
    int sides = sides_of(o);
    dom_pool_match match = {.entries = (uint8_t)sides,
                            .members = (uint8_t)(players / sides),
                            .fault = (int8_t)fault_side(o, m),
                            .rounds = m->end == DOM_FAULT_NONE ? m->rounds : 0};
    for (int seat = 0; seat < players; seat++) {
        int side = side_of(o, seat);
        match.player[side][seat / sides] = (uint32_t)row_at(b, m, seat);
        match.place[side] = m->seat[seat].place;
        match.points[side] = m->seat[seat].score;
    }
    return match;
}

static dom_rc pool_set(board *b, list *l, int players)
{
    dom_pool_match matches[DOM_SEATS_MAX];
    for (int i = 0; i < b->set_matches; i++)
        matches[i] = pool_match(b, &b->set[i], players);
    dom_ratings_rc rc = dom_pool_add_set(l->pool, matches, (size_t)b->set_matches);
    return rc == DOM_RATINGS_OK
               ? DOM_OK
               : dom_err_set(b->err, DOM_E_LIMIT, "set %llu cannot be rated: %s",
                             (unsigned long long)b->set[0].set, dom_ratings_text(rc));
}

/* A set of which every rotation is there, one per player, moves the ratings. */
static dom_rc rate_set(board *b, list *l)
{
    int players = players_of(&b->t->variants[b->set[0].variant].options, &b->set[0]);
    dom_elo_match matches[DOM_SEATS_MAX];
    double rating[DOM_SEATS_MAX];
    int row_of_player[DOM_SEATS_MAX];
    if (b->set_matches < players)
        return DOM_OK;
    for (int p = 0; p < players; p++) {
        row_of_player[p] = row_at(b, &b->set[0], p);
        rating[p] = l->rows[row_of_player[p]].elo;
    }
    for (int i = 0; i < b->set_matches; i++)
        matches[i] = elo_match(b, &b->set[i], row_of_player, players);
    dom_elo_rate_set(matches, (size_t)b->set_matches, rating);
    for (int p = 0; p < players; p++) {
        l->rows[row_of_player[p]].elo = rating[p];
        l->rows[row_of_player[p]].sets++;
    }
    l->sets++;
    return pool_set(b, l, players);
}

static dom_rc end_set(board *b)
{
    if (b->set_matches == 0)
        return DOM_OK;
    dom_rc rc = rate_set(b, b->list_of[b->set[0].variant]);
    b->set_matches = 0;
    return rc;
}

static bool is_wanted(const board *b, const char *variant)
{
    for (size_t i = 0; i < b->wanted->count; i++)
        if (strcmp(b->wanted->item[i], variant) == 0)
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
    list *l = b->list_of[m->variant];
    if (l == NULL)
        return DOM_OK;
    dom_rc rc = b->set_matches > 0 && b->set[0].set != m->set ? end_set(b) : DOM_OK;
    if (rc == DOM_OK)
        rc = note_variant(b, m);
    if (rc != DOM_OK)
        return rc;
    const dom_options *o = &b->t->variants[m->variant].options;
    row *rows[DOM_SEATS_MAX];
    for (int seat = 0; seat < players_of(o, m); seat++)
        rows[seat] = &l->rows[row_at(b, m, seat)];
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
    uint16_t variant = b->variant_of[f->match];
    int index = b->row_of[variant * b->t->bot_count + f->bot];
    count_fault(b, &b->list_of[variant]->rows[index], f);
    return DOM_OK;
}

/* Lists and rows of this tournament by number. The rows are all there. */
static dom_rc index_rows(board *b, const dom_store_tournament *t)
{
    free(b->list_of);
    free(b->row_of);
    b->list_of = calloc((size_t)t->variant_count + 1, sizeof(list *));
    b->row_of = calloc((size_t)t->variant_count * t->bot_count + 1, sizeof *b->row_of);
    if (b->list_of == NULL || b->row_of == NULL)
        return no_memory(b);
    for (int v = 0; v < t->variant_count; v++) {
        if (!is_wanted(b, t->variants[v].name))
            continue;
        b->list_of[v] = list_of(b, t->variants[v].name);
        for (int bot = 0; bot < t->bot_count; bot++)
            b->row_of[v * t->bot_count + bot] = row_of(b->list_of[v], &t->bots[bot]);
    }
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
    dom_rc rc = index_rows(b, t);
    if (rc == DOM_OK)
        rc = dom_store_match_each(b->store, t->id, 1, 0, false, take_match, b, b->err);
    if (rc == DOM_OK)
        rc = end_set(b);
    if (rc == DOM_OK)
        rc = dom_store_fault_each(b->store, t->id, take_fault, b, b->err);
    return rc;
}

/* ---- who is in the lists ---------------------------------------------------- */

static void read_words(rating_words *words, const char *config)
{
    json_t *root = json_loads(config, 0, NULL);
    const json_t *rating = json_object_get(root, "rating");
    const json_t *anchor = json_object_get(rating, "anchor");
    const char *name = json_string_value(json_object_get(anchor, "name"));
    *words = (rating_words){.prior = json_number_value(json_object_get(rating, "prior")),
                            .elo = json_number_value(json_object_get(anchor, "elo"))};
    dom_text_copy(words->anchor, sizeof words->anchor, name ? name : "");
    json_decref(root);
}

/* Every bot of a tournament gets a row, so that rows can be put in an order that
 * does not depend on results. */
static dom_rc add_rows(void *context, const dom_store_tournament *t)
{
    board *b = context;
    read_words(&b->words, t->config);
    for (int v = 0; v < t->variant_count; v++) {
        if (!is_wanted(b, t->variants[v].name))
            continue;
        list *l = list_of(b, t->variants[v].name);
        for (int bot = 0; l && bot < t->bot_count; bot++)
            if (row_of(l, &t->bots[bot]) < 0)
                l = NULL;
        if (l == NULL)
            return no_memory(b);
    }
    return DOM_OK;
}

static int by_name(const void *a, const void *b)
{
    const row *x = a, *y = b;
    int order = strcmp(x->bot.name, y->bot.name);
    return order ? order : strcmp(x->bot.version, y->bot.version);
}

/* ---- the lists ------------------------------------------------------------ */

static int by_elo(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (x->elo != y->elo)
        return x->elo < y->elo ? 1 : -1;
    return by_name(a, b);
}

/* Take the rows away that have not played yet. */
static void drop_idle(list *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->row_count; i++)
        if (l->rows[i].matches > 0)
            l->rows[kept++] = l->rows[i];
    l->row_count = kept;
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

/* ---- the official list ------------------------------------------------------ */

/* A list as it is shown; everything it points to is its own. */
typedef struct {
    dom_list list;
    dom_list_options options;
    rating_bot *bots;  /* by player                                            */
    char (*names)[64]; /* the same; two versions of a name apart               */
    rating_list shown;
} official;

static void official_clear(official *o)
{
    dom_list_clear(&o->list);
    free(o->bots);
    free(o->names);
}

static int32_t anchor_of(const board *b, const list *l)
{
    for (size_t i = 0; i < l->row_count; i++)
        if (l->rows[i].sets > 0 && strcmp(l->rows[i].bot.name, b->words.anchor) == 0)
            return (int32_t)i;
    return DOM_LIST_ANCHOR_MEAN;
}

static void name_bots(official *o, const list *l)
{
    for (size_t i = 0; i < l->row_count; i++) {
        const row *r = &l->rows[i];
        bool is_apart = is_ambiguous(l, r);
        (void)snprintf(o->names[i], sizeof o->names[i], "%s%s%.8s", r->bot.name,
                       is_apart ? "@" : "", is_apart ? r->bot.version : "");
        o->bots[i] = (rating_bot){.name = o->names[i],
                                  .version = r->bot.version,
                                  .has_live_elo = true,
                                  .live_elo = r->elo,
                                  .faulty = r->faulty};
        memcpy(o->bots[i].faults, r->faults, sizeof r->faults);
    }
}

/* Bots without a match have no line. Each was an island of its own, behind the rest. */
static void drop_idle_lines(dom_list *lines, const row rows[])
{
    size_t kept = 0;
    for (size_t i = 0; i < lines->count; i++)
        if (rows[lines->row[i].player].matches > 0)
            lines->row[kept++] = lines->row[i];
    lines->islands -= (uint32_t)(lines->count - kept);
    lines->count = kept;
}

/* Pre: the rows are still in the order of the pool's players. */
static dom_rc official_make(official *o, const board *b, const list *l)
{
    *o = (official){.options = DOM_LIST_OPTIONS};
    o->options.prior = b->words.prior;
    o->options.anchor_elo = b->words.elo;
    o->options.anchor = anchor_of(b, l);
    o->bots = calloc(l->row_count + 1, sizeof *o->bots);
    o->names = calloc(l->row_count + 1, sizeof *o->names);
    dom_ratings_rc rc = o->bots && o->names ? dom_pool_players(l->pool, (uint32_t)l->row_count)
                                            : DOM_RATINGS_E_NOMEM;
    if (rc == DOM_RATINGS_OK)
        rc = dom_list_fit(&o->list, l->pool, &o->options);
    if (rc != DOM_RATINGS_OK) {
        free(o->bots);
        free(o->names);
        return dom_err_set(b->err, DOM_E_LIMIT, "%s cannot be rated: %s", l->variant,
                           dom_ratings_text(rc));
    }
    name_bots(o, l);
    drop_idle_lines(&o->list, l->rows);
    o->shown = (rating_list){.title = l->variant,
                             .list = &o->list,
                             .options = &o->options,
                             .bot = o->bots,
                             .point = 1,
                             .per = "round"};
    return DOM_OK;
}

static dom_rc check_all_played(const board *b)
{
    for (size_t i = 0; i < b->wanted->count; i++) {
        bool is_there = false;
        for (size_t l = 0; l < b->list_count; l++)
            is_there |=
                strcmp(b->lists[l].variant, b->wanted->item[i]) == 0 && b->lists[l].matches > 0;
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
    dom_rc rc = past_each_tournament(store, tournament, add_rows, b, err);
    for (size_t i = 0; i < b->list_count; i++)
        qsort(b->lists[i].rows, b->lists[i].row_count, sizeof(row), by_name);
    if (rc == DOM_OK)
        rc = past_each_tournament(store, tournament, take_tournament, b, err);
    return rc == DOM_OK ? check_all_played(b) : rc;
}

static void clear(board *b)
{
    for (size_t i = 0; i < b->list_count; i++) {
        free(b->lists[i].rows);
        dom_pool_free(&b->lists[i].pool);
    }
    free(b->lists);
    free(b->variant_of);
    free(b->list_of);
    free(b->row_of);
}

/* Without a complete set there is nothing but the live list. */
static dom_rc print_one(const board *b, list *l, bool is_live, FILE *out)
{
    official o;
    if (is_live || l->sets == 0) {
        drop_idle(l);
        print_list(l, out);
        return DOM_OK;
    }
    dom_rc rc = official_make(&o, b, l);
    if (rc != DOM_OK)
        return rc;
    (void)fprintf(out, "\n");
    rating_list_print(&o.shown, out);
    official_clear(&o);
    return DOM_OK;
}

dom_rc leaderboard_print(dom_store *store, const char *tournament, const dom_strings *variants,
                         bool is_live, FILE *out, dom_err *err)
{
    board b;
    dom_rc rc = compute(&b, store, tournament, variants, err);
    for (size_t i = 0; rc == DOM_OK && i < b.list_count; i++)
        if (b.lists[i].matches > 0)
            rc = print_one(&b, &b.lists[i], is_live, out);
    clear(&b);
    return rc;
}

static dom_rc add_json(const board *b, list *l, bool is_live, json_t *lists)
{
    official o;
    if (is_live || l->sets == 0) {
        drop_idle(l);
        json_array_append_new(lists, list_json(l));
        return DOM_OK;
    }
    dom_rc rc = official_make(&o, b, l);
    if (rc != DOM_OK)
        return rc;
    json_array_append_new(lists, rating_list_json(&o.shown));
    official_clear(&o);
    return DOM_OK;
}

dom_rc leaderboard_print_json(dom_store *store, const char *tournament, const dom_strings *variants,
                              bool is_live, FILE *out, dom_err *err)
{
    board b;
    json_t *lists = json_array();
    dom_rc rc = compute(&b, store, tournament, variants, err);
    for (size_t i = 0; rc == DOM_OK && i < b.list_count; i++)
        if (b.lists[i].matches > 0)
            rc = add_json(&b, &b.lists[i], is_live, lists);
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

/* Best first, by the official list where there is one. */
static dom_rc sort_bots(const board *b, list *l, const dom_store_bot *bots[], size_t *count)
{
    official o;
    *count = 0;
    if (l->sets == 0) {
        drop_idle(l);
        qsort(l->rows, l->row_count, sizeof *l->rows, by_elo);
        for (; *count < l->row_count; (*count)++)
            bots[*count] = &l->rows[*count].bot;
        return DOM_OK;
    }
    dom_rc rc = official_make(&o, b, l);
    if (rc != DOM_OK)
        return rc;
    for (; *count < o.list.count; (*count)++)
        bots[*count] = &l->rows[o.list.row[*count].player].bot;
    official_clear(&o);
    return DOM_OK;
}

static dom_rc hand_over(const board *b, list *l, visit_bots *visit, void *context)
{
    size_t count;
    const dom_store_bot **bots = calloc(l->row_count + 1, sizeof *bots);
    if (bots == NULL)
        return dom_err_set(b->err, DOM_E_NOMEM, "out of memory");
    dom_rc rc = sort_bots(b, l, bots, &count);
    if (rc == DOM_OK)
        rc = visit(context, l->variant, bots, count);
    free(bots);
    return rc;
}

dom_rc leaderboard_each(dom_store *store, const char *tournament, const dom_strings *variants,
                        visit_bots *visit, void *context, dom_err *err)
{
    board b;
    dom_rc rc = compute(&b, store, tournament, variants, err);
    for (size_t i = 0; rc == DOM_OK && i < b.list_count; i++)
        rc = b.lists[i].matches == 0 ? DOM_OK : hand_over(&b, &b.lists[i], visit, context);
    clear(&b);
    return rc;
}
