/* Which connections are ended to make room for others, and when. */
#include "visitors.h"

#include "address.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 16 };

/* No time passes in these tests: nothing is ever overdue, or all is. */
static const dom_http_limits patient = {.address_connections = 4,
                                        .address_listeners = 2,
                                        .request_us = INT64_MAX,
                                        .answer_us = INT64_MAX,
                                        .event_pings = 3};

static dom_http_visitors visitors;
static int client[CLIENTS], clients;
static dom_http_visitor *visitor[CLIENTS];

static void open_with(dom_http_limits limits, size_t most)
{
    clients = 0;
    dom_http_visitors_init(&visitors, most, &limits);
}

static void close_all(void)
{
    for (int i = 0; i < clients; i++) {
        close(visitor[i]->fd);
        close(client[i]);
        dom_http_visitors_leave(&visitors, visitor[i]);
    }
    dom_http_visitors_destroy(&visitors);
}

/* Returns the number of a client that has connected from this address. */
static int enter(const char *address)
{
    int pair[2];
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_STREAM, 0, pair)));
    client[clients] = pair[0];
    visitor[clients] = dom_http_visitors_enter(&visitors, pair[1], address);
    return clients++;
}

static bool is_ended(int i)
{
    struct pollfd fd = {.fd = client[i], .events = POLLIN};
    return poll(&fd, 1, 0) == 1;
}

static void note(int i, dom_http_visitor_state state)
{
    dom_http_visitors_note(&visitors, visitor[i], state);
}

Test(visitors, an_address_makes_room_for_itself)
{
    open_with(patient, 100);
    int other = enter("b");
    for (int i = 1; i <= 4; i++)
        (void)enter("a");
    note(1, DOM_HTTP_VISITOR_ANSWERED);
    cr_assert(not(is_ended(enter("a"))));
    cr_assert(is_ended(2), "it has waited longest of its address");
    cr_assert(not(is_ended(1)));
    cr_assert(not(is_ended(other)), "another address");
    close_all();
}

Test(visitors, an_address_that_has_all_it_may_have_gets_no_more)
{
    open_with(patient, 100);
    for (int i = 0; i < 4; i++)
        note(enter("a"), DOM_HTTP_VISITOR_ANSWERED);
    int more = enter("a");
    cr_assert(is_ended(more));
    for (int i = 0; i < 4; i++)
        cr_assert(not(is_ended(i)));
    cr_assert(not(is_ended(enter("b"))));
    note(0, DOM_HTTP_VISITOR_WAITS);
    cr_assert(not(is_ended(enter("a"))));
    cr_assert(is_ended(0));
    close_all();
}

Test(visitors, an_address_may_have_one_connection_only)
{
    dom_http_limits limits = patient;
    limits.address_connections = 1;
    open_with(limits, 100);
    int first = enter("a"), other = enter("b"), second = enter("a");
    cr_assert(is_ended(first));
    cr_assert(not(is_ended(second)));
    cr_assert(not(is_ended(other)));
    close_all();
}

Test(visitors, with_many_open_the_oldest_that_waits_makes_room)
{
    dom_http_limits limits = patient;
    limits.address_connections = limits.address_listeners = 0;
    open_with(limits, 6);
    for (int i = 0; i < 6; i++)
        (void)enter("a");
    note(0, DOM_HTTP_VISITOR_ANSWERED);
    (void)enter("b");
    cr_assert(is_ended(1));
    cr_assert(not(is_ended(0)));
    for (int i = 2; i <= 6; i++)
        cr_assert(not(is_ended(i)));
    for (int i = 0; i < 5; i++)
        cr_assert(dom_http_visitors_listen(&visitors, visitor[6]), "not bounded");
    close_all();
}

