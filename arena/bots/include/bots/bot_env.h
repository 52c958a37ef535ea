/* bots/bot_env.h - reads `env`: the environment variables that a manifest, or an entry of a
 * tournament, gives a bot's processes beside those that the arena sets.
 *
 *     env: {OMP_NUM_THREADS: 1, MODEL: small}
 *
 * A name has letters, digits and '_', does not begin with a digit, and has at most
 * DOM_BOTS_ENV_NAME_MAX letters. Refused are the variables that the arena sets itself and those
 * that change how the programs of the system work: PATH, HOME, TMPDIR, PWD, LANG, and all that
 * begin with DOMINO_ARENA_, LC_ or LD_.
 */
#ifndef DOM_BOTS_BOT_ENV_H
#define DOM_BOTS_BOT_ENV_H

#include "base/string_list.h"
#include "yaml/yaml_document.h"

#include <jansson.h>

enum { DOM_BOTS_ENV_NAME_MAX = 64, DOM_BOTS_ENV_VALUE_MAX = 1024 };

/* What `env` allows, for tables of keys (yaml/yaml_schema.h). */
extern const char dom_bots_env_help[];

/* Reads the map `node` and adds a text "NAME=VALUE" for each variable to `out`.
 *
 * faults  NULL: the first fault ends reading. Else each fault is added to it (dom_err_collect), and
 *         DOM_OK is returned with the rest in `out`.
 *
 * Returns DOM_OK; DOM_E_CONFIG with "FILE:LINE: env.NAME: what; allowed: ..."; DOM_E_NOMEM. The
 * caller clears `out`, also after an error. */
dom_rc dom_bots_env_read(dom_strings *out, const dom_yaml *yaml, const dom_yaml_node *node,
                         dom_strings *faults, dom_err *err);

/* Sets a variable of a list of such texts; one of that name is replaced. Returns false, with the
 * list unchanged, when out of memory. */
bool dom_bots_env_set(dom_strings *list, const char *variable);

/* Returns the variables as a map of JSON, which can be read as `env`. NULL when out of memory. */
json_t *dom_bots_env_json(const dom_strings *list);

/* Adds the variables of such a map, which may be NULL; values of another type are left out. Returns
 * false when out of memory. */
bool dom_bots_env_read_json(dom_strings *out, const json_t *map);

#endif
