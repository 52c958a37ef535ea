#include "search/account.h"

void dom_search_account_begin(dom_search_account *account, double expectation)
{
    *account = (dom_search_account){.value = expectation};
}

/* Adds what came from outside and led to this value. Returns how much it was. */
static double add_luck(dom_search_account *account, double value)
{
    double luck = value - account->value;
    account->luck += luck;
    account->value = value;
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
    row.luck = add_luck(account, row.of_choice.mean);
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
    return add_luck(account, result);
}
