/* Reads a JSON message and writes the same message in MessagePack.
 *
 * The reader walks over the bytes once, without recursion. MessagePack says first how many entries
 * an array or map has, and that is known only at its end. So one byte is left free for its head; if
 * there are 16 entries or more, what was written behind it moves.
 *
 * How long can the copy become? A comma, a colon or a bracket follows every value. With it a whole
 * number or a text of less than 256 bytes is longer in JSON than in MessagePack. A longer text is
 * not, and one of 65,536 bytes has two bytes less. An array or map has two bytes for its head, its
 * bracket and what follows it, and needs three from 16 entries on. Real numbers are the worst:
 * `1e0,` has four bytes and becomes nine.
 */
#include "json_to_msgpack.h"

#include "base/check.h"
#include "protocol/message.h"
#include "protocol/utf8.h"
#include "write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text in the copy, such as a key of an object that is not complete yet. */
typedef struct {
    const uint8_t *at;
    size_t bytes;
} json_text;

/* An array or object that is not complete yet. */
typedef struct {
    bool is_map;
    size_t head;  /* where its head is in the copy                               */
    size_t count; /* its values so far                                           */
    size_t keys;  /* number of keys of the objects around it                     */
} container;

/* The state of reading one message. */
typedef struct {
    const uint8_t *at, *end; /* the bytes that are not read yet */
    dom_writer out;          /* the copy                        */
    uint8_t *start;          /* its first byte                  */
    json_text *key;          /* the keys of all open objects, those of the outermost first */
    size_t keys;
    container open[DOM_DEPTH_MAX]; /* the outermost first */
    int depth;
    bool wants_value; /* a value must come next, else a comma or a bracket */
    int info;         /* the depth of the object whose key `info` has the value here; 0: none has */
    json_text text;   /* the text that was read last                       */
} json_walk;

/* The functions below that return a text return NULL, or what is wrong at w->at. */
static const char cut[] = "ends in the middle";

static bool is_blank(uint8_t c)
{
    return c <= ' ' && (c == ' ' || c == '\t' || c == '\n' || c == '\r');
}

static void skip_blanks(json_walk *w)
{
    while (w->at < w->end && is_blank(*w->at))
        w->at++;
}

