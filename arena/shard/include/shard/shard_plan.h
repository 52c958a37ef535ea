/* shard/shard_plan.h - plans the shards of a tournament.
 */
#ifndef DOM_SHARD_SHARD_PLAN_H
#define DOM_SHARD_SHARD_PLAN_H

#include "bots/places.h"
#include "config/config.h"
#include "shard/folder.h"

/* All pointers are borrowed. */
typedef struct {
    const dom_home *home;       /* where bots are found; its database is not touched            */
    dom_bots_places places;     /* of that home                                              */
    dom_config_request request; /* the tournament: a file, or what `compare` compares        */
    bool has_seed;              /* the deals come from `seed`, instead of a random secret    */
    uint64_t seed;
    const char *folder; /* the shard folder: a new one, or one whose plan was merged */
    uint32_t shards;    /* 1..DOM_SHARD_COUNT_MAX                                    */
} dom_shard_plan_spec;

/* Plans what is missing of the tournament, in whole duplicate sets, and fills the shard folder. A
 * folder whose plan was merged completely continues with what the file adds, or with the next round
 * of a Swiss. The expected time of a set is the sum over its seats of the bot's mean time per match
 * in this variant, from arena.db; 1 ms for a bot without matches.
 *
 * plan  receives the plan; clear it also after a failure
 *
 * Returns DOM_OK; DOM_E_CONFIG if the file or the folder cannot be used: an error in the file, a
 * remote bot, an earlier plan that is not merged, a comparison in the folder, or nothing to play;
 * DOM_E_INTERRUPTED; DOM_E_IO; DOM_E_NOMEM. After a failure the folder has no new plan. It may have
 * lost plan.json and the reports of the earlier one, whose matches are all in arena.db. */
dom_rc dom_shard_plan_make(dom_shard_plan *plan, const dom_shard_plan_spec *spec, dom_err *err);

#endif
