/* live_site_internal.h - what a live site is made of. Each part belongs to one thread, and
 * functions take the part that they need, so a page cannot touch what the reading thread owns:
 *
 *     dom_site_live_reader   of the reading thread (live_reader.c): finds and reads news
 *     dom_site_live_shown    of both threads, under its lock: what was read last
 *     dom_site_live_pages    of the server's thread (live_answers.c): answers from what is shown
 *     dom_site_live_metrics  of the thread that serves metrics (live_metrics.c): counts and ages
 *
 * live_site.c joins them and begins and ends both.
 */
#ifndef DOM_SITE_LIVE_SITE_INTERNAL_H
#define DOM_SITE_LIVE_SITE_INTERNAL_H

#include "http/server.h"
#include "live/open_matches_file.h"
#include "site/live_site.h"
#include "site/play_site.h"
#include "site/refresh_interval.h"
#include "web/site.h"

#include <pthread.h>
#include <sys/stat.h>

/* What is shown. It never changes, so every thread may read it. */
typedef struct {
    const dom_home *home;
    const char *tournament; /* the only one that is shown; NULL: all */
    const char *url;        /* the public address of the pages; NULL: unknown */
    const char *lobby;      /* dom_web_site.lobby */
} dom_site_live_scope;

/* What was read last, or why there is nothing. Only the reading thread changes it, but for
 * site.now_ms, so that thread needs the lock only to change it. */
typedef struct {
    pthread_mutex_t lock;
    dom_web_site site;
    bool has_site;
    dom_live_open_matches open;  /* the site borrows from it */
    char message[DOM_ERR_BYTES]; /* why there is no site; "": the database is being read */
    bool is_empty;               /* nothing was played yet */
    uint64_t opened;             /* how often the database was opened */
    uint64_t readings;           /* how often it was read completely */
    int64_t reading_us;          /* how long the last of these lasted */
} dom_site_live_shown;

/* What the reading thread compares to find news. */
typedef struct {
    int64_t version; /* of the database; -1: another database, of which nothing was read */
    int64_t stages;  /* how many have begun and ended */
    int64_t values;  /* size of the file of valued matches */
    bool is_at_work; /* an arena was using the database */
} dom_site_live_state;

typedef struct {
    const dom_site_live_scope *scope;
    dom_site_live_shown *shown;
    /* Is told the news; NULL: another site shows these pages below played/. */
    dom_http_server *server;
    dom_store *store;
    struct stat file;         /* the database file that is open */
    dom_site_live_state seen; /* at the beginning of the last reading */
    dom_site_refresh refresh;
    uint64_t version; /* of the site */
    struct {
        int64_t version;     /* of the database, up to which the progress was told */
        dom_store_mark mark; /* up to here the matches are counted in the progress */
    } followed;
    struct {
        struct stat file; /* the file of the matches under way that was read; zero without one */
        uint64_t changes; /* how often these matches have changed */
        int64_t told_ms;  /* when that was last announced */
        bool has_changes; /* and they have changed since */
    } open;
    bool is_behind;   /* the pages lack something, and the last event said so */
    bool was_running; /* the last event said that matches are being played */
} dom_site_live_reader;

/* Reads what is new in the database, or says on the pages why it cannot be read. */
void dom_site_live_reader_poll(dom_site_live_reader *r);

/* Reads the matches under way if they have changed. A file that cannot be read counts as none. */
void dom_site_live_reader_poll_open(dom_site_live_reader *r);

typedef struct {
    const dom_site_live_scope *scope;
    dom_site_live_shown *shown;
    dom_store *store; /* the thread's own handle of the database */
    uint64_t opened;  /* shown->opened when `store` was opened */
} dom_site_live_pages;

/* Answers a request for a page. The ".html" at the end of `path` may be missing. During the first
 * reading it answers from what is known so far. */
void dom_site_live_pages_answer(dom_site_live_pages *p, const char *path,
                                const dom_http_query *query, dom_http_answer *out);

/* Returns whether the pages show what they should; writes one line of what is wrong, or what is
 * waited for, else "". */
dom_site_live_health dom_site_live_pages_health(const dom_site_live_pages *p,
                                                char why[static DOM_ERR_BYTES]);

/* ---- figures (live_metrics.c) ---------------------------------------------------------- */

/* What is measured of a database and its pages; NAN: not known. */
typedef struct {
    const char *name; /* the value of the label `database` */
    double readings, reading_seconds, age_seconds, bytes, tournaments, matches, running,
        open_matches;
} dom_site_live_figures;

void dom_site_live_figures_read(dom_site_live_figures *out, const char *name,
                                const dom_site_live_scope *scope, dom_site_live_shown *shown);

/* All that is measured. */
typedef struct {
    const char *version;
    dom_http_load load;
    double disk_free_bytes;             /* NAN: not known */
    dom_site_live_figures databases[2]; /* the results; the matches of people */
    size_t database_count;              /* 1: nobody may play */
    dom_play_hall_counts hall;          /* only if people may play */
} dom_site_live_metrics;

/* Appends it in the text format of Prometheus. What is not known is left out. */
void dom_site_live_metrics_write(dom_http_body *out, const dom_site_live_metrics *m);

#endif
