#include "base/fault.h"

#include "base/check.h"

#include <string.h>

static const char *const words[DOM_FAULT_COUNT] = {
#define X(name, value, word) [value] = (word),
    DOM_FAULT_MAP(X)
#undef X
};

const char *dom_fault_word(dom_fault fault)
{
    dom_check((unsigned)fault < DOM_FAULT_COUNT);
    return words[fault];
}

dom_fault dom_fault_of(const char *word)
{
    for (unsigned i = 0; i < DOM_FAULT_COUNT; i++)
        if (strcmp(words[i], word) == 0)
            return (dom_fault)i;
    return DOM_FAULT_COUNT;
}
