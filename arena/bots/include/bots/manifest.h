/* bots/manifest.h - reads bot.yaml, the manifest: the bot's name, how it is built and started, and
 * which variants it plays.
 *
 * The same keys describe a bot within a tournament file (an inline bot). One table (manifest.c) has
 * all keys.
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

/* Whether a bot that names its variants also plays a tournament's own variants with such a base. */
typedef enum { DOM_BOTS_DERIVED_PLAYED, DOM_BOTS_DERIVED_REFUSED } dom_bots_derived;

/* A zeroed struct is an empty manifest. */
typedef struct {
    char name[DOM_BOTS_NAME_MAX + 1];
    dom_strings run;                             /* argv, without a shell; empty for a remote bot */
    dom_strings env;                             /* "NAME=VALUE" each (bots/bot_env.h) */
    dom_strings build[DOM_BOTS_BUILD_STEPS_MAX]; /* argvs that are run one after the other */
    size_t build_steps;
    dom_core_transport transport;
    char key[DOM_CURVE_LETTERS + 1]; /* public key of a remote bot, else ""    */
    dom_strings variants;            /* names of the variants that it plays; empty = all */
    int variants_line;               /* line of the key `variants`; 0 = missing */
    dom_bots_derived derived;
    char author[201], url[201], language[65];
    int32_t memory_mb; /* at most the tournament's limit; 0 = that limit       */
    int32_t processes; /* the same                                            */
} dom_bots_manifest;

/* Reads FOLDER/bot.yaml, which is a file in the folder or a link to one.
 *
 * out  filled; release it with dom_bots_manifest_clear; zeroed on failure
 *
 * Returns DOM_OK, DOM_E_CONFIG with "file:line: key: what; allowed: ...",
 * DOM_E_IO or DOM_E_NOMEM. */
dom_rc dom_bots_manifest_load(dom_bots_manifest *out, const char *folder, dom_err *err);

/* Reads a manifest from a map of an open file.
 *
 * faults  NULL: the first fault ends reading. Else each fault is added to it (dom_err_collect), and
 *         DOM_OK is returned with the rest in `out`. */
dom_rc dom_bots_manifest_read(dom_bots_manifest *out, const dom_yaml *yaml,
                              const dom_yaml_node *map, dom_strings *faults, dom_err *err);

void dom_bots_manifest_clear(dom_bots_manifest *manifest);

/* Returns the table of keys of bot.yaml, which `settings bot` prints. */
const dom_yaml_key_table *dom_bots_manifest_keys(void);

/* Writes a bot's name; for a copy (copy > 0) with its number, such as "greedy#2". Returns DOM_OK,
 * or DOM_E_CONFIG if the name is too long; the message begins with `where`, and `out` has a part of
 * it. */
dom_rc dom_bots_manifest_bot_name(char out[static DOM_BOTS_NAME_MAX + 1], const char *name,
                                  int copy, const char *where, dom_err *err);

/* Returns true if the bot plays the variant: its manifest names no variants, or names this one, or
 * names the base of this one, which is a tournament's own variant, and does not say `derived:
 * false`. */
bool dom_bots_manifest_plays(const dom_bots_manifest *manifest, const dom_variant *variant);

/* Returns the manifest as the text of a bot.yaml. Equal manifests give equal
 * texts. The caller frees it; NULL when out of memory. */
char *dom_bots_manifest_text(const dom_bots_manifest *manifest);

#endif
