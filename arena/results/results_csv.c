#include "results/results_csv.h"

#include "csv_rows.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    dom_results_csv_rows rows;
    uint32_t *player; /* by bot: its place in the order of names */
    dom_results_csv *to;
    dom_ratings_match *matches; /* of one set */
    dom_results_points_spread spread;
} results_reader;

/* ---- bots ----------------------------------------------------------------- */

static int by_name(const void *a, const void *b, void *reader)
{
    const results_reader *t = reader;
    const dom_results_csv_name *x = &t->rows.bots.name[*(const uint32_t *)a],
                               *y = &t->rows.bots.name[*(const uint32_t *)b];
    int order = strcmp(t->rows.text + x->own, t->rows.text + y->own);
    return order ? order : strcmp(t->rows.text + x->of, t->rows.text + y->of);
}

/* Adds the label of a player. */
static bool add_label(dom_results_csv *to, size_t i)
{
    char text[2 * DOM_RESULTS_CSV_NAME_BYTES + 2];
    const char *name = to->names.item[i];
    bool is_apart = (i > 0 && strcmp(to->names.item[i - 1], name) == 0) ||
                    (i + 1 < to->names.count && strcmp(to->names.item[i + 1], name) == 0);
    (void)snprintf(text, sizeof text, "%s%s%.8s", name, is_apart ? "@" : "",
                   is_apart ? to->versions.item[i] : "");
    return dom_strings_add(&to->labels, text);
}

/* Number the bots by name. */
static dom_rc name_bots(results_reader *t)
{
    uint32_t *order = calloc(t->rows.bots.count, sizeof *order);
    t->player = calloc(t->rows.bots.count, sizeof *t->player);
    bool has_memory = order && t->player;
    for (uint32_t i = 0; has_memory && i < t->rows.bots.count; i++)
        order[i] = i;
    if (has_memory)
        qsort_r(order, t->rows.bots.count, sizeof *order, by_name, t);
    for (uint32_t i = 0; has_memory && i < t->rows.bots.count; i++) {
        t->player[order[i]] = i;
        dom_results_csv_name name = t->rows.bots.name[order[i]];
        has_memory = dom_strings_add(&t->to->names, t->rows.text + name.own) &&
                     dom_strings_add(&t->to->versions, t->rows.text + name.of);
    }
    for (size_t i = 0; has_memory && i < t->rows.bots.count; i++)
        has_memory = add_label(t->to, i);
    free(order);
    return has_memory ? DOM_OK : dom_err_no_memory(t->rows.err);
}

/* ---- matches ----------------------------------------------------------------- */

static bool has_team(const results_reader *t, const dom_results_csv_row *r)
{
    return t->rows.text[r->team] != '\0';
}

static bool is_partner(const results_reader *t, const dom_results_csv_row *a,
                       const dom_results_csv_row *b)
{
    return has_team(t, a) && strcmp(t->rows.text + a->team, t->rows.text + b->team) == 0;
}

static int compare_rows(const results_reader *t, const dom_results_csv_row *a,
                        const dom_results_csv_row *b)
{
    int order = strcmp(t->rows.text + a->match, t->rows.text + b->match);
    if (order == 0)
        order = strcmp(t->rows.text + a->team, t->rows.text + b->team);
    if (order == 0 && a->bot != b->bot)
        order = t->player[a->bot] < t->player[b->bot] ? -1 : 1;
    if (order == 0)
        order = (int)a->seat - (int)b->seat;
    return order ? order : (a->line > b->line) - (a->line < b->line);
}

static int by_match(const void *a, const void *b, void *reader)
{
    return compare_rows(reader, a, b);
}

static const char *set_of(const results_reader *t, const dom_results_csv_row *r)
{
    return t->rows.text + t->rows.sets.name[r->set].own;
}

static dom_rc wrong_match(const results_reader *t, const dom_results_csv_row *r, const char *what)
{
    return dom_results_csv_wrong(&t->rows, r->line, "match '%s' of set '%s' %s",
                                 t->rows.text + r->match, set_of(t, r), what);
}

/* Check two rows of one match. A bot has several of them only in several seats. */
static dom_rc check_twice(const results_reader *t, const dom_results_csv_row *a,
                          const dom_results_csv_row *b)
{
    const dom_results_csv_row *first = a->line < b->line ? a : b, *again = first == a ? b : a;
    if (a->seat != DOM_RESULTS_CSV_NO_SEAT && a->seat == b->seat)
        return dom_results_csv_wrong(&t->rows, again->line,
                                     "seat %u of match '%s' of set '%s' is also in line %u",
                                     a->seat, t->rows.text + a->match, set_of(t, a), first->line);
    if (a->seat != DOM_RESULTS_CSV_NO_SEAT || a->bot != b->bot)
        return DOM_OK;
    return dom_results_csv_wrong(&t->rows, again->line,
                                 "bot '%s' is already in match '%s' of set '%s', in line %u",
                                 t->rows.text + t->rows.bots.name[a->bot].own,
                                 t->rows.text + a->match, set_of(t, a), first->line);
}

