#include "results/tournament_summary.h"

#include "results/match_reader.h"
#include "store/entries.h"

static uint64_t total_of(const dom_store_tournament *t)
{
    dom_schedule *schedule;
    if (dom_results_schedule_open(&schedule, t, NULL) != DOM_OK)
        return 0;
    uint64_t total = dom_schedule_matches(schedule) - dom_schedule_absent_matches(schedule);
    dom_schedule_close(&schedule);
    return total;
}

dom_rc dom_results_tournament_summary_read(dom_results_tournament_summary *out, dom_store *store,
                                           const dom_store_tournament *t, dom_err *err)
{
    dom_config_stored stored;
    dom_store_match_count count;
    const dom_store_ruling *closed = dom_store_ruling_closed(t);
    dom_rc rc = dom_store_matches_count(store, t->id, &count, err);
    (void)dom_config_stored_read(&stored, t, NULL);
    *out = (dom_results_tournament_summary){.is_void = dom_store_ruling_void(t, 0) != NULL,
                                            .is_rated = stored.is_rated,
                                            .kind = stored.kind,
                                            .done = count.matches,
                                            .total = total_of(t),
                                            .begun_ms = t->stages[0].created_ms,
                                            .newest_ms = count.newest_ms,
                                            .ended_ms = t->stages[t->stage_count - 1].finished_ms,
                                            .bytes = count.bytes};
    out->state = closed               ? DOM_RESULTS_TOURNAMENT_CLOSED
                 : out->ended_ms != 0 ? DOM_RESULTS_TOURNAMENT_FINISHED
                                      : DOM_RESULTS_TOURNAMENT_OPEN;
    if (closed)
        out->ended_ms = closed->when_ms;
    return rc;
}

const char *dom_results_tournament_state_word(dom_results_tournament_state state)
{
    static const char *const words[] = {[DOM_RESULTS_TOURNAMENT_OPEN] = "open",
                                        [DOM_RESULTS_TOURNAMENT_FINISHED] = "finished",
                                        [DOM_RESULTS_TOURNAMENT_CLOSED] = "closed"};
    return words[state];
}
