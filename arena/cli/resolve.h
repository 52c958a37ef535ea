/* cli/resolve.h - from what a person calls a bot to a snapshot that can be run.
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
#ifndef DOM_CLI_RESOLVE_H
#define DOM_CLI_RESOLVE_H

#include "config.h"
#include "manifest.h"
#include "snapshot.h"

enum { DOM_COPIES_MAX = 99 }; /* number of the last copy of a bot              */

typedef struct {
    char name[DOM_BOT_NAME_MAX + 1]; /* with the number of the copy            */
    dom_snapshot snapshot;
    dom_manifest manifest; /* the snapshot's                                   */
} dom_bot;

/* Whence a word comes. */
typedef struct {
    const dom_config_places *places;
    const char *base;  /* folder that relative paths start from; NULL = "."    */
    const char *where; /* begins messages: "--bots", "spring.yaml:5: bots"     */
} dom_bot_context;

/* Find a bot, take its snapshot (building it if need be) and read its manifest.
 *
 * out  filled; release with dom_bot_clear. All zero on failure.
 *
 * A name that is a folder's, too, gets a line on stderr that tells the two apart.
 *
 * Returns DOM_OK; DOM_E_CONFIG with "WHERE: what; allowed: ..." or, for what is wrong
 * in a manifest, "FOLDER/bot.yaml:LINE: ..."; DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_bot_resolve(dom_bot *out, const dom_bot_context *context, const char *word,
                       dom_err *err);

/* The same for a bot that is described at `map`. */
dom_rc dom_bot_resolve_inline(dom_bot *out, const dom_bot_context *context, const dom_yaml *yaml,
                              const dom_node *map, dom_err *err);

void dom_bot_clear(dom_bot *bot);

#endif
