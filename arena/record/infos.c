#include "record/infos.h"

#include "base/check.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICE_BYTES = 4, HEAD_BYTES = CHOICE_BYTES + 1 };

dom_rc dom_record_infos_add(dom_record_infos *list, uint32_t choice, const uint8_t *packed,
                            size_t size, size_t most)
{
    dom_check(size <= UINT8_MAX);
    if (list->size + HEAD_BYTES + size > most) {
        char reason[DOM_INFO_REASON_BYTES];
        (void)snprintf(reason, sizeof reason, "act.info: the seat has %zu bytes in a match", most);
        dom_record_infos_drop(list, reason);
        return DOM_OK;
    }
    if (!dom_vec_reserve(list->bytes, list->size, list->room, HEAD_BYTES + size))
        return DOM_E_NOMEM;
    uint8_t *at = list->bytes + list->size;
    for (int i = 0; i < CHOICE_BYTES; i++)
        *at++ = (uint8_t)(choice >> 8 * i);
    *at++ = (uint8_t)size;
    memcpy(at, packed, size);
    list->size += HEAD_BYTES + size;
    return DOM_OK;
}

void dom_record_infos_drop(dom_record_infos *list, const char *reason)
{
    if (list->dropped == 0)
        dom_text_copy(list->reason, sizeof list->reason, reason);
    if (list->dropped < UINT32_MAX)
        list->dropped++;
}

void dom_record_infos_clear(dom_record_infos *list)
{
    free(list->bytes);
    *list = (dom_record_infos){.bytes = NULL};
}

dom_rc dom_record_infos_next(const uint8_t **bytes, size_t *size, uint32_t *choice, dom_info *out)
{
    const uint8_t *at = *bytes;
    if (*size == 0)
        return DOM_E_ABSENT;
    if (*size < HEAD_BYTES || *size < HEAD_BYTES + (size_t)at[CHOICE_BYTES] ||
        !dom_info_unpack(at + HEAD_BYTES, at[CHOICE_BYTES], out))
        return DOM_E_MALFORMED;
    *choice = 0;
    for (int i = CHOICE_BYTES; i > 0; i--)
        *choice = *choice << 8 | at[i - 1];
    size_t whole = HEAD_BYTES + (size_t)at[CHOICE_BYTES];
    *bytes += whole;
    *size -= whole;
    return DOM_OK;
}

/* ---- infos beside the moves ---------------------------------------------------- */

bool dom_record_info_next(dom_record_info_reader *reader, const dom_table_effect *effect,
                          dom_info *out)
{
    if (effect->kind != DOM_TABLE_FX_EVENT || effect->why == DOM_TABLE_WHY_FORCED)
        return false;
    uint32_t number = reader->choices++, choice;
    if (reader->of == NULL)
        return false;
    const dom_record_infos *list = &reader->of[effect->seat];
    size_t *at = &reader->at[effect->seat], left = list->size - *at;
    const uint8_t *bytes = list->bytes ? list->bytes + *at : NULL;
    dom_rc rc = dom_record_infos_next(&bytes, &left, &choice, out);
    if (rc == DOM_E_MALFORMED)
        *at = list->size;
    if (rc != DOM_OK || choice != number)
        return false;
    *at = list->size - left;
    return true;
}

void dom_record_info_expected(char digits[static DOM_RECORD_EXPECTED_BYTES], int32_t thousandths)
{
    int64_t size = thousandths < 0 ? -(int64_t)thousandths : thousandths;
    (void)snprintf(digits, DOM_RECORD_EXPECTED_BYTES, "%s%lld.%03d", thousandths < 0 ? "-" : "",
                   (long long)(size / 1000), (int)(size % 1000));
    char *end = digits + strlen(digits);
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        *--end = '\0';
}

void dom_record_info_words(char words[static DOM_RECORD_INFO_WORDS_BYTES], const dom_info *info)
{
    dom_text text = dom_text_of(words, DOM_RECORD_INFO_WORDS_BYTES);
    if (info->has_expected) {
        char digits[DOM_RECORD_EXPECTED_BYTES];
        dom_record_info_expected(digits, info->expected);
        dom_text_add(&text, "expects ");
        dom_text_add(&text, digits);
        dom_text_add(&text, " points");
    }
    if (info->has_worlds) {
        dom_text_add(&text, words[0] ? ", " : "");
        dom_text_add_int(&text, info->worlds);
        dom_text_add(&text, info->worlds == 1 ? " world" : " worlds");
    }
    if (info->has_depth) {
        dom_text_add(&text, words[0] ? ", depth " : "depth ");
        dom_text_add_int(&text, info->depth);
    }
    if (info->text[0])
        dom_text_add(&text, words[0] ? ": " : "");
    dom_text_add(&text, info->text);
}
