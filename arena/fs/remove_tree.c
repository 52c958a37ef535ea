/* Removes a folder with everything in it, as far as possible. A bot may have filled it on
 * purpose: deep trees, closed folders, links, and processes that still add files. */
#include "fs/remove_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DEPTH_MAX = 200,   /* each level holds a descriptor; deeper folders are moved up first */
    ROUNDS_MAX = 10000 /* a limit, because another process may keep adding files */
};

typedef struct {
    int top;        /* descriptor of the folder that is removed */
    unsigned moved; /* how many subfolders were too deep so far */
} removal;

static void empty(removal *r, int parent, const char *name, int depth);

/* Moves a folder up to the top, under a name that is free or that of an empty folder. */
static void move_up(removal *r, int parent, const char *name)
{
    char to[32];
    int rc;
    do {
        (void)snprintf(to, sizeof to, "moved-%u", r->moved++);
        rc = renameat(parent, name, r->top, to);
    } while (rc != 0 && (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR));
}

/* Removes a file, or else empties the folder and removes it. */
static void remove_entry(removal *r, int folder, const char *name, int depth)
{
    if (unlinkat(folder, name, 0) == 0)
        return;
    empty(r, folder, name, depth);
    (void)unlinkat(folder, name, AT_REMOVEDIR);
}

/* Opens a folder that the bot may have closed to everybody. That of another user in a shared folder
 * is opened as it is. The mode is changed through the held
 * descriptor and not by name, because a link may have taken its place meanwhile. */
static int open_folder(int parent, const char *name)
{
    char held_path[32];
    int held = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (held < 0)
        return -1;
    (void)snprintf(held_path, sizeof held_path, "/proc/self/fd/%d", held);
    int fd = chmod(held_path, 0700) == 0 || errno == EPERM
                 ? openat(held, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                 : -1;
    close(held);
    return fd;
}

/* Removes everything in the folder `name` of `parent`. */
static void empty(removal *r, int parent, const char *name, int depth)
{
    int fd = open_folder(parent, name);
    if (depth == 0)
        r->top = fd;
    if (fd >= 0 && depth == DEPTH_MAX)
        move_up(r, parent, name);
    DIR *folder = fd >= 0 && depth < DEPTH_MAX ? fdopendir(fd) : NULL;
    if (folder == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_entry(r, fd, entry->d_name, depth + 1);
    (void)closedir(folder);
}

/* Each round removes up to DEPTH_MAX levels; folders that were moved up are left for the next
 * one. */
void dom_fs_remove_tree_at(int parent, const char *name)
{
    for (int round = 0; round < ROUNDS_MAX; round++) {
        removal r = {.top = -1};
        empty(&r, parent, name, 0);
        if (unlinkat(parent, name, AT_REMOVEDIR) == 0 || r.moved == 0)
            return;
    }
}

void dom_fs_remove_tree(const char *path)
{
    dom_fs_remove_tree_at(AT_FDCWD, path);
}
