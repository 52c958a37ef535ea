#include "results/infos.h"

#include "base/text.h"
#include "results/match_reader.h"
#include "results/set_reader.h"

#include <stdlib.h>
#include <string.h>

dom_rc dom_results_set_is_over(dom_store *store, const dom_store_tournament *t,
                               const dom_store_match *m, bool *is_over, dom_err *err)
{
    dom_schedule_plan plan;
    uint64_t count;
    *is_over = dom_results_stage_of(t, m->set)->finished_ms != 0;
    if (*is_over || dom_results_plan_of(t, &plan, NULL) != DOM_OK)
        return DOM_OK;
    const dom_results_set_range range = dom_results_set_range_of(t, m);
    dom_rc rc = dom_store_match_count_within(store, t->id, range.first, range.last, &count, err);
    *is_over = rc == DOM_OK && count == (uint64_t)dom_schedule_plan_rotations(&plan, m->variant);
    return rc;
}

/* ---- infos ----------------------------------------------------------------- */

typedef struct {
    dom_results_infos *out;
    dom_err *err;
} infos_walk;

/* Copies the infos of a seat, whose bytes are valid during the visit only. */
static dom_rc take_seat(void *context, int seat, const dom_store_info *info)
{
    const infos_walk *walk = context;
    dom_record_infos *list = &walk->out->seat[seat];
    walk->out->given = walk->out->seat;
    list->dropped = info->dropped;
    dom_text_copy(list->reason, sizeof list->reason, info->reason);
    if (info->infos_bytes == 0)
        return DOM_OK;
    list->bytes = malloc(info->infos_bytes);
    if (list->bytes == NULL)
        return dom_err_no_memory(walk->err);
    memcpy(list->bytes, info->infos, info->infos_bytes);
    list->size = list->room = info->infos_bytes;
    return DOM_OK;
}

dom_rc dom_results_infos_read_hidden(dom_results_infos *out, dom_store *store,
                                     const dom_store_match *m, dom_err *err)
{
    infos_walk walk = {.out = out, .err = err};
    *out = (dom_results_infos){.given = NULL};
    return dom_store_info_each(store, m->tournament, m->match, take_seat, &walk, err);
}

dom_rc dom_results_infos_read(dom_results_infos *out, dom_store *store,
                              const dom_store_tournament *t, const dom_store_match *m, dom_err *err)
{
    bool is_over = true;
    dom_rc rc = dom_results_infos_read_hidden(out, store, m, err);
    if (rc == DOM_OK && out->given) /* most matches have none */
        rc = dom_results_set_is_over(store, t, m, &is_over, err);
    if (!is_over)
        dom_results_infos_clear(out);
    return rc;
}

void dom_results_infos_clear(dom_results_infos *infos)
{
    for (int s = 0; s < DOM_SEATS_MAX; s++)
        dom_record_infos_clear(&infos->seat[s]);
    infos->given = NULL;
}

dom_rc dom_results_record_json(char **out, dom_store *store, const dom_store_tournament *t,
                               const dom_store_match *m, dom_err *err)
{
    dom_results_infos infos;
    dom_record_match record = dom_results_record_of(t, m);
    *out = NULL;
    dom_rc rc = dom_results_infos_read(&infos, store, t, m, err);
    record.infos = infos.given;
    if (rc == DOM_OK)
        rc = dom_record_json(&record, DOM_RECORD_WHOLE, out, err);
    dom_results_infos_clear(&infos);
    return rc;
}
