#include "rehearsal/position_suite.h"

#include "base/interrupt.h"
#include "base/text.h"
#include "config/config.h"
#include "rehearsal_cast.h"
#include "search/value.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const dom_rehearsal_suite_spec *spec;
    dom_rehearsal_cast of;
    dom_core_rehearsal *rehearsal;
    dom_core_actor *process[2][DOM_SEATS_MAX]; /* by bot and seat; NULL: none    */
    dom_table table;
    dom_view view;
    dom_err *err;
} suite;

/* One play of a position. */
typedef struct {
    const dom_rehearsal_position *position;
    size_t index;
    uint16_t variant; /* number in the tournaments                                 */
    int turn;         /* the seat of the position                                  */
    int with_turn;    /* number of the bot that has its side                       */
    dom_rehearsal_play *out;
} play;

static int bot_in(const suite *s, const play *p, int seat)
{
    const dom_options *options = &s->table.match.options;
    return dom_same_side(options, seat, p->turn) ? p->with_turn : 1 - p->with_turn;
}

/* ---- processes ------------------------------------------------------------------------------- */

/* Notes a fault, with what the process has printed if it has ended. */
static void note_fault(play *p, int bot, const dom_core_actor *actor)
{
    size_t size;
    const void *log = dom_core_actor_log(actor, &size);
    p->out->fault = *dom_core_actor_reply_of(actor);
    p->out->at_fault = bot;
    p->out->log = size > 0 ? malloc(size) : NULL; /* it can be done without */
    if (p->out->log == NULL)
        return;
    memcpy(p->out->log, log, size);
    p->out->log_bytes = size;
}

/* Returns the process of a bot in a seat, and starts it if there is none. *out is NULL if it does
 * not start, which is noted as its fault. */
static dom_rc take_process(suite *s, play *p, int bot, int seat, dom_core_actor **out)
{
    dom_core_actor **process = &s->process[bot][seat];
    dom_rc rc = *process ? DOM_OK : dom_core_actor_start(process, s->rehearsal, bot, seat, s->err);
    *out = *process;
    if (rc != DOM_OK || !dom_core_actor_reply_of(*process)->has_ended)
        return rc;
    note_fault(p, bot, *process);
    dom_core_actor_close(process);
    *out = NULL;
    return DOM_OK;
}

static dom_rc sit_down(suite *s, play *p, int seat)
{
    const dom_options *options = &s->table.match.options;
    dom_core_actor *process;
    dom_ipc_frame_open open = {.variant = p->variant,
                               .seat = (uint8_t)seat,
                               .seats = (uint8_t)options->players,
                               .teams = options->teams != 0,
                               .seed = (int64_t)(p->index * DOM_SEATS_MAX) + seat};
    memset(open.commit, '0', sizeof open.commit - 1);
    for (int i = 0; i < options->players; i++)
        dom_text_copy(open.bots[i], sizeof open.bots[i], s->spec->bot[bot_in(s, p, i)]->name);
    dom_rc rc = take_process(s, p, bot_in(s, p, seat), seat, &process);
    return rc == DOM_OK && process ? dom_core_actor_sit(process, &open, s->err) : rc;
}

/* Lets the process leave the table. One that committed a fault is ended, so that the next position
 * finds a new one. */