Test(visitors, an_address_may_have_so_many_that_listen)
{
    open_with(patient, 100);
    for (int i = 0; i < 3; i++)
        note(enter("a"), DOM_HTTP_VISITOR_ANSWERED);
    cr_assert(dom_http_visitors_listen(&visitors, visitor[0]));
    cr_assert(dom_http_visitors_listen(&visitors, visitor[1]));
    cr_assert(not(dom_http_visitors_listen(&visitors, visitor[2])));
    cr_assert(dom_http_visitors_listen(&visitors, visitor[enter("b")]));
    note(0, DOM_HTTP_VISITOR_WAITS);
    cr_assert(dom_http_visitors_listen(&visitors, visitor[2]));
    cr_assert(not(dom_http_visitors_listen(&visitors, NULL)));
    close_all();
}

Test(visitors, an_answer_has_its_time_and_events_have_none)
{
    dom_http_limits limits = patient;
    limits.answer_us = 0;
    open_with(limits, 100);
    int waits = enter("a"), answered = enter("a"), listens = enter("a");
    note(answered, DOM_HTTP_VISITOR_ANSWERED);
    (void)dom_http_visitors_listen(&visitors, visitor[listens]);
    dom_http_visitors_expire(&visitors);
    cr_assert(is_ended(answered));
    cr_assert(not(is_ended(waits)));
    cr_assert(not(is_ended(listens)));
    close_all();
}

Test(visitors, a_request_has_its_time)
{
    dom_http_limits limits = patient;
    limits.request_us = 0;
    open_with(limits, 100);
    int waits = enter("a"), answered = enter("b");
    cr_assert(is_ended(waits), "who comes ends what is overdue");
    note(answered, DOM_HTTP_VISITOR_ANSWERED);
    dom_http_visitors_expire(&visitors);
    cr_assert(not(is_ended(answered)));
    close_all();
}

Test(visitors, who_listens_and_takes_nothing_is_ended)
{
    open_with(patient, 100);
    int reads = enter("a"), sleeps = enter("a"), answered = enter("b");
    (void)dom_http_visitors_listen(&visitors, visitor[reads]);
    (void)dom_http_visitors_listen(&visitors, visitor[sleeps]);
    note(answered, DOM_HTTP_VISITOR_ANSWERED);
    for (unsigned i = 0; i <= patient.event_pings; i++) {
        cr_assert(not(is_ended(sleeps)), "after %u pings", i);
        dom_http_visitors_take(&visitors, visitor[reads]);
        dom_http_visitors_ping(&visitors);
    }
    cr_assert(is_ended(sleeps));
    cr_assert(not(is_ended(reads)));
    cr_assert(not(is_ended(answered)));
    close_all();
}

static void expect_address(int family, const char *written, const char *wanted)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    char text[DOM_HTTP_ADDRESS_BYTES];
    void *to = family == AF_INET ? (void *)&four.sin_addr : (void *)&six.sin6_addr;
    cr_assert(eq(int, inet_pton(family, written, to), 1));
    dom_http_address_write(text,
                           family == AF_INET ? (struct sockaddr *)&four : (struct sockaddr *)&six);
    cr_assert(eq(str, text, (char *)wanted));
}

Test(visitors, a_network_of_IPv6_is_one_address)
{
    char text[DOM_HTTP_ADDRESS_BYTES];
    expect_address(AF_INET, "192.0.2.7", "192.0.2.7");
    expect_address(AF_INET6, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64");
    expect_address(AF_INET6, "2001:db8:1:2::1", "2001:db8:1:2::/64");
    expect_address(AF_INET6, "2001:db8:1:3::1", "2001:db8:1:3::/64");
    expect_address(AF_INET6, "fedc:ba98:7654:3210:fedc:ba98:7654:3210", "fedc:ba98:7654:3210::/64");
    expect_address(AF_INET6, "::ffff:192.0.2.7", "192.0.2.7");
    expect_address(AF_INET6, "::1", "::/64");
    dom_http_address_write(text, &(struct sockaddr){.sa_family = AF_UNIX});
    cr_assert(eq(str, text, (char *)""));
    dom_http_address_write(text, NULL);
    cr_assert(eq(str, text, (char *)""));
}
