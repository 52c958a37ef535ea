#include "yaml_field.h"

#include "base/check.h"

#include <string.h>

void *dom_yaml_field_of(const dom_yaml_key *key, void *target)
{
    return (char *)target + key->offset;
}

void dom_yaml_put_whole(const dom_yaml_key *key, void *target, uint64_t value)
{
    uint32_t small = (uint32_t)value;
    dom_check(key->bytes == sizeof small || key->bytes == sizeof value);
    if (key->bytes == sizeof small)
        memcpy(dom_yaml_field_of(key, target), &small, sizeof small);
    else
        memcpy(dom_yaml_field_of(key, target), &value, sizeof value);
    if (key->given)
        memcpy((char *)target + key->given, &(bool){true}, sizeof(bool));
}

void dom_yaml_put_nothing(const dom_yaml_key *key, void *target)
{
    memset(dom_yaml_field_of(key, target), 0, key->bytes);
    if (key->given)
        memcpy((char *)target + key->given, &(bool){false}, sizeof(bool));
}

uint64_t dom_yaml_get_whole(const dom_yaml_key *key, const void *target)
{
    uint32_t small;
    uint64_t value;
    if (key->bytes == sizeof small) {
        memcpy(&small, (const char *)target + key->offset, sizeof small);
        return small;
    }
    memcpy(&value, (const char *)target + key->offset, sizeof value);
    return value;
}

int dom_yaml_find_word(const dom_yaml_key *key, const char *text)
{
    for (int v = 0; key->words && key->words[v]; v++)
        if (strcmp(key->words[v], text) == 0)
            return v;
    return -1;
}

const char *dom_yaml_item_problem(const dom_yaml_key *key, const dom_strings *list,
                                  const char *text)
{
    if (text == NULL)
        return "is not a word";
    if (strlen(text) > DOM_YAML_LIST_TEXT_MAX)
        return "is too long";
    if (key->type == DOM_YAML_KEY_NAMES && !dom_name_is_valid(text, DOM_YAML_LIST_NAME_MAX))
        return "is not a name";
    if (key->type == DOM_YAML_KEY_PATHS && text[0] != '/' && text[0] != '~')
        return "is not such a path";
    if (key->words && dom_yaml_find_word(key, text) < 0)
        return "is not one of the words";
    if (key->words && dom_strings_has(list, text))
        return "is there twice";
    if (key->type != DOM_YAML_KEY_WORDS && list->count == 0 && text[0] == '\0')
        return "is empty";
    return NULL;
}
