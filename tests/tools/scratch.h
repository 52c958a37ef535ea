/* scratch.h - a folder for one test, removed after it.
 *
 *     static scratch s;
 *     static void set_up(void) { scratch_open(&s); }
 *     static void clean_up(void) { scratch_close(&s); }
 */
#ifndef DOM_TESTS_CLI_SCRATCH_H
#define DOM_TESTS_CLI_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct {
    char path[64]; /* absolute, without links                                 */
} scratch;

void scratch_open(scratch *s);
void scratch_close(scratch *s);

/* Returns "PATH/NAME"; valid until the fourth following call. */
const char *scratch_at(const scratch *s, const char *name);

/* Write a file and the folders on its path: `count` bytes, or up to the NUL. */
void scratch_write(const scratch *s, const char *name, const char *text);
void scratch_write_bytes(const scratch *s, const char *name, const void *bytes, size_t count);

/* Makes a folder and the folders on its path. */
void scratch_folder(const scratch *s, const char *name);

/* Returns the content of a file as a text that the caller frees; NULL if there is no file. */
char *scratch_read(const char *path);

/* Returns the permission bits; 0 if nothing exists there. */
mode_t scratch_mode(const char *path);

/* Returns the number of entries of a folder, without "." and ".."; -1 if there is no folder. */
int scratch_count(const char *path);

/* Defines a suite; each of its tests has its own folder `s`. */
#define SCRATCH_SUITE(name)                                                                        \
    static scratch s;                                                                              \
    static void set_up(void)                                                                       \
    {                                                                                              \
        scratch_open(&s);                                                                          \
    }                                                                                              \
    static void clean_up(void)                                                                     \
    {                                                                                              \
        scratch_close(&s);                                                                         \
    }                                                                                              \
    TestSuite(name, .init = set_up, .fini = clean_up)

#endif
