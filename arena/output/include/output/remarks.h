/* output/remarks.h - prints to stderr what concerns a run beside progress and errors. These are
 * remarks on its bots and its configuration, builds, and the addresses to which remote bots
 * connect.
 */
#ifndef DOM_OUTPUT_REMARKS_H
#define DOM_OUTPUT_REMARKS_H

#include "base/string_list.h"
#include "bots/places.h"
#include "core/core.h"

/* The callbacks for what happens while bots are prepared. A remark is printed behind "domino-arena:
 * ". The start of a build is printed on a terminal only. If a build fails, up to 10 lines of its
 * output are printed: from the first error on, or the last lines if no error is recognised. */
extern const dom_bots_listener dom_output_listener;

/* Print the remarks on a tournament, each behind "remark: ". */
void dom_output_print_remarks(const dom_strings *remarks);

/* Print the address to which each remote bot connects, one line per seat number, and the arena's
 * public key. Prints nothing if no bot is remote. */
void dom_output_print_addresses(const dom_core_listen *listen,
                                const dom_core_tournament *tournament);

#endif
