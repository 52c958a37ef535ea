/* site/play_site.h - answers the requests of people who play (web/play_pages.h): finds who asks by
 * its cookie, and passes on to the hall what it wants (play/hall.h).
 *
 *     GET   play/                 the lobby
 *     GET   play/rules/VARIANT    the rules of a named variant, and the bots in it
 *     POST  play/                 {"variant": V, "name": N, "seats": [BOT or null, ...],
 *                                  "clock": SECONDS}
 *     GET   play/TABLE            the table; play/TABLE/seat: the part of it that changes
 *     GET   play/TABLE/SECRET     an invitation
 *     POST  play/TABLE/sit        {"invitation": SECRET, "name": N}
 *     POST  play/TABLE/choose     {"serial": N, "choice": N}
 *     POST  play/TABLE/hint, next, leave     {}
 *
 * `seats` has an entry for every seat but the first: a bot that the lobby offers, or null for a
 * person who is invited. A POST is answered by JSON: {"table": N}, or {"refusal": LINE} with status
 * 400 (not such an object), 403 (no seat, or a wrong invitation), 404 (no such table) or 409 (not
 * possible, or too late).
 *
 * The secret of a seat is in the cookie `seatTABLE`, which scripts cannot read and which other
 * sites cannot send.
 */
#ifndef DOM_SITE_PLAY_SITE_H
#define DOM_SITE_PLAY_SITE_H

#include "home/home.h"
#include "http/server.h"
#include "play/hall.h"
#include "web/strength.h"

enum { DOM_SITE_PLAY_RECORD_BYTES = DOM_WEB_SLUG_BYTES + 32 };

typedef struct {
    const dom_home *home; /* with the database of the matches of people */
    /* Returns whether the pages have the replay of this tournament. */
    bool (*has_replay)(void *context, const char *tournament);
    /* Writes the path of the page of a person (web/pages.h) from the root of the site. Returns
     * false if there is none. */
    bool (*record)(void *context, char path[static DOM_SITE_PLAY_RECORD_BYTES], const char *person);
    /* Writes how strong a bot is in a variant (dom_web_strength). */
    void (*strength)(void *context, char word[static DOM_WEB_STRENGTH_BYTES],
                     const dom_variant *variant, const char *bot);
    /* Gets the versions of the tables (dom_play_hall_spec.tell). */
    void (*tell)(void *context, const char *versions);
    void *context;
    size_t tables_from_one; /* dom_play_hall_spec.tables_from_one, by address */
} dom_site_play_spec;

typedef struct dom_site_play dom_site_play;

/* Opens the hall. The spec is copied; what it points to must outlive it. Returns what
 * dom_play_hall_open returns. */
dom_rc dom_site_play_open(dom_site_play **out, const dom_site_play_spec *spec, dom_err *err);

/* Ends all tables and frees everything. NULL is accepted. */
void dom_site_play_close(dom_site_play **play);

/* Answers a request. `context` is a dom_site_play. One thread at a time may call it. */
void dom_site_play_answer(void *context, const dom_http_play_request *request,
                          dom_http_answer *out);

/* Returns how many tables and people there are. Any thread may call it. */
dom_play_hall_counts dom_site_play_count(const dom_site_play *play);

/* Says that the pages of the matches are new. */
void dom_site_play_touch(dom_site_play *play);

#endif
