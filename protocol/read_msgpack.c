/* Reads a MessagePack message that a bot sent.
 *
 * Why not msgpack-c? The project uses it only for packing. Its unpacker reserves memory for as many
 * elements as the head of an array or map claims, before it has read one of them (issue 1013 of
 * msgpack-c). So a message of five bytes, dd ff ff ff ff, would make the host reserve gigabytes.
 * This reader refuses every count that exceeds the remaining bytes of the message, because each
 * element has at least one byte.
 *
 * The reader walks over the bytes without recursion. `open` is the stack of the arrays and maps
 * around the one that is being read.
 */
#include "values.h"

#include "protocol/message.h"

/* What follows a tag byte. */
typedef enum {
    TAG_NIL,
    TAG_FALSE,
    TAG_TRUE,
    TAG_UNSIGNED, /* a number of `width` bytes                                */
    TAG_SIGNED,
    TAG_FLOAT,
    TAG_TEXT, /* a length of `width` bytes, then this number of bytes         */
    TAG_BYTES,
    TAG_ARRAY,  /* a count of `width` bytes, then this number of values       */
    TAG_MAP,    /* a count of `width` bytes, then twice this number of values */
    TAG_REFUSED /* reserved, or an extension type                             */
} tag_kind;

/* The tags 0xc0 to 0xdf. All other tags contain their value or length. */
static const struct {
    uint8_t kind, width;
} wide_tags[32] = {
    {TAG_NIL, 0},      /* c0 nil */
    {TAG_REFUSED, 0},  /* c1 never used */
    {TAG_FALSE, 0},    /* c2 false */
    {TAG_TRUE, 0},     /* c3 true */
    {TAG_BYTES, 1},    /* c4 bin 8 */
    {TAG_BYTES, 2},    /* c5 bin 16 */
    {TAG_BYTES, 4},    /* c6 bin 32 */
    {TAG_REFUSED, 0},  /* c7 ext 8 */
    {TAG_REFUSED, 0},  /* c8 ext 16 */
    {TAG_REFUSED, 0},  /* c9 ext 32 */
    {TAG_FLOAT, 4},    /* ca float 32 */
    {TAG_FLOAT, 8},    /* cb float 64 */
    {TAG_UNSIGNED, 1}, /* cc uint 8 */
    {TAG_UNSIGNED, 2}, /* cd uint 16 */
    {TAG_UNSIGNED, 4}, /* ce uint 32 */
    {TAG_UNSIGNED, 8}, /* cf uint 64 */
    {TAG_SIGNED, 1},   /* d0 int 8 */
    {TAG_SIGNED, 2},   /* d1 int 16 */
    {TAG_SIGNED, 4},   /* d2 int 32 */
    {TAG_SIGNED, 8},   /* d3 int 64 */
    {TAG_REFUSED, 0},  /* d4 fixext 1 */
    {TAG_REFUSED, 0},  /* d5 fixext 2 */
    {TAG_REFUSED, 0},  /* d6 fixext 4 */
    {TAG_REFUSED, 0},  /* d7 fixext 8 */
    {TAG_REFUSED, 0},  /* d8 fixext 16 */
    {TAG_TEXT, 1},     /* d9 str 8 */
    {TAG_TEXT, 2},     /* da str 16 */
    {TAG_TEXT, 4},     /* db str 32 */
    {TAG_ARRAY, 2},    /* dc array 16 */
    {TAG_ARRAY, 4},    /* dd array 32 */
    {TAG_MAP, 2},      /* de map 16 */
    {TAG_MAP, 4},      /* df map 32 */
};

/* An array or map that is being read. */
typedef struct {
    dom_value *next, *end; /* its values that are not read yet */
} level;

/* The state of reading one message. */
typedef struct {
    const uint8_t *at, *end; /* the bytes that are not read yet */
    dom_values *tree;
    level here;                /* the innermost array or map                  */
    level open[DOM_DEPTH_MAX]; /* those around it; [0] is the message itself  */
    int depth;
} msgpack_walk;

static uint64_t big_endian(const uint8_t *bytes, size_t width)
{
    uint64_t number = 0;
    for (size_t i = 0; i < width; i++)
        number = number << 8 | bytes[i];
    return number;
}

/* Infinities and NaNs have all bits of the exponent set. */
static bool is_finite(uint64_t bits, size_t width)
{
    uint64_t exponent = width == 4 ? (uint64_t)0xff << 23 : (uint64_t)0x7ff << 52;
    return (bits & exponent) != exponent;
}

static int64_t sign_extended(uint64_t bits, size_t width)
{
    int shift = (64 - 8 * (int)width) & 63; /* & 63 changes nothing: width is 1 to 8 */
    return (int64_t)(bits << shift) >> shift;
}

/* The functions below fill *value. They return NULL, or a text that says what is wrong. */

