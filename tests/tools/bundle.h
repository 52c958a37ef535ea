/* bundle.h - many small files in one, such as tests/data/tournaments.files.
 *
 *     # A remark.
 *     ==== bad-name.yaml
 *     name: Spring
 *     ==== bots/alpha/bot.yaml
 *     name: alpha
 *
 * A line `==== NAME` begins the file of that name, which ends before the next such line or at the end.
 * What stands before the first one is a remark.
 */
#ifndef DOM_TESTS_TOOLS_BUNDLE_H
#define DOM_TESTS_TOOLS_BUNDLE_H

#include "scratch.h"

enum { BUNDLE_FILES = 256, BUNDLE_NAME_BYTES = 80 };

typedef struct {
    char name[BUNDLE_NAME_BYTES];
    const char *text; /* within the bundle's text, not ended by a NUL         */
    size_t bytes;
} bundled_file;

typedef struct {
    char *text;
    size_t count;
    bundled_file files[BUNDLE_FILES];
} bundle;

/* Read a bundle. A test that cannot, or finds nothing in it, fails. */
void bundle_open(bundle *b, const char *path);
void bundle_close(bundle *b);

/* The file of that name. A test that asks for one that is not there fails. */
const bundled_file *bundle_find(const bundle *b, const char *name);

/* Is it one whose name begins so? */
bool bundle_begins(const bundled_file *file, const char *prefix);

/* Write it as FOLDER/NAME. */
void bundle_unpack(const bundled_file *file, const scratch *s, const char *folder);

#endif
