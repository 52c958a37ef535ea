/* ladder_home.h - a data folder with snapshots of bots, for one test. The sample bots are random,
 * greedy and careful. */
#ifndef DOM_TESTS_LADDER_HOME_H
#define DOM_TESTS_LADDER_HOME_H

#include "scratch.h"

#include "ladder/ladder.h"

extern scratch s;
extern dom_home home;
extern dom_store *store; /* its database, open for writing */
extern dom_err last_err;

void ladder_home_begin(void);
void ladder_home_end(void);
#define LADDER_SUITE(name) TestSuite(name, .init = ladder_home_begin, .fini = ladder_home_end)

/* Fail the test unless the result is DOM_OK, or is this code with these words. */
void expect_ok(dom_rc rc);
void expect_error(dom_rc rc, dom_rc wanted, const char *words);

/* Makes a snapshot of a bot that plays these variants, such as "block-2, draw-2". Returns its
 * version, valid until the 32nd following call. */
const char *snapshot(const char *name, const char *variants);

#endif
