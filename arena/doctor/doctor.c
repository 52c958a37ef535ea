/* The finding of a check: its text and its advice. */
#include "doctor/doctor.h"

#include <stdarg.h>
#include <stdio.h>

static void set(dom_err *err, const char *format, va_list args)
{
    char text[DOM_ERR_BYTES];
    (void)vsnprintf(text, sizeof text, format, args);
    (void)dom_err_set(err, DOM_OK, "%s", text);
}

void dom_doctor_say(dom_doctor_finding *f, dom_doctor_result result, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    f->result = result;
    set(&f->text, format, args);
    va_end(args);
}

void dom_doctor_advise(dom_doctor_finding *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(&f->remedy, format, args);
    va_end(args);
}
