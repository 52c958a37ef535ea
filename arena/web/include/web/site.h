/* web/site.h - what the pages show: plain data, as of one moment.
 *
 * Whoever reads the database fills it in (site/site_read.h); the pages read it and know
 * neither files nor SQL. Everything it points to is its own.
 */
#ifndef DOM_WEB_SITE_H
#define DOM_WEB_SITE_H

#include "base/fault.h"
#include "ratings/list.h"
#include "ratings/versus.h"
#include "rules/tile.h"
#include "rules/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_WEB_BOT_BYTES = 33,
    DOM_WEB_VERSION_BYTES = 65,
    DOM_WEB_VARIANT_BYTES = DOM_VARIANT_NAME_BYTES + 40, /* NAME, NAME (earlier rules 2) */
    DOM_WEB_LABEL_BYTES = 48, /* NAME, or NAME@ and 8 digits of the version   */
    DOM_WEB_TOURNAMENT_BYTES = 65,
    DOM_WEB_HEX_BYTES = 65,
    DOM_WEB_SLUG_BYTES = 3 * 80, /* of any name here                            */
    DOM_WEB_PAIR_NEWEST = 4,     /* matches of a pair of bots that are remembered */
    DOM_WEB_FAULTS_NEWEST = 10,  /* faults of a bot                             */
    DOM_WEB_MATCHES_NEWEST = 50, /* matches of a tournament                     */
    DOM_WEB_FAULT_TEXT_BYTES = 256,
    DOM_WEB_NOTE_BYTES = 200,
    DOM_WEB_ANSWER_BYTES = 256
};

/* A match by number. `match` 0: none. */
typedef struct {
    uint32_t tournament; /* index into the site's                             */
    uint64_t match;
} dom_web_match_ref;

/* ---- times ---------------------------------------------------------------- */

enum { DOM_WEB_TIME_PER_OCTAVE = 8, DOM_WEB_TIME_BUCKETS = 33 * DOM_WEB_TIME_PER_OCTAVE };

/* How long choices took: a histogram whose buckets are 9 % wide. All zero: none. */
typedef struct {
    uint64_t choices;
    uint32_t count[DOM_WEB_TIME_BUCKETS];
} dom_web_times;

void dom_web_times_add(dom_web_times *times, uint32_t us);

/* The time, in microseconds, that a share `q` of the choices did not exceed, to 9 %.
 * Negative without choices. */
double dom_web_times_quantile(const dom_web_times *times, double q);

/* The lower limit of a bucket in microseconds. */
double dom_web_times_limit(int bucket);

/* ---- bots and variants ------------------------------------------------------ */

typedef struct {
    uint64_t wins, draws, losses; /* pairs at a table                         */
} dom_web_score;

uint64_t dom_web_score_games(const dom_web_score *s);
double dom_web_score_share(const dom_web_score *s); /* 0..1; 0 without games           */

/* A bot against another one. */
typedef struct {
    dom_ratings_versus versus; /* over the complete sets                              */
    dom_web_match_ref newest[DOM_WEB_PAIR_NEWEST]; /* newest first                    */
} dom_web_pair;

/* A bot's line in a variant. */
typedef struct {
    uint32_t bot;              /* index into the site's                               */
    dom_ratings_rating rating; /* of a variant that is rated                          */
    double live_elo;
    uint64_t faults[DOM_FAULT_COUNT]; /* matches with such a fault             */
    uint64_t faulty;                  /* ... with any                          */
    dom_web_score seat[DOM_SEATS_MAX];
    uint64_t ended[DOM_FAULT_COUNT]; /* its matches: [NONE] by the rules, else by its fault */
    uint64_t ended_by_other;         /* by the fault of another bot            */
    int64_t last_ms;                 /* when its newest match began            */
    dom_web_times times;             /* of the newest matches, dom_web_site.sample */
} dom_web_row;

/* A rating after so many sets. */
typedef struct {
    bool is_there;
    double elo, lo, hi;
} dom_web_point;

/* A game under one set of rules. Everything counted here is of rated tournaments, or of the one
 * tournament that is shown. */
typedef struct {
    char name[DOM_WEB_VARIANT_BYTES], base[DOM_VARIANT_NAME_BYTES];
    const char *summary;      /* "" for one that a tournament file made            */
    bool is_of_earlier_rules; /* today the name means others, which have a list of their own */
    int seats;
    uint64_t matches;
    bool is_listed;        /* while a site is read: this list is known              */
    bool is_rated;         /* there is a complete set                            */
    dom_ratings_list list; /* its facts; `row` is NULL                           */
    double prior, anchor_elo;
    char anchor[DOM_WEB_LABEL_BYTES]; /* "" for the mean                          */
    size_t hidden; /* versions that played, count in the ratings and have no row */
    size_t row_count;
    dom_web_row *rows;     /* best first                                            */
    dom_web_pair *pairs;   /* [row * row_count + other row]                         */
    size_t point_count;    /* of the history                                     */
    uint64_t *sets;        /* of each point                                      */
    dom_web_point *points; /* [point * row_count + row]                          */
    char history_note[DOM_WEB_NOTE_BYTES]; /* what its reader must know, "" for nothing */
} dom_web_variant;

