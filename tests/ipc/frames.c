#include "frames.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

void add_open(dom_ipc_link *link, uint16_t slot)
{
    add_open_on(link, slot, -1, false);
}

void add_open_on(dom_ipc_link *link, uint16_t slot, int cpu, bool moves_core)
{
    dom_ipc_frame_open *open = dom_ipc_link_add(link, DOM_IPC_FRAME_OPEN, slot, sizeof *open);
    cr_assert(ne(ptr, open, NULL));
    *open = (dom_ipc_frame_open){.seats = 2,
                                 .moves_core = moves_core,
                                 .cpu = (int16_t)cpu,
                                 .host_cpu = (int16_t)cpu,
                                 .bots = {"bot", "other"}};
    memset(open->commit, '0', sizeof open->commit - 1);
}

void add_ask(dom_ipc_link *link, uint16_t slot, int64_t bank_us)
{
    static const dom_view view = {
        .seats = 2,
        .round = 1,
        .legal_count = 2,
        .legal = {{.kind = DOM_PLAY, .tile = 0}, {.kind = DOM_PLAY, .tile = 1}}};
    cr_assert(dom_ipc_link_add_ask(link, slot, 1, bank_us, &view));
}

void add_result(dom_ipc_link *link, uint16_t slot)
{
    dom_ipc_frame_result *result =
        dom_ipc_link_add(link, DOM_IPC_FRAME_RESULT, slot, sizeof *result);
    cr_assert(ne(ptr, result, NULL));
    *result = (dom_ipc_frame_result){.seats = 2, .places = {1, 2}, .fault_seat = -1};
}