/* Check that rows of one match, sorted, are teams of two. */
static dom_rc check_teams(const results_reader *t, const dom_results_csv_row rows[], size_t count)
{
    for (size_t i = 0; i < count; i += 2) {
        if (!has_team(t, &rows[i]))
            return wrong_match(t, &rows[i], "has bots with a team and bots without one");
        if (i + 1 == count || !is_partner(t, &rows[i], &rows[i + 1]) ||
            (i + 2 < count && is_partner(t, &rows[i], &rows[i + 2])))
            return wrong_match(t, &rows[i], "has a team that is not of two bots; allowed: two");
        if (rows[i].place != rows[i + 1].place || rows[i].points != rows[i + 1].points)
            return wrong_match(t, &rows[i + 1],
                               "gives partners different places or points; they share them");
    }
    return DOM_OK;
}

static dom_rc check_match(const results_reader *t, const dom_results_csv_row rows[], size_t count)
{
    size_t members = has_team(t, &rows[count - 1]) ? 2 : 1; /* the others are sorted first */
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++)
            if (check_twice(t, &rows[k], &rows[i]) != DOM_OK)
                return t->rows.err->rc;
        if (rows[i].has_points != rows[0].has_points)
            return wrong_match(t, rows[i].has_points ? &rows[0] : &rows[i],
                               "has points for some bots only");
        if (i == DOM_RATINGS_MATCH_ENTRIES_MAX * members)
            return wrong_match(t, rows,
                               members > 1 ? "has more than 8 teams; allowed: 2..8"
                                           : "has more than 8 bots; allowed: 2..8");
    }
    if (count < 2)
        return wrong_match(t, rows, "has one bot; allowed: 2..8");
    if (members > 1 && count < 4)
        return wrong_match(t, rows, "has one team; allowed: 2..8");
    if (t->to->by_points && !rows[0].has_points && !rows[0].is_ended)
        return wrong_match(t, rows, "has no points, and a rating by points needs them");
    if (t->to->rankings && members > 1)
        return wrong_match(t, rows, "has teams; the model of Plackett and Luce has single bots");
    return members > 1 ? check_teams(t, rows, count) : DOM_OK;
}

/* Returns the number of different bots in a team: 2 if any team has two. */
static uint8_t members_of(const dom_results_csv_row rows[], size_t count)
{
    for (size_t i = 0; i < count; i += 2)
        if (rows[i].bot != rows[i + 1].bot)
            return 2;
    return 1;
}

static void write_match(const results_reader *t, const dom_results_csv_row rows[], size_t count,
                        dom_ratings_match *m)
{
    uint8_t seats = has_team(t, rows) ? 2 : 1;
    m->entries = (uint8_t)(count / seats);
    m->members = seats == 2 ? members_of(rows, count) : 1;
    m->fault = DOM_RATINGS_NO_FAULT;
    m->rounds = rows[0].has_points && !rows[0].is_ended ? rows[0].rounds : 0;
    m->points_scale = m->rounds > 0 ? t->to->points_scale : 0;
    for (size_t i = 0; i < count; i++) {
        size_t entry = i / seats, member = i % seats;
        if (member < m->members)
            m->player[entry][member] = t->player[rows[i].bot];
        m->place[entry] = rows[i].place;
        m->points[entry] = rows[i].points;
        if (rows[i].is_faulty)
            m->fault = (int8_t)entry;
    }
}

/* ---- sets -------------------------------------------------------------------- */

/* Returns how many rows from here on belong to the same match. */
static size_t match_rows(const results_reader *t, const dom_results_csv_row rows[], size_t left)
{
    size_t count = 1;
    while (count < left &&
           strcmp(t->rows.text + rows[count].match, t->rows.text + rows[0].match) == 0)
        count++;
    return count;
}

static void sort_rows(results_reader *t, dom_results_csv_row rows[], size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (compare_rows(t, &rows[i - 1], &rows[i]) > 0) {
            qsort_r(rows, count, sizeof *rows, by_match, t);
            return;
        }
}

/* Make the matches of one set from its rows. */
static dom_rc write_set(results_reader *t, dom_results_csv_row rows[], size_t count,
                        size_t *matches)
{
    *matches = 0;
    sort_rows(t, rows, count);
    for (size_t i = 0, size; i < count; i += size) {
        size = match_rows(t, rows + i, count - i);
        dom_rc rc = check_match(t, rows + i, size);
        if (rc != DOM_OK)
            return rc;
        if (*matches == DOM_RATINGS_POOL_SET_MATCHES_MAX)
            return dom_err_set(t->rows.err, DOM_E_LIMIT, "%s:%u: set '%s' has more than %d matches",
                               t->rows.path, rows[i].line, set_of(t, rows),
                               DOM_RATINGS_POOL_SET_MATCHES_MAX);
        write_match(t, rows + i, size, &t->matches[(*matches)++]);
    }
    return DOM_OK;
}

