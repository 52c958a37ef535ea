#include "output/shard_text.h"

#include "base/now.h"
#include "documents/values.h"
#include "output/comparison_text.h"
#include "output/text_table.h"

#include <jansson.h>

enum { LINES_MAX = 40, RANGES_MAX = 20 };

static void print_object(json_t *root, FILE *out)
{
    (void)json_dumpf(root, out, JSON_COMPACT);
    (void)fputc('\n', out);
    json_decref(root);
}

void dom_output_shard_plan(const dom_shard_plan *plan, const char *folder, FILE *out)
{
    (void)fprintf(out,
                  "%s: %s, %s%llu matches in %llu duplicate sets, in %u shards\n"
                  "play:  domino-arena shard run %s 1   (to %u, on any machine that sees the "
                  "folder)\n"
                  "merge: domino-arena shard merge %s\n",
                  folder, plan->tournament, plan->compares ? "at most " : "",
                  (unsigned long long)plan->matches, (unsigned long long)plan->sets, plan->shards,
                  folder, plan->shards, folder);
}

/* ---- status ----------------------------------------------------------------------------- */

static const char *word_of(const dom_shard_line *line)
{
    return line->is_begun ? dom_shard_state_word(line->state) : "waiting";
}

static json_t *line_json(const dom_shard_line *line)
{
    return json_pack("{s:I, s:s, s:I, s:I, s:I, s:f, s:I, s:o, s:o}", "shard",
                     (json_int_t)line->shard, "state", word_of(line), "done",
                     (json_int_t)line->done, "total", (json_int_t)line->total, "faults",
                     (json_int_t)line->faults, "expected_s", line->expected_s, "updated_ms",
                     (json_int_t)line->updated_ms, "where", dom_documents_text(line->where), "text",
                     dom_documents_text(line->text));
}

static json_t *status_json(const dom_shard_status *s)
{
    json_t *shards = json_array();
    for (uint32_t i = 0; i < s->plan.shards; i++)
        json_array_append_new(shards, line_json(&s->shard[i]));
    json_t *root = json_pack(
        "{s:i, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:o, s:o}", "schema", 1,
        "tournament", s->plan.tournament, "matches", (json_int_t)s->plan.matches, "done",
        (json_int_t)s->done, "faults", (json_int_t)s->faults, "waiting", (json_int_t)s->waiting,
        "running", (json_int_t)s->running, "silent", (json_int_t)s->silent, "finished",
        (json_int_t)s->finished, "interrupted", (json_int_t)s->interrupted, "failed",
        (json_int_t)s->failed, "matches_per_s", s->per_s, "left_s",
        dom_documents_real(s->left_s >= 0, s->left_s), "shards", shards);
    return root;
}

static void print_left(const dom_shard_status *s, FILE *out)
{
    if (s->left_s > 0)
        (void)fprintf(out, "%.1f matches/s, about %.0f min left\n", s->per_s, s->left_s / 60);
}

/* Fills a cell with what a shard says. */
static void put_remark(dom_output_table *g, const dom_shard_line *line)
{
    int64_t minutes = (dom_now_ms() - line->updated_ms) / 60000;
    if (line->state == DOM_SHARD_SILENT)
        dom_output_table_put(g, "%s%slast report %lld min ago", line->text,
                             line->text[0] ? "; " : "", (long long)minutes);
    else
        dom_output_table_put(g, "%s", line->text);
}

static void put_line(dom_output_table *g, const dom_shard_line *line)
{
    dom_output_table_put(g, "shard %u", line->shard);
    dom_output_table_put(g, "%s", word_of(line));
    if (line->state == DOM_SHARD_FAILED)
        dom_output_table_style(g, DOM_OUTPUT_FAULT);
    dom_output_table_put(g, "%llu of %llu", (unsigned long long)line->done,
                         (unsigned long long)line->total);
    dom_output_table_put(g, "%s", line->where);
    put_remark(g, line);
}

