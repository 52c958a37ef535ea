/* Positions as one line of text, and back (notation.h has the grammar). */
#include "rules/notation.h"

#include <string.h>

enum { LINE_BYTES = 2048, FIELD_BYTES = 1024 };

void dom_tile_write(dom_tile tile, dom_text *out)
{
    dom_text_add_int(out, dom_tile_high(tile));
    dom_text_add_char(out, '-');
    dom_text_add_int(out, dom_tile_low(tile));
}

/* Returns the number at *at, or -1 if there is none or it is above `max`. Moves *at behind the
 * digits. */
static int read_number(const char **at, int max)
{
    int value = -1;
    for (; **at >= '0' && **at <= '9'; (*at)++) {
        value = (value < 0 ? 0 : value) * 10 + (**at - '0');
        if (value > max)
            return -1;
    }
    return value;
}

dom_tile dom_tile_read(const char *text)
{
    int a = read_number(&text, DOM_PIP_MAX);
    if (a < 0 || *text++ != '-')
        return DOM_NO_TILE;
    int b = read_number(&text, DOM_PIP_MAX);
    return b < 0 || *text ? DOM_NO_TILE : dom_tile_of(a, b);
}

void dom_action_write(dom_action action, dom_text *out)
{
    switch ((dom_action_kind)action.kind) {
    case DOM_PLAY:
        dom_tile_write(action.tile, out);
        dom_text_add_char(out, '@');
        dom_text_add_int(out, action.end);
        dom_text_add(out, action.down ? "v" : "");
        return;
    case DOM_DRAW:
        dom_text_add(out, "draw");
        return;
    case DOM_PASS:
        dom_text_add(out, "pass");
        return;
    }
}

bool dom_action_read(const char *text, dom_action *out)
{
    bool is_draw = strcmp(text, "draw") == 0;
    if (is_draw || strcmp(text, "pass") == 0) {
        *out = (dom_action){.kind = is_draw ? DOM_DRAW : DOM_PASS};
        return true;
    }
    const char *at = strchr(text, '@');
    char tile[8];
    if (at == NULL || (size_t)(at - text) >= sizeof tile)
        return false;
    memcpy(tile, text, (size_t)(at - text));
    tile[at - text] = '\0';
    at++;
    int end = read_number(&at, DOM_ENDS_MAX - 1);
    bool down = *at == 'v';
    *out = (dom_action){
        .kind = DOM_PLAY, .tile = dom_tile_read(tile), .end = (uint8_t)end, .down = down};
    return out->tile != DOM_NO_TILE && end >= 0 && at[down ? 1 : 0] == '\0';
}

/* Cuts the next item off *rest at one of `separators` and trims blanks. Returns NULL when
 * nothing is left. */
static char *next_item(char **rest, const char *separators)
{
    if (*rest == NULL)
        return NULL;
    char *item = *rest + strspn(*rest, " ");
    char *end = item + strcspn(item, separators);
    *rest = *end ? end + 1 : NULL;
    *end = '\0';
    while (end > item && end[-1] == ' ')
        *--end = '\0';
    return item;
}

/* What the readers of fields share. */
typedef struct {
    dom_position *position;
    dom_tileset seen; /* tiles read so far; a second one of them is an error */
    dom_err *err;
} reader;

static dom_rc bad(reader *r, const char *field, const char *value, const char *allowed)
{
    return dom_err_set(r->err, DOM_E_CONFIG, "%s: '%.60s' is not allowed; allowed: %s", field,
                       value, allowed);
}

static dom_rc read_tile_of_set(reader *r, const char *field, const char *text, dom_tile *out)
{
    const dom_options *o = &r->position->variant.options;
    *out = dom_tile_read(text);
    if (*out == DOM_NO_TILE || !dom_tileset_has(dom_tileset_full(o->set_max, o->doubles), *out))
        return bad(r, field, text, "a tile of the set such as 5-3");
    return DOM_OK;
}

