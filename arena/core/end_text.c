#include "end_text.h"

#include "base/first_error.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum {
    ERROR_BYTES = 110, /* most of the error; the rest is for its place             */
    FILE_BYTES = 30    /* most of the name of a file                               */
};

static void add_printable(dom_text *out, dom_line line, size_t most)
{
    for (size_t i = 0; i < line.length && i < most; i++) {
        bool is_printable = line.text[i] >= ' ' && line.text[i] < 127;
        dom_text_add_char(out, (char)(is_printable ? line.text[i] : '?'));
    }
    dom_text_add(out, line.length > most ? "..." : "");
}

static void add_place(dom_text *out, const dom_error_place *place)
{
    if (place->file.length == 0 || place->is_in_error)
        return;
    dom_text_add(out, " (");
    add_printable(out, place->file, FILE_BYTES);
    dom_text_add(out, ":");
    dom_text_add_int(out, place->line);
    dom_text_add(out, ")");
}

/* Returns true if the text begins with the path of a file that the sandbox at level bwrap never
 * shows. The file is not looked for, because the text would tell the bot whether it exists. */
static bool is_outside(const char *path, size_t size)
{
    static const char *const shown[] = {"/bot/", "/usr/", "/bin/",  "/lib",  "/sbin/",
                                        "/etc/", "/dev/", "/proc/", "/tmp/", "/run/"};
    if (size > 3 && memcmp(path, "../", 3) == 0)
        return true;
    if (size < 2 || path[0] != '/')
        return false;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (size > strlen(shown[i]) && memcmp(path, shown[i], strlen(shown[i])) == 0)
            return false;
    return true;
}

/* Returns true if the line says that a file outside the sandbox does not exist. */
static bool misses_outside(dom_line line)
{
    static const char missing[] = "o such file";
    if (line.length == 0 || !memmem(line.text, line.length, missing, strlen(missing)))
        return false;
    for (size_t i = 0; i < line.length; i++)
        if ((i == 0 || strchr(" '\"(`", line.text[i - 1])) &&
            is_outside(line.text + i, line.length - i))
            return true;
    return false;
}

void dom_core_end_printed(const dom_core_process *p, dom_sandbox level,
                          char text[static DOM_CORE_PRINTED_BYTES])
{
    const char *bytes = (const char *)p->log.bytes;
    dom_line line = dom_last_error(bytes, p->log.size);
    if (line.length == 0 && p->ended.frame.code != DOM_FAULT_CRASH)
        line = dom_first_error(bytes, p->log.size);
    dom_error_place place = dom_error_place_of(bytes, p->log.size, line);
    bool is_hidden = level == DOM_SANDBOX_BWRAP && misses_outside(line);
    dom_text out = dom_text_of(text, DOM_CORE_PRINTED_BYTES);
    dom_text_add(&out, line.length > 0 ? "; it printed: " : "");
    add_printable(&out, line, ERROR_BYTES);
    add_place(&out, &place);
    dom_text_add(&out, is_hidden ? "; the sandbox shows only " DOM_SANDBOX_SHOWN : "");
}

void dom_core_end_describe(const dom_core_process *p, dom_sandbox level, const char *and,
                           char text[static DOM_IPC_REASON_BYTES])
{
    char printed[DOM_CORE_PRINTED_BYTES];
    dom_core_end_printed(p, level, printed);
    dom_text out = dom_text_of(text, DOM_IPC_REASON_BYTES);
    dom_text_add(&out, p->ended.frame.text);
    dom_text_add(&out, and);
    dom_text_add(&out, printed);
}
