/* core/tournament.h - the settings of a tournament: everything that the tournament file and the
 * command line decide, checked and complete. docs/reference/settings.md explains each setting.
 *
 * Plain data. Texts and arrays belong to the caller that filled the struct (config/config.h) and
 * must stay valid until the run has ended.
 */
#ifndef DOM_CORE_TOURNAMENT_H
#define DOM_CORE_TOURNAMENT_H

#include "base/curve.h"
#include "base/sandbox.h"
#include "base/string_list.h"
#include "rules/variant.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_CORE_BOTS_MAX = 1000,
    DOM_CORE_VARIANTS_MAX = 64, /* as many as a `welcome` can list      */
    DOM_CORE_ARGS_MAX = 64,
    DOM_CORE_ENV_MAX = 16,  /* environment variables of a bot's own */
    DOM_CORE_SHOWN_MAX = 16 /* paths of `shown` */
};

/* How a bot and the arena exchange messages. A remote bot is not started by the arena: it connects
 * from another machine, or from this one. A person sits in front of a program that shows the table
 * (play/table.h), which holds the other end of a socket. No manifest can say that a bot is a
 * person. */
typedef enum {
    DOM_CORE_TRANSPORT_ZMQ,
    DOM_CORE_TRANSPORT_STDIO,
    DOM_CORE_TRANSPORT_REMOTE,
    DOM_CORE_TRANSPORT_PERSON
} dom_core_transport;

/* The version of a person. A bot's version is a hash in hex digits, so no bot has it. */
#define DOM_CORE_PERSON_VERSION "person"

/* Which bots meet; schedule/schedule.h explains the kinds. */
typedef enum {
    DOM_CORE_SCHEDULE_ROUND_ROBIN,
    DOM_CORE_SCHEDULE_GAUNTLET,
    DOM_CORE_SCHEDULE_SWISS
} dom_core_schedule_kind;

/* The teams in team games: a bot is its own partner, or every pair of bots is a team. */
typedef enum { DOM_CORE_PARTNERS_SELF, DOM_CORE_PARTNERS_MIXED } dom_core_partners;

/* By what bots of a tournament are put into places (results/tournament_standing.h). */
typedef enum {
    DOM_CORE_TIE_SHARE,
    DOM_CORE_TIE_DIRECT,
    DOM_CORE_TIE_POINTS,
    DOM_CORE_TIE_LOT
} dom_core_tie_break;
enum { DOM_CORE_TIE_BREAKS = DOM_CORE_TIE_LOT + 1 };

/* What results with a bot that was withdrawn count as in the standings of the tournament. In a
 * Swiss they stand in any case, and the bot loses its remaining matches. */
typedef enum {
    DOM_CORE_WITHDRAWN_VOID, /* nothing                                                  */
    DOM_CORE_WITHDRAWN_LOST  /* they stand, and the sets that it does not play are lost  */
} dom_core_withdrawn;

/* The limits for a bot; SPEC.md, "The clock", has the rules for the times. */
typedef struct {
    int32_t startup_ms;         /* from the start of a process to its valid hello   */
    int32_t move_ms;            /* for each choice                                  */
    int32_t bank_ms;            /* the bank: extra time per match and seat          */
    int32_t increment_ms;       /* added to the bank by every answer in time        */
    int32_t margin_ms;          /* added to every deadline for the way of the messages */
    int32_t memory_mb;          /* per process tree of a bot                        */
    int32_t processes;          /* processes and threads of a bot's tree            */
    int32_t snapshot_memory_mb; /* for copies of all bots' files; 0: a quarter of the machine's */
} dom_core_limits;

/* Limits of one bot in place of the tournament's; all zero: none (core/own_limits.h). */
typedef struct {
    uint32_t given;         /* bit i: the limit of row i of dom_core_own_limit_rows is set */
    dom_core_limits limits; /* the others are 0                                       */
} dom_core_own_limits;

/* What the tournament says about a bot, beside which one it is. */
typedef struct {
    char bot[33];          /* the bot's own name, if it plays under another one; else "" */
    dom_strings args, env; /* added to its command and its variables                    */
    dom_core_own_limits own_limits;
} dom_core_setting;

