#include "shard/shard_status.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static dom_rc read_parts(dom_shard_status *out, const char *folder, dom_err *err)
{
    dom_rc rc = DOM_OK;
    out->shard = calloc(out->plan.shards, sizeof *out->shard);
    if (out->shard == NULL)
        return dom_err_no_memory(err);
    for (uint32_t s = 0; rc == DOM_OK && s < out->plan.shards; s++) {
        dom_shard_part part;
        rc = dom_shard_part_read(&part, folder, out->plan.id, s + 1, err);
        out->shard[s] =
            (dom_shard_line){.shard = s + 1, .total = part.matches, .expected_s = part.expected_s};
        dom_shard_part_clear(&part);
    }
    return rc;
}

/* Of several runs of a shard, the one that has played most says how far it is, and the newest what its state is. */
static void take_report(dom_shard_line *line, const dom_shard_report *r)
{
    if (r->done > line->done)
        line->done = r->done;
    line->faults += r->faults;
    if (line->is_begun && r->updated_ms < line->updated_ms)
        return;
    line->is_begun = true;
    line->state = r->state;
    line->updated_ms = r->updated_ms;
    dom_text_copy(line->where, sizeof line->where, r->where);
    dom_text_copy(line->text, sizeof line->text, r->text);
}

static double rate_of(const dom_shard_report *r)
{
    return r->state == DOM_SHARD_RUNNING && r->played_ms > 0
               ? (double)r->here * 1000 / (double)r->played_ms
               : 0;
}

/* Counts the shards by state, and sums up. */
static void sum_up(dom_shard_status *out)
{
    uint64_t left = 0;
    for (uint32_t s = 0; s < out->plan.shards; s++) {
        const dom_shard_line *line = &out->shard[s];
        uint32_t *const counts[] = {&out->running, &out->finished, &out->interrupted, &out->failed};
        ++*(line->is_begun ? counts[line->state] : &out->waiting);
        out->done += line->done;
        out->faults += line->faults;
        left += line->total > line->done ? line->total - line->done : 0;
    }
    out->left_s = left == 0 ? 0 : out->per_s > 0 ? (double)left / out->per_s : -1;
}

dom_rc dom_shard_status_read(dom_shard_status *out, const char *folder, dom_err *err)
{
    dom_shard_reports reports = {.item = NULL};
    *out = (dom_shard_status){.done = 0};
    dom_rc rc = dom_shard_plan_read(&out->plan, folder, err);
    if (rc == DOM_OK)
        rc = read_parts(out, folder, err);
    if (rc == DOM_OK)
        rc = dom_shard_reports_read(&reports, folder, out->plan.id, err);
    for (size_t i = 0; rc == DOM_OK && i < reports.count; i++) {
        const dom_shard_report *r = &reports.item[i];
        out->per_s += rate_of(r);
        if (r->shard >= 1 && r->shard <= out->plan.shards)
            take_report(&out->shard[r->shard - 1], r);
    }
    if (rc == DOM_OK)
        sum_up(out);
    free(reports.item);
    return rc;
}

void dom_shard_status_clear(dom_shard_status *status)
{
    free(status->shard);
    status->shard = NULL;
    dom_shard_plan_clear(&status->plan);
}
