/* base/string_list.h - names and lists of texts.
 */
#ifndef DOM_BASE_STRING_LIST_H
#define DOM_BASE_STRING_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* A list of texts, malloc'ed. All zero is the empty list. */
typedef struct {
    size_t count, room;
    char **item; /* `count` texts and a NULL, so an argv; NULL when empty     */
} dom_strings;

/* Append a copy. Returns false, with the list as it was, when out of memory. */
bool dom_strings_add(dom_strings *list, const char *text);

bool dom_strings_has(const dom_strings *list, const char *text);

/* Is `text` wanted by who names what is? All is where nothing is named. */
bool dom_strings_want(const dom_strings *wanted, const char *text);

/* Into the order of strcmp. */
void dom_strings_sort(dom_strings *list);

/* Free the texts; the list is empty again. */
void dom_strings_clear(dom_strings *list);

/* [a-z0-9][a-z0-9._-]*, at most `max` bytes: what variants, bots and tournaments
 * are called. Such a name is also a safe name of a file: it has no '/' and does
 * not begin with a dot. */
bool dom_name_is_valid(const char *name, size_t max);

#endif
