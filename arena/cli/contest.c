#include "contest.h"

#include "base/text.h"
#include "baseline.h"
#include "earlier.h"
#include "extend.h"
#include "past.h"
#include "remote.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct contest {
    const contest_spec *spec;
    dom_tournament tournament;
    cli_sandbox sandbox;
    dom_core_listen listen;
    char *config;             /* canonical JSON of the tournament              */
    dom_store_tournament row; /* as it is to be stored, id 0 when it is new    */
    dom_store_bot *bots;
    dom_store_stage stages[DOM_STAGES_MAX];
    int new_stages; /* of them, at the end                                     */
    dom_secret secrets[DOM_STAGES_MAX];
    dom_plan plan;
    dom_strings remarks; /* on its variants, for a person                      */
    dom_err *err;        /* of the call that is being made                            */
};

static int64_t unix_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

static dom_rc no_memory(const contest *c)
{
    return dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
}

static dom_rc load(contest *c)
{
    const contest_spec *spec = c->spec;
    const dom_config_places own = {.home = spec->home->home, .shipped = spec->home->shipped_bots};
    dom_rc rc =
        dom_config_load(&c->tournament, spec->places ? spec->places : &own, &spec->request, c->err);
    if (rc == DOM_OK && spec->has_seed) {
        c->tournament.has_seed = true;
        c->tournament.seed = spec->seed;
    }
    return rc;
}

/* ---- what is stored, and what has still to be ------------------------------- */

/* A stage with a secret of its own: that of an earlier one may be revealed. */
static dom_rc announce(contest *c, const dom_store_stage *stage)
{
    dom_secret secret;
    dom_commit commit;
    dom_rc rc = DOM_OK;
    if (c->tournament.has_seed)
        dom_secret_of_seed(&secret, c->tournament.seed);
    else
        rc = dom_secret_draw(&secret, c->err);
    if (rc != DOM_OK)
        return rc;
    dom_store_stage *out = &c->stages[c->row.stage_count++];
    *out = *stage;
    out->created_ms = unix_ms();
    memcpy(out->secret, secret.byte, sizeof out->secret);
    dom_commit_of(&commit, &secret, c->tournament.name);
    dom_hex_write(out->commit, commit.byte);
    dom_secret_clear(&secret);
    c->new_stages++;
    return DOM_OK;
}

/* Who plays what stays as it was announced, or sets would have other numbers. */
static dom_rc keep_who_plays(contest *c, const dom_store_tournament *old)
{
    dom_tournament *t = &c->tournament;
    dom_rc rc = past_plan(old, &c->plan, c->err);
    for (int i = 0; rc == DOM_OK && i < old->bot_count && i < t->bot_count; i++)
        for (int v = 0; v < t->variant_count; v++) {
            uint64_t bit = UINT64_C(1) << v;
            bool plays = dom_plan_plays(&c->plan, (uint32_t)i, (uint32_t)v);
            t->bots[i].variants = plays ? t->bots[i].variants | bit : t->bots[i].variants & ~bit;
        }
    return rc;
}

/* A tournament of that name goes on if it is the same one, or says only more. */
static dom_rc go_on(contest *c, const dom_store_tournament *old)
{
    dom_store_stage stages[EXTEND_STAGES_MAX];
    int count;
    extend_sort_bots(&c->tournament, old);
    if (!earlier_keep(&c->tournament, old, &c->remarks))
        return no_memory(c);
    dom_rc rc = keep_who_plays(c, old);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(c->tournament.baseline, sizeof c->tournament.baseline,
                  past_baseline_of(old).text);
    c->config = dom_config_json(&c->tournament);
    if (c->config == NULL)
        return no_memory(c);
    rc = extend_plan(old, &c->tournament, c->config, stages, &count, c->err);
    if (rc != DOM_OK)
        return rc;
    c->row.id = old->id;
    c->row.stage_count = old->stage_count;
    memcpy(c->stages, old->stages, old->stage_count * sizeof *old->stages);
    for (int i = 0; rc == DOM_OK && i < count; i++)
        rc = announce(c, &stages[i]);
    return rc;
}

static dom_rc remark_targets(contest *c)
{
    const dom_tournament *t = &c->tournament;
    for (int i = 0; i < t->variant_count; i++) {
        char line[200];
        const dom_variant *v = &t->variants[i];
        if (baseline_reaches_target(&v->options))
            continue;
        (void)snprintf(line, sizeof line,
                       "%s: its target of %d is hardly ever reached; expect matches of %d rounds, "
                       "after which the scores decide",
                       v->name, (int)v->options.target, DOM_ROUNDS_MAX);
        if (!dom_strings_add(&c->remarks, line))
            return no_memory(c);
    }
    return DOM_OK;
}

static dom_rc begin(contest *c)
{
    const dom_tournament *t = &c->tournament;
    dom_rc rc = baseline_identify(&c->tournament, c->err);
    if (rc == DOM_OK)
        rc = remark_targets(c);
    if (rc != DOM_OK)
        return rc;
    c->config = dom_config_json(t);
    if (c->config == NULL)
        return no_memory(c);
    return announce(c,
                    &(dom_store_stage){.bots = t->bot_count, .sets = t->sets, .rounds = t->rounds});
}

