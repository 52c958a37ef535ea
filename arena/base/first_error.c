/* Finds the first line of an output that looks like an error, to show it instead of the whole
 * output. */
#include "base/first_error.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const char *const words[] = {"error",     "fatal",     "cannot",    "can't",
                                    "not found", "no such",   "no module", "panic",
                                    "failed",    "exception", "denied"};

/* Returns true if the line has the word, in any case. A letter before it makes another word, as
 * in -Werror. */
static bool has_word(dom_line line, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= line.length; i++)
        if (strncasecmp(line.text + i, word, length) == 0 &&
            (i == 0 || !isalpha((unsigned char)line.text[i - 1])))
            return true;
    return false;
}

/* Returns true if the line looks like an error. Indented lines, and commands that a shell echoes
 * after '$', do not. */
static bool is_error(dom_line line)
{
    if (line.length == 0 || strchr(" \t$", line.text[0]))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(line, words[i]))
            return true;
    return false;
}

static dom_line line_at(const char *bytes, size_t size)
{
    const char *end = memchr(bytes, '\n', size);
    dom_line line = {.text = bytes, .length = end ? (size_t)(end - bytes) : size};
    return line;
}

/* Without such a line the last line that is not empty is returned. */
dom_line dom_first_error(const char *bytes, size_t size)
{
    dom_line last = {.text = bytes};
    for (size_t at = 0; at < size;) {
        dom_line line = line_at(bytes + at, size - at);
        at += line.length + 1;
        while (line.length > 0 && line.text[line.length - 1] == '\r')
            line.length--;
        if (is_error(line))
            return line;
        if (line.length > 0)
            last = line;
    }
    return last;
}
