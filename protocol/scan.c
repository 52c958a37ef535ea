#include "scan.h"

#include "protocol/message.h"

#include <stdbool.h>

/* What stands behind a tag byte. */
typedef enum {
    TAG_VALUE,  /* `width` bytes of value                                     */
    TAG_FLOAT,  /* the same, and they are an IEEE number                      */
    TAG_TEXT,   /* a length of `width` bytes, then so many bytes              */
    TAG_ARRAY,  /* a count of `width` bytes, then so many values              */
    TAG_MAP,    /* a count of `width` bytes, then twice so many values        */
    TAG_REFUSED /* reserved, or an extension type                             */
} tag_kind;

/* The tags 0xc0 to 0xdf; all others carry their value or length themselves. */
static const struct {
    uint8_t kind, width;
} wide_tags[32] = {
    {TAG_VALUE, 0},   /* c0 nil */
    {TAG_REFUSED, 0}, /* c1 never used */
    {TAG_VALUE, 0},   /* c2 false */
    {TAG_VALUE, 0},   /* c3 true */
    {TAG_TEXT, 1},    /* c4 bin 8 */
    {TAG_TEXT, 2},    /* c5 bin 16 */
    {TAG_TEXT, 4},    /* c6 bin 32 */
    {TAG_REFUSED, 0}, /* c7 ext 8 */
    {TAG_REFUSED, 0}, /* c8 ext 16 */
    {TAG_REFUSED, 0}, /* c9 ext 32 */
    {TAG_FLOAT, 4},   /* ca float 32 */
    {TAG_FLOAT, 8},   /* cb float 64 */
    {TAG_VALUE, 1},   /* cc uint 8 */
    {TAG_VALUE, 2},   /* cd uint 16 */
    {TAG_VALUE, 4},   /* ce uint 32 */
    {TAG_VALUE, 8},   /* cf uint 64 */
    {TAG_VALUE, 1},   /* d0 int 8 */
    {TAG_VALUE, 2},   /* d1 int 16 */
    {TAG_VALUE, 4},   /* d2 int 32 */
    {TAG_VALUE, 8},   /* d3 int 64 */
    {TAG_REFUSED, 0}, /* d4 fixext 1 */
    {TAG_REFUSED, 0}, /* d5 fixext 2 */
    {TAG_REFUSED, 0}, /* d6 fixext 4 */
    {TAG_REFUSED, 0}, /* d7 fixext 8 */
    {TAG_REFUSED, 0}, /* d8 fixext 16 */
    {TAG_TEXT, 1},    /* d9 str 8 */
    {TAG_TEXT, 2},    /* da str 16 */
    {TAG_TEXT, 4},    /* db str 32 */
    {TAG_ARRAY, 2},   /* dc array 16 */
    {TAG_ARRAY, 4},   /* dd array 32 */
    {TAG_MAP, 2},     /* de map 16 */
    {TAG_MAP, 4},     /* df map 32 */
};

typedef struct {
    tag_kind kind;
    uint8_t width;  /* bytes behind the tag that belong to it                 */
    uint64_t count; /* length or count, where the tag itself holds it         */
} head;

static head head_of(uint8_t tag)
{
    if (tag < 0x80 || tag >= 0xe0)
        return (head){TAG_VALUE, 0, 0};
    if (tag < 0x90)
        return (head){TAG_MAP, 0, tag & 15};
    if (tag < 0xa0)
        return (head){TAG_ARRAY, 0, tag & 15};
    if (tag < 0xc0)
        return (head){TAG_TEXT, 0, tag & 31};
    return (head){(tag_kind)wide_tags[tag - 0xc0].kind, wide_tags[tag - 0xc0].width, 0};
}

static uint64_t big_endian(const uint8_t *bytes, size_t width)
{
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* Infinities and NaNs have every bit of the exponent set. */
static bool is_finite(const uint8_t *bytes, size_t width)
{
    uint64_t exponent = width == 4 ? (uint64_t)0xff << 23 : (uint64_t)0x7ff << 52;
    return (big_endian(bytes, width) & exponent) != exponent;
}

typedef struct {
    const uint8_t *at, *end;
    uint64_t open[DOM_DEPTH_MAX + 1]; /* values still to come, per level      */
    int depth;                        /* the level we are in; 0 is the message */
    size_t values;
} walk;

/* What is wrong with a length or count, or NULL. */
static const char *step_in(walk *w, head h)
{
    size_t left = (size_t)(w->end - w->at);
    uint64_t values = h.kind == TAG_MAP ? 2 * h.count : h.count;
    if (values > left)
        return "claims more than there is";
    if (h.kind == TAG_TEXT) {
        w->at += values;
        return NULL;
    }
    if (w->depth == DOM_DEPTH_MAX)
        return "is nested too deeply";
    w->open[++w->depth] = values;
    w->values += values;
    return NULL;
}

/* Take one value, or the head of one that holds others. */
static const char *step(walk *w)
{
    if (w->at == w->end)
        return "ends in the middle";
    head h = head_of(*w->at++);
    if (h.kind == TAG_REFUSED)
        return "holds a type that is not part of the protocol";
    if ((size_t)(w->end - w->at) < h.width)
        return "ends in the middle";
    if (h.kind == TAG_FLOAT && !is_finite(w->at, h.width))
        return "holds a number that is not finite";
    if (h.kind > TAG_FLOAT && h.width > 0)
        h.count = big_endian(w->at, h.width);
    w->at += h.width;
    return h.kind > TAG_FLOAT ? step_in(w, h) : NULL;
}

dom_rc dom_scan_msgpack(const uint8_t *bytes, size_t size, size_t *values, dom_err *err)
{
    walk w = {.at = bytes, .end = bytes + size, .open = {1}};
    const char *wrong = NULL;
    while (w.depth >= 0 && wrong == NULL) {
        if (w.open[w.depth] == 0) {
            w.depth--;
            continue;
        }
        w.open[w.depth]--;
        wrong = step(&w);
    }
    if (wrong == NULL && w.at != w.end)
        wrong = "goes on behind its end";
    *values = w.values;
    if (wrong == NULL)
        return DOM_OK;
    return dom_err_set(err, DOM_E_MALFORMED, "not a MessagePack message: at byte %zu it %s",
                       (size_t)(w.at - bytes), wrong);
}

dom_rc dom_scan_json(const uint8_t *bytes, size_t size, dom_err *err)
{
    int depth = 0;
    bool in_text = false;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = bytes[i];
        if (in_text && c == '\\')
            i++;
        else if (c == '"')
            in_text = !in_text;
        else if (!in_text && (c == '{' || c == '['))
            depth++;
        else if (!in_text && (c == '}' || c == ']'))
            depth--;
        if (depth > DOM_DEPTH_MAX)
            return dom_err_set(err, DOM_E_MALFORMED,
                               "not a JSON message: at byte %zu it is nested too deeply", i);
    }
    return DOM_OK;
}
