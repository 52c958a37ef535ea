/* record/options.h - the options of a variant as JSON, for records, stored configurations and
 * `variants --json`.
 */
#ifndef DOM_RECORD_OPTIONS_H
#define DOM_RECORD_OPTIONS_H

#include "rules/options.h"

#include <jansson.h>

/* Returns an object with every option in the order of the table, as integers, booleans and words. A
 * new reference; NULL when out of memory. */
json_t *dom_record_options_json(const dom_options *options);

#endif
