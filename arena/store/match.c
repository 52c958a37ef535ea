#include "match_row.h"

#include <string.h>

static void bind_match_number(dom_store *store, dom_store_sql sql, int64_t tournament,
                              uint64_t match)
{
    sqlite3_stmt *stmt = dom_store_statement_of(store, sql);
    dom_check(match <= INT64_MAX);
    (void)sqlite3_bind_int64(stmt, 1, tournament);
    (void)sqlite3_bind_int64(stmt, 2, (int64_t)match);
}

/* ---- writing -------------------------------------------------------------- */

/* A match is stored once. */
static dom_rc refuse_finished(dom_store *store, uint64_t match, dom_err *err)
{
    dom_err why;
    (void)dom_err_set(&why, DOM_E_ILLEGAL, DOM_STORE_AT_PATH "match %lld is already finished",
                      DOM_STORE_PATH_OF(store), (long long)match);
    return dom_store_group_fail(store, &why, err);
}

dom_rc dom_store_match_start(dom_store *store, int64_t tournament, uint64_t match, dom_err *err)
{
    dom_check(store->group != DOM_STORE_GROUP_NONE);
    bind_match_number(store, DOM_STORE_SQL_MATCH_START, tournament, match);
    dom_rc rc = dom_store_group_run(store, DOM_STORE_SQL_MATCH_START, err);
    if (rc == DOM_OK && sqlite3_changes(store->db) == 0)
        return refuse_finished(store, match, err);
    return rc;
}

static dom_rc add_facts(dom_store *store, const dom_store_match *m, dom_err *err)
{
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    dom_store_match_checksum(checksum, m);
    dom_store_match_bind(store, m, checksum);
    dom_rc rc = dom_store_group_run(store, DOM_STORE_SQL_MATCH_ADD, err);
    if (rc != DOM_OK)
        return rc;
    dom_store_decisions_checksum(checksum, m);
    dom_store_decisions_bind(store, m, checksum);
    return dom_store_group_run(store, DOM_STORE_SQL_DECISIONS_ADD, err);
}

static dom_rc add_seats(dom_store *store, const dom_store_match *m, dom_err *err)
{
    dom_rc rc = DOM_OK;
    for (int seat = 0; rc == DOM_OK && seat < m->seats; seat++) {
        dom_store_seat_bind(store, m, seat);
        rc = dom_store_group_run(store, DOM_STORE_SQL_SEAT_ADD, err);
    }
    return rc;
}

static dom_rc forget_starts(dom_store *store, const dom_store_match *m, dom_err *err)
{
    bind_match_number(store, DOM_STORE_SQL_MATCH_STARTED, m->tournament, m->match);
    return dom_store_group_run(store, DOM_STORE_SQL_MATCH_STARTED, err);
}

dom_rc dom_store_match_add(dom_store *store, const dom_store_match *m, dom_err *err)
{
    dom_check(store->group != DOM_STORE_GROUP_NONE);
    dom_check(2 <= m->seats && m->seats <= DOM_SEATS_MAX);
    dom_rc rc = add_facts(store, m, err);
    if (rc == DOM_OK)
        rc = add_seats(store, m, err);
    if (rc == DOM_OK)
        rc = dom_store_info_add(store, m, err);
    if (rc == DOM_OK)
        rc = forget_starts(store, m, err);
    store->group_matches += rc == DOM_OK;
    return rc;
}

/* ---- numbers and starts --------------------------------------------------- */

typedef struct {
    dom_rc (*visit)(void *context, uint64_t match);
    void *context;
} number_walk;

static dom_rc visit_number(void *context, sqlite3_stmt *row)
{
    const number_walk *walk = context;
    return walk->visit(walk->context, (uint64_t)sqlite3_column_int64(row, 0));
}

static dom_rc take_count(void *context, sqlite3_stmt *row)
{
    *(dom_store_match_count *)context =
        (dom_store_match_count){.matches = (uint64_t)sqlite3_column_int64(row, 0),
                                .newest_ms = sqlite3_column_int64(row, 1),
                                .bytes = (uint64_t)sqlite3_column_int64(row, 2)};
    return DOM_OK;
}