static dom_rc leave(suite *s, const play *p, int seat)
{
    int bot = bot_in(s, p, seat);
    dom_core_actor **process = &s->process[bot][seat];
    dom_ipc_frame_result result = {.seats = s->table.match.options.players,
                                   .end = (int32_t)p->out->fault.code,
                                   .fault_seat = DOM_NOBODY};
    uint8_t places[DOM_SEATS_MAX];
    dom_match_places(&s->table.match.options, s->table.match.score, DOM_NOBODY, places);
    for (int i = 0; i < result.seats; i++) {
        result.places[i] = places[i];
        result.scores[i] = s->table.match.score[i];
    }
    if (*process == NULL)
        return DOM_OK;
    if (p->out->fault.code != DOM_FAULT_NONE && p->out->at_fault == bot) {
        dom_core_actor_close(process);
        return DOM_OK;
    }
    return dom_core_actor_leave(*process, &result, s->err);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void note_answer(play *p, const dom_action *answer)
{
    const dom_record_position *position = &p->position->position;
    p->out->is_answered = true;
    p->out->answer = *answer;
    for (int i = 0; i < position->best_count; i++)
        p->out->is_best |= memcmp(&position->best[i], answer, sizeof *answer) == 0;
}

/* Asks the seat on turn and plays its answer. */
static dom_rc ask_seat(suite *s, play *p)
{
    int seat = s->table.match.play.turn, bot = bot_in(s, p, seat);
    dom_core_actor *process = s->process[bot][seat];
    dom_view_of(&s->view, &s->table.match, seat);
    dom_rc rc =
        dom_core_actor_ask(process, &s->view, s->of.t.limits.bank_ms * INT64_C(1000), s->err);
    if (rc != DOM_OK)
        return rc;
    const dom_core_rehearsal_reply *reply = dom_core_actor_reply_of(process);
    if (reply->code != DOM_FAULT_NONE) {
        note_fault(p, bot, process);
        return DOM_OK;
    }
    if (!p->out->is_answered)
        note_answer(p, &s->view.legal[reply->choice]);
    dom_table_answer(&s->table, seat, reply->choice, reply->us);
    return DOM_OK;
}

/* Tells a round that has ended to all who sit at the table. */
static dom_rc tell_round(suite *s, const play *p)
{
    dom_rc rc = DOM_OK;
    for (int seat = 0; rc == DOM_OK && seat < s->table.match.options.players; seat++) {
        dom_core_actor *actor = s->process[bot_in(s, p, seat)][seat];
        if (actor)
            rc = dom_core_actor_tell_round(actor, &s->table.match, s->err);
    }
    return rc;
}

/* The rounds of the match before the position. */
typedef struct {
    suite *s;
    const play *p;
    dom_rc rc;
} earlier_rounds;

static void tell_earlier_round(void *context, const dom_table *table,
                               const dom_table_effect *effect)
{
    earlier_rounds *earlier = context;
    (void)table; /* it is that of the suite */
    if (effect->kind == DOM_TABLE_FX_ROUND && earlier->rc == DOM_OK)
        earlier->rc = tell_round(earlier->s, earlier->p);
}

/* Takes the effects until a seat is asked or the round is over. */
static void take_effects(suite *s, play *p)
{
    dom_table_effect effect;
    while (!p->out->is_played && dom_table_next(&s->table, &effect))
        if (effect.kind == DOM_TABLE_FX_ROUND) {
            p->out->is_played = true;
            p->out->worth = dom_search_result(&s->table.match.play, p->turn);
        }
}

static bool is_over(const play *p)
{
    return p->out->is_played || p->out->fault.code != DOM_FAULT_NONE;
}

/* Seats the bots, and tells them the rounds before the position. */
static dom_rc begin(suite *s, play *p)
{
    const dom_record_position *position = &p->position->position;
    earlier_rounds earlier = {.s = s, .p = p, .rc = DOM_OK};
    dom_rc rc = dom_record_position_set_up(position, &s->table, NULL, NULL, s->err);
    p->turn = s->table.match.play.turn;
    for (int seat = 0; rc == DOM_OK && seat < s->table.match.options.players && !is_over(p); seat++)
        rc = sit_down(s, p, seat);
    if (rc == DOM_OK)
        rc = dom_record_position_set_up(position, &s->table, tell_earlier_round, &earlier, s->err);
    return rc == DOM_OK ? earlier.rc : rc;
}

static dom_rc play_once(suite *s, play *p)
{
    dom_rc rc = begin(s, p);
    while (rc == DOM_OK && !is_over(p)) {
        rc = ask_seat(s, p);
        take_effects(s, p);
    }
    if (rc == DOM_OK && p->out->is_played)
        rc = tell_round(s, p);
    for (int seat = 0; rc == DOM_OK && seat < s->table.match.options.players; seat++)
        rc = leave(s, p, seat);
    return rc;
}

static dom_rc play_position(suite *s, size_t index)
{
    const dom_rehearsal_position *position = &s->spec->positions->item[index];
    dom_rehearsal_play plays[2] = {{.is_answered = false}, {.is_answered = false}};
    dom_rc rc = dom_interrupt_check(s->err);
    for (int bot = 0; rc == DOM_OK && bot < 2; bot++) {
        play p = {.position = position, .index = index, .with_turn = bot, .out = &plays[bot]};
        (void)dom_rehearsal_variant_add(&s->of.t, &position->position.variant, &p.variant);
        rc = play_once(s, &p);
    }
    if (rc == DOM_OK)
        s->spec->on_position(s->spec->context, index, plays);
    for (int bot = 0; bot < 2; bot++)
        free(plays[bot].log);
    return rc;
}

/* ---- from the first position to the last ----------------------------------------------------- */

static dom_rc set_up(suite *s)
{
    uint16_t at;
    dom_core_limits limits = dom_config_usual_limits();
    dom_core_rehearsal_spec spec = {.host_program = s->spec->home->host_program,
                                    .version = DOM_VERSION,
                                    .tournament = &s->of.t,
                                    .sandbox = s->spec->sandbox};
    dom_rc rc = DOM_OK;
    for (int bot = 0; rc == DOM_OK && bot < 2; bot++)
        rc = dom_rehearsal_cast_add(&s->of, s->spec->bot[bot], &limits, s->err);
    dom_text_copy(s->of.t.name, sizeof s->of.t.name, "positions");
    for (size_t i = 0; rc == DOM_OK && i < s->spec->positions->count; i++) {
        const dom_variant *variant = &s->spec->positions->item[i].position.variant;
        (void)dom_rehearsal_variant_add(&s->of.t, variant, &at);
        for (int bot = 0; rc == DOM_OK && bot < 2; bot++)
            rc = dom_rehearsal_cast_plays(s->spec->bot[bot], variant, s->err);
    }
    return rc == DOM_OK ? dom_core_rehearsal_open(&s->rehearsal, &spec, s->err) : rc;
}

static dom_rc end_processes(suite *s, dom_rc rc)
{
    for (int bot = 0; bot < 2; bot++)
        for (int seat = 0; seat < DOM_SEATS_MAX; seat++) {
            if (rc == DOM_OK && s->process[bot][seat])
                rc = dom_core_actor_end(s->process[bot][seat], s->err);
            dom_core_actor_close(&s->process[bot][seat]);
        }
    return rc;
}

dom_rc dom_rehearsal_suite_run(const dom_rehearsal_suite_spec *spec, dom_err *err)
{
    suite *s = calloc(1, sizeof *s);
    if (s == NULL)
        return dom_err_no_memory(err);
    s->spec = spec;
    s->err = err;
    dom_rc rc = set_up(s);
    for (size_t i = 0; rc == DOM_OK && i < spec->positions->count; i++)
        rc = play_position(s, i);
    rc = end_processes(s, rc);
    dom_core_rehearsal_close(&s->rehearsal);
    free(s);
    return rc;
}
