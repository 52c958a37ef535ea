#include "missing_file_hint.h"

#include "fs/program.h"
#include "sandbox.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Returns true if the sandbox hides the file. "" is no file. */
static bool is_hidden(const char *path, dom_sandbox level, const char *const shown[])
{
    return level == DOM_SANDBOX_BWRAP && path[0] == '/' && !dom_host_sandbox_shows(path, shown);
}

dom_rc dom_host_missing_file_check(const char *program, const char *folder, const char *path,
                                   dom_sandbox level, const char *const shown[], dom_err *err)
{
    dom_fs_program found;
    dom_rc rc = dom_fs_program_find(&found, program, folder, path, err);
    if (rc != DOM_OK)
        return rc;
    if (strchr(program, '/') == NULL && is_hidden(found.file, level, shown))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%.200s is a link to what the sandbox does not show; shown: " DOM_SANDBOX_SHOWN,
            found.file);
    const char *hidden = is_hidden(found.interpreter, level, shown) ? found.interpreter
                         : is_hidden(found.command, level, shown)   ? found.command
                                                                    : NULL;
    return hidden ? dom_err_set(err, DOM_E_CONFIG,
                                "%.200s: its first line names the interpreter %.200s, which the "
                                "sandbox does not show; shown: " DOM_SANDBOX_SHOWN,
                                program, hidden)
                  : DOM_OK;
}

void dom_host_missing_file_hint(const char *const argv[], const char *const shown[], char *out,
                                size_t room)
{
    struct stat st;
    out[0] = '\0';
    for (int i = 0; argv[i] && !out[0]; i++)
        if (argv[i][0] == '/' && stat(argv[i], &st) == 0 && S_ISREG(st.st_mode) &&
            !dom_host_sandbox_shows(argv[i], shown))
            (void)snprintf(out, room,
                           i == 0 ? "; the sandbox shows %.120s without what it needs beside it; "
                                    "shown whole: " DOM_SANDBOX_SHOWN
                                  : "; the sandbox does not show %.120s; shown: " DOM_SANDBOX_SHOWN,
                           argv[i]);
}
