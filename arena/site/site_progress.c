#include "site/site_progress.h"

typedef struct {
    const dom_web_site *site;
    uint64_t *finished;
} progress_reading;

static dom_rc take_new_match(void *context, int64_t tournament, uint64_t match)
{
    const progress_reading *r = context;
    (void)match;
    for (size_t i = 0; i < r->site->tournament_count; i++)
        r->finished[i] += r->site->tournaments[i].id == tournament;
    return DOM_OK;
}

dom_rc dom_site_progress_read(uint64_t finished[], const dom_web_site *site, dom_store *store,
                              dom_store_mark *mark, dom_err *err)
{
    progress_reading r = {.site = site, .finished = finished};
    dom_rc rc = dom_store_read_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_store_since(store, mark, take_new_match, &r, err);
    if (rc == DOM_OK)
        rc = dom_store_mark_now(store, mark, err);
    dom_store_read_end(store);
    return rc;
}

bool dom_site_progress_add(dom_web_site *site, const uint64_t finished[], int64_t now_ms)
{
    bool has_news = false;
    for (size_t i = 0; i < site->tournament_count; i++) {
        dom_web_tournament *t = &site->tournaments[i];
        uint64_t missing = t->total > t->done ? t->total - t->done : 0;
        t->done += finished[i] < missing ? finished[i] : missing;
        if (finished[i] > 0)
            t->newest_ms = now_ms;
        for (uint64_t n = 0; n < finished[i]; n++)
            dom_web_pace_note(&t->pace, now_ms);
        has_news |= finished[i] > 0;
    }
    return has_news;
}
