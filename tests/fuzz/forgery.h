/* forgery.h - databases with arbitrary contents, right checksums and rows in any order, for fuzz
 * targets.
 *
 * They are made from the newest dump of tests/data/databases, without the constraints of its
 * tables, because a person who can write the file can also change its schema. An edit is
 *
 *     1 byte     the table, below FORGERY_REPEAT, and then column, row, kind of change and its
 *                bytes
 *     or
 *     1 byte     FORGERY_REPEAT or more
 *     4 bytes    a tournament, a match of it, the number of a copy of this match, and the number
 *                that the copy gets in the trees, where it stays in its place: so SQLite returns
 *                rows out of order, and twice
 */
#ifndef DOM_FUZZ_FORGERY_H
#define DOM_FUZZ_FORGERY_H

#include "fuzz.h"

#include <sqlite3.h>

enum { FORGERY_REPEAT = 0xf0 };

/* Returns the folder of all files of this process, which is removed at its end. */
const char *forgery_folder(void);

/* Returns an empty folder in it, for a bot. */
const char *forgery_bot(void);

/* Empties the folder and makes a database in it with the edits of the input, which is read to its
 * end. Returns its path. */
const char *forgery_make(fuzz_input *edits);

/* The database that is edited, in memory. */
sqlite3 *forgery_original(void);

/* Writes it as a new file. */
void forgery_copy(const char *to);

#endif
