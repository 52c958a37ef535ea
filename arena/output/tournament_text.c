#include "output/tournament_text.h"

#include "base/now.h"
#include "base/percent.h"
#include "config/stored_config.h"
#include "documents/documents.h"
#include "results/match_reader.h"
#include "store/entries.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- facts -------------------------------------------------------------------------- */

/* A time as lists show it, to the minute, in UTC; "" for 0. */
typedef struct {
    char text[24];
} short_time;

static short_time short_time_of(int64_t ms)
{
    short_time t = {""};
    dom_utc utc = dom_utc_of(ms);
    if (ms != 0)
        (void)snprintf(t.text, sizeof t.text, "%.10s %.5s", utc.text,
                       strlen(utc.text) > 16 ? utc.text + 11 : "");
    return t;
}

/* A size of the database, such as "12.3 MB". */
typedef struct {
    char text[24];
} size_text;

static size_text size_text_of(uint64_t bytes)
{
    size_text t;
    if (bytes < 1000000)
        (void)snprintf(t.text, sizeof t.text, "%.0f kB", (double)bytes / 1e3);
    else
        (void)snprintf(t.text, sizeof t.text, "%.1f MB", (double)bytes / 1e6);
    return t;
}

static const char *state_of(const dom_results_tournament_summary *summary, bool is_running)
{
    return is_running ? "running" : dom_results_tournament_state_word(summary->state);
}

/* Returns the number of participants: bots without the new versions of others. */
static int entries_of(const dom_store_tournament *t)
{
    int count = 0;
    for (uint16_t bot = 0; bot < t->bot_count; bot++)
        count += dom_store_entry_of(t, bot) == bot;
    return count;
}

static json_t *time_json(int64_t ms)
{
    return ms != 0 ? json_string(dom_utc_of(ms).text) : json_null();
}

static json_t *summary_json(const dom_store_tournament *t,
                            const dom_results_tournament_summary *summary, bool is_running)
{
    json_t *variants = json_array();
    for (int i = 0; i < t->variant_count; i++)
        json_array_append_new(variants, json_string(t->variants[i].name));
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:i, s:i, s:o, s:b, s:b, s:o, s:o, s:o, s:I}",
                     "tournament", t->name, "schedule", dom_config_schedule_word(summary->kind),
                     "state", state_of(summary, is_running), "done", (json_int_t)summary->done,
                     "total", (json_int_t)summary->total, "stage_count", (int)t->stage_count,
                     "bots", entries_of(t), "variants", variants, "rated", (int)summary->is_rated,
                     "void", (int)summary->is_void, "begun", time_json(summary->begun_ms), "newest",
                     time_json(summary->newest_ms), "ended", time_json(summary->ended_ms), "bytes",
                     (json_int_t)summary->bytes);
}

/* ---- the list ------------------------------------------------------------------------ */

static const dom_output_column list_columns[] = {
    {.head = "tournament", .is_left = true, .least = 14},
    {.head = "state", .is_left = true},
    {.head = "matches"},
    {.head = "of"},
    {.head = "bots", .leave = 5},
    {.head = "variants", .leave = 4},
    {.head = "stages", .leave = 2},
    {.head = "", .is_left = true, .leave = 6},
    {.head = "begun (UTC)", .is_left = true, .leave = 3},
    {.head = "size", .leave = 1}};

void dom_output_tournaments_begin(dom_output_tournaments *list)
{
    list->list = json_array();
    list->table = dom_output_table_of(list_columns, sizeof list_columns / sizeof *list_columns);
}

dom_rc dom_output_tournaments_add(dom_output_tournaments *list, const dom_store_tournament *t,
                                  const dom_results_tournament_summary *summary, dom_err *err)
{
    dom_output_table *g = &list->table;
    bool is_running = list->running && strcmp(list->running, t->name) == 0;
    if (list->is_json)
        return json_array_append_new(list->list, summary_json(t, summary, is_running)) == 0
                   ? DOM_OK
                   : dom_err_no_memory(err);
    dom_output_table_put(g, "%s", t->name);
    dom_output_table_put(g, "%s", state_of(summary, is_running));
    dom_output_table_put(g, "%" PRIu64, summary->done);
    dom_output_table_put(g, "%" PRIu64, summary->total);
    dom_output_table_put(g, "%d", entries_of(t));
    dom_output_table_put(g, "%d", t->variant_count);
    dom_output_table_put(g, "%d", t->stage_count);
    dom_output_table_put(g, "%s", summary->is_void ? "void" : summary->is_rated ? "" : "unrated");
    dom_output_table_put(g, "%s", short_time_of(summary->begun_ms).text);
    dom_output_table_put(g, "%s", size_text_of(summary->bytes).text);
    return DOM_OK;
}

