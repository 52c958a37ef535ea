/* format.h - what the writer and the reader of the file of open matches agree on. Private to this
 * room. */
#ifndef DOM_LIVE_FORMAT_H
#define DOM_LIVE_FORMAT_H

enum {
    DOM_LIVE_FORMAT_VERSION = 1,
    /* A larger file is not read. 64 long matches with their choices take some 3 MB. */
    DOM_LIVE_FILE_BYTES_MAX = 16 * 1024 * 1024
};

#endif