/* A bot that takes part. */
typedef struct {
    char name[33];    /* unique in the tournament                            */
    char version[65]; /* hash of its files in hex digits, or DOM_CORE_PERSON_VERSION          */
    char *folder;     /* its snapshot, in which its processes start; NULL: a person               */
    char *args[DOM_CORE_ARGS_MAX + 1]; /* argv, NULL-terminated                    */
    char *env[DOM_CORE_ENV_MAX + 1]; /* "NAME=VALUE", beside the arena's own variables; the same */
    dom_core_setting setting;        /* in args and env already              */
    dom_core_transport transport;
    uint8_t key[DOM_CURVE_BYTES]; /* public key of a remote bot                */
    uint64_t variants;            /* bit i: it plays variant i of the tournament         */
    int32_t memory_mb;            /* the smaller of what it is given and its own limit   */
    int32_t processes;            /* the smaller limit of processes and threads          */
    bool has_begun;  /* the tournament was begun with it, so another version needs `entry --take` */
    bool is_leaving; /* it only finishes sets that it began: no run is refused because it cannot be
                        started, and it is started when a match needs it                */
} dom_core_entrant;

/* What a comparison tests: H0 says that bot 0 is better than bot 1 by elo0, H1 that it is by elo1.
 * */
typedef struct {
    bool is_normalised; /* elo0 and elo1 are in normalised Elo                */
    double elo0, elo1;
    double alpha, beta; /* probability of accepting H1 if H0 is true, and H0 if H1 is true */
} dom_core_compared;

/* The deals of sets of another tournament, which are played again in the place of own ones. */
typedef struct {
    char tournament[65]; /* "": own deals                                        */
    char *sets;          /* set n has the deals of the n-th of these sets (base/number_ranges.h) */
} dom_core_deals;

/* A tournament. */
typedef struct {
    char name[65];
    uint16_t variant_count;
    dom_variant variants[DOM_CORE_VARIANTS_MAX];
    uint16_t bot_count;
    dom_core_entrant *bots;
    dom_core_schedule_kind schedule;
    dom_core_partners partners;
    bool is_seated;             /* one table, bot i in seat i, in place of `schedule` */
    bool compares;              /* a comparison of bots 0 and 1, in place of `schedule` */
    dom_core_compared compared; /* what it tests                                    */
    uint32_t rounds;            /* rounds of a Swiss schedule, else 0               */
    uint32_t seeds;             /* first bots of a gauntlet that are its seeds; 0 means 1 */
    uint32_t sets;              /* duplicate sets per table of bots                 */
    uint32_t concurrency;       /* 0: as many as the machine and the bots allow     */
    dom_core_limits limits;
    uint32_t tolerate;    /* late or illegal answers tolerated per seat and match */
    uint32_t restarts;    /* failed starts that withdraw a bot, and free crashes that a match
                            allows per seat; 0 means 1                         */
    dom_sandbox sandbox;  /* as set; auto: the caller of the core chooses      */
    dom_strings shown;    /* folders and devices of this machine that bots see (bots/shown.h) */
    char baseline[80];    /* results/baseline.h when this was announced; "": none */
    dom_core_deals deals; /* of a comparison that plays deals again */
    bool has_seed;        /* the deals come from `seed`: reproducible, not secret */
    uint64_t seed;
    bool is_rated;       /* its results count in the ratings of all tournaments together */
    bool has_spectators; /* hands of open matches are shown, so it is never rated    */
    double rating_prior;
    char rating_anchor[33]; /* name of the anchor; "" for none                */
    double rating_anchor_elo;
    dom_strings rating_all_round; /* names of variants; empty for the usual ones */
    dom_core_withdrawn withdrawn;
    dom_strings tie_break; /* words of dom_core_tie_break; empty for the usual ones */
    bool hide_names;       /* bots are not told the names of their opponents   */
    bool pins_cores;       /* the bots of a table share one CPU core           */
} dom_core_tournament;

#endif
