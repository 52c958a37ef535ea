/* analysis/summary.h - what the values of many matches say: of each bot, and the costliest choices.
 *
 *     dom_analysis_summary summary = {.costliest_max = 10};
 *     for each match: rc = dom_analysis_summary_add(&summary, t, m, &values, err);
 *     dom_analysis_summary_end(&summary);
 *     ...
 *     dom_analysis_summary_clear(&summary);
 *
 * Intervals are over duplicate sets, because the matches of a set have the same deals.
 */
#ifndef DOM_ANALYSIS_SUMMARY_H
#define DOM_ANALYSIS_SUMMARY_H

#include "analysis/match_values.h"
#include "store/store.h"

/* A mean over items whose interval is over sets. */
typedef struct {
    double sum, count;   /* of the set that is being added      */
    double sums, counts; /* of all sets before                  */
    double sums2, counts2, product;
    uint64_t sets;
} dom_analysis_mean;

/* Adds `count` items to the set that is being added. */
void dom_analysis_mean_add(dom_analysis_mean *m, double sum, double count);

/* Ends that set. One without items does not count. */
void dom_analysis_mean_end_set(dom_analysis_mean *m);

/* Returns the mean of the items of all sets that have ended; 0 without items. */
double dom_analysis_mean_of(const dom_analysis_mean *m);

/* Returns half the width of the 95 % interval; infinite for fewer than two sets. */
double dom_analysis_half_width(const dom_analysis_mean *m);

/* A part of all choices, such as those before the lead. The parts of a group have each choice once.
 */
typedef struct {
    const char *group, *name;
    bool (*has)(const dom_analysis_choice *choice, dom_action taken);
} dom_analysis_part;

enum { DOM_ANALYSIS_PARTS = 9 };
extern const dom_analysis_part dom_analysis_parts[DOM_ANALYSIS_PARTS];

/* A bot in a variant. Sums over rounds are in match points. */
typedef struct {
    char bot[DOM_STORE_BOT_NAME_BYTES], version[DOM_STORE_BOT_VERSION_BYTES];
    char variant[DOM_VARIANT_NAME_BYTES];
    /* Other options of the same variant, as before a correction of its rules, are another row. */
    dom_options options;
    size_t order; /* rows that were there when it was added first: versions in their order */
    uint64_t set; /* that is being added, with its tournament */
    int64_t tournament;
    uint64_t matches, rounds, choices, skipped;
    uint64_t best; /* choices of the action with the largest value */
    uint64_t rounds_left_out;
    double expectation, luck, deal_luck, skill, result; /* summed up over rounds */
    double caused[DOM_SEARCH_CAUSES]; /* the same; all 0 without has_causes in the plan */
    double loss;                      /* summed up over choices */
    dom_analysis_mean skill_of_round, loss_of_choice;
    dom_analysis_mean loss_before_end; /* of a choice, without rounds that could end the match */
    dom_analysis_mean loss_of_part[DOM_ANALYSIS_PARTS];
    dom_analysis_mean open_loss; /* of a choice that was solved (analysis/open_loss.h) */
    dom_analysis_mean open_loss_of_part[DOM_ANALYSIS_PARTS];
    struct {
        uint64_t choices;
        double loss;
    } fact[DOM_ANALYSIS_FACTS]; /* of the choices that were not best */
} dom_analysis_bot;

/* A costly choice. */
typedef struct {
    char tournament[DOM_STORE_TOURNAMENT_NAME_BYTES];
    uint64_t match;
    char bot[DOM_STORE_BOT_NAME_BYTES];
    char variant[DOM_VARIANT_NAME_BYTES];
    dom_analysis_choice choice;
    dom_action taken, best;
    double taken_value, best_value;
} dom_analysis_costly;

/* Fields are for reading; `costliest_max` and `only_bot` are set before the first match. */
typedef struct {
    size_t costliest_max;
    const char *only_bot; /* the name of the only bot that is looked at; NULL: all; borrowed */
    uint64_t matches;
    dom_analysis_bot *bot; /* by variant and skill after dom_analysis_summary_end */
    size_t bot_count, bot_room;
    dom_analysis_costly *costly; /* the costliest first */
    size_t costly_count, costly_room;
} dom_analysis_summary;

/* Adds a match. Matches of a set come one after another. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_analysis_summary_add(dom_analysis_summary *s, const dom_store_tournament *t,
                                const dom_store_match *m, const dom_analysis_match *values,
                                dom_err *err);
void dom_analysis_summary_end(dom_analysis_summary *s);

/* Returns the row of the version of the same bot that came before this one in the same variant with
 * the same options; NULL if this is the first one. */
const dom_analysis_bot *dom_analysis_version_before(const dom_analysis_summary *s,
                                                    const dom_analysis_bot *b);

/* How much a mean has changed from one version to the next. The interval is that of two independent
 * means: exact if the versions did not play in the same sets. */
typedef struct {
    double mean, half_width;
} dom_analysis_change;
dom_analysis_change dom_analysis_change_of(const dom_analysis_mean *from,
                                           const dom_analysis_mean *to);

void dom_analysis_summary_clear(dom_analysis_summary *s);

#endif