/* Reads a tile of the variant's set that has not occurred before. */
static dom_rc read_tile(reader *r, const char *field, const char *text, dom_tile *out)
{
    dom_rc rc = read_tile_of_set(r, field, text, out);
    if (rc != DOM_OK)
        return rc;
    if (dom_tileset_has(r->seen, *out))
        return bad(r, field, text, "each tile once");
    r->seen = dom_tileset_with(r->seen, *out);
    return DOM_OK;
}

static dom_rc read_hand(reader *r, char *text)
{
    int seat = 0;
    for (char *hand = next_item(&text, "/"); hand; hand = next_item(&text, "/"), seat++) {
        if (seat >= r->position->variant.options.players)
            return bad(r, "hand", hand, "a hand for each seat");
        if (*hand == '\0')
            continue;
        for (char *tile = next_item(&hand, ","); tile; tile = next_item(&hand, ",")) {
            dom_tile t;
            dom_rc rc = read_tile(r, "hand", tile, &t);
            if (rc != DOM_OK)
                return rc;
            r->position->deal.hand[seat] = dom_tileset_with(r->position->deal.hand[seat], t);
        }
    }
    return DOM_OK;
}

static dom_rc read_stock(reader *r, char *text)
{
    dom_deal *deal = &r->position->deal;
    for (char *tile = next_item(&text, ","); tile; tile = next_item(&text, ",")) {
        dom_tile t;
        dom_rc rc = read_tile(r, "stock", tile, &t);
        if (rc != DOM_OK)
            return rc;
        for (int s = 0; s < DOM_SEATS_MAX; s++)
            deal->stock[s][deal->stock_count] = t;
        deal->stock_count++;
    }
    return DOM_OK;
}

static dom_rc read_start(reader *r, char *text)
{
    return read_tile(r, "start", text, &r->position->deal.start);
}

static dom_rc read_must(reader *r, char *text)
{
    return read_tile_of_set(r, "must", text, &r->position->round.lead_tile);
}

static dom_rc read_ends(reader *r, char *text)
{
    dom_round *round = &r->position->round;
    int arms = r->position->variant.options.arms;
    if (strcmp(text, "-") == 0)
        return DOM_OK;
    for (char *end = next_item(&text, ","); end; end = next_item(&text, ",")) {
        const char *digits = end;
        int value = read_number(&digits, r->position->variant.options.set_max);
        bool closed = strcmp(end, "x") == 0;
        if (round->end_count >= arms || (!closed && (value < 0 || *digits)))
            return bad(r, "ends", end, "a pip value for each end, x for a closed arm, or '-'");
        round->ends[round->end_count++] = (int8_t)(closed ? DOM_ARM_CLOSED : value);
    }
    if (round->end_count < arms)
        return bad(r, "ends", "too few", "as many ends as the variant has arms");
    return DOM_OK;
}

static dom_rc read_seat(reader *r, const char *field, const char *text, int *seat)
{
    const char *digits = text;
    *seat = read_number(&digits, r->position->variant.options.players - 1);
    if (*seat < 0 || *digits)
        return bad(r, field, text, "a seat at the table, from 0");
    return DOM_OK;
}

static dom_rc read_turn(reader *r, char *text)
{
    int seat;
    dom_rc rc = read_seat(r, "turn", text, &seat);
    r->position->round.turn = (uint8_t)seat;
    return rc;
}

static dom_rc read_leader(reader *r, char *text)
{
    int seat;
    dom_rc rc = read_seat(r, "leader", text, &seat);
    r->position->round.leader = (int8_t)seat;
    return rc;
}

static dom_rc read_last(reader *r, char *text)
{
    int seat = DOM_NOBODY;
    dom_rc rc = strcmp(text, "-") == 0 ? DOM_OK : read_seat(r, "last", text, &seat);
    r->position->round.last_player = (int8_t)seat;
    return rc;
}

static dom_rc read_drawn(reader *r, char *text)
{
    const char *digits = text;
    int value = read_number(&digits, DOM_TILES_MAX);
    if (value < 0 || *digits)
        return bad(r, "drawn", text, "tiles drawn in this turn");
    r->position->round.drawn = (uint8_t)value;
    return DOM_OK;
}

