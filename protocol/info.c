#include "protocol/info.h"

#include "protocol/message.h"
#include "protocol/utf8.h"
#include "rows.h"
#include "shape.h"

#include <string.h>

/* ---- as a value of a message ------------------------------------------------ */

enum { INFO_EXPECTED, INFO_WORLDS, INFO_DEPTH, INFO_TEXT };

static bool expected_given(const void *body)
{
    return ((const dom_info *)body)->has_expected;
}

static bool worlds_given(const void *body)
{
    return ((const dom_info *)body)->has_worlds;
}

static bool depth_given(const void *body)
{
    return ((const dom_info *)body)->has_depth;
}

static const dom_field info_fields[] = {
    [INFO_EXPECTED] = {KEY("expected"), OPTIONAL, AT(dom_info, expected),
                       .kind = &dom_kind_thousandths, .min = -DOM_INFO_EXPECTED_MAX,
                       .max = DOM_INFO_EXPECTED_MAX, .given = expected_given},
    [INFO_WORLDS] = {KEY("worlds"), OPTIONAL, AT(dom_info, worlds), NUMBER, .given = worlds_given},
    [INFO_DEPTH] = {KEY("depth"), OPTIONAL, AT(dom_info, depth), LIMIT, .given = depth_given},
    [INFO_TEXT] = {KEY("text"), OPTIONAL, AT(dom_info, text), TEXT(0)},
};

static dom_rc note_given(dom_reader *in, void *body)
{
    dom_info *info = body;
    info->has_expected = in->seen >> INFO_EXPECTED & 1;
    info->has_worlds = in->seen >> INFO_WORLDS & 1;
    info->has_depth = in->seen >> INFO_DEPTH & 1;
    return DOM_OK;
}

static const dom_record info_record = {ROWS(info_fields), .is_closed = true, .check = note_given};

dom_rc dom_info_read(const dom_msg_info *info, dom_info *out, dom_err *err)
{
    dom_cursor cursor = dom_cursor_of(info->bytes, info->size);
    dom_reader in = {.cursor = &cursor, .name = "act.info", .err = err};
    cursor.is_lenient = true;
    return dom_record_read(&in, &info_record, out);
}

dom_msg_info dom_info_write(const dom_info *info, uint8_t room[static DOM_INFO_MESSAGE_BYTES])
{
    dom_writer writer = dom_writer_of(false, room, DOM_INFO_MESSAGE_BYTES);
    dom_record_write(&writer, &info_record, info);
    dom_check(!writer.full);
    return (dom_msg_info){.bytes = room, .size = (uint32_t)(writer.at - room)};
}

void dom_info_expect(dom_info *info, double points)
{
    info->has_expected = -DOM_INFO_EXPECTED_MAX <= points && points <= DOM_INFO_EXPECTED_MAX;
    info->expected = info->has_expected ? (int32_t)(points * 1000 + (points < 0 ? -0.5 : 0.5)) : 0;
}

/* ---- as a field of an act ---------------------------------------------------- */

/* A bad info is written as `false`, which is a bad one, too. */
static void info_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_msg_info info;
    dom_info good;
    memcpy(&info, (const char *)body + field->offset, sizeof info);
    if (dom_info_read(&info, &good, NULL) == DOM_OK)
        dom_record_write(out, &info_record, &good);
    else
        dom_write_boolean(out, false);
}

/* Takes the value as it is. Only what makes the rest of the message unreadable is malformed. */
static dom_rc info_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_cursor *cursor = in->cursor;
    dom_msg_info info = {.bytes = cursor->at};
    cursor->is_lenient = true;
    dom_rc rc = dom_reader_skip(in);
    cursor->is_lenient = false;
    info.size = (uint32_t)(cursor->at - info.bytes);
    memcpy((char *)body + field->offset, &info, sizeof info);
    return rc;
}

const dom_kind dom_kind_info = {info_write, info_read};

/* ---- as bytes ---------------------------------------------------------------- */

enum { HAS_EXPECTED = 1, HAS_WORLDS = 2, HAS_DEPTH = 4 };

bool dom_info_is_empty(const dom_info *info)
{
    return !info->has_expected && !info->has_worlds && !info->has_depth && info->text[0] == '\0';
}

static uint8_t *put_number(uint8_t *at, int64_t number, size_t width)
{
    for (size_t i = 0; i < width; i++)
        *at++ = (uint8_t)((uint64_t)number >> 8 * i);
    return at;
}

size_t dom_info_pack(const dom_info *info, uint8_t out[static DOM_INFO_PACKED_BYTES])
{
    size_t text = strlen(info->text);
    uint8_t *at = out + 1;
    out[0] = (uint8_t)((info->has_expected ? HAS_EXPECTED : 0) |
                       (info->has_worlds ? HAS_WORLDS : 0) | (info->has_depth ? HAS_DEPTH : 0));
    if (info->has_expected)
        at = put_number(at, info->expected, 4);
    if (info->has_worlds)
        at = put_number(at, info->worlds, 8);
    if (info->has_depth)
        at = put_number(at, info->depth, 4);
    memcpy(at, info->text, text);
    return (size_t)(at - out) + text;
}

/* The bytes that are not unpacked yet. */
typedef struct {
    const uint8_t *at;
    size_t left;
} unpacking;

/* Takes a number of `width` bytes if it `is_there`, else 0. Returns false if it is out of range. */
static bool take_number(unpacking *u, bool is_there, size_t width, int64_t min, int64_t max,
                        int64_t *number)
{
    uint64_t bits = 0;
    *number = 0;
    if (!is_there)
        return true;
    if (u->left < width)
        return false;
    for (size_t i = 0; i < width; i++)
        bits |= (uint64_t)u->at[i] << 8 * i;
    u->at += width;
    u->left -= width;
    *number = width == 4 ? (int32_t)(uint32_t)bits : (int64_t)bits;
    return min <= *number && *number <= max;
}

bool dom_info_unpack(const uint8_t *bytes, size_t size, dom_info *out)
{
    int64_t expected, worlds, depth;
    const int64_t most = DOM_INFO_EXPECTED_MAX * INT64_C(1000);
    if (size < 1 || bytes[0] > (HAS_EXPECTED | HAS_WORLDS | HAS_DEPTH))
        return false;
    uint8_t has = bytes[0];
    unpacking u = {.at = bytes + 1, .left = size - 1};
    if (!take_number(&u, has & HAS_EXPECTED, 4, -most, most, &expected) ||
        !take_number(&u, has & HAS_WORLDS, 8, 0, DOM_INTEGER_MAX, &worlds) ||
        !take_number(&u, has & HAS_DEPTH, 4, 0, INT32_MAX, &depth) ||
        u.left >= DOM_INFO_TEXT_BYTES || dom_utf8_plain((const char *)u.at, u.left) != u.left)
        return false;
    *out = (dom_info){.has_expected = has & HAS_EXPECTED,
                      .has_worlds = has & HAS_WORLDS,
                      .has_depth = has & HAS_DEPTH,
                      .expected = (int32_t)expected,
                      .depth = (int32_t)depth,
                      .worlds = worlds};
    memcpy(out->text, u.at, u.left);
    return true;
}
