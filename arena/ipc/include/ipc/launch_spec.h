/* ipc/launch_spec.h - what a host is told of the bot that it is to start.
 *
 * The core packs it, the host reads it, and this module is the only one that knows how it lies in
 * the frame: the struct itself, then its texts one after another, each with its NUL.
 *
 *     core:  dom_ipc_launch_spec spec = {.bot = "anna", .instance = 7,
 *                                        .sandbox = DOM_SANDBOX_BWRAP,
 *                                        .run_folder = "/tmp/domino-arena.x1y2z3",
 *                                        .bot_folder = "/home/anna/bot", .arena_version = "1.2.0",
 *                                        .arg_count = 2, .args = {"python3", "bot.py"}};
 *            dom_ipc_launch_spec_add(link, &spec);
 *     host:  dom_ipc_launch_spec_read(&spec, texts, &frame);
 */
#ifndef DOM_IPC_LAUNCH_SPEC_H
#define DOM_IPC_LAUNCH_SPEC_H

#include "ipc/frame.h"

enum {
    DOM_IPC_ARGS_MAX = 64,
    DOM_IPC_LAUNCH_TEXT_BYTES = 24576 /* of all texts of a spec, each with its NUL */
};

/* Where a remote bot is awaited, and by which key it is known. */
typedef struct {
    char endpoint[DOM_IPC_ENDPOINT_BYTES]; /* "tcp://ADDRESS:PORT"                 */
    uint8_t bot_key[DOM_CURVE_BYTES];      /* public: who is let in                */
    uint8_t own_key[DOM_CURVE_BYTES];      /* secret                               */
} dom_ipc_remote_bot;

typedef struct {
    char bot[DOM_NAME_BYTES];
    uint32_t instance;         /* of this run: 0 for the first process that it starts  */
    uint8_t uses_stdio;        /* 1: it speaks on its stdin and stdout, else over zmq  */
    uint8_t is_remote;         /* 1: it is not started, it connects to remote.endpoint */
    dom_ipc_remote_bot remote; /* all zero unless is_remote                            */
    dom_sandbox sandbox;       /* none to bwrap                                        */
    uint8_t probes;            /* dom_probe bits (protocol/probe.h): how it is tried   */
    uint32_t uid;              /* user of the bot process, 0 = the arena's own         */
    int32_t memory_mb;         /* of the bot with all that it starts                   */
    int32_t processes;         /* likewise, threads included                           */
    dom_msg_limits limits;     /* as the bot is told them                              */
    uint16_t variant_count;    /* at most DOM_VARIANTS_MAX                             */
    dom_msg_variant variants[DOM_VARIANTS_MAX];
    const char *run_folder; /* folder of the run, for sockets and temporary files   */
    const char *bot_folder; /* working folder of the bot                            */
    const char *arena_version;
    uint16_t arg_count; /* at most DOM_IPC_ARGS_MAX                             */
    const char *args[DOM_IPC_ARGS_MAX + 1]; /* argv of the bot, then NULL               */
} dom_ipc_launch_spec;

/* Append the frame DOM_IPC_FRAME_SETUP with this spec to the link. The texts must not be NULL.
 *
 * Returns DOM_OK, DOM_E_LIMIT when the texts take more than DOM_IPC_LAUNCH_TEXT_BYTES, or
 * DOM_E_NOMEM; where it fails nothing is appended. Pre: the two counts are in range. */
dom_rc dom_ipc_launch_spec_add(dom_ipc_link *link, const dom_ipc_launch_spec *spec);

/* Read such a frame. The texts are copied to `texts`, which *spec points into and which the caller
 * keeps as long as the spec.
 *
 * Returns false, with *spec and `texts` undefined, when no core would send this frame: it has
 * another type, is too short, a count or a level is impossible, or a text is missing or has no
 * end. Whatever its bytes are, nothing outside of it is read. */
bool dom_ipc_launch_spec_read(dom_ipc_launch_spec *spec,
                              char texts[static DOM_IPC_LAUNCH_TEXT_BYTES],
                              const dom_ipc_frame *frame);

#endif
