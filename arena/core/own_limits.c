#include "core/own_limits.h"

#include <string.h>

#define ROW(name)                                                                                  \
    {                                                                                              \
#name, offsetof(dom_core_limits, name)                                                     \
    }

const dom_core_own_limit_row dom_core_own_limit_rows[DOM_CORE_OWN_LIMITS] = {
    ROW(move_ms), ROW(bank_ms), ROW(increment_ms), ROW(memory_mb), ROW(processes)};

static void set(dom_core_limits *limits, size_t row, int32_t value)
{
    memcpy((char *)limits + dom_core_own_limit_rows[row].offset, &value, sizeof value);
}

int32_t dom_core_limit_of(const dom_core_limits *limits, size_t row)
{
    int32_t value;
    memcpy(&value, (const char *)limits + dom_core_own_limit_rows[row].offset, sizeof value);
    return value;
}

void dom_core_own_limit_set(dom_core_own_limits *own, size_t row, int32_t value)
{
    set(&own->limits, row, value);
    own->given |= UINT32_C(1) << row;
}

dom_core_limits dom_core_limits_with(const dom_core_limits *all, const dom_core_own_limits *own)
{
    dom_core_limits limits = *all;
    for (size_t row = 0; row < DOM_CORE_OWN_LIMITS; row++)
        if (own->given >> row & 1)
            set(&limits, row, dom_core_limit_of(&own->limits, row));
    return limits;
}

dom_core_limits dom_core_limits_of(const dom_core_tournament *t, const dom_core_entrant *bot)
{
    return dom_core_limits_with(&t->limits, &bot->setting.own_limits);
}

size_t dom_core_own_limits_more(const dom_core_limits *all, const dom_core_own_limits *own)
{
    size_t row = 0;
    while (row < DOM_CORE_OWN_LIMITS &&
           !(own->given >> row & 1 &&
             dom_core_limit_of(&own->limits, row) > dom_core_limit_of(all, row)))
        row++;
    return row;
}
