/* Frames over a real socket pair. */
#include "ipc/frame.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>
#include <sys/socket.h>

static dom_ipc_link left, right;

static void open_pair(void)
{
    int pair[2];
    cr_assert(eq(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0));
    cr_assert(eq(int, dom_ipc_link_open(&left, pair[0]), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_open(&right, pair[1]), DOM_OK));
}

static void close_pair(void)
{
    dom_ipc_link_close(&left);
    dom_ipc_link_close(&right);
}

TestSuite(frame, .init = open_pair, .fini = close_pair);

static void add_answer(uint32_t serial)
{
    dom_ipc_frame_answer *a = dom_ipc_link_add(&left, DOM_IPC_FRAME_ANSWER, 7, sizeof *a);
    cr_assert(a != NULL);
    a->serial = serial;
}

/* Receives all frames, which must be answers with serials from `expected` on. Returns the next
 * serial. */
static uint32_t take_answers(uint32_t expected)
{
    dom_ipc_frame frame;
    while (dom_ipc_link_receive(&right) == DOM_OK)
        while (dom_ipc_link_next(&right, &frame)) {
            const dom_ipc_frame_answer *a = frame.body;
            cr_assert(eq(int, frame.type, DOM_IPC_FRAME_ANSWER));
            cr_assert(eq(int, frame.slot, 7));
            cr_assert(eq(u32, a->serial, expected));
            expected++;
        }
    return expected;
}

Test(frame, many_frames_share_a_datagram_and_keep_their_order)
{
    for (uint32_t i = 0; i < 100; i++)
        add_answer(i);
    cr_assert(eq(int, dom_ipc_link_flush(&left), DOM_OK));
    cr_assert(not(dom_ipc_link_has_unsent(&left)));
    cr_assert(eq(u32, take_answers(0), 100));
}

static void add(dom_ipc_frame_type type)
{
    cr_assert(ne(ptr, dom_ipc_link_add(&left, type, 0, 8), NULL));
}

Test(frame, only_news_and_results_can_wait)
{
    for (int type = DOM_IPC_FRAME_SETUP; type <= DOM_IPC_FRAME_ENDED; type++) {
        bool is_news = type == DOM_IPC_FRAME_OPEN || type == DOM_IPC_FRAME_ROUND;
        int64_t patience_us = is_news ? 250000 : type == DOM_IPC_FRAME_RESULT ? 1000000 : 0;
        cr_assert(eq(i64, dom_ipc_link_patience_us(&left), INT64_MAX));
        add((dom_ipc_frame_type)type);
        cr_expect(eq(i64, dom_ipc_link_patience_us(&left), patience_us), "type %d", type);
        cr_assert(eq(int, dom_ipc_link_flush(&left), DOM_OK));
    }
}

Test(frame, frames_wait_no_longer_than_the_least_patient_of_them)
{
    add(DOM_IPC_FRAME_RESULT);
    add(DOM_IPC_FRAME_OPEN);
    cr_expect(eq(i64, dom_ipc_link_patience_us(&left), 250000));
    add(DOM_IPC_FRAME_RESULT);
    cr_expect(eq(i64, dom_ipc_link_patience_us(&left), 250000));
    dom_ipc_link_hurry(&left);
    cr_expect(eq(i64, dom_ipc_link_patience_us(&left), 0));
}

Test(frame, frames_that_do_not_fit_into_the_socket_are_kept_and_sent_later)
{
    uint32_t sent = 0, taken = 0;
    for (; sent < 100000; sent++)
        add_answer(sent);
    cr_assert(eq(int, dom_ipc_link_flush(&left), DOM_OK));
    cr_assert(dom_ipc_link_has_unsent(&left));
    while (dom_ipc_link_has_unsent(&left)) {
        taken = take_answers(taken);
        cr_assert(eq(int, dom_ipc_link_flush(&left), DOM_OK));
    }
    cr_assert(eq(u32, take_answers(taken), sent));
}

Test(frame, a_closed_socket_is_an_error)
{
    dom_ipc_link_close(&left);
    cr_assert(eq(int, dom_ipc_link_receive(&right), DOM_E_IO));
    dom_ipc_link_close(&left);
}

Test(frame, nothing_to_read_is_not_an_error)
{
    cr_assert(eq(int, dom_ipc_link_receive(&right), DOM_E_ABSENT));
}

