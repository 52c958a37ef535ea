/* base/rc.h - result codes. 0 is success, every failure is negative.
 *
 * A code tells the program what kind of error happened; a dom_err (base/err.h) tells a person. A
 * bot's mistake at a table has no result code: it is a fault (base/fault.h).
 */
#ifndef DOM_BASE_RC_H
#define DOM_BASE_RC_H

/*    name         value  text for a person                                   */
#define DOM_RC_MAP(X)                                                                              \
    X(OK, 0, "success")                                                                            \
    X(E_ILLEGAL, -1, "action is not legal here")                                                   \
    X(E_MALFORMED, -2, "bytes cannot be decoded")                                                  \
    X(E_CONFIG, -3, "configuration is invalid")                                                    \
    X(E_SCHEMA, -4, "database is of another program or a newer arena")                             \
    X(E_IO, -5, "input/output error")                                                              \
    X(E_LIMIT, -6, "a fixed limit was reached")                                                    \
    X(E_NOMEM, -7, "out of memory")                                                                \
    X(E_ABSENT, -8, "no such thing")                                                               \
    X(E_INTERRUPTED, -9, "interrupted")

typedef enum {
#define X(name, value, text) DOM_##name = (value),
    DOM_RC_MAP(X)
#undef X
} dom_rc;

const char *dom_rc_name(dom_rc rc); /* "E_CONFIG"; never NULL                 */
const char *dom_rc_text(dom_rc rc); /* "configuration is invalid"; never NULL */

#endif
