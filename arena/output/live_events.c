#include "live_events.h"

#include "documents/documents.h"
#include "documents/values.h"
#include "live_standing.h"
#include "output/output.h"

#include <string.h>

static json_t *commitments_json(const dom_store_tournament *t)
{
    json_t *array = json_array();
    for (int i = 0; i < t->stage_count; i++)
        if (t->stages[i].finished_ms == 0)
            json_array_append_new(array, json_pack("{s:I, s:o*, s:s}", "first_set",
                                                   (json_int_t)t->stages[i].first_set, "moved",
                                                   dom_documents_moved_sets(t, i), "commit",
                                                   t->stages[i].commit));
    return array;
}

json_t *dom_output_live_started_json(const dom_store_tournament *t,
                                     const dom_tournament_sandbox *sandbox,
                                     const dom_core_progress *now)
{
    return json_pack("{s:s, s:s, s:s, s:o, s:I, s:I}", "event", "started", "tournament", t->name,
                     "sandbox", dom_sandbox_words[sandbox->level], "commitments",
                     commitments_json(t), "done", (json_int_t)now->done, "total",
                     (json_int_t)now->total);
}

json_t *dom_output_live_match_json(const dom_core_match *match)
{
    const dom_store_match *m = match->match;
    json_t *bots = json_array(), *places = json_array(), *scores = json_array();
    for (int s = 0; s < m->seats; s++) {
        json_array_append_new(bots, json_string(match->bots[s]));
        json_array_append_new(places, json_integer(m->seat[s].place));
        json_array_append_new(scores, json_integer(m->seat[s].score));
    }
    return json_pack("{s:s, s:I, s:I, s:i, s:s, s:o, s:o, s:o, s:s}", "event", "match", "match",
                     (json_int_t)m->match, "set", (json_int_t)m->set, "rotation", m->rotation,
                     "variant", match->variant, "bots", bots, "places", places, "scores", scores,
                     "end", dom_fault_word(m->end));
}

json_t *dom_output_live_fault_json(const dom_core_fault *fault)
{
    return json_pack("{s:s, s:I, s:s, s:s, s:b, s:o}", "event", "fault", "match",
                     (json_int_t)fault->match, "bot", fault->bot, "code",
                     dom_fault_word(fault->code), "tolerated", fault->tolerated, "text",
                     dom_documents_bytes(fault->text, strlen(fault->text)));
}

json_t *dom_output_live_withdrawn_json(const dom_core_tournament *t,
                                       const dom_core_withdrawal *withdrawal)
{
    return json_pack("{s:s, s:I, s:s, s:o}", "event", "withdrawn", "match",
                     (json_int_t)withdrawal->match, "bot", t->bots[withdrawal->bot].name, "text",
                     dom_documents_bytes(withdrawal->text, strlen(withdrawal->text)));
}

json_t *dom_output_live_progress_json(const dom_core_progress *now)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:I}", "event", "progress", "done",
                     (json_int_t)now->done, "total", (json_int_t)now->total, "faults",
                     (json_int_t)now->faults, "eta_s", (json_int_t)dom_core_progress_left_s(now));
}

json_t *dom_output_live_finished_json(const dom_core_progress *now)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "event", "finished", "done",
                     (json_int_t)now->done, "total", (json_int_t)now->total, "decisions",
                     (json_int_t)now->decisions, "faults", (json_int_t)now->faults, "skipped",
                     (json_int_t)now->skipped, "elapsed_ms", (json_int_t)now->elapsed_ms);
}
