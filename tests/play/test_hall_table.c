/* One table of the hall, with seats whose other ends speak as the core does. */
#include "hall_table.h"

#include "stand_in.h"

#include "../ipc/frames.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SLOT = 1 };

static dom_play_hall_table *table;
static dom_ipc_link core[2];
static int fds;

/* Anna and ben play, without a process. */
static void set_up(void)
{
    dom_variant variant;
    const dom_play_order order = {.variant = "block-2", .person = "anna", .seats = 2};
    fds = open_fds();
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", NULL), DOM_OK));
    table = dom_play_hall_table_make(&order, &variant);
    cr_assert(ne(ptr, table, NULL));
    dom_play_hall_table_sit(&table->place[1], "ben");
    for (int i = 0; i < 2; i++) {
        int pair[2];
        cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair)));
        cr_assert(eq(int, dom_ipc_link_open(&core[i], pair[0]), DOM_OK));
        table->place[i].seat = dom_play_seat_open(pair[1], 0);
    }
    table->state = DOM_PLAY_PLAYING;
}

static void close_table(void)
{
    dom_play_hall_table_free(table);
    for (int i = 0; i < 2; i++)
        dom_ipc_link_close(&core[i]);
    cr_expect(has_no_children());
    cr_expect(eq(int, open_fds(), fds), "no descriptor is left");
}

TestSuite(hall_table, .init = set_up);

static void ask_anna(void)
{
    add_ask(&core[0], SLOT, 0);
    cr_assert(eq(int, dom_ipc_link_flush(&core[0]), DOM_OK));
    cr_assert(dom_play_hall_table_take(table));
    cr_assert(table->place[0].seat->is_asked);
}

/* Lets a hint of so many worlds arrive for the choice with this number. Returns whether it is
 * shown. */
static bool shows_hint(uint32_t serial, int32_t worlds)
{
    const dom_play_hint hint = {.worlds = worlds};
    dom_play_hall_place *anna = &table->place[0];
    int ends[2], pid = start_sleeper(); /* which has no end of the pipe */
    cr_assert(zero(int, pipe(ends)));
    anna->hint_process = (dom_play_hint_process){.fd = ends[0], .pid = pid};
    anna->is_hinting = true;
    anna->hint_serial = serial;
    cr_expect(not(dom_play_hall_table_take(table)), "it has not arrived");
    cr_expect(anna->is_hinting);
    cr_assert(eq(sz, (size_t)write(ends[1], &hint, sizeof hint), sizeof hint));
    close(ends[1]);
    uint32_t version = table->version;
    cr_expect(dom_play_hall_table_take(table));
    cr_expect(eq(u32, table->version, version + 1));
    cr_expect(not(anna->is_hinting));
    return anna->has_hint;
}

Test(hall_table, a_hint_is_for_the_choice_at_hand)
{
    cr_expect(not(shows_hint(0, 5)), "nobody is asked");
    ask_anna();
    cr_expect(shows_hint(1, 5));
    cr_expect(not(shows_hint(0, 5)), "it is for an earlier choice");
    cr_expect(not(shows_hint(1, 0)), "none was found");
    dom_play_seat_close(&table->place[0].seat);
    cr_expect(not(shows_hint(1, 5)), "she has left");
    close_table();
}

Test(hall_table, the_next_ask_takes_the_hint_away)
{
    ask_anna();
    cr_expect(shows_hint(1, 5));
    ask_anna();
    cr_expect(not(table->place[0].has_hint));
    close_table();
}

Test(hall_table, a_process_is_about_to_end_when_the_last_person_has_left_it)
{
    cr_expect(not(dom_play_hall_table_is_ending(table)), "it has no process");
    table->process.pid = start_sleeper();
    cr_expect(not(dom_play_hall_table_is_ending(table)));
    dom_play_hall_table_leave(table, &table->place[1]);
    cr_expect(not(dom_play_hall_table_is_ending(table)));
    dom_play_hall_table_leave(table, &table->place[0]);
    cr_expect(dom_play_hall_table_is_ending(table));
    close_table();
}

Test(hall_table, a_process_that_is_given_up_is_about_to_end)
{
    table->process.pid = start_sleeper();
    dom_play_hall_table_give_up(table, "the server has ended");
    cr_expect(dom_play_hall_table_is_ending(table));
    cr_expect(eq(int, table->state, DOM_PLAY_PLAYING));
    while (!dom_play_hall_table_is_ending(table) || table->state == DOM_PLAY_PLAYING) {
        (void)dom_play_hall_table_take(table); /* which tells the process so */
        for (int i = 0; i < 2; i++)            /* as the core does, when its process ends */
            dom_ipc_link_close(&core[i]);
        if (table->state == DOM_PLAY_ENDED)
            break;
    }
    cr_expect(not(table->is_stored));
    cr_expect(eq(str, table->trouble, "the server has ended"));
    close_table();
}

Test(hall_table, every_round_is_kept_once)
{
    for (int round = 1; round <= 2; round++)
        for (int i = 0; i < 2; i++) {
            dom_ipc_frame_round *told =
                dom_ipc_link_add(&core[i], DOM_IPC_FRAME_ROUND, SLOT, sizeof *told);
            told->round = round;
            cr_assert(eq(int, dom_ipc_link_flush(&core[i]), DOM_OK));
        }
    cr_assert(dom_play_hall_table_take(table));
    cr_assert(eq(sz, table->round_count, 2));
    for (int round = 1; round <= 2; round++)
        cr_expect(eq(i32, table->rounds[round - 1].round, round));
    cr_expect(table->place[0].has_over && table->place[1].has_over);
    close_table();
}
