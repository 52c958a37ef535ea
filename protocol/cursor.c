/* Reads a MessagePack message that a bot sent.
 *
 * Why not msgpack-c? The project uses it only for packing. Its unpacker reserves memory for as many
 * elements as the head of an array or map claims, before it has read one of them (issue 1013 of
 * msgpack-c). So a message of five bytes, dd ff ff ff ff, would make the host reserve gigabytes.
 * This reader refuses every count that exceeds the remaining bytes of the message, because each
 * element has at least one byte.
 */
#include "cursor.h"

#include "base/check.h"
#include "protocol/message.h"

#include <string.h>

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
    TAG_EXT,    /* a length of `width` bytes, a type byte, then so many bytes */
    TAG_FIXEXT, /* a type byte, then `width` bytes                            */
    TAG_REFUSED /* reserved                                                   */
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
    {TAG_EXT, 1},      /* c7 ext 8 */
    {TAG_EXT, 2},      /* c8 ext 16 */
    {TAG_EXT, 4},      /* c9 ext 32 */
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
    {TAG_FIXEXT, 1},   /* d4 fixext 1 */
    {TAG_FIXEXT, 2},   /* d5 fixext 2 */
    {TAG_FIXEXT, 4},   /* d6 fixext 4 */
    {TAG_FIXEXT, 8},   /* d7 fixext 8 */
    {TAG_FIXEXT, 16},  /* d8 fixext 16 */
    {TAG_TEXT, 1},     /* d9 str 8 */
    {TAG_TEXT, 2},     /* da str 16 */
    {TAG_TEXT, 4},     /* db str 32 */
    {TAG_ARRAY, 2},    /* dc array 16 */
    {TAG_ARRAY, 4},    /* dd array 32 */
    {TAG_MAP, 2},      /* de map 16 */
    {TAG_MAP, 4},      /* df map 32 */
};

static const char refused_type[] = "holds a type that is not part of the protocol";

static uint64_t big_endian_4(const uint8_t *b)
{
    return (uint64_t)b[0] << 24 | (uint64_t)b[1] << 16 | (uint64_t)b[2] << 8 | b[3];
}

