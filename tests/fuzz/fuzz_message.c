/* Every message that is decoded must encode, decode again and encode to the same bytes. The
 * first byte of an input chooses the format: text begins below 0x80 and MessagePack maps do not.
 * So every message is a valid input. Every info is good or bad, and a good one can be packed. */
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

static void judge(const dom_msg_info *given)
{
    uint8_t packed[DOM_INFO_PACKED_BYTES], again[DOM_INFO_PACKED_BYTES];
    dom_info info, unpacked;
    dom_err err = {.text = ""};
    if (given->bytes == NULL)
        return;
    if (dom_info_read(given, &info, &err) != DOM_OK) {
        if (err.text[0] == '\0')
            abort();
        return;
    }
    size_t size = dom_info_pack(&info, packed);
    if (!dom_info_unpack(packed, size, &unpacked) || dom_info_pack(&unpacked, again) != size ||
        memcmp(packed, again, size) != 0)
        abort();
}

static void judge_infos(const dom_msg *msg)
{
    if (msg->type == DOM_MSG_ACT)
        judge(&msg->as.act.info);
    for (int i = 0; msg->type == DOM_MSG_ACTS && i < msg->as.acts.count; i++)
        judge(&msg->as.acts.act[i].info);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static dom_msg first, second;
    /* A message with small integers, texts and options becomes at most twice as long. */
    static uint8_t once[4 * DOM_ARENA_MESSAGE_BYTES], twice[4 * DOM_ARENA_MESSAGE_BYTES];
    dom_format format = size > 0 && data[0] < 0x80 ? DOM_FORMAT_JSON : DOM_FORMAT_MSGPACK;
    if (decode(format, data, size, 0, &first) != DOM_OK || first.type == DOM_MSG_UNKNOWN)
        return 0;
    judge_infos(&first);
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
