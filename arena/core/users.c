#include "users.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOCK_FILE "/run/domino-arena.users"

/* What systemd leaves unused (its page "Users, Groups, UIDs and GIDs on systemd
 * systems") and neither Debian's base-passwd nor the subordinate ids of shadow take.
 * The first lies in the 65536 ids that a container may be limited to. */
static const struct {
    uint32_t first, last;
} regions[] = {{60578, 61183}, {65536, 99999}};
enum { REGIONS = sizeof regions / sizeof *regions };

/* Does a line "inside outside count" of the map cover them all? */
static bool is_in_map(const char *path, uint32_t first, uint32_t last)
{
    unsigned inside, count;
    bool is_covered = false;
    FILE *map = fopen(path, "re");
    while (map && fscanf(map, "%u %*u %u", &inside, &count) == 2)
        is_covered |= inside <= first && last - inside < count;
    if (map)
        (void)fclose(map);
    return is_covered;
}

static bool is_mapped(uint32_t first, uint32_t last)
{
    return is_in_map("/proc/self/uid_map", first, last) &&
           is_in_map("/proc/self/gid_map", first, last);
}

bool bot_users_are_there(void)
{
    bool is_any = false;
    for (size_t i = 0; i < REGIONS; i++)
        is_any |= is_mapped(regions[i].first, regions[i].last);
    return geteuid() == 0 && is_any;
}

/* Lock the first free range from *at on that ends at `last`. False when there is none,
 * with errno 0, or the file cannot be locked. */
static bool lock_range(int fd, uint32_t *at, uint32_t last, uint32_t count)
{
    while (count <= last + 1 - *at) {
        struct flock range = {.l_type = F_WRLCK, .l_start = *at, .l_len = count};
        if (fcntl(fd, F_OFD_SETLK, &range) == 0)
            return true;
        if ((errno != EAGAIN && errno != EACCES) || fcntl(fd, F_OFD_GETLK, &range) != 0)
            return false;
        if (range.l_type != F_UNLCK) /* it ended between the two calls otherwise */
            *at = (uint32_t)(range.l_start + range.l_len);
        if (*at > last)
            break;
    }
    errno = 0;
    return false;
}

dom_rc bot_users_reserve(bot_users *users, uint32_t count, dom_err *err)
{
    *users = (bot_users){.fd = -1};
    if (!bot_users_are_there())
        return DOM_OK;
    users->fd = open(LOCK_FILE, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    errno = users->fd < 0 ? errno : 0;
    for (size_t i = 0; users->fd >= 0 && i < REGIONS && errno == 0; i++) {
        users->first = regions[i].first;
        if (is_mapped(regions[i].first, regions[i].last) &&
            lock_range(users->fd, &users->first, regions[i].last, count))
            return DOM_OK;
    }
    int error = errno;
    bot_users_release(users);
    if (error)
        return dom_err_set(err, DOM_E_IO, LOCK_FILE ": cannot reserve users for bots: %s",
                           strerror(error));
    return dom_err_set(err, DOM_E_LIMIT,
                       "no %u user ids in a row are free for bots in %u..%u and %u..%u: other "
                       "arenas use them, or this container does not have them",
                       count, regions[0].first, regions[0].last, regions[1].first, regions[1].last);
}

void bot_users_release(bot_users *users)
{
    if (users->fd >= 0)
        close(users->fd);
    *users = (bot_users){.fd = -1};
}
