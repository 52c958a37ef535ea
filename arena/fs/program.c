#include "fs/program.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { FIRST_LINE_BYTES = 256 };

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

bool dom_fs_program_in_path(char file[static DOM_PATH_BYTES], const char *name, const char *path)
{
    while (*path) {
        size_t length = strcspn(path, ":");
        int written = snprintf(file, DOM_PATH_BYTES, "%.*s/%s", (int)length, path, name);
        if (written < DOM_PATH_BYTES && is_program(file))
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
static dom_rc find_interpreter(dom_fs_program *out, const char *program, char *line,
                               const char *path, dom_err *err)
{
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\r')
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.200s: its first line ends in a carriage return; allowed: a newline "
                           "alone",
                           program);
    (void)snprintf(out->interpreter, sizeof out->interpreter, "%s", next_line_word(&line));
    if (!is_program(out->interpreter))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%.200s: its first line names the interpreter %.200s, which is not there", program,
            out->interpreter);
    const char *slash = strrchr(out->interpreter, '/');
    const char *word = next_line_word(&line);
    bool is_env =
        slash && strcmp(slash, "/env") == 0 && *word && *word != '-' && !strchr(word, '=');
    bool is_named = is_env && !strchr(word, '/');
    if (!is_named || dom_fs_program_in_path(out->command, word, path))
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "%.200s: its first line names the interpreter %.200s, which is in none of "
                       "%s",
                       program, word, path);
}

static bool is_on_noexec(const char *file)
{
    struct statvfs fs;
    return statvfs(file, &fs) == 0 && (fs.f_flag & ST_NOEXEC);
}

static dom_rc check_mode(const char *program, const char *file, dom_err *err)
{
    struct stat st;
    bool is_there = stat(file, &st) == 0;
    if (!is_there || !S_ISREG(st.st_mode))
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: %s", program,
                           !is_there             ? "there is no such file"
                           : S_ISDIR(st.st_mode) ? "this is a folder; allowed: a program"
                                                 : "this is not a file; allowed: a program");
    if (access(file, X_OK) == 0)
        return DOM_OK;
    return dom_err_set(
        err, DOM_E_CONFIG,
        is_on_noexec(file)
            ? "%.200s: the file is on a file system that is mounted noexec; move the bot, or "
              "for a copy made by root's arena TMPDIR, elsewhere"
            : "%.200s: the file may not be executed (chmod +x)",
        program);
}

/* Reads the first line of a script behind its "#!". Returns false for any other file. The file may
 * belong to somebody who replaces it by a pipe. */
static bool read_script_line(char line[static FIRST_LINE_BYTES], const char *file)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    ssize_t n = fd >= 0 ? read(fd, line, FIRST_LINE_BYTES - 1) : 0;
    if (fd >= 0)
        (void)close(fd);
    line[n > 0 ? n : 0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "#!", 2) != 0)
        return false;
    memmove(line, line + 2, strlen(line + 2) + 1);
    return true;
}

static dom_rc find_file(dom_fs_program *out, const char *program, const char *folder,
                        const char *path, dom_err *err)
{
    char line[FIRST_LINE_BYTES];
    bool is_absolute = program[0] == '/';
    int length = snprintf(out->file, sizeof out->file, "%s%s%s", is_absolute ? "" : folder,
                          is_absolute ? "" : "/", program);
    if (length >= (int)sizeof out->file)
        return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", program);
    dom_rc rc = check_mode(program, out->file, err);
    if (rc != DOM_OK)
        return rc;
    return read_script_line(line, out->file) ? find_interpreter(out, program, line, path, err)
                                             : DOM_OK;
}

dom_rc dom_fs_program_find(dom_fs_program *out, const char *program, const char *folder,
                           const char *path, dom_err *err)
{
    out->interpreter[0] = out->command[0] = '\0';
    if (strchr(program, '/'))
        return find_file(out, program, folder, path, err);
    if (dom_fs_program_in_path(out->file, program, path))
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG, "%.200s: there is no such program in %s", program, path);
}
