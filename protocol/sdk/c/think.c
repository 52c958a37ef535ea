/* The frame of bots that think: worlds for an ask until its time is up. */
#include "domino/think.h"

#include "base/now.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOVE_MS = 20,           /* processor time for an ask, unless --move-ms says otherwise */
    NUMBER_MAX = 1000000,   /* of --move-ms and --worlds */
    MOVES_PER_BANK = 40,    /* what is left of a bank is meant to last for so many moves */
    SOLVE_POSITIONS = 4000, /* a world with more is too large for dom_think_solve */
    SOLVE_TRIES = 2,        /* after so many worlds in a row that are too large, none is tried */
    SOLVE_ENTRIES = 1 << 16 /* of the transposition table: 1 MiB */
};

/* What dom_think_run needs for the whole time. */
typedef struct {
    const dom_thinker *thinker;
    dom_think_limits limits;
    dom_msg_welcome welcome; /* has the options of every variant */
    bool has_explained;      /* explain has printed its line */
    dom_search_belief belief;
    dom_think think;
    double best_sum; /* of the values of the action that was chosen last */
    dom_search_entry table[SOLVE_ENTRIES];
} frame;

/* ---- time --------------------------------------------------------------------------- */

static int64_t thread_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Returns how long this ask may take on the wall clock. A fifth of the time for the move is left
 * for the way of the messages and for a machine that is busy with others. */
static int64_t allowed_us(const dom_msg_clock *clock)
{
    return (int64_t)clock->move_ms * 800 + (int64_t)clock->bank_ms * 1000 / MOVES_PER_BANK;
}

static void start_clock(dom_think *think)
{
    int64_t now_us = dom_now_us();
    int64_t wall_us = allowed_us(&think->ask->clock);
    int64_t cpu_us = (int64_t)think->limits.move_ms * 1000;
    if (cpu_us > wall_us)
        cpu_us = wall_us;
    think->clock = (dom_think_clock){.end_us = now_us + wall_us,
                                     .cpu_end_us = thread_us() + cpu_us,
                                     .check_us = now_us + cpu_us};
}

/* A thread's processor time is never more than the time that has passed. So its clock, which is a
 * slow system call, is read only when it may have come to the end. */
bool dom_think_is_over(void *think)
{
    dom_think *t = think;
    if (t->limits.worlds > 0)
        return false;
    int64_t now_us = dom_now_us();
    if (now_us >= t->clock.end_us)
        return true;
    if (now_us < t->clock.check_us)
        return false;
    int64_t left_us = t->clock.cpu_end_us - thread_us();
    t->clock.check_us = now_us + left_us;
    return left_us <= 0;
}

/* ---- one ask ------------------------------------------------------------------------ */

static void stir(dom_random *random, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        random->state ^= ((const uint8_t *)bytes)[i];
        random->state = dom_random_bits(random);
    }
}

/* Returns a generator that starts from what the seat has seen in this match, and from nothing else.
 * Pre: the parts of a view that are read here have no padding. */
static dom_random random_of_view(const dom_view *view)
{
    dom_random random = {0};
    int32_t numbers[] = {view->seat,  view->seats,    view->round, view->leader,
                         view->stock, view->drawable, view->drawn};
    stir(&random, numbers, sizeof numbers);
    stir(&random, view->ends, view->end_count * sizeof *view->ends);
    stir(&random, view->counts, view->seats * sizeof *view->counts);
    stir(&random, view->scores, view->seats * sizeof *view->scores);
    stir(&random, &view->hand, sizeof view->hand);
    stir(&random, view->history, view->history_count * sizeof *view->history);
    return random;
}

_Static_assert(sizeof(dom_event) == 6, "an event has no padding");

static const dom_options *options_of(const dom_msg_welcome *welcome, const char *variant)
{
    for (int i = 0; i < welcome->variant_count; i++)
        if (strcmp(welcome->variants[i].name, variant) == 0)
            return &welcome->variants[i].options;
    return NULL;
}

