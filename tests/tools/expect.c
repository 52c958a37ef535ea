#include "expect.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

dom_err last_err;

void expect_ok(dom_rc rc)
{
    cr_assert(eq(int, rc, DOM_OK), "%s", last_err.text);
}

void expect_error(dom_rc rc, dom_rc wanted, const char *words)
{
    cr_assert(eq(int, rc, wanted), "%s instead of %s: %s", dom_rc_name(rc), dom_rc_name(wanted),
              rc == DOM_OK ? "" : last_err.text);
    cr_assert(eq(int, last_err.rc, wanted));
    cr_assert(strstr(last_err.text, words) != NULL, "'%s' is not in: %s", words, last_err.text);
}
