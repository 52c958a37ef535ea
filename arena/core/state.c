#include "state.h"

#include <time.h>

bool core_shares_processes(const core *c)
{
    return c->answer_us / 64 < FAST_ANSWER_US && !c->t->pins_cores;
}

bool core_needs_results(const core *c)
{
    return c->spec->plan->kind == DOM_PLAN_SWISS;
}

uint64_t core_last_match(const core *c)
{
    uint64_t known = dom_schedule_known(c->schedule);
    return c->last < known ? c->last : known;
}

bool core_is_done(const core *c, uint64_t match)
{
    return c->is_done[match / 8] >> (match % 8) & 1;
}

void core_mark_done(core *c, uint64_t match)
{
    c->is_done[match / 8] |= (uint8_t)(1u << (match % 8));
}

int64_t core_unix_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

void core_fail(core *c, dom_rc rc)
{
    if (c->rc == DOM_OK)
        c->rc = rc;
}

int dom_core_seats(const dom_tournament *tournament)
{
    int most = 0;
    for (int i = 0; i < tournament->variant_count; i++) {
        int seats = tournament->variants[i].options.players;
        most = seats > most ? seats : most;
    }
    return most;
}
