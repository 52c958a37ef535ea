/* settings.h - sets up every connection to SQLite. Each setting is read back and checked. */
#ifndef DOM_STORE_SETTINGS_H
#define DOM_STORE_SETTINGS_H

#include "handle.h"

enum { DOM_STORE_PRAGMA_BYTES = 200 };

/* Settings of the connection. Touches no file. */
dom_rc dom_store_settings_connection(dom_store *store, dom_err *err);

/* Close without writing to the files or removing one of them. */
void dom_store_keep_untouched(dom_store *store, bool untouched);

/* Checks every page of the file. The time is proportional to its size. */
dom_rc dom_store_settings_quick_check(dom_store *store, dom_err *err);

/* Makes every commit wait for the disk, so that it survives a power cut. */
dom_rc dom_store_settings_synchronous(dom_store *store, dom_err *err);

/* Switches to a write-ahead log, so that others can read while this connection writes. The setting
 * stays in the file. */
dom_rc dom_store_settings_log(dom_store *store, dom_err *err);

/* Reads the first value that the pragma returns, cut to fit; "" if there is none. */
dom_rc dom_store_pragma_read(dom_store *store, const char *pragma,
                             char value[static DOM_STORE_PRAGMA_BYTES], dom_err *err);

#endif
