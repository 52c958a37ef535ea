#include "fault_disk.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 1024, SECTOR = 512 };

/* A file as the platters have it, and the writes that have not reached them. */
typedef struct {
    char *path;
    uint8_t *bytes;
    size_t size;
    struct {
        size_t offset, size;
        uint8_t *bytes;
    } * writes;
    size_t write_count;
} platter;

static platter platters[FILES];

typedef struct {
    sqlite3_file base;
    platter *on;        /* NULL for files without a name                      */
    sqlite3_file *real; /* stands right behind this struct                    */
} layered_file;

static sqlite3_vfs *real_vfs;
static struct {
    long countdown[DISK_OPERATIONS];
    int code;
    bool has_failed;
    void (*before_sync)(void);
} plan;

/* ---- platters ------------------------------------------------------------- */

static platter *platter_of(const char *path)
{
    for (size_t i = 0; i < FILES; i++) {
        if (platters[i].path == NULL)
            platters[i].path = strdup(path);
        if (strcmp(platters[i].path, path) == 0)
            return &platters[i];
    }
    cr_fatal("too many files");
    return NULL;
}

static void forget_writes(platter *p)
{
    for (size_t i = 0; i < p->write_count; i++)
        free(p->writes[i].bytes);
    free(p->writes);
    p->writes = NULL;
    p->write_count = 0;
}

static void forget(platter *p)
{
    forget_writes(p);
    free(p->bytes);
    p->bytes = NULL;
    p->size = 0;
}

static void note_write(platter *p, const void *bytes, size_t size, size_t offset)
{
    if ((p->write_count & (p->write_count + 1)) == 0) { /* room is 1, 3, 7, ... */
        size_t room = 2 * p->write_count + 1;
        p->writes = realloc(p->writes, room * sizeof *p->writes);
        cr_assert(p->writes != NULL);
    }
    uint8_t *copy = malloc(size);
    cr_assert(copy != NULL);
    memcpy(copy, bytes, size);
    p->writes[p->write_count].offset = offset;
    p->writes[p->write_count].size = size;
    p->writes[p->write_count].bytes = copy;
    p->write_count++;
}

/* Take the file as it is now. */
static int settle(platter *p, sqlite3_file *real)
{
    sqlite3_int64 size = 0;
    forget(p);
    int rc = real->pMethods->xFileSize(real, &size);
    if (rc != SQLITE_OK || size == 0)
        return rc;
    p->bytes = malloc((size_t)size);
    cr_assert(p->bytes != NULL);
    p->size = (size_t)size;
    return real->pMethods->xRead(real, p->bytes, (int)size, 0);
}

static void put_sectors(FILE *out, const platter *p, size_t i)
{
    for (size_t done = 0; done < p->writes[i].size; done += SECTOR) {
        size_t rest = p->writes[i].size - done;
        size_t count = rest < SECTOR ? rest : SECTOR;
        if (rand() % 2)
            continue;
        cr_assert(eq(int, fseek(out, (long)(p->writes[i].offset + done), SEEK_SET), 0));
        cr_assert(eq(sz, fwrite(p->writes[i].bytes + done, 1, count, out), count));
    }
}

static void write_platter(const platter *p, const char *path)
{
    (void)remove(path);
    if (p->bytes == NULL && p->write_count == 0)
        return;
    FILE *out = fopen(path, "wb");
    cr_assert(out != NULL);
    if (p->size > 0)
        cr_assert(eq(sz, fwrite(p->bytes, 1, p->size, out), p->size));
    for (size_t i = 0; i < p->write_count; i++)
        put_sectors(out, p, i);
    cr_assert(eq(int, fclose(out), 0));
}

void disk_cut_power(const char *from, const char *to, unsigned seed)
{
    static const char *const suffixes[] = {"", "-wal", "-journal"};
    char source[600], target[600];
    srand(seed);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        (void)snprintf(source, sizeof source, "%s%s", from, suffixes[i]);
        (void)snprintf(target, sizeof target, "%s%s", to, suffixes[i]);
        write_platter(platter_of(source), target);
    }
    (void)snprintf(target, sizeof target, "%s-shm", to);
    (void)remove(target);
}