dom_rc dom_store_matches_count(dom_store *store, int64_t tournament, dom_store_match_count *out,
                               dom_err *err)
{
    *out = (dom_store_match_count){0};
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_MATCH_COUNT);
    (void)sqlite3_bind_int64(stmt, 1, tournament);
    return dom_store_statement_each(store, DOM_STORE_SQL_MATCH_COUNT, take_count, out, err);
}

static dom_rc take_number(void *context, sqlite3_stmt *row)
{
    *(uint64_t *)context = (uint64_t)sqlite3_column_int64(row, 0);
    return DOM_OK;
}

dom_rc dom_store_match_count_within(dom_store *store, int64_t tournament, uint64_t first,
                                    uint64_t last, uint64_t *count, dom_err *err)
{
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_MATCH_COUNT_WITHIN);
    *count = 0;
    (void)sqlite3_bind_int64(stmt, 1, tournament);
    (void)sqlite3_bind_int64(stmt, 2, (int64_t)first);
    (void)sqlite3_bind_int64(stmt, 3, (int64_t)last);
    return dom_store_statement_each(store, DOM_STORE_SQL_MATCH_COUNT_WITHIN, take_number, count,
                                    err);
}

dom_rc dom_store_match_numbers(dom_store *store, int64_t tournament,
                               dom_rc (*visit)(void *context, uint64_t match), void *context,
                               dom_err *err)
{
    number_walk walk = {visit, context};
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_MATCH_NUMBERS);
    (void)sqlite3_bind_int64(stmt, 1, tournament);
    return dom_store_statement_each(store, DOM_STORE_SQL_MATCH_NUMBERS, visit_number, &walk, err);
}

typedef struct {
    dom_store *store;
    dom_err *err;
    dom_rc (*visit)(void *context, uint64_t match, uint32_t starts);
    void *context;
} start_walk;

static dom_rc visit_start(void *context, sqlite3_stmt *row)
{
    const start_walk *walk = context;
    int64_t match = sqlite3_column_int64(row, 0);
    int64_t starts = sqlite3_column_int64(row, 1);
    if (starts < 1 || starts > UINT32_MAX)
        return dom_err_set(walk->err, DOM_E_IO,
                           DOM_STORE_AT_PATH "damaged: match %lld has a wrong number of starts",
                           DOM_STORE_PATH_OF(walk->store), (long long)match);
    return walk->visit(walk->context, (uint64_t)match, (uint32_t)starts);
}

dom_rc dom_store_match_starts(dom_store *store, int64_t tournament,
                              dom_rc (*visit)(void *context, uint64_t match, uint32_t starts),
                              void *context, dom_err *err)
{
    start_walk walk = {store, err, visit, context};
    sqlite3_stmt *stmt = dom_store_statement_of(store, DOM_STORE_SQL_MATCH_STARTS);
    (void)sqlite3_bind_int64(stmt, 1, tournament);
    return dom_store_statement_each(store, DOM_STORE_SQL_MATCH_STARTS, visit_start, &walk, err);
}

/* ---- walking -------------------------------------------------------------- */

/* A cursor that moves in step with the one over `match`. */
typedef struct {
    dom_store_sql sql;
    bool has_row; /* it stands on one                                         */
} follower;

/* Where the match before stood. SQLite takes the order of rows from the file, so it is checked
 * here. */
typedef struct {
    uint64_t last; /* no match may have a higher number than this                */
    uint64_t match, set;
    uint16_t variant;
    uint8_t rotation;
} match_place;

/* Cursors over `match`, `seat` and, if wanted, `decisions` move in step, all ordered by match. So
 * both a seat without its match and a match without its seats are noticed. */
typedef struct {
    dom_store *store;
    dom_err *err;
    dom_store_tournament tournament; /* what the rows may name                */
    bool with_decisions;
    dom_rc (*visit)(void *context, const dom_store_match *m);
    void *context;
    follower seat, decisions;
    match_place before;
} match_walk;

static dom_rc damaged(const match_walk *walk, int64_t match, const char *what, const char *wrong)
{
    return dom_err_set(walk->err, DOM_E_IO, DOM_STORE_AT_PATH "damaged: match %lld: %s%s",
                       DOM_STORE_PATH_OF(walk->store), (long long)match, what, wrong);
}

static sqlite3_stmt *follower_row(const match_walk *walk, const follower *f)
{
    return walk->store->statement[f->sql];
}