/* Prints the shards that have begun and are not done. */
static dom_rc print_lines(const dom_shard_status *status, FILE *out, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "", .is_left = true},
        {.head = "", .is_left = true},
        {.head = ""},
        {.head = "", .is_left = true, .least = 20},
        {.head = "", .is_left = true, .is_clipped = true, .least = 20}};
    uint32_t lines = 0;
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    for (uint32_t i = 0; i < status->plan.shards; i++) {
        const dom_shard_line *line = &status->shard[i];
        if (line->is_begun && line->state != DOM_SHARD_DONE && ++lines <= LINES_MAX)
            put_line(&g, line);
    }
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    if (lines > LINES_MAX)
        (void)fprintf(out, "and %u more; --json has all\n", lines - LINES_MAX);
    return rc;
}

dom_rc dom_output_shard_status(const dom_shard_status *status, bool is_json, FILE *out,
                               dom_err *err)
{
    if (is_json) {
        print_object(status_json(status), out);
        return DOM_OK;
    }
    char text[DOM_STORE_TOURNAMENT_NAME_BYTES + 100];
    (void)snprintf(text, sizeof text, "%s: %llu of %llu matches, %llu faults",
                   status->plan.tournament, (unsigned long long)status->done,
                   (unsigned long long)status->plan.matches, (unsigned long long)status->faults);
    dom_output_put_wrapped(out, text);
    (void)fprintf(
        out, "%u shards: %u done, %u running, %u silent, %u waiting, %u interrupted, %u failed\n",
        status->plan.shards, status->finished, status->running, status->silent, status->waiting,
        status->interrupted, status->failed);
    print_left(status, out);
    return print_lines(status, out, err);
}

/* ---- merge ------------------------------------------------------------------------------- */

static json_t *merged_json(const dom_shard_merged *m)
{
    json_t *missing = json_array(), *remarks = json_array();
    for (size_t i = 0; i < m->missing.count; i++)
        json_array_append_new(missing, json_pack("[I, I]", (json_int_t)m->missing.item[i].first,
                                                 (json_int_t)m->missing.item[i].last));
    for (size_t i = 0; i < m->remarks.count; i++)
        json_array_append_new(remarks, dom_documents_text(m->remarks.item[i]));
    return json_pack("{s:i, s:I, s:I, s:I, s:b, s:I, s:o, s:o}", "schema", 1, "sets",
                     (json_int_t)m->added.sets, "matches", (json_int_t)m->added.matches, "faults",
                     (json_int_t)m->added.faults, "finished", m->is_finished, "missing_sets",
                     (json_int_t)dom_shard_set_list_size(&m->missing), "missing", missing,
                     "remarks", remarks);
}

static void print_missing(const dom_shard_set_list *missing, const char *folder, FILE *out)
{
    if (missing->count == 0)
        return;
    (void)fprintf(out, "missing: %llu sets:", (unsigned long long)dom_shard_set_list_size(missing));
    for (size_t i = 0; i < missing->count && i < RANGES_MAX; i++) {
        const dom_shard_range *r = &missing->item[i];
        (void)fprintf(out, r->first == r->last ? " %u" : " %u-%u", r->first, r->last);
    }
    (void)fprintf(out, "%s\nplay them: domino-arena shard run %s --missing, then merge again\n",
                  missing->count > RANGES_MAX ? " ..." : "", folder);
}

void dom_output_shard_merged(const dom_shard_merged *merged, const char *folder, bool is_json,
                             FILE *out)
{
    if (is_json) {
        print_object(merged_json(merged), out);
        return;
    }
    for (size_t i = 0; i < merged->remarks.count; i++)
        (void)fprintf(out, "%s\n", merged->remarks.item[i]);
    (void)fprintf(out, "%s/arena.db: %llu matches in %llu sets added, %llu faults\n", folder,
                  (unsigned long long)merged->added.matches, (unsigned long long)merged->added.sets,
                  (unsigned long long)merged->added.faults);
    if (merged->comparison.tournament)
        dom_output_comparison_text(out, merged->comparison.tournament, &merged->comparison.test);
    print_missing(&merged->missing, folder, out);
    if (merged->is_finished)
        (void)fprintf(out, "the tournament is complete; see it with --db %s/arena.db\n", folder);
}
