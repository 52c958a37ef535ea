/* web/site.h - the data that the pages show, as plain structs with the state of one moment.
 *
 * site/site_read.h reads the database and fills in a dom_web_site. The pages read only this, and
 * know neither files nor SQL. A site owns everything that it points to.
 *
 * Bots, variants and tournaments are stored once, in the arrays of dom_web_site. Everywhere else
 * they are named by their index in these arrays.
 */
#ifndef DOM_WEB_SITE_H
#define DOM_WEB_SITE_H

#include "base/fault.h"
#include "core/open_matches.h"
#include "ratings/history.h"
#include "ratings/means.h"
#include "results/all_round.h"
#include "results/bot_summary.h"
#include "results/crosstable.h"
#include "results/ranking.h"
#include "results/tournament_standing.h"
#include "rules/tile.h"
#include "rules/variant.h"
#include "store/store.h"
#include "web/layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_WEB_BOT_BYTES = 33,
    DOM_WEB_VERSION_BYTES = 65,
    DOM_WEB_VARIANT_BYTES = DOM_VARIANT_NAME_BYTES + 40, /* NAME, NAME (earlier rules 2) */
    DOM_WEB_LABEL_BYTES = 48, /* NAME, or NAME@ and 8 digits of the version */
    DOM_WEB_TOURNAMENT_BYTES = 65,
    DOM_WEB_TITLE_BYTES = 128,
    DOM_WEB_HEX_BYTES = 65,      /* a 32-byte hash in hexadecimal */
    DOM_WEB_SLUG_BYTES = 3 * 80, /* the slug of any of these names */
    DOM_WEB_PAIR_NEWEST = 4,     /* newest matches that are kept for a pair of bots */
    DOM_WEB_PAIR_SWINGS = 3,     /* sets that are kept for a pair of bots */
    DOM_WEB_FAULTS_NEWEST = 10,  /* newest faults that are kept for a bot */
    DOM_WEB_MATCHES_NEWEST = 50, /* newest matches that are kept for a tournament */
    DOM_WEB_FAULT_TEXT_BYTES = 256,
    DOM_WEB_NOTE_BYTES = 256,
    DOM_WEB_ANSWER_BYTES = 256,
    DOM_WEB_AUTHOR_BYTES = 201,
    DOM_WEB_LANGUAGE_BYTES = 65,
    DOM_WEB_HEADLINE_BYTES = DOM_SEATS_MAX * (DOM_WEB_LABEL_BYTES + 16)
};

/* A match. `match` 0 stands for no match. */
typedef struct {
    uint32_t tournament; /* index into site->tournaments */
    uint64_t match;      /* number within the tournament, from 1 */
} dom_web_match_ref;

/* ---- times ---------------------------------------------------------------- */

enum { DOM_WEB_TIME_PER_OCTAVE = 8, DOM_WEB_TIME_BUCKETS = 33 * DOM_WEB_TIME_PER_OCTAVE };

/* A histogram of thinking times on a logarithmic scale: each bucket is 9 % wider than the one
 * before. All zero means empty. */
typedef struct {
    uint64_t choices; /* number of times in the histogram */
    uint32_t count[DOM_WEB_TIME_BUCKETS];
} dom_web_times;

/* Adds the thinking time of one choice. */
void dom_web_times_add(dom_web_times *times, uint32_t us);

/* Returns the q-quantile in microseconds (q = 0.5: the median). It is at most 9 % too large.
 * Returns a negative number if the histogram is empty. */
double dom_web_times_quantile(const dom_web_times *times, double q);

/* Returns the lower limit of a bucket in microseconds. */
double dom_web_times_limit(int bucket);

/* ---- bots and variants ------------------------------------------------------ */

/* A complete duplicate set in which a bot had more or fewer points than another one. */
typedef struct {
    dom_web_match_ref first; /* its first match */
    int32_t points;          /* how many more, over all rotations; negative: fewer */
} dom_web_swing;

/* Where one bot met another one, of a list. */
typedef struct {
    /* The newest first, also of sets that are not complete. */
    dom_web_match_ref newest[DOM_WEB_PAIR_NEWEST];
    /* The sets with the largest differences in either direction, without those with a fault. After
     * the last, first.match is 0. */
    dom_web_swing swing[DOM_WEB_PAIR_SWINGS];
} dom_web_meetings;

