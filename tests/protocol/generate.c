#include "generate.h"

#include <string.h>

uint64_t generate_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

int64_t generate_from(uint64_t *state, int64_t low, int64_t high)
{
    uint64_t span = (uint64_t)high - (uint64_t)low + 1;
    return (int64_t)((uint64_t)low + generate_bits(state) % span);
}

/* Returns a number of any size; small ones are frequent. */
static int64_t number(uint64_t *state, int64_t low, int64_t high)
{
    int64_t near = low > -100 ? low : -100;
    int64_t far = high < 300 ? high : 300;
    return generate_bits(state) % 2 ? generate_from(state, low, high)
                                    : generate_from(state, near, far);
}

/* Makes a text of at most `bytes` bytes, with characters of one to four bytes. */
static void text(uint64_t *state, char *to, size_t bytes)
{
    static const char *const characters[] = {"a", "Z", "\"", "\\", "/", " ", "é", "骨", "🁣", "0"};
    size_t length = (size_t)generate_from(state, 0, (int64_t)bytes), used = 0;
    for (;;) {
        const char *c = characters[generate_bits(state) % 10];
        if (used + strlen(c) > length)
            break;
        memcpy(to + used, c, strlen(c));
        used += strlen(c);
    }
    to[used] = '\0';
}

static void word(uint64_t *state, const char *letters, char *to, size_t length)
{
    for (size_t i = 0; i < length; i++)
        to[i] = letters[generate_bits(state) % strlen(letters)];
    to[length] = '\0';
}

static void variant(uint64_t *state, char to[DOM_VARIANT_NAME_BYTES])
{
    word(state, "abcxyz0189._-", to, (size_t)generate_from(state, 1, DOM_VARIANT_NAME_BYTES - 1));
}

static dom_tile tile(uint64_t *state)
{
    return (dom_tile)generate_from(state, 0, DOM_TILES_MAX - 1);
}

static dom_tileset tiles(uint64_t *state)
{
    dom_tileset set = dom_tileset_empty();
    for (int64_t n = generate_from(state, 0, 12); n > 0; n--)
        set = dom_tileset_with(set, tile(state));
    return set;
}

static dom_action action(uint64_t *state)
{
    if (generate_bits(state) % 5 == 0)
        return (dom_action){.kind = DOM_DRAW};
    return (dom_action){.kind = DOM_PLAY,
                        .tile = tile(state),
                        .end = (uint8_t)generate_from(state, 0, DOM_ENDS_MAX - 1),
                        .down = generate_bits(state) % 4 == 0};
}

static dom_event event(uint64_t *state)
{
    dom_event e = {.seat = (int8_t)generate_from(state, 0, DOM_SEATS_MAX - 1),
                   .kind = (uint8_t)generate_from(state, DOM_EVENT_LEAD, DOM_EVENT_LOT)};
    if (e.kind == DOM_EVENT_START)
        e.seat = DOM_NOBODY;
    if (e.kind == DOM_EVENT_DRAW)
        e.tile = DOM_NO_TILE, e.count = (uint8_t)generate_from(state, 1, DOM_TILES_MAX);
    else if (e.kind != DOM_EVENT_PASS)
        e.tile = tile(state);
    if (e.kind == DOM_EVENT_PLAY)
        e.end = (uint8_t)generate_from(state, 0, DOM_ENDS_MAX - 1),
        e.down = generate_bits(state) % 4 == 0;
    return e;
}

static void hello(uint64_t *state, dom_msg_hello *m)
{
    m->protocol = (int32_t)number(state, 0, INT32_MAX);
    text(state, m->name, DOM_LABEL_BYTES - 1);
    text(state, m->version, DOM_LABEL_BYTES - 1);
    text(state, m->language, DOM_LABEL_BYTES - 1);
    m->max_tables = (int32_t)generate_from(state, 1, DOM_OPEN_TABLES_MAX);
    m->batch = (int32_t)generate_from(
        state, 1, m->max_tables < DOM_BATCH_MAX ? m->max_tables : DOM_BATCH_MAX);
    m->events = generate_bits(state) % 2;
}

