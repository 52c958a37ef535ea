#include "difference.h"

#include <stdarg.h>
#include <stdio.h>

void dom_results_differ(const dom_results_differences *to, const char *format, ...)
{
    char text[DOM_RESULTS_DIFFERENCE_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    ++*to->count;
    to->watch->on_difference(to->watch->context, text);
}
