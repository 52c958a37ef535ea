/* stop.h - counting positions and asking whether to stop. */
#ifndef DOM_SEARCH_STOP_H
#define DOM_SEARCH_STOP_H

#include "search/solver.h"

enum { DOM_SEARCH_STOP_EVERY = 1024 /* positions between two calls of `stop` */ };

/* Counts a position. Returns true if the caller wants to stop. */
static inline bool dom_search_wants_stop(dom_search_solver *solver)
{
    return ++solver->positions % DOM_SEARCH_STOP_EVERY == 0 && solver->stop &&
           solver->stop(solver->context);
}

#endif
