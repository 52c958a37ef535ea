/* A table with its match under way, and the list of all tables. The host knows a table by the
 * number of its slot; a slot is used again for another match. */
#ifndef DOM_CORE_SLOT_H
#define DOM_CORE_SLOT_H

#include "deal/deal.h"
#include "fault_list.h"
#include "process.h"
#include "record/decisions.h"
#include "schedule/schedule.h"
#include "table/table.h"

/* One seat of a table under way. */
typedef struct {
    uint16_t bot;
    dom_core_process *process; /* NULL while its next process is awaited              */
    int64_t store_process;     /* number in the store of the last one, 0: there was none */
    int64_t seed;
    int64_t bank_us;
    int64_t time_us;    /* of all its choices                                          */
    uint32_t free_ends; /* of processes in this seat: ends that cost no match          */
} dom_core_seat;

/* What the seat on turn is, or was, asked. */
typedef struct {
    uint32_t serial; /* goes on counting from match to match, so that an answer to an
                        earlier match of the slot is known as one                      */
    uint64_t nth;    /* 1 for the first ask of this run, 2 for the next, ...           */
    bool is_open;    /* the seat on turn has been, or must yet be, asked               */
} dom_core_ask;

/* The fault that is being told. */
typedef struct {
    char text[DOM_IPC_REASON_BYTES];
    dom_ipc_frame_said said;
    int32_t choice; /* dom_store_fault.choice                                          */
} dom_core_told_fault;

typedef struct {
    uint16_t number; /* what the hosts know it by                                      */
    bool is_used;
    uint64_t begun; /* 1 for the match of this run that began first, 2 for the next, ... */
    dom_schedule_seating seating;
    uint32_t attempt; /* from 1: earlier runs may have begun the match                 */
    dom_deal_key key;
    dom_table *table; /* lives as long as the slot; dom_table_start begins it anew        */
    dom_record_decisions decisions;
    int32_t choices; /* in `decisions`                                                 */
    dom_core_seat seat[DOM_SEATS_MAX];
    dom_core_ask ask;
    int64_t started_us; /* monotonic                                                   */
    int64_t started_ms; /* Unix time                                                   */
    dom_core_told_fault told;
    dom_core_fault_list faults; /* of this match so far                                */
} dom_core_slot;

/* All zero before it is opened. */
typedef struct {
    dom_core_slot **item; /* room for DOM_IPC_SLOTS_MAX, made as needed                    */
    uint32_t count;
} dom_core_slots;

/* Returns false without memory. To be closed in any case. */
bool dom_core_slots_open(dom_core_slots *slots);
void dom_core_slots_close(dom_core_slots *slots);

/* The first slot that is not in use; one is made when all that were made are. It stays unused until
 * the caller sets its is_used. NULL when DOM_IPC_SLOTS_MAX slots are in use, or memory is out. */
dom_core_slot *dom_core_slots_first_unused(dom_core_slots *slots);

/* Make the slot as new, but for its number, the count of its asks, its table, which is to be
 * started, and the memory of its two lists, which are empty. */
void dom_core_slot_reset(dom_core_slot *slot);

/* The slot of that number; NULL when it is not in use. */
static inline dom_core_slot *dom_core_slots_at(const dom_core_slots *slots, uint16_t number)
{
    return number < slots->count && slots->item[number]->is_used ? slots->item[number] : NULL;
}

/* The table where this process owes the answer with that serial, or NULL. */
static inline dom_core_slot *dom_core_slots_asked(const dom_core_slots *slots,
                                                  const dom_core_process *p, uint16_t number,
                                                  uint32_t serial)
{
    dom_core_slot *s = dom_core_slots_at(slots, number);
    bool is_asked = s && s->ask.is_open && s->ask.serial == serial &&
                    s->seat[s->table->match.play.turn].process == p;
    return is_asked ? s : NULL;
}

/* The seat of the process at this table; DOM_NOBODY without one, or when the slot is not in use. */
int dom_core_slot_seat_of(const dom_core_slot *slot, const dom_core_process *p);

#endif
