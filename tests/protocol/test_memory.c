/* A decoder without memory returns an error, and reads the next message correctly. Only JSON needs
 * memory: its copy in MessagePack. */
#include "../tools/scarce.h"
#include "protocol/message.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static const char json[] = "{\"type\":\"act\",\"req\":7,\"choice\":2}";
static const char msgpack[] = "\x83\xa4type\xa3"
                              "act\xa3req\x07\xa6"
                              "choice\x02";

static dom_rc decode(dom_decoder *decoder, dom_format format, dom_msg *msg, dom_err *err)
{
    const char *message = format == DOM_FORMAT_JSON ? json : msgpack;
    return dom_msg_decode(decoder, format, (const uint8_t *)message, strlen(message), msg, err);
}

Test(protocol_memory, out_of_memory_fails_only_one_message)
{
    static dom_msg msg;
    dom_err err = {.text = ""};
    scarce_at(1);
    dom_decoder *decoder = dom_decoder_open();
    cr_assert(scarce_end() && decoder == NULL);
    decoder = dom_decoder_open();
    scarce_at(1);
    dom_rc rc = decode(decoder, DOM_FORMAT_JSON, &msg, &err);
    cr_assert(scarce_end());
    cr_assert(eq(int, rc, DOM_E_NOMEM));
    cr_assert(strstr(err.text, "no memory for a message of ") == err.text, "%s", err.text);
    cr_assert(eq(int, decode(decoder, DOM_FORMAT_JSON, &msg, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, msg.type, DOM_MSG_ACT));
    dom_decoder_close(&decoder);
}

Test(protocol_memory, msgpack_needs_no_memory)
{
    static dom_msg msg;
    dom_err err = {.text = ""};
    dom_decoder *decoder = dom_decoder_open();
    scarce_at(1);
    dom_rc rc = decode(decoder, DOM_FORMAT_MSGPACK, &msg, &err);
    cr_assert(not(scarce_end()));
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    cr_assert(eq(int, msg.type, DOM_MSG_ACT));
    dom_decoder_close(&decoder);
}
