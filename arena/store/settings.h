/* settings.h - how every connection is set up, each setting read back. */
#ifndef DOM_STORE_SETTINGS_H
#define DOM_STORE_SETTINGS_H

#include "handle.h"

enum { DOM_STORE_PRAGMA_BYTES = 200 };

/* Settings of the connection. Touches no file. */
dom_rc dom_store_settings_connection(dom_store *store, dom_err *err);

/* Close without writing to the files or removing one of them. */
void dom_store_keep_untouched(dom_store *store, bool untouched);

/* Is the file whole? Takes time in proportion to it. */
dom_rc dom_store_settings_quick_check(dom_store *store, dom_err *err);

/* Each commit waits for the disk, so that it survives a power cut. */
dom_rc dom_store_settings_synchronous(dom_store *store, dom_err *err);

/* Write ahead, so that others can read meanwhile. Stays in the file. */
dom_rc dom_store_settings_log(dom_store *store, dom_err *err);

/* The first value that the pragma yields, cut to fit, "" without one. */
dom_rc dom_store_pragma_read(dom_store *store, const char *pragma,
                             char value[static DOM_STORE_PRAGMA_BYTES], dom_err *err);

#endif
