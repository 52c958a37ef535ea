/* shell_run.h - whole runs for tests: the core with a real store, real hosts, and bots that are
 * lines of shell.
 *
 *     SHELL_RUN_SUITE(core_run);
 *     Test(core_run, an_illegal_choice_loses_the_match)
 *     {
 *         set_pair(GOOD, ILLEGAL, 2);
 *         run_to_end(NULL);
 *         cr_expect(eq(int, heard.by_fault, 4));
 *     }
 */
#ifndef DOM_TESTS_CORE_SHELL_RUN_H
#define DOM_TESTS_CORE_SHELL_RUN_H

#include "expect.h"

#include "core/core.h"

#define HELLO "echo '{\"type\":\"hello\",\"protocol\":1,\"max_tables\":8,\"language\":\"sh\"}'; "
/* Answers every ask with this choice, and ends with bye; before that it does `more` with each
 * message. */
#define FILTER_AND(more, choice)                                                                   \
    "sed -un " more "-e 's/.*\"type\":\"ask\",\"req\":\\([0-9]*\\),.*/{\"type\":\"act\","          \
    "\"req\":\\1,\"choice\":" choice "}/p' -e '/\"type\":\"bye\"/q'"
#define FILTER(choice) FILTER_AND("", choice)
/* A bot that prints every message but the asks, and wants to be told the ends of rounds. */
#define TELLS(choice)                                                                              \
    "echo '{\"type\":\"hello\",\"protocol\":1,\"max_tables\":8,\"language\":\"sh\","               \
    "\"events\":true}'; "                                                                          \
    "exec " FILTER_AND("-e '/\"type\":\"ask\"/!w /dev/stderr' ", choice)
/* Bots: one answers every ask, one makes an illegal choice each time, one ends when it is first
 * asked. */
#define GOOD HELLO "exec " FILTER("0")
#define ILLEGAL HELLO "exec " FILTER("999")
#define CRASHES HELLO "grep -m 1 '\"ask\"' >&2"
#define BROKEN "echo no such thing >&2; exit 3"
#define SILENT HELLO "exec sleep 1000"

enum { BOTS_MAX = 4, MATCHES_MAX = 40, NEVER = MATCHES_MAX + 1 };

/* What the observer was told. */
typedef struct {
    int matches, of_match[MATCHES_MAX + 1]; /* how often each match was reported */
    int by_fault;                           /* matches that did not end by the rules */
    int64_t end_ms, first_end_ms;           /* of the match that was reported last, and first */
    int overlaps; /* how often a match began before the one reported before it had ended */
    int faults, hellos, ends, told_to_leave, paid;
    int left;     /* processes that were told to leave and had said hello */
    int goodbyes; /* ended processes that had printed "goodbye", or were told that it is over */
    int turns, reports; /* turns of the loop and reports of progress since a signal */
    dom_fault fault;    /* the last one */
    bool is_tolerated;
    char text[256], folder[128];
} heard_news;

/* What the functions of the spec do. */
typedef struct {
    int stop_after, signal_after; /* numbers of reported matches */
    bool is_refused;              /* the caller refuses the tournament */
    dom_core_stop_request stop_how;
    uint64_t last_match;
    int ahead;     /* so many more than were reported may begin; 0: as many as last_match allows */
    bool was_sent; /* a signal, by a test */
} hook_orders;

/* The run of a test, which may be changed before it is run: two good bots, three sets of
 * block-2. */
extern dom_store *store;
extern dom_core_spec spec;
extern dom_core_tournament t;
extern dom_core_entrant bots[BOTS_MAX];
extern dom_schedule_plan plan;
extern hook_orders orders;

/* What came of it. `last_err.text` is empty after a success. */
extern dom_core_progress progress;
extern heard_news heard;

void shell_run_begin(void);
void shell_run_end(void);
#define SHELL_RUN_SUITE(name) TestSuite(name, .init = shell_run_begin, .fini = shell_run_end)

void set_bots(int count, const char *const scripts[]);
void set_pair(const char *first, const char *second, uint32_t sets);

/* Runs once. Nothing of the run directory may be left. */
void run(void);

/* Runs to the end. Every match must have been stored, and reported once by one of the runs. */
void run_to_end(const int reported_before[MATCHES_MAX + 1]);

/* Runs, which must fail so, before any match and without a stored tournament. */
void run_refused(const char *text);

/* Visits the stored processes of the tournament. */
void each_process(dom_rc (*visit)(void *context, const dom_store_process *p), void *context);

#endif
