/* bundle.h - many small files in one, such as tests/data/tournaments.files.
 *
 *     # A remark.
 *     ==== bad-name.yaml
 *     name: Spring
 *     ==== bots/alpha/bot.yaml
 *     name: alpha
 *
 * A line `==== NAME` begins the file of that name, which ends before the next such line or at the
 * end. What stands before the first one is a remark. `==== NAME: KEY, KEY` also puts the lines that
 * the first file, `usual`, has for these keys behind the comments at the beginning of the file.
 */
#ifndef DOM_TESTS_TOOLS_BUNDLE_H
#define DOM_TESTS_TOOLS_BUNDLE_H

#include "scratch.h"

enum { BUNDLE_FILES = 256, BUNDLE_NAME_BYTES = 80, BUNDLE_USUAL_BYTES = 160 };

typedef struct {
    char name[BUNDLE_NAME_BYTES], usual[BUNDLE_USUAL_BYTES];
    const char *text; /* points into the bundle's text; not NUL-terminated */
    size_t bytes;
} bundled_file;

typedef struct {
    char *text;
    size_t count;
    bundled_file files[BUNDLE_FILES];
} bundle;

/* Reads a bundle. Fails the test if it cannot be read or is empty. */
void bundle_open(bundle *b, const char *path);
void bundle_close(bundle *b);

/* Returns the file with this name. Fails the test if it does not exist. */
const bundled_file *bundle_find(const bundle *b, const char *name);

/* Returns true if the file's name begins with `prefix`. */
bool bundle_begins(const bundled_file *file, const char *prefix);

/* Writes the file as FOLDER/NAME. */
void bundle_unpack(const bundled_file *file, const scratch *s, const char *folder);

#endif
