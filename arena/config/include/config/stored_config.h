/* config/stored_config.h - the configuration as the database stores it: one line of JSON, which
 * only this file writes and reads.
 *
 *     {"bots":[{"name":"alpha","version":"0a1..."},
 *              {"name":"beta","sits_out":["draw-2"],"version":"0b2..."}],
 *      "limits":{"bank_ms":0,"increment_ms":0,"move_ms":1000,...},
 *      "rated":true,"schedule":"round-robin","sets":200,
 *      "variants":[{"base":"block-2","name":"block-2","options":{...}},...],...}
 *
 * Keys and words are those of a tournament file (dom_config_keys, dom_config_entry_keys). A bot has
 * `bot`, its own name, only if it plays under another one, and `limits` only if it has own ones.
 * Six things stand only here:
 *
 *     "schedule":"compare"  a comparison, with what it tests in `compare`
 *     baseline              the identity of the baseline (results/baseline.h)
 *     deals_of              `tournament` and `sets` whose deals a comparison plays again
 *     sits_out              of a bot: names of the variants that it does not play
 *     removed               true in a placement whose version was removed from the ladder
 *     tag                   of a placement: what people call its version
 *
 * Texts of earlier programs lack keys that were added later. Each field below says what holds then.
 */
#ifndef DOM_CONFIG_STORED_CONFIG_H
#define DOM_CONFIG_STORED_CONFIG_H

#include "core/tournament.h"
#include "schedule/schedule.h"
#include "store/store.h"

#include <jansson.h>

/* How its results become ratings. */
typedef struct {
    double prior;                          /* 0.5 if the text lacks it               */
    double anchor_elo;                     /* 1000 if the text lacks it              */
    char anchor[DOM_STORE_BOT_NAME_BYTES]; /* the bot with this rating; "": the mean */
} dom_config_rating;

/* The words of dom_core_tie_break in a tournament file, and a NULL. */
extern const char *const dom_config_tie_words[];

/* What decides the places of a tournament, in this order. */
typedef struct {
    size_t count;
    dom_core_tie_break by[DOM_CORE_TIE_BREAKS];
} dom_config_tie_breaks;

/* The parts of a stored configuration that readers need. */
typedef struct {
    dom_schedule_plan_kind kind;
    uint32_t seeds;         /* of a gauntlet; 1 if the text lacks it        */
    bool mixes_partners;    /* false if the text lacks it                   */
    bool is_rated;          /* if the text lacks it: true, but false for a comparison */
    bool has_spectators;    /* false if the text lacks it                   */
    bool hides_names;       /* false if the text lacks it                   */
    dom_core_limits limits; /* 0 if the text lacks them; some bots have own ones */
    dom_config_rating rating;
    dom_core_withdrawn withdrawn; /* DOM_CORE_WITHDRAWN_VOID if the text lacks it */
    dom_config_tie_breaks ties;   /* share, direct, points if the text lacks them */
    char baseline[80];            /* "" if none was announced                     */
    dom_core_compared compared;   /* of a comparison; all 0 if the text lacks it, which no test can
                                   use */
    /* By bot: bit v is set if it does not play variant v of the stored tournament. */
    uint64_t sits_out[DOM_SCHEDULE_PLAN_BOTS_MAX];
} dom_config_stored;

/* Reads t->config. A value of another type than is written, or out of the range of its key, counts
 * as missing.
 *
 * out  plain data that needs no release. It is filled in any case, so a caller that can do with
 *      less may ignore the result. On failure it has what could be read; an unknown kind is a round
 *      robin, and sits_out is zero.
 *
 * Returns DOM_OK, or DOM_E_IO if the pairings cannot be known: the text is not JSON or names no
 * schedule, or the tournament has too many variants or stages, or no stage. */
dom_rc dom_config_stored_read(dom_config_stored *out, const dom_store_tournament *t, dom_err *err);

/* Where the deals of a set come from: their key follows from the secret of the set's stage, this
 * name and this number. */
typedef struct {
    char tournament[DOM_STORE_TOURNAMENT_NAME_BYTES];
    uint32_t set;
} dom_config_deals;

/* Returns it: the tournament's own name and the set's own number, unless the tournament plays deals
 * of another one again. Cheap enough to be called for each match. */
dom_config_deals dom_config_deals_of(const dom_store_tournament *t, uint32_t set);

/* Returns the variants that rating.all_round names, which the caller clears; none if the text lacks
 * them or memory. */
dom_strings dom_config_stored_all_round(const char *text);

/* Returns the paths that `show` names, in the same way. */
dom_strings dom_config_stored_shown(const char *text);

/* Sets *out to what a tournament says about the bot of this name; to nothing if the text lacks it.
 * The caller clears the lists, also after an error. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_config_stored_setting(dom_core_setting *out, const char *text, const char *name,
                                 dom_err *err);
void dom_config_setting_clear(dom_core_setting *setting);

/* Returns the same for readers: a map with those of the keys bot, args, env and limits that the
 * text has, as a new reference. NULL when out of memory. */
json_t *dom_config_stored_setting_json(const char *text, const char *name);

/* Fills the limits of some bots of a tournament: its own, but for what it says about the bot. bots
 * has the numbers of `count` bots. They are 0 if the text lacks them. */
void dom_config_stored_limits(dom_core_limits out[], const char *text, const uint16_t bots[],
                              size_t count);

/* Returns the word of this kind: "round-robin", "gauntlet", "swiss" or "compare". */
const char *dom_config_schedule_word(dom_schedule_plan_kind kind);

/* Returns the text as JSON for a comparison key by key, as a new reference. `rated`, `spectators`,
 * `seeds`, `withdrawn`, `show`, `tie_break` and `deals_of` are added if the text lacks them, with
 * what it then means. NULL if the text is not a JSON object, or when out of memory. */
json_t *dom_config_stored_tree(const char *text);

enum { DOM_CONFIG_TAG_MAX = 32 }; /* letters of a tag */

/* What was noted in a placement about the version that it registered. All zero: nothing. */
typedef struct {
    bool is_removed; /* the version was removed from the ladder */
    char tag[DOM_CONFIG_TAG_MAX + 1];
} dom_config_mark;

/* Returns the mark of this text. */
dom_config_mark dom_config_mark_of(const char *text);

/* Returns the text with this mark instead of the one that it has. The caller frees it. NULL if the
 * text is not a JSON object, or when out of memory. */
char *dom_config_with_mark(const char *text, const dom_config_mark *mark);

/* Returns the text with one bot more, which sits out every variant because it plays in the place of
 * another one (store/entries.h). The caller frees it. NULL as above. */
char *dom_config_with_version(const char *text, const dom_store_tournament *t,
                              const dom_store_bot *bot);

/* Returns the text that is stored for a tournament, and compared when it is resumed: canonical JSON
 * with sorted keys and without blanks. It has every option of every variant, and the bots in their
 * order by name and version with the variants that they sit out, but no paths. It lacks
 * `concurrency` and `sandbox`, because these may differ between runs and do not change what is
 * played. The caller frees it; NULL when out of memory. */
char *dom_config_json(const dom_core_tournament *tournament);

#endif
