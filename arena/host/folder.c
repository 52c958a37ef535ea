#include "host/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Deeper trees, which only spite makes, stay: each level holds a descriptor. */
enum { DEPTH_MAX = 200 };

static void empty(int parent, const char *name, int depth);

static void remove_entry(int folder, const char *name, int depth)
{
    if (unlinkat(folder, name, 0) == 0)
        return;
    empty(folder, name, depth);
    (void)unlinkat(folder, name, AT_REMOVEDIR);
}

/* A bot may have closed the folder to everybody, and may have put a link in its place since:
 * what is opened to us is what we hold, never what has the name by then. */
static int open_folder(int parent, const char *name)
{
    char held_path[32];
    int held = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (held < 0)
        return -1;
    (void)snprintf(held_path, sizeof held_path, "/proc/self/fd/%d", held);
    int fd =
        chmod(held_path, 0700) == 0 ? openat(held, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    close(held);
    return fd;
}

/* Remove all that is in the folder `name` of `parent`. */
static void empty(int parent, const char *name, int depth)
{
    int fd = open_folder(parent, name);
    DIR *folder = fd >= 0 && depth < DEPTH_MAX ? fdopendir(fd) : NULL;
    if (folder == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_entry(fd, entry->d_name, depth + 1);
    (void)closedir(folder);
}

void dom_folder_remove(const char *path)
{
    empty(AT_FDCWD, path, 0);
    (void)rmdir(path);
}
