#include "site/site_read.h"

#include "base/now.h"
#include "results/match_reader.h"
#include "site_reading.h"

#include <stdlib.h>

static dom_rc each_tournament(dom_site_reading *r,
                              dom_rc (*visit)(void *context, const dom_store_tournament *t))
{
    return dom_results_each_tournament(r->store, r->spec->tournament, visit, r, r->err);
}

static dom_rc read_tournaments(dom_site_reading *r)
{
    dom_rc rc = each_tournament(r, dom_site_add_tournament);
    if (rc == DOM_OK) {
        dom_site_label(r);
        dom_site_reading_end_step(r, DOM_WEB_READING_LISTS);
    }
    return rc;
}

static dom_rc read_all(dom_site_reading *r)
{
    dom_rc rc = read_tournaments(r);
    if (rc == DOM_OK)
        rc = dom_site_read_lists(r);
    if (rc == DOM_OK) {
        dom_site_reading_end_step(r, DOM_WEB_READING_MATCHES);
        rc = each_tournament(r, dom_site_take_tournament);
    }
    if (rc == DOM_OK)
        rc = dom_site_read_highlight(r);
    if (rc == DOM_OK) {
        dom_site_reading_end_step(r, DOM_WEB_READING_HISTORIES);
        rc = dom_site_read_histories(r);
    }
    if (rc == DOM_OK)
        rc = each_tournament(r, dom_site_take_hash);
    if (rc == DOM_OK)
        dom_site_reading_end_step(r, DOM_WEB_READING_NOTHING);
    return rc;
}

dom_rc dom_site_read(dom_web_site *out, const dom_site_read_spec *spec, dom_err *err)
{
    *out = (dom_web_site){.sample = DOM_SITE_SAMPLE, .made_ms = dom_now_ms()};
    out->now_ms = out->current_ms = out->made_ms;
    dom_site_reading *r = calloc(1, sizeof *r);
    if (r == NULL)
        return dom_err_no_memory(err);
    *r = (dom_site_reading){.site = out,
                            .spec = spec,
                            .store = spec->store,
                            .err = err,
                            .is_one = spec->tournament != NULL};
    /* One read transaction, so that everything on the pages shows the same moment. */
    dom_rc rc = dom_analysis_file_read(&r->values, r->store, err);
    if (rc == DOM_OK)
        rc = dom_store_read_begin(r->store, err);
    if (rc == DOM_OK) {
        rc = read_all(r);
        if (rc == DOM_OK && spec->mark)
            rc = dom_store_mark_now(r->store, spec->mark, err);
        dom_store_read_end(r->store);
    }
    dom_analysis_file_close(&r->values);
    dom_results_withdrawals_clear(&r->withdrawals);
    free(r->row_of);
    free(r->rules.uses);
    free(r);
    return rc;
}
