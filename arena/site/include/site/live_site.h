/* site/live_site.h - the pages of a site, served to browsers while tournaments go on.
 *
 *     dom_site_live_open     the server answers from now on
 *     dom_site_live_look     several times a second: reads the database when there is news and the
 *                            last reading is long enough ago (refresh_interval.h)
 *     dom_site_live_close
 *
 * The server has a thread of its own, so that a page waits for no reading.
 */
#ifndef DOM_SITE_LIVE_SITE_H
#define DOM_SITE_LIVE_SITE_H

#include "home/home.h"

/* Borrowed until dom_site_live_close. */
typedef struct {
    const dom_home *home;
    const char *tournament; /* one tournament alone; NULL: all                  */
    const char *listen;     /* "127.0.0.1:8080"                                 */
    bool is_public;         /* an address that other machines can reach is allowed */
} dom_site_live_spec;

typedef struct dom_site_live dom_site_live;

/* Start the server. Until the database was read, and where there is none, its pages say so.
 *
 * *out  dom_site_live_close it in any case
 *
 * Returns DOM_OK; DOM_E_ABSENT when the database can be read and has no such tournament;
 * DOM_E_NOMEM; or as dom_web_server_start does. */
dom_rc dom_site_live_open(dom_site_live **out, const dom_site_live_spec *spec, dom_err *err);

/* Where a browser finds it. */
const char *dom_site_live_url(const dom_site_live *s);

/* Read what is new. An error is shown on the pages. Once there is something to show, reading
 * lowers the priority of the calling thread for good. */
void dom_site_live_look(dom_site_live *s);

void dom_site_live_close(dom_site_live *s);

#endif
