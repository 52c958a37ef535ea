/* The launch specification from core to host, and frames that no core would send. */
#include "ipc/launch_spec.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static dom_ipc_link core, host;
static dom_ipc_launch_spec spec, got;
static char texts[DOM_IPC_LAUNCH_TEXT_BYTES];

static void set_up(void)
{
    int pair[2];
    cr_assert(eq(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0));
    cr_assert(eq(int, dom_ipc_link_open(&core, pair[0]), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_open(&host, pair[1]), DOM_OK));
    spec = (dom_ipc_launch_spec){.bot = "anna",
                                 .instance = 7,
                                 .is_remote = 1,
                                 .remote = {.endpoint = "tcp://127.0.0.1:7000", .own_key = {9}},
                                 .sandbox = DOM_SANDBOX_LIMITS,
                                 .uid = 61000,
                                 .memory_mb = 512,
                                 .processes = 64,
                                 .limits = {.move_ms = 100},
                                 .variant_count = 1,
                                 .variants = {{.name = "block-2", .options = {.players = 2}}},
                                 .run_folder = "/run",
                                 .bot_folder = "/a folder",
                                 .arena_version = "",
                                 .arg_count = 3,
                                 .args = {"python3", "", "bot.py"},
                                 .env_count = 1,
                                 .env = {"A=b c"},
                                 .shown_count = 2,
                                 .shown = {"/dev/kfd", "/opt/models"}};
}

static void tear_down(void)
{
    dom_ipc_link_close(&core);
    dom_ipc_link_close(&host);
}

TestSuite(launch_spec, .init = set_up, .fini = tear_down);

/* Sends `spec` and returns the frame that the host receives. Its body is valid until the next
 * frame. */
static dom_ipc_frame send_spec(void)
{
    dom_ipc_frame frame;
    cr_assert(eq(int, dom_ipc_launch_spec_add(&core, &spec), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_flush(&core), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_receive(&host), DOM_OK));
    cr_assert(dom_ipc_link_next(&host, &frame));
    return frame;
}

/* Returns true if the first `size` bytes of the frame are accepted. They are copied into memory of
 * exactly this size, so that the sanitizers notice any read behind them. */
static bool is_read(const dom_ipc_frame *frame, size_t size)
{
    void *body = malloc(size);
    cr_assert(body != NULL);
    memcpy(body, frame->body, size < frame->body_size ? size : frame->body_size);
    dom_ipc_frame cut = {.type = frame->type, .slot = frame->slot, .body = body, .body_size = size};
    bool is_good = dom_ipc_launch_spec_read(&got, texts, &cut);
    free(body);
    return is_good;
}

Test(launch_spec, arrives_unchanged)
{
    dom_ipc_frame frame = send_spec();
    cr_assert(is_read(&frame, frame.body_size));
    cr_expect(eq(str, got.bot, "anna"));
    cr_expect(eq(u32, got.instance, 7));
    cr_expect(eq(int, got.uses_stdio, 0));
    cr_expect(eq(int, got.is_remote, 1));
    cr_expect(zero(int, memcmp(&got.remote, &spec.remote, sizeof got.remote)));
    cr_expect(eq(int, got.sandbox, DOM_SANDBOX_LIMITS));
    cr_expect(eq(u32, got.uid, 61000));
    cr_expect(eq(int, got.memory_mb, 512));
    cr_expect(eq(int, got.processes, 64));
    cr_expect(eq(int, got.limits.move_ms, 100));
    cr_expect(eq(int, got.variant_count, 1));
    cr_expect(eq(str, got.variants[0].name, "block-2"));
    cr_expect(eq(int, got.variants[0].options.players, 2));
}

Test(launch_spec, texts_keep_their_order_and_may_be_empty)
{
    dom_ipc_frame frame = send_spec();
    cr_assert(is_read(&frame, frame.body_size));
    cr_expect(eq(str, (char *)got.run_folder, "/run"));
    cr_expect(eq(str, (char *)got.bot_folder, "/a folder"));
    cr_expect(eq(str, (char *)got.arena_version, ""));
    cr_assert(eq(int, got.arg_count, 3));
    cr_expect(eq(str, (char *)got.args[0], "python3"));
    cr_expect(eq(str, (char *)got.args[1], ""));
    cr_expect(eq(str, (char *)got.args[2], "bot.py"));
    cr_expect(eq(ptr, (void *)got.args[3], NULL));
    cr_assert(eq(int, got.env_count, 1));
    cr_expect(eq(str, (char *)got.env[0], "A=b c"));
    cr_expect(eq(ptr, (void *)got.env[1], NULL));
    cr_assert(eq(int, got.shown_count, 2));
    cr_expect(eq(str, (char *)got.shown[0], "/dev/kfd"));
    cr_expect(eq(str, (char *)got.shown[1], "/opt/models"));
    cr_expect(eq(ptr, (void *)got.shown[2], NULL));
}

