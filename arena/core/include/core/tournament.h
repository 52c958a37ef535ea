/* core/tournament.h - a tournament as it is to be played: everything that the
 * tournament file and the command line decide, checked and complete.
 *
 * Plain data. Texts and arrays belong to whoever filled the struct (config/config.h)
 * and outlive the run.
 */
#ifndef DOM_CORE_TOURNAMENT_H
#define DOM_CORE_TOURNAMENT_H

#include "base/curve.h"
#include "base/sandbox.h"
#include "rules/variant.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_CORE_BOTS_MAX = 1000,
    DOM_CORE_VARIANTS_MAX = 64, /* as many as a `welcome` can list      */
    DOM_CORE_ARGS_MAX = 64
};

/* A remote bot runs on another machine, or on this one without being started by us. */
typedef enum {
    DOM_CORE_TRANSPORT_ZMQ,
    DOM_CORE_TRANSPORT_STDIO,
    DOM_CORE_TRANSPORT_REMOTE
} dom_core_transport;
typedef enum {
    DOM_CORE_SCHEDULE_ROUND_ROBIN,
    DOM_CORE_SCHEDULE_GAUNTLET,
    DOM_CORE_SCHEDULE_SWISS
} dom_core_schedule_kind;

/* Who plays in a team: a bot is its own partner, or every pair of bots is one. */
typedef enum { DOM_CORE_PARTNERS_SELF, DOM_CORE_PARTNERS_MIXED } dom_core_partners;

/* A bot that takes part. */
typedef struct {
    char name[33];                     /* registered name, unique in the tournament           */
    char version[65];                  /* hex hash of its content                             */
    char *folder;                      /* its snapshot: working folder of its processes       */
    char *args[DOM_CORE_ARGS_MAX + 1]; /* argv, NULL-terminated                    */
    dom_core_transport transport;
    uint8_t key[DOM_CURVE_BYTES]; /* public, of a remote bot                   */
    uint64_t variants;            /* bit per tournament variant that it plays            */
    int32_t memory_mb;            /* the smaller of the tournament's and its own         */
    int32_t processes;
} dom_core_entrant;

typedef struct {
    int32_t startup_ms;   /* start of the process to a valid hello            */
    int32_t move_ms;      /* per choice                                       */
    int32_t bank_ms;      /* per match and seat, on top                       */
    int32_t increment_ms; /* added to the bank by every answer                */
    int32_t
        margin_ms; /* added to every deadline for the way of the messages                       */
    int32_t memory_mb; /* per process tree of a bot                        */
    int32_t processes; /* processes and threads of a bot's tree            */
} dom_core_limits;

/* What a comparison tests: is bot 0 better than bot 1 by elo1 rather than by elo0? */
typedef struct {
    bool is_normalised; /* both in normalised Elo                             */
    double elo0, elo1;
    double alpha, beta; /* how often elo1 is accepted at elo0, and elo0 at elo1 */
} dom_core_compared;

typedef struct {
    char name[65];
    uint16_t variant_count;
    dom_variant variants[DOM_CORE_VARIANTS_MAX];
    uint16_t bot_count;
    dom_core_entrant *bots;
    dom_core_schedule_kind schedule;
    dom_core_partners partners;
    bool compares;              /* bots 0 and 1, and no other schedule               */
    dom_core_compared compared; /* ... in this way                                   */
    uint32_t rounds;            /* of a Swiss system, else 0                        */
    uint32_t sets;              /* duplicate sets per pairing or table              */
    uint32_t concurrency;       /* tables at once, 0 = as the machine and bots allow */
    dom_core_limits limits;
    uint32_t tolerate;   /* late or illegal answers forgiven per seat and match */
    uint32_t restarts;   /* failed starts after which a bot is withdrawn, and free ends in a
                            match; 0 is as 1                                   */
    dom_sandbox sandbox; /* auto: as the caller of the core finds             */
    char baseline[80];   /* luck's control as it was when this was announced, "" = none */
    bool has_seed;       /* deals reproducible and not secret                */
    uint64_t seed;
    bool is_rated; /* its results count in the ratings of all tournaments together */
    double rating_prior;
    char rating_anchor[33]; /* bot name, "" for none                          */
    double rating_anchor_elo;
    bool hide_names; /* bots are not told the names of their opponents         */
    bool pins_cores; /* the bots of a table share one core of their own  */
} dom_core_tournament;

#endif
