/* The kinds of fields, and reading and writing records by their tables. A field's member is found
 * by its offset and width in the struct. */
#include "field.h"

#include "base/fault.h"
#include "base/text.h"
#include "protocol/message.h"
#include "protocol/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Returns a member of any width as an int64_t. A member of two bytes is unsigned, any other is
 * signed. */
static int64_t load_number(const dom_field *field, const void *body, int index)
{
    const char *at = (const char *)body + field->offset + field->width * index;
    uint16_t of_2;
    int32_t of_4;
    int64_t of_8;
    switch (field->width) { /* a copy of known size is one instruction */
    case 1:
        return *(const int8_t *)at;
    case 2:
        memcpy(&of_2, at, sizeof of_2);
        return of_2;
    case 4:
        memcpy(&of_4, at, sizeof of_4);
        return of_4;
    default:
        memcpy(&of_8, at, sizeof of_8);
        return of_8;
    }
}

static inline void store_number(char *at, size_t width, int64_t value)
{
    switch (width) {
    case 1:
        memcpy(at, &(uint8_t){(uint8_t)value}, 1);
        return;
    case 2:
        memcpy(at, &(uint16_t){(uint16_t)value}, 2);
        return;
    case 4:
        memcpy(at, &(int32_t){(int32_t)value}, 4);
        return;
    default:
        memcpy(at, &value, 8);
    }
}

static void store(const dom_field *field, void *body, int index, int64_t value)
{
    store_number((char *)body + field->offset + field->width * index, field->width, value);
}

/* --- errors ---------------------------------------------------------------- */

/* Adds the place of the reader, such as "ask.history[3]". */
static void write_path(const dom_reader *in, dom_text *path)
{
    if (in->outer)
        write_path(in->outer, path);
    else
        dom_text_add(path, in->name);
    if (in->key == NULL)
        return;
    dom_text_add_char(path, '.');
    dom_text_add(path, in->key);
    if (in->index < 0)
        return;
    dom_text_add_char(path, '[');
    dom_text_add_int(path, in->index);
    dom_text_add_char(path, ']');
}

/* Reports the error of the cursor: it makes every value a wrong one. */
static dom_rc fail_by_cursor(const dom_reader *in)
{
    const dom_cursor *c = in->cursor;
    return dom_err_set(in->err, DOM_E_MALFORMED, "not a MessagePack message: at byte %zu it %s",
                       (size_t)(c->at - c->start), c->wrong);
}

dom_rc dom_reader_fail(const dom_reader *in, const char *format, ...)
{
    char where[100], what[300];
    dom_text path = dom_text_of(where, sizeof where);
    if (in->cursor->wrong)
        return fail_by_cursor(in);
    write_path(in, &path);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return dom_err_set(in->err, DOM_E_MALFORMED, "%s: %s", where, what);
}

/* --- values ---------------------------------------------------------------- */

bool dom_value_is(const dom_value *value, const char *word)
{
    if (value->kind != DOM_VALUE_TEXT || value->count == 0 || value->text[0] != word[0])
        return false;
    return strlen(word) == value->count && dom_same_bytes(value->text, word, value->count);
}

static dom_rc fail_integer(const dom_reader *in, const dom_value *value, int64_t min, int64_t max)
{
    if (value->kind != DOM_VALUE_INTEGER)
        return dom_reader_fail(in, "expected an integer");
    return dom_reader_fail(in, "%lld is not in %lld..%lld", (long long)value->integer,
                           (long long)min, (long long)max);
}

static DOM_LONG_WAY dom_rc long_integer(const dom_reader *in, int64_t min, int64_t max,
                                        int64_t *out)
{
    dom_value value = dom_cursor_next(in->cursor);
    *out = value.integer;
    return dom_value_within(&value, min, max) ? DOM_OK : fail_integer(in, &value, min, max);
}

dom_rc dom_reader_integer(const dom_reader *in, int64_t min, int64_t max, int64_t *out)
{
    if (dom_cursor_take_small(in->cursor, min, max, out))
        return DOM_OK;
    return long_integer(in, min, max, out);
}

/* Checks the length of a text. */
static dom_rc check_text(const dom_reader *in, const dom_value *value, int64_t min, size_t room)
{
    if (value->kind != DOM_VALUE_TEXT)
        return dom_reader_fail(in, "expected a text");
    if (value->count < min || value->count >= room)
        return dom_reader_fail(in, "a text of %u bytes, not of %lld..%zu", value->count,
                               (long long)min, room - 1);
    return DOM_OK;
}

