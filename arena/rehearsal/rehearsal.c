#include "rehearsal/rehearsal.h"

#include "base/text.h"
#include "bots/shown.h"
#include "rehearsal_cast.h"
#include "rehearsal_messages.h"
#include "results/match_reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the bot is told about itself ------------------------------------------------------- */

/* Sets up a tournament of the one bot, with the variants and limits of the recorded one, and the
 * folders that bots were shown. */
static dom_rc set_up_tournament(dom_rehearsal_cast *out, const dom_rehearsal_spec *spec,
                                const dom_config_stored *stored, dom_err *err)
{
    const dom_store_tournament *t = spec->tournament;
    if (stored->limits.startup_ms == 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "'%s' was played by a program that did not store its limits", t->name);
    dom_core_limits limits; /* of the entry in this seat */
    dom_config_stored_limits(&limits, t->config, &spec->match->seat[spec->seat].bot, 1);
    dom_rc rc = dom_rehearsal_cast_plays(spec->bot, &t->variants[spec->match->variant], err);
    if (rc == DOM_OK)
        rc = dom_rehearsal_cast_add(out, spec->bot, &limits, err);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(out->t.name, sizeof out->t.name, t->name);
    out->t.variant_count = t->variant_count;
    memcpy(out->t.variants, t->variants, t->variant_count * sizeof *t->variants);
    dom_bots_places places = dom_bots_places_of(spec->home, NULL);
    out->t.shown = dom_config_stored_shown(t->config);
    char where[DOM_STORE_TOURNAMENT_NAME_BYTES + 8];
    (void)snprintf(where, sizeof where, "%s: show", t->name);
    return dom_bots_shown_take(&out->t.shown, &places, where, NULL, err);
}

static void fill_open(dom_ipc_frame_open *open, const dom_rehearsal_spec *spec, bool hides_names)
{
    const dom_store_tournament *t = spec->tournament;
    const dom_store_match *m = spec->match;
    const dom_store_stage *stage = dom_results_stage_of(t, m->set);
    *open = (dom_ipc_frame_open){.variant = (uint16_t)m->variant,
                                 .seat = (uint8_t)spec->seat,
                                 .seats = (uint8_t)m->seats,
                                 .teams = t->variants[m->variant].options.teams != 0,
                                 .seed = dom_results_seed_of(t, m, spec->seat)};
    memcpy(open->commit, stage->commit, sizeof open->commit);
    for (int i = 0; i < m->seats; i++) {
        const char *name = i == spec->seat ? spec->bot->name
                           : hides_names && m->seat[i].bot != m->seat[spec->seat].bot
                               ? "?"
                               : t->bots[m->seat[i].bot].name;
        dom_text_copy(open->bots[i], sizeof open->bots[i], name);
    }
}

/* ---- the match ------------------------------------------------------------------------------- */

typedef struct {
    const dom_rehearsal_spec *spec;
    dom_rehearsal_report *report;
    dom_rehearsal_cast of;
    dom_ipc_frame_open open;
    dom_core_rehearsal *rehearsal;
    dom_core_actor *bot;
    dom_record_clock clock;
    int64_t bank_us;           /* of the seat                                          */
    uint32_t step;             /* of the effects so far                                */
    dom_rehearsal_asked asked; /* the last ask; its `ask` is NULL                      */
    dom_msg_ask message;       /* the same as a message                                */
    bool needs_then;           /* what was recorded for it comes next                  */
    bool is_over;              /* nothing more is sent                                 */
    FILE *messages;
    dom_rc rc;
    dom_err *err;
} rehearsing;

bool dom_rehearsal_is_same(const dom_rehearsal_asked *asked)
{
    const dom_table_effect *then = &asked->then;
    if (asked->reply.code != DOM_FAULT_NONE)
        return then->kind == DOM_TABLE_FX_FAULT && then->fault == asked->reply.code;
    return then->kind == DOM_TABLE_FX_EVENT &&
           memcmp(&then->action, &asked->action, sizeof asked->action) == 0;
}

