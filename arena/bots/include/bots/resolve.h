/* bots/resolve.h - from what a person calls a bot to a snapshot that can be run.
 *
 *     ./mybot  ../bots/x  .     a folder with a bot.yaml
 *     greedy                    a sample bot that came along; else the newest
 *                               snapshot of that name
 *     greedy@3fa2c1             the snapshot whose version begins so
 *     greedy@latest             the snapshot that was taken last
 *     greedy@previous           the one that was taken before it
 *     greedy#2  ./mybot#2       a second copy (2..99), under that name
 *
 * A tournament file may also describe a bot on the spot (inline).
 */
#ifndef DOM_BOTS_RESOLVE_H
#define DOM_BOTS_RESOLVE_H

#include "bots/manifest.h"
#include "bots/places.h"
#include "bots/snapshot.h"

enum { DOM_BOTS_COPIES_MAX = 99 }; /* number of the last copy of a bot              */

typedef struct {
    char name[DOM_BOTS_NAME_MAX + 1]; /* with the number of the copy            */
    dom_bots_snapshot snapshot;
    dom_bots_manifest manifest; /* the snapshot's                                   */
} dom_bots_resolved;

/* Whence a word comes. */
typedef struct {
    const dom_bots_places *places;
    const char *base;  /* folder that relative paths start from; NULL = "."    */
    const char *where; /* begins messages: "--bots", "spring.yaml:5: bots"     */
} dom_bots_context;

/* Find a bot, take its snapshot (building it if need be) and read its manifest.
 *
 * out  filled; release with dom_bots_resolved_clear. All zero on failure.
 *
 * A name that is a folder's, too, gets a remark that tells the two apart.
 *
 * Returns DOM_OK; DOM_E_CONFIG with "WHERE: what; allowed: ..." or, for what is wrong
 * in a manifest, "FOLDER/bot.yaml:LINE: ..."; DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_bots_resolve(dom_bots_resolved *out, const dom_bots_context *context, const char *word,
                        dom_err *err);

/* The same for a bot that is described at `map`. */
dom_rc dom_bots_resolve_inline(dom_bots_resolved *out, const dom_bots_context *context,
                               const dom_yaml *yaml, const dom_yaml_node *map, dom_err *err);

void dom_bots_resolved_clear(dom_bots_resolved *bot);

#endif
