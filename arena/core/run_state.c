#include "run_state.h"

void dom_core_fail(dom_core_run_state *state, dom_rc rc)
{
    if (state->rc == DOM_OK)
        state->rc = rc;
}

void dom_core_fail_for_memory(dom_core_run_state *state)
{
    dom_core_fail(state, dom_err_no_memory(state->err));
}

dom_err *dom_core_err_of(dom_core_run_state *state)
{
    return state->rc == DOM_OK ? state->err : NULL;
}

int dom_core_seats(const dom_core_tournament *tournament)
{
    int most = 0;
    for (int i = 0; i < tournament->variant_count; i++) {
        int seats = tournament->variants[i].options.players;
        most = seats > most ? seats : most;
    }
    return most;
}
