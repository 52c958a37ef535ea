#include "output/placement_table.h"

#include "output/remarks.h"

static dom_rc placement_begins(void *context, const dom_tournament_run *run, dom_store *store,
                               dom_core_observer *observer, dom_err *err)
{
    dom_output_live_table *table = context;
    dom_output_print_remarks(dom_tournament_run_remarks(run));
    dom_rc rc = dom_output_live_table_init(table, dom_tournament_run_tournament(run), false, err);
    *observer = dom_output_live_table_observer(table, run, store);
    return rc;
}

static void placement_ends(void *context, dom_rc rc, const dom_core_progress *last)
{
    dom_output_live_table *table = context;
    dom_output_live_table_close(table);
    if (rc == DOM_OK)
        dom_output_live_table_finished(table, last);
    dom_output_live_table_free(table);
}

dom_ladder_watch dom_output_placement_watch(dom_output_live_table *table)
{
    return (dom_ladder_watch){
        .context = table, .on_begin = placement_begins, .on_end = placement_ends};
}
