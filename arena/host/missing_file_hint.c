#include "missing_file_hint.h"

#include "sandbox.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, FIRST_LINE_BYTES = 256 };

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static bool is_seen(const char *path, dom_sandbox level)
{
    return level != DOM_SANDBOX_BWRAP || path[0] != '/' || dom_host_sandbox_shows(path);
}

/* Looks for a program in the folders of `path` ("a:b:c"). Returns true with its path in `full`. */
static bool find_in_path(char full[static PATH_BYTES], const char *name, const char *path)
{
    while (*path) {
        size_t length = strcspn(path, ":");
        (void)snprintf(full, PATH_BYTES, "%.*s/%s", (int)length, path, name);
        if (is_program(full))
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* Returns the next word at *at and moves *at behind it. */
static const char *next_line_word(char **at)
{
    char *word = *at + strspn(*at, " \t");
    *at = word + strcspn(word, " \t");
    if (**at)
        *(*at)++ = '\0';
    return word;
}

/* Checks the interpreter in `line`, the first line of a script after "#!". With
 * "#!/usr/bin/env python3" it checks both env and python3. */
static dom_rc check_interpreter(const char *program, char *line, const char *path,
                                dom_sandbox level, dom_err *err)
{
    char found[PATH_BYTES];
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\r')
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.200s: its first line ends in a carriage return; allowed: a newline "
                           "alone",
                           program);
    const char *interpreter = next_line_word(&line);
    if (!is_program(interpreter))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%.200s: its first line names the interpreter %.200s, which is not there", program,
            interpreter);
    const char *slash = strrchr(interpreter, '/');
    const char *word = next_line_word(&line);
    bool is_env =
        slash && strcmp(slash, "/env") == 0 && *word && *word != '-' && !strchr(word, '=');
    bool is_named = is_env && !strchr(word, '/');
    if (is_named && !find_in_path(found, word, path))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%.200s: its first line names the interpreter %.200s, which is in none of "
            "%s",
            program, word, path);
    const char *unseen = !is_seen(interpreter, level)         ? interpreter
                         : is_named && !is_seen(found, level) ? found
                                                              : NULL;
    return unseen ? dom_err_set(err, DOM_E_CONFIG,
                                "%.200s: its first line names the interpreter %.200s, which the "
                                "sandbox does not show; shown: " DOM_SANDBOX_SHOWN,
                                program, unseen)
                  : DOM_OK;
}

static bool is_on_noexec(const char *file)
{
    struct statvfs fs;
    return statvfs(file, &fs) == 0 && (fs.f_flag & ST_NOEXEC);
}

static dom_rc check_program_file(const char *program, const char *file, const char *path,
                                 dom_sandbox level, dom_err *err)
{
    char line[FIRST_LINE_BYTES] = "";
    struct stat st;
    bool is_there = stat(file, &st) == 0;
    if (!is_there || !S_ISREG(st.st_mode))
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: %s", program,
                           !is_there             ? "there is no such file"
                           : S_ISDIR(st.st_mode) ? "this is a folder; allowed: a program"
                                                 : "this is no file; allowed: a program");
    if (access(file, X_OK) != 0)
        return dom_err_set(
            err, DOM_E_CONFIG,
            is_on_noexec(file)
                ? "%.200s: the file is on a file system that is mounted noexec; move the bot, or "
                  "for a copy made by root's arena TMPDIR, elsewhere"
                : "%.200s: the file may not be executed (chmod +x)",
            program);
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, line, sizeof line - 1) : 0;
    if (fd >= 0)
        (void)close(fd);
    if (n < 2 || memcmp(line, "#!", 2) != 0)
        return DOM_OK;
    line[strcspn(line, "\n")] = '\0';
    return check_interpreter(program, line + 2, path, level, err);
}

static dom_rc check_in_path(const char *program, const char *path, dom_sandbox level, dom_err *err)
{
    char file[PATH_BYTES];
    if (!find_in_path(file, program, path))
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: there is no such program in %s", program,
                           path);
    if (!is_seen(file, level))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%.200s is a link to what the sandbox does not show; shown: " DOM_SANDBOX_SHOWN, file);
    return DOM_OK;
}

dom_rc dom_host_missing_file_check(const char *program, const char *folder, const char *path,
                                   dom_sandbox level, dom_err *err)
{
    char file[PATH_BYTES];
    if (strchr(program, '/') == NULL)
        return check_in_path(program, path, level, err);
    bool is_absolute = program[0] == '/';
    (void)snprintf(file, sizeof file, "%s%s%s", is_absolute ? "" : folder, is_absolute ? "" : "/",
                   program);
    return check_program_file(program, file, path, level, err);
}

void dom_host_missing_file_hint(const char *const argv[], char *out, size_t room)
{
    struct stat st;
    out[0] = '\0';
    for (int i = 0; argv[i] && !out[0]; i++)
        if (argv[i][0] == '/' && stat(argv[i], &st) == 0 && S_ISREG(st.st_mode) &&
            !dom_host_sandbox_shows(argv[i]))
            (void)snprintf(out, room,
                           i == 0 ? "; the sandbox shows %.120s without what it needs beside it; "
                                    "shown whole: " DOM_SANDBOX_SHOWN
                                  : "; the sandbox does not show %.120s; shown: " DOM_SANDBOX_SHOWN,
                           argv[i]);
}
