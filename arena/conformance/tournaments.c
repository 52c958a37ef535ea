/* Plays a pass: one tournament for each group of variants. The pass that collects asks plays them
 * until there are enough. */
#include "conformance_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ROUNDS_MAX = 100, /* repetitions in the pass that collects asks            */
    SETS_MAX = 1000000,
    BOT_WORD_BYTES = 24
};

/* Names the bots of a tournament, `count` in all: the bot, then random#2, random#3, ... */
static void name_bots(const dom_conformance_check_run *run, int32_t count,
                      char copies[][BOT_WORD_BYTES], const char *words[])
{
    words[0] = run->candidate.word;
    for (int i = 1; i < count; i++) {
        (void)snprintf(copies[i], BOT_WORD_BYTES, "random#%d", i + 1);
        words[i] = copies[i];
    }
    words[count] = NULL;
}

/* Plays one tournament. If it ends early because the bot has done something wrong or cannot be
 * started, this is a finding and no failure of the check itself. */
static dom_rc play_tournament(dom_conformance_check_run *run, dom_tournament_run *c)
{
    dom_core_progress progress;
    const dom_conformance_pass *p = run->now.pass;
    dom_tournament_run_options options = {
        .trial = {.probes = p->probes, .is_one_at_a_time = p->tables == 1},
        .control = dom_conformance_control(run),
        .observer = dom_conformance_observer(run)};
    run->now.run = c;
    dom_rc rc = dom_tournament_run_play(c, &options, &progress, run->err);
    run->signal_number = progress.signal_number;
    if (rc == DOM_E_CONFIG && progress.signal_number != 0)
        rc = DOM_E_INTERRUPTED; /* else the check would continue in spite of the signal */
    bool is_ours = (rc == DOM_E_INTERRUPTED && progress.signal_number == 0) ||
                   (rc == DOM_E_CONFIG && run->now.left.is_there);
    if (rc == DOM_OK || is_ours)
        rc = run->now.is_control ? DOM_OK : dom_conformance_blame_faults(run);
    run->now.run = NULL;
    return rc;
}

static dom_rc play_variants(dom_conformance_check_run *run, const char *const *variants,
                            int32_t bots, uint32_t sets)
{
    uint32_t tables = run->now.pass->tables;
    char name[32], copies[DOM_SEATS_MAX][BOT_WORD_BYTES];
    const char *words[DOM_SEATS_MAX + 1];
    const dom_strings *shown = run->spec->shown;
    dom_tournament_run *c;
    (void)snprintf(name, sizeof name, "check-%d", ++run->tournaments);
    name_bots(run, bots, copies, words);
    dom_tournament_run_spec spec = {.home = &run->room.at.home,
                                    .places = run->candidate.places,
                                    .store = run->room.store,
                                    .has_seed = true,
                                    .seed = run->seed,
                                    .request = {.name = name,
                                                .variants = variants,
                                                .bots = words,
                                                .shown = (const char *const *)shown->item,
                                                .sets = sets,
                                                .concurrency = tables == 1 ? 0 : tables,
                                                .fills_seats = true,
                                                .is_unrated = true}};
    dom_rc rc = dom_tournament_run_open(&c, &spec, run->err);
    if (rc == DOM_OK)
        rc = play_tournament(run, c);
    dom_tournament_run_close(&c);
    return rc;
}

static dom_rc play_all(dom_conformance_check_run *run, uint32_t sets)
{
    const dom_conformance_group *g = run->candidate.groups;
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && !run->now.has_erred && i < DOM_CONFORMANCE_GROUPS_MAX; i++)
        if (g[i].bots > 0)
            rc = play_variants(run, (const char *const *)g[i].variants.item, g[i].bots, sets);
    return rc;
}

static dom_rc play_one(dom_conformance_check_run *run, uint32_t sets)
{
    const dom_conformance_candidate *candidate = &run->candidate;
    const char *one[] = {candidate->groups[0].variants.item[0], NULL};
    return play_variants(run, one, candidate->first_bots, sets);
}

/* Plays until there were enough asks. The number of sets is estimated from the pass that played one
 * set of every variant. Example: if 10,000 asks are wanted, that pass had 200 and all passes
 * together 2,000, then (10,000 - 2,000) / 200 = 40 sets are played. If asks are still missing then,
 * this is repeated. */
static dom_rc play_enough(dom_conformance_check_run *run)
{
    uint64_t asks_per_set = run->tally.asks_per_set ? run->tally.asks_per_set : 1;
    dom_rc rc = DOM_OK;
    for (int i = 0; rc == DOM_OK && !run->now.has_erred && i < ROUNDS_MAX; i++) {
        uint64_t missing =
            run->spec->asks > run->report->asks ? run->spec->asks - run->report->asks : 0;
        uint64_t sets = (missing + asks_per_set - 1) / asks_per_set;
        if (missing == 0)
            break;
        rc = play_all(run, (uint32_t)(sets < SETS_MAX ? sets : SETS_MAX));
    }
    return rc;
}

dom_rc dom_conformance_play(dom_conformance_check_run *run, const dom_conformance_pass *p)
{
    run->now = (dom_conformance_under_way){
        .pass = p, .is_control = run->now.is_control, .code = run->now.code};
    dom_rc rc = p->extent == DOM_CONFORMANCE_ONE_VARIANT ? play_one(run, p->sets)
                : p->sets                                ? play_all(run, p->sets)
                                                         : play_enough(run);
    free(run->now.left.details);
    run->now.left.details = NULL;
    return rc;
}
