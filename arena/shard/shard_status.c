#include "shard/shard_status.h"

#include "base/now.h"
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

/* Returns true if report `a` says more about the state of its shard than `b`. Clocks of machines
 * may differ, so what was played comes first, and the time only between reports of equally much. */
static bool is_newer(const dom_shard_report *a, const dom_shard_report *b)
{
    bool a_is_done = a->state == DOM_SHARD_DONE, b_is_done = b->state == DOM_SHARD_DONE;
    if (a_is_done != b_is_done)
        return a_is_done;
    return a->done != b->done ? a->done > b->done : a->updated_ms > b->updated_ms;
}

static dom_shard_state state_of(const dom_shard_report *r)
{
    int64_t age_ms = dom_now_ms() - r->updated_ms;
    bool is_silent = age_ms > DOM_SHARD_SILENT_MS && age_ms > 4 * r->every_ms;
    return r->state == DOM_SHARD_RUNNING && is_silent ? DOM_SHARD_SILENT : r->state;
}

static void take_report(dom_shard_line *line, const dom_shard_report *r)
{
    line->is_begun = true;
    line->done = r->done < line->total ? r->done : line->total;
    line->state = state_of(r);
    line->updated_ms = r->updated_ms;
    dom_text_copy(line->where, sizeof line->where, r->where);
    dom_text_copy(line->text, sizeof line->text, r->text);
}

static double rate_of(const dom_shard_report *r)
{
    return state_of(r) == DOM_SHARD_RUNNING && r->played_ms > 0
               ? (double)r->here * 1000 / (double)r->played_ms
               : 0;
}

/* Takes the reports of one shard, of which there is at least one: reports are sorted by shard.
 * Returns how many. */
static size_t take_shard(dom_shard_status *out, const dom_shard_report *r, size_t count)
{
    size_t n = 1, best = 0;
    uint64_t faults = r[0].faults;
    for (; n < count && r[n].shard == r[0].shard; n++) {
        faults += r[n].faults;
        best = is_newer(&r[n], &r[best]) ? n : best;
    }
    if (r[0].shard > out->plan.shards)
        return n;
    out->per_s += rate_of(&r[best]);
    out->faults += faults;
    if (r[0].shard == 0) {
        out->extra = r[best].done;
        return n;
    }
    dom_shard_line *line = &out->shard[r[0].shard - 1];
    line->faults = faults;
    take_report(line, &r[best]);
    return n;
}

/* Counts the shards by state, and sums up. */
static void sum_up(dom_shard_status *out)
{
    uint64_t left = 0;
    for (uint32_t s = 0; s < out->plan.shards; s++) {
        const dom_shard_line *line = &out->shard[s];
        uint32_t *const counts[] = {[DOM_SHARD_RUNNING] = &out->running,
                                    [DOM_SHARD_DONE] = &out->finished,
                                    [DOM_SHARD_INTERRUPTED] = &out->interrupted,
                                    [DOM_SHARD_FAILED] = &out->failed,
                                    [DOM_SHARD_SILENT] = &out->silent};
        ++*(line->is_begun ? counts[line->state] : &out->waiting);
        out->done += line->done;
        left += line->total > line->done ? line->total - line->done : 0;
    }
    uint64_t extra = out->extra < left ? out->extra : left;
    out->done += extra;
    left -= extra;
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
    for (size_t i = 0; rc == DOM_OK && i < reports.count;)
        i += take_shard(out, &reports.item[i], reports.count - i);
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
