/* fault_disk.h - a disk that fails when told to, and forgets at a power cut.
 *
 * A layer below SQLite (a VFS) that passes everything on to the real file
 * system, and tells platter.h, which knows what a power cut would leave.
 */
#ifndef DOM_TESTS_STORE_FAULT_DISK_H
#define DOM_TESTS_STORE_FAULT_DISK_H

#include <stdbool.h>

typedef enum { DISK_OPEN, DISK_READ, DISK_WRITE, DISK_SYNC, DISK_OPERATIONS } disk_operation;

/* Put the layer below every database that is opened from now on. */
void disk_install(void);

/* Let the `nth` such operation from now on (1 = the next) fail with SQLite's
 * `code`; 0 = none. */
void disk_fail(disk_operation operation, long nth, int code);

/* Whether it came to that. */
bool disk_has_failed(void);

/* Whether syncs are confirmed and power cuts lose what they were for. */
void disk_lie(bool lies);

/* Called before every write, cut, sync and deletion; NULL = nobody. */
void disk_before_change(void (*call)(void));

#endif
