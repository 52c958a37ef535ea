#include "progress.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cli_progress_init(cli_progress *p, const char *tournament, bool is_json)
{
    const char *term = getenv("TERM");
    *p = (cli_progress){.tournament = tournament, .is_json = is_json};
    p->is_terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

static void print_event(json_t *event)
{
    if (event && json_dumpf(event, stdout, JSON_COMPACT) == 0)
        (void)printf("\n");
    (void)fflush(stdout);
    json_decref(event);
}

void cli_progress_clear(cli_progress *p)
{
    if (p->has_line)
        (void)fprintf(stderr, "\r\033[K");
    p->has_line = false;
}

static json_t *commitments_json(const dom_store_tournament *t)
{
    json_t *array = json_array();
    for (int i = 0; i < t->stage_count; i++)
        if (t->stages[i].finished_ms == 0)
            json_array_append_new(array, json_pack("{s:I, s:s}", "first_set",
                                                   (json_int_t)t->stages[i].first_set, "commit",
                                                   t->stages[i].commit));
    return array;
}

static void print_commitments(const dom_store_tournament *t)
{
    for (int i = 0; i < t->stage_count; i++) {
        const dom_store_stage *stage = &t->stages[i];
        if (stage->finished_ms != 0)
            continue;
        (void)fprintf(stderr, "commitment to the deals");
        if (stage->first_set > 1)
            (void)fprintf(stderr, " from set %u on", (unsigned)stage->first_set);
        (void)fprintf(stderr, ": %s\n", stage->commit);
    }
}

void cli_progress_started(cli_progress *p, const dom_store_tournament *t,
                          const dom_core_progress *now)
{
    if (p->is_json) {
        print_event(json_pack("{s:s, s:s, s:o, s:I, s:I}", "event", "started", "tournament",
                              p->tournament, "commitments", commitments_json(t), "done",
                              (json_int_t)now->done, "total", (json_int_t)now->total));
        return;
    }
    if (now->done > 0)
        (void)fprintf(stderr, "%s goes on: %llu of %llu matches are played\n", p->tournament,
                      (unsigned long long)now->done, (unsigned long long)now->total);
    else
        (void)fprintf(stderr, "%s: %llu matches\n", p->tournament, (unsigned long long)now->total);
    print_commitments(t);
}

void cli_progress_match(cli_progress *p, const dom_core_match *match)
{
    const dom_store_match *m = match->match;
    if (!p->is_json)
        return;
    json_t *bots = json_array(), *places = json_array(), *scores = json_array();
    for (int s = 0; s < m->seats; s++) {
        json_array_append_new(bots, json_string(match->bots[s]));
        json_array_append_new(places, json_integer(m->seat[s].place));
        json_array_append_new(scores, json_integer(m->seat[s].score));
    }
    print_event(json_pack("{s:s, s:I, s:I, s:i, s:s, s:o, s:o, s:o, s:s}", "event", "match",
                          "match", (json_int_t)m->match, "set", (json_int_t)m->set, "rotation",
                          m->rotation, "variant", match->variant, "bots", bots, "places", places,
                          "scores", scores, "end", dom_fault_word(m->end)));
}

void cli_progress_fault(cli_progress *p, const dom_core_fault *f)
{
    if (p->is_json) {
        print_event(json_pack("{s:s, s:I, s:s, s:s, s:b, s:s}", "event", "fault", "match",
                              (json_int_t)f->match, "bot", f->bot, "code", dom_fault_word(f->code),
                              "tolerated", f->tolerated, "text", f->text));
        return;
    }
    cli_progress_clear(p);
    (void)fprintf(stderr, "fault: %s: %s", f->bot, dom_fault_word(f->code));
    if (f->match)
        (void)fprintf(stderr, " in match %llu", (unsigned long long)f->match);
    (void)fprintf(stderr, "%s: %s\n", f->tolerated ? " (tolerated)" : "", f->text);
}

static double per_second(uint64_t count, int64_t ms)
{
    return ms > 0 ? (double)count * 1000.0 / (double)ms : 0;
}

/* Seconds to go at the speed so far, or -1. */
static long eta_s(const dom_core_progress *now)
{
    double rate = per_second(now->here, now->elapsed_ms);
    uint64_t left = now->total - now->done - now->skipped;
    return rate > 0 ? (long)((double)left / rate + 0.5) : -1;
}

static void format_eta(char *text, size_t size, long seconds)
{
    if (seconds < 0)
        (void)snprintf(text, size, "--");
    else if (seconds < 3600)
        (void)snprintf(text, size, "%ld:%02ld", seconds / 60, seconds % 60);
    else
        (void)snprintf(text, size, "%ld:%02ld:%02ld", seconds / 3600, seconds / 60 % 60,
                       seconds % 60);
}

void cli_progress_show(cli_progress *p, const dom_core_progress *now)
{
    p->last = *now;
    if (p->is_json) {
        print_event(json_pack("{s:s, s:I, s:I, s:I, s:I}", "event", "progress", "done",
                              (json_int_t)now->done, "total", (json_int_t)now->total, "faults",
                              (json_int_t)now->faults, "eta_s", (json_int_t)eta_s(now)));
        return;
    }
    if (!p->is_terminal)
        return;
    char eta[32];
    format_eta(eta, sizeof eta, eta_s(now));
    (void)fprintf(stderr, "\r\033[K%s  %llu/%llu  %.0f %%  %.0f matches/s  ETA %s  faults %llu",
                  p->tournament, (unsigned long long)now->done, (unsigned long long)now->total,
                  now->total ? 100.0 * (double)now->done / (double)now->total : 100.0,
                  per_second(now->here, now->elapsed_ms), eta, (unsigned long long)now->faults);
    (void)fflush(stderr);
    p->has_line = true;
}

void cli_progress_finished(cli_progress *p, const dom_core_progress *now)
{
    if (p->is_json) {
        print_event(json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "event", "finished", "done",
                              (json_int_t)now->done, "total", (json_int_t)now->total, "decisions",
                              (json_int_t)now->decisions, "faults", (json_int_t)now->faults,
                              "skipped", (json_int_t)now->skipped, "elapsed_ms",
                              (json_int_t)now->elapsed_ms));
        return;
    }
    cli_progress_clear(p);
    (void)fprintf(
        stderr, "%llu matches in %.1f s (%.0f matches/s, %.0f decisions/s), %llu fault%s\n",
        (unsigned long long)now->here, (double)now->elapsed_ms / 1000.0,
        per_second(now->here, now->elapsed_ms), per_second(now->decisions, now->elapsed_ms),
        (unsigned long long)now->faults, now->faults == 1 ? "" : "s");
    if (now->skipped)
        (void)fprintf(stderr, "%llu matches were not played: their bots cannot be started\n",
                      (unsigned long long)now->skipped);
}