/* What is done with the matches of a set. */
typedef dom_rc csv_visit(results_reader *t, const dom_results_csv_row *first, size_t matches);

static dom_rc measure_set(results_reader *t, const dom_results_csv_row *first, size_t matches)
{
    (void)first;
    for (size_t i = 0; i < matches; i++)
        dom_results_points_spread_add(&t->spread, &t->matches[i]);
    return DOM_OK;
}

static dom_rc add_set(results_reader *t, const dom_results_csv_row *first, size_t matches)
{
    dom_ratings_rc rc = dom_ratings_pool_add_set(t->to->pool, t->matches, matches);
    for (size_t i = 0; t->to->rankings && rc == DOM_RATINGS_OK && i < matches; i++)
        rc = dom_ratings_rankings_add(t->to->rankings, &t->matches[i]);
    if (rc == DOM_RATINGS_E_LIMIT)
        return dom_err_set(t->rows.err, DOM_E_LIMIT, "%s:%u: set '%s' has more than %d pairings",
                           t->rows.path, first->line, set_of(t, first),
                           DOM_RATINGS_POOL_SET_PAIRINGS_MAX);
    return rc == DOM_RATINGS_OK ? DOM_OK : dom_err_no_memory(t->rows.err);
}

/* Bring the rows of each set together, in the order in which sets appear, if they are not. In time
 * proportional to the rows: the place of each row follows from the sizes of the sets before its
 * own. */
static dom_rc gather(results_reader *t)
{
    bool is_gathered = true;
    for (size_t i = 1; i < t->rows.count; i++)
        is_gathered &= t->rows.row[i].set >= t->rows.row[i - 1].set;
    if (is_gathered)
        return DOM_OK;
    size_t *from = calloc(t->rows.sets.count + 1, sizeof *from);
    dom_results_csv_row *rows = malloc(t->rows.count * sizeof *rows);
    if (from && rows) {
        for (size_t i = 0; i < t->rows.count; i++)
            from[t->rows.row[i].set + 1]++;
        for (size_t set = 1; set < t->rows.sets.count; set++)
            from[set] += from[set - 1];
        for (size_t i = 0; i < t->rows.count; i++)
            rows[from[t->rows.row[i].set]++] = t->rows.row[i];
        free(t->rows.row);
        t->rows.row = rows;
        t->rows.room = t->rows.count;
    } else {
        free(rows);
    }
    free(from);
    return from && rows ? DOM_OK : dom_err_no_memory(t->rows.err);
}

static dom_rc visit_sets(results_reader *t, csv_visit *visit)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0, end, matches; rc == DOM_OK && i < t->rows.count; i = end) {
        for (end = i + 1; end < t->rows.count && t->rows.row[end].set == t->rows.row[i].set;)
            end++;
        rc = write_set(t, t->rows.row + i, end - i, &matches);
        if (rc == DOM_OK)
            rc = visit(t, &t->rows.row[i], matches);
    }
    return rc;
}

/* Find the scale of points first, if it is needed. */
static dom_rc add_sets(results_reader *t)
{
    t->matches = calloc(DOM_RATINGS_POOL_SET_MATCHES_MAX, sizeof *t->matches);
    dom_rc rc = t->matches ? gather(t) : dom_err_no_memory(t->rows.err);
    if (rc == DOM_OK && t->to->by_points) {
        rc = visit_sets(t, measure_set);
        t->to->points_scale = dom_results_points_spread_scale(&t->spread, 1);
    }
    return rc == DOM_OK ? visit_sets(t, add_set) : rc;
}

dom_rc dom_results_csv_read(dom_results_csv *to, const char *path, dom_err *err)
{
    results_reader t = {.rows = {.path = path, .err = err}, .to = to};
    *to = (dom_results_csv){.pool = to->pool, .rankings = to->rankings, .by_points = to->by_points};
    dom_rc rc = dom_results_csv_rows_read(&t.rows);
    to->has_rounds = t.rows.has_rounds;
    if (rc == DOM_OK)
        rc = name_bots(&t);
    if (rc == DOM_OK)
        rc = add_sets(&t);
    dom_results_csv_rows_clear(&t.rows);
    free(t.player);
    free(t.matches);
    return rc;
}

void dom_results_csv_clear(dom_results_csv *table)
{
    dom_strings_clear(&table->names);
    dom_strings_clear(&table->versions);
    dom_strings_clear(&table->labels);
}
