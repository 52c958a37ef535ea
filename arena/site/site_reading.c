/* Locks and shows the site while it is being read. */
#include "site_reading.h"

#include "base/interrupt.h"
#include "base/now.h"

enum { SHOW_US = 500000 }; /* shortest time between two calls of `show` for parts */

void dom_site_reading_lock(const dom_site_reading *r)
{
    if (r->spec->watch)
        r->spec->watch->lock(r->spec->watch->context);
}

void dom_site_reading_unlock(const dom_site_reading *r)
{
    if (r->spec->watch)
        r->spec->watch->unlock(r->spec->watch->context);
}

static void show_site(dom_site_reading *r)
{
    r->shown_us = dom_now_us();
    if (r->spec->watch)
        r->spec->watch->show(r->spec->watch->context);
}

dom_rc dom_site_reading_end_part(dom_site_reading *r)
{
    if (dom_now_us() - r->shown_us >= SHOW_US)
        show_site(r);
    return dom_interrupt_check(r->err);
}

void dom_site_reading_end_step(dom_site_reading *r, dom_web_reading left)
{
    dom_site_reading_lock(r);
    r->site->reading = left;
    dom_site_reading_unlock(r);
    show_site(r);
}

bool dom_site_reading_counts(const dom_site_reading *r, const dom_web_tournament *w)
{
    return r->is_one || !w->is_unrated;
}