static void put_nil(json_walk *w)
{
    dom_writer_byte(&w->out, 0xc0);
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

/* Reads the character of \uXXXX, or of two of them that are a surrogate pair. `at` is behind the
 * first \u. Returns the number of bytes that were read, or 0. */
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

/* Copies a text without its escapes to `to`. `end` is its closing quote. Returns where the copy
 * ends; NULL if there is an escape that stands for no character, at w->at. */
static char *unescape(json_walk *w, const uint8_t *end, char *to)
{
    static const char escapes[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
    while (w->at < end) {
        if (*w->at != '\\') {
            *to++ = (char)*w->at++;
            continue;
        }
        const char *escape = memchr(escapes, w->at[1], sizeof escapes - 1);
        int32_t character = escape ? characters[escape - escapes] : 0;
        size_t more = 0;
        if (w->at[1] == 'u')
            more = read_unicode(w->at + 2, end, &character);
        if (escape == NULL && more == 0)
            return NULL;
        to += write_character(character, to);
        w->at += 2 + more;
    }
    return to;
}

/* Writes the head of a text in `width` bytes: `bytes` need not be the least number for it. */
static void put_text_head(uint8_t *head, size_t width, size_t bytes)
{
    static const uint8_t tag[] = {[1] = 0xa0, [2] = 0xd9, [3] = 0xda, [5] = 0xdb};
    head[0] = tag[width];
    if (width == 1)
        head[0] |= (uint8_t)bytes;
    for (size_t i = width - 1; i > 0; i--, bytes >>= 8)
        head[i] = (uint8_t)bytes;
}

/* Copies a text that ends at the quote `end`. It becomes no longer by losing its escapes. */
static const char *copy_text(json_walk *w, const uint8_t *end, bool has_escape)
{
    size_t bytes = (size_t)(end - w->at);
    size_t width = bytes < 32 ? 1 : bytes < 256 ? 2 : bytes < 65536 ? 3 : 5;
    uint8_t *head = dom_writer_room(&w->out, width + bytes);
    dom_check(head != NULL);
    if (has_escape) {
        char *text_end = unescape(w, end, (char *)head + width);
        if (text_end == NULL)
            return "has an escape that stands for no character";
        w->out.at = (uint8_t *)text_end;
        bytes = (size_t)(w->out.at - head) - width;
    } else {
        memcpy(head + width, w->at, bytes);
    }
    put_text_head(head, width, bytes);
    w->text = (json_text){head + width, bytes};
    w->at = end + 1;
    return NULL;
}

/* Most characters are ASCII without a meaning of their own. */
static bool is_ordinary(uint8_t c)
{
    return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
}

/* Passes over one character or escape of a text. Returns the place behind it, which may be behind
 * the end of the message; NULL if it may not be in a text. */
static const uint8_t *skip_character(const uint8_t *at, const uint8_t *end)
{
    if (*at == '\\')
        return at + 2;
    size_t bytes = *at < ' ' ? 0 : dom_utf8_sequence(at, (size_t)(end - at));
    return bytes > 0 ? at + bytes : NULL;
}

/* Reads a text. w->at is behind its opening quote. */
static const char *take_strict_text(json_walk *w)
{
    const uint8_t *at = w->at;
    bool has_escape = false;
    while (true) {
        while (at < w->end && is_ordinary(*at))
            at++;
        if (at >= w->end)
            return cut;
        if (*at == '"')
            return copy_text(w, at, has_escape);
        has_escape |= *at == '\\';
        const uint8_t *next = skip_character(at, w->end);
        if (next == NULL) {
            w->at = at;
            return *at < ' ' ? "has a control character in a text" : "has a text that is not UTF-8";
        }
        at = next;
    }
}

/* Passes over a text whatever its characters are. Returns whether it ends. */
static bool skip_text(json_walk *w, const uint8_t *at)
{
    while (at < w->end && *at != '"')
        at += *at == '\\' ? 2 : 1;
    if (at >= w->end)
        return false;
    w->at = at + 1;
    return true;
}

/* Reads a text that is a value. Within an info one that is wrong becomes nil. */
static const char *take_text(json_walk *w)
{
    const uint8_t *at = w->at;
    uint8_t *head = w->out.at;
    const char *wrong = take_strict_text(w);
    if (wrong == NULL || w->info == 0 || !skip_text(w, at))
        return wrong;
    w->out.at = head;
    put_nil(w);
    return NULL;
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

/* A key was read: notes whether its value is an info, or part of one. */
static void note_info(json_walk *w)
{
    static const char info[] = "info";
    if (w->info >= w->depth)
        w->info = 0;
    if (w->info == 0 && w->text.bytes == sizeof info - 1 &&
        memcmp(w->text.at, info, sizeof info - 1) == 0)
        w->info = w->depth;
}

/* Reads a key and the colon after it. */
static const char *take_key(json_walk *w)
{
    const char *wrong = take_character(w, '"', "has no key where one must be");
    if (wrong == NULL)
        wrong = take_strict_text(w);
    if (wrong)
        return wrong;
    note_info(w);
    if (memchr(w->text.at, '\0', w->text.bytes))
        return "has a zero byte in a key";
    w->key[w->keys++] = w->text;
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

static double value_of(const decimal_number *d, long exponent)
{
    char text[sizeof d->digit + 32];
    if (d->count == 0)
        return 0;
    (void)snprintf(text, sizeof text, "%.*se%ld", d->count, d->digit, d->power + exponent);
    return strtod(text, NULL); /* without a point, so the locale does not matter */
}

/* Writes a real number; within an info nil if it is not finite. */
static const char *put_real(json_walk *w, double value)
{
    if (isfinite(value))
        dom_write_real(&w->out, value);
    else if (w->info > 0)
        put_nil(w);
    else
        return "has a number that is not finite";
    return NULL;
}

/* Reads what follows the integer part of a number: a fraction, an exponent. w->at is at its first
 * digit, `at` behind its last one. */
static const char *take_real(json_walk *w, const uint8_t *at, bool is_below_zero)
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
    double value = value_of(&d, is_negative ? -exponent : exponent);
    const char *wrong = put_real(w, is_below_zero ? -value : value);
    if (wrong == NULL)
        w->at = at;
    return wrong;
}

/* Reads one of the words that are no JSON, but that some libraries write for numbers that are not
 * finite: nil within an info. A minus before it was read. */
static const char *take_not_finite(json_walk *w)
{
    static const char *const words[] = {"NaN", "Infinity"};
    for (size_t i = 0; w->info > 0 && i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]);
        if ((size_t)(w->end - w->at) < size || memcmp(w->at, words[i], size) != 0)
            continue;
        w->at += size;
        put_nil(w);
        return NULL;
    }
    return "has no value where one must be";
}

static __attribute__((noinline)) const char *take_any_number(json_walk *w)
{
    bool is_negative = *w->at == '-', is_wide = false;
    w->at += is_negative;
    const uint8_t *at = w->at, *end = skip_digits(at, w->end);
    if (at == end || (*at == '0' && end - at > 1))
        return at == w->end ? cut : take_not_finite(w);
    if (end < w->end && (*end == '.' || (*end | 0x20) == 'e'))
        return take_real(w, end, is_negative);
    uint64_t number = 0, most = (uint64_t)INT64_MAX + is_negative;
    for (; at < end; at++) {
        is_wide |= number > INT64_MAX / 10;
        number = number * 10 + *at - '0';
    }
    bool is_beyond = is_wide || number > most;
    if (is_beyond && w->info == 0)
        return "has an integer beyond 64 bits";
    if (is_beyond)
        put_nil(w);
    else
        dom_write_integer(&w->out, (int64_t)(is_negative ? 0 - number : number));
    w->at = end;
    return NULL;
}

/* Reads a number. Most of them are one digit. */
static const char *take_number(json_walk *w)
{
    uint8_t digit = (uint8_t)(*w->at - '0');
    if (digit > 9 || w->end - w->at < 2 || (w->at[1] != ',' && w->at[1] != ']' && w->at[1] != '}'))
        return take_any_number(w);
    dom_writer_byte(&w->out, digit);
    w->at++;
    return NULL;
}

/* ---- arrays and objects ----------------------------------------------------- */

static int compare_keys(const void *a, const void *b)
{
    const json_text *left = a, *right = b;
    if (left->bytes != right->bytes)
        return left->bytes < right->bytes ? -1 : 1;
    return memcmp(left->at, right->at, left->bytes);
}

/* Returns whether two of the keys are the same. Their order may change. */
static bool has_key_twice(json_text *key, size_t count)
{
    enum { FEW = 32 }; /* most objects have fewer keys; more must not take quadratic time */
    for (size_t i = 1; i < count && count <= FEW; i++)
        for (size_t k = 0; k < i; k++)
            if (key[i].bytes == key[k].bytes && dom_same_bytes(key[i].at, key[k].at, key[i].bytes))
                return true;
    if (count <= FEW)
        return false;
    qsort(key, count, sizeof *key, compare_keys);
    for (size_t i = 1; i < count; i++)
        if (compare_keys(&key[i - 1], &key[i]) == 0)
            return true;
    return false;
}

/* Writes the head of an array or map whose entries are written. */
static void put_head(json_walk *w, const container *c)
{
    uint8_t *head = w->start + c->head;
    size_t entries = (size_t)(w->out.at - head) - 1;
    if (c->count < 16) {
        *head = (uint8_t)((c->is_map ? 0x80 : 0x90) | c->count);
        return;
    }
    size_t width = c->count < 65536 ? 2 : 4;
    uint8_t *more = dom_writer_room(&w->out, width);
    dom_check(more != NULL);
    memmove(head + 1 + width, head + 1, entries);
    head[0] = (uint8_t)((c->is_map ? 0xde : 0xdc) + (width == 4));
    for (size_t i = width, count = c->count; i > 0; i--, count >>= 8)
        head[i] = (uint8_t)count;
}

/* Reads the closing bracket of the innermost array or object. */
static const char *leave(json_walk *w)
{
    const container *c = &w->open[w->depth - 1];
    if (w->info >= w->depth)
        w->info = 0;
    if (c->is_map && w->info == 0 && has_key_twice(w->key + c->keys, w->keys - c->keys))
        return "has an object with a key twice before this place";
    w->at++;
    w->depth--;
    w->keys = c->keys;
    w->wants_value = false;
    put_head(w, c);
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
    w->open[w->depth++] =
        (container){.is_map = is_map, .head = (size_t)(w->out.at - w->start), .keys = w->keys};
    dom_writer_byte(&w->out, 0);
    skip_blanks(w);
    if (w->at == w->end)
        return cut;
    if (*w->at == closing_bracket(w))
        return leave(w);
    w->wants_value = true;
    return is_map ? take_key(w) : NULL;
}

/* Reads a word that is a value. */
static const char *take_word(json_walk *w, const char *word, uint8_t tag)
{
    size_t size = strlen(word);
    if ((size_t)(w->end - w->at) < size || memcmp(w->at, word, size) != 0)
        return "has no value where one must be";
    w->at += size;
    dom_writer_byte(&w->out, tag);
    return NULL;
}

/* Reads a value, or the beginning of an array or object. */
static const char *take_value(json_walk *w)
{
    skip_blanks(w);
    if (w->at == w->end)
        return cut;
    if (w->depth > 0)
        w->open[w->depth - 1].count++;
    w->wants_value = false;
    switch (*w->at) {
    case '{':
    case '[':
        return enter(w);
    case '"':
        w->at++;
        return take_text(w);
    case 't':
        return take_word(w, "true", 0xc3);
    case 'f':
        return take_word(w, "false", 0xc2);
    case 'n':
        return take_word(w, "null", 0xc0);
    default:
        return take_number(w);
    }
}

/* Reads what follows a value in an array or object: its closing bracket, or a comma and the next
 * key. */
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
    skip_blanks(w);
    return w->at == w->end ? NULL : "has more bytes after its end";
}

