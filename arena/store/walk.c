#include "walk.h"

dom_rc dom_store_walk_begin(dom_store *store, dom_err *err)
{
    if (store->walks == 0 && store->group != DOM_STORE_GROUP_OPEN) {
        dom_rc rc = dom_store_statement_run(store, DOM_STORE_SQL_BEGIN_READING, err);
        if (rc != DOM_OK)
            return rc;
    }
    store->walks++;
    return DOM_OK;
}

void dom_store_walk_end(dom_store *store)
{
    dom_check(store->walks > 0);
    store->walks--;
    if (store->walks == 0 && store->group != DOM_STORE_GROUP_OPEN)
        (void)dom_store_statement_run(store, DOM_STORE_SQL_ROLLBACK,
                                      NULL); /* nothing was written */
}
