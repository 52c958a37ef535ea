#include "store/entries.h"

uint16_t dom_store_entry_of(const dom_store_tournament *t, uint16_t bot)
{
    for (size_t i = 0; i < t->change_count; i++)
        if (t->changes[i].bot == bot)
            return t->changes[i].entry;
    return bot;
}

const dom_store_change *dom_store_entry_change(const dom_store_tournament *t, uint16_t entry)
{
    for (size_t i = t->change_count; i-- > 0;)
        if (t->changes[i].entry == entry)
            return &t->changes[i];
    return NULL;
}

uint16_t dom_store_entry_bot(const dom_store_tournament *t, uint16_t entry)
{
    const dom_store_change *change = dom_store_entry_change(t, entry);
    return change ? change->bot : entry;
}

dom_store_entry_state dom_store_entry_state_of(const dom_store_tournament *t, uint16_t entry)
{
    const dom_store_change *change = dom_store_entry_change(t, entry);
    return change ? change->state : DOM_STORE_ENTRY_PLAYS;
}

bool dom_store_entry_plays_on(const dom_store_tournament *t, uint16_t bot)
{
    uint16_t entry = dom_store_entry_of(t, bot);
    return dom_store_entry_bot(t, entry) == bot &&
           dom_store_entry_state_of(t, entry) == DOM_STORE_ENTRY_PLAYS;
}

const char *dom_store_entry_word(dom_store_entry_state state)
{
    static const char *const words[] = {[DOM_STORE_ENTRY_PLAYS] = "plays",
                                        [DOM_STORE_ENTRY_WITHDRAWN] = "withdrawn",
                                        [DOM_STORE_ENTRY_DISQUALIFIED] = "disqualified"};
    return words[state];
}
