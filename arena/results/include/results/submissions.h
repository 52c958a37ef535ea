/* results/submissions.h - which versions of bots were submitted, as far as stored tournaments tell.
 *
 * A version is registered by its placement: gauntlets of which it is the first bot, called
 * ladder-VERSION-1, -2, ... with the first DOM_RESULTS_PLACEMENT_DIGITS digits of its version. They
 * are the only record of it; the configuration of the first one also notes its removal and its tag
 * (config/stored_config.h). Whether its files are still there is for the ladder (ladder/ladder.h)
 * to say.
 */
#ifndef DOM_RESULTS_SUBMISSIONS_H
#define DOM_RESULTS_SUBMISSIONS_H

#include "base/string_list.h"
#include "config/stored_config.h"
#include "store/store.h"

enum { DOM_RESULTS_PLACEMENT_DIGITS = 16 };

/* A version that was submitted. */
typedef struct {
    char name[DOM_STORE_BOT_NAME_BYTES];
    char version[DOM_STORE_BOT_VERSION_BYTES];
    int64_t registered_ms;   /* Unix time at which its first placement began  */
    dom_strings variants;    /* that it was placed in                         */
    dom_strings played;      /* of them, under today's rules in a tournament that is finished */
    dom_strings tournaments; /* its placements, the first one first           */
    dom_config_mark mark;    /* whether it was removed and not submitted again since; its tag */
} dom_results_submission;

/* In the order of their registration. All zero is the empty list. */
typedef struct {
    size_t count, room;
    dom_results_submission *item;
} dom_results_submissions;

/* Name the placement of a version with this number, from 1: "ladder-0123456789abcdef-2". */
void dom_results_placement_name(char out[static DOM_STORE_TOURNAMENT_NAME_BYTES],
                                const char *version, size_t number);

/* Note the tournament if it is a placement; tournaments come in the order in which they were
 * begun. DOM_E_NOMEM is the only failure, and leaves a list that may only be cleared. */
dom_rc dom_results_submissions_add(dom_results_submissions *s, const dom_store_tournament *t,
                                   dom_err *err);

void dom_results_submission_clear(dom_results_submission *s);
void dom_results_submissions_clear(dom_results_submissions *s);

/* The version with this hash, or NULL. */
const dom_results_submission *dom_results_submissions_find(const dom_results_submissions *s,
                                                           const char *name, const char *version);

/* Returns true if the version is one of this name, is not removed, and has the tag. NULL: any tag,
 * or none. */
bool dom_results_submission_is(const dom_results_submission *s, const char *name, const char *tag);

/* Was any version of this name submitted? */
bool dom_results_submissions_has_name(const dom_results_submissions *s, const char *name);

#endif
