/* The seat of a person, whose other end speaks as the core does. */
#include "play/seat.h"

#include "ipc/launch_spec.h"
#include "stand_in.h"

#include "../ipc/frames.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>
#include <sys/socket.h>

enum { SLOT = 7, HOUR_MS = 3600 * 1000 };

static dom_ipc_link core;
static dom_play_seat *seat;
static dom_ipc_frame frame;
static dom_err err;
static int fds;

static void open_seat(int32_t clock_ms)
{
    int pair[2];
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair)));
    cr_assert(eq(int, dom_ipc_link_open(&core, pair[0]), DOM_OK));
    seat = dom_play_seat_open(pair[1], clock_ms);
    cr_assert(ne(ptr, seat, NULL));
    cr_assert(eq(int, dom_play_seat_fd(seat), pair[1]));
}

static void set_up(void)
{
    fds = open_fds();
    open_seat(0);
}

static void close_seat(void)
{
    dom_play_seat_close(&seat);
    dom_ipc_link_close(&core);
    cr_expect(eq(int, open_fds(), fds), "no descriptor is left");
}

TestSuite(seat, .init = set_up);

/* Begins again with a clock. */
static void set_clock(int32_t clock_ms)
{
    close_seat();
    open_seat(clock_ms);
}

static void flush(void)
{
    cr_assert(eq(int, dom_ipc_link_flush(&core), DOM_OK));
}

static void begin_and_ask(void)
{
    add_open(&core, SLOT);
    add_ask(&core, SLOT, 0);
    flush();
    cr_assert(eq(int, dom_play_seat_next(seat), DOM_PLAY_BEGIN));
    cr_assert(eq(int, dom_play_seat_next(seat), DOM_PLAY_ASK));
    cr_assert(eq(int, dom_play_seat_next(seat), DOM_PLAY_NOTHING));
}

/* Reads the next frame that the core gets. */
static void expect_frame(dom_ipc_frame_type type, uint16_t slot)
{
    if (!dom_ipc_link_next(&core, &frame)) {
        cr_assert(eq(int, dom_ipc_link_receive(&core), DOM_OK));
        cr_assert(dom_ipc_link_next(&core, &frame));
    }
    cr_assert(eq(int, frame.type, type));
    cr_expect(eq(int, frame.slot, slot));
}

static void expect_no_frame(void)
{
    cr_expect(not(dom_ipc_link_next(&core, &frame)));
    cr_expect(ne(int, dom_ipc_link_receive(&core), DOM_OK));
}

/* Sends a launch specification with so many variants. */
static void send_setup(uint16_t variants)
{
    static dom_ipc_launch_spec spec;
    spec = (dom_ipc_launch_spec){.bot = "anna",
                                 .sandbox = DOM_SANDBOX_NONE,
                                 .variant_count = variants,
                                 .variants = {{.name = "block-2", .options = {.players = 2}}},
                                 .run_folder = "",
                                 .bot_folder = "",
                                 .arena_version = "1"};
    cr_assert(eq(int, dom_ipc_launch_spec_add(&core, &spec), DOM_OK));
    flush();
}

Test(seat, a_person_says_hello_to_one_table)
{
    dom_ipc_frame_hello hello;
    send_setup(1);
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_NOTHING));
    cr_expect(eq(str, seat->variant.name, "block-2"));
    cr_expect(eq(int, seat->variant.options.players, 2));
    expect_frame(DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT);
    cr_assert(dom_ipc_frame_unpack_hello(&frame, &hello));
    cr_expect(eq(i32, hello.max_tables, 1));
    cr_expect(eq(int, hello.events, 1));
    cr_expect(eq(str, hello.language, "person"));
    close_seat();
}

Test(seat, without_a_variant_it_ends)
{
    send_setup(0);
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_GONE));
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_GONE));
    cr_expect(seat->has_ended);
    close_seat();
}

Test(seat, an_ask_is_answered_once)
{
    dom_ipc_frame_answer answer;
    cr_expect(eq(int, dom_play_seat_choose(seat, 0, 0, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "it is not your turn"));
    begin_and_ask();
    cr_expect(eq(str, seat->names[1], "other"));
    cr_expect(eq(int, seat->seats, 2));
    cr_expect(eq(int, dom_play_seat_choose(seat, 2, 0, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "this move was made already; look at the table again"));
    cr_expect(eq(int, dom_play_seat_choose(seat, 1, 2, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "there is no choice 2; allowed: 0 to 1"));
    expect_no_frame();
    cr_expect(eq(int, dom_play_seat_choose(seat, 1, 1, &err), DOM_OK));
    expect_frame(DOM_IPC_FRAME_ANSWER, SLOT);
    cr_assert(dom_ipc_frame_unpack_answer(&frame, &answer));
    cr_expect(eq(u32, answer.serial, 1));
    cr_expect(eq(u32, answer.choice, 1));
    cr_expect(eq(int, dom_play_seat_choose(seat, 1, 1, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "it is not your turn"));
    expect_no_frame();
    close_seat();
}

Test(seat, a_view_is_seen_without_being_asked)
{
    const dom_view view = {.seats = 2, .round = 3};
    cr_assert(dom_ipc_link_add_view(&core, SLOT, &view));
    flush();
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_VIEW));
    cr_expect(eq(int, seat->view.round, 3));
    cr_expect(not(seat->is_asked));
    close_seat();
}

Test(seat, the_result_ends_the_match_and_the_turn)
{
    begin_and_ask();
    add_result(&core, SLOT);
    flush();
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_RESULT));
    cr_expect(seat->is_over && !seat->is_asked && !seat->has_ended);
    cr_expect(eq(i32, seat->result.places[1], 2));
    cr_expect(eq(int, dom_play_seat_choose(seat, 1, 0, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "the match is over"));
    close_seat();
}

Test(seat, rounds_and_faults_are_told)
{
    dom_ipc_frame_round *round = dom_ipc_link_add(&core, DOM_IPC_FRAME_ROUND, SLOT, sizeof *round);
    round->round = 4;
    (void)dom_ipc_link_add(&core, DOM_IPC_FRAME_TOLD, SLOT, sizeof(dom_ipc_frame_told));
    flush();
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_ROUND));
    cr_expect(eq(i32, seat->round.round, 4));
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_FAULT));
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_NOTHING));
    close_seat();
}

