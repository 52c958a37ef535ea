/* Reads a JSON message.
 *
 * The reader walks over the bytes once, without recursion. It knows the number of values in an array or
 * object only at its end. So values that were read wait on a stack, which grows down from the end of the
 * tree's block. At the end of an array or object its values move to the front of the block, where they
 * stay. Every value is followed by a comma, a colon or a bracket, so it takes two bytes of the message at
 * least, and the front and the stack never meet.
 *
 * Example: when the inner array of [1,[2,3],4] ends, the stack has 1, 2 and 3. 2 and 3 move to the front,
 * and the inner array takes their place on the stack.
 */
#include "values.h"

#include "protocol/message.h"
#include "protocol/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* An array or object that is not complete yet. */
typedef struct {
    bool is_map;
    size_t base; /* number of values that were on the stack when it began */
} container;

/* The state of reading one message. */
typedef struct {
    const uint8_t *at, *end; /* the bytes that are not read yet */
    dom_values *tree;
    size_t top;                    /* number of values on the stack */
    container open[DOM_DEPTH_MAX]; /* the outermost first           */
    int depth;
    bool wants_value; /* a value must come next, else a comma or a bracket */
    bool is_out_of_memory;
} json_walk;

/* The functions below that return a text return NULL, or what is wrong at w->at. */
static const char cut[] = "ends in the middle";

static dom_value *on_stack(const json_walk *w, size_t index)
{
    return &w->tree->values[w->tree->limit - 1 - index];
}

static void push(json_walk *w, dom_value value)
{
    dom_check(w->tree->used + w->top < w->tree->limit);
    *on_stack(w, w->top++) = value;
    w->wants_value = false;
}

static void skip_blanks(json_walk *w)
{
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t' || *w->at == '\n' || *w->at == '\r'))
        w->at++;
}

/* ---- texts ------------------------------------------------------------------ */

/* Returns the number with four hexadecimal digits at `at`, or -1. */
static int32_t hex_number(const uint8_t *at, const uint8_t *end)
{
    int32_t number = 0;
    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        uint8_t c = at[i], lower = c | 0x20;
        if (c >= '0' && c <= '9')
            number = number * 16 + c - '0';
        else if (lower >= 'a' && lower <= 'f')
            number = number * 16 + lower - 'a' + 10;
        else
            return -1;
    }
    return number;
}

/* Reads the character of \uXXXX, or of two of them that are a surrogate pair. `at` is behind the first
 * \u. Returns the number of bytes that were read, or 0. */
static size_t read_unicode(const uint8_t *at, const uint8_t *end, int32_t *character)
{
    int32_t high = hex_number(at, end), low;
    *character = high;
    if (high < 0xd800 || high > 0xdfff)
        return high < 0 ? 0 : 4;
    if (high > 0xdbff || end - at < 10 || at[4] != '\\' || at[5] != 'u')
        return 0;
    low = hex_number(at + 6, end);
    *character = 0x10000 + ((high - 0xd800) << 10) + low - 0xdc00;
    return low < 0xdc00 || low > 0xdfff ? 0 : 10;
}

/* Writes a character as UTF-8. Returns its number of bytes. */
static size_t write_character(int32_t character, char *to)
{
    uint32_t c = (uint32_t)character;
    size_t follow = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t head[] = {0, 0xc0, 0xe0, 0xf0};
    to[0] = (char)(head[follow] | c >> 6 * follow);
    for (size_t i = 1; i <= follow; i++)
        to[i] = (char)(0x80 | (c >> 6 * (follow - i) & 0x3f));
    return 1 + follow;
}

