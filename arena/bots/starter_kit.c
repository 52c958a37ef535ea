#include "bots/starter_kit.h"

#include "base/did_you_mean.h"
#include "base/path.h"
#include "bots/manifest.h"
#include "fs/file_tree.h"
#include "fs/staging_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 1 << 20, LIST_BYTES = 200 };

typedef struct {
    const dom_home *home;
    const char *language;         /* as given by the user */
    const char *folder;           /* as given by the user */
    char kit[2 * DOM_PATH_BYTES]; /* the installed folder that is copied */
    char path[DOM_PATH_BYTES];    /* the new folder, without a final '/' */
    char parent[DOM_PATH_BYTES];
    const char *name; /* the last part of `path` */
    char program[DOM_PATH_BYTES];
    dom_err *err;
} kit_maker;

/* ---- what is asked for -------------------------------------------------------- */

static dom_rc fail_kit_language(const kit_maker *m)
{
    dom_strings names = {.count = 0};
    dom_suggest near = dom_suggest_of(m->language);
    DIR *dir = opendir(m->home->starters);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (dom_name_is_valid(d->d_name, DOM_BOTS_NAME_MAX))
            (void)dom_strings_add(&names, d->d_name);
    if (dir)
        (void)closedir(dir);
    dom_strings_sort(&names);
    char list[LIST_BYTES];
    dom_text text = dom_text_of(list, sizeof list);
    for (size_t i = 0; i < names.count; i++) {
        dom_suggest_try(&near, names.item[i]);
        dom_text_add(&text, i ? ", " : "");
        dom_text_add(&text, names.item[i]);
    }
    dom_strings_clear(&names);
    return dom_err_set(m->err, DOM_E_CONFIG,
                       "new: there is no starter kit for '%.40s'%s; there: %s", m->language,
                       dom_suggest_hint(&near).text, list);
}

static dom_rc find_kit(kit_maker *m)
{
    char manifest[sizeof m->kit + sizeof DOM_BOTS_MANIFEST_FILE];
    (void)snprintf(m->kit, sizeof m->kit, "%s/%s", m->home->starters, m->language);
    (void)snprintf(manifest, sizeof manifest, "%s/%s", m->kit, DOM_BOTS_MANIFEST_FILE);
    bool is_there =
        dom_name_is_valid(m->language, DOM_BOTS_NAME_MAX) && access(manifest, F_OK) == 0;
    return is_there ? DOM_OK : fail_kit_language(m);
}

/* Refuses a name that no bot can have, or that a sample bot has. */
static dom_rc check_kit_name(const kit_maker *m)
{
    char path[2 * DOM_PATH_BYTES];
    if (!dom_name_is_valid(m->name, DOM_BOTS_NAME_MAX))
        return dom_err_set(m->err, DOM_E_CONFIG,
                           "new: the folder's name becomes the bot's name, and '%.60s' is not a "
                           "valid name; allowed: one of a-z and "
                           "0-9, then also '.', '_' and '-', %d in all",
                           m->name, DOM_BOTS_NAME_MAX);
    (void)snprintf(path, sizeof path, "%s/%s", m->home->shipped_bots, m->name);
    if (access(path, F_OK) == 0)
        return dom_err_set(m->err, DOM_E_CONFIG,
                           "new: '%s' is the name of a sample bot; allowed: any other", m->name);
    return DOM_OK;
}

static bool is_empty_folder(const char *path)
{
    DIR *dir = opendir(path);
    int entries = 0;
    while (dir && readdir(dir) != NULL)
        entries++;
    if (dir)
        (void)closedir(dir);
    return entries == 2; /* "." and ".." */
}

/* Finds the new folder's path and name. An existing folder, also ".", has the name of its real
 * path. */
static dom_rc find_kit_place(kit_maker *m)
{
    const char *dir = m->folder;
    struct stat st;
    bool is_there = lstat(dir, &st) == 0;
    if (is_there && !S_ISDIR(st.st_mode))
        return dom_err_set(m->err, DOM_E_CONFIG, "new: %.200s exists already and is not a folder",
                           dir);
    char *real = is_there ? realpath(dir, NULL) : strdup(dir);
    if (real == NULL || strlen(real) >= sizeof m->path) {
        free(real);
        return dom_err_set(m->err, DOM_E_CONFIG, "new: %.100s: the path is too long", dir);
    }
    (void)snprintf(m->path, sizeof m->path, "%s", real);
    free(real);
    size_t length = strlen(m->path);
    while (length > 1 && m->path[length - 1] == '/')
        m->path[--length] = '\0';
    const char *slash = strrchr(m->path, '/');
    m->name = slash ? slash + 1 : m->path;
    (void)snprintf(m->parent, sizeof m->parent, "%.*s", slash ? (int)(slash - m->path) : 1,
                   slash ? m->path : ".");
    if (m->parent[0] == '\0')
        (void)snprintf(m->parent, sizeof m->parent, "/");
    dom_rc rc = check_kit_name(m);
    if (rc == DOM_OK && (stat(m->parent, &st) != 0 || !S_ISDIR(st.st_mode)))
        rc = dom_err_set(m->err, DOM_E_CONFIG,
                         "new: %.200s is not a folder, so nothing can be made in it", m->parent);
    if (rc == DOM_OK && is_there && !is_empty_folder(m->path))
        rc = dom_err_set(m->err, DOM_E_CONFIG, "new: %.200s is not empty; allowed: a new folder",
                         dir);
    return rc;
}

/* ---- copying ------------------------------------------------------------------- */

static dom_rc fail_kit_file(const kit_maker *m, const char *path)
{
    return dom_err_set(m->err, DOM_E_IO, "new: %.200s: %s", path, strerror(errno));
}

