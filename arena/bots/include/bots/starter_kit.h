/* bots/starter_kit.h - makes the folder of a new bot from a starter kit.
 *
 * A kit is a folder that is installed with the program, one per language. It is copied completely
 * or not at all. In its files @NAME@ is replaced by the bot's name, and @PROGRAM@, which stands
 * between single quotes of a shell, by the path of the running program.
 */
#ifndef DOM_BOTS_STARTER_KIT_H
#define DOM_BOTS_STARTER_KIT_H

#include "bots/manifest.h"
#include "home/home.h"

/* Makes a bot in `folder`, which must be new or empty. The last name of its path becomes the bot's
 * name.
 *
 * name      the bot's name, after DOM_OK
 * language  names the kit, "c" or "python"
 *
 * Returns DOM_OK; DOM_E_CONFIG for a language without a kit (the message lists the kits), a path
 * that is too long or taken, and a name that a bot cannot have; or DOM_E_IO. */
dom_rc dom_bots_starter_kit_make(char name[static DOM_BOTS_NAME_MAX + 1], const dom_home *home,
                                 const char *language, const char *folder, dom_err *err);

#endif
