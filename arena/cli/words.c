#include "words.h"

#include <stdlib.h>
#include <string.h>

bool dom_strings_add(dom_strings *list, const char *text)
{
    char **item = realloc(list->item, (list->count + 2) * sizeof *item);
    if (item == NULL)
        return false;
    list->item = item;
    item[list->count] = strdup(text);
    if (item[list->count] == NULL)
        return false; /* the NULL ends the list where it ended before */
    item[++list->count] = NULL;
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
