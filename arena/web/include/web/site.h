/* web/site.h - what the pages show: plain data, as of one moment.
 *
 * Whoever reads the database fills it in (cli/site.h); the pages read it and know
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
    WEB_BOT_BYTES = 33,
    WEB_VERSION_BYTES = 65,
    WEB_VARIANT_BYTES = DOM_VARIANT_NAME_BYTES + 40, /* NAME, NAME (earlier rules 2) */
    WEB_LABEL_BYTES = 48, /* NAME, or NAME@ and 8 digits of the version   */
    WEB_TOURNAMENT_BYTES = 65,
    WEB_HEX_BYTES = 65,
    WEB_SLUG_BYTES = 3 * 80, /* of any name here                            */
    WEB_PAIR_NEWEST = 4,     /* matches of a pair of bots that are remembered */
    WEB_FAULTS_NEWEST = 10,  /* faults of a bot                             */
    WEB_MATCHES_NEWEST = 50, /* matches of a tournament                     */
    WEB_FAULT_TEXT_BYTES = 256,
    WEB_NOTE_BYTES = 200,
    WEB_ANSWER_BYTES = 256
};

/* A match by number. `match` 0: none. */
typedef struct {
    uint32_t tournament; /* index into the site's                             */
    uint64_t match;
} web_match_ref;

/* ---- times ---------------------------------------------------------------- */

enum { WEB_TIME_PER_OCTAVE = 8, WEB_TIME_BUCKETS = 33 * WEB_TIME_PER_OCTAVE };

/* How long choices took: a histogram whose buckets are 9 % wide. All zero: none. */
typedef struct {
    uint64_t choices;
    uint32_t count[WEB_TIME_BUCKETS];
} web_times;

void web_times_add(web_times *times, uint32_t us);

/* The time, in microseconds, that a share `q` of the choices did not exceed, to 9 %.
 * Negative without choices. */
double web_times_quantile(const web_times *times, double q);

/* The lower limit of a bucket in microseconds. */
double web_times_limit(int bucket);

/* ---- bots and variants ------------------------------------------------------ */

typedef struct {
    uint64_t wins, draws, losses; /* pairs at a table                         */
} web_score;

uint64_t web_score_games(const web_score *s);
double web_score_share(const web_score *s); /* 0..1; 0 without games           */

/* A bot against another one. */
typedef struct {
    dom_versus versus;                     /* over the complete sets                              */
    web_match_ref newest[WEB_PAIR_NEWEST]; /* newest first                    */
} web_pair;

/* A bot's line in a variant. */
typedef struct {
    uint32_t bot;      /* index into the site's                               */
    dom_rating rating; /* of a variant that is rated                          */
    double live_elo;
    uint64_t faults[DOM_FAULT_COUNT]; /* matches with such a fault             */
    uint64_t faulty;                  /* ... with any                          */
    web_score seat[DOM_SEATS_MAX];
    uint64_t ended[DOM_FAULT_COUNT]; /* its matches: [NONE] by the rules, else by its fault */
    uint64_t ended_by_other;         /* by the fault of another bot            */
    int64_t last_ms;                 /* when its newest match began            */
    web_times times;                 /* of the newest matches, web_site.sample */
} web_row;

/* A rating after so many sets. */
typedef struct {
    bool is_there;
    double elo, lo, hi;
} web_point;

/* A game under one set of rules. Everything counted here is of rated tournaments, or of the one
 * tournament that is shown. */
typedef struct {
    char name[WEB_VARIANT_BYTES], base[DOM_VARIANT_NAME_BYTES];
    const char *summary;      /* "" for one that a tournament file made            */
    bool is_of_earlier_rules; /* today the name means others, which have a list of their own */
    int seats;
    uint64_t matches;
    bool is_listed; /* while a site is read: this list is known              */
    bool is_rated;  /* there is a complete set                            */
    dom_list list;  /* its facts; `row` is NULL                           */
    double prior, anchor_elo;
    char anchor[WEB_LABEL_BYTES]; /* "" for the mean                          */
    size_t hidden;                /* versions that played, count in the ratings and have no row */
    size_t row_count;
    web_row *rows;                     /* best first                                            */
    web_pair *pairs;                   /* [row * row_count + other row]                         */
    size_t point_count;                /* of the history                                     */
    uint64_t *sets;                    /* of each point                                      */
    web_point *points;                 /* [point * row_count + row]                          */
    char history_note[WEB_NOTE_BYTES]; /* what its reader must know, "" for nothing */
} web_variant;

