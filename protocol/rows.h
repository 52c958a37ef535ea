/* protocol/rows.h - the words of which the tables of fields are made. A row has the key, required
 * or optional, the member, and the kind with its range:
 *
 *     {KEY("req"), REQUIRED, AT(dom_msg_ask, req), NUMBER}
 *
 * Keys are written in the order of the rows.
 */
#ifndef DOM_PROTOCOL_ROWS_H
#define DOM_PROTOCOL_ROWS_H

#include "field.h"

#define KEY(text) .key = DOM_WORD(text)
#define REQUIRED .required = true
#define OPTIONAL .required = false
#define AT(type, member) .offset = offsetof(type, member), .width = sizeof(((type *)0)->member)
#define INTEGER(low, high) .kind = &dom_kind_integer, .min = (low), .max = (high)
#define NUMBER INTEGER(0, DOM_INTEGER_MAX) /* table, seed, ...                  */
#define LIMIT INTEGER(0, INT32_MAX)
#define TEXT(least) .kind = &dom_kind_text, .min = (least)

#define ROWS(rows) .field = (rows), .field_count = sizeof(rows) / sizeof *(rows)

#endif
