/* support.h - shared by the tests of the store: a temporary folder, a tournament, and direct
 * access to the database file. */
#ifndef DOM_TESTS_STORE_SUPPORT_H
#define DOM_TESTS_STORE_SUPPORT_H

#include "small_store.h"

#include <sqlite3.h>
#include <sys/types.h>

/* Make and remove the folder; for .init and .fini. */
void folder_make(void);
void folder_remove(void);

/* The path of `name` in the folder; valid for the next seven calls. */
const char *in_folder(const char *name);

/* The database that most tests use. */
const char *db_path(void);

/* Opens the database, or fails the test. */
dom_store *open_store(dom_store_mode mode);

/* Adds a tournament with two bots and one variant, and returns its id. */
int64_t add_tournament(dom_store *store, const char *name);

/* Returns a match of the tournament for two bots, with 300 bytes of decisions that depend on its
 * number. */
dom_store_match match_of(int64_t tournament, uint64_t number);

/* Stores the matches `first`..`last` in one group; returns what commit said. */
dom_rc add_matches(dom_store *store, int64_t tournament, uint64_t first, uint64_t last);

/* Returns the number of stored matches. Fails the test unless every checksum is right and the
 * numbers are 1, 2, 3, ... */
uint64_t count_matches(dom_store *store, int64_t tournament);

/* Runs SQL with a separate connection, without foreign keys and checks. Returns the value of a
 * SELECT, else 0. */
int64_t raw(const char *path, const char *sql);

/* Runs `work` in a child process and returns its exit status, or -signal. */
int in_child(int (*work)(void));

/* The same in two steps: start the child, and later wait for it. */
pid_t start_child(int (*work)(void));
int end_of_child(pid_t pid);

/* In a child process: runs `work` as a user who owns no file here, and returns its result. If
 * the parent is not root, the user stays the same. */
int as_nobody(int (*work)(void));

/* Copies a file; returns false if it does not exist. */
bool copy_file(const char *from, const char *to);

bool is_there(const char *path);

#endif