static void welcome(uint64_t *state, dom_msg_welcome *m)
{
    m->protocol = 1;
    text(state, m->arena, DOM_LABEL_BYTES - 1);
    word(state, "abc#@", m->bot, 5);
    m->limits = (dom_msg_limits){.startup_ms = (int32_t)number(state, 0, INT32_MAX),
                                 .move_ms = (int32_t)number(state, 0, INT32_MAX),
                                 .bank_ms = (int32_t)number(state, 0, INT32_MAX),
                                 .increment_ms = (int32_t)number(state, 0, INT32_MAX),
                                 .margin_ms = (int32_t)number(state, 0, INT32_MAX),
                                 .message_bytes = (int32_t)number(state, 0, INT32_MAX)};
    m->variant_count = 0;
    size_t count = (size_t)generate_from(state, 0, DOM_VARIANTS_MAX);
    for (size_t i = 0; i < count; i++) {
        dom_variant of = dom_variant_at(i % dom_variant_count());
        dom_msg_variant *to = &m->variants[m->variant_count++];
        variant(state, to->name);
        to->name[0] = (char)('a' + i / 26); /* so that every name is different */
        to->name[1] = (char)('a' + i % 26);
        to->name[2] = '\0';
        to->options = of.options;
    }
}

static void match(uint64_t *state, dom_msg_match *m)
{
    m->table = number(state, 0, DOM_INTEGER_MAX);
    variant(state, m->variant);
    m->seats = (int32_t)generate_from(state, 2, DOM_SEATS_MAX);
    m->seat = (int32_t)generate_from(state, 0, m->seats - 1);
    m->teams = generate_bits(state) % 2;
    for (int s = 0; s < m->seats; s++)
        word(state, "abc#@?", m->bots[s], (size_t)generate_from(state, 1, DOM_NAME_BYTES - 1));
    m->seed = number(state, 0, DOM_INTEGER_MAX);
    word(state, "0123456789abcdef", m->commit, 64);
}

static void view(uint64_t *state, dom_view *v)
{
    v->seats = (uint8_t)generate_from(state, 2, DOM_SEATS_MAX);
    v->seat = (uint8_t)generate_from(state, 0, v->seats - 1);
    v->round = (uint16_t)generate_from(state, 1, DOM_ROUNDS_MAX);
    v->leader = (int8_t)generate_from(state, DOM_NOBODY, v->seats - 1);
    v->lead_rule = (uint8_t)generate_from(state, DOM_LEAD_NEXT, DOM_LEAD_LOWEST_DOUBLE);
    v->stock = (uint8_t)generate_from(state, 0, DOM_TILES_MAX);
    v->drawable = (uint8_t)generate_from(state, 0, v->stock);
    v->drawn = (uint8_t)generate_from(state, 0, DOM_TILES_MAX);
    v->end_count = (uint8_t)generate_from(state, 0, DOM_ENDS_MAX);
    for (int e = 0; e < v->end_count; e++)
        v->ends[e] = (int8_t)generate_from(state, DOM_ARM_CLOSED, DOM_PIP_MAX);
    for (int s = 0; s < v->seats; s++) {
        v->counts[s] = (uint8_t)generate_from(state, 0, DOM_TILES_MAX);
        v->scores[s] = (int32_t)number(state, INT32_MIN, INT32_MAX);
    }
    v->hand = tiles(state);
    v->legal_count = (uint16_t)number(state, 1, DOM_ACTIONS_MAX);
    for (int i = 0; i < v->legal_count; i++)
        v->legal[i] = action(state);
    bool longest = generate_bits(state) % 50 == 0;
    v->history_count = longest ? DOM_HISTORY_MAX : (uint16_t)generate_from(state, 0, 60);
    for (int i = 0; i < v->history_count; i++)
        v->history[i] = event(state);
}

static void ask(uint64_t *state, dom_msg_ask *m)
{
    m->req = number(state, 0, DOM_INTEGER_MAX);
    m->table = number(state, 0, DOM_INTEGER_MAX);
    variant(state, m->variant);
    m->seed = number(state, 0, DOM_INTEGER_MAX);
    m->clock.move_ms = (int32_t)number(state, 0, INT32_MAX);
    m->clock.bank_ms = (int32_t)number(state, 0, INT32_MAX);
    view(state, &m->view);
}

static void asks(uint64_t *state, dom_msg_asks *m)
{
    static dom_msg_ask store[20];
    static dom_msg_ask *item[20];
    m->item = item;
    m->room = 20;
    m->count = (uint16_t)generate_from(state, 1, 20);
    for (int i = 0; i < m->count; i++) {
        item[i] = &store[i];
        ask(state, item[i]);
    }
}

void generate_info(uint64_t *state, dom_info *info)
{
    *info = (dom_info){.has_expected = generate_bits(state) % 2,
                       .has_worlds = generate_bits(state) % 2,
                       .has_depth = generate_bits(state) % 2};
    const int64_t most = DOM_INFO_EXPECTED_MAX * INT64_C(1000);
    if (info->has_expected)
        info->expected = (int32_t)number(state, -most, most);
    if (info->has_worlds)
        info->worlds = number(state, 0, DOM_INTEGER_MAX);
    if (info->has_depth)
        info->depth = (int32_t)number(state, 0, INT32_MAX);
    text(state, info->text, DOM_INFO_TEXT_BYTES - 1);
}