dom_rc dom_output_tournaments_end(dom_output_tournaments *list, dom_rc rc, dom_err *err)
{
    json_t *root = list->root ? list->root : json_pack("{s:i}", "schema", 1);
    json_object_set_new(root, "tournaments", list->list);
    if (rc == DOM_OK && list->is_json)
        rc = dom_output_put_json(list->out, json_incref(root), err);
    else if (rc == DOM_OK && list->table.cells == 0)
        dom_output_put_wrapped(list->out, list->if_none);
    else if (rc == DOM_OK)
        rc = dom_output_table_print(&list->table, DOM_OUTPUT_TEXT, list->out, err);
    dom_output_table_clear(&list->table);
    json_decref(root);
    *list = (dom_output_tournaments){.out = NULL};
    return rc;
}

/* ---- one in detail --------------------------------------------------------------------- */

static void put_state(FILE *out, const dom_store_tournament *t,
                      const dom_results_tournament_summary *summary)
{
    const dom_store_ruling *closed = dom_store_ruling_closed(t), *is_void;
    (void)fprintf(out, "%s: %s, %" PRIu64 " of %" PRIu64 " matches played%s\n", t->name,
                  dom_results_tournament_state_word(summary->state), summary->done, summary->total,
                  summary->is_rated ? "" : ", unrated");
    (void)fprintf(out, "%s of %d bots, begun %s", dom_config_schedule_word(summary->kind),
                  entries_of(t), short_time_of(summary->begun_ms).text);
    if (summary->newest_ms != 0)
        (void)fprintf(out, ", newest match %s", short_time_of(summary->newest_ms).text);
    if (summary->ended_ms != 0)
        (void)fprintf(out, ", ended %s", short_time_of(summary->ended_ms).text);
    (void)fprintf(out, " (UTC); about %s\n", size_text_of(summary->bytes).text);
    if (closed && closed->reason[0])
        dom_output_put_line(DOM_OUTPUT_TEXT, out, "", "closed: %s", closed->reason);
    for (size_t i = 0; i < t->ruling_count; i++) {
        is_void = dom_store_ruling_void(t, t->rulings[i].match);
        if (is_void != &t->rulings[i])
            continue;
        if (is_void->match > 0)
            dom_output_put_line(DOM_OUTPUT_TEXT, out, "",
                                "match %" PRIu64 " and its set do not count: %s", is_void->match,
                                is_void->reason);
        else
            dom_output_put_line(DOM_OUTPUT_TEXT, out, "", "no match of it counts: %s",
                                is_void->reason);
    }
}

static void put_variants(FILE *out, const dom_store_tournament *t)
{
    (void)fputs("variants:", out);
    for (int i = 0; i < t->variant_count; i++)
        (void)fprintf(out, "%s %s", i > 0 ? "," : "", t->variants[i].name);
    (void)fputc('\n', out);
}

static dom_rc put_stages(FILE *out, const dom_store_tournament *t, dom_err *err)
{
    static const dom_output_column column[] = {{.head = "stage"},
                                               {.head = "begun", .is_left = true},
                                               {.head = "bots"},
                                               {.head = "sets", .is_left = true},
                                               {.head = "rounds"},
                                               {.head = "commitment", .is_left = true, .least = 10},
                                               {.head = "finished", .is_left = true}};
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    for (int i = 0; i < t->stage_count; i++) {
        const dom_store_stage *stage = &t->stages[i];
        dom_output_table_put(&g, "%d", i + 1);
        dom_output_table_put(&g, "%s", short_time_of(stage->created_ms).text);
        dom_output_table_put(&g, "%u", (unsigned)stage->bots);
        if (stage->sets > 0)
            dom_output_table_put(&g, "%" PRIu32, stage->sets);
        else
            dom_output_table_put(&g, "taken over%s", dom_results_stage_words_of(t, i).text);
        if (stage->rounds > 0)
            dom_output_table_put(&g, "%" PRIu32, stage->rounds);
        else
            dom_output_table_put(&g, "%s", "");
        dom_output_table_put(&g, "%s", stage->commit);
        dom_output_table_put(&g, "%s", short_time_of(stage->finished_ms).text);
    }
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}

/* Says how the tournament sets a bot, such as "bot par, args ["1"]"; nothing if it does not. */
static void put_setting(dom_output_table *g, const dom_store_tournament *t, uint16_t bot)
{
    char line[200];
    dom_text text = dom_text_of(line, sizeof line);
    json_t *setting = dom_config_stored_setting_json(t->config, t->bots[bot].name), *value;
    const char *key, *before = "";
    json_object_foreach(setting, key, value)
    {
        char *written = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        dom_text_add(&text, before);
        dom_text_add(&text, key);
        dom_text_add(&text, " ");
        dom_text_add(&text, written ? written : "");
        before = ", ";
        free(written);
    }
    json_decref(setting);
    dom_output_table_put(g, "%s", line);
}

