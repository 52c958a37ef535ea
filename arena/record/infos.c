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
