/* cli/config_parts.h - what the files that read a tournament share. Private to
 * config.c, config_variants.c and config_bots.c.
 */
#ifndef DOM_CLI_CONFIG_PARTS_H
#define DOM_CLI_CONFIG_PARTS_H

#include "config.h"
#include "yaml_table.h"

/* What the table of keys fills. The tournament comes first, so that a row's offset
 * is also right for a dom_tournament by itself. */
typedef struct {
    dom_tournament t;
    const dom_node *variants, *bots; /* of several kinds; NULL = not said     */
} dom_config_file;

_Static_assert(offsetof(dom_config_file, t) == 0, "see above");

/* A tournament on its way. */
typedef struct {
    const dom_config_places *places;
    const dom_config_request *request;
    dom_yaml *yaml;            /* NULL without a file                               */
    dom_key_lines lines;       /* of the keys in that file                          */
    dom_config_file file;      /* read so far                                       */
    char base[DOM_PATH_BYTES]; /* the file's folder; "" = the working folder    */
    dom_err *err;
} dom_load;

/* The beginning of a message: "spring.yaml:5: bots", "--bots". */
typedef struct {
    char text[DOM_SHOWN_BYTES + 80];
} dom_place;

dom_place dom_place_of_node(const dom_load *load, const dom_node *node, const char *key);
dom_place dom_place_of_option(const char *option);

/* Where a key was said, or belongs: on the command line if `is_requested` or there
 * is no file. */
dom_place dom_place_of_key(const dom_load *load, const char *key, const char *option,
                           bool is_requested);

/* "FILE:LINE: key: PROBLEM; allowed: what the key's help says". */
dom_rc dom_load_fail(const dom_load *load, const dom_node *node, const char *key,
                     const char *problem);

/* Fill load->file.t.variants, then load->file.t.bots, from the request or the file;
 * bots need the variants and limits. */
dom_rc dom_load_variants(dom_load *load);
dom_rc dom_load_bots(dom_load *load);

/* Different bots that a table of this variant takes. */
int32_t dom_bots_at_table(const dom_tournament *tournament, const dom_variant *variant);

#endif