static dom_rc read_paid(reader *r, char *text)
{
    int seat = 0;
    for (char *item = next_item(&text, ","); item; item = next_item(&text, ","), seat++) {
        const char *digits = item;
        int value = read_number(&digits, DOM_TILES_MAX);
        if (seat >= r->position->variant.options.players || value < 0 || *digits)
            return bad(r, "paid", item, "a number of tiles for each seat");
        r->position->round.paid[seat] = (uint8_t)value;
    }
    return DOM_OK;
}

static void write_ends(const dom_position *p, dom_text *out)
{
    if (p->round.end_count == 0)
        dom_text_add_char(out, '-');
    for (int e = 0; e < p->round.end_count; e++) {
        dom_text_add(out, e ? "," : "");
        if (p->round.ends[e] == DOM_ARM_CLOSED)
            dom_text_add_char(out, 'x');
        else
            dom_text_add_int(out, p->round.ends[e]);
    }
}

static void write_turn(const dom_position *p, dom_text *out)
{
    dom_text_add_int(out, p->round.turn);
}

static void write_drawn(const dom_position *p, dom_text *out)
{
    dom_text_add_int(out, p->round.drawn);
}

static void write_leader(const dom_position *p, dom_text *out)
{
    dom_text_add_int(out, p->round.leader);
}

static void write_last(const dom_position *p, dom_text *out)
{
    if (p->round.last_player == DOM_NOBODY)
        dom_text_add_char(out, '-');
    else
        dom_text_add_int(out, p->round.last_player);
}

static void write_hands(const dom_position *p, dom_text *out)
{
    for (int s = 0; s < p->variant.options.players; s++) {
        dom_text_add(out, s ? " / " : "");
        const char *separator = "";
        dom_tileset hand = p->round.hand[s];
        for (dom_tile t = dom_tileset_next(hand, 0); t != DOM_NO_TILE;
             t = dom_tileset_next(hand, t + 1)) {
            dom_text_add(out, separator);
            dom_tile_write(t, out);
            separator = ",";
        }
    }
}

/* Writes the tiles of the stock in the order in which the seat on turn draws them. */
static void write_stock(const dom_position *p, dom_text *out)
{
    const char *separator = "";
    for (int i = 0; i < p->deal.stock_count; i++) {
        dom_tile tile = p->deal.stock[p->round.turn][i];
        if (!dom_tileset_has(p->round.stock, tile))
            continue;
        dom_text_add(out, separator);
        dom_tile_write(tile, out);
        separator = ",";
    }
}

static void write_start(const dom_position *p, dom_text *out)
{
    if (p->deal.start != DOM_NO_TILE)
        dom_tile_write(p->deal.start, out);
}

static void write_must(const dom_position *p, dom_text *out)
{
    if (p->round.lead_tile != DOM_NO_TILE && p->round.end_count == 0)
        dom_tile_write(p->round.lead_tile, out);
}

static void write_paid(const dom_position *p, dom_text *out)
{
    unsigned any = 0;
    for (int s = 0; s < p->variant.options.players; s++)
        any |= p->round.paid[s];
    for (int s = 0; any && s < p->variant.options.players; s++) {
        dom_text_add(out, s ? "," : "");
        dom_text_add_int(out, p->round.paid[s]);
    }
}

