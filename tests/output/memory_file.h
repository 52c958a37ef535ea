/* memory_file.h - collects what a function prints. */
#ifndef DOM_TESTS_OUTPUT_MEMORY_FILE_H
#define DOM_TESTS_OUTPUT_MEMORY_FILE_H

#include <stdio.h>

/* Returns a file in memory; there is one at a time. */
FILE *memory_file(void);

/* Fails the test unless the file has this text; releases it. */
void expect_text(const char *what, const char *expected);

/* Returns the text of the file until the next call of memory_file. */
const char *memory_text(void);

#endif
