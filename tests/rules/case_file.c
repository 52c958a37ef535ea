/* Divides case files into cases. */
#include "case_file.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTS_MAX = 16, LINE_BYTES = 2048 };

/* A name that stands for a variant with settings, until the end of the file. */
typedef struct {
    char name[40];
    char meaning[800];
} short_name;

typedef struct {
    domino_cases *cases;
    domino_case scratch; /* buffer for cases that are only counted */
    domino_case *open;   /* the case whose lines are read, or NULL            */
    const char *file;
    int line;
    int shorts;
    short_name short_names[SHORTS_MAX];
} reader;

static void copy(char *to, size_t size, const char *from)
{
    (void)snprintf(to, size, "%s", from);
}

static void open_case(reader *r, const char *title)
{
    bool kept = r->cases->list != NULL && r->cases->count < r->cases->room;
    r->open = kept ? &r->cases->list[r->cases->count] : &r->scratch;
    r->cases->count++;
    memset(r->open, 0, sizeof *r->open);
    copy(r->open->file, sizeof r->open->file, r->file);
    copy(r->open->title, sizeof r->open->title, title);
    r->open->line = r->line;
}

__attribute__((format(printf, 2, 3))) static void malformed(reader *r, const char *format, ...)
{
    char reason[CASE_MESSAGE_BYTES / 2];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    if (r->open == NULL)
        open_case(r, "(before the first case)");
    if (r->open->malformed[0] == '\0')
        (void)snprintf(r->open->malformed, sizeof r->open->malformed, "%s:%d: %s: %s", r->file,
                       r->line, r->open->title, reason);
}

/* Returns the text after `word` and a blank at the beginning of `line`, else NULL. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    return line + length + strspn(line + length, " ");
}

/* short NAME = VARIANT SETTINGS */
static void read_short(reader *r, const char *rest)
{
    short_name *s = &r->short_names[r->shorts];
    const char *equals = strstr(rest, " = ");
    if (equals == NULL || r->shorts == SHORTS_MAX || (size_t)(equals - rest) >= sizeof s->name ||
        strlen(equals + 3) >= sizeof s->meaning) {
        malformed(r, "'short %s' is not of the form: short NAME = VARIANT SETTINGS", rest);
        return;
    }
    (void)snprintf(s->name, sizeof s->name, "%.*s", (int)(equals - rest), rest);
    copy(s->meaning, sizeof s->meaning, equals + 3);
    r->shorts++;
}

/* Replaces a short name of a variant in a position by its settings. */
static void expand(const reader *r, const char *line, char *out, size_t size)
{
    static const char *const words[] = {"position", "deal", "state"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        const char *rest = after(line, words[w]);
        for (int i = 0; rest && i < r->shorts; i++) {
            const char *tail = after(rest, r->short_names[i].name);
            if (tail) {
                (void)snprintf(out, size, "%s %s %s", words[w], r->short_names[i].meaning, tail);
                return;
            }
        }
    }
    copy(out, size, line);
}

static void add_line(reader *r, const char *line)
{
    char expanded[LINE_BYTES];
    expand(r, line, expanded, sizeof expanded);
    size_t used = strlen(r->open->text);
    if (used + strlen(expanded) + 2 > sizeof r->open->text) {
        malformed(r, "the case is too long");
        return;
    }
    (void)snprintf(r->open->text + used, sizeof r->open->text - used, "%s\n", expanded);
}

/* Comments and blank lines become empty lines, so that line numbers stay right. */
static void read_line(reader *r, char *line)
{
    line += strspn(line, " \t");
    line[strcspn(line, "#\r")] = '\0';
    for (char *end = line + strlen(line); end > line && (end[-1] == ' ' || end[-1] == '\t');)
        *--end = '\0';
    const char *rest;
    if ((rest = after(line, "case"))) {
        open_case(r, rest);
        if (*rest == '\0')
            malformed(r, "a case needs a title");
    } else if ((rest = after(line, "short"))) {
        read_short(r, rest);
        if (r->open)
            add_line(r, "");
    } else if (r->open) {
        add_line(r, line);
    } else if (*line) {
        malformed(r, "'%.60s' stands before the first case", line);
    }
}

void domino_cases_add(domino_cases *cases, const char *file, const char *text)
{
    reader r = {.cases = cases, .file = file};
    while (*text) {
        size_t length = strcspn(text, "\n");
        char line[LINE_BYTES];
        r.line++;
        if (length >= sizeof line)
            malformed(&r, "a line is longer than %d bytes", LINE_BYTES - 1);
        (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
        read_line(&r, line);
        text += length + (text[length] ? 1 : 0);
    }
}

static char *read_whole(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return NULL;
    if (getdelim(&text, &size, '\0', f) < 0 && text)
        text[0] = '\0'; /* an empty file */
    (void)fclose(f);
    return text;
}

static int is_case_file(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".case") == 0;
}

bool domino_cases_add_folder(domino_cases *cases, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_case_file, alphasort);
    bool all = count > 0;
    for (int i = 0; i < count; i++) {
        char path[1024];
        (void)snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        char *text = read_whole(path);
        if (text)
            domino_cases_add(cases, entries[i]->d_name, text);
        all = all && text;
        free(text);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return all;
}