/* Returns the index of the heaviest tile, for an ask about which nothing can be found out. */
static int heaviest(const dom_view *view)
{
    int best = 0;
    for (int i = 1; i < view->legal_count; i++)
        if (view->legal[i].kind == DOM_PLAY &&
            dom_tile_pips(view->legal[i].tile) > dom_tile_pips(view->legal[best].tile))
            best = i;
    return best;
}

/* Says on standard error, once, why the bot plays its heaviest tile instead of thinking. */
static void explain(frame *f, const dom_msg_ask *ask, const char *why)
{
    if (!f->has_explained)
        (void)fprintf(stderr, "the heaviest tile is played in %s without thinking, because %s\n",
                      ask->variant, why);
    f->has_explained = true;
}

/* Prepares to think about an ask. Returns NULL, or why nothing can be found out about it. */
static const char *begin(frame *f, const dom_msg_ask *ask)
{
    dom_think *t = &f->think;
    t->ask = ask;
    t->options = options_of(&f->welcome, ask->variant);
    t->random = f->limits.worlds > 0 ? random_of_view(&ask->view) : dom_random_of(ask);
    t->looked = 0;
    t->unsolved = 0;
    start_clock(t);
    if (t->options == NULL)
        return "no welcome has told the rules of this variant";
    if (dom_search_belief_of(&f->belief, &ask->view, t->options, NULL) != DOM_OK)
        return "the view contradicts itself or the rules of the welcome";
    if (f->thinker->begin)
        f->thinker->begin(t);
    return NULL;
}

/* Draws the next world. Returns false if none was found in as many tries as dom_search_sample
 * makes. */
static bool draw_world(dom_think *t)
{
    if (dom_search_sample(t->belief, &t->random, &t->world) != DOM_OK)
        return false;
    dom_search_begin(&t->round, t->belief, &t->world);
    return true;
}

/* Returns true if the legal actions of the round are those of the ask. They are not if the arena
 * plays by other rules than its welcome said. */
static bool has_same_actions(const dom_think *t)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(&t->round, legal);
    return count == t->ask->view.legal_count &&
           memcmp(legal, t->ask->view.legal, (size_t)count * sizeof *legal) == 0;
}

/* Returns true if there is time for another world. There is always time for the first. */
static bool has_time(dom_think *t, int32_t tries)
{
    int32_t worlds = t->limits.worlds;
    return worlds > 0 ? tries < worlds : tries == 0 || !dom_think_is_over(t);
}

/* Adds up the values of all worlds for which there is time. */
static void look_at_worlds(frame *f, double sum[])
{
    dom_think *t = &f->think;
    for (int32_t tries = 0; has_time(t, tries); tries++) {
        double value[DOM_ACTIONS_MAX] = {0};
        if (!draw_world(t))
            continue;
        if (t->looked == 0 && !has_same_actions(t))
            return;
        if (!f->thinker->look(t, value))
            continue;
        t->looked++;
        for (int i = 0; i < t->ask->view.legal_count; i++)
            sum[i] += value[i];
    }
}

static int choose(const dom_msg_ask *ask, void *state)
{
    frame *f = state;
    double sum[DOM_ACTIONS_MAX] = {0};
    const char *why = begin(f, ask);
    if (why) {
        explain(f, ask, why);
        return heaviest(&ask->view);
    }
    look_at_worlds(f, sum);
    if (f->think.looked == 0)
        return heaviest(&ask->view);
    int best = 0;
    for (int i = 1; i < ask->view.legal_count; i++)
        if (sum[i] > sum[best])
            best = i;
    f->best_sum = sum[best];
    return best;
}

/* A worth is that of one side against each of the others (search/position.h). */
static void inform(const dom_msg_ask *ask, int choice, dom_info *info, void *state)
{
    const frame *f = state;
    (void)ask, (void)choice;
    if (f->think.looked == 0)
        return;
    info->has_worlds = true;
    info->worlds = f->think.looked;
    dom_info_expect(info, f->best_sum / f->think.looked / (dom_side_count(f->think.options) - 1));
}