static dom_msg_info info_of_act(uint64_t *state)
{
    static uint8_t room[DOM_BATCH_MAX][DOM_INFO_MESSAGE_BYTES];
    static int next;
    dom_info info;
    generate_info(state, &info);
    return dom_info_write(&info, room[next++ % DOM_BATCH_MAX]);
}

static void act(uint64_t *state, dom_msg_act *m)
{
    m->req = number(state, -DOM_INTEGER_MAX, DOM_INTEGER_MAX);
    m->has_action = generate_bits(state) % 2;
    m->choice = m->has_action ? 0 : number(state, -DOM_INTEGER_MAX, DOM_INTEGER_MAX);
    m->action = m->has_action ? action(state) : (dom_action){0};
    if (m->has_action && generate_bits(state) % 10 == 0)
        m->action = (dom_action){.kind = DOM_PASS};
    if (generate_bits(state) % 3 == 0)
        m->info = info_of_act(state);
}

static void acts(uint64_t *state, dom_msg_acts *m)
{
    m->count = (uint16_t)generate_from(state, 0, DOM_BATCH_MAX);
    for (int i = 0; i < m->count; i++)
        act(state, &m->act[i]);
}

static void round_over(uint64_t *state, dom_msg_round *m)
{
    m->table = number(state, 0, DOM_INTEGER_MAX);
    m->round = (int32_t)generate_from(state, 1, DOM_ROUNDS_MAX);
    m->end = (dom_end)generate_from(state, DOM_END_DOMINO, DOM_END_STUCK);
    m->seats = (int32_t)generate_from(state, 2, DOM_SEATS_MAX);
    m->by = (int32_t)generate_from(state, DOM_NOBODY, m->seats - 1);
    for (int s = 0; s < m->seats; s++) {
        m->hands[s] = tiles(state);
        m->points[s] = (int32_t)number(state, INT32_MIN, INT32_MAX);
        m->scores[s] = (int32_t)number(state, INT32_MIN, INT32_MAX);
    }
}

static void result(uint64_t *state, dom_msg_result *m)
{
    m->table = number(state, 0, DOM_INTEGER_MAX);
    m->seats = (int32_t)generate_from(state, 2, DOM_SEATS_MAX);
    m->end = (dom_fault)generate_from(state, 0, DOM_FAULT_COUNT - 1);
    m->fault_seat = (int32_t)generate_from(state, DOM_NOBODY, m->seats - 1);
    for (int s = 0; s < m->seats; s++) {
        m->places[s] = (int32_t)generate_from(state, 1, m->seats);
        m->scores[s] = (int32_t)number(state, INT32_MIN, INT32_MAX);
    }
}

static void fault(uint64_t *state, dom_msg_fault *m)
{
    m->table = number(state, -1, DOM_INTEGER_MAX);
    m->code = (dom_fault)generate_from(state, 1, DOM_FAULT_COUNT - 1);
    m->tolerated = generate_bits(state) % 2;
    text(state, m->text, DOM_TEXT_BYTES - 1);
}

void generate_message(uint64_t *state, dom_msg_type type, dom_msg *msg)
{
    memset(msg, 0, sizeof *msg);
    msg->type = type;
    switch (type) {
    case DOM_MSG_HELLO:
        hello(state, &msg->as.hello);
        return;
    case DOM_MSG_WELCOME:
        welcome(state, &msg->as.welcome);
        return;
    case DOM_MSG_MATCH:
        match(state, &msg->as.match);
        return;
    case DOM_MSG_ASK:
        ask(state, &msg->as.ask);
        return;
    case DOM_MSG_ASKS:
        asks(state, &msg->as.asks);
        return;
    case DOM_MSG_ACT:
        act(state, &msg->as.act);
        return;
    case DOM_MSG_ACTS:
        acts(state, &msg->as.acts);
        return;
    case DOM_MSG_ROUND:
        round_over(state, &msg->as.round);
        return;
    case DOM_MSG_RESULT:
        result(state, &msg->as.result);
        return;
    case DOM_MSG_FAULT:
        fault(state, &msg->as.fault);
        return;
    case DOM_MSG_BYE:
        text(state, msg->as.bye.reason, DOM_TEXT_BYTES - 1);
        return;
    case DOM_MSG_UNKNOWN:
    case DOM_MSG_TYPES:
        return;
    }
}
