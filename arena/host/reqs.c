#include "reqs.h"

#include "host/frame.h"

#include <sodium.h>

static const int64_t NO_REQ = INT64_MIN; /* a bot's numbers are within +-DOM_INTEGER_MAX */

/* 53 bits whose rest by DOM_SLOTS_MAX is the slot; the other 41 are random. */
int64_t reqs_draw(reqs *r, uint16_t slot)
{
    if (r->random_left == 0) {
        randombytes_buf(r->random, sizeof r->random);
        r->random_left = REQS_DRAWN;
    }
    uint64_t random = r->random[--r->random_left] & (uint64_t)DOM_INTEGER_MAX;
    return (int64_t)(random / DOM_SLOTS_MAX * DOM_SLOTS_MAX + slot);
}

uint16_t reqs_slot(int64_t req)
{
    return (uint16_t)(req % DOM_SLOTS_MAX);
}

void reqs_give_up(reqs *r, int64_t req, int64_t taken_back_us)
{
    uint64_t at = r->given_up_count++ % REQS_GIVEN_UP_MAX;
    r->given_up[at] = req;
    r->taken_back_us[at] = taken_back_us;
}

bool reqs_forgive(reqs *r, int64_t req, int64_t *taken_back_us)
{
    for (int i = 0; i < REQS_GIVEN_UP_MAX; i++)
        if (r->given_up[i] == req && (uint64_t)i < r->given_up_count) {
            r->given_up[i] = NO_REQ;
            *taken_back_us = r->taken_back_us[i];
            return true;
        }
    return false;
}

bool reqs_stray(reqs *r, uint64_t asks)
{
    r->stray_at[r->strays++ % STRAYS_MAX] = asks;
    uint64_t oldest = r->stray_at[r->strays % STRAYS_MAX];
    return r->strays >= STRAYS_MAX && asks - oldest <= STRAY_WINDOW_ASKS;
}