Test(frame, a_view_arrives_unchanged)
{
    static dom_view view, back;
    view = (dom_view){.seat = 3, .seats = 4, .round = 9, .legal_count = 5, .history_count = 200};
    for (int i = 0; i < 5; i++)
        view.legal[i] = (dom_action){.kind = DOM_PLAY, .tile = (dom_tile)i, .end = 1};
    for (int i = 0; i < 200; i++)
        view.history[i] = (dom_event){.seat = (int8_t)(i % 4), .tile = (dom_tile)(i % 28)};
    cr_assert(dom_ipc_link_add_ask(&left, 1, 42, 5000, &view));
    cr_assert(eq(int, dom_ipc_link_flush(&left), DOM_OK));
    dom_ipc_frame frame;
    cr_assert(eq(int, dom_ipc_link_receive(&right), DOM_OK));
    cr_assert(dom_ipc_link_next(&right, &frame));
    cr_assert(dom_ipc_frame_unpack_view(&frame, &back));
    cr_assert(eq(int, memcmp(&view, &back, offsetof(dom_view, legal)), 0));
    cr_assert(eq(int, memcmp(view.legal, back.legal, 5 * sizeof(dom_action)), 0));
    cr_assert(eq(int, memcmp(view.history, back.history, 200 * sizeof(dom_event)), 0));
}

Test(frame, a_view_with_counts_larger_than_the_frame_is_refused)
{
    static dom_view view;
    view = (dom_view){.legal_count = 5, .history_count = 1};
    cr_assert(dom_ipc_link_add_ask(&left, 1, 42, 0, &view));
    cr_assert(eq(int, dom_ipc_link_flush(&left), DOM_OK));
    dom_ipc_frame frame;
    cr_assert(eq(int, dom_ipc_link_receive(&right), DOM_OK));
    cr_assert(dom_ipc_link_next(&right, &frame));
    frame.body_size -= 32;
    cr_assert(not(dom_ipc_frame_unpack_view(&frame, &view)));
}

/* ---- the message of a fault --------------------------------------------------- */

/* Sends a frame with this body and receives it on the other side. */
static dom_ipc_frame carry(dom_ipc_frame_type type, const void *body, size_t size)
{
    dom_ipc_frame frame;
    void *at = dom_ipc_link_add(&left, type, 3, size);
    cr_assert(at != NULL);
    memcpy(at, body, size);
    cr_assert(eq(int, dom_ipc_link_flush(&left), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_receive(&right), DOM_OK));
    cr_assert(dom_ipc_link_next(&right, &frame));
    return frame;
}

Test(frame, the_message_of_a_fault_arrives_unchanged)
{
    static const uint8_t said[] = {0x80, 0, '\n', 0xff};
    dom_ipc_frame_miss miss = {.serial = 9, .code = DOM_FAULT_ILLEGAL, .text = "no"}, back;
    dom_ipc_frame_say(&miss.said, said, sizeof said);
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_MISS, &miss, sizeof miss);
    cr_assert(dom_ipc_frame_unpack_miss(&frame, &back));
    cr_assert(eq(u32, back.serial, 9));
    cr_assert(eq(str, back.text, "no"));
    cr_assert(eq(u32, back.said.size, sizeof said));
    cr_assert(eq(int, memcmp(back.said.bytes, said, sizeof said), 0));
}

Test(frame, the_beginning_of_a_long_message_is_kept)
{
    static uint8_t message[DOM_IPC_SAID_BYTES + 1];
    dom_ipc_frame_said said;
    memset(message, 'x', sizeof message);
    dom_ipc_frame_say(&said, message, sizeof message);
    cr_assert(eq(u32, said.size, DOM_IPC_SAID_BYTES));
    cr_assert(eq(int, memcmp(said.bytes, message, DOM_IPC_SAID_BYTES), 0));
    dom_ipc_frame_say(&said, NULL, 0);
    cr_assert(eq(u32, said.size, 0));
}

Test(frame, an_impossible_miss_is_refused)
{
    dom_ipc_frame_miss good = {.code = DOM_FAULT_TIMEOUT}, back;
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_MISS, &good, sizeof good);
    cr_assert(dom_ipc_frame_unpack_miss(&frame, &back));
    frame.body_size = sizeof good - 1;
    cr_assert(not(dom_ipc_frame_unpack_miss(&frame, &back)));
    dom_ipc_frame_miss bad[] = {good, good, good, good};
    bad[0].said.size = DOM_IPC_SAID_BYTES + 1;
    bad[1].code = DOM_FAULT_NONE;
    bad[2].code = DOM_FAULT_CRASH;
    memset(bad[3].text, 'x', sizeof bad[3].text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        frame = carry(DOM_IPC_FRAME_MISS, &bad[i], sizeof bad[i]);
        cr_assert(not(dom_ipc_frame_unpack_miss(&frame, &back)), "%zu", i);
    }
}