/* A line of the list of a variant, with what only pages show of it. */
typedef struct {
    uint32_t bot;                     /* index into site->bots                           */
    const dom_ratings_rating *rating; /* of the ranking; only counts if it is not rated  */
    const dom_results_rated_bot *of;  /* of the ranking                                  */
    uint64_t played;                  /* its matches, also of incomplete sets            */
    /* Results on each seat: in complete sets, or in all matches if the list is not rated. */
    dom_ratings_score seat[DOM_SEATS_MAX];
    uint64_t ended[DOM_FAULT_COUNT]; /* matches that ended by the rules ([NONE]) or its fault */
    uint64_t ended_by_other;         /* matches that ended by the fault of another bot   */
    dom_web_times times;             /* from the newest matches only: dom_web_site.sample */
} dom_web_row;

/* The list of a variant as the commands have it, and what pages show beside it. All zero: not read.
 */
typedef struct {
    dom_results_ranking ranking; /* its rows are the lines                     */
    dom_results_crosstable cross;
    dom_ratings_history history;           /* of a rated list; without points before it was read */
    char history_note[DOM_WEB_NOTE_BYTES]; /* a remark for readers of the history; "" = none */
    char misfit_note[DOM_WEB_NOTE_BYTES];  /* do the results fit one rating per bot? "" = no test */
    bool is_misfit;                        /* they do not, so the list says it as well   */
    uint32_t anchor;             /* index into site->bots, if ranking.options.anchor is a bot */
    dom_results_change *changes; /* by line; NULL: not read */
    dom_web_row *rows;           /* best first, as many as ranking.list.count              */
    dom_web_meetings *meetings;  /* [row * count + other row]                              */
} dom_web_list;

/* Frees a list with all that it has. NULL is accepted. */
void dom_web_list_free(dom_web_list *list);

/* A rating of a bot after a number of sets. */
typedef struct {
    bool is_there;      /* false: the bot had no rating then */
    double elo, lo, hi; /* a limit that depends on the prior alone is the rating */
} dom_web_point;

/* Returns the rating of a line at a point of the history. */
dom_web_point dom_web_list_point(const dom_web_list *list, size_t point, size_t row);

/* A variant under one set of rules. It counts the matches of all rated tournaments; if the site
 * shows a single tournament, the matches of that one. */
typedef struct {
    char name[DOM_WEB_VARIANT_BYTES]; /* on pages: the rules' name and the mark of earlier rules */
    char rules[DOM_VARIANT_NAME_BYTES], base[DOM_VARIANT_NAME_BYTES];
    const char *summary;    /* "" for a variant that a tournament file defines */
    const char *family;     /* the game that it or its base belongs to; "" if unknown */
    unsigned earlier_rules; /* 0: what the name stands for today. 1, 2, ...: other rules that it
                               stood for, the newest first, each with a list of its own */
    int seats;
    dom_options options;
    uint64_t matches;
    double margins; /* of all seats of all matches, without their signs, added up       */
    uint64_t margin_count;
    bool is_listed;     /* this list is already known, although the site is still being read */
    dom_web_list *list; /* never NULL                                                    */
} dom_web_variant;

/* Returns by how many points a match of the variant is won or lost on average; at least 1, also
 * without matches. */
static inline double dom_web_variant_usual_margin(const dom_web_variant *v)
{
    return v->margins > (double)v->margin_count ? v->margins / (double)v->margin_count : 1;
}

/* Returns the number of lines of the list. */
static inline size_t dom_web_variant_lines(const dom_web_variant *v)
{
    return v->list->ranking.list.count;
}

/* Returns true if there is a complete set, so there are ratings. */
static inline bool dom_web_variant_is_rated(const dom_web_variant *v)
{
    return v->list->ranking.list.sets > 0;
}

/* Returns how many bots of the list may be first: of each island the first one and those that are
 * not surely below it, with all comparisons of the list together. Pre: it is rated. */
static inline size_t dom_web_variant_leaders(const dom_web_variant *v)
{
    size_t count = 0;
    for (size_t i = 0; i < dom_web_variant_lines(v); i++)
        if (i == 0 || !v->list->rows[i - 1].rating->has_next)
            count += v->list->rows[i].rating->joint_hi;
    return count;
}

/* A fault of a bot. */
typedef struct {
    dom_web_match_ref where;
    int8_t seat; /* -1 if it sat at no table */
    dom_fault code;
    bool tolerated;
    int32_t choice; /* number of choices made before it in the match; -1: it was not asked */
    int64_t when_ms;
    int64_t process; /* id of the bot process in the database; 0 = unknown */
    char text[DOM_WEB_FAULT_TEXT_BYTES];
    uint8_t answer[DOM_WEB_ANSWER_BYTES]; /* beginning of the message that caused the fault */
    size_t answer_bytes;                  /* 0 if no message did */
} dom_web_fault;

