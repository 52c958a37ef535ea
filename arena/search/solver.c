/* Alpha-beta search to the end of a round. Values are those for the side of the seat on turn: for
 * `seat` and its partner, or against them. */
#include "search/solver.h"

#include "ordered_actions.h"
#include "position_key.h"
#include "rules/match.h"
#include "stop.h"

enum { NO_BOUND, EXACT, AT_LEAST, AT_MOST };
enum { UNLIMITED = INT32_MAX }; /* its negative is an int32_t too */

typedef struct {
    dom_search_solver *solver;
    uint64_t key; /* what every key of this search begins with */
    int seat;
    bool stopped; /* what is returned from now on means nothing */
} solving;

/* The values that still matter: the side on turn can have `low` by another action already, and the
 * other side will not let it come here if it gets `high` or more. */
typedef struct {
    int32_t low, high;
} window;

static const window whole = {-UNLIMITED, UNLIMITED};

static solving begin(dom_search_solver *solver, const dom_round *round, int seat)
{
    /* With two sides the value for the side on turn does not depend on `seat`. With more it does:
     * it says against whom the others play together. */
    bool depends_on_seat = dom_side_count(round->options) > 2;
    uint64_t world = dom_search_key_add(0, solver->world);
    return (solving){.solver = solver,
                     .key = dom_search_key_add(world, depends_on_seat ? (uint64_t)seat + 1 : 0),
                     .seat = seat};
}

/* Returns true if the seat plays for s->seat. */
static bool plays_for_seat(const solving *s, const dom_round *round, int seat)
{
    return dom_same_side(round->options, seat, s->seat);
}

static int32_t value_of(solving *s, const dom_round *round, window w);

/* Returns the value of an action for the side on turn before it. Actions without a choice follow at
 * once. */
static int32_t value_after(solving *s, const dom_round *round, dom_action action, window w)
{
    dom_round next = *round;
    dom_event event;
    bool for_seat = plays_for_seat(s, round, round->turn);
    dom_round_make(&next, action, &event);
    while (dom_round_force(&next, &event))
        continue;
    if (next.end != DOM_END_NONE) {
        int32_t worth = dom_search_worth(&next, s->seat);
        return for_seat ? worth : -worth;
    }
    if (plays_for_seat(s, &next, next.turn) == for_seat)
        return value_of(s, &next, w);
    return -value_of(s, &next, (window){-w.high, -w.low});
}

/* The same for an action after the first one. It is hardly ever better than those before it, so the
 * first question is only whether it is: a window without room prunes most. */
static int32_t value_of_later(solving *s, const dom_round *round, dom_action action, window w)
{
    int32_t value = value_after(s, round, action, (window){w.low, w.low + 1});
    bool is_settled = value <= w.low || value >= w.high;
    return is_settled || s->stopped ? value : value_after(s, round, action, w);
}

/* The best action of a position so far. */
typedef struct {
    dom_action action;
    int32_t value; /* inside the window exact, below it at most so, above it at least so */
    int tried;     /* actions whose search was finished */
} best_action;

static best_action best_of(solving *s, const dom_round *round, const dom_search_entry *known,
                           window w)
{
    dom_search_actions actions;
    dom_search_order(&actions, round, known);
    best_action best = {.value = -UNLIMITED};
    /* if one action gives `high`, the other side avoids this position, whatever else it has */
    while (best.tried < actions.count && best.value < w.high) {
        dom_action action = actions.action[best.tried];
        window left = {best.value > w.low ? best.value : w.low, w.high};
        int32_t value = best.tried == 0 ? value_after(s, round, action, left)
                                        : value_of_later(s, round, action, left);
        if (s->stopped)
            break;
        if (value > best.value || best.tried == 0) {
            best.action = action;
            best.value = value;
        }
        best.tried++;
    }
    return best;
}

/* Returns true if the entry says what is asked: its value is exact, or it is outside of the window
 * in any case. */
static bool answers(const dom_search_entry *entry, window w)
{
    return entry->bound == EXACT || (entry->bound == AT_LEAST && entry->value >= w.high) ||
           (entry->bound == AT_MOST && entry->value <= w.low);
}

/* Takes the place of whatever was there: what was looked at last is the likeliest to come again. */
static void store(dom_search_entry *entry, uint64_t key, const dom_round *round, best_action best,
                  window w)
{
    entry->key = key;
    entry->value = best.value;
    entry->bound = best.value >= w.high ? AT_LEAST : best.value <= w.low ? AT_MOST : EXACT;
    dom_search_note_best(entry, round, best.action);
}

/* Returns the value of a position with a choice. Outside of the window it is a bound of the value.
 */
static int32_t value_of(solving *s, const dom_round *round, window w)
{
    dom_search_solver *solver = s->solver;
    s->stopped = s->stopped || dom_search_wants_stop(solver);
    if (s->stopped)
        return 0;
    if (!solver->table)
        return best_of(s, round, NULL, w).value;
    uint64_t key = dom_search_position_key(s->key, round);
    dom_search_entry *entry = &solver->table[key & (solver->entries - 1)];
    bool is_known = entry->bound != NO_BOUND && entry->key == key;
    if (is_known && answers(entry, w))
        return entry->value;
    dom_search_entry known = *entry; /* the search below may overwrite it */
    best_action best = best_of(s, round, is_known ? &known : NULL, w);
    if (!s->stopped)
        store(entry, key, round, best, w);
    return best.value;
}

dom_search_solution dom_search_solve(dom_search_solver *solver, const dom_round *round, int seat)
{
    if (round->end != DOM_END_NONE)
        return (dom_search_solution){.value = dom_search_worth(round, seat), .is_exact = true};
    solving s = begin(solver, round, seat);
    best_action best = best_of(&s, round, NULL, whole);
    if (best.tried == 0) {
        dom_action actions[DOM_ACTIONS_MAX];
        (void)dom_round_legal(round, actions);
        return (dom_search_solution){.best = actions[0]};
    }
    int32_t value = plays_for_seat(&s, round, round->turn) ? best.value : -best.value;
    return (dom_search_solution){.value = value, .best = best.action, .is_exact = !s.stopped};
}

int dom_search_solve_each(dom_search_solver *solver, const dom_round *round, int seat,
                          int32_t value[static DOM_ACTIONS_MAX])
{
    solving s = begin(solver, round, seat);
    dom_action actions[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, actions);
    for (int i = 0; i < count; i++) {
        int32_t found = value_after(&s, round, actions[i], whole);
        if (s.stopped)
            return i;
        value[i] = plays_for_seat(&s, round, round->turn) ? found : -found;
    }
    return count;
}
