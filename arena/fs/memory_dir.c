#include "fs/memory_dir.h"

#include "base/text.h"
#include "fs/remove_tree.h"
#include "open_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#define SHARED_MEMORY "/dev/shm"
#define PLACE "%s/bots/memory" /* in the run directory: the mount point, or a link */
#define SHARE 4                /* of the machine's memory: one in so many bytes */

uint64_t dom_fs_memory_dir_usual(void)
{
    struct sysinfo machine;
    return sysinfo(&machine) == 0 ? (uint64_t)machine.totalram * machine.mem_unit / SHARE : 0;
}

/* ---- a file system of its own ----------------------------------------------------------- */

/* What others mount or unmount is still seen here; what is mounted here is seen by nobody else. The
 * kernel ignores the source and the type then, but valgrind looks at the type. */
static bool have_own_mounts(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", "none", MS_REC | MS_SLAVE, NULL) == 0;
}

/* The run directory is the source of the mount, so lists of mounts say whose it is. */
static bool mount_own(dom_fs_memory_dir *dir, const char *run)
{
    char options[64];
    (void)snprintf(options, sizeof options, "mode=0755,size=%llu", (unsigned long long)dir->left);
    (void)snprintf(dir->path, sizeof dir->path, PLACE, run);
    dir->is_mounted =
        geteuid() == 0 && dir->left > 0 && mkdir(dir->path, 0755) == 0 && have_own_mounts() &&
        mount(run, dir->path, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, options) == 0;
    if (!dir->is_mounted) {
        (void)rmdir(dir->path);
        dir->path[0] = '\0';
    }
    return dir->is_mounted;
}

/* ---- below /dev/shm ---------------------------------------------------------------------- */

/* Containers often forbid to start programs from there. */
static bool is_usable(dom_err *why)
{
    struct statfs fs;
    struct statvfs flags;
    if (statfs(SHARED_MEMORY, &fs) != 0 || statvfs(SHARED_MEMORY, &flags) != 0)
        (void)dom_err_errno(why, SHARED_MEMORY);
    else if (fs.f_type != TMPFS_MAGIC)
        (void)dom_err_set(why, DOM_E_LIMIT, SHARED_MEMORY ": is not in memory");
    else if (flags.f_flag & ST_NOEXEC)
        (void)dom_err_set(why, DOM_E_LIMIT, SHARED_MEMORY ": no program may be started there");
    else
        return true;
    return false;
}

/* Bots of root have users of their own, who must be able to pass. A link in the run directory says
 * where the folder is. */
static void make_shared(dom_fs_memory_dir *dir, const char *run)
{
    char parent[DOM_PATH_BYTES], link[DOM_PATH_BYTES];
    (void)snprintf(link, sizeof link, PLACE, run);
    mode_t mode = geteuid() == 0 ? 0711 : 0700;
    (void)snprintf(parent, sizeof parent, SHARED_MEMORY "/domino-arena.%u", (unsigned)geteuid());
    if (!is_usable(&dir->why) ||
        dom_fs_staging_dir_open_own(&dir->staging, parent, mode, &dir->why) != DOM_OK)
        return;
    if (fchmod(dir->staging.fd, mode) != 0 || symlink(dir->staging.path, link) != 0)
        (void)dom_err_errno(&dir->why, link);
    else
        dom_text_copy(dir->path, sizeof dir->path, dir->staging.path);
}

/* ---- the folder -------------------------------------------------------------------------- */

void dom_fs_memory_dir_open(dom_fs_memory_dir *dir, const char *run, uint64_t bytes)
{
    *dir = (dom_fs_memory_dir){.staging = {.parent = -1, .fd = -1}, .left = bytes};
    char bots[DOM_PATH_BYTES];
    (void)snprintf(bots, sizeof bots, "%s/bots", run);
    (void)dom_fs_make_open_folder(AT_FDCWD, bots);
    if (!mount_own(dir, run))
        make_shared(dir, run);
}

/* Removes the folder below /dev/shm to which the link leads, if it is one that this user can have
 * made. */
static void remove_shared(const char *link)
{
    char path[DOM_PATH_BYTES], parent[64];
    ssize_t size = readlink(link, path, sizeof path - 1);
    path[size > 0 ? size : 0] = '\0';
    int length =
        snprintf(parent, sizeof parent, SHARED_MEMORY "/domino-arena.%u/", (unsigned)geteuid());
    if (strncmp(path, parent, (size_t)length) != 0 || path[length] != '.' ||
        strchr(path + length, '/') != NULL || strcmp(path + length, "..") == 0)
        return;
    dom_fs_remove_tree(path);
    (void)rmdir(parent); /* fails if another arena of this user works there */
}

void dom_fs_memory_dir_remove_left(const char *run)
{
    char place[DOM_PATH_BYTES];
    struct stat st;
    (void)snprintf(place, sizeof place, PLACE, run);
    if (lstat(place, &st) != 0)
        return;
    if (S_ISLNK(st.st_mode))
        remove_shared(place);
    else
        (void)umount2(place, MNT_DETACH | UMOUNT_NOFOLLOW);
}

void dom_fs_memory_dir_close(dom_fs_memory_dir *dir)
{
    if (dir->is_mounted)
        (void)umount2(dir->path, MNT_DETACH);
    else
        dom_fs_staging_dir_close_own(&dir->staging);
    dir->path[0] = '\0';
}

dom_rc dom_fs_memory_dir_copy(dom_fs_memory_dir *dir, unsigned number, const char *folder,
                              char out[static DOM_PATH_BYTES])
{
    uint64_t before = dir->left;
    if (dir->path[0] == '\0')
        return DOM_E_LIMIT;
    if (snprintf(out, DOM_PATH_BYTES, "%s/%u", dir->path, number) >= DOM_PATH_BYTES)
        return dom_err_set(&dir->why, DOM_E_LIMIT, "the path is too long");
    dom_rc rc = dom_fs_open_copy(folder, out, &dir->left, &dir->why);
    if (rc != DOM_OK) {
        dom_fs_remove_tree(out);
        dir->left = before;
    }
    return rc;
}