static dom_rc fail_text(const dom_reader *in)
{
    return dom_reader_fail(in, "not UTF-8 without control characters");
}

dom_rc dom_reader_text(const dom_reader *in, int64_t min, size_t room, char *to)
{
    dom_value value = dom_cursor_next(in->cursor);
    dom_rc rc = check_text(in, &value, min, room);
    if (rc != DOM_OK)
        return rc;
    if (dom_utf8_plain(value.text, value.count) != value.count)
        return fail_text(in);
    memcpy(to, value.text, value.count);
    to[value.count] = '\0';
    return DOM_OK;
}

int dom_reader_long_array(const dom_reader *in, int min, int max)
{
    dom_value value = dom_cursor_next(in->cursor);
    if (value.kind != DOM_VALUE_ARRAY)
        (void)dom_reader_fail(in, "expected an array");
    else if (value.count < (uint32_t)min || value.count > (uint32_t)max)
        (void)dom_reader_fail(in, "%u entries, not %d..%d", value.count, min, max);
    else
        return (int)value.count;
    return -1;
}

/* An array of another number of entries is reported in words about seats. */
static DOM_LONG_WAY dom_rc long_seats_array(dom_reader *in)
{
    dom_value value = dom_cursor_next(in->cursor);
    if (value.kind != DOM_VALUE_ARRAY)
        return dom_reader_fail(in, "expected an array");
    return dom_reader_seats(in, value.count);
}

dom_rc dom_reader_seats_array(dom_reader *in)
{
    int seats;
    if (!dom_cursor_take_head(in->cursor, 2, DOM_SEATS_MAX, &seats))
        return long_seats_array(in);
    return dom_reader_seats(in, seats);
}

dom_rc dom_reader_seats(dom_reader *in, int64_t seats)
{
    if (seats < 2 || seats > DOM_SEATS_MAX)
        return dom_reader_fail(in, "%lld seats, not 2..%d", (long long)seats, DOM_SEATS_MAX);
    if (in->seats != 0 && in->seats != seats)
        return dom_reader_fail(in, "%lld seats where another field says %d", (long long)seats,
                               in->seats);
    in->seats = (int)seats;
    return DOM_OK;
}

void dom_writer_text(dom_writer *out, const char *text)
{
    size_t bytes = strlen(text);
    if (dom_utf8_plain(text, bytes) == bytes) {
        dom_write_text(out, text, bytes);
        return;
    }
    char clean[DOM_TEXT_BYTES];
    bytes = bytes < sizeof clean ? bytes : sizeof clean;
    memcpy(clean, text, bytes);
    dom_utf8_clean(clean, bytes);
    dom_write_text(out, clean, bytes);
}

/* --- kinds ----------------------------------------------------------------- */

static void integer_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_write_integer(out, load_number(field, body, 0));
}

static DOM_LONG_WAY dom_rc any_integer_read(dom_reader *in, const dom_field *field, void *body)
{
    int64_t value;
    dom_rc rc = long_integer(in, field->min, field->max, &value);
    if (rc == DOM_OK)
        store(field, body, 0, value);
    return rc;
}

/* Reads an integer that has more than one byte. */
static __attribute__((noinline)) dom_rc large_integer_read(dom_reader *in, const dom_field *field,
                                                           void *body)
{
    int64_t value;
    if (field->min > 0 || !dom_cursor_take_large(in->cursor, field->max, &value))
        return any_integer_read(in, field, body);
    store(field, body, 0, value);
    return DOM_OK;
}

static dom_rc integer_read(dom_reader *in, const dom_field *field, void *body)
{
    int64_t value;
    if (!dom_cursor_take_small(in->cursor, field->min, field->max, &value))
        return large_integer_read(in, field, body);
    store(field, body, 0, value);
    return DOM_OK;
}

static dom_rc seats_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_rc rc = integer_read(in, field, body);
    return rc == DOM_OK ? dom_reader_seats(in, load_number(field, body, 0)) : rc;
}

static void boolean_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_write_boolean(out, load_number(field, body, 0) != 0);
}

