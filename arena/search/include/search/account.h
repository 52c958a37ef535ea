/* search/account.h - the result of a round for one seat, divided into luck and skill.
 *
 *     dom_search_account account;
 *     dom_search_account_begin(&account, expectation);
 *     for every choice of the seat, in order:
 *         if (dom_search_values_of(&values, &belief, &plan) == DOM_OK)
 *             row = dom_search_account_choose(&account, &values, taken);
 *         else
 *             dom_search_account_skip(&account);
 *     last_luck = dom_search_account_end(&account, dom_search_result(&round, seat));
 *
 * A round of a seat is a row of its choices. Between two choices something happens to the seat:
 * tiles are dealt, the others play, it draws. That is luck, and it changes the value from that of
 * the last action to that of the next choice. The choice itself changes it from the value of the
 * choice to that of the action taken. That is skill (search/value.h). So it holds exactly, however
 * rough the values are:
 *
 *     result = expectation before the deal + luck + skill
 *
 * Example, in points: a seat expects 0 before the deal. With its hand its first choice is worth 3
 * (luck 3), the action that it takes is worth 2 (skill -1), its next choice is worth 8 (luck 6),
 * it takes the better action, worth 9 (skill 1), and gets 5 in the end (luck -4): luck 5, skill 0.
 *
 * A seat without a choice has one luck: result less expectation. A choice for which no world was
 * found counts as forced: what it changed is part of the next luck.
 *
 * The luck after the first choice has a *cause*: `cause` of the account when the luck is added.
 * Without further calls it is always DOM_SEARCH_OTHERS. search/witness.h watches a round, sets the
 * cause, and adds values between two choices, so that every luck has its own.
 */
#ifndef DOM_SEARCH_ACCOUNT_H
#define DOM_SEARCH_ACCOUNT_H

#include "search/value.h"

/* Whence luck comes after the first choice of a seat. */
typedef enum {
    DOM_SEARCH_STOCK,   /* what the seat itself drew */
    DOM_SEARCH_PARTNER, /* what its partner did      */
    DOM_SEARCH_OTHERS, /* what any other seat did, and what the hidden hands turned out to hold when
                          the seat's own action ended the round */
    DOM_SEARCH_CAUSES
} dom_search_cause;

/* Returns "stock", "partner" or "others". */
const char *dom_search_cause_word(dom_search_cause cause);

/* A round of one seat, as far as it was gone through. All values are in match points. */
typedef struct {
    double value; /* of what was reached: of the last action, or the expectation before the deal */
    double luck;  /* all so far */
    double skill; /* all so far */
    int choices;  /* with a value */
    int skipped;  /* choices without a value */
    double since_choice;              /* luck since the last choice with a value */
    dom_search_cause cause;           /* of the luck that is added next */
    double caused[DOM_SEARCH_CAUSES]; /* the luck after the first choice, by its cause */
} dom_search_account;

/* A choice. */
typedef struct {
    double luck; /* before it, since the last choice with a value or since before the deal */
    dom_search_estimate of_choice; /* value of the choice       */
    dom_search_estimate of_action; /* value of the action taken */
    dom_search_estimate skill;
    dom_search_estimate loss;
    int worlds;
    double effective_worlds;
} dom_search_account_row;

/* Begins a round.
 *
 * expectation  what the seat may expect before the deal, from its seat and the score alone */
void dom_search_account_begin(dom_search_account *account, double expectation);

/* Adds a choice of the seat. `taken` is an index into the legal actions. Returns its row. Pre:
 * 0 <= taken < values->choice.count. */
dom_search_account_row dom_search_account_choose(dom_search_account *account,
                                                 const dom_search_values *values, int taken);

/* Adds what happened between two choices and led to a position of this value. Its cause is that of
 * the account. */
void dom_search_account_reach(dom_search_account *account, double value);

/* Adds a choice for which no world was found. */
void dom_search_account_skip(dom_search_account *account);

/* Ends the round with its result for the seat. Returns the luck since the last choice with a value.
 * From now on account->luck and account->skill are those of the round. */
double dom_search_account_end(dom_search_account *account, double result);

#endif
