/* support.h - what the tests of the store share: a folder of their own, a
 * tournament to play in, and a look at the file behind the store's back.
 */
#ifndef DOM_TESTS_STORE_SUPPORT_H
#define DOM_TESTS_STORE_SUPPORT_H

#include "store/store.h"

#include <sqlite3.h>
#include <sys/types.h>

/* Make and remove the folder; for .init and .fini. */
void folder_make(void);
void folder_remove(void);

/* The path of `name` in the folder; valid for the next seven calls. */
const char *in_folder(const char *name);

/* The database that most tests use. */
const char *db_path(void);

/* Open it, or fail the test. */
dom_store *open_store(dom_store_mode mode);

/* Fail the test, saying why, unless rc is DOM_OK. */
void expect_ok(dom_rc rc, const dom_err *err);

/* Fail the test unless rc is `wanted` and the text holds `words`. */
void expect_error(dom_rc rc, dom_rc wanted, const dom_err *err, const char *words);

/* A new tournament with two bots and one variant; returns its id. */
int64_t add_tournament(dom_store *store, const char *name);

/* A match of it for two, with 300 bytes of decisions that depend on its number. */
dom_store_match match_of(int64_t tournament, uint64_t number);

/* Store the matches `first`..`last` in one group; returns what commit said. */
dom_rc add_matches(dom_store *store, int64_t tournament, uint64_t first, uint64_t last,
                   dom_err *err);

/* How many matches are stored; fails the test unless every checksum is right and
 * the numbers are 1, 2, 3, ... */
uint64_t count_matches(dom_store *store, int64_t tournament);

/* Run SQL through a handle of its own, without foreign keys and checks; a value
 * that a SELECT yields is returned, else 0. */
int64_t raw(const char *path, const char *sql);

/* Run `work` in a child process and return its exit status, or -signal. */
int in_child(int (*work)(void));

/* The same in two steps, with something to do meanwhile. */
pid_t start_child(int (*work)(void));
int end_of_child(pid_t pid);

/* In a child: what `work` returns to a user who owns no file here. A child whose
 * parent is not root remains who it is, the owner. */
int as_nobody(int (*work)(void));

/* Copy a file, byte by byte; returns false when there is none. */
bool copy_file(const char *from, const char *to);

bool is_there(const char *path);

#endif
