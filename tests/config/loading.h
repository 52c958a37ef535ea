/* loading.h - loads the tournaments of tests. Each test has a folder of its own, with
 * tests/data/tournaments.files in `files`, without the bad ones, as the working folder. */
#ifndef DOM_TESTS_CONFIG_LOADING_H
#define DOM_TESTS_CONFIG_LOADING_H

#include "bundle.h"
#include "config/config.h"
#include "expect.h"
#include "scratch.h"

#define TOURNAMENTS DOM_TEST_DATA "/tournaments.files"
#define BAD "bad-"
#define GOOD "good-"

extern scratch s;
extern bundle b;
extern char home[100];
extern dom_bots_places places;
extern dom_core_tournament t; /* what was loaded last; freed at the end */

void loading_begin(void);
void loading_end(void);
#define LOADING_SUITE(name) TestSuite(name, .init = loading_begin, .fini = loading_end)

/* Load, or return the error with its text in `last_err`. */
dom_rc try_request(const dom_config_request *request);
dom_rc try_file(const char *file);

/* Load, or fail the test. */
void load_request(const dom_config_request *request);
void load(const char *file);

/* Expects that the stored configuration has this part, or that it has not. */
void expect_json(bool has, const char *part);

/* An on_remark that adds a fault to the dom_strings `context`. A bot that sits out has no fault. */
void hear(void *context, const char *text);

#endif
