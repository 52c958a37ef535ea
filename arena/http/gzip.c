#define ZLIB_CONST /* input is const */

#include "http/gzip.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

enum {
    USEFUL_BYTES = 1024, /* less is one packet anyway */
    /* The list of 500 matches has 157 KB: level 4 leaves 16 KB in 0.8 ms, level 6 14 KB in 1.7 ms.
     */
    LEVEL = 4,
    WINDOW_BITS = 15 + 16, /* the largest window; 16 asks for the header of gzip */
    MEMORY_LEVEL = 8       /* zlib's default */
};

/* ---- what clients take ------------------------------------------------------------- */

/* Returns whether parameters such as ";q=0.5" leave a coding allowed: q is not 0. */
static bool is_allowed(const char *parameters, size_t size)
{
    const char *q = memchr(parameters, '=', size);
    return q == NULL || strspn(q + 1, "0.") < (size_t)(parameters + size - q) - 1;
}

/* Compares a word with the coding that begins at `at` and ends before a blank, ';' or ','. */
static bool is_coding(const char *at, const char *word)
{
    size_t size = strcspn(at, " \t;,");
    return size == strlen(word) && strncasecmp(at, word, size) == 0;
}

bool dom_http_gzip_is_accepted(const char *accept_encoding)
{
    bool takes_any = false;
    for (const char *at = accept_encoding; at && *at;) {
        at += strspn(at, " \t,");
        size_t size = strcspn(at, ",");
        size_t name = strcspn(at, " \t;,");
        while (size > name && strchr(" \t", at[size - 1]))
            size--;
        if (is_coding(at, "gzip") || is_coding(at, "x-gzip"))
            return is_allowed(at + name, size - name);
        takes_any = takes_any || (is_coding(at, "*") && is_allowed(at + name, size - name));
        at += strcspn(at, ",");
    }
    return takes_any;
}

bool dom_http_gzip_is_useful(const char *type, size_t size)
{
    static const char *const types[] = {"text/html",    "text/css",         "text/javascript",
                                        "text/plain",   "application/json", "application/atom+xml",
                                        "image/svg+xml"};
    for (size_t i = 0; size >= USEFUL_BYTES && i < sizeof types / sizeof *types; i++)
        if (strncmp(type, types[i], strlen(types[i])) == 0)
            return true;
    return false;
}

/* ---- compressing -------------------------------------------------------------------- */

/* Compresses all at once. Returns the number of bytes written; 0 if memory has run out. */
static size_t deflate_whole(const char *bytes, size_t size, char *out, size_t room)
{
    z_stream stream = {.next_in = (const unsigned char *)bytes,
                       .avail_in = (uInt)size,
                       .next_out = (unsigned char *)out,
                       .avail_out = (uInt)room};
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return 0;
    bool is_whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    size_t written = stream.total_out;
    (void)deflateEnd(&stream);
    return is_whole ? written : 0;
}

char *dom_http_gzip(const char *bytes, size_t size, size_t *out_size)
{
    enum {
        HEADER_BYTES = 32
    }; /* of gzip, more than zlib's own header, which compressBound counts */
    size_t room = size <= INT_MAX ? compressBound((uLong)size) + HEADER_BYTES : 0;
    char *out = room > 0 ? malloc(room) : NULL;
    *out_size = out ? deflate_whole(bytes, size, out, room) : 0;
    if (*out_size == 0) {
        free(out);
        return NULL;
    }
    return out;
}
