#include "base/string_list.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

bool dom_strings_add(dom_strings *list, const char *text)
{
    if (!dom_vec_reserve(list->item, list->count, list->room, 2u))
        return false;
    list->item[list->count] = strdup(text);
    if (list->item[list->count] == NULL)
        return false; /* the NULL still ends the list */
    list->item[++list->count] = NULL;
    return true;
}

bool dom_strings_has(const dom_strings *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->item[i], text) == 0)
            return true;
    return false;
}

bool dom_strings_want(const dom_strings *wanted, const char *text)
{
    return wanted->count == 0 || dom_strings_has(wanted, text);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void dom_strings_sort(dom_strings *list)
{
    if (list->count > 0)
        qsort(list->item, list->count, sizeof *list->item, compare_texts);
}

void dom_strings_clear(dom_strings *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->item[i]);
    free(list->item);
    *list = (dom_strings){0};
}

bool dom_name_is_valid(const char *name, size_t max)
{
    static const char first[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static const char later[] = "abcdefghijklmnopqrstuvwxyz0123456789._-";
    size_t length = strspn(name, later);
    return length > 0 && length <= max && name[length] == '\0' && strchr(first, name[0]) != NULL;
}
