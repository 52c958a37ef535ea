/* tests/rules/case_file.h - positions with expectations, as text.
 *
 * tests/data/README.md is the manual of the format. Reading divides a file into
 * cases and loses no line: lines that belong to no case become a case that
 * fails. A case that fails gives a message of one line.
 */
#ifndef DOM_TESTS_RULES_CASE_FILE_H
#define DOM_TESTS_RULES_CASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CASE_FILE_BYTES = 64,
    CASE_TITLE_BYTES = 160,
    CASE_TEXT_BYTES = 4096,
    CASE_MESSAGE_BYTES = 2048
};

typedef struct {
    char file[CASE_FILE_BYTES];
    int line; /* of the title, from 1                                         */
    char title[CASE_TITLE_BYTES];
    char text[CASE_TEXT_BYTES];         /* the lines under the title         */
    char malformed[CASE_MESSAGE_BYTES]; /* "" or why the file cannot be read */
} domino_case;

/* Receives the cases of files. */
typedef struct {
    domino_case *list; /* room for `room` cases; NULL only counts             */
    size_t count, room;
} domino_cases;

/* Appends the cases of `text`, the content of `file`. */
void domino_cases_add(domino_cases *cases, const char *file, const char *text);

/* Appends the cases of every *.case file of the folder, in the order of the names. Returns
 * false if the folder cannot be read. */
bool domino_cases_add_folder(domino_cases *cases, const char *folder);

/* Runs one case. Returns true; or false and a `message` with file, line, title, expected and
 * actual value. */
bool domino_case_run(const domino_case *c, char message[static CASE_MESSAGE_BYTES]);

#endif
