/* ladder_home.h - a data folder with snapshots of bots, for one test. The sample bots are random,
 * greedy and careful. */
#ifndef DOM_TESTS_LADDER_HOME_H
#define DOM_TESTS_LADDER_HOME_H

#include "expect.h"
#include "scratch.h"

#include "ladder/ladder.h"

extern scratch s;
extern dom_home home;
extern dom_store *store; /* its database, open for writing */

void ladder_home_begin(void);
void ladder_home_end(void);
#define LADDER_SUITE(name) TestSuite(name, .init = ladder_home_begin, .fini = ladder_home_end)

/* Makes a snapshot of a bot that plays these variants, such as "block-2, draw-2". Returns its
 * version, valid until the 32nd following call. */
const char *snapshot(const char *name, const char *variants);

#endif
