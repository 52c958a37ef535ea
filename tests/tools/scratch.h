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

/* "PATH/NAME". Good until the fourth call after this one. */
const char *scratch_at(const scratch *s, const char *name);

/* Write a file with the folders on the way to it. `count` bytes, or up to the NUL. */
void scratch_write(const scratch *s, const char *name, const char *text);
void scratch_write_bytes(const scratch *s, const char *name, const void *bytes, size_t count);

/* Make a folder and those on the way to it. */
void scratch_folder(const scratch *s, const char *name);

/* The content of a file as a text to free; NULL when there is none. */
char *scratch_read(const char *path);

/* Permission bits, 0 when there is nothing. */
mode_t scratch_mode(const char *path);

/* Entries of a folder besides "." and "..", -1 when there is none. */
int scratch_count(const char *path);

/* A suite each of whose tests has a folder `s` of its own. */
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