/* One row per field; reading and writing both follow it. */
static const struct {
    const char *name;
    dom_rc (*read)(reader *, char *text);
    void (*write)(const dom_position *, dom_text *);
} fields[] = {
    {"ends", read_ends, write_ends},    {"turn", read_turn, write_turn},
    {"drawn", read_drawn, write_drawn}, {"leader", read_leader, write_leader},
    {"last", read_last, write_last},    {"hand", read_hand, write_hands},
    {"stock", read_stock, write_stock}, {"start", read_start, write_start},
    {"must", read_must, write_must},    {"paid", read_paid, write_paid},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static dom_rc read_field(reader *r, char *field, unsigned *seen)
{
    size_t length = strcspn(field, " ");
    char *value = field + length + strspn(field + length, " ");
    for (unsigned i = 0; i < FIELDS; i++) {
        if (strlen(fields[i].name) != length || strncmp(fields[i].name, field, length) != 0)
            continue;
        if (*seen >> i & 1)
            return dom_err_set(r->err, DOM_E_CONFIG, "field '%s' comes twice", fields[i].name);
        *seen |= 1u << i;
        return fields[i].read(r, value);
    }
    return dom_err_set(r->err, DOM_E_CONFIG,
                       "'%.20s' is not a field; allowed: ends, turn, drawn, leader, last, hand, "
                       "stock, start, must, paid",
                       field);
}

dom_rc dom_variant_notation_read(dom_variant *out, char *text, dom_err *err)
{
    size_t length = strcspn(text, " ");
    char *settings = text + length + (text[length] ? 1 : 0);
    text[length] = '\0';
    dom_rc rc = dom_variant_find(out, text, err);
    if (rc == DOM_OK)
        rc = dom_options_apply(&out->options, settings, err);
    else if (err)
        err->rc = DOM_E_CONFIG; /* an unknown variant is an error of the text */
    return rc == DOM_OK ? dom_options_check(&out->options, err) : DOM_E_CONFIG;
}

dom_rc dom_position_read(dom_position *out, const char *line, dom_err *err)
{
    char text[LINE_BYTES];
    if (strlen(line) >= sizeof text)
        return dom_err_set(err, DOM_E_CONFIG, "the position is longer than %d bytes",
                           LINE_BYTES - 1);
    memcpy(text, line, strlen(line) + 1);
    memset(out, 0, sizeof *out);
    out->deal.start = DOM_NO_TILE;
    out->deal.leader = DOM_NOBODY;
    out->round = (dom_round){.lead_tile = DOM_NO_TILE, .last_player = DOM_NOBODY, .by = DOM_NOBODY};

    reader r = {.position = out, .err = err};
    unsigned seen = 0;
    char *rest = text;
    dom_rc rc = dom_variant_notation_read(&out->variant, next_item(&rest, "|"), err);
    for (char *field = next_item(&rest, "|"); rc == DOM_OK && field; field = next_item(&rest, "|"))
        if (*field)
            rc = read_field(&r, field, &seen);
    if (rc != DOM_OK)
        return rc;
    out->round.options = &out->variant.options;
    out->round.deal = &out->deal;
    memcpy(out->round.hand, out->deal.hand, sizeof out->round.hand);
    for (int i = 0; i < out->deal.stock_count; i++)
        out->round.stock = dom_tileset_with(out->round.stock, out->deal.stock[0][i]);
    dom_round_derive(&out->round);
    return DOM_OK;
}

void dom_variant_notation_write(const dom_variant *variant, dom_text *out)
{
    dom_variant named;
    bool is_named = dom_variant_find(&named, variant->name, NULL) == DOM_OK;
    bool has_base = !is_named && dom_variant_find(&named, variant->base, NULL) == DOM_OK;
    dom_text_add(out, has_base ? variant->base : variant->name);
    if (!is_named && !has_base)
        return;
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        int32_t value = dom_option_get(&variant->options, option);
        if (value == dom_option_get(&named.options, option))
            continue;
        dom_text_add_char(out, ' ');
        dom_text_add(out, option->name);
        dom_text_add_char(out, '=');
        dom_option_write(option, value, out);
    }
}

void dom_position_write(const dom_position *position, dom_text *out)
{
    dom_variant_notation_write(&position->variant, out);
    for (unsigned i = 0; i < FIELDS; i++) {
        char value[FIELD_BYTES];
        dom_text text = dom_text_of(value, sizeof value);
        fields[i].write(position, &text);
        if (value[0] == '\0')
            continue;
        dom_text_add(out, " | ");
        dom_text_add(out, fields[i].name);
        dom_text_add_char(out, ' ');
        dom_text_add(out, value);
    }
}

const char *dom_end_name(int end)
{
    static const char *const names[DOM_ENDS_MAX] = {"left", "right", "upper", "lower"};
    return names[end];
}
