#include "results/match_filter.h"

#include "base/did_you_mean.h"
#include "results/match_reader.h"

#include <string.h>

/* A word of the filter while it is compared with the names of all tournaments. */
typedef struct {
    const char *word;
    const char *(*name_at)(const dom_store_tournament *t, int index);
    dom_suggest near;
    bool is_there;
} search;

static const char *variant_at(const dom_store_tournament *t, int index)
{
    return index < t->variant_count ? t->variants[index].name : NULL;
}

static const char *bot_at(const dom_store_tournament *t, int index)
{
    return index < t->bot_count ? t->bots[index].name : NULL;
}

static dom_rc look(void *context, const dom_store_tournament *t)
{
    search *s = context;
    const char *name;
    for (int i = 0; (name = s->name_at(t, i)) != NULL; i++) {
        s->is_there |= strcmp(name, s->word) == 0;
        dom_suggest_try(&s->near, name);
    }
    return DOM_OK;
}

static dom_rc check(const dom_results_filter *filter, dom_store *store, const dom_strings *words,
                    const char *what,
                    const char *(*name_at)(const dom_store_tournament *t, int index), dom_err *err)
{
    for (size_t i = 0; words && i < words->count; i++) {
        search s = {
            .word = words->item[i], .name_at = name_at, .near = dom_suggest_of(words->item[i])};
        dom_rc rc = dom_results_each_tournament(store, filter->tournament, look, &s, err);
        if (rc != DOM_OK)
            return rc;
        if (!s.is_there)
            return dom_err_set(err, DOM_E_ABSENT, "no %s '%.40s' played%s", what, s.word,
                               dom_suggest_hint(&s.near).text);
    }
    return DOM_OK;
}

dom_rc dom_results_filter_check(const dom_results_filter *filter, dom_store *store, dom_err *err)
{
    dom_rc rc = check(filter, store, filter->variants, "variant", variant_at, err);
    return rc == DOM_OK ? check(filter, store, filter->bots, "bot", bot_at, err) : rc;
}

bool dom_results_filter_variant(const dom_results_filter *filter, const char *variant)
{
    return filter->variants == NULL || dom_strings_want(filter->variants, variant);
}

bool dom_results_filter_bots(const dom_results_filter *filter, const dom_store_tournament *t,
                             const dom_store_match *m)
{
    for (size_t i = 0; filter->bots && i < filter->bots->count; i++) {
        bool sits = false;
        for (int s = 0; s < m->seats; s++)
            sits |= strcmp(t->bots[m->seat[s].bot].name, filter->bots->item[i]) == 0;
        if (!sits)
            return false;
    }
    return true;
}
