#include "base/rc.h"

const char *dom_rc_name(dom_rc rc)
{
    switch (rc) {
#define X(name, value, text)                                                                       \
    case DOM_##name:                                                                               \
        return #name;
        DOM_RC_MAP(X)
#undef X
    }
    return "E_UNKNOWN";
}

const char *dom_rc_text(dom_rc rc)
{
    switch (rc) {
#define X(name, value, text)                                                                       \
    case DOM_##name:                                                                               \
        return text;
        DOM_RC_MAP(X)
#undef X
    }
    return "unknown result code";
}