/* One version of a bot. */
typedef struct {
    char name[DOM_WEB_BOT_BYTES], version[DOM_WEB_VERSION_BYTES];
    char label[DOM_WEB_LABEL_BYTES]; /* the name on pages: NAME, or NAME@ and 8 digits */
    bool is_person;                  /* who played at a table; `version` says nothing more */
    uint64_t fault_count;            /* all faults of the bot, from 0 */
    dom_web_fault *faults; /* ring of the newest: fault n is at [n % DOM_WEB_FAULTS_NEWEST]; NULL
                              without faults */
} dom_web_bot;

/* ---- a match worth looking at ------------------------------------------------- */

/* How a match that ended by the rules was decided. */
typedef struct {
    /* The side that won, such as "pimc" or "anna + bert"; "": several share the first place, and
     * only `rounds` counts. */
    char winner[DOM_WEB_HEADLINE_BYTES];
    int sides;
    int64_t margin;     /* points of the winner less those of the next side; positive, also where
                           the lowest score wins */
    uint32_t rounds;    /* how many were played */
    uint32_t lead_from; /* the winner led after this round, from 1, and after all later ones;
                           rounds + 1: after none */
    uint32_t largest;   /* the round, from 1, that brought the winner most */
    double largest_by;  /* its points there less the mean of those of the other sides */
} dom_web_decision;

/* A tile on the table. */
typedef struct {
    dom_web_place place;
    bool is_down; /* it lies face down */
} dom_web_table_tile;

/* The match that the first page shows, with the table at the end of one of its rounds. The hands of
 * the match may be shown, because its duplicate set is over. */
typedef struct {
    dom_web_match_ref where;               /* match 0: there is no such match */
    uint32_t variant;                      /* index into site->variants */
    char headline[DOM_WEB_HEADLINE_BYTES]; /* its result, such as "pimc 128 : 34 careful" */
    dom_web_decision decision;
    uint32_t round; /* that is shown, from 1 */
    size_t tile_count;
    dom_web_table_tile tile[DOM_TILES_MAX]; /* in the order in which they were laid */
    dom_web_area area;                      /* that they cover */
} dom_web_highlight;

/* ---- tournaments ------------------------------------------------------------ */

/* A match in the table of a tournament's newest matches. */
typedef struct {
    dom_store_match stored;      /* without its decisions     */
    uint32_t variant;            /* index into site->variants */
    uint32_t bot[DOM_SEATS_MAX]; /* indexes into site->bots   */
} dom_web_match_line;

/* What a match was for a seat: its side was first alone, shared the first place, or was not
 * first. */
typedef enum { DOM_WEB_WON, DOM_WEB_SHARED, DOM_WEB_LOST, DOM_WEB_RESULTS } dom_web_result;

extern const char *const dom_web_result_words[DOM_WEB_RESULTS];

typedef struct {
    dom_web_result result;
    int32_t margin; /* points of the side less those of the best other one, positive if that is
                       good for it */
} dom_web_outcome;

/* Returns what a match was for the side of a seat. */
dom_web_outcome dom_web_outcome_of(const dom_options *options, const dom_store_match *m, int seat);

/* A finished match, with what lists of matches need to filter it and to put it in order
 * (web/match_filter.h). Arrays are by seat. */
typedef struct {
    uint64_t match;
    uint16_t variant; /* index into the tournament's variants */
    uint8_t end;      /* a dom_fault; DOM_FAULT_NONE: by the rules */
    uint8_t seats, sides;
    uint8_t result[DOM_SEATS_MAX]; /* a dom_web_result */
    uint16_t bot[DOM_SEATS_MAX];   /* indexes into the tournament's bots */
    int32_t margin[DOM_SEATS_MAX]; /* as in dom_web_outcome */
} dom_web_match_entry;

/* The luck and the skill of each seat in a match that was valued, in match points: the sums over
 * its rounds (analysis/match_values.h). */
typedef struct {
    uint64_t match;
    float luck[DOM_SEATS_MAX], skill[DOM_SEATS_MAX];
} dom_web_match_worth;

enum { DOM_WEB_PACE_S = 60 };

/* How many matches ended in each second of a minute. Second n has the index n % DOM_WEB_PACE_S, so
 * a newer second replaces one that is a minute older. All zero means none. */