Test(seat, frames_that_are_too_short_or_unknown_are_passed_over)
{
    static const dom_ipc_frame_type types[] = {
        DOM_IPC_FRAME_OPEN, DOM_IPC_FRAME_ASK,    DOM_IPC_FRAME_ROUND,  DOM_IPC_FRAME_TOLD,
        DOM_IPC_FRAME_VIEW, DOM_IPC_FRAME_RESULT, DOM_IPC_FRAME_ANSWER, DOM_IPC_FRAME_ENDED};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        cr_assert(ne(ptr, dom_ipc_link_add(&core, types[i], SLOT, 8), NULL));
    flush();
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_NOTHING));
    cr_expect(not(seat->is_asked || seat->is_over || seat->has_ended));
    close_seat();
}

/* ---- the end ------------------------------------------------------------------------------- */

static void expect_ended(uint16_t slot, dom_fault code, uint32_t serial)
{
    dom_ipc_frame_ended ended;
    expect_frame(DOM_IPC_FRAME_ENDED, slot);
    cr_assert(dom_ipc_frame_unpack_ended(&frame, &ended));
    cr_expect(eq(int, ended.code, (int)code));
    cr_expect(eq(u32, ended.serial, serial));
    cr_expect(eq(int, ended.ending, code == DOM_FAULT_NONE ? DOM_ENDING_ARENA : DOM_ENDING_EXIT));
    cr_expect(eq(int, dom_ipc_link_receive(&core), DOM_E_IO), "the socket is closed");
}

Test(seat, who_gets_up_when_asked_has_not_answered)
{
    begin_and_ask();
    dom_play_seat_close(&seat);
    cr_expect(eq(ptr, seat, NULL));
    expect_ended(SLOT, DOM_FAULT_STALL, 1);
    dom_play_seat_close(&seat);
    close_seat();
}

Test(seat, who_gets_up_before_has_left)
{
    dom_play_seat_close(&seat);
    expect_ended(DOM_IPC_NO_SLOT, DOM_FAULT_STALL, 0);
    close_seat();
}

Test(seat, who_is_told_bye_ends_without_a_fault)
{
    (void)dom_ipc_link_add(&core, DOM_IPC_FRAME_BYE, DOM_IPC_NO_SLOT, sizeof(dom_ipc_frame_text));
    flush();
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_GONE));
    expect_ended(DOM_IPC_NO_SLOT, DOM_FAULT_NONE, 0);
    close_seat();
}

Test(seat, a_table_that_ended_ends_the_seat)
{
    begin_and_ask();
    dom_ipc_link_close(&core);
    cr_expect(eq(int, dom_play_seat_next(seat), DOM_PLAY_GONE));
    cr_expect(eq(int, dom_play_seat_choose(seat, 1, 0, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "the match is over"));
    close_seat();
}

/* ---- the clock ----------------------------------------------------------------------------- */

Test(seat, without_a_clock_a_person_may_think)
{
    begin_and_ask();
    cr_expect(eq(int, dom_play_seat_left_ms(seat), -1));
    dom_play_seat_expire(seat);
    cr_expect(seat->is_asked);
    expect_no_frame();
    close_seat();
}

Test(seat, a_clock_runs_while_the_person_is_asked)
{
    set_clock(HOUR_MS);
    cr_expect(eq(int, dom_play_seat_left_ms(seat), -1));
    begin_and_ask();
    int left = dom_play_seat_left_ms(seat);
    cr_expect(le(int, left, HOUR_MS));
    cr_expect(lt(int, HOUR_MS / 2, left));
    dom_play_seat_expire(seat);
    cr_expect(seat->is_asked);
    expect_no_frame();
    cr_assert(eq(int, dom_play_seat_choose(seat, 1, 0, &err), DOM_OK));
    cr_expect(eq(int, dom_play_seat_left_ms(seat), -1));
    close_seat();
}

Test(seat, a_choice_that_takes_too_long_is_missed)
{
    dom_ipc_frame_miss miss;
    set_clock(1);
    begin_and_ask();
    while (dom_play_seat_left_ms(seat) > 0)
        ;
    dom_play_seat_expire(seat);
    expect_frame(DOM_IPC_FRAME_MISS, SLOT);
    cr_assert(dom_ipc_frame_unpack_miss(&frame, &miss));
    cr_expect(eq(u32, miss.serial, 1));
    cr_expect(eq(int, miss.code, DOM_FAULT_TIMEOUT));
    cr_expect(not(seat->is_asked));
    dom_play_seat_expire(seat);
    expect_no_frame();
    close_seat();
}