static bool is_at(const match_walk *walk, const follower *f, int64_t match)
{
    return f->has_row && dom_store_row_match(follower_row(walk, f)) == match;
}

static dom_rc next_row(match_walk *walk, follower *f)
{
    return dom_store_statement_next(walk->store, f->sql, &f->has_row, walk->err);
}

static dom_rc take_seats(match_walk *walk, dom_store_match *m)
{
    dom_rc rc = DOM_OK;
    while (rc == DOM_OK && is_at(walk, &walk->seat, (int64_t)m->match)) {
        const char *wrong =
            dom_store_seat_read(m, follower_row(walk, &walk->seat), &walk->tournament);
        if (wrong != NULL)
            return damaged(walk, (int64_t)m->match, "impossible ", wrong);
        rc = next_row(walk, &walk->seat);
    }
    return rc;
}

static dom_rc take_decisions(match_walk *walk, dom_store_match *m)
{
    const char *wrong = "its decisions are missing";
    if (is_at(walk, &walk->decisions, (int64_t)m->match))
        wrong = dom_store_decisions_read(m, follower_row(walk, &walk->decisions));
    return wrong == NULL ? DOM_OK : damaged(walk, (int64_t)m->match, "", wrong);
}

static dom_rc check_nothing_lost(const match_walk *walk, const follower *f, const char *what,
                                 uint64_t before)
{
    if (!f->has_row)
        return DOM_OK;
    int64_t match = dom_store_row_match(follower_row(walk, f));
    return (uint64_t)match < before ? damaged(walk, match, what, "") : DOM_OK;
}

static dom_rc check_lost(const match_walk *walk, uint64_t before)
{
    dom_rc rc = check_nothing_lost(walk, &walk->seat, "it has only seats", before);
    return rc == DOM_OK
               ? check_nothing_lost(walk, &walk->decisions, "it has only decisions", before)
               : rc;
}

/* Returns whether the match may come next: matches and sets are in order, each match comes once,
 * and the matches of a set are rotations of one variant, two for each seat at most. */
static bool is_in_order(const match_place *before, const dom_store_match *m, int players)
{
    if (m->match <= before->match || m->match > before->last || m->set < before->set ||
        m->rotation >= 2 * players)
        return false;
    return m->set > before->set ||
           (m->variant == before->variant && m->rotation > before->rotation);
}

static dom_rc check_order(match_walk *walk, const dom_store_match *m)
{
    if (m->tournament != walk->tournament.id ||
        !is_in_order(&walk->before, m, walk->tournament.variants[m->variant].options.players))
        return damaged(walk, (int64_t)m->match, "it is out of order", "");
    walk->before = (match_place){walk->before.last, m->match, m->set, m->variant, m->rotation};
    return DOM_OK;
}

static dom_rc check_whole(const match_walk *walk, const dom_store_match *m,
                          const uint8_t stored[static DOM_STORE_CHECKSUM_BYTES])
{
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    if (m->seats != walk->tournament.variants[m->variant].options.players)
        return damaged(walk, (int64_t)m->match, "its number of seats differs from its variant", "");
    if (!dom_fault_fits(m->end, m->fault_seat, m->seats))
        return damaged(walk, (int64_t)m->match, "impossible ", "fault_seat");
    dom_store_match_checksum(checksum, m);
    if (memcmp(checksum, stored, sizeof checksum) != 0)
        return damaged(walk, (int64_t)m->match, "its checksum differs", "");
    return DOM_OK;
}

static dom_rc visit_match(void *context, sqlite3_stmt *row)
{
    match_walk *walk = context;
    dom_store_match m;
    uint8_t checksum[DOM_STORE_CHECKSUM_BYTES];
    const char *wrong = dom_store_match_read(&m, checksum, row, &walk->tournament);
    if (wrong != NULL)
        return damaged(walk, sqlite3_column_int64(row, 1), "impossible ", wrong);
    dom_rc rc = check_lost(walk, m.match);
    if (rc == DOM_OK)
        rc = check_order(walk, &m);
    if (rc == DOM_OK)
        rc = take_seats(walk, &m);
    if (rc == DOM_OK)
        rc = check_whole(walk, &m, checksum);
    if (rc == DOM_OK && walk->with_decisions)
        rc = take_decisions(walk, &m);
    if (rc == DOM_OK)
        rc = walk->visit(walk->context, &m);
    if (rc == DOM_OK && walk->with_decisions) /* not before: the row has the bytes */
        rc = next_row(walk, &walk->decisions);
    return rc;
}