/* Keeps the last ask as the one that is reported. */
static void report_ask(rehearsing *s)
{
    dom_rehearsal_asked *out = &s->report->asked;
    size_t size;
    if (out->step)
        return;
    *out = s->asked;
    FILE *text = open_memstream(&out->ask, &size);
    if (text) {
        dom_rehearsal_write_ask(text, &s->message);
        (void)fclose(text);
    }
    if (out->ask == NULL)
        s->rc = dom_err_no_memory(s->err);
    else
        out->ask[strcspn(out->ask, "\n")] = '\0';
}

/* What was recorded for the last ask is known now. */
static void take_then(rehearsing *s, const dom_table_effect *effect)
{
    const dom_core_rehearsal_reply *reply = &s->asked.reply;
    s->asked.then = *effect;
    s->needs_then = false;
    bool is_same = dom_rehearsal_is_same(&s->asked);
    s->report->asks++;
    s->report->same += is_same;
    if (!is_same && s->report->first_other == 0)
        s->report->first_other = s->asked.step;
    bool is_wanted = s->spec->step ? s->asked.step == s->spec->step : !is_same;
    if (is_wanted || reply->code != DOM_FAULT_NONE)
        report_ask(s);
}

static void fill_message(rehearsing *s, const dom_table *table)
{
    dom_msg_ask *ask = &s->message;
    dom_view_of(&ask->view, &table->match, s->spec->seat);
    ask->req = s->report->asks;
    ask->seed = s->open.seed;
    ask->clock =
        (dom_msg_clock){.move_ms = s->of.t.limits.move_ms, .bank_ms = (int32_t)(s->bank_us / 1000)};
    dom_text_copy(ask->variant, sizeof ask->variant, s->of.t.variants[s->open.variant].name);
}

static void ask_bot(rehearsing *s, const dom_table *table)
{
    const dom_rehearsal_spec *spec = s->spec;
    uint32_t step = s->step + 1;
    bool is_last = step == spec->step;
    if (spec->is_alone && !is_last)
        return;
    fill_message(s, table);
    dom_rehearsal_write_ask(s->messages, &s->message);
    if (is_last && spec->before_ask)
        s->rc = spec->before_ask(spec->context, dom_core_actor_pid(s->bot), s->err);
    if (s->rc == DOM_OK)
        s->rc = dom_core_actor_ask(s->bot, &s->message.view, s->bank_us, s->err);
    if (s->rc != DOM_OK)
        return;
    s->asked = (dom_rehearsal_asked){.step = step,
                                     .reply = *dom_core_actor_reply_of(s->bot),
                                     .legal_count = s->message.view.legal_count,
                                     .leads = s->message.view.end_count == 0};
    if (s->asked.reply.code == DOM_FAULT_NONE)
        s->asked.action = s->message.view.legal[s->asked.reply.choice];
    s->needs_then = true;
    s->is_over = is_last || s->asked.reply.code != DOM_FAULT_NONE;
}

static void tell_round(rehearsing *s, const dom_match *match)
{
    if (s->spec->is_alone)
        return;
    if (dom_core_actor_hello_of(s->bot)->events)
        dom_rehearsal_write_round(s->messages, match);
    s->rc = dom_core_actor_tell_round(s->bot, match, s->err);
}

static void follow(void *context, const dom_table *table, const dom_table_effect *effect)
{
    rehearsing *s = context;
    bool is_ours = effect->seat == s->spec->seat;
    s->step += dom_record_is_step(effect);
    if (s->needs_then && dom_record_is_step(effect))
        take_then(s, effect);
    if (effect->kind == DOM_TABLE_FX_EVENT && is_ours)
        s->bank_us = dom_record_clock_bank_after(&s->clock, s->bank_us, effect);
    if (s->is_over || s->rc != DOM_OK)
        return;
    if (effect->kind == DOM_TABLE_FX_ROUND)
        tell_round(s, &table->match);
    else if (effect->kind == DOM_TABLE_FX_ASK && is_ours)
        ask_bot(s, table);
}

/* ---- from the start of the bot to its end ---------------------------------------------------- */