/* A key has four bytes of the message at least: its quotes, the colon, and a bracket or comma. */
static size_t keys_of(size_t size)
{
    return size / 4 + 1;
}

/* The copy of a message of this size has no more bytes (see above). */
static size_t copy_bytes(size_t size)
{
    return size * 9 / 4 + 16;
}

/* Makes room for a message of this size. */
static dom_rc prepare(dom_json_copy *copy, size_t size, dom_err *err)
{
    if (copy->block && size <= copy->room)
        return DOM_OK;
    dom_json_copy_clear(copy);
    size_t room = size + size / 2; /* the next message may be a little longer */
    copy->block = malloc(keys_of(room) * sizeof(json_text) + copy_bytes(room));
    if (copy->block == NULL)
        return dom_err_set(err, DOM_E_NOMEM, "no memory for a message of %zu bytes", size);
    copy->room = room;
    return DOM_OK;
}

dom_rc dom_json_copy_make(dom_json_copy *copy, const uint8_t *bytes, size_t size, dom_err *err)
{
    dom_rc rc = prepare(copy, size, err);
    if (rc != DOM_OK)
        return rc;
    json_text *key = copy->block;
    uint8_t *start = (uint8_t *)(key + keys_of(copy->room));
    /* `bytes` may be NULL when size is 0, and NULL + 0 is undefined. */
    json_walk w = {.at = bytes,
                   .end = size > 0 ? bytes + size : bytes,
                   .out = dom_writer_of(false, start, copy_bytes(size)),
                   .start = start,
                   .key = key,
                   .wants_value = true};
    const char *wrong = walk(&w);
    dom_check(!w.out.full && w.keys <= keys_of(size));
    copy->bytes = start;
    copy->size = (size_t)(w.out.at - start);
    if (wrong == NULL)
        return DOM_OK;
    return dom_err_set(err, DOM_E_MALFORMED, "not a JSON message: at byte %zu it %s",
                       (size_t)(w.at - bytes), wrong);
}

void dom_json_copy_clear(dom_json_copy *copy)
{
    free(copy->block);
    *copy = (dom_json_copy){0};
}
