#include "scarce.h"

#include <stddef.h>

static long left; /* 0: no limit */
static bool has_failed;

void scarce_at(long nth)
{
    left = nth;
    has_failed = false;
}

bool scarce_end(void)
{
    left = 0;
    return has_failed;
}

static bool is_refused(void)
{
    if (left == 0 || --left > 0)
        return false;
    has_failed = true;
    return true;
}

/* `ld --wrap=NAME` defines these two names. */
#define WRAP(name, parameters, arguments)                                                          \
    void *__real_##name parameters;                                                                \
    void *__wrap_##name parameters;                                                                \
    void *__wrap_##name parameters                                                                 \
    {                                                                                              \
        return is_refused() ? NULL : __real_##name arguments;                                      \
    }

WRAP(malloc, (size_t size), (size))
WRAP(calloc, (size_t count, size_t size), (count, size))
WRAP(realloc, (void *old, size_t size), (old, size))
WRAP(strdup, (const char *text), (text))
