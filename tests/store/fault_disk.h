/* fault_disk.h - a disk that fails on request and loses unsynced data at a power cut.
 *
 * It is a layer below SQLite (a VFS) that passes all operations to the real file system.
 * It also reports them to platter.h, which computes the files after a power cut.
 */
#ifndef DOM_TESTS_STORE_FAULT_DISK_H
#define DOM_TESTS_STORE_FAULT_DISK_H

#include <stdbool.h>

typedef enum { DISK_OPEN, DISK_READ, DISK_WRITE, DISK_SYNC, DISK_OPERATIONS } disk_operation;

/* Installs the layer for every database that is opened after this call. */
void disk_install(void);

/* Lets the `nth` following operation of this kind (1: the next one) fail with SQLite's `code`. 0
 * lets none fail. */
void disk_fail(disk_operation operation, long nth, int code);

/* Returns true if the operation was reached and failed. */
bool disk_has_failed(void);

/* If `lies` is true, syncs are confirmed without effect, so power cuts lose what was synced. */
void disk_lie(bool lies);

/* Sets a function that is called before every write, truncation, sync and deletion; NULL for
 * none. */
void disk_before_change(void (*call)(void));

#endif
