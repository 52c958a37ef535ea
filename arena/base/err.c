#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>

dom_rc dom_err_set(dom_err *err, dom_rc rc, const char *format, ...)
{
    if (err == NULL)
        return rc;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    for (char *c = err->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    err->rc = rc;
    return rc;
}
