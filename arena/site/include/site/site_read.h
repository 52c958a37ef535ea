/* site/site_read.h - reads from the database everything that the pages show. */
#ifndef DOM_SITE_SITE_READ_H
#define DOM_SITE_SITE_READ_H

#include "store/store.h"
#include "web/pages.h"
#include "web/site.h"

/* The thinking times are those of the last matches of each tournament, this number of them. These
 * matches are replayed to find the bot of each choice. */
enum { DOM_SITE_SAMPLE = 1000 };

/* A finished tournament is shown with its hash if it has at most this number of matches. */
enum { DOM_SITE_HASHED_MAX = 5000 };

/* The callbacks of a caller that shows a site while it is being read. `show` is called when more is
 * known, about twice a second. The reader changes the site only between `lock` and `unlock`. From
 * the first `show` on, other threads may read the site while they hold the lock. */
typedef struct {
    void (*lock)(void *context);
    void (*unlock)(void *context);
    void (*show)(void *context);
    void *context;
} dom_site_watch;

typedef struct {
    dom_store *store;
    const char *tournament; /* read only this tournament, and rate its matches alone; NULL: all */
    const dom_web_site *before;  /* an earlier reading, whose hashes are reused; may be NULL */
    const dom_site_watch *watch; /* NULL: the site is shown after it was read completely */
    dom_store_mark *mark; /* receives the end of what was read (site_progress.h); may be NULL */
} dom_site_read_spec;

/* Reads everything that the pages show. The slowest parts come last: first the tournaments, then
 * the lists of the variants, what is counted match by match, the histories and the hashes.
 * out->reading says which parts are missing.
 *
 * out  the caller releases it with dom_web_site_clear in any case
 *
 * Returns DOM_OK; DOM_E_INTERRUPTED after a signal that is held (base/interrupt.h); what
 * dom_store_match_each returns; DOM_E_NOMEM. */
dom_rc dom_site_read(dom_web_site *out, const dom_site_read_spec *spec, dom_err *err);

/* The source of what is read only when a page is written: the asks and logs of faults. The thread
 * that writes the pages uses `store`. */
typedef struct {
    dom_store *store;
    const dom_web_site *site;
    const char *home; /* data folder, which has the snapshots of bots */
} dom_site_source;

/* Returns the functions with which a page reads from `source`, which must outlive them. */
dom_web_reader dom_site_reader(dom_site_source *source);

#endif
