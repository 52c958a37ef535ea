/* Which clients take compressed content, which content is compressed, and what comes out. */
#include "http/gzip.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WINDOW_BITS = 15 + 16, PAGE_BYTES = 200000 };

Test(gzip, clients_say_what_they_take)
{
    static const char *const taken[] = {"gzip",         "GZip",        "x-gzip",        "*",
                                        "br, gzip",     "br,gzip",     "gzip;q=0.5",    "gzip; q=1",
                                        "*;q=0.1",      " ,\tgzip",    "br;q=1 , gzip", "br, *",
                                        "gzip;q=0.001", "*;q=0, gzip", "gzip , br;q=0"};
    static const char *const refused[] = {"",           "br",      "gzip;q=0",      "gzip;q=0.000",
                                          "gzip; q=0",  "*;q=0",   "gzip;q=0 , br", "gzip;q=0\t, *",
                                          "gzipped",    "x-gzip2", "gzi",           "identity",
                                          "*, gzip;q=0"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        cr_expect(dom_http_gzip_is_accepted(taken[i]), "%s", taken[i]);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        cr_expect(not(dom_http_gzip_is_accepted(refused[i])), "%s", refused[i]);
    cr_expect(not(dom_http_gzip_is_accepted(NULL)));
}

Test(gzip, text_of_a_kibibyte_is_compressed)
{
    static const char *const texts[] = {"text/html; charset=utf-8", "text/css", "image/svg+xml",
                                        "application/json"};
    static const char *const others[] = {"image/png", "text/event-stream", "font/woff2", ""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cr_expect(dom_http_gzip_is_useful(texts[i], 1024), "%s", texts[i]);
        cr_expect(not(dom_http_gzip_is_useful(texts[i], 1023)), "%s", texts[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect(not(dom_http_gzip_is_useful(others[i], 100000)), "%s", others[i]);
}

/* Checks that these bytes come back, by zlib; returns how many were sent. */
static size_t check_round_trip(const unsigned char *bytes, size_t size)
{
    static unsigned char back[PAGE_BYTES];
    size_t packed_size = 0;
    char *packed = dom_http_gzip((const char *)bytes, size, &packed_size);
    cr_assert(ne(ptr, packed, NULL), "%zu bytes", size);
    z_stream stream = {.next_in = (unsigned char *)packed,
                       .avail_in = (unsigned)packed_size,
                       .next_out = back,
                       .avail_out = sizeof back};
    cr_assert(eq(int, inflateInit2(&stream, WINDOW_BITS), Z_OK));
    cr_assert(eq(int, inflate(&stream, Z_FINISH), Z_STREAM_END));
    cr_assert(eq(sz, stream.total_out, size));
    cr_assert(zero(int, memcmp(back, bytes, size)));
    (void)inflateEnd(&stream);
    free(packed);
    return packed_size;
}

/* Nothing makes random bytes shorter, so they need more room than they have. */
Test(gzip, content_comes_back_whole)
{
    static unsigned char bytes[PAGE_BYTES];
    memset(bytes, 'x', sizeof bytes);
    cr_expect(lt(sz, check_round_trip(bytes, sizeof bytes), sizeof bytes / 100));
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof bytes; i++) {
        state = state * 1664525 + 1013904223;
        bytes[i] = (unsigned char)(state >> 24);
    }
    for (size_t size = 1; size <= sizeof bytes; size *= 7)
        cr_expect(lt(sz, size, check_round_trip(bytes, size)));
}

/* zlib counts in 32 bits. Nothing is read. */
Test(gzip, more_than_two_gibibytes_are_not_compressed)
{
    size_t size = 1;
    cr_expect(eq(ptr, dom_http_gzip("", (size_t)INT_MAX + 1, &size), NULL));
    cr_expect(zero(sz, size));
}
