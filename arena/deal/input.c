#include "input.h"

#include <sodium.h>
#include <string.h>

void dom_deal_input_begin(dom_deal_input *input, const char *label)
{
    input->count = 0;
    dom_deal_input_text(input, label);
}

void dom_deal_input_bytes(dom_deal_input *input, const uint8_t *bytes, size_t count)
{
    dom_check(count <= sizeof input->byte - input->count);
    memcpy(input->byte + input->count, bytes, count);
    input->count += count;
}

void dom_deal_input_text(dom_deal_input *input, const char *text)
{
    size_t length = strlen(text);
    dom_check(length <= UINT8_MAX);
    dom_deal_input_bytes(input, &(uint8_t){(uint8_t)length}, 1);
    dom_deal_input_bytes(input, (const uint8_t *)text, length);
}

/* Appends the lowest `count` bytes of `value`, lowest first. */
static void add_number(dom_deal_input *input, uint64_t value, size_t count)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    dom_deal_input_bytes(input, bytes, count);
}

void dom_deal_input_u32(dom_deal_input *input, uint32_t value)
{
    add_number(input, value, 4);
}

void dom_deal_input_u64(dom_deal_input *input, uint64_t value)
{
    add_number(input, value, 8);
}

void dom_deal_input_hash(dom_deal_input *input, const uint8_t *key,
                         uint8_t out[static DOM_DEAL_KEY_BYTES])
{
    size_t key_bytes = key != NULL ? DOM_DEAL_KEY_BYTES : 0;
    int failed =
        crypto_generichash(out, DOM_DEAL_KEY_BYTES, input->byte, input->count, key, key_bytes);
    dom_check(failed == 0);
    sodium_memzero(input->byte, input->count); /* it may contain the secret   */
}
