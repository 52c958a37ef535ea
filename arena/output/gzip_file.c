#include "gzip_file.h"

#include "base/text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

bool dom_output_gzip_is_named(const char *path)
{
    return dom_text_has_ending(path, ".gz");
}

/* A short write is the error of a stream. */
static ssize_t write_stream(void *cookie, const char *bytes, size_t size)
{
    gzFile file = cookie;
    return gzwrite(file, bytes, (unsigned)size);
}

static int close_stream(void *cookie)
{
    gzFile file = cookie;
    int result = gzclose(file);
    if (result == Z_OK)
        return 0;
    if (result != Z_ERRNO) /* of a write that failed errno is set */
        errno = EIO;
    return -1;
}

FILE *dom_output_gzip_open(int fd)
{
    const cookie_io_functions_t calls = {.write = write_stream, .close = close_stream};
    gzFile file = gzdopen(fd, "wb");
    FILE *stream = file ? fopencookie(file, "w", calls) : NULL;
    if (file == NULL)
        (void)close(fd);
    else if (stream == NULL)
        (void)gzclose(file);
    if (stream == NULL)
        errno = ENOMEM;
    return stream;
}
