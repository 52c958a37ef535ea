#include "bots/bot_env.h"

#include "core/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char dom_bots_env_help[] = "a map of at most 16 environment variables NAME: VALUE for the "
                                 "bot's processes; not PATH, HOME, "
                                 "TMPDIR, PWD, LANG, LC_*, LD_* or DOMINO_ARENA_*";
_Static_assert(DOM_CORE_ENV_MAX == 16, "as the help says");

enum { VARIABLE_BYTES = DOM_BOTS_ENV_NAME_MAX + 1 + DOM_BOTS_ENV_VALUE_MAX + 1 };

/* Names that are refused, and beginnings of such names. */
static const char *const arena_names[] = {"PATH", "HOME", "TMPDIR", "PWD", "LANG"};
static const char *const arena_beginnings[] = {"DOMINO_ARENA_", "LC_", "LD_"};

static bool is_of_arena(const char *name)
{
    for (size_t i = 0; i < sizeof arena_names / sizeof *arena_names; i++)
        if (strcmp(name, arena_names[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof arena_beginnings / sizeof *arena_beginnings; i++)
        if (strncmp(name, arena_beginnings[i], strlen(arena_beginnings[i])) == 0)
            return true;
    return false;
}

static bool is_name(const char *name)
{
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return name[length] == '\0' && 0 < length && length <= DOM_BOTS_ENV_NAME_MAX &&
           strchr("0123456789", name[0]) == NULL;
}

/* Returns the place of the variable of that name in the list; its end if there is none. */
static size_t find(const dom_strings *list, const char *name, size_t length)
{
    size_t i = 0;
    while (i < list->count &&
           (strncmp(list->item[i], name, length) != 0 || list->item[i][length] != '='))
        i++;
    return i;
}

/* Returns what is wrong with a variable, with what is allowed; NULL if nothing is. */
static const char *wrong_with(const dom_strings *before, const char *name, const char *value)
{
    if (name == NULL || !is_name(name))
        return "this is no name of a variable; allowed: letters, digits and _, a letter or _ "
               "first, at most 64 of them";
    if (is_of_arena(name))
        return "bots get this variable from the arena; allowed: names other than PATH, HOME, "
               "TMPDIR, PWD, LANG, LC_*, LD_* and DOMINO_ARENA_*";
    if (find(before, name, strlen(name)) < before->count)
        return "is given twice; allowed: once";
    if (value == NULL || strlen(value) > DOM_BOTS_ENV_VALUE_MAX)
        return "this is no value; allowed: a text of at most 1024 bytes";
    return NULL;
}
_Static_assert(DOM_BOTS_ENV_NAME_MAX == 64 && DOM_BOTS_ENV_VALUE_MAX == 1024, "as the texts say");

static dom_rc read_variable(dom_strings *out, const dom_yaml *yaml, const dom_yaml_node *map,
                            size_t index, dom_err *err)
{
    char key[sizeof "env." + DOM_BOTS_ENV_NAME_MAX], variable[VARIABLE_BYTES];
    const dom_yaml_node *node = dom_yaml_node_key(yaml, map, index);
    const char *name = dom_yaml_node_text(node);
    const char *value = dom_yaml_node_text(dom_yaml_node_value(yaml, map, index));
    const char *wrong = wrong_with(out, name, value);
    (void)snprintf(key, sizeof key, "env.%s", name ? name : "");
    if (wrong)
        return dom_yaml_fail(yaml, node, key, err, "%s", wrong);
    (void)snprintf(variable, sizeof variable, "%s=%s", name, value);
    return dom_strings_add(out, variable) ? DOM_OK : dom_err_no_memory(err);
}

dom_rc dom_bots_env_read(dom_strings *out, const dom_yaml *yaml, const dom_yaml_node *node,
                         dom_strings *faults, dom_err *err)
{
    size_t count = dom_yaml_node_count(node);
    bool is_map = dom_yaml_node_kind_of(node) == DOM_YAML_NODE_MAP;
    dom_rc rc = DOM_OK;
    if (!is_map || count > DOM_CORE_ENV_MAX) {
        rc = dom_yaml_fail(yaml, node, "env", err, "this is %s; allowed: %s",
                           is_map ? "too long" : dom_yaml_node_noun(node), dom_bots_env_help);
        return dom_err_collect(faults, rc, err);
    }
    for (size_t i = 0; rc == DOM_OK && i < count; i++)
        rc = dom_err_collect(faults, read_variable(out, yaml, node, i, err), err);
    return rc;
}

bool dom_bots_env_set(dom_strings *list, const char *variable)
{
    size_t at = find(list, variable, strcspn(variable, "="));
    if (at == list->count)
        return dom_strings_add(list, variable);
    char *copy = strdup(variable);
    if (copy == NULL)
        return false;
    free(list->item[at]);
    list->item[at] = copy;
    return true;
}

json_t *dom_bots_env_json(const dom_strings *list)
{
    json_t *map = json_object();
    bool is_whole = map != NULL;
    for (size_t i = 0; is_whole && i < list->count; i++) {
        char name[DOM_BOTS_ENV_NAME_MAX + 1];
        const char *value = strchr(list->item[i], '=') + 1;
        (void)snprintf(name, sizeof name, "%.*s", (int)(value - 1 - list->item[i]), list->item[i]);
        is_whole = json_object_set_new(map, name, json_string(value)) == 0;
    }
    if (is_whole)
        return map;
    json_decref(map);
    return NULL;
}

bool dom_bots_env_read_json(dom_strings *out, const json_t *map)
{
    const char *name;
    json_t *value;
    bool is_whole = true;
    json_object_foreach((json_t *)map, name, value)
    {
        char variable[VARIABLE_BYTES];
        const char *text = json_string_value(value);
        if (text == NULL || !is_name(name))
            continue;
        (void)snprintf(variable, sizeof variable, "%s=%s", name, text);
        is_whole = is_whole && dom_strings_add(out, variable);
    }
    return is_whole;
}
