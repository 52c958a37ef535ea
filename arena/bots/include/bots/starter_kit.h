/* bots/starter_kit.h - make the folder of a new bot from a starter kit.
 *
 * A kit is a folder of the program's own files, one per language. It is copied whole or not at
 * all. In its files @NAME@ becomes the bot's name, and @PROGRAM@, which stands between single
 * quotes of a shell, the path of the running program.
 */
#ifndef DOM_BOTS_STARTER_KIT_H
#define DOM_BOTS_STARTER_KIT_H

#include "bots/manifest.h"
#include "home/home.h"

/* Make a bot in `folder`, which is new or empty; the last name of its path is the bot's.
 *
 * name      the bot's name, after DOM_OK
 * language  names the kit, "c" or "python"
 *
 * Returns DOM_OK; DOM_E_CONFIG for a language without a kit (the message lists the kits), a path
 * that is too long or taken, and a name that a bot cannot have; or DOM_E_IO. */
dom_rc dom_bots_starter_kit_make(char name[static DOM_BOTS_NAME_MAX + 1], const dom_home *home,
                                 const char *language, const char *folder, dom_err *err);

#endif