/* Everything of the row but its stages. */
static dom_rc fill_row(contest *c)
{
    const dom_tournament *t = &c->tournament;
    c->bots = calloc(t->bot_count, sizeof *c->bots);
    if (c->bots == NULL)
        return no_memory(c);
    for (int i = 0; i < t->bot_count; i++) {
        dom_text_copy(c->bots[i].name, sizeof c->bots[i].name, t->bots[i].name);
        dom_text_copy(c->bots[i].version, sizeof c->bots[i].version, t->bots[i].version);
    }
    dom_text_copy(c->row.name, sizeof c->row.name, t->name);
    c->row.config = c->config;
    c->row.is_reproducible = t->has_seed;
    c->row.bot_count = t->bot_count;
    c->row.bots = c->bots;
    c->row.variant_count = t->variant_count;
    c->row.variants = t->variants;
    c->row.stages = c->stages;
    return DOM_OK;
}

/* The plan, from which follows where the sets of every stage begin. */
static dom_rc make_plan(contest *c)
{
    dom_schedule *schedule;
    dom_rc rc = past_plan(&c->row, &c->plan, c->err);
    if (rc == DOM_OK)
        rc = dom_schedule_open(&schedule, &c->plan, c->err);
    if (rc != DOM_OK)
        return rc;
    for (int i = 0; i < c->row.stage_count; i++) {
        c->stages[i].first_set = dom_schedule_stage_first_set(schedule, (uint32_t)i);
        c->secrets[i] = past_secret(&c->stages[i]);
    }
    dom_schedule_close(&schedule);
    return DOM_OK;
}

static dom_rc find_or_begin(contest *c)
{
    dom_store_tournament old;
    dom_rc rc = dom_store_tournament_find(c->spec->store, c->tournament.name, &old, c->err);
    if (rc == DOM_OK) {
        rc = go_on(c, &old);
        dom_store_tournament_free(&old);
    } else if (rc == DOM_E_ABSENT) {
        rc = begin(c);
    }
    if (rc == DOM_OK)
        rc = fill_row(c);
    return rc == DOM_OK ? make_plan(c) : rc;
}

dom_rc contest_open(contest **out, const contest_spec *spec, dom_err *err)
{
    contest *c = *out = calloc(1, sizeof *c);
    if (c == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    c->spec = spec;
    c->err = err;
    dom_rc rc = load(c);
    if (rc == DOM_OK)
        rc = remote_listen(&c->listen, spec->home, spec->listen, &c->tournament, err);
    if (rc == DOM_OK)
        rc = cli_sandbox_choose(&c->sandbox, spec->home, c->tournament.sandbox, spec->least_sandbox,
                                err);
    if (rc == DOM_OK)
        rc = find_or_begin(c);
    if (rc != DOM_OK)
        contest_close(out);
    return rc;
}

void contest_close(contest **handle)
{
    contest *c = *handle;
    if (c == NULL)
        return;
    dom_config_free(&c->tournament);
    dom_strings_clear(&c->remarks);
    free(c->config);
    free(c->bots);
    sodium_memzero(c, sizeof *c); /* the secrets */
    free(c);
    *handle = NULL;
}

const dom_tournament *contest_tournament(const contest *c)
{
    return &c->tournament;
}

void contest_tell_remote(const contest *c)
{
    remote_tell(&c->listen, &c->tournament);
}

void contest_tell_remarks(const contest *c)
{
    for (size_t i = 0; i < c->remarks.count; i++)
        (void)fprintf(stderr, "remark: %s\n", c->remarks.item[i]);
}

const cli_sandbox *contest_sandbox(const contest *c)
{
    return &c->sandbox;
}

const dom_store_tournament *contest_row(const contest *c)
{
    return &c->row;
}

dom_rc contest_store(contest *c, int64_t *id, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (c->row.id == 0)
        rc = dom_store_tournament_add(c->spec->store, &c->row, err);
    else if (c->new_stages)
        rc = dom_store_tournament_extend(c->spec->store, &c->row, err);
    *id = c->row.id;
    return rc;
}

dom_rc contest_finish(contest *c, dom_err *err)
{
    int64_t now_ms = unix_ms();
    /* A clock may be set to before 1970, and 0 is for what is not finished. */
    return dom_store_tournament_finish(c->spec->store, c->row.id, now_ms > 0 ? now_ms : 1, err);
}

dom_rc contest_play(contest *c, const contest_options *options, dom_core_progress *progress,
                    dom_err *err)
{
    dom_core_spec spec = {.tournament = &c->tournament,
                          .tournament_id = c->row.id,
                          .plan = &c->plan,
                          .secrets = c->secrets,
                          .store = c->spec->store,
                          .host_program = c->spec->home->host_program,
                          .version = DOM_VERSION,
                          .sandbox = c->sandbox.level,
                          .listen = &c->listen,
                          .skip_broken = options->skip_broken,
                          .probes = options->probes,
                          .hooks = options->hooks};
    dom_rc rc = options->skip_broken ? DOM_OK : remote_try(&c->listen, &c->tournament, err);
    if (rc == DOM_OK)
        rc = dom_core_run(&spec, progress, err);
    const dom_core_hooks *hooks = &options->hooks;
    bool is_over = hooks->wish && hooks->wish(hooks->context) == DOM_WISH_PLAY_OUT;
    if (rc == DOM_OK && (is_over || progress->done == progress->total))
        rc = contest_finish(c, err);
    return rc;
}
