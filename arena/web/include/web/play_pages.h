/* web/play_pages.h - the pages on which people play: the lobby, where a table is ordered, and a
 * table as one seat sees it.
 *
 *     play/                 the lobby
 *     play/rules/VARIANT    the rules of a named variant, and how strong the bots are in it
 *     play/TABLE            the table, for those who have a seat there
 *     play/TABLE/seat       the part of it that changes, which the script fetches again and again
 *     play/TABLE/SECRET     an invitation
 *
 * What a person does is sent by the script (assets/play.js), so these pages need JavaScript and say
 * so. They show a view (rules/view.h) and so cannot show another hand; the hands of a round that
 * has ended are public.
 */
#ifndef DOM_WEB_PLAY_PAGES_H
#define DOM_WEB_PLAY_PAGES_H

#include "rules/variant.h"
#include "rules/view.h"
#include "web/html.h"
#include "web/strength.h"

/* A round that has ended. */
typedef struct {
    int round;
    dom_end end;
    int by; /* who went out, blocked or was stuck; DOM_NOBODY */
    dom_tileset hands[DOM_SEATS_MAX];
    int32_t points[DOM_SEATS_MAX], scores[DOM_SEATS_MAX];
} dom_web_play_round;

/* The result of a match. */
typedef struct {
    int32_t places[DOM_SEATS_MAX], scores[DOM_SEATS_MAX];
    const char *fault; /* how it ended by a fault, in a word; NULL: by the rules */
    int fault_seat;
} dom_web_play_result;

/* What every choice is worth: the mean result of the round over random deals. */
typedef struct {
    const double *worth; /* by choice */
    int best, deals;
} dom_web_play_hint;

typedef enum { DOM_WEB_PLAY_WAITS, DOM_WEB_PLAY_RUNS, DOM_WEB_PLAY_IS_OVER } dom_web_play_state;

/* A table as a seat sees it. Everything is borrowed. */
typedef struct {
    unsigned table, version;
    dom_web_play_state state;
    const dom_variant *variant;
    int own;                         /* the seat that looks */
    const char *name[DOM_SEATS_MAX]; /* who sits there; "" for a person who is missing */
    const char *word[DOM_SEATS_MAX]; /* the same as it was ordered: the second greedy is greedy
                                        here, and has the name greedy#2 */
    bool is_person[DOM_SEATS_MAX];
    const char *invitation[DOM_SEATS_MAX]; /* for a person who is missing; else "" */
    int clock_s;                           /* 0: no clock */
    const dom_view *view;                  /* NULL: nothing was dealt yet */
    bool is_asked;                         /* this person is on turn */
    uint32_t serial;                       /* number of the choice */
    int left_ms;                           /* for it; -1 without a clock */
    bool is_between; /* a round has ended, and this person looks at its end, which `view` is */
    bool is_hinting;
    const dom_web_play_hint *hint; /* NULL: none */
    bool is_late; /* the arena has made the last choice of this person: the time was up */
    const dom_web_play_round *rounds;
    size_t round_count;
    const dom_web_play_result *result; /* NULL: the match is not over */
    bool has_left;                     /* this person gave up */
    const char *trouble;               /* why there will be no stored match; else "" */
    const char *replay; /* path of the replay from the root of the site; "" as long as there is
                           none */
    const char *record; /* path of what this person has won and lost; "" as long as there is none */
} dom_web_play_seat;

/* A table at which the reader has a seat. */
typedef struct {
    unsigned table;
    const char *variant;
    dom_web_play_state state;
} dom_web_play_own_table;

/* A bot that may be chosen. */
typedef struct {
    const char *name;
    char strength[DOM_WEB_STRENGTH_BYTES]; /* in the game that is shown; "" if it is not known */
} dom_web_play_bot;

/* The game that the lobby shows at first. */
#define DOM_WEB_PLAY_USUAL "block-2"

/* Writes the lobby. The strengths are those in DOM_WEB_PLAY_USUAL. */
void dom_web_play_lobby(dom_web_html *out, const dom_web_play_bot bots[], size_t bot_count,
                        const dom_web_play_own_table tables[], size_t table_count);

/* Writes the page of a named variant: its rules, with an example, and how strong the bots are in
 * it. The lobby's script takes both from there. */
void dom_web_play_rules(dom_web_html *out, const dom_variant *variant,
                        const dom_web_play_bot bots[], size_t bot_count);

/* Writes the page of a table, and the part of it that changes. */
void dom_web_play_table(dom_web_html *out, const dom_web_play_seat *seat);
void dom_web_play_fragment(dom_web_html *out, const dom_web_play_seat *seat);

/* Writes an invitation to the seat `seat->own`. */
void dom_web_play_invitation(dom_web_html *out, const dom_web_play_seat *seat);

/* Writes a page with a line for somebody who has no seat at this table.
 *
 * depth  as in dom_web_page_message */
void dom_web_play_message(dom_web_html *out, int depth, const char *title, const char *text);

#endif
