/* config/stored_config.h - what the database keeps of a tournament file: one line of JSON, which
 * is written and read here and nowhere else.
 *
 *     {"bots":[{"name":"alpha","version":"0a1..."},
 *              {"name":"beta","sits_out":["draw-2"],"version":"0b2..."}],
 *      "limits":{"bank_ms":0,"increment_ms":0,"move_ms":1000,...},
 *      "rated":true,"schedule":"round-robin","sets":200,
 *      "variants":[{"base":"block-2","name":"block-2","options":{...}},...],...}
 *
 * Keys and words are those of a tournament file (dom_config_keys). Four things stand only here:
 *
 *     "schedule":"compare"  a comparison, with what it tests in `compare`
 *     baseline              the identity of what measures luck (results/luck_baseline.h)
 *     sits_out              of a bot: names of the variants that it does not play
 *     removed               true in a placement whose version was taken off the ladder
 *
 * Texts of earlier versions lack keys that came later. Each field below says what holds then.
 */
#ifndef DOM_CONFIG_STORED_CONFIG_H
#define DOM_CONFIG_STORED_CONFIG_H

#include "core/tournament.h"
#include "schedule/schedule.h"
#include "store/store.h"

#include <jansson.h>

/* How its results become ratings. */
typedef struct {
    double prior;                          /* 0.5 where the text does not say        */
    double anchor_elo;                     /* 1000 where the text does not say       */
    char anchor[DOM_STORE_BOT_NAME_BYTES]; /* the bot that has it; "": the mean has  */
} dom_config_rating;

/* What a stored text says, as far as anybody asks. */
typedef struct {
    dom_schedule_plan_kind kind;
    bool mixes_partners;    /* false where the text does not say            */
    bool is_rated;          /* where the text does not say: all are but comparisons */
    dom_core_limits limits; /* 0 where the text does not say                */
    dom_config_rating rating;
    char baseline[80]; /* "" where none was announced                  */
    /* By bot: bit v where it does not play variant v of the stored tournament. */
    uint64_t sits_out[DOM_SCHEDULE_PLAN_BOTS_MAX];
} dom_config_stored;

/* Read t->config. A value of another type than is written there, or out of the range of its key,
 * counts as not said.
 *
 * out  plain data with nothing to release. Filled in any case, so those who can do with less
 *      need not look at the result: on failure with what could be read, kind is a round-robin
 *      where none is known, and sits_out is zero.
 *
 * Returns DOM_OK, or DOM_E_IO when nobody could tell who meets whom: the text is no JSON or names
 * no schedule, or the tournament has more variants or stages than there can be, or no stage. */
dom_rc dom_config_stored_read(dom_config_stored *out, const dom_store_tournament *t, dom_err *err);

/* What `schedule` says for this kind: "round-robin", "gauntlet", "swiss" or "compare". */
const char *dom_config_schedule_word(dom_schedule_plan_kind kind);

/* The text as JSON, to be compared key by key; a new reference. `rated` is put into a text of an
 * earlier version that lacks it. NULL when it is no JSON object, or out of memory. */
json_t *dom_config_stored_tree(const char *text);

/* Was the version that this placement registered taken off the ladder? */
bool dom_config_is_removed(const char *text);

/* The text with that said or not; malloc'ed, the caller frees. NULL when it is no JSON object, or
 * out of memory. */
char *dom_config_with_removed(const char *text, bool is_removed);

/* The text that is stored of a tournament, and compared when it goes on: canonical JSON with
 * sorted keys and no blanks; every option of every variant, bots by name and version in their
 * order, with the variants that they sit out, never a path. Not in it are `concurrency` and
 * `sandbox`, which may differ from one run to the next: neither changes what is played.
 * malloc'ed, the caller frees; NULL when out of memory. */
char *dom_config_json(const dom_core_tournament *tournament);

#endif
