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

const char *dom_yaml_item_problem(const dom_yaml_key *key, const char *text, size_t index)
{
    if (text == NULL)
        return "is not a word";
    if (strlen(text) > DOM_YAML_LIST_TEXT_MAX)
        return "is too long";
    if (key->type == DOM_YAML_KEY_NAMES && !dom_name_is_valid(text, DOM_YAML_LIST_NAME_MAX))
        return "is not a name";
    if (index == 0 && text[0] == '\0')
        return "is empty";
    return NULL;
}
