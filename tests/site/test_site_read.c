/* Reading a site while another process writes to the database. */
#include "base/interrupt.h"
#include "deal/deal.h"
#include "site/site_progress.h"
#include "site/site_read.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SETS = 200, MANY_SETS = 4 * DOM_INTERRUPT_MATCHES };

SCRATCH_SUITE(cli_site_read);

typedef struct {
    dom_store *store;
    int64_t tournament;
    dom_rc rc;
    dom_err err;
    atomic_bool is_done;
} writer;

static void begin(writer *w)
{
    small_tournament of;
    dom_deal_secret secret;
    dom_deal_commit commit;
    small_tournament_make(&of, 2);
    of.stages[0].sets = SETS;
    dom_deal_secret_of_seed(&secret, 1);
    dom_deal_commit_of(&commit, &secret, of.t.name);
    dom_deal_hex_write(of.stages[0].commit, commit.byte);
    w->store = small_store_open(&s, "a.db");
    expect_ok(dom_store_tournament_add(w->store, &of.t, &last_err));
    w->tournament = of.t.id;
}

static dom_rc add_match(writer *w, uint64_t set, uint8_t rotation)
{
    dom_store_match m = small_match(w->tournament, 2 * set - 1 + rotation);
    for (uint16_t seat = 0; seat < 2; seat++) {
        m.seat[seat].bot = seat ^ rotation;
        m.seat[seat].score = 1 - seat;
    }
    m.decisions_bytes = 0;
    return dom_store_match_add(w->store, &m, &w->err);
}

/* Every set is stored completely or not at all. */
static void *write_sets(void *context)
{
    writer *w = context;
    for (uint64_t set = 1; w->rc == DOM_OK && set <= SETS; set++) {
        w->rc = dom_store_begin(w->store, &w->err);
        for (uint8_t rotation = 0; w->rc == DOM_OK && rotation < 2; rotation++)
            w->rc = add_match(w, set, rotation);
        if (w->rc == DOM_OK)
            w->rc = dom_store_commit(w->store, &w->err);
    }
    atomic_store(&w->is_done, true);
    return NULL;
}

/* So a rating covers exactly the matches that are shown beside it. */
Test(cli_site_read, everything_is_read_from_one_moment)
{
    writer w = {.rc = DOM_OK};
    dom_store *store;
    dom_err err;
    pthread_t thread;
    uint64_t played;
    begin(&w);
    cr_assert(
        eq(int, dom_store_open(&store, scratch_at(&s, "a.db"), DOM_STORE_READ, &err), DOM_OK));
    cr_assert(eq(int, pthread_create(&thread, NULL, write_sets, &w), 0));
    bool is_last;
    do {
        dom_web_site site;
        is_last = atomic_load(&w.is_done);
        cr_assert(
            eq(int, dom_site_read(&site, &(dom_site_read_spec){.store = store}, &err), DOM_OK));
        played = site.tournaments[0].done;
        cr_expect(eq(u64, site.variants[0].list->ranking.list.matches, played));
        dom_web_site_clear(&site);
    } while (!is_last);
    (void)pthread_join(thread, NULL);
    cr_expect(eq(int, w.rc, DOM_OK));
    cr_expect(eq(u64, played, 2 * SETS));
    dom_store_close(&store);
    dom_store_close(&w.store);
}

/* ---- afterwards ---------------------------------------------------------------------- */

static void add_set(writer *w, uint64_t set)
{
    cr_assert(eq(int, dom_store_begin(w->store, &w->err), DOM_OK));
    cr_assert(eq(int, add_match(w, set, 0), DOM_OK));
    cr_assert(eq(int, add_match(w, set, 1), DOM_OK));
    cr_assert(eq(int, dom_store_commit(w->store, &w->err), DOM_OK));
}

/* Follows the progress once. Returns the code of the reading. */
static dom_rc follow(dom_web_site *site, writer *w, dom_store_mark *mark, int64_t now_ms,
                     bool *has_news)
{
    uint64_t finished[1] = {0};
    dom_err err = {.text = ""};
    dom_rc rc = dom_site_progress_read(finished, site, w->store, mark, &err);
    *has_news = dom_site_progress_add(site, finished, now_ms);
    return rc;
}