Test(frame, an_impossible_ended_frame_is_refused)
{
    dom_ipc_frame_ended good = {.code = DOM_FAULT_PROTOCOL, .text = "garbage"}, back;
    dom_ipc_frame_say(&good.said, (const uint8_t *)"?", 1);
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_ENDED, &good, sizeof good);
    cr_assert(dom_ipc_frame_unpack_ended(&frame, &back));
    cr_assert(eq(u32, back.said.size, 1));
    frame.body_size = sizeof good - 1;
    cr_assert(not(dom_ipc_frame_unpack_ended(&frame, &back)));
    dom_ipc_frame_ended bad[] = {good, good, good, good, good, good};
    bad[0].said.size = UINT32_MAX;
    bad[1].code = DOM_FAULT_COUNT;
    bad[2].code = -1;
    bad[4].ending = DOM_ENDING_COUNT;
    bad[5].ending = -1;
    memset(bad[3].text, 'x', sizeof bad[3].text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        frame = carry(DOM_IPC_FRAME_ENDED, &bad[i], sizeof bad[i]);
        cr_assert(not(dom_ipc_frame_unpack_ended(&frame, &back)), "%zu", i);
    }
}

/* ---- numbers and bytes --------------------------------------------------------- */

Test(frame, an_impossible_hello_is_refused)
{
    dom_ipc_frame_hello good = {.max_tables = 1024, .batch = 256, .language = "C♞"}, back;
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_HELLO, &good, sizeof good);
    cr_assert(dom_ipc_frame_unpack_hello(&frame, &back));
    cr_assert(eq(str, back.language, "C♞"));
    frame.body_size = sizeof good - 1;
    cr_assert(not(dom_ipc_frame_unpack_hello(&frame, &back)));
    dom_ipc_frame_hello bad[] = {good, good, good, good, good, good, good, good};
    bad[0].max_tables = 0;
    bad[1].max_tables = DOM_OPEN_TABLES_MAX + 1;
    bad[2].batch = 0;
    bad[3].batch = DOM_BATCH_MAX + 1;
    bad[4].events = 2;
    memset(bad[5].version, 'x', sizeof bad[5].version);
    bad[6].language[0] = '\n';
    bad[7].language[1] = '\xff';
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        frame = carry(DOM_IPC_FRAME_HELLO, &bad[i], sizeof bad[i]);
        cr_assert(not(dom_ipc_frame_unpack_hello(&frame, &back)), "%zu", i);
    }
}

Test(frame, an_impossible_answer_is_refused)
{
    dom_ipc_frame_answer good = {.serial = 3, .choice = 2}, back;
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_ANSWER, &good, sizeof good);
    cr_assert(dom_ipc_frame_unpack_answer(&frame, &back));
    cr_assert(eq(u32, back.choice, 2));
    frame.body_size = offsetof(dom_ipc_frame_answer, info) - 1;
    cr_assert(not(dom_ipc_frame_unpack_answer(&frame, &back)));
    good.bank_us = -1;
    frame = carry(DOM_IPC_FRAME_ANSWER, &good, sizeof good);
    cr_assert(not(dom_ipc_frame_unpack_answer(&frame, &back)));
}

Test(frame, an_answer_has_an_info_or_ends_before_it)
{
    dom_ipc_frame_answer good = {.serial = 3, .choice = 2}, back;
    size_t size = dom_ipc_frame_answer_bytes(&good);
    cr_assert(eq(sz, size, offsetof(dom_ipc_frame_answer, info)));
    memset(&back, 0xa5, sizeof back);
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_ANSWER, &good, size);
    cr_assert(dom_ipc_frame_unpack_answer(&frame, &back));
    cr_assert(eq(int, back.info.kind, DOM_IPC_INFO_NONE));
    good.info =
        (dom_ipc_frame_info){.kind = DOM_IPC_INFO_GIVEN, .size = 9, .bytes = "\n\xff 4567 9"};
    frame = carry(DOM_IPC_FRAME_ANSWER, &good, dom_ipc_frame_answer_bytes(&good));
    cr_assert(dom_ipc_frame_unpack_answer(&frame, &back));
    cr_assert(eq(int, back.info.kind, DOM_IPC_INFO_GIVEN));
    cr_assert(eq(int, back.info.size, 9));
    cr_assert(eq(int, memcmp(back.info.bytes, "\n\xff 4567 9", 9), 0), "as they are");
    good.info.kind = DOM_IPC_INFO_DROPPED;
    frame = carry(DOM_IPC_FRAME_ANSWER, &good, dom_ipc_frame_answer_bytes(&good));
    cr_assert(dom_ipc_frame_unpack_answer(&frame, &back));
    cr_assert(eq(int, memcmp(back.info.bytes, "?? 4567 9", 9), 0), "a text for a person");
}