static dom_rc boolean_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_value value = dom_cursor_next(in->cursor);
    if (value.kind != DOM_VALUE_BOOLEAN)
        return dom_reader_fail(in, "expected true or false");
    store(field, body, 0, value.boolean);
    return DOM_OK;
}

static void thousandths_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_write_real(out, (double)load_number(field, body, 0) / 1000);
}

/* The range is one of whole numbers. */
static dom_rc thousandths_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_value value = dom_cursor_next(in->cursor);
    if (value.kind != DOM_VALUE_INTEGER && value.kind != DOM_VALUE_REAL)
        return dom_reader_fail(in, "expected a finite number");
    double number = value.kind == DOM_VALUE_REAL ? value.real : (double)value.integer;
    if (number < (double)field->min || number > (double)field->max)
        return dom_reader_fail(in, "not in %lld..%lld", (long long)field->min,
                               (long long)field->max);
    store(field, body, 0, (int64_t)(number * 1000 + (number < 0 ? -0.5 : 0.5)));
    return DOM_OK;
}

static void text_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_writer_text(out, (const char *)body + field->offset);
}

/* Writes a text whose characters are plain without a look: hex digits, or the name of a variant. */
static void ascii_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    const char *text = (const char *)body + field->offset;
    dom_write_text(out, text, strlen(text));
}

static dom_rc text_read(dom_reader *in, const dom_field *field, void *body)
{
    return dom_reader_text(in, field->min, field->width, (char *)body + field->offset);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex_char(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool is_slug_char(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || c == '.' || c == '_' || c == '-';
}

/* Reads a text whose characters are all allowed. `allowed` names them. */
static dom_rc read_chars(dom_reader *in, const dom_field *field, void *body,
                         bool (*is_allowed)(char c), const char *allowed)
{
    dom_value value = dom_cursor_next(in->cursor);
    char *to = (char *)body + field->offset;
    dom_rc rc = check_text(in, &value, field->min, field->width);
    if (rc != DOM_OK)
        return rc;
    for (uint32_t i = 0; i < value.count; i++) {
        to[i] = value.text[i];
        if (is_allowed(to[i]))
            continue;
        bool is_plain = dom_utf8_plain(value.text, value.count) == value.count;
        return is_plain ? dom_reader_fail(in, "has characters other than %s", allowed)
                        : fail_text(in);
    }
    to[value.count] = '\0';
    return DOM_OK;
}

static dom_rc hex_read(dom_reader *in, const dom_field *field, void *body)
{
    return read_chars(in, field, body, is_hex_char, "0123456789abcdef");
}

static dom_rc slug_read(dom_reader *in, const dom_field *field, void *body)
{
    return read_chars(in, field, body, is_slug_char, DOM_SLUG_CHARS);
}

static void fault_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_writer_text(out, dom_fault_word((dom_fault)load_number(field, body, 0)));
}

static dom_rc fault_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_value value = dom_cursor_next(in->cursor);
    for (int64_t code = field->min; code < DOM_FAULT_COUNT; code++)
        if (dom_value_is(&value, dom_fault_word((dom_fault)code))) {
            store(field, body, 0, code);
            return DOM_OK;
        }
    return dom_reader_fail(in, "expected a fault code");
}

static void end_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_writer_text(out, dom_end_word((dom_end)load_number(field, body, 0)));
}

static dom_rc end_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_value value = dom_cursor_next(in->cursor);
    for (dom_end end = DOM_END_DOMINO; end <= DOM_END_STUCK; end++)
        if (dom_value_is(&value, dom_end_word(end))) {
            store(field, body, 0, end);
            return DOM_OK;
        }
    return dom_reader_fail(in, "expected \"domino\", \"blocked\" or \"stuck\"");
}

static void per_seat_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    dom_write_array(out, (size_t)seats);
    for (int s = 0; s < seats; s++)
        dom_write_integer(out, load_number(field, body, s));
    dom_write_array_end(out);
}

static dom_rc per_seat_read(dom_reader *in, const dom_field *field, void *body)
{
    char *at = (char *)body + field->offset;
    dom_rc rc = dom_reader_seats_array(in);
    for (int s = 0; rc == DOM_OK && s < in->seats; s++, at += field->width) {
        int64_t value;
        in->index = s;
        rc = dom_reader_integer(in, field->min, field->max, &value);
        if (rc == DOM_OK)
            store_number(at, field->width, value);
    }
    return rc;
}

