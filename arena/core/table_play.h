/* A match under way: carry out what its table says, and tell the seats. Private to the files of
 * table_pool. */
#ifndef DOM_CORE_TABLE_PLAY_H
#define DOM_CORE_TABLE_PLAY_H

#include "table_pool.h"

/* What a seat did wrong. */
typedef struct {
    dom_fault code;
    const char *text;               /* for a person                                    */
    bool was_asked;                 /* it owed an answer                               */
    const dom_ipc_frame_said *said; /* NULL: nothing                                   */
} dom_core_offence;

/* Do what the table says until it waits, or the match is over. */
void dom_core_table_carry_out(dom_core_table_pool *tables, dom_core_slot *slot);

/* The seat commits a fault, which may be forgiven; else the match is over. */
void dom_core_table_take_fault(dom_core_table_pool *tables, dom_core_slot *slot, int seat,
                               const dom_core_offence *offence);

/* Ask the seat on turn, if it is there; else when its next process sits down. */
void dom_core_table_ask(dom_core_table_pool *tables, dom_core_slot *slot);

/* ---- telling the seats (table_frames.c). Without memory for a frame the run fails. ---- */

void dom_core_table_tell_open(dom_core_table_pool *tables, const dom_core_slot *slot, int seat);

void dom_core_table_tell_round(dom_core_table_pool *tables, const dom_core_slot *slot);
void dom_core_table_tell_fault(dom_core_table_pool *tables, const dom_core_slot *slot,
                               const dom_table_effect *effect);
void dom_core_table_tell_result(dom_core_table_pool *tables, const dom_core_slot *slot);

#endif
