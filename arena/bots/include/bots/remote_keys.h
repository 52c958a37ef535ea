/* bots/remote_keys.h - remote bots: their registered keys, the arena's own key, and the address at
 * which the arena listens.
 *
 * A remote bot is stored as a snapshot (snapshot.h) of a manifest with `transport: remote` and its
 * public key. So a bot with another key is another version. The arena's secret key is
 * HOME/arena.key. It is made once and readable for its owner only.
 */
#ifndef DOM_BOTS_REMOTE_KEYS_H
#define DOM_BOTS_REMOTE_KEYS_H

#include "bots/manifest.h"
#include "core/core.h"
#include "home/home.h"

typedef struct {
    char name[DOM_BOTS_NAME_MAX + 1];
    char key[DOM_CURVE_LETTERS + 1];
} dom_bots_remote_key;

typedef struct {
    size_t count, room;
    dom_bots_remote_key *item;
} dom_bots_remote_keys;

/* Reads the public keys: the arena's own under the name "(arena)", made if it does not exist, then
 * those of the remote bots, by name. Clear the list also after a failure. Returns DOM_OK, DOM_E_IO
 * or DOM_E_NOMEM; DOM_E_CONFIG if the arena's file does not hold a key. */
dom_rc dom_bots_remote_keys_read(dom_bots_remote_keys *out, const dom_home *home, dom_err *err);
void dom_bots_remote_keys_clear(dom_bots_remote_keys *keys);

/* Registers a remote bot. Returns DOM_OK; DOM_E_CONFIG with one line if the name or the key is
 * invalid or already in use; DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_bots_remote_add(const dom_home *home, const char *name, const char *key, dom_err *err);

/* Removes the remote bot of that name. The caller holds the lock of `home`.
 * Returns DOM_OK; DOM_E_ABSENT if there is no remote bot of that name. */
dom_rc dom_bots_remote_remove(const dom_home *home, const char *name, dom_err *err);

/* Reads the address "tcp://ADDRESS:PORT" for a tournament; an IPv6 address is in brackets.
 *
 * home  where the arena's own key is, which is made if it is missing; NULL: no key is needed
 * text  NULL if the user gave no address
 *
 * Returns DOM_OK, with *out zeroed if no bot is remote; DOM_E_CONFIG if a bot is remote and `text`
 * is NULL, if no bot is remote and `text` is not NULL, if the text is not such an address, or if a
 * port would exceed 65535; or an error of reading the arena's own key. */
dom_rc dom_bots_remote_listen(dom_core_listen *out, const dom_home *home, const char *text,
                              const dom_core_tournament *tournament, dom_err *err);

/* Checks that the ports are free, so that a port in use is not counted as a fault of the bot.
 * Returns DOM_OK; DOM_E_IO if a port is in use or not permitted; DOM_E_CONFIG if the address does
 * not belong to this machine. */
dom_rc dom_bots_remote_try(const dom_core_listen *listen, const dom_core_tournament *tournament,
                           dom_err *err);

/* Writes the arena's public key, which the remote bots need. */
void dom_bots_own_key(char text[static DOM_CURVE_LETTERS + 1], const dom_core_listen *listen);

#endif
