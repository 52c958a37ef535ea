#include "ipc/launch_spec.h"

#include "base/bytes.h"

#include <string.h>

/* The body of the frame. In it, the pointers of `spec` are NULL. */
typedef struct {
    dom_ipc_launch_spec spec;
    uint32_t text_bytes; /* number of bytes in `texts` */
    char texts[]; /* run folder, bot folder, arena version, arguments, variables, shown paths */
} launch_frame;

enum { LAUNCH_TEXTS_MAX = 3 + DOM_IPC_ARGS_MAX + DOM_IPC_ENV_MAX + DOM_IPC_SHOWN_MAX };

_Static_assert(sizeof(dom_ipc_frame_header) + sizeof(launch_frame) + DOM_IPC_LAUNCH_TEXT_BYTES +
                       7 <=
                   DOM_IPC_DATAGRAM_BYTES,
               "the longest spec fits into a datagram");

/* Lists the pointers of a spec to its texts, in the order in which the texts are sent. Returns
 * their number. */
static int list_texts(dom_ipc_launch_spec *spec, const char **at[LAUNCH_TEXTS_MAX])
{
    int count = 0;
    at[count++] = &spec->run_folder;
    at[count++] = &spec->bot_folder;
    at[count++] = &spec->arena_version;
    for (int i = 0; i < spec->arg_count; i++)
        at[count++] = &spec->args[i];
    for (int i = 0; i < spec->env_count; i++)
        at[count++] = &spec->env[i];
    for (int i = 0; i < spec->shown_count; i++)
        at[count++] = &spec->shown[i];
    return count;
}

dom_rc dom_ipc_launch_spec_add(dom_ipc_link *link, const dom_ipc_launch_spec *spec)
{
    dom_ipc_launch_spec sent = *spec;
    const char **text[LAUNCH_TEXTS_MAX];
    size_t size[LAUNCH_TEXTS_MAX], bytes = 0;
    dom_check(spec->arg_count <= DOM_IPC_ARGS_MAX && spec->env_count <= DOM_IPC_ENV_MAX &&
              spec->shown_count <= DOM_IPC_SHOWN_MAX && spec->variant_count <= DOM_VARIANTS_MAX);
    int count = list_texts(&sent, text);
    for (int i = 0; i < count; i++)
        bytes += size[i] = strlen(*text[i]) + 1;
    if (bytes > DOM_IPC_LAUNCH_TEXT_BYTES)
        return DOM_E_LIMIT;
    launch_frame *body = dom_ipc_link_add(link, DOM_IPC_FRAME_SETUP, DOM_IPC_NO_SLOT,
                                          offsetof(launch_frame, texts) + bytes);
    if (body == NULL)
        return DOM_E_NOMEM;
    body->text_bytes = (uint32_t)bytes;
    char *to = body->texts;
    for (int i = 0; i < count; to += size[i++]) {
        memcpy(to, *text[i], size[i]);
        *text[i] = NULL;
    }
    body->spec = sent;
    return DOM_OK;
}

/* Returns true if every member of the struct itself is in range. */
static bool is_possible(const dom_ipc_launch_spec *spec)
{
    return dom_bytes_have_end(spec->bot, sizeof spec->bot) &&
           dom_bytes_have_end(spec->remote.endpoint, sizeof spec->remote.endpoint) &&
           spec->sandbox >= DOM_SANDBOX_NONE && spec->sandbox < DOM_SANDBOX_COUNT &&
           spec->variant_count <= DOM_VARIANTS_MAX && spec->arg_count <= DOM_IPC_ARGS_MAX &&
           spec->env_count <= DOM_IPC_ENV_MAX && spec->shown_count <= DOM_IPC_SHOWN_MAX;
}

/* Sets the pointers of the spec to its texts. Returns false if there are fewer or more texts than
 * pointers. */
static bool find_texts(dom_ipc_launch_spec *spec, const char *texts, size_t bytes)
{
    const char **text[LAUNCH_TEXTS_MAX];
    int count = list_texts(spec, text);
    for (int i = 0; i < count; i++) {
        if (!dom_bytes_have_end(texts, bytes))
            return false;
        *text[i] = texts;
        size_t size = strlen(texts) + 1;
        texts += size;
        bytes -= size;
    }
    spec->args[spec->arg_count] = NULL;
    spec->env[spec->env_count] = NULL;
    spec->shown[spec->shown_count] = NULL;
    return bytes == 0;
}

bool dom_ipc_launch_spec_read(dom_ipc_launch_spec *spec,
                              char texts[static DOM_IPC_LAUNCH_TEXT_BYTES],
                              const dom_ipc_frame *frame)
{
    const launch_frame *body = frame->body;
    if (frame->type != DOM_IPC_FRAME_SETUP || frame->body_size < offsetof(launch_frame, texts))
        return false;
    size_t bytes = body->text_bytes;
    if (bytes > DOM_IPC_LAUNCH_TEXT_BYTES ||
        bytes > frame->body_size - offsetof(launch_frame, texts))
        return false;
    *spec = body->spec;
    memcpy(texts, body->texts, bytes);
    return is_possible(spec) && find_texts(spec, texts, bytes);
}