Test(frame, an_impossible_info_is_refused)
{
    dom_ipc_frame_answer bad = {.info = {.kind = DOM_IPC_INFO_DROPPED + 1}}, back;
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_ANSWER, &bad, sizeof bad);
    cr_assert(not(dom_ipc_frame_unpack_answer(&frame, &back)));
    bad.info = (dom_ipc_frame_info){.kind = DOM_IPC_INFO_GIVEN, .size = DOM_INFO_PACKED_BYTES + 1};
    frame = carry(DOM_IPC_FRAME_ANSWER, &bad, sizeof bad);
    cr_assert(not(dom_ipc_frame_unpack_answer(&frame, &back)));
    bad.info.size = 30;
    frame = carry(DOM_IPC_FRAME_ANSWER, &bad, sizeof bad);
    frame.body_size = offsetof(dom_ipc_frame_answer, info.bytes) + 29;
    cr_assert(not(dom_ipc_frame_unpack_answer(&frame, &back)), "cut");
    frame.body_size++;
    cr_assert(dom_ipc_frame_unpack_answer(&frame, &back));
}

Test(frame, a_log_shorter_than_its_size_is_refused)
{
    struct {
        uint32_t size;
        uint8_t bytes[12];
    } log = {.size = 12, .bytes = "twelve bytes"};
    uint32_t size;
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_LOG, &log, sizeof log);
    const uint8_t *bytes = dom_ipc_frame_unpack_log(&frame, &size);
    cr_assert(bytes != NULL);
    cr_assert(eq(u32, size, 12));
    cr_assert(eq(int, memcmp(bytes, "twelve bytes", 12), 0));
    frame.body_size = 3;
    cr_assert(dom_ipc_frame_unpack_log(&frame, &size) == NULL);
    log.size = 13;
    frame = carry(DOM_IPC_FRAME_LOG, &log, sizeof log);
    cr_assert(dom_ipc_frame_unpack_log(&frame, &size) == NULL);
    log.size = UINT32_MAX;
    frame = carry(DOM_IPC_FRAME_LOG, &log, sizeof log);
    cr_assert(dom_ipc_frame_unpack_log(&frame, &size) == NULL);
}

Test(frame, invalid_characters_in_a_reason_are_replaced)
{
    dom_ipc_frame_ended ended = {.code = DOM_FAULT_CRASH, .text = "a\nb\xff♞"}, back;
    dom_ipc_frame frame = carry(DOM_IPC_FRAME_ENDED, &ended, sizeof ended);
    cr_assert(dom_ipc_frame_unpack_ended(&frame, &back));
    cr_assert(eq(str, back.text, "a?b?♞"));
}

/* ---- broken datagrams -------------------------------------------------------------- */

/* Sends a datagram with a header that claims `size` bytes, and `rest` bytes behind the header.
 * Returns true if it is received as a frame. */
static bool is_frame(uint32_t size, size_t rest)
{
    uint8_t bytes[64] = {0};
    dom_ipc_frame_header header = {.size = size, .type = DOM_IPC_FRAME_LOG};
    dom_ipc_frame frame;
    memcpy(bytes, &header, sizeof header);
    cr_assert(
        eq(int, (int)send(left.fd, bytes, sizeof header + rest, 0), (int)(sizeof header + rest)));
    cr_assert(eq(int, dom_ipc_link_receive(&right), DOM_OK));
    bool is_whole = dom_ipc_link_next(&right, &frame);
    cr_assert(dom_ipc_link_is_broken(&right) == !is_whole);
    return is_whole;
}

Test(frame, a_datagram_with_a_wrong_size_is_broken)
{
    cr_assert(is_frame(16, 8));
    cr_assert(not(is_frame(24, 8)));
    cr_assert(not(is_frame(0, 8)));
    cr_assert(not(is_frame(4, 8)));
    cr_assert(not(is_frame(12, 4)));
    cr_assert(not(is_frame(UINT32_MAX - 7, 8)));
}
