/* Turns an error of SQLite into a code and one line. */
#include "handle.h"

#include <sys/resource.h>

/* Additions to SQLite's own messages, and our codes. A row for a primary code covers its extended
 * codes; any other code is DOM_E_IO. */
static const struct {
    int code;
    dom_rc rc;
    const char *hint;
} failures[] = {
    {SQLITE_BUSY, DOM_E_LIMIT, "another process has been writing for 5 s: "},
    {SQLITE_NOMEM, DOM_E_NOMEM, ""},
    {SQLITE_TOOBIG, DOM_E_LIMIT, ""},
    {SQLITE_CONSTRAINT, DOM_E_ILLEGAL, ""},
    {SQLITE_CORRUPT, DOM_E_IO, "the file is damaged: "},
    {SQLITE_NOTADB, DOM_E_IO, "the file is damaged: "},
    {SQLITE_OK, DOM_E_IO, ""},
};

static size_t failure_of(int code)
{
    size_t i = 0;
    while (failures[i].code != SQLITE_OK && failures[i].code != (code & 0xff))
        i++;
    return i;
}

/* SQLite reports a write beyond the limit of file sizes as a disk I/O error, so name the limit. */
static const char *limit_hint(int code)
{
    struct rlimit size;
    bool is_limited = getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY;
    return code == SQLITE_IOERR_WRITE && is_limited
               ? "; the size of files is limited here (ulimit -f)"
               : "";
}

dom_rc dom_store_failed(dom_store *store, int code, const char *what, dom_err *err)
{
    bool has_words = store->db != NULL && sqlite3_extended_errcode(store->db) == code;
    size_t row = failure_of(code);
    if (code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC)
        store->sync_failed = true;
    return dom_err_set(err, failures[row].rc, DOM_STORE_AT_PATH "cannot %s: %s%s (SQLite %d)%s",
                       DOM_STORE_PATH_OF(store), what, failures[row].hint,
                       has_words ? sqlite3_errmsg(store->db) : sqlite3_errstr(code), code,
                       limit_hint(code));
}
