/* What a run prints: events for programs, and for people a table that does not flicker, with the
 * faults above it. */
#include "expect.h"
#include "output/live_table.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/redirect.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void tell_fault(dom_output_live_table *table, const dom_core_fault *fault)
{
    dom_output_live_table_observer(table, NULL, NULL).on_fault(table, fault);
}

static void tell_withdrawal(dom_output_live_table *table, const dom_core_withdrawal *withdrawal)
{
    dom_output_live_table_observer(table, NULL, NULL).on_withdraw(table, withdrawal);
}

static void tell_progress(dom_output_live_table *table, const dom_core_progress *now)
{
    dom_output_live_table_observer(table, NULL, NULL).on_progress(table, now);
}

static const dom_core_fault odd_fault = {.bot = "far", .code = DOM_FAULT_SPAWN, .text = "a\xc3"};

Test(dom_output_live_table, a_fault_is_reported_with_any_bytes_in_its_text,
     .init = cr_redirect_stdout)
{
    dom_output_live_table events = {.is_json = true};
    tell_fault(&events, &odd_fault);
    cr_expect(not(events.has_lost));
    cr_assert_stdout_eq_str("{\"event\":\"fault\",\"match\":0,\"bot\":\"far\",\"code\":\"spawn\","
                            "\"tolerated\":false,\"text\":\"a\\\\xc3\"}\n");
}

static dom_core_entrant one_bot[1] = {{.name = "far"}};
static const dom_core_tournament of_one_bot = {.bot_count = 1, .bots = one_bot};

Test(dom_output_live_table, a_withdrawal_is_an_event, .init = cr_redirect_stdout)
{
    dom_output_live_table events;
    expect_ok(dom_output_live_table_init(&events, &of_one_bot, true, &last_err));
    tell_withdrawal(&events, &(dom_core_withdrawal){.match = 99, .text = "a\xc3"});
    dom_output_live_table_free(&events);
    cr_assert_stdout_eq_str("{\"event\":\"withdrawn\",\"match\":99,\"bot\":\"far\","
                            "\"text\":\"a\\\\xc3\"}\n");
}

/* Its fault would say the same, and may be hidden among many. */
Test(dom_output_live_table, a_withdrawal_is_printed_once_however_many_faults_came_before,
     .init = cr_redirect_stderr)
{
    dom_output_live_table lines;
    expect_ok(dom_output_live_table_init(&lines, &of_one_bot, false, &last_err));
    lines.is_terminal = lines.has_colours = false;
    tell_withdrawal(&lines, &(dom_core_withdrawal){.match = 9, .text = "gone"});
    tell_fault(&lines, &(dom_core_fault){.bot = "far",
                                         .code = DOM_FAULT_SPAWN,
                                         .withdraws = true,
                                         .text = "withdrawn in match 9: gone"});
    dom_output_live_table_close(&lines);
    dom_output_live_table_finished(&lines, &(dom_core_progress){.skipped = 2});
    dom_output_live_table_free(&lines);
    cr_assert_stderr_eq_str(
        "withdrawn: far in match 9: gone\n  Its remaining matches are not played.\n"
        "0 matches in 0.0 s (0 matches/s, 0 decisions/s), 0 faults\n"
        "2 matches were not played, because of withdrawn bots: far\n"
        "Until a later run has played them, no match with these bots counts in the standings; "
        "ratings count every complete set.\n");
}

static void *nothing(size_t size)
{
    return NULL;
}

Test(dom_output_live_table, an_event_lost_for_lack_of_memory_is_noted, .init = cr_redirect_stdout)
{
    dom_output_live_table events = {.is_json = true};
    json_set_alloc_funcs(nothing, free);
    tell_fault(&events, &odd_fault);
    cr_expect(events.has_lost);
}

/* ---- on a terminal -------------------------------------------------------------- */

static dom_core_entrant bots[3] = {
    {.name = "misplayer"}, {.name = "b"}, {.name = "a-bot-with-a-name-of-32-letters-"}};
static const dom_core_tournament tournament = {
    .name = "a-tournament-with-a-name-of-64-letters-a-tournament-with-a-name-",
    .variant_count = 1,
    .variants = {{.options = {.players = 2}}},
    .bot_count = 3,
    .bots = bots};
static const dom_core_progress progress = {
    .done = 999, .total = 1000, .here = 999, .elapsed_ms = 1000, .tables = 1, .bots = 3};

static dom_output_live_table p;
static int reader, real_stderr;
static char frame[8192]; /* what the last write(2) wrote                          */

/* stderr becomes a socket that keeps the borders of writes. */
static void watch(void)
{
    int pair[2];
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair)));
    real_stderr = dup(STDERR_FILENO);
    cr_assert(eq(int, dup2(pair[1], STDERR_FILENO), STDERR_FILENO));
    (void)close(pair[1]);
    reader = pair[0];
    expect_ok(dom_output_live_table_init(&p, &tournament, false, &last_err));
    p.is_terminal = true;
}

static void unwatch(void)
{
    (void)dup2(real_stderr, STDERR_FILENO);
    (void)close(real_stderr);
    (void)close(reader);
    dom_output_live_table_free(&p);
}

TestSuite(live_screen, .init = watch, .fini = unwatch);

/* Takes one write; false if there is none. */
static bool take_write(void)
{
    ssize_t size = recv(reader, frame, sizeof frame - 1, MSG_DONTWAIT);
    frame[size > 0 ? size : 0] = '\0';
    return size > 0;
}

