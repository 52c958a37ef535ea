/* power.c - linked with the whole program: writes down, many times during a run, the files that a
 * power cut at this moment would leave on the disk.
 *
 *   POWER_DB=FILE    the database that is watched
 *   POWER_TO=FOLDER  cut N goes to FOLDER/N: the files of the database, as arena.db, and in `said`
 *                    the number of bytes that were written to stdout until then
 *   POWER_EVERY=N    cut at every Nth write, truncation, sync or deletion; 0: never
 *   POWER_SEED=N     chooses what a cut leaves, and which of the first N operations is cut first
 *   POWER_LIES=1     the disk confirms syncs without doing them
 *
 * At the end FOLDER/moments has the number of these operations.
 */
#include "base/check.h"
#include "fault_disk.h"
#include "platter.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 500 };

static struct {
    const char *to;
    long every, seed, moments;
} power;

static long number_of(const char *name)
{
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static void write_number(const char *path, long number)
{
    FILE *out = fopen(path, "we");
    dom_check(out != NULL && fprintf(out, "%ld\n", number) > 0 && fclose(out) == 0);
}

static void cut(void)
{
    char folder[PATH_BYTES], path[PATH_BYTES + 20];
    struct stat said;
    (void)snprintf(folder, sizeof folder, "%s/%ld", power.to, power.moments);
    dom_check(mkdir(folder, 0700) == 0 && fstat(STDOUT_FILENO, &said) == 0);
    (void)snprintf(path, sizeof path, "%s/said", folder);
    write_number(path, (long)said.st_size);
    (void)snprintf(path, sizeof path, "%s/arena.db", folder);
    platter_cut(path, (unsigned)(power.seed + power.moments));
}

static void cut_sometimes(void)
{
    power.moments++;
    if (power.every > 0 && (power.moments + power.seed) % power.every == 0)
        cut();
}

__attribute__((constructor)) static void begin(void)
{
    const char *db = getenv("POWER_DB");
    power.to = getenv("POWER_TO");
    if (db == NULL || power.to == NULL)
        return;
    power.every = number_of("POWER_EVERY");
    power.seed = number_of("POWER_SEED");
    disk_install();
    disk_lie(number_of("POWER_LIES") != 0);
    disk_before_change(cut_sometimes);
    platter_watch(db);
}

__attribute__((destructor)) static void end(void)
{
    char path[PATH_BYTES];
    if (power.to == NULL)
        return;
    (void)snprintf(path, sizeof path, "%s/moments", power.to);
    write_number(path, power.moments);
}
