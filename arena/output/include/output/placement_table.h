/* output/placement_table.h - reports the progress of a placement on stderr: one live table
 * (live_table.h) per tournament.
 */
#ifndef DOM_OUTPUT_PLACEMENT_TABLE_H
#define DOM_OUTPUT_PLACEMENT_TABLE_H

#include "ladder/placement.h"
#include "output/live_table.h"

/* Returns the callbacks that draw the table. The caller owns `table` and keeps it until the
 * placement ends; it needs no initialisation. */
dom_ladder_watch dom_output_placement_watch(dom_output_live_table *table);

#endif