static dom_rc put_entries(FILE *out, const dom_store_tournament *t, dom_err *err)
{
    static const dom_output_column column[] = {
        {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "version", .is_left = true},
        {.head = "", .is_left = true, .is_clipped = true, .least = 12}};
    dom_output_table g = dom_output_table_of(column, sizeof column / sizeof *column);
    for (uint16_t bot = 0; bot < t->bot_count; bot++) {
        uint16_t entry = dom_store_entry_of(t, bot);
        const dom_store_change *change = dom_store_entry_change(t, entry);
        bool is_newest = dom_store_entry_bot(t, entry) == bot;
        bool plays = dom_store_entry_state_of(t, entry) == DOM_STORE_ENTRY_PLAYS;
        dom_output_table_put(&g, "%s", t->bots[bot].name);
        dom_output_table_put(&g, "%.8s", t->bots[bot].version);
        if (!is_newest)
            dom_output_table_put(&g, "until %.8s came",
                                 t->bots[dom_store_entry_bot(t, entry)].version);
        else if (!plays && change)
            dom_output_table_put(&g, "%s%s%s", dom_store_entry_word(change->state),
                                 change->reason[0] ? ": " : "", change->reason);
        else
            put_setting(&g, t, bot);
    }
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}

static json_t *stages_json(const dom_store_tournament *t)
{
    json_t *stages = json_array();
    for (int i = 0; i < t->stage_count; i++) {
        const dom_store_stage *stage = &t->stages[i];
        json_array_append_new(
            stages, json_pack("{s:I, s:i, s:I, s:I, s:s, s:o, s:o}", "first_set",
                              (json_int_t)stage->first_set, "bots", (int)stage->bots, "sets",
                              (json_int_t)stage->sets, "rounds", (json_int_t)stage->rounds,
                              "commit", stage->commit, "created", time_json(stage->created_ms),
                              "finished", time_json(stage->finished_ms)));
    }
    return stages;
}

static json_t *entries_json(const dom_store_tournament *t)
{
    json_t *entries = json_array();
    for (uint16_t bot = 0; bot < t->bot_count; bot++) {
        uint16_t entry = dom_store_entry_of(t, bot);
        const dom_store_change *change = dom_store_entry_change(t, entry);
        json_array_append_new(
            entries, json_pack("{s:s, s:s, s:i, s:b, s:s, s:o, s:o}", "bot", t->bots[bot].name,
                               "version", t->bots[bot].version, "entry", (int)entry, "newest",
                               (int)(dom_store_entry_bot(t, entry) == bot), "state",
                               dom_store_entry_word(dom_store_entry_state_of(t, entry)), "reason",
                               dom_documents_text(change ? change->reason : ""), "set",
                               dom_config_stored_setting_json(t->config, t->bots[bot].name)));
    }
    return entries;
}

static json_t *rulings_json(const dom_store_tournament *t)
{
    static const char *const words[] = {[DOM_STORE_RULING_CLOSED] = "closed",
                                        [DOM_STORE_RULING_VOID] = "void",
                                        [DOM_STORE_RULING_COUNTS] = "counts"};
    json_t *rulings = json_array();
    for (size_t i = 0; i < t->ruling_count; i++)
        json_array_append_new(rulings,
                              json_pack("{s:s, s:I, s:o, s:o}", "ruling", words[t->rulings[i].kind],
                                        "match", (json_int_t)t->rulings[i].match, "when",
                                        time_json(t->rulings[i].when_ms), "reason",
                                        dom_documents_text(t->rulings[i].reason)));
    return rulings;
}

dom_rc dom_output_tournament(FILE *out, const dom_store_tournament *t,
                             const dom_results_tournament_summary *summary, bool is_json,
                             dom_err *err)
{
    if (is_json) {
        json_t *root = summary_json(t, summary, false);
        json_object_set_new(root, "schema", json_integer(1));
        json_object_set_new(root, "stages", stages_json(t));
        json_object_set_new(root, "entries", entries_json(t));
        json_object_set_new(root, "rulings", rulings_json(t));
        return dom_output_put_json(out, root, err);
    }
    put_state(out, t, summary);
    put_variants(out, t);
    (void)fputc('\n', out);
    dom_rc rc = put_stages(out, t, err);
    (void)fputc('\n', out);
    return rc == DOM_OK ? put_entries(out, t, err) : rc;
}
