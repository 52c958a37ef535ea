#include "scratch.h"

#include "fs/remove_tree.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void scratch_open(scratch *s)
{
    char name[] = "/tmp/domino-test-XXXXXX", real[PATH_MAX];
    cr_assert(mkdtemp(name) && realpath(name, real) && strlen(real) < sizeof s->path);
    memcpy(s->path, real, strlen(real) + 1);
}

void scratch_close(scratch *s)
{
    dom_fs_remove_tree(s->path);
}

const char *scratch_at(const scratch *s, const char *name)
{
    static char paths[4][PATH_MAX];
    static unsigned next;
    char *path = paths[next++ % 4];
    (void)snprintf(path, PATH_MAX, "%s/%s", s->path, name);
    return path;
}

static void make_folders(char *path)
{
    for (char *c = strchr(path + 1, '/'); c; c = strchr(c + 1, '/')) {
        *c = '\0';
        (void)mkdir(path, 0755);
        *c = '/';
    }
}

void scratch_write_bytes(const scratch *s, const char *name, const void *bytes, size_t count)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/%s", s->path, name);
    make_folders(path);
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL, "%s", path);
    cr_assert(fwrite(bytes, 1, count, file) == count);
    cr_assert(fclose(file) == 0);
}

void scratch_write(const scratch *s, const char *name, const char *text)
{
    scratch_write_bytes(s, name, text, strlen(text));
}

void scratch_folder(const scratch *s, const char *name)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/%s/", s->path, name);
    make_folders(path);
}

char *scratch_read(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    char *text = calloc(1, 1 << 16);
    size_t count = text ? fread(text, 1, (1 << 16) - 1, file) : 0;
    (void)count;
    (void)fclose(file);
    return text;
}

mode_t scratch_mode(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 ? st.st_mode & 07777 : 0;
}

int scratch_count(const char *path)
{
    DIR *dir = opendir(path);
    if (dir == NULL)
        return -1;
    int count = 0;
    while (readdir(dir))
        count++;
    (void)closedir(dir);
    return count - 2;
}
