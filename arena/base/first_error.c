#include "base/first_error.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const char *const words[] = {"error",     "fatal",     "cannot",    "can't",
                                    "not found", "no such",   "no module", "panic",
                                    "failed",    "exception", "denied"};

/* Returns true if a word begins at `i`. A letter before it makes another word, as in -Werror,
 * unless a capital begins it, as in IndexError. */
static bool begins_word(dom_line line, size_t i)
{
    return i == 0 || !isalpha((unsigned char)line.text[i - 1]) ||
           (islower((unsigned char)line.text[i - 1]) && isupper((unsigned char)line.text[i]));
}

/* Returns true if the line has the word, in any case. */
static bool has_word(dom_line line, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= line.length; i++)
        if (strncasecmp(line.text + i, word, length) == 0 && begins_word(line, i))
            return true;
    return false;
}

/* Indented lines belong to the one above, and a shell echoes commands after '$'. */
static bool is_said(dom_line line)
{
    return line.length > 0 && !strchr(" \t$", line.text[0]);
}

/* Returns true if the line looks like an error. */
static bool is_error(dom_line line)
{
    if (!is_said(line))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(line, words[i]))
            return true;
    return false;
}

/* Returns the line that begins at `bytes`, and in *next how far the line after it is. */
static dom_line line_at(const char *bytes, size_t size, size_t *next)
{
    const char *end = memchr(bytes, '\n', size);
    dom_line line = {.text = bytes, .length = end ? (size_t)(end - bytes) : size};
    *next = line.length + 1;
    while (line.length > 0 && line.text[line.length - 1] == '\r')
        line.length--;
    return line;
}

/* ---- places ------------------------------------------------------------------- */

/* Lines with these words belong to a language or to a library. */
static const char *const foreign[] = {"/usr/",
                                      "java.base/",
                                      "node:",
                                      "/rustc/",
                                      "domino_arena/__init__.py",
                                      "domino_env/__init__.py"};

/* Files of the arena's SDKs. */
static const char *const sdk_files[] = {"domino_arena.py",  "domino_env.py",    "domino_arena.js",
                                        "domino_arena.rb",  "domino_arena.lua", "domino_arena.rs",
                                        "domino_arena.sh",  "domino_arena.hpp", "domino_arena.awk",
                                        "domino-arena.scm", "DominoArena.php",  "DominoArena.pm",
                                        "Domino.java",      "Wire.java",        "domino.go",
                                        "wire.go",          "codec.go",         "wire.js"};

static bool contains(dom_line line, const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= line.length; i++)
        if (memcmp(line.text + i, text, length) == 0)
            return true;
    return false;
}

/* Returns true if the place on this line does not belong to the bot itself. */
static bool is_foreign(dom_line line, const dom_error_place *place)
{
    const dom_line *file = &place->file;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (contains(line, foreign[i]))
            return true;
    for (size_t i = 0; i < sizeof sdk_files / sizeof *sdk_files; i++)
        if (file->length == strlen(sdk_files[i]) &&
            memcmp(file->text, sdk_files[i], file->length) == 0)
            return true;
    return false;
}

static bool is_of_file_name(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("._-+", c));
}

/* Returns the name of a source file that ends at `end`: with a dot, and a letter after it. */
static dom_line file_before(dom_line line, size_t end)
{
    size_t begin = end, dot = 0;
    while (begin > 0 && is_of_file_name(line.text[begin - 1]))
        begin--;
    for (size_t i = begin; i < end; i++)
        dot = line.text[i] == '.' ? i : dot;
    bool is_file = dot > begin && dot + 1 < end && isalpha((unsigned char)line.text[dot + 1]);
    return (dom_line){.text = line.text + begin, .length = is_file ? end - begin : 0};
}

/* What stands between the name of a file and the number of a line in it, in some languages. */
static const char *const joints[] = {":", "\", line ", " on line ", " line "};

