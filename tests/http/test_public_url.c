/* Which public addresses of the pages are allowed. */
#include "http/public_url.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static char url[DOM_HTTP_PUBLIC_URL_BYTES];

Test(public_url, an_address_ends_in_a_slash)
{
    static const char *const rows[][2] = {
        {"https://example.org/domino", "https://example.org/domino/"},
        {"https://example.org/domino/", "https://example.org/domino/"},
        {"http://example.org", "http://example.org/"},
        {"http://localhost:8080", "http://localhost:8080/"},
        {"http://10.0.0.1:1/a/b", "http://10.0.0.1:1/a/b/"},
        {"https://[2001:db8::1]:65535/x", "https://[2001:db8::1]:65535/x/"},
        {"http://[::1]", "http://[::1]/"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert(eq(int, dom_http_public_url_read(url, rows[i][0], NULL), DOM_OK), "%s",
                  rows[i][0]);
        cr_expect(eq(str, url, (char *)rows[i][1]));
    }
}

Test(public_url, all_else_is_refused)
{
    static const char *const others[] = {
        "",           "example.org",    "ftp://example.org", "http:/example.org", "http://",
        "http:///x",  "http://[]",      "http://[::1",       "http://[::1/",      "http://::1",
        "http://h:",  "http://h:/",     "http://h:0",        "http://h:65536",    "http://h:100000",
        "http://h:x", "http://h:80x",   "http://h:-1",       "http://h x",        "http://h/a b",
        "http://h?q", "http://h/?q",    "http://h/#f",       "http://u@h/",       "http://h/\"",
        "http://h<",  "http://[::g]/x", "http://[::1]x",     "http://h:80:80",    " http://h"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        dom_err err;
        cr_expect(eq(int, dom_http_public_url_read(url, others[i], &err), DOM_E_CONFIG), "%s",
                  others[i]);
        cr_expect(ne(ptr, strstr(err.text, "is not an address of pages"), NULL));
    }
}

/* With its '/' and the NUL an address has at most DOM_HTTP_PUBLIC_URL_BYTES bytes. */
Test(public_url, the_length_is_bounded)
{
    char text[DOM_HTTP_PUBLIC_URL_BYTES] = "http://";
    memset(text + 7, 'h', sizeof text - 2 - 7);
    cr_assert(eq(int, dom_http_public_url_read(url, text, NULL), DOM_OK));
    cr_expect(eq(sz, strlen(url), sizeof url - 1));
    text[sizeof text - 2] = 'h';
    cr_expect(eq(int, dom_http_public_url_read(url, text, NULL), DOM_E_CONFIG));
}
