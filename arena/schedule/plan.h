/* plan.h - what can be played, and how many bots sit where. */
#ifndef DOM_SCHEDULE_PLAN_H
#define DOM_SCHEDULE_PLAN_H

#include "schedule/schedule.h"

/* DOM_OK, or DOM_E_CONFIG and the first reason why the plan cannot be played. */
dom_rc dom_plan_check(const dom_plan *plan, dom_err *err);

/* Bots at a table of this variant. */
int dom_plan_entries(const dom_plan *plan, uint32_t variant);

/* Are the partners of this variant's teams different bots? */
bool dom_plan_is_mixed(const dom_plan *plan, uint32_t variant);

#endif