typedef struct {
    dom_web_match_ref where;
    int8_t seat; /* -1 when it sat nowhere                                    */
    dom_fault code;
    bool tolerated;
    int32_t choice; /* -1: it was not asked                                   */
    int64_t when_ms;
    int64_t process; /* id in the database, 0 without                         */
    char text[DOM_WEB_FAULT_TEXT_BYTES];
    uint8_t answer[DOM_WEB_ANSWER_BYTES];
    size_t answer_bytes;
} dom_web_fault;

/* One version of a bot. */
typedef struct {
    char name[DOM_WEB_BOT_BYTES], version[DOM_WEB_VERSION_BYTES];
    char label[DOM_WEB_LABEL_BYTES];
    uint64_t fault_count;
    dom_web_fault *faults; /* the newest; of fault n of fault_count: [n % DOM_WEB_FAULTS_NEWEST];
                          NULL without any                                    */
} dom_web_bot;

/* ---- tournaments ------------------------------------------------------------ */

typedef struct {
    uint64_t match, set;
    uint8_t rotation, seats;
    uint32_t variant; /* index into the site's                                */
    dom_fault end;
    int8_t fault_seat;
    int64_t started_ms, duration_ms;
    uint32_t bot[DOM_SEATS_MAX]; /* index into the site's                     */
    uint8_t place[DOM_SEATS_MAX];
    int32_t score[DOM_SEATS_MAX];
} dom_web_match_line;

typedef struct {
    uint32_t first_set, bots, sets, rounds;
    int64_t created_ms, finished_ms;
    char commit[DOM_WEB_HEX_BYTES];
} dom_web_stage;

/* How a bot stands in one variant of one tournament, whether it is rated or not. */
typedef struct {
    uint64_t matches;
    dom_web_score score; /* pairs at a table                                      */
    int64_t points;      /* of matches that no fault ended                        */
    uint64_t rounds;     /* of them                                               */
} dom_web_standing;

typedef struct {
    char name[DOM_WEB_TOURNAMENT_BYTES];
    char schedule[24];
    bool is_reproducible;
    bool is_unrated;      /* its matches count in no variant                  */
    uint64_t done, total; /* matches                                          */
    uint64_t last_match;  /* the highest number of a finished match, 0 without */
    double per_s;         /* matches a second, over the minute before the newest ended */
    int64_t newest_ms;    /* when the newest ended, 0 without                 */
    size_t bot_count, variant_count, stage_count;
    uint32_t *bots;     /* index into the site's                              */
    uint32_t *variants; /* the same                                           */
    dom_web_stage *stages;
    dom_web_standing *standings;  /* [variant * bot_count + bot], by place in the arrays above */
    char hash[DOM_WEB_HEX_BYTES]; /* of `verify`, "" where it was not computed  */
    uint64_t line_count;
    /* The last ones: line n of line_count is newest[n % DOM_WEB_MATCHES_NEWEST]. */
    dom_web_match_line *newest;
} dom_web_tournament;

/* What of a site is still to be read. A later value includes the earlier ones: at
 * DOM_WEB_READING_MATCHES histories and hashes are missing too. */
typedef enum {
    DOM_WEB_READING_NOTHING,
    DOM_WEB_READING_HISTORIES, /* and hashes of tournaments                      */
    DOM_WEB_READING_MATCHES,   /* what is counted match by match, and faults     */
    DOM_WEB_READING_LISTS      /* those of variants that are not is_listed       */
} dom_web_reading;

/* All of it. */
typedef struct {
    dom_web_reading reading;
    int64_t made_ms;  /* when it was read                                    */
    uint64_t version; /* another one with every reading, of any server        */
    uint64_t sample;  /* times are of so many newest matches of a tournament  */
    bool is_at_work;  /* an arena, on the database, seen before it was read   */
    bool is_served;   /* by a server that sends events; else files           */
    uint64_t replays; /* files: matches with a page, counted back from a tournament's last */
    size_t bot_count, variant_count, tournament_count;
    dom_web_bot *bots;
    dom_web_variant *variants;
    dom_web_tournament *tournaments; /* oldest first                              */
} dom_web_site;

/* Is the rating list of the variant known already? */
bool dom_web_site_is_listed(const dom_web_site *site, const dom_web_variant *v);

/* Is everything known that is counted match by match? */
bool dom_web_site_is_counted(const dom_web_site *site);

/* Free what it points to and make it zeros. */
void dom_web_site_clear(dom_web_site *site);

/* Has the match a page? */
bool dom_web_site_has_match(const dom_web_site *site, dom_web_match_ref ref);

/* A name as part of a path: [a-z0-9@_-] and '.' that is not the first stay, every other
 * byte becomes =XX, so that names and paths belong to each other one to one and no name
 * leads elsewhere. */
void dom_web_slug(char slug[static DOM_WEB_SLUG_BYTES], const char *name);

/* The one of that slug, or NULL. */
const dom_web_variant *dom_web_site_variant(const dom_web_site *site, const char *slug);
const dom_web_bot *dom_web_site_bot(const dom_web_site *site, const char *slug);
const dom_web_tournament *dom_web_site_tournament(const dom_web_site *site, const char *slug);

#endif
