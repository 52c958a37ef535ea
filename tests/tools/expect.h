/* expect.h - what a test expects of a call that reports its error in `last_err`.
 *
 *     expect_ok(dom_store_commit(store, &last_err));
 *     expect_error(dom_store_open(&store, path, DOM_STORE_READ, &last_err), DOM_E_IO, "no such");
 */
#ifndef DOM_TESTS_TOOLS_EXPECT_H
#define DOM_TESTS_TOOLS_EXPECT_H

#include "base/err.h"

/* What the calls of a test say of their errors. */
extern dom_err last_err;

/* Fails the test with the last error's text unless rc is DOM_OK. */
void expect_ok(dom_rc rc);

/* Fails the test unless rc is `wanted` and the last error's text contains `words`. */
void expect_error(dom_rc rc, dom_rc wanted, const char *words);

#endif
