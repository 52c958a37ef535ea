#include "bundle.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char LABEL[] = "==== ";

static char *bundle_text(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    cr_assert(file && getdelim(&text, &size, '\0', file) > 0, "%s", path);
    (void)fclose(file);
    return text;
}

/* Adds the line that the first file has for this key. */
static void add_usual(const bundle *b, bundled_file *file, const char *key, size_t length)
{
    const char *line = b->files[0].text, *end = line + b->files[0].bytes;
    while (line < end && (strncmp(line, key, length) != 0 || line[length] != ':'))
        line += strcspn(line, "\n") + 1;
    cr_assert(line < end, "%s: nothing is usual for %.*s", file->name, (int)length, key);
    strncat(file->usual, line, strcspn(line, "\n") + 1);
}

/* Begins the next file. Its text begins after its label; its length is set at the beginning of
 * the following file. */
static void bundle_begin(bundle *b, const char *label, size_t length)
{
    size_t name = strcspn(label, ":\n");
    cr_assert(b->count < BUNDLE_FILES && name < BUNDLE_NAME_BYTES, "%.*s", (int)length, label);
    bundled_file *file = &b->files[b->count++];
    *file = (bundled_file){.text = label + length + (label[length] ? 1 : 0)};
    (void)snprintf(file->name, sizeof file->name, "%.*s", (int)name, label);
    file->bytes = strlen(file->text);
    for (const char *key = label + name; key < label + length;) {
        key += strspn(key, ":, ");
        size_t bytes = strcspn(key, ",\n");
        add_usual(b, file, key, bytes);
        key += bytes;
    }
}

void bundle_open(bundle *b, const char *path)
{
    b->text = bundle_text(path);
    b->count = 0;
    for (const char *line = b->text; *line;) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, LABEL, strlen(LABEL)) == 0) {
            if (b->count > 0)
                b->files[b->count - 1].bytes = (size_t)(line - b->files[b->count - 1].text);
            bundle_begin(b, line + strlen(LABEL), length - strlen(LABEL));
        }
        line += length + (line[length] ? 1 : 0);
    }
    cr_assert(b->count > 0, "%s", path);
}

void bundle_close(bundle *b)
{
    free(b->text);
}

const bundled_file *bundle_find(const bundle *b, const char *name)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->files[i].name, name) == 0)
            return &b->files[i];
    cr_assert(false, "no file %s", name);
    return NULL;
}

bool bundle_begins(const bundled_file *file, const char *prefix)
{
    return strncmp(file->name, prefix, strlen(prefix)) == 0;
}

void bundle_unpack(const bundled_file *file, const scratch *s, const char *folder)
{
    char path[PATH_MAX], *text;
    size_t head = 0, size;
    while (head < file->bytes && file->text[head] == '#')
        head += strcspn(file->text + head, "\n") + 1;
    FILE *whole = open_memstream(&text, &size);
    cr_assert(whole != NULL);
    (void)fwrite(file->text, 1, head, whole);
    (void)fputs(file->usual, whole);
    (void)fwrite(file->text + head, 1, file->bytes - head, whole);
    (void)fclose(whole);
    (void)snprintf(path, sizeof path, "%s/%s", folder, file->name);
    scratch_write_bytes(s, path, text, size);
    free(text);
}
