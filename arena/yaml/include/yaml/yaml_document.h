/* yaml/yaml_document.h - reads a small YAML file completely; every value knows its line.
 *
 * A subset of YAML is accepted: one document in UTF-8 of at most DOM_YAML_BYTES, nested at most
 * DOM_YAML_DEPTH deep, without tags. A few anchors and aliases are allowed. An alias is the same
 * node, so nodes form a graph without copies, and a walk over it must be bounded (the table reader
 * does: it goes no deeper than its table).
 *
 * Every message reads "FILE:LINE: key: what is wrong; allowed: ...".
 */
#ifndef DOM_YAML_YAML_DOCUMENT_H
#define DOM_YAML_YAML_DOCUMENT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    DOM_YAML_BYTES = 1 << 18,  /* size of a file; libyaml is slow on some larger ones */
    DOM_YAML_DEPTH = 16,       /* levels of lists and maps */
    DOM_YAML_ANCHORS = 64,     /* libyaml compares every two of them */
    DOM_YAML_SHOWN_BYTES = 160 /* length of a file's name in a message */
};

/* An open file. It owns its nodes and their texts, which dom_yaml_close frees. */
typedef struct dom_yaml dom_yaml;

/* A value of the file: a word, a list or a map. */
typedef struct yaml_node_s dom_yaml_node;

typedef enum {
    DOM_YAML_NODE_NULL, /* nothing, or null                                        */
    DOM_YAML_NODE_WORD, /* any other scalar, with or without quotes                */
    DOM_YAML_NODE_LIST,
    DOM_YAML_NODE_MAP
} dom_yaml_node_kind;

/* Reads the file at `path`.
 *
 * out  receives a handle that the caller owns and closes with dom_yaml_close(&yaml); NULL on
 *      failure
 *
 * Returns DOM_OK; DOM_E_CONFIG if it cannot be opened, is not a regular file, is empty, or is not
 * in this subset; DOM_E_IO; DOM_E_NOMEM. */
dom_rc dom_yaml_open(dom_yaml **out, const char *path, dom_err *err);

/* The same for an open file, which the caller closes. Messages call it `name`. If `fd` is -1, the
 * message is made from errno. */
dom_rc dom_yaml_read(dom_yaml **out, int fd, const char *name, dom_err *err);
void dom_yaml_close(dom_yaml **yaml);

/* Returns the path as messages show it; only its end if it is long. */
const char *dom_yaml_name(const dom_yaml *yaml);

/* Returns the top value of the file; never NULL. */
const dom_yaml_node *dom_yaml_root(const dom_yaml *yaml);

dom_yaml_node_kind dom_yaml_node_kind_of(const dom_yaml_node *node);
int dom_yaml_node_line(const dom_yaml_node *node); /* Returns the line of a value, from 1. */

/* Returns "a word", "a list", "a map" or "no value", for messages. */
const char *dom_yaml_node_noun(const dom_yaml_node *node);

/* Returns the text of a word; NULL for every other node, including null, and for a word with a zero
 * byte. */
const char *dom_yaml_node_text(const dom_yaml_node *node);

/* Returns true for a word without quotes, the only kind that may be a number or a boolean. */
bool dom_yaml_node_is_plain(const dom_yaml_node *node);

/* Returns the number of entries of a list or map; 0 for a word. */
size_t dom_yaml_node_count(const dom_yaml_node *node);

/* Return entry `index` of a list, or the key or the value of entry `index` of a map. Pre: the
 * node is a list or a map, and index < dom_yaml_node_count(node). */
const dom_yaml_node *dom_yaml_node_item(const dom_yaml *yaml, const dom_yaml_node *list,
                                        size_t index);
const dom_yaml_node *dom_yaml_node_key(const dom_yaml *yaml, const dom_yaml_node *map,
                                       size_t index);
const dom_yaml_node *dom_yaml_node_value(const dom_yaml *yaml, const dom_yaml_node *map,
                                         size_t index);

/* Stores the message "FILE:LINE: key: ..." for an error at `node`. Returns DOM_E_CONFIG. */
__attribute__((format(printf, 5, 6))) dom_rc dom_yaml_fail(const dom_yaml *yaml,
                                                           const dom_yaml_node *node,
                                                           const char *key, dom_err *err,
                                                           const char *format, ...);

#endif
