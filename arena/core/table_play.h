/* One match under way: carries out the effects of its table and sends frames to the seats. Private
 * to the files of table_pool. */
#ifndef DOM_CORE_TABLE_PLAY_H
#define DOM_CORE_TABLE_PLAY_H

#include "table_pool.h"

/* A fault of a seat. */
typedef struct {
    dom_fault code;
    const char *text;               /* for a person                                    */
    bool was_asked;                 /* its ask was outstanding                         */
    const dom_ipc_frame_said *said; /* the message of the bot, or NULL                 */
} dom_core_offence;

/* Takes the effects of the table and carries them out, until the table waits for an event or the
 * match is over. */
void dom_core_table_carry_out(dom_core_table_pool *tables, dom_core_slot *slot);

/* The seat commits a fault. If the tournament does not tolerate it, the match is over. */
void dom_core_table_take_fault(dom_core_table_pool *tables, dom_core_slot *slot, int seat,
                               const dom_core_offence *offence);

/* Asks the seat on turn. If the seat has no process, nothing happens: it is asked when its next
 * process sits down. */
void dom_core_table_ask(dom_core_table_pool *tables, dom_core_slot *slot);

/* ---- frames to the seats (table_frames.c): a match opens, a round was scored, a fault, the
 * result.
 *      If memory is out, the run fails. ---- */

void dom_core_table_tell_open(dom_core_table_pool *tables, const dom_core_slot *slot, int seat);

/* Shows every person at the table what has happened. */
void dom_core_table_show(dom_core_table_pool *tables, const dom_core_slot *slot);

/* Sent to the processes that asked for events in their hello. */
void dom_core_table_tell_round(dom_core_table_pool *tables, const dom_core_slot *slot);
void dom_core_table_tell_fault(dom_core_table_pool *tables, const dom_core_slot *slot,
                               const dom_table_effect *effect);
void dom_core_table_tell_result(dom_core_table_pool *tables, const dom_core_slot *slot);

#endif
