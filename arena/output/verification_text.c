#include "output/verification_text.h"

#include "config/stored_config.h"
#include "documents/documents.h"
#include "output/output.h"
#include "results/match_reader.h"

/* Write the secret of a stage in hex; "" if some of its matches were not played yet. */
static void write_revealed(const dom_store_stage *stage, char hex[static DOM_DEAL_HEX_BYTES])
{
    hex[0] = '\0';
    if (stage->finished_ms != 0)
        dom_deal_hex_write(hex, stage->secret);
}

static json_t *stages_json(const dom_store_tournament *t)
{
    json_t *array = json_array();
    for (int i = 0; array && i < t->stage_count; i++) {
        char secret[DOM_DEAL_HEX_BYTES];
        write_revealed(&t->stages[i], secret);
        json_array_append_new(array, json_pack("{s:I, s:o*, s:s, s:s}", "first_set",
                                               (json_int_t)t->stages[i].first_set, "moved",
                                               dom_documents_moved_sets(t, i), "commit",
                                               t->stages[i].commit, "secret", secret));
    }
    return array;
}

static void print_stages(FILE *out, const dom_store_tournament *t)
{
    for (int i = 0; i < t->stage_count; i++) {
        char secret[DOM_DEAL_HEX_BYTES];
        dom_results_stage_words of = dom_results_stage_words_of(t, i);
        write_revealed(&t->stages[i], secret);
        (void)fprintf(out, "commitment%s %s\nsecret%s %s\n", of.text, t->stages[i].commit, of.text,
                      secret[0] ? secret : "is revealed after the last match");
    }
}

static void print_hashes(FILE *out, const dom_results_verification *v)
{
    (void)fprintf(out, "hash %s\nledger hash %s\n", v->hash, v->ledger_hash);
    (void)fprintf(out, "(The ledger hash identifies what this file says; two runs of one seed need "
                       "not have the same.)\n");
}

static void print_verification(FILE *out, const dom_results_verification *v)
{
    bool is_part = dom_results_verification_is_part(v);
    unsigned long long matches = v->matches, stored = v->stored, differences = v->differences;
    if (is_part)
        (void)fprintf(out, "%s: a part, %llu of %llu matches, %llu differences\n", v->t.name,
                      matches, stored, differences);
    else
        (void)fprintf(out, "%s: %llu matches, %llu differences\n", v->t.name, matches, differences);
    print_stages(out, &v->t);
    if (is_part)
        (void)fprintf(out, "(A part has no hash; verify without filters prints it.)\n");
    else
        print_hashes(out, v);
}

dom_output_verification dom_output_verification_begin(FILE *out, bool is_json)
{
    return (dom_output_verification){out, is_json ? json_array() : NULL};
}

void dom_output_verification_difference(void *context, const char *text)
{
    const dom_output_verification *w = context;
    if (w->differences)
        json_array_append_new(w->differences, json_string(text));
    else
        (void)fprintf(w->out, "%s\n", text);
}

/* Returns where its deals come from if they are played again, as a new reference, else NULL. */
static json_t *deals_of_json(const dom_store_tournament *t)
{
    json_t *config = dom_config_stored_tree(t->config);
    json_t *of = json_incref(json_object_get(config, "deals_of"));
    json_decref(config);
    if (json_is_object(of))
        return of;
    json_decref(of);
    return NULL;
}

dom_rc dom_output_verification_show(const dom_output_verification *w,
                                    const dom_results_verification *v, dom_err *err)
{
    if (w->differences == NULL) {
        print_verification(w->out, v);
        return DOM_OK;
    }
    bool is_part = dom_results_verification_is_part(v);
    json_t *root = json_pack("{s:i, s:s, s:o, s:o*, s:o*, s:I, s:I, s:O, s:s*, s:s*}", "schema", 1,
                             "tournament", v->t.name, "stages", stages_json(&v->t), "deals_of",
                             deals_of_json(&v->t), "swiss", dom_documents_swiss(&v->t), "matches",
                             (json_int_t)v->matches, "stored", (json_int_t)v->stored, "differences",
                             w->differences, "hash", is_part ? NULL : v->hash, "ledger_hash",
                             is_part ? NULL : v->ledger_hash);
    return dom_output_put_json(w->out, root, err);
}

void dom_output_verification_end(dom_output_verification *w)
{
    json_decref(w->differences);
    w->differences = NULL;
}
