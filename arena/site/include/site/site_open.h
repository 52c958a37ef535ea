/* site/site_open.h - the matches under way, from the file of the run to the site. */
#ifndef DOM_SITE_SITE_OPEN_H
#define DOM_SITE_SITE_OPEN_H

#include "live/open_matches_file.h"
#include "web/site.h"

/* Replaces the matches under way of the site. Nothing is shown of a tournament that the site does
 * not have yet, nor if a match has a bot, a variant or a number of seats that the tournament does
 * not have.
 *
 * live  all zero if nothing is being played; the site borrows the decisions from it */
void dom_site_show_open(dom_web_site *site, const dom_live_open_matches *live);

#endif