typedef struct {
    uint64_t ends[DOM_WEB_PACE_S];
    int64_t second[DOM_WEB_PACE_S]; /* the second to which ends[i] belongs, since the epoch */
} dom_web_pace;

/* Counts a match that ended at this time. */
void dom_web_pace_note(dom_web_pace *pace, int64_t end_ms);

/* Returns the matches per second in the minute before now_ms, counted from the first second of it
 * in which a match ended, without the matches of that second: how long they took is not known. 0 if
 * none ended after them. Example: 30 matches that ended in the seconds 100 to 109, three in each,
 * are 27 / 9 = 3 in second 109, 27 / 39 = 0.69 in second 139, and 0 from second 168 on. */
double dom_web_pace_per_s(const dom_web_pace *pace, int64_t now_ms);

/* Duplicate sets of a variant in a tournament. */
typedef struct {
    uint64_t done;  /* complete ones */
    uint64_t total; /* 0 if the schedule is unknown */
} dom_web_set_count;

/* The matches under way in the tournament that is being played. Only those for spectators have
 * their `decisions`. */
typedef struct {
    bool is_there;       /* false: nothing is known, because no arena is at work      */
    uint32_t tournament; /* index into site->tournaments                              */
    uint32_t count;      /* matches that have lasted long enough to be watched         */
    size_t shown;        /* how many of them follow                                   */
    dom_core_open_match match[DOM_CORE_WATCH_MATCHES_MAX]; /* the oldest first */
} dom_web_open_matches;

/* A stage of a tournament. */
typedef struct {
    uint32_t first_set, bots, sets, rounds;
    int64_t created_ms, finished_ms; /* finished_ms is 0 while it is not finished */
    char commit[DOM_WEB_HEX_BYTES];  /* its commitment */
    char words[80];                  /* which sets it announced, "" for all            */
} dom_web_stage;

/* A bot that was withdrawn from a tournament or disqualified (results/withdrawals.h). */
typedef struct {
    uint32_t bot; /* index into site->bots */
    int64_t when_ms;
    uint64_t missing; /* matches that it did not play                                      */
    bool is_void;     /* its results are in no standing                                    */
    char text[DOM_WEB_FAULT_TEXT_BYTES]; /* as in results/withdrawals.h                     */
} dom_web_withdrawal;

/* What an organiser ruled: results that do not count, or that the tournament is closed. */
typedef struct {
    uint64_t match; /* 0: the whole tournament */
    int64_t when_ms;
    char reason[DOM_STORE_REASON_BYTES];
} dom_web_ruling;

typedef struct {
    int64_t id; /* in the database */
    char name[DOM_WEB_TOURNAMENT_BYTES];
    char title[DOM_WEB_TITLE_BYTES]; /* what pages call it; "": its name. The name of a match of
                                        people is a time, so it has a title: "draw-3: anna, careful,
                                        greedy" */
    char schedule[24];
    bool is_reproducible; /* its secret follows from a seed, so it was not secret */
    bool is_unrated;      /* its matches do not count in any dom_web_variant */
    bool has_spectators;  /* its open matches are shown move by move         */
    uint64_t done, total; /* numbers of matches; `done` grows also between two readings */
    uint64_t last_match;  /* highest number of a finished match; 0 without one */
    dom_web_pace pace;    /* of its newest matches */
    int64_t newest_ms;    /* when the newest match ended; 0 without one */
    size_t bot_count, variant_count, stage_count, withdrawal_count, void_count;
    bool is_closed;
    dom_web_ruling closed; /* if it is closed */
    dom_web_ruling *voids; /* the matches that do not count; match 0: none counts */
    uint32_t *bots;        /* indexes into site->bots */
    uint32_t *variants;    /* indexes into site->variants */
    dom_web_stage *stages;
    dom_web_withdrawal *withdrawals;
    dom_results_tournament_standings standings; /* nothing before its matches were counted */
    dom_web_set_count *sets;                    /* by variant */
    char hash[DOM_WEB_HEX_BYTES]; /* what `verify` prints; "" if it was not computed */
    uint64_t line_count;          /* number of finished matches, counted from 0 */
    /* Ring of the newest matches: match n is at newest[n % DOM_WEB_MATCHES_NEWEST]. */
    dom_web_match_line *newest;
    dom_web_match_entry *entries; /* all finished matches by number, `line_count` of them */
    /* Those of the newest matches (dom_web_site.sample) that were valued, by number. */
    dom_web_match_worth *worths;
    size_t worth_count;
} dom_web_tournament;

