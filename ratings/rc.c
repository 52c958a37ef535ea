#include "ratings/rc.h"

const char *dom_ratings_rc_text(dom_ratings_rc rc)
{
    switch (rc) {
#define X(name, value, text)                                                                       \
    case DOM_RATINGS_##name:                                                                       \
        return text;
        DOM_RATINGS_RC_MAP(X)
#undef X
    }
    return "unknown";
}
