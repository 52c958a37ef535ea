#include "site/site_progress.h"

typedef struct {
    dom_web_site *site;
    int64_t now_ms;
    bool has_news;
} progress_reading;

static dom_rc take_new_match(void *context, int64_t tournament, uint64_t match)
{
    progress_reading *r = context;
    (void)match;
    for (size_t i = 0; i < r->site->tournament_count; i++) {
        dom_web_tournament *t = &r->site->tournaments[i];
        if (t->id != tournament)
            continue;
        t->done++;
        t->newest_ms = r->now_ms;
        dom_web_pace_note(&t->pace, r->now_ms);
        r->has_news = true;
    }
    return DOM_OK;
}

dom_rc dom_site_progress_read(dom_web_site *site, dom_store *store, dom_store_mark *mark,
                              int64_t now_ms, bool *has_news, dom_err *err)
{
    progress_reading r = {.site = site, .now_ms = now_ms};
    dom_rc rc = dom_store_look_begin(store, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_store_since(store, mark, take_new_match, &r, err);
    if (rc == DOM_OK)
        rc = dom_store_mark_now(store, mark, err);
    dom_store_look_end(store);
    *has_news = r.has_news;
    return rc;
}