static dom_rc start_bot(rehearsing *s)
{
    const dom_core_rehearsal_spec spec = {.host_program = s->spec->home->host_program,
                                          .version = DOM_VERSION,
                                          .tournament = &s->of.t,
                                          .sandbox = s->spec->sandbox,
                                          .has_no_clock = s->spec->has_no_clock};
    dom_rc rc = dom_core_rehearsal_open(&s->rehearsal, &spec, s->err);
    if (rc == DOM_OK)
        rc = dom_core_actor_start(&s->bot, s->rehearsal, 0, s->spec->seat, s->err);
    if (rc != DOM_OK)
        return rc;
    s->report->start = *dom_core_actor_reply_of(s->bot);
    s->is_over = s->report->start.has_ended;
    dom_rehearsal_write_welcome(s->messages, &s->of.t);
    dom_rehearsal_write_match(s->messages, &s->open, s->of.t.variants[s->open.variant].name);
    return dom_core_actor_sit(s->bot, &s->open, s->err);
}

/* Ends the bot and keeps what it printed. */
static dom_rc end_bot(rehearsing *s)
{
    size_t size;
    dom_rc rc = dom_core_actor_end(s->bot, s->err);
    const void *log = dom_core_actor_log(s->bot, &size);
    if (rc != DOM_OK || size == 0)
        return rc;
    s->report->log = malloc(size);
    if (s->report->log == NULL)
        return dom_err_no_memory(s->err);
    memcpy(s->report->log, log, size);
    s->report->log_bytes = size;
    return DOM_OK;
}

static dom_rc replay(const dom_store_tournament *t, const dom_store_match *m,
                     dom_record_visit *visit, void *context, dom_err *err)
{
    dom_record_match record = dom_results_record_of(t, m);
    dom_table *table = malloc(sizeof *table);
    if (table == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_record_replay(&record, table, visit, context, err);
    free(table);
    return rc;
}

static dom_rc go_through(rehearsing *s)
{
    dom_rc rc = start_bot(s);
    if (rc == DOM_OK)
        rc = replay(s->spec->tournament, s->spec->match, follow, s, s->err);
    if (rc == DOM_OK)
        rc = s->rc;
    if (rc == DOM_OK)
        rc = end_bot(s);
    dom_core_actor_close(&s->bot);
    dom_core_rehearsal_close(&s->rehearsal);
    return rc;
}

static dom_rc set_up(rehearsing *s)
{
    dom_config_stored stored;
    dom_record_clock clocks[DOM_SEATS_MAX];
    dom_rc rc = dom_config_stored_read(&stored, s->spec->tournament, s->err);
    if (rc == DOM_OK)
        rc = set_up_tournament(&s->of, s->spec, &stored, s->err);
    if (rc != DOM_OK)
        return rc;
    fill_open(&s->open, s->spec, stored.hides_names);
    dom_results_clocks_of(clocks, s->spec->tournament, s->spec->match);
    s->clock = clocks[s->spec->seat];
    s->bank_us = s->clock.bank_us;
    s->messages = open_memstream(&s->report->messages, &s->report->messages_bytes);
    return s->messages ? DOM_OK : dom_err_no_memory(s->err);
}

dom_rc dom_rehearsal_run(dom_rehearsal_report *out, const dom_rehearsal_spec *spec, dom_err *err)
{
    *out = (dom_rehearsal_report){.asks = 0};
    rehearsing *s = calloc(1, sizeof *s);
    if (s == NULL)
        return dom_err_no_memory(err);
    s->spec = spec;
    s->report = out;
    s->err = err;
    dom_rc rc = set_up(s);
    if (rc == DOM_OK)
        rc = go_through(s);
    if (s->messages && fclose(s->messages) != 0 && rc == DOM_OK)
        rc = dom_err_no_memory(err);
    dom_strings_clear(&s->of.t.shown);
    free(s);
    return rc;
}

void dom_rehearsal_clear(dom_rehearsal_report *report)
{
    free(report->asked.ask);
    free(report->messages);
    free(report->log);
    *report = (dom_rehearsal_report){.asks = 0};
}