/* What is still missing in a site while the database is being read. Each value includes the ones
 * above it: at DOM_WEB_READING_MATCHES, histories and hashes are missing, too. */
typedef enum {
    DOM_WEB_READING_NOTHING,   /* everything has been read */
    DOM_WEB_READING_HISTORIES, /* histories of ratings, what changed them last, limits of what is
                                  expected of two bots, and hashes of tournaments */
    DOM_WEB_READING_MATCHES,   /* everything that is counted match by match, and faults */
    DOM_WEB_READING_LISTS      /* the lists of the variants that are not yet is_listed */
} dom_web_reading;

/* Everything that the pages show. */
typedef struct {
    dom_web_reading reading;
    int64_t made_ms; /* when the database was read, milliseconds since the epoch */
    int64_t now_ms;  /* when the page is shown; a report: made_ms */
    /* At this time the database had nothing that the site lacks: it was read then, or later nothing
     * was new. A report: made_ms. */
    int64_t current_ms;
    uint64_t version; /* differs between any two readings, also of different servers */
    uint64_t sample;  /* thinking times, luck and skill are from this many newest matches of each
                         tournament */
    bool is_at_work;  /* before the reading, an arena was running on the database */
    /* The path of the lobby from the root of this site; NULL: nobody may play. Borrowed. */
    const char *lobby;
    bool is_served; /* the pages are sent by a server with events; false: they are files */
    dom_web_open_matches open; /* what is being played now; nothing in files */
    /* The public address of the pages, with a '/' at its end; NULL: unknown. Borrowed. */
    const char *url;
    uint64_t replays; /* files only: this many last matches of each tournament have a page */
    size_t bot_count, variant_count, tournament_count;
    dom_web_bot *bots;
    dom_results_all_rounds all_rounds;
    uint32_t *all_round_bots; /* indexes into `bots`, by those of all_rounds.bots */
    dom_web_variant *variants;
    dom_results_standings facts;     /* from which the lists were made */
    dom_web_tournament *tournaments; /* oldest first */
    dom_web_highlight highlight;
} dom_web_site;

/* Returns what pages call a tournament: its title, or else its name. */
const char *dom_web_tournament_title(const dom_web_tournament *t);

/* Returns true if the rating list of the variant has been read. */
bool dom_web_site_is_listed(const dom_web_site *site, const dom_web_variant *v);

/* Returns the rated variant with the most sets of those that have been read; NULL if there is none.
 */
const dom_web_variant *dom_web_site_main_variant(const dom_web_site *site);

/* Returns true if everything that is counted match by match has been read. */
bool dom_web_site_is_counted(const dom_web_site *site);

enum { DOM_WEB_OLD_S = 5 }; /* pages say how old they are when they are older */

/* Returns for how many seconds the site may have lacked what is in the database, as of now_ms. */
int64_t dom_web_site_age_s(const dom_web_site *site);

/* Frees everything that the site points to, and sets the site to zero. */
void dom_web_site_clear(dom_web_site *site);

/* Returns the matches under way in the tournament, or NULL if it is not being played. */
const dom_web_open_matches *dom_web_site_open_matches(const dom_web_site *site,
                                                      uint32_t tournament);

/* Returns the match under way, if it is listed; else NULL. */
const dom_core_open_match *dom_web_site_open_match(const dom_web_site *site, dom_web_match_ref ref);

/* The same, if the match has spectators. */
const dom_core_open_match *dom_web_site_watched(const dom_web_site *site, dom_web_match_ref ref);

/* Returns the luck and the skill in a match; NULL if it was not valued. */
const dom_web_match_worth *dom_web_site_worth(const dom_web_site *site, dom_web_match_ref ref);

/* Returns true if the match has a page. In files these are the last matches of each tournament and,
 * if there are any, that of the first page. */
bool dom_web_site_has_match(const dom_web_site *site, dom_web_match_ref ref);

/* Writes a name in a form that can be part of a path. The characters a-z, 0-9, '@', '_' and '-' are
 * kept, and '.' except at the beginning. Every other byte becomes =XX. So different names have
 * different slugs, and no name leads out of its folder. Example: "../x" becomes "=2e.=2fx". */
void dom_web_slug(char slug[static DOM_WEB_SLUG_BYTES], const char *name);

/* Return the bot or tournament with this slug, or NULL. */
const dom_web_bot *dom_web_site_bot(const dom_web_site *site, const char *slug);
const dom_web_tournament *dom_web_site_tournament(const dom_web_site *site, const char *slug);

#endif
