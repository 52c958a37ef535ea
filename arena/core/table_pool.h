/* The tables: seat bots, ask, take answers, settle.
 *
 * A table asks the pool for processes and writes frames to them, and hands what is finished to the
 * commit queue; neither knows of tables. What processes do comes in by the four functions below,
 * which the loop calls with events. */
#ifndef DOM_CORE_TABLE_POOL_H
#define DOM_CORE_TABLE_POOL_H

#include "agenda.h"
#include "commit_queue.h"
#include "process_pool.h"
#include "slot.h"

enum { DOM_CORE_FAST_ANSWER_US = 1000 }; /* bots that answer faster share a core */

typedef struct {
    dom_core_run_state *state; /* borrowed, as the next three                         */
    dom_core_agenda *agenda;
    dom_core_process_pool *processes;
    dom_core_commit_queue *queue;
    dom_core_slots slots;
    uint32_t open;     /* matches under way: slots in use                             */
    uint64_t begun;    /* matches that this run has begun so far                      */
    uint64_t asks;     /* asks that this run has sent so far                          */
    int64_t answer_us; /* smoothed time per answer, in 1/64; 0: there was none        */
    int64_t first_us;  /* when the first match began, 0 before                        */
    char commit[DOM_SCHEDULE_STAGES_MAX]
               [DOM_DEAL_HEX_BYTES]; /* per stage of the plan              */
    dom_view view;                   /* scratch of the asks                */
} dom_core_table_pool;

/* Publish the commitments to the secrets; no table is made yet. `tables` is all zero, and its four
 * borrowed parts are set. Returns false without memory. To be closed in any case. */
bool dom_core_table_pool_open(dom_core_table_pool *tables);
void dom_core_table_pool_close(dom_core_table_pool *tables);

/* Do bots answer so quickly that several tables may wait for the same process? Before the first
 * answer yes, so that no process is started in vain; no match begins then that has to wait. */
bool dom_core_table_pool_shares_processes(const dom_core_table_pool *tables);

/* Seat the next process wherever a seat is empty, in the oldest match first: a new process is asked
 * there first, so that match pays first if the process fails too. Otherwise a match could wait for
 * ever while younger ones are lost. */
void dom_core_table_pool_fill_seats(dom_core_table_pool *tables);

/* Begin what may begin now. Where a bot is withdrawn the match is skipped, or lost by it where
 * results are needed. */
void dom_core_table_pool_begin_matches(dom_core_table_pool *tables);

/* Take an answer, or that there is none. One to what the process was not asked, or is no longer,
 * changes nothing; false when what is in it cannot be, and nothing was done. */
bool dom_core_table_pool_take_answer(dom_core_table_pool *tables,
                                     const dom_core_process_event *event);
bool dom_core_table_pool_take_miss(dom_core_table_pool *tables,
                                   const dom_core_process_event *event);

/* The process is gone, as its `ended` says; what it owed is added there where its host did not
 * report it. Returns true if a match paid for that; otherwise its open matches count a free end. */
bool dom_core_table_pool_take_end(dom_core_table_pool *tables, dom_core_process *p);

/* The bot is withdrawn: its open matches end. `text` says why, for a person. */
void dom_core_table_pool_withdraw(dom_core_table_pool *tables, uint16_t bot, const char *text);

/* All matches under way are void: they will be begun anew. */
void dom_core_table_pool_void_all(dom_core_table_pool *tables);

#endif
