/* bots/remote_keys.h - remote bots: whose keys are known, the arena's own key, and where it
 * listens.
 *
 * A remote bot is a snapshot like every bot's (snapshot.h), of a manifest that says
 * `transport: remote` and its public key; so its version is another one when its key is.
 * The arena's secret key is HOME/arena.key, made once, for its user alone.
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

/* The arena's own public key under the name "(arena)", made if there is none yet, then
 * those of the remote bots by name. Clear it also after a failure.
 * Returns DOM_OK, DOM_E_IO or DOM_E_NOMEM; DOM_E_CONFIG when the file is no key. */
dom_rc dom_bots_remote_keys_read(dom_bots_remote_keys *out, const dom_home *home, dom_err *err);
void dom_bots_remote_keys_clear(dom_bots_remote_keys *keys);

/* Register a remote bot. Returns DOM_OK; DOM_E_CONFIG with one line when the name or the
 * key is none, or is taken; DOM_E_IO, DOM_E_NOMEM. */
dom_rc dom_bots_remote_add(const dom_home *home, const char *name, const char *key, dom_err *err);

/* Forget the remote bot of that name; the home is to be locked.
 * Returns DOM_OK; DOM_E_ABSENT when no remote bot is called so. */
dom_rc dom_bots_remote_remove(const dom_home *home, const char *name, dom_err *err);

/* Read "tcp://ADDRESS:PORT" for a tournament, an IPv6 address in brackets; `text` is NULL
 * when nothing is said.
 *
 * Returns DOM_OK, with *out zero where no bot is remote; DOM_E_CONFIG when a bot is and
 * nothing is said, when none is and something is said (no key, no listening), when the
 * text is not so, or when a port would be over 65535; what reading the own key returns. */
dom_rc dom_bots_remote_listen(dom_core_listen *out, const dom_home *home, const char *text,
                              const dom_core_tournament *tournament, dom_err *err);

/* Can the ports be had now? What takes one is no fault of the bot that is awaited there.
 * Returns DOM_OK; DOM_E_IO when one is taken or may not be used, DOM_E_CONFIG when the
 * address is none of this machine. */
dom_rc dom_bots_remote_try(const dom_core_listen *listen, const dom_core_tournament *tournament,
                           dom_err *err);

/* The arena's public key, as the bots that are awaited need it. */
void dom_bots_own_key(char text[static DOM_CURVE_LETTERS + 1], const dom_core_listen *listen);

#endif