/* ---- failing -------------------------------------------------------------- */

void disk_fail(disk_operation operation, long nth, int code)
{
    memset(plan.countdown, 0, sizeof plan.countdown);
    plan.countdown[operation] = nth;
    plan.code = code;
    plan.has_failed = false;
}

bool disk_has_failed(void)
{
    return plan.has_failed;
}

void disk_before_sync(void (*call)(void))
{
    plan.before_sync = call;
}

static bool is_turn(disk_operation operation)
{
    if (plan.countdown[operation] == 0 || --plan.countdown[operation] > 0)
        return false;
    plan.has_failed = true;
    return true;
}

/* ---- files ---------------------------------------------------------------- */

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((layered_file *)file)->real;
}

static int file_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    if (is_turn(DISK_READ))
        return plan.code;
    return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    layered_file *layered = (layered_file *)file;
    if (is_turn(DISK_WRITE))
        return plan.code;
    if (layered->on != NULL)
        note_write(layered->on, bytes, (size_t)count, (size_t)offset);
    return layered->real->pMethods->xWrite(layered->real, bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (is_turn(DISK_WRITE))
        return plan.code;
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    layered_file *layered = (layered_file *)file;
    if (plan.before_sync != NULL)
        plan.before_sync();
    if (is_turn(DISK_SYNC))
        return plan.code;
    int rc = layered->real->pMethods->xSync(layered->real, flags);
    return rc == SQLITE_OK && layered->on != NULL ? settle(layered->on, layered->real) : rc;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xLock(real_of(file), lock);
}

static int file_unlock(sqlite3_file *file, int lock)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), lock);
}

static int file_is_reserved(sqlite3_file *file, int *result)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int file_properties(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}

static int shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int shm_unmap(sqlite3_file *file, int delete)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), delete);
}

static const sqlite3_io_methods methods = {.iVersion = 2,
                                           .xClose = file_close,
                                           .xRead = file_read,
                                           .xWrite = file_write,
                                           .xTruncate = file_truncate,
                                           .xSync = file_sync,
                                           .xFileSize = file_size,
                                           .xLock = file_lock,
                                           .xUnlock = file_unlock,
                                           .xCheckReservedLock = file_is_reserved,
                                           .xFileControl = file_control,
                                           .xSectorSize = file_sector,
                                           .xDeviceCharacteristics = file_properties,
                                           .xShmMap = shm_map,
                                           .xShmLock = shm_lock,
                                           .xShmBarrier = shm_barrier,
                                           .xShmUnmap = shm_unmap};

/* ---- the layer ------------------------------------------------------------ */

static int vfs_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                    int *out_flags)
{
    (void)vfs;
    layered_file *layered = (layered_file *)file;
    *layered = (layered_file){.real = (sqlite3_file *)(layered + 1)};
    if (is_turn(DISK_OPEN))
        return plan.code;
    int rc = real_vfs->xOpen(real_vfs, name, layered->real, flags, out_flags);
    if (rc != SQLITE_OK)
        return rc;
    layered->base.pMethods = &methods;
    layered->on = name != NULL ? platter_of(name) : NULL;
    if (layered->on != NULL && layered->on->bytes == NULL && layered->on->write_count == 0)
        rc = settle(layered->on, layered->real);
    return rc;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    (void)vfs;
    forget(platter_of(name));
    return real_vfs->xDelete(real_vfs, name, sync_folder);
}

void disk_install(void)
{
    static sqlite3_vfs layer;
    real_vfs = sqlite3_vfs_find(NULL);
    layer = *real_vfs;
    layer.zName = "fault-disk";
    layer.szOsFile = (int)sizeof(layered_file) + real_vfs->szOsFile;
    layer.xOpen = vfs_open;
    layer.xDelete = vfs_delete;
    cr_assert(eq(int, sqlite3_vfs_register(&layer, 1), SQLITE_OK));
}
