/* Many games at once for learning programs: one call plays an action in each game and writes
 * rows, masks and rewards. */
#include "vec.h"

#include "rules/variant.h"

#include <stdlib.h>
#include <string.h>

enum { SKIPS_MAX = 1000 }; /* matches without a decision, see domino_vec_auto_reset */

const char *domino_version(void)
{
    return DOMINO_VERSION;
}

int32_t domino_variant_count(void)
{
    return (int32_t)dom_variant_count();
}

void domino_variant_name(int32_t index, char *name)
{
    bool is_there = index >= 0 && index < domino_variant_count();
    dom_text_copy(name, DOMINO_NAME_BYTES, is_there ? dom_variant_at((size_t)index).name : "");
}

/* ---- actions ------------------------------------------------------------------ */

/* Lists the action of every number, because decoding a number takes two divisions. */
static void list_actions(domino_vec *vec)
{
    const domino_shape *shape = &vec->shape;
    for (int n = 0; n < shape->actions - 1; n++) {
        int place = n / shape->faces;
        vec->action[n] = (dom_action){.kind = DOM_PLAY,
                                      .tile = (dom_tile)(place / shape->ends),
                                      .end = (uint8_t)(place % shape->ends),
                                      .down = (uint8_t)(n % shape->faces)};
    }
    vec->action[shape->actions - 1] = (dom_action){.kind = DOM_DRAW};
}

static bool is_legal(const domino_vec *vec, const dom_game *game, int32_t number)
{
    bool in_range = 0 <= number && number < vec->shape.actions;
    return game->match.over || (in_range && game->mask[number]);
}

/* Notes the legal plays. A place is an end and a face. An action is written for every place and
 * counted only if it is legal, because a mispredicted branch costs more than a store. */
static inline __attribute__((always_inline)) int note_plays(dom_game *game, int ends, int faces)
{
    int count = 0;
    int places = ends * faces;
    dom_tileset on[2 * DOM_ENDS_MAX];
    dom_tileset any = dom_tileset_empty();
    for (int place = 0; place < places; place++) {
        on[place] = dom_round_plays(&game->match.play, place / faces, place % faces);
        any = dom_tileset_union(any, on[place]);
    }
    for (int word = 0; word < 2; word++)
        for (uint64_t bits = any.bits[word]; bits; bits &= bits - 1) {
            int bit = __builtin_ctzll(bits);
            int number = (64 * word + bit) * places;
            for (int place = 0; place < places; place++, number++) {
                bool is_here = on[place].bits[word] >> bit & 1;
                game->mask[number] = is_here;
                game->legal[count] = (uint16_t)number;
                count += is_here;
            }
        }
    return count;
}

/* Notes the legal actions. The mask must be all zeros. Nearly all games are on a line, so that
 * case has constants that unroll the loops. */
static void note_legal(const domino_shape *shape, dom_game *game)
{
    bool is_line = shape->ends == 2 && shape->faces == 1;
    int count = is_line ? note_plays(game, 2, 1) : note_plays(game, shape->ends, shape->faces);
    const dom_round *round = &game->match.play;
    if (dom_round_drawable(round) && dom_round_is_legal(round, (dom_action){.kind = DOM_DRAW})) {
        game->legal[count++] = (uint16_t)(shape->actions - 1);
        game->mask[shape->actions - 1] = 1;
    }
    game->legal_count = (uint16_t)count;
}

/* ---- playing ------------------------------------------------------------------ */

/* Deals a round. Hands of seats that do not play stay empty, as calloc left them. */
static void deal(const domino_vec *vec, dom_game *game)
{
    dom_deal *next = &game->match.deal;
    dom_search_deal(next, &vec->options, &vec->pack, dom_match_lead(&game->match), &game->deals);
    dom_match_deal(&game->match, next);
}

void dom_game_advance(const domino_vec *vec, dom_game *game)
{
    dom_match *match = &game->match;
    game->legal_count = 0;
    while (!match->over) {
        if (dom_match_force(match))
            continue;
        if (match->play.end == DOM_END_NONE) {
            if (game->player[match->play.turn] == DOMINO_CALLER) {
                note_legal(&vec->shape, game);
                return;
            }
            dom_match_make(match, dom_game_choose(game));
            continue;
        }
        dom_match_settle(match);
        if (!match->over)
            deal(vec, game);
    }
}

