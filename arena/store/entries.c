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

/* ---- rulings --------------------------------------------------------------- */

const dom_store_ruling *dom_store_ruling_closed(const dom_store_tournament *t)
{
    for (size_t i = 0; i < t->ruling_count; i++)
        if (t->rulings[i].kind == DOM_STORE_RULING_CLOSED)
            return &t->rulings[i];
    return NULL;
}

/* Returns the newest ruling on exactly this match, if by it the match does not count. */
static const dom_store_ruling *void_by(const dom_store_tournament *t, uint64_t match)
{
    for (size_t i = t->ruling_count; i-- > 0;) {
        const dom_store_ruling *ruling = &t->rulings[i];
        if (ruling->match == match && ruling->kind != DOM_STORE_RULING_CLOSED)
            return ruling->kind == DOM_STORE_RULING_VOID ? ruling : NULL;
    }
    return NULL;
}

const dom_store_ruling *dom_store_ruling_void(const dom_store_tournament *t, uint64_t match)
{
    const dom_store_ruling *of_match = match > 0 ? void_by(t, match) : NULL;
    return of_match ? of_match : void_by(t, 0);
}
