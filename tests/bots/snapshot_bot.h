/* snapshot_bot.h - a bot in a scratch folder, which is the working folder, and snapshots of it in
 * "home". */
#ifndef SNAPSHOT_BOT_H
#define SNAPSHOT_BOT_H

#include "bots/snapshot.h"
#include "scratch.h"

extern scratch s;
extern dom_bots_manifest manifest; /* manifest of the bot in the folder "bot" */

void snapshot_set_up(void);
void snapshot_clean_up(void);

dom_rc take(dom_bots_snapshot *snapshot, dom_err *err);

/* Takes the snapshot; fails the test if it is refused. */
dom_bots_snapshot taken(void);

/* Takes the snapshot of the bot with this `build` (YAML); limit_ms as in dom_bots_snapshot_spec. */
dom_rc take_built(dom_bots_snapshot *snapshot, const char *build, int64_t limit_ms, dom_err *err);

/* Expects that the snapshot fails with a message that begins with `message`, and leaves nothing. */
void expect_refused(const char *message);

/* Expects this text in a file of a folder. */
void expect_text(const char *folder, const char *name, const char *text);

#endif
