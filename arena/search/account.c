#include "search/account.h"

const char *dom_search_cause_word(dom_search_cause cause)
{
    static const char *const words[DOM_SEARCH_CAUSES] = {"stock", "partner", "others"};
    return words[cause];
}

void dom_search_account_begin(dom_search_account *account, double expectation)
{
    *account = (dom_search_account){.value = expectation, .cause = DOM_SEARCH_OTHERS};
}

void dom_search_account_reach(dom_search_account *account, double value)
{
    double luck = value - account->value;
    account->luck += luck;
    account->since_choice += luck;
    if (account->choices > 0)
        account->caused[account->cause] += luck;
    account->value = value;
}

/* Adds the same, and returns the luck since the last choice. */
static double reach_next(dom_search_account *account, double value)
{
    dom_search_account_reach(account, value);
    double luck = account->since_choice;
    account->since_choice = 0;
    account->cause = DOM_SEARCH_OTHERS;
    return luck;
}

dom_search_account_row dom_search_account_choose(dom_search_account *account,
                                                 const dom_search_values *values, int taken)
{
    dom_search_account_row row = {.of_choice = dom_search_value_of_choice(values),
                                  .of_action = dom_search_value_of_action(values, taken),
                                  .skill = dom_search_skill(values, taken),
                                  .loss = dom_search_loss(values, taken),
                                  .worlds = values->worlds.count,
                                  .effective_worlds = dom_search_effective_worlds(values)};
    row.luck = reach_next(account, row.of_choice.mean);
    account->skill += row.skill.mean;
    account->value = row.of_action.mean;
    account->choices++;
    return row;
}

void dom_search_account_skip(dom_search_account *account)
{
    account->skipped++;
}

double dom_search_account_end(dom_search_account *account, double result)
{
    return reach_next(account, result);
}
