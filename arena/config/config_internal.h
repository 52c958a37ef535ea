/* config_internal.h - what the files that read a tournament share.
 *
 *     config.c              file and command line, one after the other, into a tournament
 *     config_keys.c         the table of keys, and where each was said
 *     config_variants.c, config_bots.c     the two keys that are lists
 */
#ifndef DOM_CONFIG_CONFIG_INTERNAL_H
#define DOM_CONFIG_CONFIG_INTERNAL_H

#include "base/path.h"
#include "config/config.h"
#include "yaml/yaml_schema.h"

/* What the table of keys fills. The tournament comes first, so that a row's offset
 * is also right for a dom_core_tournament by itself. */
typedef struct {
    dom_core_tournament t;
    const dom_yaml_node *variants, *bots; /* of several kinds; NULL = not said     */
} dom_config_file;

_Static_assert(offsetof(dom_config_file, t) == 0, "see above");

/* A tournament on its way. */
typedef struct {
    const dom_bots_places *places;
    const dom_config_request *request;
    dom_yaml *yaml;            /* NULL without a file                               */
    dom_yaml_key_lines lines;  /* of the keys in that file                          */
    dom_config_file file;      /* read so far                                       */
    char base[DOM_PATH_BYTES]; /* the file's folder; "" = the working folder    */
    dom_err *err;
} dom_config_reader;

/* The beginning of a message: "spring.yaml:5: bots", "--bots". */
typedef struct {
    char text[DOM_YAML_SHOWN_BYTES + 80];
} dom_config_where;

dom_config_where dom_config_where_of_node(const dom_config_reader *reader,
                                          const dom_yaml_node *node, const char *key);
dom_config_where dom_config_where_of_option(const char *option);

/* The line of the file in which a key was said; 0 where it was not, or there is no file. */
int dom_config_line_of(const dom_config_reader *reader, const char *key);

/* Where a key was said, or belongs: on the command line if `is_requested` or there
 * is no file. */
dom_config_where dom_config_where_of_key(const dom_config_reader *reader, const char *key,
                                         const char *option, bool is_requested);

/* "FILE:LINE: key: PROBLEM; allowed: what the key's help says". */
dom_rc dom_config_fail(const dom_config_reader *reader, const dom_yaml_node *node, const char *key,
                       const char *problem);

/* Fill reader->file.t.variants, then reader->file.t.bots, from the request or the file;
 * bots need the variants and limits. */
dom_rc dom_config_take_variants(dom_config_reader *reader);
dom_rc dom_config_take_bots(dom_config_reader *reader);

/* Different bots that a table of this variant takes. */
int32_t dom_config_bots_at_table(const dom_core_tournament *tournament, const dom_variant *variant);

#endif