/* Looks for a place in the line: "bot.go:7", "File \"bot.py\", line 7", "bot.pl line 7". */
static bool find_place(dom_line line, dom_error_place *place)
{
    for (size_t j = 0; j < sizeof joints / sizeof *joints; j++) {
        size_t length = strlen(joints[j]);
        for (size_t i = 1; i + length < line.length; i++) {
            size_t digits = i + length;
            if (memcmp(line.text + i, joints[j], length) != 0 ||
                !isdigit((unsigned char)line.text[digits]))
                continue;
            place->file = file_before(line, i);
            place->line = 0;
            for (; digits < line.length && isdigit((unsigned char)line.text[digits]); digits++)
                place->line = place->line * 10 + (unsigned)(line.text[digits] - '0');
            if (place->file.length > 0)
                return true;
        }
    }
    return false;
}

/* ---- errors ------------------------------------------------------------------- */

/* Returns true if the line names a place, as many errors do without a word of
 * `words`: "lua5.4: bot.lua:7: attempt to index a nil value". */
static bool is_placed(dom_line line)
{
    dom_error_place place = {.line = 0};
    return is_said(line) && find_place(line, &place);
}

dom_line dom_first_error(const char *bytes, size_t size)
{
    dom_line last = {.text = bytes};
    for (size_t at = 0, next; at < size; at += next) {
        dom_line line = line_at(bytes + at, size - at, &next);
        if (is_error(line))
            return line;
        if (line.length > 0)
            last = line;
    }
    return last;
}

/* Returns where the lines begin that stand below the last position that an SDK has printed; 0
 * without one. */
static size_t below_position(const char *bytes, size_t size)
{
    size_t below = 0;
    for (size_t at = 0, next; at < size; at += next)
        if (contains(line_at(bytes + at, size - at, &next), "in this position:"))
            below = at + next < size ? at + next : size;
    return below;
}

static bool ends_with_colon(dom_line line)
{
    return line.length > 0 && line.text[line.length - 1] == ':';
}

dom_line dom_last_error(const char *bytes, size_t size)
{
    const dom_line none = {.text = bytes};
    dom_line error = none, placed = none, said = none;
    size_t from = below_position(bytes, size);
    bool is_announced = false;
    for (size_t at = from, next; at < size; at += next) {
        dom_line line = line_at(bytes + at, size - at, &next);
        if (is_error(line) || (is_announced && is_said(line)))
            error = line;
        else if (is_placed(line))
            placed = line;
        else if (from > 0 && is_said(line) && !ends_with_colon(line))
            said = line;
        is_announced = error.length > 0 && error.text == line.text && ends_with_colon(line);
    }
    return error.length > 0 ? error : placed.length > 0 ? placed : said;
}

/* Finds the place nearest to the error among the lines of bytes[from..to): the last of them if
 * `is_above`, else the first. */
static bool find_nearest(const char *bytes, size_t from, size_t to, bool is_above,
                         dom_error_place *place)
{
    dom_error_place found = {.line = 0};
    bool is_found = false;
    for (size_t at = from, next; at < to && (is_above || !is_found); at += next) {
        dom_line line = line_at(bytes + at, to - at, &next);
        if (!find_place(line, &found) || is_foreign(line, &found))
            continue;
        *place = found;
        is_found = true;
    }
    return is_found;
}

dom_error_place dom_error_place_of(const char *bytes, size_t size, dom_line error)
{
    dom_error_place place = {.line = 0};
    if (error.length == 0)
        return place;
    size_t begin = (size_t)(error.text - bytes), end = begin + error.length;
    size_t above = below_position(bytes, begin);
    size_t after = end;
    while (after < size && strchr("\r\n", bytes[after]))
        after++;
    bool is_stack_below = after < size && strchr(" \t", bytes[after]);
    if (find_nearest(bytes, begin, end, false, &place))
        place.is_in_error = true;
    else if (is_stack_below)
        (void)(find_nearest(bytes, end, size, false, &place) ||
               find_nearest(bytes, above, begin, true, &place));
    else
        (void)(find_nearest(bytes, above, begin, true, &place) ||
               find_nearest(bytes, end, size, false, &place));
    return place;
}
