#include "request_ids.h"

#include "ipc/frame.h"

#include <sodium.h>

static const int64_t NO_REQ = INT64_MIN; /* no bot sends it: numbers are within +-DOM_INTEGER_MAX */

/* A `req` has 53 bits. Modulo DOM_IPC_SLOTS_MAX (12 bits) it is the slot; the other 41 are
 * random. */
int64_t dom_host_request_ids_draw(dom_host_request_ids *r, uint16_t slot)
{
    if (r->random_left == 0) {
        randombytes_buf(r->random, sizeof r->random);
        r->random_left = DOM_HOST_IDS_DRAWN;
    }
    uint64_t random = r->random[--r->random_left] & (uint64_t)DOM_INTEGER_MAX;
    return (int64_t)(random / DOM_IPC_SLOTS_MAX * DOM_IPC_SLOTS_MAX + slot);
}

uint16_t dom_host_request_ids_slot(int64_t req)
{
    return (uint16_t)(req % DOM_IPC_SLOTS_MAX);
}

void dom_host_request_ids_give_up(dom_host_request_ids *r, int64_t req, int64_t cancelled_us)
{
    uint64_t at = r->given_up_count++ % DOM_HOST_GIVEN_UP_MAX;
    r->given_up[at] = req;
    r->cancelled_us[at] = cancelled_us;
}

bool dom_host_request_ids_forgive(dom_host_request_ids *r, int64_t req, int64_t *cancelled_us)
{
    for (int i = 0; i < DOM_HOST_GIVEN_UP_MAX; i++)
        if (r->given_up[i] == req && (uint64_t)i < r->given_up_count) {
            r->given_up[i] = NO_REQ;
            *cancelled_us = r->cancelled_us[i];
            return true;
        }
    return false;
}

bool dom_host_request_ids_stray(dom_host_request_ids *r, uint64_t asks)
{
    r->stray_at[r->strays++ % DOM_HOST_STRAYS_MAX] = asks;
    uint64_t oldest = r->stray_at[r->strays % DOM_HOST_STRAYS_MAX];
    return r->strays >= DOM_HOST_STRAYS_MAX && asks - oldest <= DOM_HOST_STRAY_WINDOW_ASKS;
}
