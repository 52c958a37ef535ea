/* The process of a table: what it gets, and how it ends. */
#include "play/table.h"

#include "scratch.h"
#include "stand_in.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static scratch s;
static dom_home home;
static dom_play_table_spec spec;
static dom_play_table table;
static dom_err err;
static int fds;

static void set_up(void)
{
    scratch_open(&s);
    (void)snprintf(home.home, sizeof home.home, "%s", s.path);
    (void)snprintf(home.db, sizeof home.db, "%s/play.db", s.path);
    spec = (dom_play_table_spec){.home = &home,
                                 .variant = "waits",
                                 .seats = 4,
                                 .seat = {"greedy", "anna", "random#2", "ben"},
                                 .people = 1 << 1 | 1 << 3,
                                 .move_ms = 70};
    fds = open_fds();
}

static void clean_up(void)
{
    scratch_close(&s);
}

TestSuite(table_process, .init = set_up, .fini = clean_up);

/* Stops the table. Its people get up. */
static void stop(void)
{
    dom_play_table_stop(&table);
    for (int i = 0; i < DOM_SEATS_MAX; i++)
        if (table.seat_fd[i] >= 0)
            close(table.seat_fd[i]);
    cr_expect(has_no_children());
    cr_expect(eq(int, open_fds(), fds), "no descriptor is left");
}

static void start(void)
{
    cr_assert(eq(int, dom_play_table_start(&table, &spec, &err), DOM_OK), "%s", err.text);
}

/* Waits until the process has closed what it prints on, so that it ends. */
static dom_rc wait_for_end(void)
{
    dom_rc rc;
    while ((rc = dom_play_table_take_end(&table, &err)) == DOM_E_ABSENT)
        (void)poll(NULL, 0, 1);
    return rc;
}

static char byte_from(int seat)
{
    char byte = 0;
    cr_assert(eq(int, (int)recv(table.seat_fd[seat], &byte, 1, 0), 1));
    return byte;
}

/* The people's ends follow each other from 3, and it has no other descriptors. */
Test(table_process, it_gets_the_order_and_a_socket_for_each_person)
{
    start();
    cr_expect(eq(int, table.seat_fd[0], -1));
    cr_expect(eq(int, table.seat_fd[2], -1));
    cr_expect(eq(int, table.seat_fd[4], -1));
    cr_expect(eq(int, byte_from(1), 3));
    cr_expect(eq(int, byte_from(3), 4));
    char *text = scratch_read(scratch_at(&s, "order"));
    cr_assert(ne(ptr, text, NULL));
    json_t *order = json_loads(text, 0, NULL),
           *expected = json_pack("{s:s, s:s, s:[s, s, s, s], s:i, s:i, s:b}", "name",
                                 table.tournament, "variant", "waits", "seats", "greedy", "anna",
                                 "random#2", "ben", "people", 10, "move_ms", 70, "clocked", 0);
    cr_expect(json_equal(order, expected), "%s", text);
    json_decref(order);
    json_decref(expected);
    free(text);
    stop();
}

Test(table_process, no_two_tables_have_one_name)
{
    char first[DOM_PLAY_NAME_BYTES];
    start();
    strcpy(first, table.tournament);
    cr_expect(zero(int, strncmp(first, "play-2", 6)), "%s", first);
    cr_expect(eq(sz, strlen(first), strlen("play-20261129-080910-01234567")));
    stop();
    start();
    cr_expect(ne(str, table.tournament, first));
    stop();
}

Test(table_process, it_runs_until_it_is_stopped)
{
    start();
    (void)byte_from(1);
    cr_expect(eq(int, dom_play_table_take_end(&table, &err), DOM_E_ABSENT));
    cr_expect(lt(int, 1, table.pid));
    stop();
    cr_expect(zero(int, table.pid));
    cr_expect(eq(int, table.errors, -1));
}

Test(table_process, its_exit_status_says_whether_the_match_is_stored)
{
    spec.variant = "stored";
    start();
    cr_expect(eq(int, wait_for_end(), DOM_OK));
    cr_expect(zero(int, table.pid));
    cr_expect(eq(int, table.errors, -1));
    stop();
}

