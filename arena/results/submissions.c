#include "results/submissions.h"

#include "base/text.h"
#include "base/vec.h"
#include "config/stored_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "ladder-";

void dom_results_placement_name(char out[static DOM_STORE_TOURNAMENT_NAME_BYTES],
                                const char *version, size_t number)
{
    (void)snprintf(out, DOM_STORE_TOURNAMENT_NAME_BYTES, "%s%.*s-%zu", prefix,
                   DOM_RESULTS_PLACEMENT_DIGITS, version, number);
}

/* Returns true for a placement, whose name contains the version of its first bot. */
static bool is_placement(const dom_store_tournament *t)
{
    size_t length = sizeof prefix - 1;
    const char *digits = t->name + length, *number = digits + DOM_RESULTS_PLACEMENT_DIGITS + 1;
    return t->bot_count > 1 && strncmp(t->name, prefix, length) == 0 &&
           strncmp(digits, t->bots[0].version, DOM_RESULTS_PLACEMENT_DIGITS) == 0 &&
           digits[DOM_RESULTS_PLACEMENT_DIGITS] == '-' && strspn(number, "0123456789") > 0;
}

static dom_results_submission *submission_of(dom_results_submissions *s, const dom_store_bot *bot)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->item[i].name, bot->name) == 0 &&
            strcmp(s->item[i].version, bot->version) == 0)
            return &s->item[i];
    dom_results_submission *new = dom_vec_add(s->item, s->count, s->room);
    if (new == NULL)
        return NULL;
    *new = (dom_results_submission){.registered_ms = 0};
    dom_text_copy(new->name, sizeof new->name, bot->name);
    dom_text_copy(new->version, sizeof new->version, bot->version);
    return new;
}

static bool add_once(dom_strings *list, const char *text)
{
    return dom_strings_has(list, text) || dom_strings_add(list, text);
}

static bool add_placement(dom_results_submissions *s, const dom_store_tournament *t)
{
    bool is_finished = t->stages[t->stage_count - 1].finished_ms != 0;
    dom_results_submission *of = submission_of(s, &t->bots[0]);
    if (of == NULL || !dom_strings_add(&of->tournaments, t->name))
        return false;
    if (of->registered_ms == 0)
        of->registered_ms = t->stages[0].created_ms;
    if (of->tournaments.count == 1) /* the first placement has the mark */
        of->mark = dom_config_mark_of(t->config);
    for (int i = 0; i < t->variant_count; i++) {
        const char *name = t->variants[i].name;
        bool counts = is_finished && !dom_variant_has_changed(&t->variants[i]);
        if (!add_once(&of->variants, name) || (counts && !add_once(&of->played, name)))
            return false;
    }
    return true;
}

dom_rc dom_results_submissions_add(dom_results_submissions *s, const dom_store_tournament *t,
                                   dom_err *err)
{
    return !is_placement(t) || add_placement(s, t) ? DOM_OK : dom_err_no_memory(err);
}

void dom_results_submission_clear(dom_results_submission *s)
{
    dom_strings_clear(&s->variants);
    dom_strings_clear(&s->played);
    dom_strings_clear(&s->tournaments);
}

void dom_results_submissions_clear(dom_results_submissions *s)
{
    for (size_t i = 0; i < s->count; i++)
        dom_results_submission_clear(&s->item[i]);
    free(s->item);
    *s = (dom_results_submissions){.count = 0};
}

const dom_results_submission *dom_results_submissions_find(const dom_results_submissions *s,
                                                           const char *name, const char *version)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->item[i].name, name) == 0 && strcmp(s->item[i].version, version) == 0)
            return &s->item[i];
    return NULL;
}

bool dom_results_submissions_has_name(const dom_results_submissions *s, const char *name)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->item[i].name, name) == 0)
            return true;
    return false;
}

bool dom_results_submission_is(const dom_results_submission *s, const char *name, const char *tag)
{
    return strcmp(s->name, name) == 0 && !s->mark.is_removed &&
           (tag == NULL || (tag[0] && strcmp(s->mark.tag, tag) == 0));
}
