#include "vectors.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = memchr(digits, c, 16);
    cr_assert(at != NULL, "a vector in hex has the character '%c'", c);
    return (int)(at - digits);
}

static void add_hex(vector *v, const char *text, size_t length)
{
    cr_assert(length % 2 == 0, "%s: odd number of hex digits", v->name);
    for (size_t i = 0; i < length; i += 2)
        v->bytes[v->size++] = (uint8_t)(digit(text[i]) << 4 | digit(text[i + 1]));
}

static void read_line(vector *v, const char *line, size_t length, dom_format format)
{
    const char *blank = memchr(line, ' ', length);
    size_t name = blank ? (size_t)(blank - line) : length;
    size_t rest = blank ? length - name - 1 : 0;
    cr_assert(0 < name && name < sizeof v->name && rest <= sizeof v->bytes);
    memcpy(v->name, line, name);
    v->name[name] = '\0';
    v->size = 0;
    if (format == DOM_FORMAT_MSGPACK) {
        add_hex(v, line + name + 1, rest);
        return;
    }
    memcpy(v->bytes, line + name + 1, rest);
    v->size = rest;
}

const vector *vectors_load(const char *side, const char *kind, dom_format format, size_t *count)
{
    static vector vectors[VECTORS_MAX];
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s.%s.%s.txt", DOM_VECTORS, side, kind,
                   format == DOM_FORMAT_MSGPACK ? "msgpack" : "json");
    FILE *file = fopen(path, "rb");
    cr_assert(file != NULL, "cannot open %s", path);
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    *count = 0;
    while ((length = getline(&line, &room, file)) > 0) {
        length -= line[length - 1] == '\n';
        if (length == 0 || line[0] == '#')
            continue;
        cr_assert(*count < VECTORS_MAX);
        read_line(&vectors[(*count)++], line, (size_t)length, format);
    }
    free(line);
    (void)fclose(file);
    return vectors;
}

const vector *vectors_find(const vector *vectors, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(vectors[i].name, name) == 0)
            return &vectors[i];
    return NULL;
}
