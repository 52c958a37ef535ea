/* ipc/launch_spec.h - the launch specification: all that a host must know to start its bot.
 *
 * The core sends it in the frame DOM_IPC_FRAME_SETUP, and the host reads it. Only this module knows
 * the layout of that frame: the struct, then its texts one after another, each with its NUL.
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
    DOM_IPC_ARGS_MAX = 64,            /* most words in a bot's command */
    DOM_IPC_ENV_MAX = 16,             /* most environment variables of a bot's own */
    DOM_IPC_SHOWN_MAX = 16,           /* most folders and devices that a bot is shown */
    DOM_IPC_LAUNCH_TEXT_BYTES = 24576 /* all texts of a spec together, each with its NUL */
};

/* Where the host listens for a remote bot, and the keys of both sides. */
typedef struct {
    char endpoint[DOM_IPC_ENDPOINT_BYTES]; /* "tcp://ADDRESS:PORT" */
    uint8_t bot_key[DOM_CURVE_BYTES];      /* public key of the bot; no other key is let in */
    uint8_t own_key[DOM_CURVE_BYTES];      /* secret key of the arena */
} dom_ipc_remote_bot;

typedef struct {
    char bot[DOM_NAME_BYTES]; /* the bot's name */
    uint32_t instance;        /* number of the process in this run, counted from 0 */
    uint8_t uses_stdio;       /* 1: transport stdio; 0: transport zmq */
    uint8_t is_remote; /* 1: the host starts no process; the bot connects to remote.endpoint */
    dom_ipc_remote_bot remote; /* all zero unless is_remote */
    dom_sandbox sandbox;       /* DOM_SANDBOX_NONE to DOM_SANDBOX_BWRAP, never AUTO */
    uint8_t probes;            /* dom_probe bits (protocol/probe.h), set by the conformance check */
    uint8_t has_no_clock;      /* 1: no answer is late, because somebody debugs the bot */
    uint32_t uid;              /* user and group id of the bot process; 0: those of the arena */
    int32_t memory_mb;         /* limit for the bot and all processes that it starts, together */
    int32_t processes;         /* limit for its processes and threads together */
    dom_msg_limits limits;     /* the limits that `welcome` tells the bot */
    uint16_t variant_count;    /* at most DOM_VARIANTS_MAX */
    dom_msg_variant variants[DOM_VARIANTS_MAX];
    const char *run_folder;                   /* run directory, for sockets and temporary files */
    const char *bot_folder;                   /* the bot's working folder */
    const char *arena_version;                /* such as "1.2.0" */
    uint16_t arg_count;                       /* at most DOM_IPC_ARGS_MAX */
    const char *args[DOM_IPC_ARGS_MAX + 1];   /* argv of the bot, then NULL */
    uint16_t env_count;                       /* at most DOM_IPC_ENV_MAX */
    const char *env[DOM_IPC_ENV_MAX + 1];     /* "NAME=VALUE", beside the arena's own; then NULL */
    uint16_t shown_count;                     /* at most DOM_IPC_SHOWN_MAX */
    const char *shown[DOM_IPC_SHOWN_MAX + 1]; /* paths of this machine that it sees, then NULL */
} dom_ipc_launch_spec;

/* Appends the frame DOM_IPC_FRAME_SETUP with this spec to the link. No text may be NULL.
 *
 * Returns DOM_OK, DOM_E_LIMIT if the texts take more than DOM_IPC_LAUNCH_TEXT_BYTES, or
 * DOM_E_NOMEM. On an error nothing is appended. Pre: the counts are in range. */
dom_rc dom_ipc_launch_spec_add(dom_ipc_link *link, const dom_ipc_launch_spec *spec);

/* Reads a frame DOM_IPC_FRAME_SETUP. The texts are copied to `texts`, and the pointers of *spec
 * point there. The caller keeps `texts` as long as *spec.
 *
 * Returns false, with *spec and `texts` undefined, if a core cannot have sent this frame: it has
 * another type or is too short, a count or a sandbox level is out of range, or a text is missing or
 * not NUL-terminated. No byte outside the frame is read, whatever it contains. */
bool dom_ipc_launch_spec_read(dom_ipc_launch_spec *spec,
                              char texts[static DOM_IPC_LAUNCH_TEXT_BYTES],
                              const dom_ipc_frame *frame);

#endif
