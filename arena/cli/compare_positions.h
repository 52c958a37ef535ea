/* cli/compare_positions.h - `compare A B --positions FILE`. */
#ifndef DOM_CLI_COMPARE_POSITIONS_H
#define DOM_CLI_COMPARE_POSITIONS_H

#include "args.h"

/* Lets both bots of the call play from the positions of the file, and prints what came of it.
 *
 * least_sandbox  the word of the lowest acceptable level; NULL: any
 *
 * Returns the exit status: DOM_CLI_OK if the first bot is better, with 95 % confidence. */
int dom_cli_compare_positions(const dom_cli_call *call, const char *file, const char *least_sandbox,
                              bool is_json);

#endif
