/* cli/rating_args.h - the options that say how a rating list is made, the same for `leaderboard`
 * and `rate`.
 */
#ifndef DOM_CLI_RATING_ARGS_H
#define DOM_CLI_RATING_ARGS_H

#include "args.h"

#include "results/ranking_kind.h"

typedef struct {
    dom_strings anchors;
    const char *metric;
    int64_t bootstrap;
    double prior;
    bool has_prior, has_draws, is_simultaneous, wants_second;
} dom_cli_rating_args;

/* Their slots; `args` has a field `rating` of this type. */
#define DOM_CLI_RATING_SLOTS(args)                                                                 \
    DOM_CLI_SLOT(DOM_CLI_OPT_ANCHOR, args, rating.anchors),                                        \
        DOM_CLI_SLOT(DOM_CLI_OPT_BOOTSTRAP, args, rating.bootstrap),                               \
        DOM_CLI_SLOT(DOM_CLI_OPT_SIMULTANEOUS, args, rating.is_simultaneous),                      \
        DOM_CLI_SLOT_SAID(DOM_CLI_OPT_PRIOR, args, rating.prior, rating.has_prior),                \
        DOM_CLI_SLOT(DOM_CLI_OPT_DAVIDSON, args, rating.has_draws),                                \
        DOM_CLI_SLOT(DOM_CLI_OPT_METRIC, args, rating.metric),                                     \
        DOM_CLI_SLOT(DOM_CLI_OPT_PLACKETT_LUCE, args, rating.wants_second)

/* Returns DOM_OK, or DOM_E_CONFIG if two of the options exclude each other. */
dom_rc dom_cli_check_rating(const dom_cli_rating_args *args, dom_err *err);

/* Returns the first of the options that was given, such as "--prior"; NULL: none. */
const char *dom_cli_rating_given(const dom_cli_rating_args *args);

/* Returns the kind of list that the options ask for. It borrows the anchors.
 *
 * wants_matrices  as in results/ranking_kind.h */
dom_results_ranking_kind dom_cli_rating_kind(const dom_cli_rating_args *args, bool wants_matrices);

#endif