Test(launch_spec, the_longest_command_line_fits)
{
    static char word[DOM_IPC_LAUNCH_TEXT_BYTES];
    spec.run_folder = spec.bot_folder = "";
    spec.shown_count = spec.env_count = 0;
    spec.arg_count = DOM_IPC_ARGS_MAX;
    for (int i = 0; i < DOM_IPC_ARGS_MAX; i++)
        spec.args[i] = "";
    size_t room = DOM_IPC_LAUNCH_TEXT_BYTES - 3 - DOM_IPC_ARGS_MAX; /* one text but its NUL */
    memset(word, 'x', room);
    spec.args[5] = word;
    dom_ipc_frame frame = send_spec();
    cr_assert(is_read(&frame, frame.body_size));
    cr_expect(eq(sz, strlen(got.args[5]), room));
    word[room] = 'x';
    cr_expect(eq(int, dom_ipc_launch_spec_add(&core, &spec), DOM_E_LIMIT));
    cr_expect(not(dom_ipc_link_has_unsent(&core)), "nothing is appended");
}

Test(launch_spec, a_frame_that_is_too_short_is_refused)
{
    dom_ipc_frame frame = send_spec();
    size_t texts_end = frame.body_size;
    while (is_read(&frame, texts_end - 1))
        texts_end--; /* the frame is filled up to a multiple of 8 */
    cr_expect(lt(sz, frame.body_size, texts_end + 8));
    for (size_t size = 0; size < texts_end; size++)
        cr_expect(not(is_read(&frame, size)), "%zu bytes", size);
}

Test(launch_spec, a_frame_of_another_type_is_refused)
{
    dom_ipc_frame frame = send_spec();
    frame.type = DOM_IPC_FRAME_BYE;
    cr_expect(not(is_read(&frame, frame.body_size)));
}

/* In the frame, the struct is followed by the length of the texts and the texts. */
enum { LENGTH_AT = sizeof(dom_ipc_launch_spec) };

static dom_ipc_launch_spec *sent_spec(const dom_ipc_frame *frame)
{
    return (dom_ipc_launch_spec *)frame->body;
}

static uint32_t *sent_length(const dom_ipc_frame *frame)
{
    return (uint32_t *)((uint8_t *)frame->body + LENGTH_AT);
}

static void too_many_args(const dom_ipc_frame *frame)
{
    sent_spec(frame)->arg_count = UINT16_MAX;
}

static void too_many_variables(const dom_ipc_frame *frame)
{
    sent_spec(frame)->env_count = DOM_IPC_ENV_MAX + 1;
}

static void one_text_too_few(const dom_ipc_frame *frame)
{
    sent_spec(frame)->arg_count++;
}

static void one_text_too_many(const dom_ipc_frame *frame)
{
    sent_spec(frame)->arg_count--;
}

static void too_many_variants(const dom_ipc_frame *frame)
{
    sent_spec(frame)->variant_count = DOM_VARIANTS_MAX + 1;
}

static void no_level(const dom_ipc_frame *frame)
{
    sent_spec(frame)->sandbox = DOM_SANDBOX_COUNT;
}

static void level_still_to_be_found(const dom_ipc_frame *frame)
{
    sent_spec(frame)->sandbox = DOM_SANDBOX_AUTO;
}

static void name_without_end(const dom_ipc_frame *frame)
{
    memset(sent_spec(frame)->bot, 'x', DOM_NAME_BYTES);
}

static void endpoint_without_end(const dom_ipc_frame *frame)
{
    memset(sent_spec(frame)->remote.endpoint, 'x', DOM_IPC_ENDPOINT_BYTES);
}

static void texts_longer_than_the_frame(const dom_ipc_frame *frame)
{
    *sent_length(frame) = (uint32_t)(frame->body_size - LENGTH_AT);
}

static void texts_longer_than_any(const dom_ipc_frame *frame)
{
    *sent_length(frame) = UINT32_MAX;
}

static void last_text_without_end(const dom_ipc_frame *frame)
{
    *sent_length(frame) -= 1;
}

static void no_texts(const dom_ipc_frame *frame)
{
    *sent_length(frame) = 0;
}

Test(launch_spec, impossible_counts_and_lengths_are_refused)
{
    static const struct {
        const char *what;
        void (*spoil)(const dom_ipc_frame *frame);
    } cases[] = {{"too many args", too_many_args},
                 {"too many variables", too_many_variables},
                 {"one text too few", one_text_too_few},
                 {"one text too many", one_text_too_many},
                 {"too many variants", too_many_variants},
                 {"no level", no_level},
                 {"level still to be found", level_still_to_be_found},
                 {"name without end", name_without_end},
                 {"endpoint without end", endpoint_without_end},
                 {"texts longer than the frame", texts_longer_than_the_frame},
                 {"texts longer than any", texts_longer_than_any},
                 {"last text without end", last_text_without_end},
                 {"no texts", no_texts}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_ipc_frame frame = send_spec();
        cases[i].spoil(&frame);
        cr_expect(not(is_read(&frame, frame.body_size)), "%s", cases[i].what);
    }
}
