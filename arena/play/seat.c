#include "play/seat.h"

#include "base/now.h"
#include "base/text.h"
#include "ipc/launch_spec.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

dom_play_seat *dom_play_seat_open(int fd, int32_t clock_ms)
{
    dom_play_seat *seat = calloc(1, sizeof *seat);
    if (seat == NULL || dom_ipc_link_open(&seat->link, fd) != DOM_OK) {
        free(seat);
        close(fd);
        return NULL;
    }
    seat->clock_us = clock_ms * INT64_C(1000);
    return seat;
}

int dom_play_seat_fd(const dom_play_seat *seat)
{
    return seat->link.fd;
}

/* ---- frames to the core ------------------------------------------------------ */

static void send_frames(dom_play_seat *seat)
{
    if (dom_ipc_link_flush(&seat->link) != DOM_OK)
        seat->has_ended = true;
}

static void say_hello(dom_play_seat *seat)
{
    dom_ipc_frame_hello *hello =
        dom_ipc_link_add(&seat->link, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT, sizeof *hello);
    if (hello == NULL)
        return;
    *hello = (dom_ipc_frame_hello){.max_tables = 1, .batch = 1, .events = 1};
    dom_text_copy(hello->language, sizeof hello->language, "person");
    dom_text_copy(hello->version, sizeof hello->version, DOM_VERSION);
    send_frames(seat);
}

/* Says that the person leaves. `code` is DOM_FAULT_NONE if the arena has ended the seat. */
static void say_ended(dom_play_seat *seat, dom_fault code)
{
    dom_ipc_frame_ended *ended =
        dom_ipc_link_add(&seat->link, DOM_IPC_FRAME_ENDED,
                         seat->is_asked ? seat->slot : DOM_IPC_NO_SLOT, sizeof *ended);
    if (ended == NULL)
        return;
    ended->code = (int32_t)code;
    ended->serial = seat->is_asked ? seat->serial : 0;
    ended->ending = code == DOM_FAULT_NONE ? DOM_ENDING_ARENA : DOM_ENDING_EXIT;
    dom_text_copy(ended->text, sizeof ended->text, "left the table");
    send_frames(seat);
}

void dom_play_seat_close(dom_play_seat **handle)
{
    dom_play_seat *seat = *handle;
    if (seat == NULL)
        return;
    if (!seat->has_ended)
        say_ended(seat, DOM_FAULT_STALL);
    dom_ipc_link_close(&seat->link);
    free(seat);
    *handle = NULL;
}

static dom_rc refuse(const dom_play_seat *seat, uint32_t serial, uint32_t choice, dom_err *err)
{
    if (seat->is_over || seat->has_ended)
        return dom_err_set(err, DOM_E_CONFIG, "the match is over");
    if (!seat->is_asked)
        return dom_err_set(err, DOM_E_CONFIG, "it is not your turn");
    if (serial != seat->serial)
        return dom_err_set(err, DOM_E_CONFIG,
                           "this move was made already; look at the table again");
    return dom_err_set(err, DOM_E_CONFIG, "there is no choice %u; allowed: 0 to %d", choice,
                       seat->view.legal_count - 1);
}

dom_rc dom_play_seat_choose(dom_play_seat *seat, uint32_t serial, uint32_t choice, dom_err *err)
{
    if (seat->has_ended || !seat->is_asked || serial != seat->serial ||
        choice >= seat->view.legal_count)
        return refuse(seat, serial, choice, err);
    dom_ipc_frame_answer *answer =
        dom_ipc_link_add(&seat->link, DOM_IPC_FRAME_ANSWER, seat->slot, sizeof *answer);
    if (answer == NULL)
        return dom_err_no_memory(err);
    int64_t us = dom_now_us() - seat->asked_us;
    *answer = (dom_ipc_frame_answer){.serial = seat->serial,
                                     .choice = choice,
                                     .us = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX};
    seat->is_asked = false;
    send_frames(seat);
    return DOM_OK;
}

int dom_play_seat_left_ms(const dom_play_seat *seat)
{
    if (!seat->is_asked || seat->clock_us == 0)
        return -1;
    int64_t left_us = seat->asked_us + seat->clock_us - dom_now_us();
    return left_us > 0 ? (int)((left_us + 999) / 1000) : 0;
}

void dom_play_seat_expire(dom_play_seat *seat)
{
    if (dom_play_seat_left_ms(seat) != 0)
        return;
    dom_ipc_frame_miss *miss =
        dom_ipc_link_add(&seat->link, DOM_IPC_FRAME_MISS, seat->slot, sizeof *miss);
    if (miss == NULL)
        return;
    miss->serial = seat->serial;
    miss->code = DOM_FAULT_TIMEOUT;
    dom_text_copy(miss->text, sizeof miss->text, "the time was up");
    seat->is_asked = false;
    send_frames(seat);
}