static void names_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    dom_write_array(out, (size_t)seats);
    for (int s = 0; s < seats; s++)
        dom_writer_text(out, (const char *)body + field->offset + field->width * s);
    dom_write_array_end(out);
}

static dom_rc names_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_rc rc = dom_reader_seats_array(in);
    for (int s = 0; rc == DOM_OK && s < in->seats; s++) {
        in->index = s;
        rc = dom_reader_text(in, field->min, field->width,
                             (char *)body + field->offset + field->width * s);
    }
    return rc;
}

static void part_write(dom_writer *out, const dom_field *field, const void *body, int seats)
{
    (void)seats;
    dom_record_write(out, field->record, (const char *)body + field->offset);
}

static dom_rc part_read(dom_reader *in, const dom_field *field, void *body)
{
    dom_reader inside = dom_reader_inside(in);
    return dom_record_read(&inside, field->record, (char *)body + field->offset);
}

const dom_kind dom_kind_integer = {integer_write, integer_read};
const dom_kind dom_kind_boolean = {boolean_write, boolean_read};
const dom_kind dom_kind_thousandths = {thousandths_write, thousandths_read};
const dom_kind dom_kind_text = {text_write, text_read};
const dom_kind dom_kind_hex = {ascii_write, hex_read};
const dom_kind dom_kind_slug = {ascii_write, slug_read};
const dom_kind dom_kind_seats = {integer_write, seats_read};
const dom_kind dom_kind_fault_code = {fault_write, fault_read};
const dom_kind dom_kind_round_end = {end_write, end_read};
const dom_kind dom_kind_per_seat = {per_seat_write, per_seat_read};
const dom_kind dom_kind_names = {names_write, names_read};
const dom_kind dom_kind_part = {part_write, part_read};

/* --- records --------------------------------------------------------------- */

static bool is_given(const dom_field *field, const void *body)
{
    if (field->required)
        return true;
    if (field->given)
        return field->given(body);
    return field->kind != &dom_kind_text || ((const char *)body)[field->offset] != '\0';
}

/* Returns the number of entries that per-seat arrays of this record have. */
static int seats_of(const dom_record *record, const void *body)
{
    if (record->seats_width == 0)
        return 0;
    dom_field seats = {.offset = record->seats_offset, .width = record->seats_width};
    return (int)load_number(&seats, body, 0);
}

const dom_word dom_type_key = DOM_WORD("type");

/* Corrects the head of a map, which has only `count` entries because some were not given. */
static void set_count(const dom_writer *out, uint8_t *head, size_t count)
{
    enum { FIXMAP_TAG = 0x80, MAP_16_TAG = 0xde };
    if (out->is_json || out->full)
        return;
    if (head[0] == MAP_16_TAG)
        head[2] = (uint8_t)count; /* the lower byte: a record has at most 32 fields */
    else
        head[0] = (uint8_t)(FIXMAP_TAG | count);
}

void dom_record_write(dom_writer *out, const dom_record *record, const void *body)
{
    const dom_field *end = record->field + record->field_count;
    int seats = seats_of(record, body);
    size_t most = record->field_count + (record->type.tag != 0 ? 1u : 0u), missing = 0;
    uint8_t *head = out->at;
    dom_write_map(out, most);
    if (record->type.tag != 0) {
        dom_write_key_word(out, &dom_type_key);
        dom_write_word(out, &record->type);
    }
    for (const dom_field *field = record->field; field < end; field++) {
        if (!is_given(field, body)) {
            missing++;
            continue;
        }
        dom_write_key_word(out, &field->key);
        if (field->kind == &dom_kind_integer) /* as in read_field */
            integer_write(out, field, body, seats);
        else
            field->kind->write(out, field, body, seats);
    }
    if (missing > 0)
        set_count(out, head, most - missing);
    dom_write_map_end(out);
}

dom_reader dom_reader_inside(const dom_reader *outer)
{
    return (dom_reader){.cursor = outer->cursor, .outer = outer, .index = -1, .err = outer->err};
}

/* Each record is a map. One with an index is in an array or map besides. */
dom_rc dom_reader_skip(const dom_reader *in)
{
    int levels = DOM_DEPTH_MAX - 1;
    for (const dom_reader *outer = in->outer; outer; outer = outer->outer)
        levels -= 1 + (outer->index >= 0);
    dom_cursor_skip(in->cursor, levels);
    return in->cursor->wrong ? fail_by_cursor(in) : DOM_OK;
}