typedef struct {
    web_match_ref where;
    int8_t seat; /* -1 when it sat nowhere                                    */
    dom_fault code;
    bool tolerated;
    int32_t choice; /* -1: it was not asked                                   */
    int64_t when_ms;
    int64_t process; /* id in the database, 0 without                         */
    char text[WEB_FAULT_TEXT_BYTES];
    uint8_t answer[WEB_ANSWER_BYTES];
    size_t answer_bytes;
} web_fault;

/* One version of a bot. */
typedef struct {
    char name[WEB_BOT_BYTES], version[WEB_VERSION_BYTES];
    char label[WEB_LABEL_BYTES];
    uint64_t fault_count;
    web_fault *faults; /* the newest; of fault n of fault_count: [n % WEB_FAULTS_NEWEST];
                          NULL without any                                    */
} web_bot;

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
} web_match_line;

typedef struct {
    uint32_t first_set, bots, sets, rounds;
    int64_t created_ms, finished_ms;
    char commit[WEB_HEX_BYTES];
} web_stage;

/* How a bot stands in one variant of one tournament, whether it is rated or not. */
typedef struct {
    uint64_t matches;
    web_score score; /* pairs at a table                                      */
    int64_t points;  /* of matches that no fault ended                        */
    uint64_t rounds; /* of them                                               */
} web_standing;

typedef struct {
    char name[WEB_TOURNAMENT_BYTES];
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
    web_stage *stages;
    web_standing *standings;  /* [variant * bot_count + bot], by place in the arrays above */
    char hash[WEB_HEX_BYTES]; /* of `verify`, "" where it was not computed  */
    uint64_t line_count;
    web_match_line *newest; /* the last; of line n of line_count: [n % WEB_MATCHES_NEWEST] */
} web_tournament;

/* What of a site is still to be read. A later value includes the earlier ones: at
 * WEB_READING_MATCHES histories and hashes are missing too. */
typedef enum {
    WEB_READING_NOTHING,
    WEB_READING_HISTORIES, /* and hashes of tournaments                      */
    WEB_READING_MATCHES,   /* what is counted match by match, and faults     */
    WEB_READING_LISTS      /* those of variants that are not is_listed       */
} web_reading;

/* All of it. */
typedef struct {
    web_reading reading;
    int64_t made_ms;  /* when it was read                                    */
    uint64_t version; /* another one with every reading, of any server        */
    uint64_t sample;  /* times are of so many newest matches of a tournament  */
    bool is_at_work;  /* an arena, on the database, seen before it was read   */
    bool is_served;   /* by a server that sends events; else files           */
    uint64_t replays; /* files: matches with a page, counted back from a tournament's last */
    size_t bot_count, variant_count, tournament_count;
    web_bot *bots;
    web_variant *variants;
    web_tournament *tournaments; /* oldest first                              */
} web_site;

/* Is the rating list of the variant known already? */
bool web_site_is_listed(const web_site *site, const web_variant *v);

/* Is everything known that is counted match by match? */
bool web_site_is_counted(const web_site *site);

/* Free what it points to and make it zeros. */
void web_site_clear(web_site *site);

/* Has the match a page? */
bool web_site_has_match(const web_site *site, web_match_ref ref);

/* A name as part of a path: [a-z0-9@_-] and '.' that is not the first stay, every other
 * byte becomes =XX, so that names and paths belong to each other one to one and no name
 * leads elsewhere. */
void web_slug(char slug[static WEB_SLUG_BYTES], const char *name);

/* The one of that slug, or NULL. */
const web_variant *web_site_variant(const web_site *site, const char *slug);
const web_bot *web_site_bot(const web_site *site, const char *slug);
const web_tournament *web_site_tournament(const web_site *site, const char *slug);

#endif
