/* protocol/field.h - messages as tables. A record is a list of fields. Each field is a row
 * of a table, and the row drives encoding and decoding in both formats.
 *
 * All strictness of reading is in this module. A record is malformed if a required key is
 * missing, if a known key appears twice, or if a value is not exactly as its row says.
 * Unknown keys are ignored.
 */
#ifndef DOM_PROTOCOL_FIELD_H
#define DOM_PROTOCOL_FIELD_H

#include "cursor.h"
#include "write.h"

#include "base/err.h"

typedef struct dom_field dom_field;
typedef struct dom_record dom_record;

/* The state of reading one record: its place in the message, for error messages, and what
 * its fields must agree on. */
typedef struct dom_reader {
    dom_cursor *cursor;             /* takes the values of the message        */
    const struct dom_reader *outer; /* the record that contains this one, or NULL */
    const char *name;               /* name of the message; used if outer is NULL */
    const char *key;                /* the field that is being read, or NULL  */
    int index;                      /* the entry of that field, or -1; not used without a key */
    int seats;                      /* entries of the per-seat arrays read so far, or 0 */
    uint32_t seen;                  /* one bit per field that was found       */
    uint32_t row;                   /* where the search for a key begins      */
    bool has_type;                  /* the key `type` was found               */
    dom_err *err;
} dom_reader;

/* How values of one kind are written and read. `body` is the struct of the record. For
 * writing, `seats` is the number of entries of per-seat arrays. Reading takes the value from
 * in->cursor, and stops anywhere in it if it is malformed. */
typedef struct {
    void (*write)(dom_writer *out, const dom_field *field, const void *body, int seats);
    dom_rc (*read)(dom_reader *in, const dom_field *field, void *body);
} dom_kind;

struct dom_field {
    dom_word key;
    bool required;   /* false: may be missing; see `given` */
    uint16_t offset; /* offset of the member in the struct                    */
    uint16_t width;  /* size of the member, or of one element of an array     */
    const dom_kind *kind;
    int64_t min, max;         /* integers: range; texts: fewest bytes  */
    int64_t fallback;         /* integers: the value if the key is missing */
    const dom_record *record; /* dom_kind_part: the record inside      */
    /* Of optional fields: returns true if the field is to be written. NULL: it always is, except
     * an empty dom_kind_text. */
    bool (*given)(const void *body);
};

struct dom_record {
    dom_word type; /* the message's `type`; empty for a part of a message     */
    const dom_field *field;
    uint8_t field_count; /* at most 32                                        */

    /* The member with the number of entries of per-seat arrays; 0, 0 if there is no such
       member. */
    uint16_t seats_offset, seats_width;

    bool is_closed; /* a key that is in no row is malformed                   */

    /* Called when all fields are read: checks what concerns several fields. May be NULL. */
    dom_rc (*check)(dom_reader *in, void *body);
};

/* The key whose value is the type of a message. */
extern const dom_word dom_type_key;

/* Writes the record as one map. If the record has a `type`, this is the first key. */
void dom_record_write(dom_writer *out, const dom_record *record, const void *body);

/* Reads the record from a map into the struct `body`. `in` is the place of the record; its
 * `seen` and `seats` are set. Returns DOM_OK, or DOM_E_MALFORMED with the place and the
 * reason in in->err. */
dom_rc dom_record_read(dom_reader *in, const dom_record *record, void *body);

/* Does the same for the entries of a map, of which `count` are left. If the record has a `type`, a
 * first key `type` is ignored and a second one is malformed; in->has_type says that the first was
 * found. Otherwise `type` is an unknown key. */
dom_rc dom_record_read_entries(dom_reader *in, const dom_record *record, uint32_t count,
                               void *body);

/* Returns a reader for a record inside the field that `outer` is reading. */
dom_reader dom_reader_inside(const dom_reader *outer);

/* Passes over the value of an unknown key of this record. Returns DOM_OK, or DOM_E_MALFORMED if the
 * bytes are no value. */
dom_rc dom_reader_skip(const dom_reader *in);

/* Returns DOM_E_MALFORMED. The error text is the place, such as "ask.history[3]: ", followed
 * by the formatted text; or what is wrong with the bytes of the message, if the cursor found an
 * error. */
__attribute__((format(printf, 2, 3))) dom_rc dom_reader_fail(const dom_reader *in,
                                                             const char *format, ...);

/* Returns true if the value is the text `word`, which is not empty. */
bool dom_value_is(const dom_value *value, const char *word);

/* Takes an integer from min to max. Returns DOM_OK, or DOM_E_MALFORMED with the reason. */
dom_rc dom_reader_integer(const dom_reader *in, int64_t min, int64_t max, int64_t *out);

/* Takes a text of at least `min` bytes, without control characters, and ends it with NUL. `to`
 * has room for `room` bytes, including the NUL. Returns DOM_OK, or DOM_E_MALFORMED with the
 * reason. */
dom_rc dom_reader_text(const dom_reader *in, int64_t min, size_t room, char *to);

/* The long way of dom_reader_array. */
DOM_LONG_WAY int dom_reader_long_array(const dom_reader *in, int min, int max);

/* Takes the head of an array of min..max entries. Returns their number, or -1 with the reason in
 * in->err. */
static inline int dom_reader_array(const dom_reader *in, int min, int max)
{
    int count;
    return dom_cursor_take_head(in->cursor, min, max, &count) ? count
                                                              : dom_reader_long_array(in, min, max);
}

/* Takes the head of an array with one entry for each seat. in->seats is their number. Returns
 * DOM_OK, or DOM_E_MALFORMED with the reason. */
dom_rc dom_reader_seats_array(dom_reader *in);

/* Notes that a per-seat array of this record has `seats` entries. Returns DOM_E_MALFORMED if
 * this is not 2..DOM_SEATS_MAX, or if an array before had another number. */
dom_rc dom_reader_seats(dom_reader *in, int64_t seats);

/* Writes a NUL-terminated text of any bytes. Bytes that are not plain text (utf8.h) are
 * written as '?'. A text that has such bytes is also cut to DOM_TEXT_BYTES. */
void dom_writer_text(dom_writer *out, const char *text);

/* The characters of names of variants. */
#define DOM_SLUG_CHARS "abcdefghijklmnopqrstuvwxyz0123456789._-"

/* The kinds of plain values. Enumerations are written and read as their words. The comments
 * say what the member of the struct is, or what the value in the message is. */
extern const dom_kind dom_kind_integer; /* 1, 4 or 8 bytes signed, or 2 bytes unsigned */
extern const dom_kind dom_kind_boolean;
extern const dom_kind dom_kind_thousandths; /* int32_t; in the message a number of 1000 of them */
extern const dom_kind dom_kind_text;        /* char[width]                          */
extern const dom_kind dom_kind_hex;         /* char[width], lower-case hex digits   */
extern const dom_kind dom_kind_slug;        /* char[width], DOM_SLUG_CHARS          */
extern const dom_kind dom_kind_seats;       /* the number of seats itself           */
extern const dom_kind dom_kind_fault_code;  /* dom_fault, at least min              */
extern const dom_kind dom_kind_round_end;   /* dom_end, except DOM_END_NONE         */
extern const dom_kind dom_kind_per_seat;    /* array with one integer per seat      */
extern const dom_kind dom_kind_names;       /* array with one text of `width` per seat */
extern const dom_kind dom_kind_part;        /* another record, as a map             */

#endif