/* Copies a text without its escapes to the memory of the tree. `end` is its closing quote. */
static const char *unescape(json_walk *w, const uint8_t *end, dom_value *value)
{
    static const char escapes[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
    char *text = dom_values_text(w->tree);
    size_t n = 0;
    w->is_out_of_memory = text == NULL;
    if (text == NULL)
        return "needs more memory than there is";
    while (w->at < end) {
        if (*w->at != '\\') {
            text[n++] = (char)*w->at++;
            continue;
        }
        const char *escape = memchr(escapes, w->at[1], sizeof escapes - 1);
        int32_t character = escape ? characters[escape - escapes] : 0;
        size_t more = 0;
        if (w->at[1] == 'u')
            more = read_unicode(w->at + 2, end, &character);
        if (escape == NULL && more == 0)
            return "has an escape that stands for no character";
        n += write_character(character, text + n);
        w->at += 2 + more;
    }
    *value = (dom_value){.kind = DOM_VALUE_TEXT, .count = (uint32_t)n, .text = text};
    w->tree->text_used += n;
    return NULL;
}

/* Reads a text. w->at is behind its opening quote. */
static const char *take_text(json_walk *w, dom_value *value)
{
    const uint8_t *at = w->at;
    bool has_escape = false;
    while (at < w->end && *at != '"') {
        size_t step = *at < 0x80 ? *at >= ' ' : dom_utf8_sequence(at, (size_t)(w->end - at));
        if (*at == '\\') {
            has_escape = true;
            step = 2;
        }
        if (step == 0) {
            w->at = at;
            return *at < ' ' ? "has a control character in a text" : "has a text that is not UTF-8";
        }
        at += step;
    }
    if (at >= w->end)
        return cut;
    const char *wrong = NULL;
    if (has_escape)
        wrong = unescape(w, at, value);
    else
        *value = (dom_value){
            .kind = DOM_VALUE_TEXT, .count = (uint32_t)(at - w->at), .text = (const char *)w->at};
    if (wrong == NULL)
        w->at = at + 1;
    return wrong;
}

/* Reads this character, and blanks before it. Returns `wrong` if another one comes. */
static const char *take_character(json_walk *w, uint8_t character, const char *wrong)
{
    skip_blanks(w);
    if (w->at == w->end)
        return cut;
    if (*w->at != character)
        return wrong;
    w->at++;
    return NULL;
}

/* Reads a key and the colon after it. */
static const char *take_key(json_walk *w)
{
    dom_value key;
    const char *wrong = take_character(w, '"', "has no key where one must be");
    if (wrong == NULL)
        wrong = take_text(w, &key);
    if (wrong)
        return wrong;
    if (memchr(key.text, '\0', key.count))
        return "has a zero byte in a key";
    push(w, key);
    w->wants_value = true;
    return take_character(w, ':', "has no colon after a key");
}

/* ---- numbers ---------------------------------------------------------------- */

static const uint8_t *skip_digits(const uint8_t *at, const uint8_t *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

/* The digits of a number, as a whole number times a power of ten. */
typedef struct {
    char digit[320]; /* more do not change whether it is finite: that needs 309 */
    int count;
    long power;
} decimal_number;

static void add_digits(decimal_number *d, const uint8_t *from, const uint8_t *end, bool is_fraction)
{
    for (; from < end; from++) {
        bool fits = d->count < (int)sizeof d->digit && (d->count > 0 || *from != '0');
        if (fits)
            d->digit[d->count++] = (char)*from;
        bool is_zero = d->count == 0;
        if (is_fraction && (fits || is_zero))
            d->power--;
        else if (!is_fraction && !fits && !is_zero)
            d->power++;
    }
}

static bool is_finite(const decimal_number *d, long exponent)
{
    char text[sizeof d->digit + 32];
    if (d->count == 0)
        return true;
    (void)snprintf(text, sizeof text, "%.*se%ld", d->count, d->digit, d->power + exponent);
    return isfinite(strtod(text, NULL)); /* without a point, so the locale does not matter */
}

/* Reads what follows the integer part of a number: a fraction, an exponent. w->at is at its first digit,
 * `at` behind its last one. */
static const char *take_real(json_walk *w, const uint8_t *at, dom_value *value)
{
    enum { EXPONENT_MAX = 1000000 }; /* is far from every number that is finite and not zero */
    decimal_number d = {.count = 0};
    long exponent = 0;
    bool is_negative = false;
    add_digits(&d, w->at, at, false);
    if (*at == '.') {
        const uint8_t *fraction = ++at;
        at = skip_digits(at, w->end);
        if (at == fraction)
            return "has a number without digits after its point";
        add_digits(&d, fraction, at, true);
    }
    if (at < w->end && (*at | 0x20) == 'e') {
        at++;
        if (at < w->end && (*at == '+' || *at == '-'))
            is_negative = *at++ == '-';
        const uint8_t *first = at;
        at = skip_digits(at, w->end);
        if (at == first)
            return "has a number without digits in its exponent";
        for (; first < at && exponent < EXPONENT_MAX; first++)
            exponent = exponent * 10 + *first - '0';
    }
    if (!is_finite(&d, is_negative ? -exponent : exponent))
        return "has a number that is not finite";
    *value = (dom_value){.kind = DOM_VALUE_OTHER};
    w->at = at;
    return NULL;
}

static const char *take_number(json_walk *w, dom_value *value)
{
    bool is_negative = *w->at == '-', is_wide = false;
    w->at += is_negative;
    const uint8_t *at = w->at, *end = skip_digits(at, w->end);
    if (at == end || (*at == '0' && end - at > 1))
        return at == w->end ? cut : "has no value where one must be";
    if (end < w->end && (*end == '.' || (*end | 0x20) == 'e'))
        return take_real(w, end, value);
    uint64_t number = 0, most = (uint64_t)INT64_MAX + is_negative;
    for (; at < end; at++) {
        is_wide |= number > INT64_MAX / 10;
        number = number * 10 + *at - '0';
    }
    if (is_wide || number > most)
        return "has an integer beyond 64 bits";
    *value = (dom_value){.kind = DOM_VALUE_INTEGER,
                         .integer = (int64_t)(is_negative ? 0 - number : number)};
    w->at = end;
    return NULL;
}

/* ---- arrays and objects ----------------------------------------------------- */

static int compare_keys(const void *a, const void *b)
{
    const dom_value *left = a, *right = b;
    if (left->count != right->count)
        return left->count < right->count ? -1 : 1;
    return memcmp(left->text, right->text, left->count);
}

/* Returns whether two of the keys are the same. `entries` are key, value, key, ...; `room` has space for
 * the keys. */
static bool has_key_twice(const dom_value *entries, size_t count, dom_value *room)
{
    enum { FEW = 32 }; /* most objects have fewer keys; more must not take quadratic time */
    for (size_t i = 1; i < count && count <= FEW; i++)
        for (size_t k = 0; k < i; k++)
            if (compare_keys(&entries[2 * i], &entries[2 * k]) == 0)
                return true;
    if (count <= FEW)
        return false;
    for (size_t i = 0; i < count; i++)
        room[i] = entries[2 * i];
    qsort(room, count, sizeof *room, compare_keys);
    for (size_t i = 1; i < count; i++)
        if (compare_keys(&room[i - 1], &room[i]) == 0)
            return true;
    return false;
}

/* Reads the closing bracket of the innermost array or object. */
static const char *leave(json_walk *w)
{
    const container *c = &w->open[w->depth - 1];
    size_t count = w->top - c->base;
    dom_check(w->tree->used + count + w->top <= w->tree->limit);
    dom_value *items = dom_values_take(w->tree, count);
    for (size_t i = 0; i < count; i++)
        items[i] = *on_stack(w, c->base + i);
    dom_value *room = on_stack(w, w->top) + 1; /* the values have moved, so their place is free */
    if (c->is_map && has_key_twice(items, count / 2, room))
        return "has an object with a key twice before this place";
    w->at++;
    w->depth--;
    w->top = c->base;
    push(w, (dom_value){.kind = c->is_map ? DOM_VALUE_MAP : DOM_VALUE_ARRAY,
                        .count = (uint32_t)(c->is_map ? count / 2 : count),
                        .items = items});
    return NULL;
}

static uint8_t closing_bracket(const json_walk *w)
{
    return w->open[w->depth - 1].is_map ? '}' : ']';
}

/* Reads an opening bracket, and the closing one or the first key if that follows. */
static const char *enter(json_walk *w)
{
    if (w->depth == DOM_DEPTH_MAX)
        return "is nested too deeply";
    bool is_map = *w->at++ == '{';
    w->open[w->depth++] = (container){is_map, w->top};
    skip_blanks(w);
    if (w->at == w->end)
        return cut;
    if (*w->at == closing_bracket(w))
        return leave(w);
    return is_map ? take_key(w) : NULL;
}

/* Reads a word that is a value. */
static const char *take_word(json_walk *w, const char *word, dom_value *value)
{
    size_t size = strlen(word);
    if ((size_t)(w->end - w->at) < size || memcmp(w->at, word, size) != 0)
        return "has no value where one must be";
    w->at += size;
    *value = word[0] == 'n' ? (dom_value){.kind = DOM_VALUE_OTHER}
                            : (dom_value){.kind = DOM_VALUE_BOOLEAN, .boolean = word[0] == 't'};
    return NULL;
}

/* Reads a value, or the beginning of an array or object. */
static const char *take_value(json_walk *w)
{
    dom_value value = {.kind = DOM_VALUE_OTHER};
    const char *wrong;
    skip_blanks(w);
    switch (w->at < w->end ? *w->at : '\0') {
    case '{':
    case '[':
        return enter(w);
    case '"':
        w->at++;
        wrong = take_text(w, &value);
        break;
    case 't':
        wrong = take_word(w, "true", &value);
        break;
    case 'f':
        wrong = take_word(w, "false", &value);
        break;
    case 'n':
        wrong = take_word(w, "null", &value);
        break;
    default:
        wrong = w->at < w->end ? take_number(w, &value) : cut;
    }
    if (wrong == NULL)
        push(w, value);
    return wrong;
}

/* Reads what follows a value in an array or object: its closing bracket, or a comma and the next key. */
static const char *take_next(json_walk *w)
{
    skip_blanks(w);
    if (w->at == w->end)
        return cut;
    if (*w->at == closing_bracket(w))
        return leave(w);
    if (*w->at != ',')
        return "has neither a comma nor the end of an array or object where one must be";
    w->at++;
    w->wants_value = true;
    return w->open[w->depth - 1].is_map ? take_key(w) : NULL;
}

static const char *walk(json_walk *w)
{
    skip_blanks(w);
    if (w->at == w->end)
        return cut;
    if (*w->at != '{' && *w->at != '[')
        return "is neither an object nor an array";
    const char *wrong;
    do
        wrong = w->wants_value ? take_value(w) : take_next(w);
    while (wrong == NULL && w->depth > 0);
    if (wrong)
        return wrong;
    w->tree->values[0] = *on_stack(w, 0);
    skip_blanks(w);
    return w->at == w->end ? NULL : "has more bytes after its end";
}

dom_rc dom_values_read_json(dom_values *tree, const uint8_t *bytes, size_t size, dom_err *err)
{
    dom_rc rc = dom_values_prepare(tree, size, err);
    if (rc != DOM_OK)
        return rc;
    /* `bytes` may be NULL when size is 0, and NULL + 0 is undefined. */
    json_walk w = {
        .at = bytes, .end = size > 0 ? bytes + size : bytes, .tree = tree, .wants_value = true};
    (void)dom_values_take(tree, 1); /* for the message itself */
    const char *wrong = walk(&w);
    if (wrong == NULL)
        return DOM_OK;
    if (w.is_out_of_memory)
        return dom_values_no_memory(tree, err);
    return dom_err_set(err, DOM_E_MALFORMED, "not a JSON message: at byte %zu it %s",
                       (size_t)(w.at - bytes), wrong);
}
