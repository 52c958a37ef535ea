/* Reads the matches that were stored after a mark. A mark is valid only in its own database. */
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { SEEN_MAX = 20 };

static dom_store *store;
static int64_t spring, summer;

static void begin(void)
{
    folder_make();
    store = open_store(DOM_STORE_WRITE);
    spring = add_tournament(store, "spring");
    summer = add_tournament(store, "summer");
}

static void end(void)
{
    dom_store_close(&store);
    folder_remove();
}

TestSuite(store_since, .init = begin, .fini = end);

typedef struct {
    int count;
    struct {
        int64_t tournament;
        uint64_t match;
    } match[SEEN_MAX];
} seen;

static dom_rc note(void *context, int64_t tournament, uint64_t match)
{
    seen *s = context;
    cr_assert(lt(int, s->count, SEEN_MAX));
    s->match[s->count].tournament = tournament;
    s->match[s->count++].match = match;
    return DOM_OK;
}

static void add(int64_t tournament, uint64_t first, uint64_t last)
{
    expect_ok(add_matches(store, tournament, first, last));
}

static dom_store_mark mark_now(void)
{
    dom_store_mark mark;
    expect_ok(dom_store_mark_now(store, &mark, &last_err));
    return mark;
}

static seen see_since(const dom_store_mark *mark)
{
    seen s = {.count = 0};
    expect_ok(dom_store_since(store, mark, note, &s, &last_err));
    return s;
}

Test(store_since, visits_new_matches_in_the_order_of_their_commits)
{
    dom_store_mark at_first = mark_now();
    add(summer, 4, 5);
    dom_store_mark later = mark_now();
    cr_assert(eq(int, see_since(&later).count, 0));
    add(spring, 7, 7);
    add(summer, 1, 2);

    seen s = see_since(&later);
    cr_assert(eq(int, s.count, 3));
    cr_assert(eq(i64, s.match[0].tournament, spring));
    cr_assert(eq(u64, s.match[0].match, 7));
    cr_assert(eq(i64, s.match[2].tournament, summer));
    cr_assert(eq(u64, s.match[2].match, 2));
    cr_assert(eq(int, see_since(&at_first).count, 5), "a mark of nothing has everything behind it");
}

static dom_rc stop(void *context, int64_t tournament, uint64_t match)
{
    (void)tournament;
    (void)match;
    (*(int *)context)++;
    return DOM_E_INTERRUPTED;
}

Test(store_since, ends_if_the_visitor_returns_an_error)
{
    int visits = 0;
    dom_store_mark mark = mark_now();
    add(spring, 1, 3);
    cr_assert(eq(int, dom_store_since(store, &mark, stop, &visits, &last_err), DOM_E_INTERRUPTED));
    cr_assert(eq(int, visits, 1));
}

static void refuse(const dom_store_mark *mark, const char *words)
{
    seen s = {.count = 0};
    expect_error(dom_store_since(store, mark, note, &s, &last_err), DOM_E_ABSENT, words);
    cr_assert(eq(int, s.count, 0));
}

Test(store_since, recognises_the_mark_of_another_database)
{
    add(spring, 1, 3);
    dom_store_mark mark = mark_now(), other = mark;
    other.checksum[DOM_STORE_MARK_BYTES - 1] ^= 1;
    refuse(&other, "another match was stored there");
    other = mark;
    other.last++;
    refuse(&other, "no such match was stored");
    other.last = mark.last - 1;
    refuse(&other, "another match was stored there");
}

/* Neither a missing nor a changed row is the one that was marked. */
Test(store_since, finds_no_mark_at_a_missing_or_damaged_row)
{
    add(spring, 1, 3);
    dom_store_mark mark = mark_now();
    (void)raw(db_path(), "UPDATE decisions SET checksum = x'00' WHERE match = 3");
    refuse(&mark, "another match was stored there");
    dom_store_mark damaged = mark_now();
    add(spring, 4, 4);
    refuse(&damaged, "another match was stored there");
    (void)raw(db_path(), "DELETE FROM decisions WHERE match = 3");
    refuse(&mark, "another match was stored there");
}

/* All reads between begin and end show one point in time, even if another handle writes
 * meanwhile. */
Test(store_since, shows_one_point_in_time_on_request)
{
    dom_store *reader = open_store(DOM_STORE_READ);
    dom_store_mark mark;
    seen s = {.count = 0};
    add(spring, 1, 2);
    expect_ok(dom_store_read_begin(reader, &last_err));
    expect_ok(dom_store_mark_now(reader, &mark, &last_err));
    add(spring, 3, 3);
    expect_ok(dom_store_since(reader, &mark, note, &s, &last_err));
    cr_assert(eq(int, s.count, 0));
    dom_store_read_end(reader);
    expect_ok(dom_store_since(reader, &mark, note, &s, &last_err));
    cr_assert(eq(int, s.count, 1));
    dom_store_close(&reader);
}
