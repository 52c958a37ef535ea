/* no_openat2.h - a process in which openat2 fails, as on an old kernel or under a filter of
 * system calls. */
#ifndef DOM_TESTS_FS_NO_OPENAT2_H
#define DOM_TESTS_FS_NO_OPENAT2_H

/* From now on openat2 always fails with `error` in this process. */
void refuse_openat2(int error);

#endif
