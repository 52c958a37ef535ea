/* live_site_internal.h - what a live site is made of. Its two threads have a file each:
 *
 *     live_site.c      reads the database, tells the news, and begins and ends
 *     live_answers.c   answers requests from what was read last
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

/* What the reading thread compares to find news. */
typedef struct {
    int64_t version; /* of the database; -1: another database, of which nothing was read */
    int64_t stages;  /* how many have begun and ended                                   */
    bool is_at_work; /* an arena was using the database                                */
} dom_site_live_state;

struct dom_site_live {
    const dom_home *home;
    const char *tournament;  /* the only one that is shown; NULL: all            */
    const char *url;         /* the public address of the pages; NULL: unknown     */
    const char *lobby;       /* dom_web_site.lobby                               */
    dom_http_server *server; /* NULL: another site shows these pages below played/ */
    dom_site_play *play;     /* NULL: nobody may play                            */
    dom_site_live *played;   /* pages of the matches that people played; NULL: nobody may play */
    /* Used by the reading thread only: */
    dom_store *store;
    struct stat file;         /* the database file that is open                        */
    dom_site_live_state seen; /* at the beginning of the last reading                  */
    int64_t followed;         /* the version of the database up to which the progress was told */
    bool is_behind;           /* the pages lack something, and the last event said so  */
    int64_t ping_ms;
    dom_store_mark mark; /* up to here the matches are counted in the progress     */
    bool was_running;    /* the last event said that matches are being played      */
    dom_site_refresh refresh;
    uint64_t version;
    struct stat open_file; /* the file of the matches under way that was read; zero without one */
    uint64_t changes;      /* how often the matches under way have changed              */
    int64_t told_ms;       /* when that was last announced                              */
    bool has_changes;      /* and they have changed since                               */
    /* Used by both threads, under `lock`: */
    pthread_mutex_t lock;
    dom_web_site site;
    bool has_site;
    dom_live_open_matches open;  /* the site borrows from it                       */
    char message[DOM_ERR_BYTES]; /* why there is no site; "": the database is being read */
    bool is_empty;               /* nothing was played yet                     */
    uint64_t opened;             /* how often the database was opened          */
    /* Used by the server's thread only: */
    dom_store *pages;
    uint64_t pages_opened;
};

/* Answers a request for a page. It is a dom_http_server_spec.answer, whose `context` is a
 * dom_site_live; call it in the server's thread only. During the first reading it answers from what
 * is known so far. */
void dom_site_live_answer(void *context, const char *path, const dom_http_query *query,
                          dom_http_answer *out);

#endif
