/* Which requests with a body are allowed, and how bodies are received. */
#include "upload.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static const dom_http_upload_headers good = {.host = "127.0.0.1:8080",
                                             .origin = "http://127.0.0.1:8080",
                                             .content_type = "application/json"};

static int status_with(const char *origin, const char *fetch_site)
{
    dom_http_upload_headers headers = good;
    headers.origin = origin;
    headers.fetch_site = fetch_site;
    return dom_http_upload_check(&headers).status;
}

Test(upload, the_own_origin_may_send)
{
    cr_assert(eq(int, dom_http_upload_check(&good).status, 0));
    cr_assert(eq(int, status_with("https://127.0.0.1:8080", NULL), 0));
    cr_assert(eq(int, status_with("https://arena.example", "same-origin"), 0));
    cr_assert(eq(int, status_with(NULL, "same-origin"), 0));
}

Test(upload, others_may_not)
{
    static const char *const others[] = {"null",
                                         "",
                                         "http://",
                                         "127.0.0.1:8080",
                                         "http://127.0.0.1:80",
                                         "http://127.0.0.1:80800",
                                         "http://127.0.0.1:8080.evil.example",
                                         "http://evil.example/127.0.0.1:8080",
                                         "ftp://127.0.0.1:8080"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_assert(eq(int, status_with(others[i], NULL), 403), "%s", others[i]);
    cr_assert(eq(int, status_with(NULL, NULL), 403));
    cr_assert(eq(int, status_with(good.origin, "cross-site"), 403));
    cr_assert(eq(int, status_with(good.origin, "same-site"), 403));
    cr_assert(eq(int, status_with(good.origin, "none"), 403));
    dom_http_upload_headers headers = good;
    headers.host = NULL;
    cr_assert(eq(int, dom_http_upload_check(&headers).status, 403));
}

Test(upload, only_json_that_is_short)
{
    static const struct {
        const char *type, *length;
        int status;
    } rows[] = {{"application/json", "4096", 0},
                {"Application/JSON;charset=utf-8", NULL, 0},
                {"application/json", "4097", 413},
                {"application/json2", NULL, 415},
                {"text/plain", NULL, 415},
                {NULL, NULL, 415},
                {"text/plain;application/json", NULL, 415}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_http_upload_headers headers = good;
        headers.content_type = rows[i].type;
        headers.content_length = rows[i].length;
        cr_assert(eq(int, dom_http_upload_check(&headers).status, rows[i].status), "row %zu", i);
    }
}

Test(upload, a_body_arrives_in_pieces_and_is_cut)
{
    static dom_http_upload upload;
    char piece[3000];
    memset(piece, 'x', sizeof piece);
    dom_http_upload_add(&upload, "abc", 3);
    dom_http_upload_add(&upload, "d", 1);
    cr_assert(eq(str, upload.bytes, "abcd"));
    for (int i = 0; i < 3; i++)
        dom_http_upload_add(&upload, piece, sizeof piece);
    cr_assert(eq(sz, upload.size, 9004));
    cr_assert(eq(sz, strlen(upload.bytes), DOM_HTTP_UPLOAD_BYTES));
}
