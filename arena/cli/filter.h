/* cli/filter.h - which part of what was played is wanted.
 */
#ifndef DOM_CLI_FILTER_H
#define DOM_CLI_FILTER_H

#include "store/store.h"
#include "words.h"

/* Borrowed. NULL or an empty list: everything. */
typedef struct {
    const char *tournament;
    const dom_strings *variants;
    const dom_strings *bots; /* all of them                                    */
} cli_filter;

/* Are there such variants and bots in the tournaments that are wanted? DOM_E_ABSENT
 * names the first that there is not and the nearest that there is. */
dom_rc cli_filter_check(const cli_filter *filter, dom_store *store, dom_err *err);

/* Is the variant one of those wanted? */
bool cli_filter_variant(const cli_filter *filter, const char *variant);

/* Did every wanted bot sit in this match? */
bool cli_filter_bots(const cli_filter *filter, const dom_store_tournament *t,
                     const dom_store_match *m);

#endif
