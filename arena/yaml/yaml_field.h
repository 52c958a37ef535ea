/* yaml_field.h - the field of a struct that a row of a table stands for. Private to the files that
 * read and write such structs. */
#ifndef DOM_YAML_YAML_FIELD_H
#define DOM_YAML_YAML_FIELD_H

#include "yaml/yaml_schema.h"

/* Where the row's field is in `target`. */
void *dom_yaml_field_of(const dom_yaml_key *key, void *target);

/* Of WHOLE and WORD rows, whose fields have 4 or 8 bytes. Putting says that it was given. */
void dom_yaml_put_whole(const dom_yaml_key *key, void *target, uint64_t value);
uint64_t dom_yaml_get_whole(const dom_yaml_key *key, const void *target);

/* What null stands for: zeros, and not given. Pre: the row is DOM_YAML_KEY_NULLABLE. */
void dom_yaml_put_nothing(const dom_yaml_key *key, void *target);

/* Returns the index of `text` among the words of the row, or -1. */
int dom_yaml_find_word(const dom_yaml_key *key, const char *text);

/* Returns what is wrong with a text as the next item of a list, or NULL. NULL as `text` is no text.
 */
const char *dom_yaml_item_problem(const dom_yaml_key *key, const dom_strings *list,
                                  const char *text);

#endif
