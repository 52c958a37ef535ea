/* A stream that compresses: what zlib reads back, and what a failed write does. */
#include "gzip_file.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <zlib.h>

SCRATCH_SUITE(output_gzip_file);

enum { LINES = 20000, FILE_BYTES = 200000 };

static FILE *open_new(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    cr_assert(fd >= 0);
    FILE *file = dom_output_gzip_open(fd);
    cr_assert(ne(ptr, file, NULL));
    return file;
}

static size_t read_bytes(const char *path, unsigned char bytes[static FILE_BYTES])
{
    FILE *file = fopen(path, "re");
    cr_assert(ne(ptr, file, NULL));
    size_t size = fread(bytes, 1, FILE_BYTES, file);
    (void)fclose(file);
    return size;
}

Test(output_gzip_file, the_ending_of_a_name_decides)
{
    cr_expect(dom_output_gzip_is_named("records.jsonl.gz"));
    cr_expect(dom_output_gzip_is_named("folder/a.gz"));
    static const char *const others[] = {"records.jsonl", "a.gz.txt", "agz", "a.GZ",
                                         ".gz",           "gz",       ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect(not(dom_output_gzip_is_named(others[i])), "%s", others[i]);
}

Test(output_gzip_file, what_is_printed_comes_back)
{
    char line[64];
    FILE *file = open_new(scratch_at(&s, "a.gz"));
    for (int i = 0; i < LINES; i++)
        cr_assert(fprintf(file, "line %d\n", i) > 0);
    cr_assert(eq(int, fclose(file), 0));
    gzFile back = gzopen(scratch_at(&s, "a.gz"), "rb");
    cr_assert(ne(ptr, back, NULL));
    for (int i = 0; i < LINES; i++) {
        char expected[64];
        (void)snprintf(expected, sizeof expected, "line %d\n", i);
        cr_assert(ne(ptr, gzgets(back, line, sizeof line), NULL));
        cr_assert(eq(str, line, expected));
    }
    cr_expect(eq(ptr, gzgets(back, line, sizeof line), NULL));
    cr_expect(not(gzdirect(back)), "it is compressed");
    cr_expect(eq(int, gzclose(back), Z_OK));
}

Test(output_gzip_file, the_same_text_gives_the_same_bytes)
{
    static unsigned char bytes[2][FILE_BYTES];
    static const char *const names[] = {"one.gz", "two.gz"};
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        FILE *file = open_new(scratch_at(&s, names[i]));
        (void)fputs("the same text\n", file);
        cr_assert(eq(int, fclose(file), 0));
        size[i] = read_bytes(scratch_at(&s, names[i]), bytes[i]);
    }
    cr_assert(eq(sz, size[0], size[1]));
    cr_expect(eq(int, memcmp(bytes[0], bytes[1], size[0]), 0));
    cr_expect(eq(int, memcmp(bytes[0] + 4, "\0\0\0\0", 4), 0), "no time of day");
}

Test(output_gzip_file, a_failed_write_is_an_error_of_the_stream_or_of_its_end)
{
    int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    cr_assert(fd >= 0);
    FILE *file = dom_output_gzip_open(fd);
    cr_assert(ne(ptr, file, NULL));
    (void)fputs("few bytes, which only the end writes\n", file);
    errno = 0;
    cr_expect(ne(int, fclose(file), 0));
    cr_expect(eq(int, errno, ENOSPC));
}
