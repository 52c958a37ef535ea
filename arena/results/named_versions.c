#include "results/named_versions.h"

#include "base/did_you_mean.h"
#include "base/text.h"
#include "bots/snapshot.h"
#include "results/submissions.h"

#include <string.h>

enum { KNOWN_BYTES = 200 };

static const char word_submitted[] = "submitted";

typedef struct {
    dom_results_submissions submitted;
    dom_err *err;
} name_reader;

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    name_reader *r = context;
    return dom_results_submissions_add(&r->submitted, t, r->err);
}

/* Reads what was submitted. Without a database that is nothing. */
static dom_rc read_submissions(name_reader *r, const dom_home *home)
{
    dom_store *store = NULL;
    dom_rc rc = dom_store_open(&store, home->db, DOM_STORE_READ, r->err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_each(store, take_tournament, r, r->err);
    dom_store_close(&store);
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

/* Returns the newest version of the bot that has the tag, or NULL. */
static const dom_results_submission *newest(const dom_results_submissions *s, const char *bot,
                                            const char *tag)
{
    for (size_t i = s->count; i-- > 0;)
        if (dom_results_submission_is(&s->item[i], bot, tag))
            return &s->item[i];
    return NULL;
}

static dom_rc fail_not_submitted(const char *bot, dom_err *err)
{
    return dom_err_set(err, DOM_E_CONFIG,
                       "%.40s@%s: no version of %.40s is on the ladder; domino-arena submit "
                       "puts one there, and domino-arena bots lists all versions",
                       bot, word_submitted, bot);
}

/* Sets the error about a tag that no version has. It names those that there are. */
static dom_rc fail_no_tag(const dom_results_submissions *s, const char *bot, const char *word,
                          dom_err *err)
{
    char known[KNOWN_BYTES];
    dom_text text = dom_text_of(known, sizeof known);
    dom_suggest near = dom_suggest_of(word);
    for (size_t i = 0; i < s->count; i++) {
        const char *tag = s->item[i].mark.tag;
        if (tag[0] == '\0' || !dom_results_submission_is(&s->item[i], bot, tag))
            continue;
        dom_suggest_try(&near, tag);
        dom_text_add(&text, tag);
        dom_text_add(&text, ", ");
    }
    return dom_err_set(err, DOM_E_CONFIG,
                       "'%.40s@%.70s' is not a version: no submitted version has this tag%s; "
                       "allowed: %s%s%s, latest, previous, or its first 6..64 hex digits, in small "
                       "letters",
                       bot, word, dom_suggest_hint(&near).text, known, text.cut ? "..., " : "",
                       word_submitted);
}

dom_rc dom_results_find_named(const dom_home *home, const char *bot, const char *word,
                              char version[static DOM_STORE_BOT_VERSION_BYTES], dom_err *err)
{
    name_reader r = {.err = err};
    bool is_submitted = strcmp(word, word_submitted) == 0;
    dom_rc rc = read_submissions(&r, home);
    const dom_results_submission *s =
        rc == DOM_OK ? newest(&r.submitted, bot, is_submitted ? NULL : word) : NULL;
    if (s)
        memcpy(version, s->version, sizeof s->version);
    else if (rc == DOM_OK)
        rc =
            is_submitted ? fail_not_submitted(bot, err) : fail_no_tag(&r.submitted, bot, word, err);
    dom_results_submissions_clear(&r.submitted);
    return rc;
}

dom_bots_places dom_results_places_of(const dom_home *home, const dom_bots_listener *listener)
{
    dom_bots_places places = dom_bots_places_of(home, listener);
    places.find_named = dom_results_find_named;
    places.named_in = home;
    return places;
}

dom_rc dom_results_tag_check(const char *tag, const char *where, dom_err *err)
{
    if (dom_name_is_valid(tag, DOM_CONFIG_TAG_MAX) && strcmp(tag, word_submitted) != 0 &&
        !dom_bots_snapshot_is_version(tag))
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "%s: '%.40s' is not a tag; allowed: a name [a-z0-9][a-z0-9._-]* of at most "
                       "%d letters, but not latest, previous, submitted or the digits of a version",
                       where, tag, DOM_CONFIG_TAG_MAX);
}
