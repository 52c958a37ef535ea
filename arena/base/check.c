#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

void dom_check_failed(const char *cond, const char *file, int line)
{
    (void)fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, cond);
    abort();
}
