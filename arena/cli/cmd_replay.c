#include "commands.h"

#include "home.h"
#include "output.h"
#include "past.h"
#include "rules/notation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const cli_args *args;
    dom_store *store;
    dom_err *err;
    const dom_store_tournament *t;
    const dom_store_match *match;
    char name[DOM_SEATS_MAX][DOM_BOT_NAME_BYTES + 8]; /* with the seat: partners share one */
    int width; /* of the longest name                                          */
    int event; /* number within the round                                      */
    bool is_found;
} replayer;

/* Is this seat's hand shown? */
static bool sees(const replayer *r, int seat)
{
    return !r->args->has_seat || r->args->seat == seat;
}

static void print_tiles(dom_tileset tiles)
{
    for (dom_tile t = dom_tileset_next(tiles, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(tiles, t + 1))
        (void)printf(" %d-%d", dom_tile_high(t), dom_tile_low(t));
}

/* `is_open`: at the end of a round everybody is shown all hands. */
static void print_hands(const replayer *r, const dom_tileset hands[], bool is_open)
{
    for (int s = 0; s < r->match->seats; s++) {
        (void)printf("  %-*s ", r->width, r->name[s]);
        if (is_open || sees(r, s))
            print_tiles(hands[s]);
        else
            (void)printf(" %d tiles", dom_tileset_count(hands[s]));
        (void)printf("\n");
    }
}

static void print_round_start(replayer *r, const dom_match *m)
{
    r->event = 0;
    (void)printf("\nRound %d\n", m->round);
    for (int i = 0; i < m->deal.lot_count; i++)
        (void)printf("  %-*s draws the lot %d-%d\n", r->width, r->name[m->deal.lots[i].seat],
                     dom_tile_high(m->deal.lots[i].tile), dom_tile_low(m->deal.lots[i].tile));
    print_hands(r, m->deal.hand, false);
    if (m->deal.start != DOM_NO_TILE)
        (void)printf("  start tile %d-%d\n", dom_tile_high(m->deal.start),
                     dom_tile_low(m->deal.start));
    if (m->play.leader != DOM_NOBODY)
        (void)printf("  %s leads\n", r->name[m->play.leader]);
}

static void describe_event(const replayer *r, const dom_event *e, char *text, size_t size)
{
    char tile[16];
    dom_text out = dom_text_of(tile, sizeof tile);
    if (e->kind != DOM_EVENT_PASS)
        dom_tile_write(e->tile, &out);
    switch ((dom_event_kind)e->kind) {
    case DOM_EVENT_LEAD:
        (void)snprintf(text, size, "leads %s", tile);
        break;
    case DOM_EVENT_PLAY:
        (void)snprintf(text, size, "plays %s on end %d%s", tile, e->end,
                       e->down ? ", face down" : "");
        break;
    case DOM_EVENT_DRAW:
        (void)snprintf(text, size, "draws %s", sees(r, e->seat) ? tile : "a tile");
        break;
    case DOM_EVENT_PASS:
        (void)snprintf(text, size, "passes");
        break;
    case DOM_EVENT_START:
    case DOM_EVENT_LOT:
        text[0] = '\0';
        break;
    }
}

static void print_ends(const dom_round *round)
{
    for (int e = 0; e < round->end_count; e++) {
        if (round->ends[e] == DOM_ARM_CLOSED)
            (void)printf("%s x", e ? " :" : "");
        else
            (void)printf("%s%2d", e ? " :" : "", round->ends[e]);
    }
}

static void print_event(replayer *r, const dom_table *table, const dom_effect *effect)
{
    char text[64];
    describe_event(r, &effect->event, text, sizeof text);
    (void)printf("  %3d  %-*s  %-28s", r->event++, r->width, r->name[effect->seat], text);
    print_ends(&table->match.play);
    if (effect->why == DOM_WHY_CHOSEN)
        (void)printf("   %.2f ms", effect->us / 1000.0);
    else if (effect->why == DOM_WHY_SUBSTITUTED)
        (void)printf("   put in for a tolerated %s", dom_fault_word(effect->fault));
    (void)printf("\n");
    if (r->args->wants_steps) {
        (void)fflush(stdout);
        for (int c = getchar(); c != '\n' && c != EOF;)
            c = getchar();
    }
}

static void print_scores(const replayer *r, const int32_t scores[])
{
    for (int s = 0; s < r->match->seats; s++)
        (void)printf("%s%s: %d", s ? ", " : "", r->name[s], (int)scores[s]);
    (void)printf("\n");
}

static void print_round_end(const replayer *r, const dom_match *m)
{
    static const char *const how[] = {[DOM_END_NONE] = "",
                                      [DOM_END_DOMINO] = "goes out",
                                      [DOM_END_BLOCKED] = "blocks",
                                      [DOM_END_STUCK] = "is stuck"};
    const dom_round_result *last = &m->last;
    (void)printf("  %s %s\n", last->by == DOM_NOBODY ? "nobody" : r->name[last->by],
                 how[last->end]);
    print_hands(r, m->play.hand, true);
    (void)printf("  points: ");
    print_scores(r, last->points);
    (void)printf("  scores: ");
    print_scores(r, m->score);
}

static void print_effect(void *context, const dom_table *table, const dom_effect *effect)
{
    replayer *r = context;
    switch (effect->kind) {
    case DOM_FX_DEAL:
        print_round_start(r, &table->match);
        break;
    case DOM_FX_EVENT:
        print_event(r, table, effect);
        break;
    case DOM_FX_ROUND:
        print_round_end(r, &table->match);
        break;
    case DOM_FX_FAULT:
        (void)printf("  fault: %s: %s%s\n", r->name[effect->seat], dom_fault_word(effect->fault),
                     effect->tolerated ? " (tolerated)" : "");
        break;
    case DOM_FX_ASK:
    case DOM_FX_SETTLED:
        break;
    }
}

static void print_places(const replayer *r)
{
    (void)printf("\nResult:");
    for (int s = 0; s < r->match->seats; s++)
        (void)printf("%s %s: place %d, score %d", s ? ";" : "", r->name[s], r->match->seat[s].place,
                     (int)r->match->seat[s].score);
    if (r->match->end != DOM_FAULT_NONE)
        (void)printf("; ended by %s of %s", dom_fault_word(r->match->end),
                     r->name[r->match->fault_seat]);
    (void)printf("\n");
}

static dom_rc print_logs(const replayer *r)
{
    for (int s = 0; s < r->match->seats; s++) {
        dom_store_process p;
        if (r->match->seat[s].process == 0)
            continue;
        dom_rc rc = dom_store_process_find(r->store, r->match->seat[s].process, &p, r->err);
        if (rc != DOM_OK)
            return rc;
        (void)printf("\n--- %s, process %u ---\n", r->name[s], p.instance);
        const char *ended = p.ended[0] ? p.ended : "still runs";
        cli_put_bytes(stdout, "", ended, strlen(ended));
        cli_put_bytes(stdout, "", p.log, p.log_bytes);
    }
    return DOM_OK;
}

static dom_rc print_match(replayer *r)
{
    const dom_store_match *m = r->match;
    dom_record record = past_record(r->t, m);
    dom_table *table = malloc(sizeof *table);
    if (table == NULL)
        return dom_err_set(r->err, DOM_E_NOMEM, "out of memory");
    (void)printf("%s, match %llu: %s, set %llu, rotation %d\n", r->t->name,
                 (unsigned long long)m->match, r->t->variants[m->variant].name,
                 (unsigned long long)m->set, m->rotation);
    (void)printf("seats:");
    for (int s = 0; s < m->seats; s++)
        (void)printf("%s %s", s ? "," : "", r->name[s]);
    (void)printf("\n");
    dom_rc rc = dom_record_replay(&record, table, print_effect, r, r->err);
    free(table);
    if (rc == DOM_OK)
        print_places(r);
    return rc == DOM_OK && r->args->wants_stderr ? print_logs(r) : rc;
}

static dom_rc print_record(replayer *r)
{
    dom_record record = past_record(r->t, r->match);
    char *line;
    dom_rc rc = dom_record_json(&record, DOM_RECORD_WHOLE, &line, r->err);
    if (rc != DOM_OK)
        return rc;
    (void)printf("%s\n", line);
    free(line);
    return DOM_OK;
}

static dom_rc show(void *context, const dom_store_match *m)
{
    replayer *r = context;
    r->match = m;
    r->is_found = true;
    r->width = 0;
    if (r->args->has_seat && r->args->seat >= m->seats)
        return dom_err_set(r->err, DOM_E_CONFIG, "--seat: this match has seats 0..%d",
                           m->seats - 1);
    for (int s = 0; s < m->seats; s++) {
        int length =
            snprintf(r->name[s], sizeof r->name[s], "%d %s", s, r->t->bots[m->seat[s].bot].name);
        r->width = length > r->width ? length : r->width;
    }
    return r->args->is_json ? print_record(r) : print_match(r);
}

/* Split "NAME/NUMBER" or "NUMBER". */
static dom_rc read_match(const cli_args *args, char *name, size_t room, uint64_t *number,
                         dom_err *err)
{
    const char *slash = strrchr(args->operand, '/');
    const char *digits = slash ? slash + 1 : args->operand;
    char *end;
    errno = 0;
    *number = strtoull(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end || errno || *number == 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "'%.80s' is no match; allowed: NUMBER or TOURNAMENT/NUMBER, from 1",
                           args->operand);
    (void)snprintf(name, room, "%.*s", slash ? (int)(slash - args->operand) : 0, args->operand);
    return DOM_OK;
}

int cmd_replay(const cli_args *args)
{
    cli_home home;
    char name[DOM_PATH_BYTES] = "";
    uint64_t number = 0;
    dom_store_tournament t = {0};
    dom_err err = {.rc = DOM_OK};
    replayer r = {.args = args, .err = &err, .t = &t};
    dom_rc rc = read_match(args, name, sizeof name, &number, &err);
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &r.store, &err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_find(r.store, name[0] ? name : args->tournament, &t, &err);
    if (rc == DOM_OK) {
        rc = dom_store_match_each(r.store, t.id, number, number, true, show, &r, &err);
        if (rc == DOM_OK && !r.is_found)
            rc = dom_err_set(&err, DOM_E_ABSENT, "tournament '%s' has no match %llu yet", t.name,
                             (unsigned long long)number);
        dom_store_tournament_free(&t);
    }
    dom_store_close(&r.store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
