#include "asks.h"

#include <stdlib.h>

void dom_host_asks_open(dom_host_asks *a, const dom_msg_limits *limits, int64_t now_us)
{
    TAILQ_INIT(&a->waiting);
    dom_host_time_budget_init(&a->time, limits->move_ms * INT64_C(1000),
                              limits->margin_ms * INT64_C(1000), limits->startup_ms * INT64_C(1000),
                              now_us);
}

void dom_host_asks_close(dom_host_asks *a)
{
    for (int i = 0; i < DOM_IPC_SLOTS_MAX; i++)
        free(a->at[i]);
}

dom_host_chair *dom_host_asks_sit(dom_host_asks *a, uint16_t slot, const dom_ipc_frame_open *open)
{
    dom_host_chair *c = slot < DOM_IPC_SLOTS_MAX ? calloc(1, sizeof *c) : NULL;
    if (c == NULL)
        return NULL;
    a->at[slot] = c;
    a->open++;
    c->time.slot = slot;
    c->open = *open;
    c->wire_table = c->ask.table = a->next++;
    c->ask.seed = open->seed;
    return c;
}

void dom_host_asks_leave(dom_host_asks *a, dom_host_chair *c, int64_t now_us)
{
    dom_host_asks_withdraw(a, c, now_us);
    a->open--;
    a->at[c->time.slot] = NULL;
    free(c);
}

dom_host_chair *dom_host_asks_at(const dom_host_asks *a, uint16_t slot)
{
    return slot < DOM_IPC_SLOTS_MAX ? a->at[slot] : NULL;
}

void dom_host_asks_wait(dom_host_asks *a, dom_host_chair *c)
{
    c->state = DOM_HOST_ASK_WAITING;
    TAILQ_INSERT_TAIL(&a->waiting, c, link);
}

void dom_host_asks_withdraw(dom_host_asks *a, dom_host_chair *c, int64_t now_us)
{
    if (c->state == DOM_HOST_ASK_SENT) {
        dom_host_request_ids_give_up(&a->ids, c->ask.req, now_us);
        dom_host_time_budget_cancel(&a->time, &c->time, now_us);
    } else if (c->state == DOM_HOST_ASK_WAITING) {
        TAILQ_REMOVE(&a->waiting, c, link);
    }
    c->state = DOM_HOST_ASK_NONE;
}

uint16_t dom_host_asks_choose(dom_host_asks *a, int most,
                              dom_host_chair *chosen[static DOM_BATCH_MAX])
{
    uint16_t count = 0;
    dom_host_chair *c;
    TAILQ_FOREACH(c, &a->waiting, link)
    {
        if (count == most)
            break;
        c->ask.req = dom_host_request_ids_draw(&a->ids, c->time.slot);
        chosen[count++] = c;
    }
    return count;
}

void dom_host_asks_sent(dom_host_asks *a, dom_host_chair *const chosen[], int count, int64_t now_us)
{
    uint64_t bundle = a->sent;
    for (int i = 0; i < count; i++) {
        dom_host_chair *c = chosen[i];
        TAILQ_REMOVE(&a->waiting, c, link);
        c->state = DOM_HOST_ASK_SENT;
        c->bundle = bundle;
        c->bundle_size = count;
        dom_host_time_budget_ask(&a->time, &c->time, now_us);
        a->sent++;
    }
}

dom_host_chair *dom_host_asks_oldest(const dom_host_asks *a)
{
    const dom_host_ask_time *oldest = TAILQ_FIRST(&a->time.asks);
    return oldest ? a->at[oldest->slot] : NULL;
}

dom_host_chair *dom_host_asks_find(const dom_host_asks *a, int64_t req)
{
    dom_host_chair *c = req < 0 ? NULL : a->at[dom_host_request_ids_slot(req)];
    return c && c->state == DOM_HOST_ASK_SENT && c->ask.req == req ? c : NULL;
}

int dom_host_asks_open_of(const dom_host_asks *a, const dom_host_chair *c)
{
    int open = 0;
    const dom_host_ask_time *ask;
    TAILQ_FOREACH(ask, &a->time.asks, link)
    open += a->at[ask->slot]->bundle == c->bundle;
    return open;
}

void dom_host_asks_give_up(dom_host_asks *a, int64_t now_us)
{
    dom_host_chair *c = dom_host_asks_oldest(a);
    dom_host_request_ids_give_up(&a->ids, c->ask.req, DOM_HOST_NOT_CANCELLED);
    (void)dom_host_time_budget_give_up(&a->time, now_us);
    c->state = DOM_HOST_ASK_NONE;
}