/* ---- values of a world ---------------------------------------------------------------- */

double dom_think_playout(dom_think *think, dom_action action)
{
    dom_round round = think->round;
    dom_event event;
    dom_round_make(&round, action, &event);
    dom_search_playout(&round, &think->random);
    return dom_search_worth(&round, think->ask->view.seat);
}

static bool stop_solving(void *context)
{
    dom_think *t = context;
    return t->solver.positions >= SOLVE_POSITIONS || dom_think_is_over(t);
}

/* Returns true if the values of all actions were found. */
static bool solve(dom_think *t, double value[])
{
    int32_t exact[DOM_ACTIONS_MAX];
    int count = t->ask->view.legal_count;
    t->solver.world++;
    t->solver.positions = 0;
    t->solver.stop = stop_solving;
    t->solver.context = t;
    if (dom_search_solve_each(&t->solver, &t->round, t->ask->view.seat, exact) < count)
        return false;
    for (int i = 0; i < count; i++)
        value[i] = exact[i];
    return true;
}

/* Returns true if the world is to be solved. While tiles may be drawn it is not, because the solver
 * knows the next tile of the stock and would draw when it needs that tile. */
static bool may_solve(const dom_think *t)
{
    return t->unsolved < SOLVE_TRIES && dom_round_drawable(&t->round) == 0;
}

bool dom_think_solve(dom_think *think, double value[])
{
    if (may_solve(think)) {
        if (solve(think, value)) {
            think->unsolved = 0;
            return true;
        }
        if (think->looked > 0 && dom_think_is_over(think))
            return false;
        think->unsolved++;
    }
    const dom_view *view = &think->ask->view;
    for (int i = 0; i < view->legal_count; i++)
        value[i] = dom_think_playout(think, view->legal[i]);
    return true;
}

/* ---- the program ---------------------------------------------------------------------- */

static void on_welcome(const dom_msg_welcome *welcome, void *state)
{
    ((frame *)state)->welcome = *welcome;
}

/* Reads "1" to NUMBER_MAX. */
static bool read_number(const char *text, int32_t *number)
{
    char *end;
    long value = strtol(text, &end, 10);
    *number = (int32_t)value;
    return '0' <= *text && *text <= '9' && *end == '\0' && 1 <= value && value <= NUMBER_MAX;
}

/* Returns false if the command line has anything else. The last of two options counts. */
static bool read_limits(dom_think_limits *limits, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        *limits = (dom_think_limits){0};
        int32_t *number = strcmp(argv[i], "--move-ms") == 0  ? &limits->move_ms
                          : strcmp(argv[i], "--worlds") == 0 ? &limits->worlds
                                                             : NULL;
        if (number == NULL || i + 1 == argc || !read_number(argv[i + 1], number))
            return false;
    }
    return true;
}

int dom_think_run(const dom_thinker *thinker, int argc, char **argv)
{
    dom_think_limits limits = {.move_ms = MOVE_MS};
    if (!read_limits(&limits, argc, argv)) {
        (void)fprintf(stderr, "usage: %s [--move-ms N | --worlds N], N is 1..%d\n", argv[0],
                      NUMBER_MAX);
        return 2;
    }
    frame *f = calloc(1, sizeof *f);
    if (f == NULL) {
        (void)fprintf(stderr, "%s: out of memory\n", argv[0]);
        return 1;
    }
    f->thinker = thinker;
    f->limits = f->think.limits = limits;
    f->think.belief = &f->belief;
    f->think.state = thinker->state;
    f->think.solver = (dom_search_solver){.table = f->table, .entries = SOLVE_ENTRIES};
    dom_bot bot = {.name = thinker->name,
                   .version = thinker->version,
                   .batch = 1, /* an answer is sent before the next ask is looked at */
                   .choose = choose,
                   .inform = thinker->informs ? inform : NULL,
                   .on_welcome = on_welcome,
                   .state = f};
    int status = dom_bot_run(&bot);
    free(f);
    return status;
}