Test(table_process, its_last_line_says_why_it_ended)
{
    spec.variant = "refused";
    start();
    cr_expect(eq(int, wait_for_end(), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "no bot 'nobody'"));
    cr_expect(zero(int, table.pid));
    stop();
}

Test(table_process, its_last_line_is_found_behind_many_others)
{
    spec.variant = "broken";
    start();
    cr_expect(eq(int, wait_for_end(), DOM_E_IO));
    cr_expect(eq(str, err.text, "no bot 'nobody'"));
    stop();
}

Test(table_process, one_that_is_killed_has_no_line)
{
    start();
    (void)byte_from(3);
    cr_assert(zero(int, kill(table.pid, SIGKILL)));
    cr_expect(eq(int, wait_for_end(), DOM_E_IO));
    cr_expect(eq(str, err.text, "the table has ended"));
    stop();
}

Test(table_process, a_name_has_a_length_and_no_control_characters)
{
    static char longest[DOM_PATH_BYTES + 1];
    memset(longest, 'x', sizeof longest - 1);
    const char *const bad[] = {"a\nb", "\x7f", "\xff", longest};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        spec.seat[3] = bad[i];
        cr_expect(eq(int, dom_play_table_start(&table, &spec, &err), DOM_E_CONFIG));
        cr_expect(zero(int, strncmp(err.text, "seat 3: a name has at most ", 27)), "%s", err.text);
        cr_expect(zero(int, table.pid));
        cr_expect(eq(int, table.seat_fd[1], -1));
    }
    stop();
}

/* With each number of descriptors until they are enough. */
Test(table_process, without_descriptors_no_table_is_started_and_nothing_is_left)
{
    struct rlimit before;
    dom_rc rc = DOM_E_IO;
    cr_assert(zero(int, getrlimit(RLIMIT_NOFILE, &before)));
    for (rlim_t most = 3; rc == DOM_E_IO; most++) {
        struct rlimit few = {most, before.rlim_max};
        cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &few)));
        rc = dom_play_table_start(&table, &spec, &err);
        cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &before)));
        if (rc != DOM_E_IO)
            break;
        cr_expect(zero(int, strncmp(err.text, "no table can be started: ", 25)), "%s", err.text);
        cr_expect(eq(int, open_fds(), fds), "at most %d", (int)most);
        cr_expect(zero(int, table.pid));
        for (int i = 0; i < DOM_SEATS_MAX; i++)
            cr_expect(eq(int, table.seat_fd[i], -1));
    }
    cr_expect(eq(int, rc, DOM_OK));
    stop();
}

Test(table_process, people_sit_first_and_bots_take_the_rest_in_turn)
{
    static const char *const people[] = {"anna", "ben", "cleo"}, *const bots[] = {"careful",
                                                                                  "greedy"};
    static const char *const expected[] = {"anna", "careful", "greedy", "careful"};
    cr_assert(eq(int, dom_play_table_fill(&spec, people, 1, bots, 2, &err), DOM_OK));
    for (int i = 0; i < 4; i++)
        cr_expect(eq(str, (char *)spec.seat[i], (char *)expected[i]));
    cr_expect(eq(u32, spec.people, 1));
    cr_assert(eq(int, dom_play_table_fill(&spec, people, 3, bots, 1, &err), DOM_OK));
    cr_expect(eq(u32, spec.people, 7));
    cr_expect(eq(str, (char *)spec.seat[3], "careful"));
    cr_expect(eq(int, dom_play_table_fill(&spec, people, 3, bots, 0, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "waits has 4 seats: name a bot for the seats without a person"));
    spec.seats = 3;
    cr_expect(eq(int, dom_play_table_fill(&spec, people, 3, bots, 0, &err), DOM_OK));
    spec.seats = 2;
    cr_expect(eq(int, dom_play_table_fill(&spec, people, 3, bots, 1, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "waits has 2 seats, and 3 people want to sit down"));
}
