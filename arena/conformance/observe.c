/* Notes what happens while a pass is played, and says when that is enough. */
#include "conformance_internal.h"

#include "base/text.h"
#include "base/vec.h"
#include "results/match_reader.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* The bot that is checked is the first bot of every tournament. */
enum { CANDIDATE = 0 };

static void on_hello(void *context, const dom_core_hello *hello)
{
    dom_conformance_check_run *run = context;
    dom_conformance_report *r = run->report;
    if (hello->bot != CANDIDATE)
        return;
    run->now.has_hello = true;
    if (run->now.pass->probes == 0 && hello->startup_ms > r->startup_ms)
        r->startup_ms = hello->startup_ms;
    r->max_tables = hello->max_tables;
    r->batch = hello->batch;
    dom_text_copy(r->language, sizeof r->language, hello->language);
}

/* Keeps the first end in the pass for which no match paid. */
static void take_departure(dom_conformance_check_run *run, const dom_core_end *end)
{
    dom_conformance_departure *left = &run->now.left;
    run->now.has_erred = true;
    if (left->is_there)
        return;
    left->is_there = true;
    left->code = end->code;
    dom_text_copy(left->text, sizeof left->text, end->text);
    left->details = run->spec->words->log_text(end->log, end->log_size);
}

static void on_end(void *context, const dom_core_end *end)
{
    dom_conformance_check_run *run = context;
    if (end->bot != CANDIDATE || end->starts_again)
        return;
    if (!end->was_leaving && end->code != DOM_FAULT_NONE && !end->is_paid)
        take_departure(run, end);
    if (!end->was_leaving || !end->said_hello || run->now.has_erred)
        return;
    run->tally.byes++;
    run->tally.late_byes += end->ending == DOM_ENDING_ARENA;
}

/* A match that is replayed to read the times of its answers. */
typedef struct {
    dom_conformance_check_run *run;
    const dom_store_match *m;
} timed_match;

void dom_conformance_add_time(dom_conformance_check_run *run, uint32_t us)
{
    uint32_t *place = dom_vec_add(run->tally.us, run->report->asks, run->tally.us_room);
    if (place)
        *place = us;
}

static void take_time(void *context, const dom_table *table, const dom_table_effect *effect)
{
    const timed_match *timed = context;
    dom_conformance_check_run *run = timed->run;
    (void)table;
    if (effect->kind != DOM_TABLE_FX_EVENT || effect->why != DOM_TABLE_WHY_CHOSEN ||
        timed->m->seat[effect->seat].bot != CANDIDATE)
        return;
    dom_conformance_add_time(run, effect->us);
}

/* Says once why an info of the bot was dropped. The process that plays aside leaves it to the
 * other one. */
static void remark_dropped_info(dom_conformance_check_run *run, const dom_store_match *m)
{
    for (int s = 0; m->info && !run->aside.is_here && s < m->seats; s++) {
        if (m->seat[s].bot != CANDIDATE || m->info[s].dropped == 0 || run->tally.has_dropped_info)
            continue;
        run->tally.has_dropped_info = true;
        dom_bots_remark(&(dom_bots_places){.listener = run->spec->listener},
                        "an info of %s was dropped, which is no fault: %s", run->report->bot,
                        m->info[s].reason);
    }
}

static void on_match(void *context, const dom_core_match *match)
{
    dom_conformance_check_run *run = context;
    dom_record_match record =
        dom_results_record_of(dom_tournament_run_row(run->now.run), match->match);
    timed_match timed = {.run = run, .m = match->match};
    dom_table *table = malloc(sizeof *table);
    run->now.matches++;
    if (table)
        (void)dom_record_replay(&record, table, take_time, &timed, NULL);
    free(table);
    remark_dropped_info(run, match->match);
}

static void on_fault(void *context, const dom_core_fault *fault)
{
    dom_conformance_check_run *run = context;
    run->now.has_erred |= strcmp(fault->bot, run->report->bot) == 0;
}

static void on_stop(void *context, const char *text)
{
    const dom_conformance_check_run *run = context;
    dom_bots_remark(&(dom_bots_places){.listener = run->spec->listener}, "%s", text);
}

/* Returns true in the process that plays aside if nobody waits for it any more. */
static bool is_called_off(const dom_conformance_aside *aside)
{
    struct pollfd other_end = {.fd = aside->stop_fd};
    return aside->is_here && poll(&other_end, 1, 0) > 0;
}

static dom_core_stop_request stop_request(void *context)
{
    const dom_conformance_check_run *run = context;
    return run->now.has_erred || is_called_off(&run->aside) ? DOM_CORE_STOP_NOW : DOM_CORE_STOP_NOT;
}

static uint64_t last_match(void *context)
{
    uint64_t last = ((const dom_conformance_check_run *)context)->now.pass->last_match;
    return last ? last : UINT64_MAX;
}

dom_core_observer dom_conformance_observer(dom_conformance_check_run *run)
{
    return (dom_core_observer){.context = run,
                               .on_stop = on_stop,
                               .on_hello = on_hello,
                               .on_end = on_end,
                               .on_match = on_match,
                               .on_fault = on_fault};
}

dom_core_control dom_conformance_control(dom_conformance_check_run *run)
{
    return (dom_core_control){
        .context = run, .stop_request = stop_request, .last_match = last_match};
}
