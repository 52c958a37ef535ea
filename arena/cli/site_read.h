/* cli/site_read.h - what the pages show, read from the database. */
#ifndef DOM_CLI_SITE_READ_H
#define DOM_CLI_SITE_READ_H

#include "store/store.h"
#include "web/pages.h"
#include "web/site.h"

/* Thinking times are of so many matches of a tournament, counted back from its last:
 * they are played again to tell whose choice was whose. */
enum { SITE_SAMPLE = 1000 };

/* A finished tournament of at most so many matches is shown with its hash. */
enum { SITE_HASHED_MAX = 5000 };

/* Read everything that the lists show. Takes about as long as `leaderboard` and `matches`,
 * with histories as `leaderboard --history`.
 *
 * before      an earlier reading, of which hashes are taken over; NULL: none.
 * tournament  one tournament alone; NULL: all. Ratings are of what is read.
 * out         web_site_clear it after success; zeros on failure. */
dom_rc site_read(web_site *out, const web_site *before, dom_store *store, const char *tournament,
                 bool wants_history, dom_err *err);

/* What pages read when they are written: asks and logs of faults. `store` is used by
 * the thread that writes them. */
typedef struct {
    dom_store *store;
    const web_site *site;
} site_source;
web_reader site_reader(site_source *source);

#endif
