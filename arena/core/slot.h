/* A slot: one table with its match under way. Hosts know a table by the number of its slot. When a
 * match is over, its slot is used for another match. */
#ifndef DOM_CORE_SLOT_H
#define DOM_CORE_SLOT_H

#include "deal/deal.h"
#include "fault_list.h"
#include "infos.h"
#include "process.h"
#include "record/decisions.h"
#include "schedule/schedule.h"
#include "table/table.h"

/* One seat of a table under way. */
typedef struct {
    uint16_t bot;
    dom_core_process *process; /* NULL while the seat waits for its next process      */
    int64_t store_process;     /* number in the store of its last process; 0: it had none */
    int64_t seed;
    int64_t bank_us;
    int64_t time_us;    /* thinking time of all its choices                            */
    uint32_t free_ends; /* ends of processes in this seat for which no match paid      */
} dom_core_seat;

/* The last ask of a table. */
typedef struct {
    uint32_t serial;  /* never reset, so an answer to an earlier match of the slot is recognised */
    uint64_t nth;     /* 1 for the first ask of this run, 2 for the next, ...           */
    bool is_open;     /* the seat on turn has not answered; it may not even be asked yet, if it
                         waits for a process                                            */
    int64_t asked_us; /* when it came to be asked, monotonic                           */
} dom_core_ask;

/* The fault that is being processed. */
typedef struct {
    char text[DOM_IPC_REASON_BYTES];
    dom_ipc_frame_said said;
    int32_t choice; /* dom_store_fault.choice                                          */
} dom_core_told_fault;

typedef struct {
    uint16_t number; /* hosts know the table by this number                            */
    bool is_used;
    uint64_t begun;       /* 1 for the match of this run that began first, 2 for the next, ... */
    int64_t row_began_us; /* when the first match of this row began (table_pool.h)              */
    dom_schedule_seating seating;
    uint32_t attempt; /* from 1; more if earlier runs started the match                */
    dom_deal_key key;
    dom_table *table; /* lives as long as the slot; dom_table_start begins the next match */
    dom_record_decisions decisions;
    int32_t choices; /* number of choices in `decisions`                               */
    dom_core_seat seat[DOM_SEATS_MAX];
    dom_core_ask ask;
    int64_t started_us; /* start of the match, monotonic                               */
    int64_t started_ms; /* the same as Unix time                                       */
    dom_core_told_fault told;
    dom_core_fault_list faults; /* faults of this match so far                         */
    dom_core_infos *infos;      /* what its bots thought so far; NULL: nothing         */
} dom_core_slot;

/* The list of all slots. All zero before it is opened. */
typedef struct {
    dom_core_slot **item; /* room for DOM_IPC_SLOTS_MAX; slots are made when needed        */
    uint32_t count;
    uint32_t all_used_below; /* no slot with a smaller number is unused                    */
} dom_core_slots;

/* Returns false if memory is out. The list must be closed in any case. */
bool dom_core_slots_open(dom_core_slots *slots);
void dom_core_slots_close(dom_core_slots *slots);

/* Returns the number of the slot that dom_core_slots_first_unused will return; DOM_IPC_SLOTS_MAX if
 * all are in use. */
uint32_t dom_core_slots_next(dom_core_slots *slots);

/* Returns a slot that is not in use: an existing one, else a new one. It stays unused until the
 * caller sets is_used. Returns NULL if DOM_IPC_SLOTS_MAX slots are in use or memory is out. */
dom_core_slot *dom_core_slots_first_unused(dom_core_slots *slots);

/* The match in this slot is over: the slot is not in use any more. */
void dom_core_slots_release(dom_core_slots *slots, dom_core_slot *slot);

/* Fetches most of what an answer changes in these slots and their tables into the caches of the
 * processor. With many open tables the caches are too small, so the core would wait for the memory
 * at every answer. Numbers without a slot are allowed. */
void dom_core_slots_fetch(const dom_core_slots *slots, const uint16_t *numbers, uint32_t count);

/* Clears the slot for its next match. It keeps its number, the serial number of its asks, its table
 * (which the caller starts), and the memory of its two lists, which are emptied. */
void dom_core_slot_reset(dom_core_slot *slot);

/* Returns the slot with this number, or NULL if it is not in use. */
static inline dom_core_slot *dom_core_slots_at(const dom_core_slots *slots, uint16_t number)
{
    return number < slots->count && slots->item[number]->is_used ? slots->item[number] : NULL;
}

/* Returns slot `number` if the ask with this serial is outstanding there and was sent to this
 * process; else NULL. */
static inline dom_core_slot *dom_core_slots_asked(const dom_core_slots *slots,
                                                  const dom_core_process *p, uint16_t number,
                                                  uint32_t serial)
{
    dom_core_slot *s = dom_core_slots_at(slots, number);
    bool is_asked = s && s->ask.is_open && s->ask.serial == serial &&
                    s->seat[s->table->match.play.turn].process == p;
    return is_asked ? s : NULL;
}

/* Returns the seat of the process at this table; DOM_NOBODY if it does not sit there, or if the
 * slot is not in use. */
int dom_core_slot_seat_of(const dom_core_slot *slot, const dom_core_process *p);

#endif
