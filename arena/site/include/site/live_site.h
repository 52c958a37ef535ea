/* site/live_site.h - serves the pages of a site to browsers while tournaments are played.
 *
 *     dom_site_live_open     starts the server, which answers from then on
 *     dom_site_live_poll     called several times a second: reads the database if something is new
 *                            and the last reading was long enough ago (refresh_interval.h)
 *     dom_site_live_close    stops the server
 *
 * The server has a thread of its own, so a page never waits for a reading.
 *
 * /health answers 200 and "ok", or 503 and one line of what is wrong.
 *
 * Where people may play (site/play_site.h), their matches have the same pages below played/, and
 * are read in the same way.
 */
#ifndef DOM_SITE_LIVE_SITE_H
#define DOM_SITE_LIVE_SITE_H

#include "home/home.h"

/* All pointers are borrowed until dom_site_live_close. */
typedef struct {
    const dom_home *home;
    const char *tournament; /* show only this tournament; NULL: all             */
    const char *listen;     /* address and port, such as "127.0.0.1:8080"       */
    /* The public address of the pages (http/public_url.h), for feed and link cards; NULL: none. */
    const char *url;
    /* Address and port where /metrics is, apart from the pages; NULL: nowhere. */
    const char *metrics;
    const char *version; /* of the program, for /metrics                         */
    bool is_public;      /* allow an address that other machines can reach   */
    bool shares_json;    /* lets pages of other sites read the JSON                */
    /* All visitors come from the address of a proxy, so nothing is bounded for one address. */
    bool is_behind_proxy;
    /* People may play: the same data folder, with the database of their matches; NULL: nobody may.
     */
    const dom_home *people;
} dom_site_live_spec;

typedef struct dom_site_live dom_site_live;

/* Starts the server. As long as the database has not been read, or does not exist, the pages say
 * so.
 *
 * out  receives the site; the caller closes it with dom_site_live_close in any case. May be NULL on
 *      failure.
 *
 * Returns DOM_OK; DOM_E_ABSENT if the database can be read and does not have the tournament;
 * DOM_E_NOMEM; or what dom_http_server_start returns. */
dom_rc dom_site_live_open(dom_site_live **out, const dom_site_live_spec *spec, dom_err *err);

/* Returns the address for a browser. It is valid until dom_site_live_close. */
const char *dom_site_live_url(const dom_site_live *s);

/* Returns the address of /metrics, valid as long; NULL if it is nowhere. */
const char *dom_site_live_metrics_url(const dom_site_live *s);

typedef enum {
    DOM_SITE_LIVE_WELL,    /* pages show what was played, or that nothing was */
    DOM_SITE_LIVE_READING, /* the database is being read for the first time   */
    DOM_SITE_LIVE_ILL      /* it cannot be read, or the pages are too old     */
} dom_site_live_health;

/* Returns how the site is. Writes one line of what is wrong or waited for, else "". Any thread may
 * call it. */
dom_site_live_health dom_site_live_how(const dom_site_live *s, char why[static DOM_ERR_BYTES]);

/* Reads what is new. An error is shown on the pages. During the first reading, as soon as the lists
 * are shown, the calling thread gets a lower priority, permanently. */
void dom_site_live_poll(dom_site_live *s);

/* Stops the server and frees the site. NULL is accepted. */
void dom_site_live_close(dom_site_live *s);

#endif
