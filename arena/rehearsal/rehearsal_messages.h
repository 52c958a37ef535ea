/* rehearsal_messages.h - the messages of a rehearsal as lines of JSON. */
#ifndef DOM_REHEARSAL_REHEARSAL_MESSAGES_H
#define DOM_REHEARSAL_REHEARSAL_MESSAGES_H

#include "core/tournament.h"
#include "ipc/frame.h"
#include "protocol/message.h"

#include <stdio.h>

/* Each writes a message and a line feed. */
void dom_rehearsal_write_welcome(FILE *out, const dom_core_tournament *t);
void dom_rehearsal_write_match(FILE *out, const dom_ipc_frame_open *open, const char *variant);
void dom_rehearsal_write_round(FILE *out, const dom_match *match);

/* Writes an ask. It is as the arena sends it, but for `req` and `table`, which the caller sets. */
void dom_rehearsal_write_ask(FILE *out, const dom_msg_ask *ask);

#endif
