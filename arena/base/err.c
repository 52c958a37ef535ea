#include "base/err.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

dom_rc dom_err_set(dom_err *err, dom_rc rc, const char *format, ...)
{
    if (err == NULL)
        return rc;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    dom_text_drop_cut(err->text);
    for (char *c = err->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    err->rc = rc;
    return rc;
}

dom_rc dom_err_no_memory(dom_err *err)
{
    return dom_err_set(err, DOM_E_NOMEM, "%s", dom_rc_text(DOM_E_NOMEM));
}

dom_rc dom_err_collect(dom_strings *faults, dom_rc rc, dom_err *err)
{
    if (rc != DOM_E_CONFIG || faults == NULL || faults->count >= DOM_ERR_COLLECTED_MAX)
        return rc;
    return dom_strings_add(faults, err->text) ? DOM_OK : dom_err_no_memory(err);
}

dom_rc dom_err_errno(dom_err *err, const char *path)
{
    return dom_err_set(err, DOM_E_IO, "%.300s: %s", path, strerror(errno));
}
