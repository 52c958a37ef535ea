/* gzip_file.h - a stream that compresses what is printed to it, in the format gzip. Private to this
 * folder. */
#ifndef DOM_OUTPUT_GZIP_FILE_H
#define DOM_OUTPUT_GZIP_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Returns true if files of this name are compressed: it ends in ".gz". */
bool dom_output_gzip_is_named(const char *path);

/* Opens a stream that writes to a descriptor, which it takes over in any case; fclose closes both.
 * The same text gives the same bytes. Returns NULL, with errno set, if memory has run out.
 *
 * fclose writes the last bytes, so its result must be looked at. A failed write sets errno. */
FILE *dom_output_gzip_open(int fd);

#endif
