/* Every message that is decoded must encode, decode again and encode to the same bytes. The
 * first byte of an input chooses the format: text begins below 0x80 and MessagePack maps do not.
 * So every message is a valid input. */
#include "fuzz.h"
#include "protocol/message.h"

#include <stdlib.h>
#include <string.h>

static dom_msg_ask ask_store[2][DOM_BATCH_MAX];
static dom_msg_ask *asks[2][DOM_BATCH_MAX];

static dom_rc decode(dom_format format, const uint8_t *bytes, size_t size, int which, dom_msg *out)
{
    static dom_decoder *decoder;
    if (decoder == NULL)
        decoder = dom_decoder_open();
    for (int i = 0; i < DOM_BATCH_MAX; i++)
        asks[which][i] = &ask_store[which][i];
    out->as.asks = (dom_msg_asks){.room = DOM_BATCH_MAX, .item = asks[which]};
    dom_err err;
    return dom_msg_decode(decoder, format, bytes, size, out, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static dom_msg first, second;
    /* A message with small integers, texts and options becomes at most twice as long. */
    static uint8_t once[4 * DOM_ARENA_MESSAGE_BYTES], twice[4 * DOM_ARENA_MESSAGE_BYTES];
    dom_format format = size > 0 && data[0] < 0x80 ? DOM_FORMAT_JSON : DOM_FORMAT_MSGPACK;
    if (decode(format, data, size, 0, &first) != DOM_OK || first.type == DOM_MSG_UNKNOWN)
        return 0;
    size_t length = dom_msg_encode(format, first.type, &first.as, once, sizeof once);
    if (length == 0 || decode(format, once, length, 1, &second) != DOM_OK)
        abort();
    if (second.type != first.type)
        abort();
    size_t again = dom_msg_encode(format, second.type, &second.as, twice, sizeof twice);
    if (again != length || memcmp(once, twice, length) != 0)
        abort();
    return 0;
}
