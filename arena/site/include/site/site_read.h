/* site/site_read.h - what the pages show, read from the database. */
#ifndef DOM_SITE_SITE_READ_H
#define DOM_SITE_SITE_READ_H

#include "store/store.h"
#include "web/pages.h"
#include "web/site.h"

/* Thinking times are of so many matches of a tournament, counted back from its last:
 * they are played again to tell whose choice was whose. */
enum { DOM_SITE_SAMPLE = 1000 };

/* A finished tournament of at most so many matches is shown with its hash. */
enum { DOM_SITE_HASHED_MAX = 5000 };

/* Somebody who shows a site while it is read. `show` is called when more is known, at least once a
 * second. The reader changes the site only between `lock` and `unlock`. From the first `show` on,
 * others may look at the site whenever it is not locked. */
typedef struct {
    void (*lock)(void *context);
    void (*unlock)(void *context);
    void (*show)(void *context);
    void *context;
} dom_site_watch;

typedef struct {
    dom_store *store;
    const char *tournament;      /* one tournament alone; NULL: all. Ratings are of what is read */
    const dom_web_site *before;  /* an earlier reading, whose hashes are taken over; NULL: none */
    const dom_site_watch *watch; /* NULL: the site is shown once all of it is read */
} dom_site_read_spec;

/* Read everything that the pages show, what takes longest last: the tournaments, the lists
 * variant by variant, what is counted match by match, histories and hashes. out->reading says
 * what is missing.
 *
 * out  dom_web_site_clear it in any case.
 *
 * Returns DOM_OK; DOM_E_INTERRUPTED once a signal that is held (base/interrupt.h) came; as
 * dom_store_match_each does; or DOM_E_NOMEM. */
dom_rc dom_site_read(dom_web_site *out, const dom_site_read_spec *spec, dom_err *err);

/* What pages read when they are written: asks and logs of faults. `store` is used by
 * the thread that writes them. */
typedef struct {
    dom_store *store;
    const dom_web_site *site;
} dom_site_source;
dom_web_reader dom_site_reader(dom_site_source *source);

#endif