/* Every line of the frame that is on the screen is written over, not erased first. */
static void expect_no_flicker(int lines)
{
    char up[16];
    (void)snprintf(up, sizeof up, "\r\033[%dA", lines);
    cr_expect(eq(ptr, strstr(frame, up), frame), "%s", frame);
    cr_expect(eq(ptr, strstr(frame, "\033[J"), frame + strlen(frame) - strlen("\033[J")));
    for (char *at = frame; (at = strchr(at, '\n')); at++)
        cr_expect(zero(int, strncmp(at - 3, "\033[K", 3)), "what was there before is erased");
}

Test(live_screen, each_drawing_is_one_write)
{
    for (int i = 0; i < 3; i++) {
        tell_progress(&p, &progress);
        cr_assert(take_write());
        cr_expect(eq(int, p.lines, 5));
        if (i > 0)
            expect_no_flicker(5);
        cr_expect(not(take_write()));
    }
}

Test(live_screen, lines_fit_the_window_and_999_of_1000_are_not_100_percent)
{
    tell_progress(&p, &progress);
    cr_assert(take_write());
    cr_expect(ne(ptr, strstr(frame, "999/1000  99 %"), NULL), "%s", frame);
    cr_expect(ne(ptr, strstr(frame, "faults 0"), NULL), "%s", frame);
    cr_expect(ne(ptr, strstr(frame, "a-bot-with-a-name-of-32-letters-"), NULL));
    char *at = frame;
    for (char *line; (line = strsep(&at, "\n"));) {
        size_t width = 0;
        for (const char *c = line; *c && *c != '\033'; c++)
            width += ((unsigned char)*c & 0xc0) != 0x80;
        cr_expect(lt(sz, width, 80), "%s", line);
    }
}

Test(live_screen, a_fault_is_printed_above_the_table_by_one_write)
{
    const dom_core_fault first = {
        .bot = "misplayer", .code = DOM_FAULT_ILLEGAL, .match = 7, .text = "no"};
    tell_progress(&p, &progress);
    cr_assert(take_write());
    tell_fault(&p, &first);
    cr_assert(take_write());
    const char *said = strstr(frame, "\033[5A\033[Jfault: misplayer: illegal in match 7: no\n");
    cr_assert(ne(ptr, (void *)said, NULL), "%s", frame);
    cr_expect(ne(ptr, strstr(said, "misplayer  "), NULL), "the table is below it: %s", frame);
    cr_expect(not(take_write()));
}

static void fault(int times)
{
    const dom_core_fault one = {.bot = "misplayer", .code = DOM_FAULT_ILLEGAL, .text = "no"};
    for (int i = 0; i < times; i++)
        tell_fault(&p, &one);
}

Test(live_screen, many_faults_of_a_bot_are_summarised)
{
    static const char line[] = "fault: misplayer: illegal: no\n";
    p.is_terminal = false;
    fault(3);
    for (int i = 0; i < 3; i++)
        cr_expect(take_write() && strcmp(frame, line) == 0, "%s", frame);
    fault(6);
    cr_expect(not(take_write()));
    fault(1);
    cr_expect(take_write());
    cr_expect(eq(str, frame, "fault: misplayer: 7 more, 10 in this run\n"));
    fault(12);
    cr_expect(not(take_write()));
    dom_output_live_table_close(&p);
    cr_expect(take_write());
    cr_expect(eq(str, frame, "fault: misplayer: 12 more, 22 in this run\n"));
    dom_output_live_table_close(&p);
    cr_expect(not(take_write()), "said once");
}

/* The clock is the one of the run, so the test may let hours pass. Returns the number of lines. */
static int play_for(int64_t ms)
{
    int lines = 0;
    p.is_terminal = false;
    for (int64_t at = 0; at <= ms; at += 10000) {
        tell_progress(
            &p, &(dom_core_progress){.done = 640, .total = 3840, .here = 640, .elapsed_ms = at});
        lines += take_write();
    }
    return lines;
}

Test(live_screen, a_file_gets_no_progress_of_a_short_run)
{
    cr_expect(zero(int, play_for(20000)));
}

Test(live_screen, a_file_gets_a_line_of_progress_after_half_a_minute)
{
    cr_expect(eq(int, play_for(30000), 1));
    cr_expect(eq(ptr, strstr(frame, tournament.name), frame), "%s", frame);
    cr_expect(ne(ptr,
                 strstr(frame, "  640/3840  17 %  21 matches/s  ETA 2:30  tables 0  faults 0\n"),
                 NULL),
              "%s", frame);
}

Test(live_screen, a_long_run_prints_progress_ever_more_seldom)
{
    enum { HOUR_MS = 3600000 };
    cr_expect(eq(int, play_for(HOUR_MS), 34));
    dom_output_live_table_free(&p);
    expect_ok(dom_output_live_table_init(&p, &tournament, false, &last_err));
    cr_expect(eq(int, play_for(INT64_C(7) * 24 * HOUR_MS), 88));
}

static void write_state(void *context, char *line, size_t size)
{
    (void)snprintf(line, size, "LLR 0.5");
}

Test(live_screen, a_line_of_progress_has_the_state_of_a_comparison)
{
    p.extra = &(dom_output_live_line){.write = write_state};
    cr_expect(eq(int, play_for(30000), 1));
    cr_expect(ne(ptr, strstr(frame, "ETA --  tables 0  faults 0\nLLR 0.5\n"), NULL), "%s", frame);
}

Test(live_screen, a_file_gets_no_line_of_progress_before_the_first_match)
{
    p.is_terminal = false;
    tell_progress(&p, &(dom_core_progress){.bots = 3, .starting = 3});
    cr_expect(not(take_write()));
}

Test(live_screen, the_end_erases_the_table)
{
    tell_progress(&p, &progress);
    cr_assert(take_write());
    dom_output_live_table_close(&p);
    cr_assert(take_write());
    cr_expect(eq(str, frame, "\r\033[5A\033[J"));
    cr_expect(zero(int, p.lines));
}
