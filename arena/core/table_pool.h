/* The table pool: all tables. It seats bots, asks them, takes their answers and settles matches.
 *
 * The tables get processes from the process pool, write frames to them, and pass finished matches
 * to the commit queue; neither of these two knows about tables. The loop passes events in through
 * the take_ functions and the withdrawal below. */
#ifndef DOM_CORE_TABLE_POOL_H
#define DOM_CORE_TABLE_POOL_H

#include "agenda.h"
#include "commit_queue.h"
#include "core/open_matches.h"
#include "process_pool.h"
#include "slot.h"

/* If the average answer is faster than this, several tables share a process and a core. */
enum { DOM_CORE_FAST_ANSWER_US = 1000 };

typedef struct {
    dom_core_run_state *state; /* borrowed, like the next three                */
    dom_core_agenda *agenda;
    dom_core_process_pool *processes;
    dom_core_commit_queue *queue;
    dom_core_slots slots;
    bool has_empty_seats; /* false: every seat of the matches under way has a process   */
    uint32_t open;        /* matches under way: slots in use                             */
    uint64_t begun;       /* matches that this run has begun so far                      */
    uint64_t asks;        /* asks that this run has sent so far                          */
    int64_t answer_us;    /* smoothed time per answer, in 1/64 us; 0 before the first answer */
    int64_t first_us;     /* when the first match of the run began; 0 before             */
    dom_view view;        /* scratch memory for asks                                     */
    /* The commitment of each stage. */
    char commit[DOM_SCHEDULE_STAGES_MAX][DOM_DEAL_HEX_BYTES];
} dom_core_table_pool;

/* Computes the commitments of all stages. No table is made yet. Returns false if memory is out. The
 * table pool must be closed in any case. Pre: `tables` is all zero, except its four borrowed parts,
 * which are set. */
bool dom_core_table_pool_open(dom_core_table_pool *tables);
void dom_core_table_pool_close(dom_core_table_pool *tables);

/* Returns true if bots answer so fast that several tables may share a process. It is true before
 * the first answer, so that no process is started in vain; but then no match begins that would
 * share. It is false if the tournament pins bots to CPU cores. */
bool dom_core_table_pool_shares_processes(const dom_core_table_pool *tables);

/* Returns the CPU on which the bots of a table run, by the number of its slot; or DOM_CORE_ANY_CPU.
 * A CPU is returned if the tournament has pin_cores; or if bots think (an answer takes 1 ms or more
 * on average), no concurrency is set, and the run uses every CPU in cpus.allowed. No CPU is
 * returned if that is empty.
 *
 * Only one bot of a table thinks at a time, so they can share a CPU. If each table has its own, no
 * two bots that think wait for the same CPU while another one is idle. The kernel does not see to
 * that by itself: where bots think 10 ms at tables for four, two CPUs were idle 14 % of the time
 * without this. With more tables than CPUs, which only pin_cores can have, tables share them in
 * turn. */
int dom_core_table_pool_cpu_of(const dom_core_table_pool *tables, uint32_t slot);

/* Returns the CPU on which the host of this process runs: that of its table if that has one; else,
 * if no concurrency is set and the run may use every CPU, one that the process's index chooses;
 * else DOM_CORE_ANY_CPU. Every host has about as much to do as any other. The kernel wakes up the
 * hosts on the CPU of the core, because it expects the core to sleep soon; so without this, hosts
 * waited for the core while another CPU was idle, 10 % of the time in draw-4. */
int dom_core_table_pool_host_cpu_of(const dom_core_table_pool *tables, const dom_core_process *p);

/* Returns true if the host of this process moves the core to the CPU of its table before it sends
 * anything. The core stays there until another host moves it, or until it allows itself all CPUs
 * again: every 0.2 s and at the end of the run.
 *
 * The kernel wakes up the core where it ran last. If that is the CPU of another table, the core
 * interrupts the bot that thinks there, and each of the two CPUs has to wake the other: 0.1 ms. But
 * a core that is running would be stopped by the move. So an answer must take at least 0.25 ms
 * times the number of CPUs on average: with one table for each of 64 CPUs, a bot must think 16 ms.
 * Then there are 0.25 ms between two answers, some five times what the core does for one. With one
 * CPU, or if the table has none, the result is false. */
bool dom_core_table_pool_moves_core(const dom_core_table_pool *tables, const dom_core_process *p);

/* Seats processes wherever a seat is empty, in the order in which the matches began. So a new
 * process is asked in its oldest match first, and if it fails too, that match pays. In another
 * order the oldest match could wait for ever while younger ones are lost. */
void dom_core_table_pool_fill_seats(dom_core_table_pool *tables);

/* Begins every match that may begin now, and starts the processes that the next ones need.
 *
 * As a rule matches begin in the order of their numbers. There are two exceptions. If a match has
 * to wait for a process, later ones may begin before it. And if bots do not share processes, a free
 * table prefers a match with the seating of its last one, whose processes still have their memory
 * in the caches of the CPU. It repeats a seating with matches among the next 128 numbers, for at
 * most 0.25 s after the first match with it began. Example: at the only table, two bots play a
 * match in 0.1 s, and change seats after each. The order is 1, 3, 5, 2, 4, 6. So a set ends about
 * 0.25 s later for each of its seatings after the first: once in a set of two matches, three times
 * in a set of four.
 *
 * A match of a withdrawn bot is skipped; in a Swiss, which needs a result of every match, the
 * withdrawn bot loses it. */
void dom_core_table_pool_begin_matches(dom_core_table_pool *tables);

/* Take an answer; or a miss, which is an illegal answer or no answer in time. If the ask is not
 * outstanding any more, nothing changes. Return false if a value is impossible: an index that no
 * legal action has, or a larger bank than before. Then nothing was changed. */
bool dom_core_table_pool_take_answer(dom_core_table_pool *tables,
                                     const dom_core_process_event *event);
bool dom_core_table_pool_take_miss(dom_core_table_pool *tables,
                                   const dom_core_process_event *event);

/* A process has ended, as p->ended describes. If its host did not report the end, this adds the
 * oldest outstanding ask there. The process's seats become empty. Returns true if a match paid for
 * the end; otherwise its open matches count a free end each. */
bool dom_core_table_pool_take_end(dom_core_table_pool *tables, dom_core_process *p);

/* The bot is withdrawn: it loses its open matches. `text` says why, for a person. Returns the
 * number of the match that began first among them; 0 if none is open. */
uint64_t dom_core_table_pool_withdraw(dom_core_table_pool *tables, uint16_t bot, const char *text);

/* Lists the matches that somebody can watch. They borrow from the slots. */
void dom_core_table_pool_list(const dom_core_table_pool *tables, dom_core_open_matches *out);

/* All matches under way are void: a later run plays them from their start. */
void dom_core_table_pool_void_all(dom_core_table_pool *tables);

#endif
