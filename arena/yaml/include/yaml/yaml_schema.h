/* yaml/yaml_schema.h - YAML by a table: one row per key says its type, range,
 * default and help, and where in a struct the value belongs.
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
    DOM_YAML_KEYS_MAX = 40,        /* rows of a table                               */
    DOM_YAML_KEY_PATH_BYTES = 64,  /* "rating.anchor.name"                          */
    DOM_YAML_LIST_TEXT_MAX = 4096, /* bytes of one text of a list                  */
    DOM_YAML_LIST_NAME_MAX = 32    /* bytes of one name of a list                  */
};

/*   type            field           min..max                                    */
typedef enum {
    DOM_YAML_KEY_WHOLE, /* int32_t, uint32_t, uint64_t: the number; 0 <= min. `words[v]`,
                      if there are words, may be written for the value v        */
    DOM_YAML_KEY_REAL,  /* double: the number, both ends whole                       */
    DOM_YAML_KEY_BOOL,  /* bool: unused                                              */
    DOM_YAML_KEY_WORD,  /* enum: unused. words[v] is written for the value v         */
    DOM_YAML_KEY_NAME,  /* char array: longest in bytes is max                       */
    DOM_YAML_KEY_TEXT,  /* char array: longest in bytes is max                       */
    DOM_YAML_KEY_NAMES, /* dom_strings: entries                                      */
    DOM_YAML_KEY_ARGS,  /* dom_strings: entries; any text, "" too but for the first  */
    DOM_YAML_KEY_GROUP, /* none: a map of the rows whose path continues this one's   */
    DOM_YAML_KEY_NODE   /* const dom_yaml_node *: kept for the caller to read; not null. Its
                      help says what it allows                                  */
} dom_yaml_key_type;

enum {
    DOM_YAML_KEY_REQUIRED = 1,
    DOM_YAML_KEY_NULLABLE = 2, /* null may be written: NAME "", WHOLE not `given`  */
    DOM_YAML_KEY_LOCAL = 4     /* about this machine or run: not in the JSON       */
};

typedef struct {
    const char *path; /* "sets"; within a group "limits.move_ms"              */
    dom_yaml_key_type type;
    unsigned flags;
    size_t offset; /* of the field in the target                              */
    size_t bytes;  /* of the field                                            */
    int64_t min, max;
    const char *const *words; /* WORD, WHOLE: NULL-terminated, index = value  */
    size_t given;             /* NULLABLE WHOLE: offset of a bool, whether a
                                 number was written; 0 = no such field        */
    const char *fallback;     /* default, as it would be written; NULL = the
                                 field stays zero, which means not said       */
    const char *help;         /* one line for a person, no full stop          */
} dom_yaml_key;

typedef struct {
    const char *what; /* "tournament file", for messages                      */
    const dom_yaml_key *row;
    size_t count; /* at most DOM_YAML_KEYS_MAX                                     */
} dom_yaml_key_table;

/* Where each key of a table was said: its line, 0 = not said. */
typedef struct {
    int line[DOM_YAML_KEYS_MAX];
} dom_yaml_key_lines;

/* Set every field that has a default. The others are left alone: pass a zeroed
 * struct. */
void dom_yaml_schema_defaults(const dom_yaml_key_table *table, void *target);

/* Read a map into `target`, which holds the defaults. Refused: whatever is not a
 * map, unknown keys, keys said twice, required ones not said, wrong types, values
 * out of range and words that are not available here.
 *
 * lines  written; may be NULL.
 *
 * Returns DOM_OK, DOM_E_CONFIG or DOM_E_NOMEM with the message in `err`. Lists in
 * the target are the caller's to clear, in any case. */
dom_rc dom_yaml_schema_read(const dom_yaml_key_table *table, const dom_yaml *yaml,
                            const dom_yaml_node *map, void *target, dom_yaml_key_lines *lines,
                            dom_err *err);

/* Set one field from its text, as if it were written in a file. For WHOLE, REAL,
 * BOOL, WORD, NAME and TEXT. DOM_E_CONFIG with "what is wrong; allowed: ..." */
dom_rc dom_yaml_key_set(const dom_yaml_key *key, void *target, const char *text, dom_err *err);

/* Append what a key allows: "1..3600000"; "auto, none, limits"; "a map of " for a
 * group, whose keys are other rows. */
void dom_yaml_key_write_allowed(const dom_yaml_key *key, dom_text *out);

/* Every field as JSON, nested as in the file. Left out are NODE rows, LOCAL rows
 * and fields without a default that were not said. A new reference, or NULL when
 * out of memory. */
json_t *dom_yaml_schema_json(const dom_yaml_key_table *table, const void *target);

/* Read back what dom_yaml_schema_json wrote: set each field that `object` says. A field stays as it
 * is where the object does not say it, or says what dom_yaml_schema_json cannot have written:
 * another type, a number out of range, a word that is not allowed. What has no row is passed over, as are
 * lists (NAMES and ARGS). `object` may be NULL, which says nothing. */
void dom_yaml_schema_read_json(const dom_yaml_key_table *table, const json_t *object, void *target);

/* The row of that path, or NULL. */
const dom_yaml_key *dom_yaml_key_find(const dom_yaml_key_table *table, const char *path);

#endif
