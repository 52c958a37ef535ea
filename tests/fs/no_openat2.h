/* no_openat2.h - makes openat2 fail in this process, as on an old kernel or under a seccomp
 * filter. */
#ifndef DOM_TESTS_FS_NO_OPENAT2_H
#define DOM_TESTS_FS_NO_OPENAT2_H

/* After this call openat2 always fails with `error` in this process. */
void refuse_openat2(int error);

#endif