/* Returns the number of the row with this key, or field_count. Most messages have their keys in the
 * order of the table, so the search begins at `first`, after the row that was found last. */
static uint32_t find(const dom_record *record, const dom_value *key, uint32_t first)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        uint32_t row = first + i;
        row -= row < record->field_count ? 0 : record->field_count;
        if (dom_value_says(key, &record->field[row].key))
            return row;
    }
    return record->field_count;
}

/* Reads the value of a key that is not in the table. */
static dom_rc read_unknown(dom_reader *in, const dom_record *record, const dom_value *key)
{
    bool is_type = record->type.tag != 0 && dom_value_says(key, &dom_type_key);
    if (is_type && in->has_type)
        return dom_reader_fail(in, "type: appears twice");
    if (record->is_closed)
        return dom_reader_fail(in, "an unknown key");
    in->has_type |= is_type;
    return dom_reader_skip(in);
}

/* Reads the value of a key that was found. */
static dom_rc read_field(dom_reader *in, const dom_field *field, uint32_t bit, void *body)
{
    in->key = field->key.text;
    in->index = -1;
    if (in->seen & bit)
        return dom_reader_fail(in, "appears twice");
    in->seen |= bit;
    if (field->kind == &dom_kind_integer) /* most are: a direct call is shorter */
        return integer_read(in, field, body);
    return field->kind->read(in, field, body);
}

/* Reads an entry of a map whose key is not that of row in->row, or not in its shortest form. */
static DOM_LONG_WAY dom_rc read_entry(dom_reader *in, const dom_record *record, void *body)
{
    dom_value key = dom_cursor_next(in->cursor);
    in->key = NULL;
    if (key.kind != DOM_VALUE_TEXT)
        return dom_reader_fail(in, "a key is not a text");
    uint32_t row = find(record, &key, in->row);
    if (row == record->field_count)
        return read_unknown(in, record, &key);
    in->row = row + 1;
    return read_field(in, &record->field[row], (uint32_t)1 << row, body);
}

/* Sets the member of a missing field to zero or to its fallback. Returns DOM_E_MALFORMED if the
 * field is required. */
static dom_rc absent(dom_reader *in, const dom_field *field, void *body)
{
    in->key = field->key.text;
    in->index = -1;
    if (field->required)
        return dom_reader_fail(in, "is missing");
    in->key = NULL;
    memset((char *)body + field->offset, 0, field->width);
    if (field->fallback != 0)
        store(field, body, 0, field->fallback);
    return DOM_OK;
}

/* Does what is to be done when all entries are read. */
static dom_rc complete(dom_reader *in, const dom_record *record, void *body)
{
    uint32_t all = (uint32_t)(((uint64_t)1 << record->field_count) - 1);
    dom_rc rc = DOM_OK;
    for (size_t i = 0; in->seen != all && i < record->field_count && rc == DOM_OK; i++)
        if (!(in->seen >> i & 1))
            rc = absent(in, &record->field[i], body);
    if (rc == DOM_OK && record->seats_width != 0)
        store_number((char *)body + record->seats_offset, record->seats_width, in->seats);
    if (rc == DOM_OK && record->check)
        rc = record->check(in, body);
    return rc;
}

dom_rc dom_record_read_entries(dom_reader *in, const dom_record *record, uint32_t count, void *body)
{
    const dom_field *field = record->field, *end = field + record->field_count;
    uint32_t bit = 1;
    for (; count > 0; count--) {
        dom_rc rc;
        if (field < end && dom_cursor_take_word(in->cursor, &field->key)) {
            rc = read_field(in, field, bit, body);
            field++;
            bit <<= 1;
        } else {
            in->row = (uint32_t)(field - record->field);
            rc = read_entry(in, record, body);
            field = record->field + in->row;
            bit = (uint32_t)((uint64_t)1 << in->row);
        }
        if (rc != DOM_OK)
            return rc;
    }
    in->key = NULL;
    return complete(in, record, body);
}

dom_rc dom_record_read(dom_reader *in, const dom_record *record, void *body)
{
    dom_value map = dom_cursor_next(in->cursor);
    if (map.kind != DOM_VALUE_MAP)
        return dom_reader_fail(in, "expected a map");
    return dom_record_read_entries(in, record, map.count, body);
}