static const char *take_text(msgpack_walk *w, dom_value *value, dom_value_kind kind, uint64_t bytes)
{
    if (bytes > (size_t)(w->end - w->at))
        return "claims more than there is";
    *value = (dom_value){.kind = kind, .count = (uint32_t)bytes, .text = (const char *)w->at};
    w->at += bytes;
    return NULL;
}

/* Reads the head of an array or map and goes inside. */
static const char *enter(msgpack_walk *w, dom_value *value, dom_value_kind kind, uint64_t count)
{
    uint64_t items = kind == DOM_VALUE_MAP ? 2 * count : count;
    if (w->depth == DOM_DEPTH_MAX)
        return "is nested too deeply";
    dom_value *first = items > (size_t)(w->end - w->at) ? NULL : dom_values_take(w->tree, items);
    if (first == NULL)
        return "claims more than there is";
    *value = (dom_value){.kind = kind, .count = (uint32_t)count, .items = first};
    w->open[w->depth++] = w->here;
    w->here = (level){first, first + items};
    return NULL;
}

/* Reads a value whose tag is one of wide_tags. */
static const char *take_wide(msgpack_walk *w, dom_value *value, uint8_t tag)
{
    tag_kind kind = (tag_kind)wide_tags[tag - 0xc0].kind;
    size_t width = wide_tags[tag - 0xc0].width;
    if ((size_t)(w->end - w->at) < width)
        return "ends in the middle";
    uint64_t bits = big_endian(w->at, width);
    w->at += width;
    *value = (dom_value){.kind = DOM_VALUE_OTHER};
    switch (kind) {
    case TAG_NIL:
        return NULL;
    case TAG_FALSE:
    case TAG_TRUE:
        *value = (dom_value){.kind = DOM_VALUE_BOOLEAN, .boolean = kind == TAG_TRUE};
        return NULL;
    case TAG_UNSIGNED:
        bits = bits < INT64_MAX ? bits : INT64_MAX;
        *value = (dom_value){.kind = DOM_VALUE_INTEGER, .integer = (int64_t)bits};
        return NULL;
    case TAG_SIGNED:
        *value = (dom_value){.kind = DOM_VALUE_INTEGER, .integer = sign_extended(bits, width)};
        return NULL;
    case TAG_FLOAT:
        return is_finite(bits, width) ? NULL : "holds a number that is not finite";
    case TAG_TEXT:
        return take_text(w, value, DOM_VALUE_TEXT, bits);
    case TAG_BYTES:
        return take_text(w, value, DOM_VALUE_OTHER, bits);
    case TAG_ARRAY:
        return enter(w, value, DOM_VALUE_ARRAY, bits);
    case TAG_MAP:
        return enter(w, value, DOM_VALUE_MAP, bits);
    case TAG_REFUSED:
        break;
    }
    return "holds a type that is not part of the protocol";
}

/* Reads the values of the message. Most of them have a tag of one byte that contains them. */
static const char *take_values(msgpack_walk *w)
{
    const char *wrong = NULL;
    while (wrong == NULL) {
        while (w->here.next == w->here.end) {
            if (w->depth == 0)
                return w->at == w->end ? NULL : "has more bytes after its end";
            w->here = w->open[--w->depth];
        }
        if (w->at == w->end)
            return "ends in the middle";
        dom_value *value = w->here.next++;
        uint8_t tag = *w->at++;
        if (tag < 0x80 || tag >= 0xe0)
            *value = (dom_value){.kind = DOM_VALUE_INTEGER, .integer = (int8_t)tag};
        else if (tag < 0x90)
            wrong = enter(w, value, DOM_VALUE_MAP, tag & 15);
        else if (tag < 0xa0)
            wrong = enter(w, value, DOM_VALUE_ARRAY, tag & 15);
        else if (tag < 0xc0)
            wrong = take_text(w, value, DOM_VALUE_TEXT, tag & 31);
        else
            wrong = take_wide(w, value, tag);
    }
    return wrong;
}

dom_rc dom_values_read_msgpack(dom_values *tree, const uint8_t *bytes, size_t size, dom_err *err)
{
    dom_rc rc = dom_values_prepare(tree, size, err);
    if (rc != DOM_OK)
        return rc;
    /* `bytes` may be NULL when size is 0, and NULL + 0 is undefined. */
    msgpack_walk w = {.at = bytes, .end = size > 0 ? bytes + size : bytes, .tree = tree};
    dom_value *top = dom_values_take(tree, 1);
    w.here = (level){top, top ? top + 1 : NULL};
    const char *wrong = top ? take_values(&w) : "ends in the middle";
    if (wrong == NULL)
        return DOM_OK;
    return dom_err_set(err, DOM_E_MALFORMED, "not a MessagePack message: at byte %zu it %s",
                       (size_t)(w.at - bytes), wrong);
}
