/* store/entries.h - the entries of a tournament: the places of its participants, and who plays in
 * them.
 *
 * An entry has the number and the name of the bot that began in it. A new version of that bot is a
 * bot of its own, with the same name, that plays in the same place from a stage on. Its matches are
 * its own; what the participant has are the matches of all bots of its entry.
 */
#ifndef DOM_STORE_ENTRIES_H
#define DOM_STORE_ENTRIES_H

#include "store/store.h"

/* Returns the entry in whose place a bot plays or played. */
uint16_t dom_store_entry_of(const dom_store_tournament *t, uint16_t bot);

/* Returns the newest change of an entry, or NULL. */
const dom_store_change *dom_store_entry_change(const dom_store_tournament *t, uint16_t entry);

/* Returns the bot that plays in the place of an entry, or played there last. */
uint16_t dom_store_entry_bot(const dom_store_tournament *t, uint16_t entry);

dom_store_entry_state dom_store_entry_state_of(const dom_store_tournament *t, uint16_t entry);

/* Returns true if the bot plays in sets that begin from now on: it is the newest version of its
 * entry, and this was not withdrawn or disqualified. */
bool dom_store_entry_plays_on(const dom_store_tournament *t, uint16_t bot);

/* Returns "plays", "withdrawn" or "disqualified". */
const char *dom_store_entry_word(dom_store_entry_state state);

/* ---- rulings --------------------------------------------------------------- */

/* Returns the ruling that closed the tournament, or NULL. */
const dom_store_ruling *dom_store_ruling_closed(const dom_store_tournament *t);

/* Returns the ruling by which a match does not count, on itself or on the whole tournament; NULL if
 * it counts. Match 0: the ruling on the whole tournament. */
const dom_store_ruling *dom_store_ruling_void(const dom_store_tournament *t, uint64_t match);

#endif
