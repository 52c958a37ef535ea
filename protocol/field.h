/* protocol/field.h - messages as tables: a record is a list of fields, a field
 * is a row, and the row drives encoding and decoding in both formats.
 *
 * Reading is strict in one place, here: a known key that is missing or appears
 * twice, or a value that is not exactly as its row says, is malformed; an
 * unknown key is passed over.
 */
#ifndef DOM_PROTOCOL_FIELD_H
#define DOM_PROTOCOL_FIELD_H

#include "values.h"
#include "write.h"

typedef struct dom_field dom_field;
typedef struct dom_record dom_record;

/* Where in a message we are, for what `err` will say, and what the fields of one
 * record have to agree on. */
typedef struct dom_reader {
    const struct dom_reader *outer; /* the record that this one stands in     */
    const char *name;               /* the message, where outer is NULL       */
    const char *key;                /* the field being read, or NULL          */
    int index;                      /* the entry of it being read, or -1      */
    int seats;                      /* entries of the per-seat arrays so far, or 0 */
    uint32_t seen;                  /* bit per field that was there           */
    dom_err *err;
} dom_reader;

/* How values of one kind go out and come in. `body` is the struct of the record.
 * On writing, `seats` is how many entries per-seat arrays have. */
typedef struct {
    void (*write)(dom_writer *out, const dom_field *field, const void *body, int seats);
    dom_rc (*read)(dom_reader *in, const dom_field *field, const dom_value *value, void *body);
} dom_kind;

struct dom_field {
    const char *key;
    uint8_t key_bytes;
    bool required;   /* an optional text is left out when it is empty         */
    uint16_t offset; /* of the member in the struct                           */
    uint16_t width;  /* of the member, of one element of an array             */
    const dom_kind *kind;
    int64_t min, max;                /* integers: range; texts: fewest bytes  */
    int64_t fallback;                /* integers: what absent means           */
    const dom_record *record;        /* dom_kind_part: which                  */
    bool (*given)(const void *body); /* is it to be written? NULL: always     */
};

struct dom_record {
    const char *type; /* the message's `type`, NULL for a part of a message   */
    const dom_field *field;
    uint8_t field_count; /* at most 32                                        */

    /* The member that says how many entries per-seat arrays have; or 0, 0. */
    uint16_t seats_offset, seats_width;

    /* Looks at what no field can see alone, once all are there; or NULL. */
    dom_rc (*check)(dom_reader *in, void *body);
};

/* Write the record as one map, with `type` first where it has one. */
void dom_record_write(dom_writer *out, const dom_record *record, const void *body);

/* Read the record from a map. `in` says where it stands; its `seen` and `seats`
 * are filled. */
dom_rc dom_record_read(dom_reader *in, const dom_record *record, const dom_value *map, void *body);

/* A reader for a record inside the field that `outer` is reading. */
dom_reader dom_reader_inside(const dom_reader *outer);

/* DOM_E_MALFORMED, with "ask.history[3]: " and the rest in err. */
__attribute__((format(printf, 2, 3))) dom_rc dom_reader_fail(const dom_reader *in,
                                                             const char *format, ...);

/* Is the value the text `word`? */
bool dom_value_is(const dom_value *value, const char *word);

/* DOM_OK when the value is an integer from min to max, else why not. */
dom_rc dom_reader_integer(const dom_reader *in, const dom_value *value, int64_t min, int64_t max);

/* Copy a text of at least `min` bytes, without control characters, and end it
 * with NUL; `to` has room for `room` bytes, the NUL included. */
dom_rc dom_reader_text(const dom_reader *in, const dom_value *value, int64_t min, size_t room,
                       char *to);

/* DOM_OK when the value is an array of min..max entries, else why not. */
dom_rc dom_reader_array(const dom_reader *in, const dom_value *value, uint32_t min, uint32_t max);

/* A per-seat array of this record has that many entries; they all must agree. */
dom_rc dom_reader_seats(dom_reader *in, int64_t seats);

/* A text of whatever bytes; what is not plain UTF-8 becomes '?'. */
void dom_writer_text(dom_writer *out, const char *text);

/* What names of variants are made of. */
#define DOM_SLUG_CHARS "abcdefghijklmnopqrstuvwxyz0123456789._-"

/* The kinds of plain values. Words are written and read by their text. */
extern const dom_kind dom_kind_integer; /* of the member's width; signed where min < 0 or wide */
extern const dom_kind dom_kind_boolean;
extern const dom_kind dom_kind_text;       /* char[width]                          */
extern const dom_kind dom_kind_hex;        /* char[width],   lower-case hex digits */
extern const dom_kind dom_kind_slug;       /* char[width],   DOM_SLUG_CHARS        */
extern const dom_kind dom_kind_seats;      /* the number of seats itself           */
extern const dom_kind dom_kind_fault_code; /* dom_fault from min on                */
extern const dom_kind dom_kind_round_end;  /* dom_end, not DOM_END_NONE            */
extern const dom_kind dom_kind_per_seat;   /* [integer per seat]                   */
extern const dom_kind dom_kind_names;      /* [text per seat]; width: of one       */
extern const dom_kind dom_kind_part;       /* a record inside                      */

#endif
