/* Events for programs: if one is lost, the table reports it. */
#include "output/live_table.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/redirect.h>
#include <jansson.h>
#include <stdlib.h>

static const dom_core_fault fault = {.bot = "far", .code = DOM_FAULT_SPAWN, .text = "a\xc3"};

Test(dom_output_live_table, a_fault_is_reported_with_any_bytes_in_its_text,
     .init = cr_redirect_stdout)
{
    dom_output_live_table p = {.is_json = true};
    dom_output_live_table_fault(&p, &fault);
    cr_expect(not(p.has_lost));
    cr_assert_stdout_eq_str("{\"event\":\"fault\",\"match\":0,\"bot\":\"far\",\"code\":\"spawn\","
                            "\"tolerated\":false,\"text\":\"a\\\\xc3\"}\n");
}

static void *nothing(size_t size)
{
    return NULL;
}

Test(dom_output_live_table, an_event_lost_for_lack_of_memory_is_noted, .init = cr_redirect_stdout)
{
    dom_output_live_table p = {.is_json = true};
    json_set_alloc_funcs(nothing, free);
    dom_output_live_table_fault(&p, &fault);
    cr_expect(p.has_lost);
}
