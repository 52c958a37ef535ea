/* Which Host headers name loopback. */
#include "host_header.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>

Test(host_header, loopback_has_few_names)
{
    static const char *const own[] = {"localhost", "127.0.0.1", "127.255.255.255", "[::1]"};
    static const char *const ports[] = {"", ":1", ":80", ":08080", ":65535"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        for (size_t k = 0; k < sizeof ports / sizeof *ports; k++) {
            char host[64];
            (void)snprintf(host, sizeof host, "%s%s", own[i], ports[k]);
            cr_assert(dom_http_host_is_loopback(host), "%s", host);
        }
}

Test(host_header, all_else_is_another_name)
{
    static const char *const ends[] = {".evil",   "x",      ":",    ":x",      ":80x", ":8 0",
                                       ":123456", ":80:80", ":-80", ":+80",    "]",    "[",
                                       "]:80",    "@evil",  "/",    ":80/",    " ",    " :80",
                                       "%00",     ".",      ".:80", ":80.evil"};
    static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
    static const char *const others[] = {
        "",
        ":",
        ":80",
        "[",
        "]",
        "[]",
        "[]:80",
        "[::1",
        "::1",
        "::1:80",
        "[[::1]]",
        "[::2]",
        "[::1]]:80",
        "[localhost]",
        "[127.0.0.1]",
        "128.0.0.1",
        "126.255.255.255",
        "127.1",
        "127.0.0.256",
        "0127.0.0.1",
        "0x7f.0.0.1",
        "2130706433",
        "evil",
        "evil.localhost",
        "127.0.0.1.evil",
        "evil:80",
        " localhost",
        "user@localhost",
        "127.0.0.1000000000000000000000000000000000000000000000000000000000000001"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            char host[64];
            (void)snprintf(host, sizeof host, "%s%s", own[i], ends[k]);
            cr_assert(not(dom_http_host_is_loopback(host)), "%s", host);
        }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_assert(not(dom_http_host_is_loopback(others[i])), "%s", others[i]);
}

Test(host_header, a_public_address_has_one_host_with_any_port)
{
    static const struct {
        const char *host, *url;
        bool is;
    } cases[] = {{"example.org", "https://example.org/", true},
                 {"EXAMPLE.org:443", "https://example.org/domino/", true},
                 {"example.org", "https://example.org:8443/", true},
                 {"example.org:8443", "http://example.org:8443/", true},
                 {"[2001:db8::1]:443", "https://[2001:db8::1]/", true},
                 {"[2001:db8::1]", "https://[2001:db8::1]:8443/", true},
                 {"", "https://example.org/", false},
                 {"example.or", "https://example.org/", false},
                 {"example.org.evil", "https://example.org/", false},
                 {"example.org:", "https://example.org/", false},
                 {"example.org:80.evil", "https://example.org/", false},
                 {"evil.example.org", "https://example.org/", false},
                 {"example.org@evil", "https://example.org/", false},
                 {"[2001:db8::2]", "https://[2001:db8::1]/", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_assert(eq(int, dom_http_host_is_of(cases[i].host, cases[i].url), cases[i].is), "%s %s",
                  cases[i].host, cases[i].url);
}
