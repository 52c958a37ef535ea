/* cli/history.h - how the official lists came about, see ratings/history.h. */
#ifndef DOM_CLI_HISTORY_H
#define DOM_CLI_HISTORY_H

#include "output.h"
#include "ranking.h"
#include "ratings/history.h"
#include "standing.h"
#include "words.h"

enum { HISTORY_NOTE_BYTES = 200 };

/* What the reader of a history must know: up to where its anchor had not played, and the
 * ratings were on another scale. "" for nothing. */
void history_note(char note[static HISTORY_NOTE_BYTES], const dom_history *points,
                  const ranking *list);

/* Show the histories of the variants that are wanted (none: all), those without a complete
 * set left out: ratings at doubling distances as text and Markdown, all points with
 * intervals as JSON and CSV. DOM_E_ABSENT for a variant of which no match was played. */
dom_rc history_show(const standing *s, const dom_strings *variants, cli_format format, FILE *out,
                    dom_err *err);

#endif
