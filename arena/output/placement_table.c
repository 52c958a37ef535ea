#include "output/placement_table.h"

#include "output/remarks.h"

static dom_output_live_table *live_table_of(void *context)
{
    return &((dom_output_placement_table *)context)->table;
}

static dom_rc placement_begins(void *context, const dom_tournament_run *c, dom_err *err)
{
    dom_output_print_remarks(dom_tournament_run_remarks(c));
    return dom_output_live_table_init(live_table_of(context), dom_tournament_run_tournament(c),
                                      false, err);
}

static dom_rc placement_is_stored(void *context, const dom_tournament_run *c, dom_store *store,
                                  const dom_core_progress *progress, dom_err *err)
{
    dom_output_live_table_started(live_table_of(context), dom_tournament_run_row(c),
                                  dom_tournament_run_sandbox(c), progress);
    return dom_output_live_table_load(live_table_of(context), store, dom_tournament_run_row(c),
                                      err);
}

static void show_placement_match(void *context, const dom_core_match *match)
{
    dom_output_live_table_match(live_table_of(context), match);
}

static void show_placement_fault(void *context, const dom_core_fault *fault)
{
    dom_output_live_table_fault(live_table_of(context), fault);
}

static void show_placement_withdrawal(void *context, const dom_core_withdrawal *withdrawal)
{
    dom_output_live_table_withdrawal(live_table_of(context), withdrawal);
}

static void show_placement(void *context, const dom_core_progress *progress)
{
    dom_output_live_table_show(live_table_of(context), progress);
}

static void show_placement_waits(void *context)
{
    dom_output_live_table_wait(live_table_of(context));
}

static void show_placement_stops(void *context, const char *text)
{
    dom_output_live_table_remark(live_table_of(context), text);
}

static void placement_ends(void *context, dom_rc rc, const dom_core_progress *last)
{
    dom_output_live_table_close(live_table_of(context));
    if (rc == DOM_OK)
        dom_output_live_table_finished(live_table_of(context), last);
    dom_output_live_table_free(live_table_of(context));
}

dom_ladder_watch dom_output_placement_watch(dom_output_placement_table *table)
{
    return (dom_ladder_watch){.context = table,
                              .on_begin = placement_begins,
                              .on_stored = placement_is_stored,
                              .on_match = show_placement_match,
                              .on_fault = show_placement_fault,
                              .on_withdraw = show_placement_withdrawal,
                              .on_progress = show_placement,
                              .on_wait = show_placement_waits,
                              .on_stop = show_placement_stops,
                              .on_end = placement_ends};
}
