#include "fault_disk.h"

#include "base/check.h"
#include "platter.h"

#include <sqlite3.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    platter *on;        /* NULL for files that are not followed               */
    sqlite3_file *real; /* stored directly after this struct */
} layered_file;

static sqlite3_vfs *real_vfs;
static struct {
    long countdown[DISK_OPERATIONS];
    int code;
    bool has_failed, lies;
    void (*before_change)(void);
} plan;

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

void disk_lie(bool lies)
{
    plan.lies = lies;
}

void disk_before_change(void (*call)(void))
{
    plan.before_change = call;
}

static void tell(void)
{
    if (plan.before_change != NULL)
        plan.before_change();
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
    tell();
    if (is_turn(DISK_WRITE))
        return plan.code;
    platter_write(layered->on, bytes, (size_t)count, (size_t)offset);
    return layered->real->pMethods->xWrite(layered->real, bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    layered_file *layered = (layered_file *)file;
    tell();
    if (is_turn(DISK_WRITE))
        return plan.code;
    platter_truncate(layered->on, (size_t)size);
    return layered->real->pMethods->xTruncate(layered->real, size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    layered_file *layered = (layered_file *)file;
    tell();
    if (is_turn(DISK_SYNC))
        return plan.code;
    if (layered->on == NULL && platter_is_watching())
        return SQLITE_OK; /* a file opened for reading needs no sync */
    int rc = layered->real->pMethods->xSync(layered->real, flags);
    if (rc == SQLITE_OK && !plan.lies)
        platter_sync(layered->on);
    return rc;
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
    layered->on = platter_of(name, layered->real);
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    (void)vfs;
    tell();
    platter_delete(name);
    return real_vfs->xDelete(real_vfs, name, sync_folder);
}

/* SQLite opens the folder of a file only to sync it. */
typedef int (*folder_opener)(const char *path, int *fd);
static folder_opener open_folder;

static int note_folder(const char *path, int *fd)
{
    platter_sync_name(path);
    return open_folder(path, fd);
}

void disk_install(void)
{
    static const char call[] = "openDirectory";
    static sqlite3_vfs layer;
    real_vfs = sqlite3_vfs_find(NULL);
    layer = *real_vfs;
    layer.zName = "fault-disk";
    layer.szOsFile = (int)sizeof(layered_file) + real_vfs->szOsFile;
    layer.xOpen = vfs_open;
    layer.xDelete = vfs_delete;
    dom_check(sqlite3_vfs_register(&layer, 1) == SQLITE_OK);
    open_folder = (folder_opener)real_vfs->xGetSystemCall(real_vfs, call);
    dom_check(open_folder != NULL);
    dom_check(real_vfs->xSetSystemCall(real_vfs, call, (sqlite3_syscall_ptr)note_folder) ==
              SQLITE_OK);
}