Test(cli_site_read, the_progress_is_followed_without_reading_again)
{
    writer w = {.rc = DOM_OK};
    dom_web_site site;
    dom_store_mark mark;
    dom_err err = {.text = ""};
    char text[DOM_WEB_PROGRESS_BYTES];
    bool has_news;
    begin(&w);
    add_set(&w, 1);
    cr_assert(eq(int,
                 dom_site_read(&site, &(dom_site_read_spec){.store = w.store, .mark = &mark}, &err),
                 DOM_OK));
    dom_web_tournament *t = &site.tournaments[0];
    site.is_at_work = true;
    cr_expect(eq(u64, t->sets[0].total, SETS));
    cr_expect(eq(u64, t->sets[0].done, 1));
    cr_assert(eq(int, follow(&site, &w, &mark, 100000, &has_news), DOM_OK));
    cr_expect(not(has_news));
    for (uint64_t set = 2; set <= 4; set++)
        add_set(&w, set);
    cr_assert(eq(int, follow(&site, &w, &mark, 100000, &has_news), DOM_OK));
    cr_expect(has_news);
    add_set(&w, 5);
    cr_assert(eq(int, follow(&site, &w, &mark, 103000, &has_news), DOM_OK));
    cr_expect(has_news);
    site.now_ms = 103500; /* the 2 matches since second 100, in 3 s */
    cr_expect(dom_web_progress(text, &site, t));
    cr_expect(eq(str, text,
                 (char *)"10 of 400 matches. Running, 40 matches per minute, about 9 min left."));
    cr_expect(eq(u64, t->line_count, 2), "all else is as it was read");
    site.now_ms = 163001; /* a minute later */
    cr_expect(not(dom_web_progress(text, &site, t)));
    cr_expect(eq(str, text, (char *)""));
    t->total = 11; /* the tournament got more sets after this reading */
    add_set(&w, 6);
    cr_assert(eq(int, follow(&site, &w, &mark, 103900, &has_news), DOM_OK));
    cr_expect(has_news);
    cr_expect(eq(u64, t->done, 11), "no more than all");
    mark.checksum[0] ^= 1;
    cr_expect(eq(int, follow(&site, &w, &mark, 104000, &has_news), DOM_E_ABSENT));
    dom_web_site_clear(&site);
    dom_store_close(&w.store);
}

/* ---- while it is read --------------------------------------------------------------- */

/* Plays the part of `serve`: the site is shown to it, and it counts how often. */
typedef struct {
    const dom_web_site *site;
    dom_web_reading stop_at; /* a signal comes when reading has come to this step   */
    int held, shown;
    int held_before; /* how often it was locked before the signal came         */
    dom_web_reading reading;
    bool is_held;
} watcher;

static void hold(void *context)
{
    watcher *w = context;
    cr_assert(not(w->is_held));
    w->is_held = true;
    w->held++;
}

static void let_go(void *context)
{
    watcher *w = context;
    w->is_held = false;
}

/* A part that counts as read is complete, and a part that does not is empty. */
static void look(void *context)
{
    watcher *w = context;
    const dom_web_site *site = w->site;
    const dom_web_variant *v = &site->variants[0];
    cr_assert(not(w->is_held));
    cr_expect(le(int, site->reading, w->reading), "no part becomes unread again");
    w->reading = site->reading;
    w->shown++;
    cr_expect(eq(sz, site->tournament_count, 1));
    cr_expect(eq(sz, site->variant_count, 1));
    cr_expect(eq(sz, dom_web_site_is_listed(site, v) ? 2 : 0, dom_web_variant_lines(v)));
    if (dom_web_site_is_counted(site))
        cr_expect(eq(u64, site->tournaments[0].done, v->list->ranking.list.matches));
    if (site->reading == w->stop_at && !w->held_before) {
        w->held_before = w->held;
        cr_assert(eq(int, raise(SIGTERM), 0));
    }
}

static void write_many(writer *w)
{
    begin(w);
    w->rc = dom_store_begin(w->store, &w->err);
    for (uint64_t set = 1; w->rc == DOM_OK && set <= MANY_SETS; set++)
        for (uint8_t rotation = 0; w->rc == DOM_OK && rotation < 2; rotation++)
            w->rc = add_match(w, set, rotation);
    cr_assert(eq(int, dom_store_commit(w->store, &w->err), DOM_OK));
}

static dom_rc read_watched(dom_store *store, watcher *w)
{
    dom_web_site site;
    dom_err err;
    const dom_site_watch watch = {hold, let_go, look, w};
    w->site = &site;
    w->reading = DOM_WEB_READING_LISTS;
    dom_rc rc = dom_site_read(&site, &(dom_site_read_spec){.store = store, .watch = &watch}, &err);
    dom_web_site_clear(&site);
    return rc;
}

Test(cli_site_read, each_part_is_shown_as_soon_as_it_is_read)
{
    writer w = {.rc = DOM_OK};
    watcher seen = {.stop_at = (dom_web_reading)-1};
    write_many(&w);
    cr_assert(eq(int, read_watched(w.store, &seen), DOM_OK));
    cr_expect(ge(int, seen.shown, 4), "tournaments, lists, matches, histories");
    cr_expect(eq(int, seen.reading, DOM_WEB_READING_NOTHING));
    dom_store_close(&w.store);
}

/* However much is left to read: 8,192 matches here. */
Test(cli_site_read, a_signal_ends_the_reading_soon)
{
    static const dom_web_reading parts[] = {DOM_WEB_READING_LISTS, DOM_WEB_READING_MATCHES,
                                            DOM_WEB_READING_HISTORIES};
    writer w = {.rc = DOM_OK};
    write_many(&w);
    dom_interrupt_hold();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const sigset_t signals = dom_interrupt_signals();
        watcher seen = {.stop_at = parts[i]};
        cr_expect(eq(int, read_watched(w.store, &seen), DOM_E_INTERRUPTED), "%zu", i);
        cr_expect(le(int, seen.held - seen.held_before, 2 * DOM_INTERRUPT_MATCHES), "%zu", i);
        cr_expect(eq(int, dom_interrupt_signal(), SIGTERM));
        cr_assert(eq(int, sigtimedwait(&signals, NULL, &(struct timespec){0}), SIGTERM));
    }
    dom_store_close(&w.store);
}
