/* yaml/yaml_schema.h - reads YAML by a table: one row per key has its type, range,
 * default and help, and the field of a struct for its value.
 *
 * The same rows read a file, fill in defaults, write JSON and list themselves for
 * people. Tournament files (config.c) and bot manifests (manifest.c) are two such
 * tables.
 */
#ifndef DOM_YAML_YAML_SCHEMA_H
#define DOM_YAML_YAML_SCHEMA_H

#include "base/err.h"
#include "base/string_list.h"
#include "base/text.h"
#include "yaml/yaml_document.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_YAML_KEYS_MAX = 40,        /* most rows of a table */
    DOM_YAML_KEY_PATH_BYTES = 64,  /* "rating.anchor.name"                          */
    DOM_YAML_LIST_TEXT_MAX = 4096, /* bytes of one text of a list                  */
    DOM_YAML_LIST_NAME_MAX = 32    /* bytes of one name of a list                  */
};

/*   type            field           min..max                                    */
typedef enum {
    DOM_YAML_KEY_WHOLE, /* int32_t, uint32_t, uint64_t: the number; 0 <= min. `words[v]`,
                           if there are words, may be written for the value v        */
    DOM_YAML_KEY_REAL,  /* double: the number; min and max are whole */
    DOM_YAML_KEY_BOOL,  /* bool: unused                                              */
    DOM_YAML_KEY_WORD,  /* enum: unused. words[v] is written for the value v         */
    DOM_YAML_KEY_NAME,  /* char array: longest in bytes is max                       */
    DOM_YAML_KEY_TEXT,  /* char array: longest in bytes is max                       */
    DOM_YAML_KEY_NAMES, /* dom_strings: entries; only `words`, if there are any      */
    DOM_YAML_KEY_ARGS,  /* dom_strings: entries; any text, "" too but for the first  */
    DOM_YAML_KEY_WORDS, /* dom_strings: entries; any text                            */
    DOM_YAML_KEY_PATHS, /* dom_strings: entries; texts that begin with '/' or '~'    */
    DOM_YAML_KEY_GROUP, /* none: a map of the rows whose path continues this one's   */
    DOM_YAML_KEY_NODE   /* const dom_yaml_node *: the caller reads it; not null. Its help text says
                           what it allows */
} dom_yaml_key_type;

enum {
    DOM_YAML_KEY_REQUIRED = 1,
    DOM_YAML_KEY_NULLABLE = 2, /* null may be written: NAME "", WHOLE not `given`  */
    DOM_YAML_KEY_LOCAL = 4     /* concerns this machine or run: not in the JSON */
};

typedef struct {
    const char *path; /* such as "sets", or within a group "limits.move_ms" */
    dom_yaml_key_type type;
    unsigned flags;
    size_t offset; /* offset of the field in the target */
    size_t bytes;  /* size of the field */
    int64_t min, max;
    const char *const *words; /* WORD, WHOLE: NULL-terminated; the index is the value. NAMES: what
                                 may be an entry */
    size_t given; /* NULLABLE WHOLE: offset of a bool that says whether a number was given; 0: no
                     such field */
    const char *fallback; /* default, as it would be written; NULL: the field stays zero, which
                             means "not given" */
    const char *help;     /* one line for a person, no full stop          */
} dom_yaml_key;

typedef struct {
    const char *what; /* for messages, such as "tournament file" */
    const dom_yaml_key *row;
    size_t count; /* at most DOM_YAML_KEYS_MAX                                     */
} dom_yaml_key_table;

/* What was said about each key of a table. */
typedef struct {
    int line[DOM_YAML_KEYS_MAX];      /* in which it was given; 0: not given */
    bool is_wrong[DOM_YAML_KEYS_MAX]; /* its value is wrong, or an unknown key was probably meant as
                                         it. The field then has its default, so it must not be
                                         compared with others. */
} dom_yaml_key_lines;

/* Sets every field that has a default. The others are not touched: pass a zeroed struct. */
void dom_yaml_schema_defaults(const dom_yaml_key_table *table, void *target);

/* Reads a map into `target`, which holds the defaults. It refuses anything that is not
 * a map, unknown keys, keys given twice, missing required keys, wrong types, values out
 * of range, and words that are not allowed.
 *
 * lines   receives the line of each key; may be NULL.
 * faults  NULL: the first fault ends reading. Else each fault of a key is added to it
 *         (dom_err_collect) and reading continues with the next key.
 *
 * Returns DOM_OK, also if faults were collected; DOM_E_CONFIG or DOM_E_NOMEM with the message in
 * `err`. What is not a map is never collected. The caller clears the lists in the target, also
 * after an error. */
dom_rc dom_yaml_schema_read(const dom_yaml_key_table *table, const dom_yaml *yaml,
                            const dom_yaml_node *map, void *target, dom_yaml_key_lines *lines,
                            dom_strings *faults, dom_err *err);

/* Sets one field from its text, as if it were written in a file, for WHOLE, REAL, BOOL, WORD,
 * NAME and TEXT. Returns DOM_OK, or DOM_E_CONFIG with "what is wrong; allowed: ...". */
dom_rc dom_yaml_key_set(const dom_yaml_key *key, void *target, const char *text, dom_err *err);

/* Adds what a key allows, such as "1..3600000" or "auto, none, limits". For a group, whose keys
 * are other rows, it is "a map of ". */
void dom_yaml_key_write_allowed(const dom_yaml_key *key, dom_text *out);

/* Returns every field as JSON, nested as in the file. NODE rows, LOCAL rows, and fields without
 * a default that were not given are left out. The reference is new; NULL without memory. */
json_t *dom_yaml_schema_json(const dom_yaml_key_table *table, const void *target);

/* Reads what dom_yaml_schema_json wrote: sets each field that `object` has. A field keeps its
 * value if the object lacks it or has a value that dom_yaml_schema_json cannot have written:
 * another type, a number out of range, a word that is not allowed. A list that is not empty
 * keeps its entries; the caller clears the lists in the target. Keys without a row are ignored.
 * `object` may be NULL, which has no fields. */
void dom_yaml_schema_read_json(const dom_yaml_key_table *table, const json_t *object, void *target);

/* Returns the row of that path, or NULL. */
const dom_yaml_key *dom_yaml_key_find(const dom_yaml_key_table *table, const char *path);

#endif
