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

/* Begins the next file. Its text begins after its label; its length is set at the beginning of
 * the following file. */
static void bundle_begin(bundle *b, const char *name, size_t length)
{
    cr_assert(b->count < BUNDLE_FILES && length < BUNDLE_NAME_BYTES, "%.*s", (int)length, name);
    bundled_file *file = &b->files[b->count++];
    (void)snprintf(file->name, sizeof file->name, "%.*s", (int)length, name);
    file->text = name + length + (name[length] ? 1 : 0);
    file->bytes = strlen(file->text);
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
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/%s", folder, file->name);
    scratch_write_bytes(s, path, file->text, file->bytes);
}