/* Prints a text within single quotes for a shell, where only a single quote needs escaping. */
static void put_quoted(FILE *out, const char *text)
{
    for (; *text; text++)
        (void)fprintf(out, *text == '\'' ? "'\\''" : "%c", *text);
}

/* Prints the text with each @PLACEHOLDER@ filled in. */
static void put_kit_text(const kit_maker *m, FILE *out, const char *text, size_t size)
{
    static const char name[] = "@NAME@", program[] = "@PROGRAM@";
    const char *end = text + size;
    while (text < end) {
        const char *at = memchr(text, '@', (size_t)(end - text));
        (void)fwrite(text, 1, (size_t)((at ? at : end) - text), out);
        if (at == NULL)
            return;
        size_t left = (size_t)(end - at);
        if (left >= sizeof name - 1 && memcmp(at, name, sizeof name - 1) == 0) {
            (void)fputs(m->name, out);
            text = at + sizeof name - 1;
        } else if (left >= sizeof program - 1 && memcmp(at, program, sizeof program - 1) == 0) {
            put_quoted(out, m->program);
            text = at + sizeof program - 1;
        } else {
            (void)fputc('@', out);
            text = at + 1;
        }
    }
}

/* Sets the error of a file, named by its final path and not by that in the staging directory. */
static dom_rc fail_kit_place(const kit_maker *m, const char *path)
{
    return dom_err_set(m->err, DOM_E_IO, "new: %.200s/%.100s: %s", m->path, path, strerror(errno));
}

/* Writes the text of a kit's file to its path in the folder `place`. */
static dom_rc write_kit_file(const kit_maker *m, int place, const dom_fs_tree_entry *e,
                             const char *text, size_t size)
{
    mode_t mode = e->kind == DOM_FS_TREE_PROGRAM ? 0777 : 0666;
    int fd = openat(place, e->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out)
        put_kit_text(m, out, text, size);
    bool is_bad = out == NULL || fclose(out) != 0;
    return is_bad ? fail_kit_place(m, e->path) : DOM_OK;
}

static dom_rc copy_kit_file(const kit_maker *m, const dom_fs_tree *tree, int place,
                            const dom_fs_tree_entry *e)
{
    int fd = dom_fs_tree_file_open(tree, e, m->err);
    if (fd < 0)
        return DOM_E_IO;
    FILE *in = fdopen(fd, "r");
    char *text = in ? malloc(FILE_BYTES_MAX) : NULL;
    size_t size = text ? fread(text, 1, FILE_BYTES_MAX, in) : 0;
    dom_rc rc = text ? write_kit_file(m, place, e, text, size) : fail_kit_place(m, e->path);
    free(text);
    (void)(in ? fclose(in) : close(fd));
    return rc;
}

/* Copies all files. They are created beneath a held folder, because the owner of the parent
 * folder may replace the new folder by a link. */
static dom_rc copy_kit(const kit_maker *m, const dom_fs_tree *tree, int place)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < tree->count; i++) {
        const dom_fs_tree_entry *e = &tree->entry[i];
        if (e->kind == DOM_FS_TREE_FOLDER)
            rc = mkdirat(place, e->path, 0777) == 0 ? DOM_OK : fail_kit_place(m, e->path);
        else if (e->kind == DOM_FS_TREE_LINK)
            rc = symlinkat(e->text, place, e->path) == 0 ? DOM_OK : fail_kit_place(m, e->path);
        else
            rc = copy_kit_file(m, tree, place, e);
    }
    return rc;
}

/* Gives the new folder the mode that mkdir would have given it. */
static dom_rc open_up_kit(const kit_maker *m, const dom_fs_staging_dir *w)
{
    mode_t mask = umask(0);
    (void)umask(mask);
    return fchmod(w->fd, 0777 & ~mask) == 0 ? DOM_OK : fail_kit_file(m, m->path);
}

static dom_rc make_kit(const kit_maker *m)
{
    dom_fs_tree tree = {.folder = NULL};
    dom_fs_staging_dir w = {.parent = -1};
    dom_rc rc = dom_fs_tree_open(&tree, m->kit, m->err);
    if (rc == DOM_OK)
        rc = dom_fs_tree_list(&tree, m->err);
    if (rc == DOM_OK)
        rc = dom_fs_staging_dir_open(&w, m->parent, m->err);
    if (rc == DOM_OK)
        rc = copy_kit(m, &tree, w.fd);
    if (rc == DOM_OK)
        rc = open_up_kit(m, &w);
    if (rc == DOM_OK)
        rc = dom_fs_staging_dir_publish(&w, m->name, m->err);
    dom_fs_staging_dir_close(&w);
    dom_fs_tree_clear(&tree);
    return rc;
}

dom_rc dom_bots_starter_kit_make(char name[static DOM_BOTS_NAME_MAX + 1], const dom_home *home,
                                 const char *language, const char *folder, dom_err *err)
{
    kit_maker m = {.home = home, .language = language, .folder = folder, .err = err};
    dom_rc rc = DOM_OK;
    if (readlink("/proc/self/exe", m.program, sizeof m.program - 1) < 0)
        rc = fail_kit_file(&m, "/proc/self/exe");
    if (rc == DOM_OK)
        rc = find_kit(&m);
    if (rc == DOM_OK)
        rc = find_kit_place(&m);
    if (rc == DOM_OK)
        rc = make_kit(&m);
    if (rc == DOM_OK)
        (void)snprintf(name, DOM_BOTS_NAME_MAX + 1, "%s", m.name);
    return rc;
}
