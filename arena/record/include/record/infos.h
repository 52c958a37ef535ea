/* record/infos.h - the infos of one seat in one match as bytes: what a bot said it thinks
 * (protocol/info.h), beside the choices of the match.
 *
 * Each info is the number of its choice in four bytes, the lowest first, as in decisions.h counted
 * from 0 through the choices of all seats; its size in one byte; and so many packed bytes. Choices
 * ascend. The core adds bytes that a host has packed, and does not look into them.
 */
#ifndef DOM_RECORD_INFOS_H
#define DOM_RECORD_INFOS_H

#include "protocol/info.h"
#include "table/table.h"

/* A growing list of infos, and what was dropped. Start with a zeroed struct; release it with
 * dom_record_infos_clear. */
typedef struct {
    uint8_t *bytes;
    size_t size, room;
    uint32_t dropped;
    char reason[DOM_INFO_REASON_BYTES]; /* why the first of those was dropped */
} dom_record_infos;

/* Appends the info of a choice. If the list has more than `most` bytes then, the info is dropped.
 * Returns DOM_OK, or DOM_E_NOMEM with the list unchanged. Pre: size <= 255. */
dom_rc dom_record_infos_add(dom_record_infos *list, uint32_t choice, const uint8_t *packed,
                            size_t size, size_t most);

/* Counts an info that is dropped. The reason is cut to DOM_INFO_REASON_BYTES. */
void dom_record_infos_drop(dom_record_infos *list, const char *reason);

/* Frees the bytes and empties the list; may be called twice. */
void dom_record_infos_clear(dom_record_infos *list);

/* Reads the next info and moves `*bytes` and `*size` past it. Returns DOM_OK; DOM_E_ABSENT at the
 * end; DOM_E_MALFORMED if the bytes are not an info. */
dom_rc dom_record_infos_next(const uint8_t **bytes, size_t *size, uint32_t *choice, dom_info *out);

/* Finds the infos of choices while a match is played again. All zero but `of`: before the first
 * effect. */
typedef struct {
    const dom_record_infos *of; /* one per seat; NULL: none                   */
    size_t at[DOM_SEATS_MAX];   /* bytes of the seat that are read            */
    uint32_t choices;           /* of all seats so far                        */
} dom_record_info_reader;

/* To be called for every effect of the match, in order. Returns true with *out if the effect is a
 * choice with an info. Bytes that are no infos, which only a host that somebody broke into can have
 * sent, end those of the seat. */
bool dom_record_info_next(dom_record_info_reader *reader, const dom_table_effect *effect,
                          dom_info *out);

/* Says an info in words: "expects -4.125 points, 480 worlds, depth 3: 6-4 blocks". The text is the
 * bot's, plain text (protocol/utf8.h). */
enum { DOM_RECORD_INFO_WORDS_BYTES = 300 };
void dom_record_info_words(char words[static DOM_RECORD_INFO_WORDS_BYTES], const dom_info *info);

/* Writes the forecast as a decimal number, such as "-4.125" or "7". */
enum { DOM_RECORD_EXPECTED_BYTES = 16 };
void dom_record_info_expected(char digits[static DOM_RECORD_EXPECTED_BYTES], int32_t thousandths);

#endif