static uint64_t big_endian(const uint8_t *bytes, size_t width)
{
    switch (width) { /* a number of known size is two instructions */
    case 0:
        return 0;
    case 1:
        return *bytes;
    case 2:
        return dom_big_endian_2(bytes);
    case 4:
        return big_endian_4(bytes);
    default:
        return dom_big_endian_8(bytes);
    }
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

dom_cursor dom_cursor_of(const uint8_t *bytes, size_t size)
{
    /* NULL + 0 is undefined. */
    return (dom_cursor){.at = bytes, .end = size > 0 ? bytes + size : bytes, .start = bytes};
}

void dom_cursor_fail(dom_cursor *c, const char *wrong)
{
    if (c->wrong)
        return;
    c->wrong = wrong;
    c->end = c->at;
}

/* Returns the value that stands for an error. */
static dom_value refuse(dom_cursor *c, const char *wrong)
{
    dom_cursor_fail(c, wrong);
    return (dom_value){.kind = DOM_VALUE_OTHER};
}

static dom_value take_bytes(dom_cursor *c, dom_value_kind kind, uint64_t bytes)
{
    const char *text = (const char *)c->at;
    if (bytes > (size_t)(c->end - c->at))
        return refuse(c, "claims more than there is");
    c->at += bytes;
    return (dom_value){.kind = kind, .count = (uint32_t)bytes, .text = text};
}

static dom_value take_head(dom_cursor *c, dom_value_kind kind, uint64_t count)
{
    uint64_t values = kind == DOM_VALUE_MAP ? 2 * count : count;
    if (values > (size_t)(c->end - c->at))
        return refuse(c, "claims more than there is");
    return (dom_value){.kind = kind, .count = (uint32_t)count};
}

static dom_value take_unsigned(uint64_t bits)
{
    bits = bits < INT64_MAX ? bits : INT64_MAX;
    return (dom_value){.kind = DOM_VALUE_INTEGER, .integer = (int64_t)bits};
}

static dom_value take_float(dom_cursor *c, uint64_t bits, size_t width)
{
    dom_value value = {.kind = DOM_VALUE_REAL};
    float single;
    uint32_t single_bits = (uint32_t)bits;
    if (!is_finite(bits, width))
        return c->is_lenient ? (dom_value){.kind = DOM_VALUE_OTHER}
                             : refuse(c, "holds a number that is not finite");
    memcpy(&single, &single_bits, sizeof single);
    memcpy(&value.real, &bits, sizeof value.real);
    if (width == 4)
        value.real = (double)single;
    return value;
}

/* Takes what follows a tag that is one of wide_tags. */
static dom_value take_wide(dom_cursor *c, uint8_t tag)
{
    tag_kind kind = (tag_kind)wide_tags[tag - 0xc0].kind;
    size_t width = wide_tags[tag - 0xc0].width;
    if (!c->is_lenient && (kind == TAG_EXT || kind == TAG_FIXEXT))
        return refuse(c, refused_type);
    if (kind == TAG_FIXEXT)
        return take_bytes(c, DOM_VALUE_OTHER, 1 + width);
    if ((size_t)(c->end - c->at) < width)
        return refuse(c, "ends in the middle");
    uint64_t bits = big_endian(c->at, width);
    c->at += width;
    switch (kind) {
    case TAG_NIL:
        return (dom_value){.kind = DOM_VALUE_OTHER};
    case TAG_FALSE:
    case TAG_TRUE:
        return (dom_value){.kind = DOM_VALUE_BOOLEAN, .boolean = kind == TAG_TRUE};
    case TAG_UNSIGNED:
        return take_unsigned(bits);
    case TAG_SIGNED:
        return (dom_value){.kind = DOM_VALUE_INTEGER, .integer = sign_extended(bits, width)};
    case TAG_FLOAT:
        return take_float(c, bits, width);
    case TAG_TEXT:
        return take_bytes(c, DOM_VALUE_TEXT, bits);
    case TAG_BYTES:
        return take_bytes(c, DOM_VALUE_OTHER, bits);
    case TAG_ARRAY:
        return take_head(c, DOM_VALUE_ARRAY, bits);
    case TAG_MAP:
        return take_head(c, DOM_VALUE_MAP, bits);
    case TAG_EXT:
        return take_bytes(c, DOM_VALUE_OTHER, 1 + bits);
    case TAG_FIXEXT: /* was taken above */
    case TAG_REFUSED:
        break;
    }
    return refuse(c, refused_type);
}

dom_value dom_cursor_next(dom_cursor *c)
{
    if (c->at == c->end)
        return refuse(c, "ends in the middle");
    uint8_t tag = *c->at++;
    if (tag < 0x80 || tag >= 0xe0)
        return (dom_value){.kind = DOM_VALUE_INTEGER, .integer = (int8_t)tag};
    if (tag < 0x90)
        return take_head(c, DOM_VALUE_MAP, tag & 15);
    if (tag < 0xa0)
        return take_head(c, DOM_VALUE_ARRAY, tag & 15);
    if (tag < 0xc0)
        return take_bytes(c, DOM_VALUE_TEXT, tag & 31);
    return take_wide(c, tag);
}

/* `outer` has how many values are left in each of the arrays and maps around the innermost one. */
void dom_cursor_skip(dom_cursor *c, int levels)
{
    uint64_t outer[DOM_DEPTH_MAX], left = 1;
    int depth = 0;
    dom_check(levels <= DOM_DEPTH_MAX);
    while (c->wrong == NULL) {
        while (left == 0) {
            if (depth == 0)
                return;
            left = outer[--depth];
        }
        left--;
        dom_value value = dom_cursor_next(c);
        if (value.kind < DOM_VALUE_ARRAY)
            continue;
        if (depth == levels) {
            dom_cursor_fail(c, "is nested too deeply");
            return;
        }
        outer[depth++] = left;
        left = value.kind == DOM_VALUE_MAP ? 2 * (uint64_t)value.count : value.count;
    }
}

void dom_cursor_finish(dom_cursor *c)
{
    if (c->at < c->end)
        dom_cursor_fail(c, "has more bytes after its end");
}
