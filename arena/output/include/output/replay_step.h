/* output/replay_step.h - shows a whole match, as one text or page by page.
 *
 * Page by page needs a terminal whose keys can be read (terminal_keys.h). Every event is then a
 * page with the hands, the table and the last 8 events of its round. Enter, space and the arrows
 * turn the pages, n jumps to the next round, q quits. All pages are made in advance, and again when
 * the size of the window changes. Without such a terminal the text is printed instead, and waits
 * for Enter after every event.
 */
#ifndef DOM_OUTPUT_REPLAY_STEP_H
#define DOM_OUTPUT_REPLAY_STEP_H

#include "output/replay_text.h"

/* Show the match, page by page if r->wants_steps. Returns DOM_OK; the errors of dom_record_replay;
 * DOM_E_IO if the terminal cannot be set up; or DOM_E_NOMEM. */
dom_rc dom_output_replay_show(dom_output_replay *r, dom_err *err);

#endif
