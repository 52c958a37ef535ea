/* The local database that follows a shard folder for readers. */
#include "spring.h"

#include "shard/shard_follow.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>
#include <unistd.h>

SCRATCH_SUITE(shard_follow);

static dom_shard_follow *follow;

static dom_rc count_match(void *context, uint64_t match)
{
    (void)match;
    ++*(int *)context;
    return DOM_OK;
}

/* Expects so many matches in the local database after a look. */
static void expect_matches(int expected)
{
    dom_store *store;
    dom_store_tournament t;
    int count = 0;
    expect_ok(dom_shard_follow_poll(follow, &last_err));
    expect_ok(dom_store_open(&store, dom_shard_follow_db(follow), DOM_STORE_READ, &last_err));
    expect_ok(dom_store_tournament_find(store, "spring", &t, &last_err));
    expect_ok(dom_store_match_numbers(store, t.id, count_match, &count, &last_err));
    cr_expect(eq(int, count, expected));
    dom_store_tournament_free(&t);
    dom_store_close(&store);
}

static void publish(uint32_t shard, uint32_t sequence, uint64_t first, uint64_t last)
{
    dom_store_tournament t = spring();
    dom_shard_report report =
        spring_report(shard, shard == 1 ? "0000000a" : "0000000b", DOM_SHARD_RUNNING);
    report.sequence = sequence;
    spring_publish(&report, &t, first, last);
}

Test(shard_follow, each_look_copies_what_was_reported_since_then)
{
    spring_plan(&s, 1);
    expect_ok(dom_shard_follow_open(&follow, spring_folder(), &last_err));
    expect_matches(0);
    publish(1, 1, 1, 3);
    expect_matches(2);
    publish(2, 1, 7, 8);
    publish(1, 2, 1, 6);
    expect_matches(8);
    cr_assert(zero(int, unlink(spring_at("done/0001-0000000a-2.db"))));
    expect_matches(8); /* nothing of that report is new, so its database is not read again */
    publish(2, 2, 7, 12);
    expect_matches(12);
    dom_shard_follow_close(&follow);
    cr_expect(eq(ptr, follow, NULL));
    dom_shard_follow_close(&follow);
}

Test(shard_follow, another_plan_gets_another_database)
{
    spring_plan(&s, 1);
    publish(1, 1, 1, 6);
    expect_ok(dom_shard_follow_open(&follow, spring_folder(), &last_err));
    expect_matches(6);
    char *before = strdup(dom_shard_follow_db(follow));
    cr_assert(zero(int, unlink(spring_at("arena.db"))));
    cr_assert(zero(int, unlink(spring_at("done/0001-0000000a.json"))));
    spring_plan(&s, 2);
    expect_matches(0);
    cr_expect(ne(str, (char *)dom_shard_follow_db(follow), before));
    publish(1, 1, 1, 4);
    expect_matches(4); /* a run of this name was copied, but of the plan before */
    cr_expect(zero(int, access(before, F_OK)), "readers may still read it");
    dom_shard_follow_close(&follow);
    cr_expect(eq(int, access(before, F_OK), -1));
    free(before);
}

Test(shard_follow, a_folder_without_a_plan_cannot_be_followed)
{
    spring_plan(&s, 1);
    cr_assert(zero(int, unlink(spring_at("plan.json"))));
    expect_error(dom_shard_follow_open(&follow, spring_folder(), &last_err), DOM_E_ABSENT,
                 "is not a shard folder");
    dom_shard_follow_close(&follow);
}