/* ---- frames of the core ------------------------------------------------------ */

/* Takes the launch specification, which names the variant. */
static void take_setup(dom_play_seat *seat, const dom_ipc_frame *frame)
{
    dom_ipc_launch_spec *spec = malloc(sizeof *spec + DOM_IPC_LAUNCH_TEXT_BYTES);
    char *texts = (char *)(spec + 1);
    bool is_read = spec && dom_ipc_launch_spec_read(spec, texts, frame) && spec->variant_count > 0;
    if (is_read) {
        memcpy(seat->variant.name, spec->variants[0].name, sizeof spec->variants[0].name);
        seat->variant.options = spec->variants[0].options;
        say_hello(seat);
    }
    seat->has_ended |= !is_read;
    free(spec);
}

static void take_open(dom_play_seat *seat, const dom_ipc_frame *frame)
{
    const dom_ipc_frame_open *open = frame->body;
    seat->slot = frame->slot;
    seat->seat = open->seat;
    seat->seats = open->seats;
    seat->teams = open->teams;
    memcpy(seat->names, open->bots, sizeof seat->names);
}

static void take_ask(dom_play_seat *seat, const dom_ipc_frame *frame)
{
    seat->serial = ((const dom_ipc_frame_ask *)frame->body)->serial;
    seat->is_asked = true;
    seat->asked_us = dom_now_us();
}

/* Takes a frame. Core and seat come from one build, and the core is trusted with all hands, so only
 * sizes are checked. */
static dom_play_happening take_frame(dom_play_seat *seat, const dom_ipc_frame *frame)
{
    static const struct {
        size_t size;
        dom_play_happening happening;
    } known[] = {[DOM_IPC_FRAME_OPEN] = {sizeof(dom_ipc_frame_open), DOM_PLAY_BEGIN},
                 [DOM_IPC_FRAME_ASK] = {sizeof(dom_ipc_frame_ask), DOM_PLAY_ASK},
                 [DOM_IPC_FRAME_ROUND] = {sizeof(dom_ipc_frame_round), DOM_PLAY_ROUND},
                 [DOM_IPC_FRAME_TOLD] = {sizeof(dom_ipc_frame_told), DOM_PLAY_FAULT},
                 [DOM_IPC_FRAME_VIEW] = {sizeof(dom_ipc_frame_ask), DOM_PLAY_VIEW},
                 [DOM_IPC_FRAME_RESULT] = {sizeof(dom_ipc_frame_result), DOM_PLAY_RESULT}};
    if (frame->type == DOM_IPC_FRAME_SETUP) {
        take_setup(seat, frame);
        return DOM_PLAY_NOTHING;
    }
    if (frame->type == DOM_IPC_FRAME_BYE || frame->type == DOM_IPC_FRAME_KILL) {
        say_ended(seat, DOM_FAULT_NONE);
        seat->has_ended = true;
        return DOM_PLAY_NOTHING;
    }
    if ((size_t)frame->type >= sizeof known / sizeof *known ||
        frame->body_size < known[frame->type].size)
        return DOM_PLAY_NOTHING;
    dom_play_happening happening = known[frame->type].happening;
    if (happening == DOM_PLAY_BEGIN)
        take_open(seat, frame);
    if ((happening == DOM_PLAY_ASK || happening == DOM_PLAY_VIEW) &&
        !dom_ipc_frame_unpack_view(frame, &seat->view))
        return DOM_PLAY_NOTHING;
    if (happening == DOM_PLAY_ASK)
        take_ask(seat, frame);
    if (happening == DOM_PLAY_ROUND)
        memcpy(&seat->round, frame->body, sizeof seat->round);
    if (happening == DOM_PLAY_RESULT) {
        memcpy(&seat->result, frame->body, sizeof seat->result);
        seat->is_over = true;
        seat->is_asked = false;
    }
    return happening;
}

dom_play_happening dom_play_seat_next(dom_play_seat *seat)
{
    dom_ipc_frame frame;
    dom_rc rc = DOM_OK;
    while (!seat->has_ended && rc == DOM_OK) {
        while (dom_ipc_link_next(&seat->link, &frame)) {
            dom_play_happening happening = take_frame(seat, &frame);
            if (happening != DOM_PLAY_NOTHING)
                return happening;
        }
        rc = dom_ipc_link_receive(&seat->link);
        if (rc == DOM_E_IO)
            seat->has_ended = true;
    }
    if (!seat->has_ended)
        return DOM_PLAY_NOTHING;
    dom_ipc_link_close(&seat->link); /* the core waits for this */
    return DOM_PLAY_GONE;
}
