/* bots/manifest.h - bot.yaml: what a bot is called, how it is built and started.
 *
 * The same keys describe a bot within a tournament file (an inline bot). One
 * table (manifest.c) holds them all.
 */
#ifndef DOM_BOTS_MANIFEST_H
#define DOM_BOTS_MANIFEST_H

#include "base/err.h"
#include "base/string_list.h"
#include "core/tournament.h"
#include "yaml/yaml_schema.h"

enum {
    DOM_BOTS_MANIFEST_VARIANTS_MAX = 256,
    DOM_BOTS_BUILD_STEPS_MAX = 16,
    DOM_BOTS_NAME_MAX = 32 /* letters                                          */
};

#define DOM_BOTS_MANIFEST_FILE "bot.yaml"

/* Does a bot that names its variants also play own variants of a tournament whose base it names? */
typedef enum { DOM_BOTS_DERIVED_PLAYED, DOM_BOTS_DERIVED_REFUSED } dom_bots_derived;

/* All zero is the manifest that says nothing. */
typedef struct {
    char name[DOM_BOTS_NAME_MAX + 1];
    dom_strings run;                             /* argv, no shell; a remote bot's is empty */
    dom_strings build[DOM_BOTS_BUILD_STEPS_MAX]; /* argvs, one after the other     */
    size_t build_steps;
    dom_core_transport transport;
    char key[DOM_CURVE_LETTERS + 1]; /* public, of a remote bot, else ""       */
    dom_strings variants;            /* that it plays, in the words of the file; empty = all */
    int variants_line;               /* where they were said; 0 = not said     */
    dom_bots_derived derived;
    char author[201], url[201], language[65];
    int32_t memory_mb; /* less than the tournament's limits; 0 = as the tournament says   */
    int32_t processes; /* likewise                                            */
} dom_bots_manifest;

/* Read FOLDER/bot.yaml, which is a file of the folder or a link to one.
 *
 * out  filled; release with dom_bots_manifest_clear. All zero on failure.
 *
 * Returns DOM_OK, DOM_E_CONFIG with "file:line: key: what; allowed: ...",
 * DOM_E_IO or DOM_E_NOMEM. */
dom_rc dom_bots_manifest_load(dom_bots_manifest *out, const char *folder, dom_err *err);

/* The same from a map of an open file. */
dom_rc dom_bots_manifest_read(dom_bots_manifest *out, const dom_yaml *yaml,
                              const dom_yaml_node *map, dom_err *err);

void dom_bots_manifest_clear(dom_bots_manifest *manifest);

/* The keys of bot.yaml, for people. */
const dom_yaml_key_table *dom_bots_manifest_keys(void);

/* What the bot is called: its name, a copy (0: none) with its number behind.
 * DOM_E_CONFIG, beginning with `where`, when that is too long; `out` then holds a part. */
dom_rc dom_bots_manifest_bot_name(char out[static DOM_BOTS_NAME_MAX + 1],
                                  const dom_bots_manifest *manifest, int copy, const char *where,
                                  dom_err *err);

/* Does the bot play the variant? It does if it names no variants, names this one, or names the
 * base of this one, which is an own variant of a tournament, and does not refuse such. */
bool dom_bots_manifest_plays(const dom_bots_manifest *manifest, const dom_variant *variant);

/* The manifest as the text of a bot.yaml, without `build`; the same manifest gives
 * the same text. malloc'ed, the caller frees; NULL when out of memory. */
char *dom_bots_manifest_text(const dom_bots_manifest *manifest);

#endif
