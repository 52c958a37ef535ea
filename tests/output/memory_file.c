#include "memory_file.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static char *text;
static size_t size;
static FILE *file;

FILE *memory_file(void)
{
    free(text);
    text = NULL;
    file = open_memstream(&text, &size);
    cr_assert(file != NULL);
    return file;
}

const char *memory_text(void)
{
    if (file)
        (void)fclose(file);
    file = NULL;
    return text;
}

void expect_text(const char *what, const char *expected)
{
    cr_expect(eq(str, (char *)memory_text(), (char *)expected), "%s", what);
}
