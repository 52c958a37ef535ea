/* base/path.h - the room for the path of a file. */
#ifndef DOM_BASE_PATH_H
#define DOM_BASE_PATH_H

/* Bytes of a path with its NUL: PATH_MAX of Linux. */
enum { DOM_PATH_BYTES = 4096 };

#endif
