#include "record/decisions.h"

#include "base/vec.h"

#include <stdlib.h>

enum { NUMBER_BYTES_MAX = 10 };

static size_t put_number(uint8_t *out, uint64_t value)
{
    size_t n = 0;
    for (; value > 127; value >>= 7)
        out[n++] = (uint8_t)(value | 128);
    out[n++] = (uint8_t)value;
    return n;
}

/* Reads a number. Returns DOM_E_MALFORMED if it is cut off or longer than necessary, so that
 * equal decisions are equal bytes. */
static dom_rc take_number(const uint8_t **bytes, size_t *size, uint64_t *out)
{
    *out = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        if (*size == 0)
            return DOM_E_MALFORMED;
        uint8_t byte = *(*bytes)++;
        (*size)--;
        *out |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return byte == 0 && shift > 0 ? DOM_E_MALFORMED : DOM_OK;
    }
    return DOM_E_MALFORMED;
}

dom_rc dom_record_decisions_add(dom_record_decisions *list, const dom_record_decision *decision)
{
    dom_action action = decision->action;
    dom_check(action.kind == DOM_PLAY || action.kind == DOM_DRAW);
    if (!dom_vec_reserve(list->bytes, list->size, list->room, 2u * NUMBER_BYTES_MAX))
        return DOM_E_NOMEM;
    uint64_t code =
        action.kind == DOM_DRAW ? 0 : 1 + (uint64_t)action.tile * 8 + action.end * 2u + action.down;
    uint64_t reason = decision->substituted == DOM_FAULT_NONE
                          ? (uint64_t)decision->us * 2
                          : (uint64_t)decision->substituted * 2 + 1;
    list->size += put_number(list->bytes + list->size, code);
    list->size += put_number(list->bytes + list->size, reason);
    return DOM_OK;
}

void dom_record_decisions_clear(dom_record_decisions *list)
{
    free(list->bytes);
    *list = (dom_record_decisions){0};
}

static dom_rc decode(uint64_t code, uint64_t reason, dom_record_decision *out)
{
    bool is_substituted = reason & 1;
    reason >>= 1;
    if (code > 8 * DOM_TILES_MAX ||
        (is_substituted && (reason == 0 || reason >= DOM_FAULT_COUNT)) || reason > UINT32_MAX)
        return DOM_E_MALFORMED;
    *out = (dom_record_decision){.action = {.kind = DOM_DRAW}};
    if (is_substituted)
        out->substituted = (dom_fault)reason;
    else
        out->us = (uint32_t)reason;
    if (code-- > 0)
        out->action = (dom_action){.kind = DOM_PLAY,
                                   .tile = (dom_tile)(code / 8),
                                   .end = (uint8_t)(code % 8 / 2),
                                   .down = (uint8_t)(code % 2)};
    return DOM_OK;
}

dom_rc dom_record_decisions_next(const uint8_t **bytes, size_t *size, dom_record_decision *out)
{
    if (*size == 0)
        return DOM_E_ABSENT;
    uint64_t code, reason;
    dom_rc rc = take_number(bytes, size, &code);
    if (rc == DOM_OK)
        rc = take_number(bytes, size, &reason);
    return rc == DOM_OK ? decode(code, reason, out) : rc;
}