static void begin(const domino_vec *vec, dom_game *game)
{
    dom_match_init(&game->match, &vec->options);
    memset(game->rewarded, 0, sizeof game->rewarded);
    memset(game->mask, 0, (size_t)vec->shape.actions);
    deal(vec, game);
    dom_game_advance(vec, game);
}

/* Begins matches until the caller has a decision. Games in which it never has one exist, such as
 * with one tile in each hand. */
static void begin_next(const domino_vec *vec, dom_game *game)
{
    for (int tries = 0; game->match.over && tries < SKIPS_MAX; tries++)
        begin(vec, game);
}

/* ---- a vec -------------------------------------------------------------------- */

dom_rc dom_game_read(dom_options *options, const char *text, dom_err *err)
{
    char name[64];
    text += strspn(text, " ");
    size_t length = strcspn(text, " ");
    *options = dom_options_default();
    if (length > 0 && memchr(text, '=', length) == NULL) {
        dom_text_copy(name, length < sizeof name ? length + 1 : sizeof name, text);
        dom_variant variant;
        dom_rc rc = dom_variant_find(&variant, name, err);
        if (rc != DOM_OK)
            return rc;
        *options = variant.options;
        text += length;
    }
    dom_rc rc = dom_options_apply(options, text, err);
    return rc == DOM_OK ? dom_options_check(options, err) : rc;
}

void dom_game_seed(dom_game *game, uint64_t seed, uint64_t number)
{
    game->deals = dom_chance_of(seed, 2 * number);
    game->samples = dom_chance_of(seed, 2 * number + 1);
    game->others = dom_chance_of(~seed, number);
}

domino_vec *dom_vec_make(const char *game, int32_t games, uint64_t seed, dom_err *err)
{
    dom_options options;
    if (games < 1 || games > DOMINO_GAMES_MAX) {
        (void)dom_err_set(err, DOM_E_CONFIG, "games: %d is not allowed; allowed: 1..%d", games,
                          DOMINO_GAMES_MAX);
        return NULL;
    }
    if (dom_game_read(&options, game, err) != DOM_OK)
        return NULL;
    domino_shape shape = dom_shape_of(&options, games);
    size_t before_mask = sizeof(domino_vec) + (size_t)games * sizeof(dom_game);
    domino_vec *vec = calloc(1, before_mask + (size_t)games * (size_t)shape.actions);
    if (vec == NULL) {
        (void)dom_err_set(err, DOM_E_NOMEM, "no memory for %d games", games);
        return NULL;
    }
    vec->options = options;
    vec->shape = shape;
    vec->mask = (uint8_t *)vec + before_mask;
    vec->pack = dom_search_pack_of(&options);
    list_actions(vec);
    for (int32_t g = 0; g < games; g++) {
        dom_game_seed(&vec->game[g], seed, (uint64_t)g);
        vec->game[g].mask = vec->mask + (size_t)g * (size_t)shape.actions;
        begin(vec, &vec->game[g]);
    }
    return vec;
}

void dom_tell(const dom_err *err, char *why, size_t size)
{
    if (why && size > 0)
        dom_text_copy(why, size, err->text);
}

domino_vec *domino_vec_new(const char *game, int32_t games, uint64_t seed, char *why, size_t size)
{
    dom_err err;
    domino_vec *vec = dom_vec_make(game, games, seed, &err);
    if (vec == NULL)
        dom_tell(&err, why, size);
    return vec;
}

void domino_vec_free(domino_vec *vec)
{
    free(vec);
}

domino_shape domino_vec_shape(const domino_vec *vec)
{
    return vec->shape;
}

void domino_vec_auto_reset(domino_vec *vec, int32_t on)
{
    vec->auto_reset = on != 0;
}

void domino_vec_reset(domino_vec *vec, const uint8_t *which)
{
    for (int32_t g = 0; g < vec->shape.games; g++)
        if (which == NULL || which[g])
            begin(vec, &vec->game[g]);
}

