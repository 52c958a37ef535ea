/* yaml/yaml_document.h - a small YAML file, read whole, whose every value knows its
 * line.
 *
 * What is accepted is a part of YAML: one document in UTF-8 of at most
 * DOM_YAML_BYTES, nested at most DOM_YAML_DEPTH deep, without tags. Anchors and
 * aliases are allowed, a few of them: an alias is the same node once more, so
 * nodes form a graph without copies, and whoever walks it must bound the walk (the
 * table reader does: it goes no deeper than its table).
 *
 * Every message reads "FILE:LINE: key: what is wrong; allowed: ...".
 */
#ifndef DOM_YAML_YAML_DOCUMENT_H
#define DOM_YAML_YAML_DOCUMENT_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    DOM_YAML_BYTES = 1 << 18,  /* of a file; the library is slow on odd larger ones */
    DOM_YAML_DEPTH = 16,       /* lists and maps within each other                   */
    DOM_YAML_ANCHORS = 64,     /* the library compares every two of them              */
    DOM_YAML_SHOWN_BYTES = 160 /* of a file's name in a message                       */
};

/* An open file. The nodes and their texts are its own and go with it. */
typedef struct dom_yaml dom_yaml;

/* A value of the file: a word, a list or a map. */
typedef struct yaml_node_s dom_yaml_node;

typedef enum {
    DOM_YAML_NODE_NULL, /* nothing, or null                                        */
    DOM_YAML_NODE_WORD, /* any other scalar, with or without quotes                */
    DOM_YAML_NODE_LIST,
    DOM_YAML_NODE_MAP
} dom_yaml_node_kind;

/* Read the file at `path`.
 *
 * out  receives a handle the caller owns: release with dom_yaml_close(&yaml).
 *      NULL on failure.
 *
 * Returns DOM_OK; DOM_E_CONFIG when it cannot be opened, is no file, is empty or
 * is not as said above; DOM_E_IO or DOM_E_NOMEM. Only a regular file is read. */
dom_rc dom_yaml_open(dom_yaml **out, const char *path, dom_err *err);

/* The same for an open file, which the caller closes. `name` is what messages call it.
 * When `fd` is -1, the reason in errno becomes the message. */
dom_rc dom_yaml_read(dom_yaml **out, int fd, const char *name, dom_err *err);
void dom_yaml_close(dom_yaml **yaml);

/* The path as it stands in messages: its end, when it is long. */
const char *dom_yaml_name(const dom_yaml *yaml);

/* The value that the file holds; never NULL. */
const dom_yaml_node *dom_yaml_root(const dom_yaml *yaml);

dom_yaml_node_kind dom_yaml_node_kind_of(const dom_yaml_node *node);
int dom_yaml_node_line(const dom_yaml_node *node); /* from 1                            */

/* "a word", "a list", "a map", "no value": for messages. */
const char *dom_yaml_node_noun(const dom_yaml_node *node);

/* The text of a word, NULL for everything else (null too) and for a word with a
 * zero byte in it. */
const char *dom_yaml_node_text(const dom_yaml_node *node);

/* A word without quotes: the only kind that may be a number or a boolean. */
bool dom_yaml_node_is_plain(const dom_yaml_node *node);

/* Entries of a list or map, 0 for a word. */
size_t dom_yaml_node_count(const dom_yaml_node *node);

/* Entry `index` of a list; key and value of entry `index` of a map.
 * Pre: the node is one, and index < dom_yaml_node_count(node). */
const dom_yaml_node *dom_yaml_node_item(const dom_yaml *yaml, const dom_yaml_node *list,
                                        size_t index);
const dom_yaml_node *dom_yaml_node_key(const dom_yaml *yaml, const dom_yaml_node *map,
                                       size_t index);
const dom_yaml_node *dom_yaml_node_value(const dom_yaml *yaml, const dom_yaml_node *map,
                                         size_t index);

/* Say what is wrong with `key` at `node`: "FILE:LINE: key: ...". Returns
 * DOM_E_CONFIG. */
__attribute__((format(printf, 5, 6))) dom_rc dom_yaml_fail(const dom_yaml *yaml,
                                                           const dom_yaml_node *node,
                                                           const char *key, dom_err *err,
                                                           const char *format, ...);

#endif
