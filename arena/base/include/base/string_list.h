/* base/string_list.h - lists of strings, and which names are valid.
 */
#ifndef DOM_BASE_STRING_LIST_H
#define DOM_BASE_STRING_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* A list of strings that owns its copies. A zeroed struct is the empty list. */
typedef struct {
    size_t count, room;
    char **item; /* `count` strings and a NULL, as argv has them; NULL when empty */
} dom_strings;

/* Appends a copy of `text`. Returns false, with the list unchanged, when out of memory. */
bool dom_strings_add(dom_strings *list, const char *text);

/* Returns true if the list contains `text`. */
bool dom_strings_has(const dom_strings *list, const char *text);

/* Returns true if `text` passes the filter `wanted`: it is in the list, or the list is empty. */
bool dom_strings_want(const dom_strings *wanted, const char *text);

/* Sorts the strings in the order of strcmp. */
void dom_strings_sort(dom_strings *list);

/* Frees the strings. The list is empty afterwards and can be used again. */
void dom_strings_clear(dom_strings *list);

/* Returns true if `name` may be the name of a variant, bot or tournament: it matches
 * [a-z0-9][a-z0-9._-]* and has at most `max` bytes. Such a name is also a safe file name, because
 * it has no '/' and does not begin with a dot. */
bool dom_name_is_valid(const char *name, size_t max);

#endif