const uint8_t *domino_vec_mask(const domino_vec *vec)
{
    return vec->mask;
}

void domino_vec_sample(domino_vec *vec, int32_t *actions)
{
    for (int32_t g = 0; g < vec->shape.games; g++) {
        dom_game *game = &vec->game[g];
        actions[g] = -1;
        if (game->legal_count > 0)
            actions[g] = game->legal[dom_random_pick(&game->samples, game->legal_count)];
    }
}

/* Returns the first of the games of `which` whose action is not legal, or -1. */
static int32_t find_illegal(const domino_vec *vec, const uint8_t *which, const int32_t *actions,
                            dom_err *err)
{
    for (int32_t g = 0; g < vec->shape.games; g++) {
        const dom_game *game = &vec->game[g];
        if ((which && !which[g]) || is_legal(vec, game, actions[g]))
            continue;
        (void)dom_err_set(err, DOM_E_ILLEGAL,
                          "game %d: action %d is not one of the %d legal of 0..%d", g, actions[g],
                          game->legal_count, vec->shape.actions - 1);
        return g;
    }
    return -1;
}

/* Writes by how much the scores have changed since the last call. */
static void reward(dom_game *game, int32_t *rewards)
{
    const dom_match *match = &game->match;
    int32_t sign = match->options.objective == DOM_OBJECTIVE_LOW ? -1 : 1;
    for (int s = 0; s < match->options.players; s++) {
        rewards[s] = sign * (match->score[s] - game->rewarded[s]);
        game->rewarded[s] = match->score[s];
    }
}

/* Ends a step of a game: says what it won, and who won the match if it is over. */
static void conclude(dom_game *game, int32_t *rewards, uint8_t *done)
{
    reward(game, rewards);
    *done = game->match.over;
    if (game->match.over)
        dom_match_places(&game->match.options, game->match.score, DOM_NOBODY, game->place);
}

/* A thousand games do not fit into the first-level cache: the next ones are prefetched while
 * these are played. */
enum { AHEAD = 2, LINE = 64 };

static void fetch(const dom_game *game)
{
    const char *play = (const char *)&game->match.play;
    for (size_t at = 0; at < sizeof game->match.play; at += LINE)
        __builtin_prefetch(play + at);
}

int32_t domino_vec_step(domino_vec *vec, const int32_t *actions, int32_t *rewards, uint8_t *done,
                        char *why, size_t size)
{
    dom_err err;
    const domino_shape *shape = &vec->shape;
    int32_t illegal = find_illegal(vec, NULL, actions, &err);
    if (illegal >= 0) {
        dom_tell(&err, why, size);
        return illegal;
    }
    memset(vec->mask, 0, (size_t)shape->games * (size_t)shape->actions);
    for (int32_t g = 0; g < shape->games; g++) {
        dom_game *game = &vec->game[g];
        fetch(&game[g + AHEAD < shape->games ? AHEAD : 0]);
        if (!game->match.over) {
            dom_match_make(&game->match, vec->action[actions[g]]);
            dom_game_advance(vec, game);
        }
        conclude(game, rewards + g * shape->seats, &done[g]);
        if (vec->auto_reset)
            begin_next(vec, game);
    }
    return -1;
}

int32_t domino_vec_play(domino_vec *vec, const uint8_t *which, const int32_t *actions, char *why,
                        size_t size)
{
    dom_err err;
    int32_t illegal = find_illegal(vec, which, actions, &err);
    if (illegal >= 0) {
        dom_tell(&err, why, size);
        return illegal;
    }
    for (int32_t g = 0; g < vec->shape.games; g++) {
        dom_game *game = &vec->game[g];
        if ((which && !which[g]) || game->match.over)
            continue;
        memset(game->mask, 0, (size_t)vec->shape.actions);
        dom_match_make(&game->match, vec->action[actions[g]]);
        dom_game_advance(vec, game);
    }
    return -1;
}

void domino_vec_rewards(domino_vec *vec, int32_t *rewards, uint8_t *done)
{
    for (int32_t g = 0; g < vec->shape.games; g++)
        conclude(&vec->game[g], rewards + g * vec->shape.seats, &done[g]);
}
