/* ratings/rc.h - result codes of the ratings library. 0 is success and every failure is negative.
 *
 * After a failure no output is half written and none needs clearing.
 */
#ifndef DOM_RATINGS_RC_H
#define DOM_RATINGS_RC_H

/*    name               value  text for a person                             */
#define DOM_RATINGS_RC_MAP(X)                                                                      \
    X(OK, 0, "success")                                                                            \
    X(E_INVALID, -1, "a number is not finite, negative or out of its range")                       \
    X(E_LIMIT, -2, "a fixed limit was reached")                                                    \
    X(E_NOMEM, -3, "out of memory")                                                                \
    X(E_EMPTY, -4, "there are no results")                                                         \
    X(E_SEPARATED, -5,                                                                             \
      "without a prior no finite ratings exist: some bots never lost to, or never won from, the "  \
      "others")                                                                                    \
    X(E_CONVERGENCE, -6, "the fit did not converge")                                               \
    X(E_STOPPED, -7, "it was stopped")

typedef enum {
#define X(name, value, text) DOM_RATINGS_##name = (value),
    DOM_RATINGS_RC_MAP(X)
#undef X
} dom_ratings_rc;

/* Returns the text of a code, never NULL. */
const char *dom_ratings_rc_text(dom_ratings_rc rc);

#endif
