/* Finds out which languages can be built and run here. languages.json says for each language the
 * packages and the commands that must succeed. */
#include "doctor/languages.h"

#include "base/path.h"
#include "base/text.h"
#include "fs/program.h"
#include "tournament/try_program.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 32, PACKAGES_MAX = 200, ANSWER_BYTES = 16384 };
static const char dpkg_query[] = "/usr/bin/dpkg-query";

/* Runs a command, and returns true if its exit status is 0. */
static bool succeeds(const json_t *command)
{
    const char *argv[WORDS_MAX + 1];
    char out[64];
    size_t count = json_array_size(command);
    if (count == 0 || count > WORDS_MAX)
        return false;
    for (size_t i = 0; i < count; i++)
        argv[i] = json_string_value(json_array_get(command, i));
    argv[count] = NULL;
    return argv[0] && dom_tournament_try_program(argv, out, sizeof out) == 0;
}

static bool all_succeed(const json_t *commands)
{
    size_t i;
    const json_t *command;
    json_array_foreach(commands, i, command)
    {
        if (!succeeds(command))
            return false;
    }
    return true;
}

/* What dpkg says of the packages that some language needs, such as "mawk=installed, ghc=installed".
 * It is asked once, because each question takes it some 30 ms. Returns NULL without memory or dpkg;
 * the caller frees it. */
static char *ask_dpkg(const json_t *languages)
{
    const char *argv[PACKAGES_MAX + 5] = {dpkg_query, "-W", "-f",
                                          "${Package}=${db:Status-Status}\n"};
    size_t words = 4, i, k;
    const json_t *entry, *package;
    char *answer = access(dpkg_query, X_OK) == 0 ? malloc(ANSWER_BYTES) : NULL;
    if (answer == NULL)
        return NULL;
    json_array_foreach(languages, i, entry)
    {
        json_array_foreach(json_object_get(entry, "packages"), k, package)
        {
            if (json_is_string(package) && words < PACKAGES_MAX + 4)
                argv[words++] = json_string_value(package);
        }
    }
    argv[words] = NULL;
    (void)dom_tournament_try_program(argv, answer, ANSWER_BYTES); /* 1 if it does not know one */
    return answer;
}

static bool is_installed(const char *answer, const char *package)
{
    char wanted[DOM_PATH_BYTES];
    (void)snprintf(wanted, sizeof wanted, "%s=installed", package);
    for (const char *at = answer; (at = strstr(at, wanted)) != NULL; at++) {
        if (at == answer || at[-1] == ' ')
            return true;
    }
    return false;
}

/* Adds the packages that are missing by dpkg's answer; without an answer every one. A package whose
 * command of the same name is in PATH is not missing. Returns false without memory. */
static bool add_missing(dom_strings *missing, const json_t *packages, const char *answer)
{
    const char *path = getenv("PATH");
    size_t i;
    const json_t *word;
    bool ok = true;
    json_array_foreach(packages, i, word)
    {
        const char *package = json_string_value(word);
        char file[DOM_PATH_BYTES];
        bool is_in_path = package && path && dom_fs_program_in_path(file, package, path);
        bool is_here = package && answer && (is_in_path || is_installed(answer, package));
        if (package && !is_here)
            ok &= dom_strings_add(missing, package);
    }
    return ok;
}

/* Finds the missing packages of a language. One with a build step is judged by its packages
 * alone; others have commands that must succeed. If a command fails although no package is
 * missing, all packages are named. Without dpkg's answer no package can be named. */
static bool find_missing(dom_strings *missing, const json_t *entry, const char *answer)
{
    const json_t *packages = json_object_get(entry, "packages");
    bool is_built = json_array_size(json_object_get(entry, "build")) > 0;
    if (is_built)
        return answer == NULL || add_missing(missing, packages, answer);
    if (all_succeed(json_object_get(entry, "needs")))
        return true;
    bool ok = answer == NULL || add_missing(missing, packages, answer);
    return ok && (missing->count > 0 || add_missing(missing, packages, NULL));
}

static dom_rc load(json_t **table, const dom_home *home, dom_err *err)
{
    char path[DOM_PATH_BYTES + 32];
    json_error_t error;
    (void)snprintf(path, sizeof path, "%s/../languages.json", home->starters);
    *table = json_load_file(path, 0, &error);
    return *table ? DOM_OK : dom_err_set(err, DOM_E_IO, "%s: %s", path, error.text);
}

dom_rc dom_doctor_look_at_languages(const dom_home *home, const char *name,
                                    void (*visit)(void *context,
                                                  const dom_doctor_language *language),
                                    void *context, dom_err *err)
{
    json_t *table;
    const json_t *entry;
    size_t i;
    dom_rc rc = load(&table, home, err);
    const json_t *languages = json_object_get(table, "languages");
    char *answer = ask_dpkg(languages);
    json_array_foreach(languages, i, entry)
    {
        dom_doctor_language l = {.name = json_string_value(json_object_get(entry, "language")),
                                 .sample = json_string_value(json_object_get(entry, "sample"))};
        if (l.name == NULL || l.sample == NULL || (name && strcmp(name, l.name) != 0))
            continue;
        if (find_missing(&l.missing, entry, answer))
            visit(context, &l);
        else
            rc = dom_err_no_memory(err);
        dom_strings_clear(&l.missing);
    }
    free(answer);
    json_decref(table);
    return rc;
}

void dom_doctor_write_packages(char *out, size_t room, const dom_strings *packages)
{
    dom_text text = dom_text_of(out, room);
    for (size_t i = 0; i < packages->count; i++) {
        dom_text_add(&text, i ? " " : "");
        dom_text_add(&text, packages->item[i]);
    }
}
