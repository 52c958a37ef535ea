/* search/witness.h - by whom the luck of a seat after its first choice came.
 *
 *     dom_search_witness_begin(&witness, seat);
 *     for every event of the round, after it was made:
 *         dom_search_witness_see(&witness, &account, &match, &event, &eye);
 *     after every dom_search_account_choose of the seat:
 *         dom_search_witness_choose(&witness);
 *
 * An account (search/account.h) takes a value at each choice. Between two of them several things
 * may happen to the seat, with different causes: it draws, its partner acts, others act. A witness
 * takes a value between them whenever the cause changes, and so gives each cause its luck:
 *
 *     account.luck = luck before the first choice + the sum of account.caused
 *
 * This holds exactly, because each part is a sum of differences of consecutive values. As long as
 * the cause stays the same no value is taken: it would be added and subtracted again. So in a game
 * for two without drawing a witness costs nothing.
 *
 * What the seat itself lays or passes tells it nothing new. So it has no cause, unless it ends the
 * round: then the hidden hands are laid open, and what they hold is by DOM_SEARCH_OTHERS. If a draw
 * of the seat ends the round at once, all of it is DOM_SEARCH_STOCK. Where no value can be taken,
 * because no world is found, the luck goes to the next cause.
 *
 * Example: a seat expects 2 after its play. Its partner passes, and the next seat lays its last
 * tile but one. Before that play the position was worth -1, and at the seat's next choice it is
 * worth -4: partner -3, others -3.
 */
#ifndef DOM_SEARCH_WITNESS_H
#define DOM_SEARCH_WITNESS_H

#include "search/account.h"

/* Who watches a round for a seat. It takes some 12 KiB. */
typedef struct {
    uint8_t seat;
    bool has_seen;   /* something happened since the account's last value; */
    uint64_t moment; /* in the event of this number of the round,          */
    dom_view view;   /* after which the seat sees this                     */
} dom_search_witness;

/* With what a witness takes values. `belief` and `values` are room for the work. */
typedef struct {
    dom_search_belief *belief;
    dom_search_values *values;
    dom_search_value_plan plan; /* with a seed for the round, from which each moment has its own */
} dom_search_eye;

/* Begins a round. */
void dom_search_witness_begin(dom_search_witness *witness, int seat);

/* Sees an event, adds a value to the account if the cause has changed, and sets account->cause.
 *
 * match  in the moment after the event. The round may be over, but not settled */
void dom_search_witness_see(dom_search_witness *witness, dom_search_account *account,
                            const dom_match *match, const dom_event *event,
                            const dom_search_eye *eye);

/* Notes that a choice of the seat was added to its account. */
void dom_search_witness_choose(dom_search_witness *witness);

#endif
