/* Checks where the links of a tree lead. They are followed through the listed entries, because the
 * folder itself may change meanwhile. */
#include "file_tree_parts.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

dom_rc dom_fs_tree_refuse_link(const dom_fs_tree *tree, const char *path, const char *target,
                               const char *wrong, dom_err *err)
{
    return dom_err_set(err, DOM_E_CONFIG,
                       "%.100s: this link to %.100s %s; allowed: files, folders and links inside "
                       "%.150s, and links to files below /usr",
                       path, target, wrong, tree->folder);
}

enum {
    LINKS_MAX = 40,  /* in a row, as the kernel has it                                */
    NAMES_MAX = 1000 /* on the way of one link; bounds the time that a folder can take */
};

/* A walk along a link, through the entries as they were listed. */
typedef struct {
    char at[PATH_MAX];   /* an entry; "": the folder itself                             */
    char rest[PATH_MAX]; /* the way that is left                                        */
    int links;
} link_walk;

/* Cuts the last name off. Returns false if there is none. */
static bool leave_name(char *path)
{
    char *slash = strrchr(path, '/');
    bool is_inside = path[0] != '\0';
    *(slash ? slash : path) = '\0';
    return is_inside;
}

/* Checks a link to a program of the machine, which is not copied. The author of the bot chose the
 * path, so it is looked at only if it begins in the system: with /usr, or with a link to a folder
 * there, such as /bin. */
static const char *check_system(const char *target)
{
    char real[PATH_MAX], first[NAME_MAX + 2];
    struct stat st;
    size_t length = 1 + strcspn(target + 1, "/");
    if (dom_fs_beneath_climbs(target) || length >= sizeof first)
        return "leads outside";
    (void)snprintf(first, sizeof first, "%.*s", (int)length, target);
    bool is_usr = strcmp(first, "/usr") == 0;
    if (!is_usr && (realpath(first, real) == NULL || strncmp(real, "/usr/", 5) != 0))
        return "leads outside";
    if (realpath(target, real) == NULL || stat(real, &st) != 0)
        return "leads nowhere";
    if (strncmp(real, "/usr/", 5) != 0)
        return "leads outside";
    return S_ISREG(st.st_mode) ? NULL : "does not lead to a file";
}

/* Puts the text of the link at `w->at` before the way that is left. */
static const char *enter_link(link_walk *w, const char *text)
{
    char rest[PATH_MAX];
    if (text[0] == '/')
        return w->rest[0] ? "leads nowhere" : check_system(text);
    int length = snprintf(rest, sizeof rest, "%s%s", text, w->rest);
    if (++w->links > LINKS_MAX || length >= (int)sizeof rest)
        return "leads nowhere";
    memcpy(w->rest, rest, (size_t)length + 1);
    (void)leave_name(w->at);
    return NULL;
}

/* Goes one name further. Returns NULL, or what is wrong. */
static const char *step(const dom_fs_tree *tree, link_walk *w)
{
    char name[PATH_MAX];
    char *from = w->rest + strspn(w->rest, "/");
    size_t length = strcspn(from, "/"), used = strlen(w->at);
    (void)snprintf(name, sizeof name, "%.*s", (int)length, from);
    memmove(w->rest, from + length, strlen(from + length) + 1);
    if (name[0] == '\0' || strcmp(name, ".") == 0)
        return NULL;
    if (strcmp(name, "..") == 0)
        return leave_name(w->at) ? NULL : "leads outside";
    int more = snprintf(w->at + used, sizeof w->at - used, "%s%s", used ? "/" : "", name);
    const dom_fs_tree_entry *entry =
        used + (size_t)more < sizeof w->at ? dom_fs_tree_find(tree, w->at) : NULL;
    if (entry && entry->kind == DOM_FS_TREE_LINK)
        return enter_link(w, entry->text);
    bool is_end = w->rest[0] == '\0';
    return entry && (is_end || entry->kind == DOM_FS_TREE_FOLDER) ? NULL : "leads nowhere";
}

/* Checks that a link leads to an entry or into the system. It is followed through what was listed,
 * and not through the folder, which its owner may change meanwhile. */
static dom_rc check_link(const dom_fs_tree *tree, const dom_fs_tree_entry *link, link_walk *w,
                         dom_err *err)
{
    (void)snprintf(w->at, sizeof w->at, "%s", link->path);
    w->rest[0] = '\0';
    w->links = 0;
    const char *wrong = enter_link(w, link->text);
    for (int names = 0; !wrong && w->rest[0]; names++)
        wrong = names < NAMES_MAX ? step(tree, w) : "leads nowhere";
    return wrong ? dom_fs_tree_refuse_link(tree, link->path, link->text, wrong, err) : DOM_OK;
}

/* Checks that an entry lies in a folder and not below a link, through which it would be written.
 * Only an owner who changes the folder while it is listed can bring that about. */
static bool is_below_folder(const dom_fs_tree *tree, const char *path, link_walk *w)
{
    (void)snprintf(w->at, sizeof w->at, "%s", path);
    (void)leave_name(w->at);
    const dom_fs_tree_entry *parent = w->at[0] ? dom_fs_tree_find(tree, w->at) : NULL;
    return w->at[0] == '\0' || (parent && parent->kind == DOM_FS_TREE_FOLDER);
}

dom_rc dom_fs_tree_check_links(const dom_fs_tree *tree, dom_err *err)
{
    link_walk walk;
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < tree->count; i++) {
        const dom_fs_tree_entry *entry = &tree->entry[i];
        if (entry->path[0] == '/')
            continue; /* it is not copied */
        if (!is_below_folder(tree, entry->path, &walk))
            rc = dom_fs_tree_changed(err, entry->path);
        else if (entry->kind == DOM_FS_TREE_LINK)
            rc = check_link(tree, entry, &walk, err);
    }
    return rc;
}