static void bind_range(const match_walk *walk, dom_store_sql sql, int64_t tournament)
{
    sqlite3_stmt *stmt = dom_store_statement_of(walk->store, sql);
    (void)sqlite3_bind_int64(stmt, 1, tournament);
    (void)sqlite3_bind_int64(stmt, 2, (int64_t)walk->before.match + 1);
    (void)sqlite3_bind_int64(stmt, 3, (int64_t)walk->before.last);
}

/* Visits the matches number `from` to `to`; 0: to the last. */
static dom_rc walk_range(match_walk *walk, int64_t tournament, uint64_t from, uint64_t to)
{
    walk->before = (match_place){.match = from == 0          ? 0
                                          : from > INT64_MAX ? INT64_MAX - 1
                                                             : from - 1,
                                 .last = to == 0 || to > INT64_MAX ? INT64_MAX : to};
    bind_range(walk, DOM_STORE_SQL_MATCHES, tournament);
    bind_range(walk, DOM_STORE_SQL_SEATS, tournament);
    bind_range(walk, DOM_STORE_SQL_DECISIONS, tournament);
    dom_rc rc = next_row(walk, &walk->seat);
    if (rc == DOM_OK && walk->with_decisions)
        rc = next_row(walk, &walk->decisions);
    if (rc == DOM_OK)
        rc = dom_store_statement_each(walk->store, DOM_STORE_SQL_MATCHES, visit_match, walk,
                                      walk->err);
    if (rc == DOM_OK)
        rc = check_lost(walk, UINT64_MAX);
    dom_store_statement_reset(walk->store, DOM_STORE_SQL_SEATS);
    dom_store_statement_reset(walk->store, DOM_STORE_SQL_DECISIONS);
    return rc;
}

/* Loads the tournament and begins to read. walk_end ends it after DOM_OK. */
static dom_rc walk_begin(match_walk *walk, int64_t tournament)
{
    dom_rc rc = dom_store_read_begin(walk->store, walk->err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_store_tournament_load(walk->store, tournament, &walk->tournament, walk->err);
    if (rc != DOM_OK)
        dom_store_read_end(walk->store);
    return rc;
}

static void walk_end(match_walk *walk)
{
    dom_store_tournament_free(&walk->tournament);
    dom_store_read_end(walk->store);
}

static match_walk walk_of(dom_store *store, bool with_decisions,
                          dom_rc (*visit)(void *context, const dom_store_match *m), void *context,
                          dom_err *err)
{
    return (match_walk){.store = store,
                        .err = err,
                        .with_decisions = with_decisions,
                        .seat = {.sql = DOM_STORE_SQL_SEATS},
                        .decisions = {.sql = DOM_STORE_SQL_DECISIONS},
                        .visit = visit,
                        .context = context};
}

dom_rc dom_store_match_each(dom_store *store, int64_t tournament, uint64_t from, uint64_t to,
                            bool with_decisions,
                            dom_rc (*visit)(void *context, const dom_store_match *m), void *context,
                            dom_err *err)
{
    match_walk walk = walk_of(store, with_decisions, visit, context, err);
    dom_rc rc = walk_begin(&walk, tournament);
    if (rc != DOM_OK)
        return rc;
    rc = walk_range(&walk, tournament, from, to);
    walk_end(&walk);
    return rc;
}

dom_rc dom_store_match_list(dom_store *store, int64_t tournament, const uint64_t numbers[],
                            size_t count, dom_rc (*visit)(void *context, const dom_store_match *m),
                            void *context, dom_err *err)
{
    match_walk walk = walk_of(store, false, visit, context, err);
    dom_rc rc = walk_begin(&walk, tournament);
    if (rc != DOM_OK)
        return rc;
    for (size_t i = 0, next; rc == DOM_OK && i < count; i = next) {
        dom_check(numbers[i] > 0);
        for (next = i + 1; next < count && numbers[next] == numbers[next - 1] + 1;)
            next++;
        rc = walk_range(&walk, tournament, numbers[i], numbers[next - 1]);
    }
    walk_end(&walk);
    return rc;
}
