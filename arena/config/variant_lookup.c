#include "config/variant_lookup.h"

dom_hint dom_config_variant_hint(const char *name)
{
    dom_suggest near = dom_suggest_of(name);
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        dom_suggest_try(&near, variant.name);
    }
    return dom_suggest_hint(&near);
}

dom_rc dom_config_variant_find(dom_variant *out, const char *where, const char *name, dom_err *err)
{
    char names[220];
    dom_text text = dom_text_of(names, sizeof names);
    if (dom_variant_find(out, name, NULL) == DOM_OK)
        return DOM_OK;
    dom_variant_write_names(&text);
    return dom_err_set(err, DOM_E_CONFIG, "%s: there is no variant '%.40s'%s; allowed: %s", where,
                       name, dom_config_variant_hint(name).text, names);
}
