#include "base/fault.h"

#include "base/check.h"

#include <string.h>

static const struct {
    const char *word;
    bool ends_process;
} faults[DOM_FAULT_COUNT] = {
#define X(name, value, word, ends) [value] = {word, ends},
    DOM_FAULT_MAP(X)
#undef X
};

const char *dom_fault_word(dom_fault fault)
{
    dom_check((unsigned)fault < DOM_FAULT_COUNT);
    return faults[fault].word;
}

dom_fault dom_fault_of(const char *word)
{
    for (unsigned i = 0; i < DOM_FAULT_COUNT; i++)
        if (strcmp(faults[i].word, word) == 0)
            return (dom_fault)i;
    return DOM_FAULT_COUNT;
}

bool dom_fault_ends_process(dom_fault fault)
{
    dom_check((unsigned)fault < DOM_FAULT_COUNT);
    return faults[fault].ends_process;
}
