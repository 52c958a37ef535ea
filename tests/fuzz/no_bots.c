/* bots/resolve.h and process.h of the core for targets that start no process: bots are those of the
 * dump (forgery.h), and their hosts send hello and then nothing. */
#include "bots/resolve.h"
#include "core/rehearsal.h"
#include "forgery.h"
#include "process.h"

#include "base/text.h"

#include <sys/socket.h>
#include <unistd.h>

/* Bots resolve to those of the dump. */
dom_rc dom_bots_resolve_inline(dom_bots_resolved *out, const dom_bots_context *context,
                               const dom_yaml *yaml, const dom_yaml_node *map, dom_err *err)
{
    sqlite3_stmt *row;
    (void)context;
    *out = (dom_bots_resolved){.name = ""};
    dom_rc rc = dom_bots_manifest_read(&out->manifest, yaml, map, NULL, err);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(out->name, sizeof out->name, out->manifest.name);
    dom_text_copy(out->snapshot.folder, sizeof out->snapshot.folder, forgery_bot());
    expect(sqlite3_prepare_v2(forgery_original(), "SELECT version FROM bot WHERE name = ?1", -1,
                              &row, NULL) == SQLITE_OK);
    (void)sqlite3_bind_text(row, 1, out->name, -1, SQLITE_STATIC);
    if (sqlite3_step(row) == SQLITE_ROW)
        dom_text_copy(out->snapshot.version, sizeof out->snapshot.version,
                      (const char *)sqlite3_column_text(row, 0));
    (void)sqlite3_finalize(row);
    return DOM_OK;
}

dom_rc dom_bots_resolve(dom_bots_resolved *out, const dom_bots_context *context, const char *word,
                        dom_err *err)
{
    (void)context, (void)word;
    *out = (dom_bots_resolved){.name = ""};
    return dom_err_set(err, DOM_E_CONFIG, "no bot");
}

void dom_bots_resolved_clear(dom_bots_resolved *bot)
{
    dom_bots_manifest_clear(&bot->manifest);
    *bot = (dom_bots_resolved){.name = ""};
}

/* Hosts send hello and then nothing. */
dom_rc dom_core_process_start(dom_core_process **out, const dom_core_process_spec *spec,
                              dom_err *err)
{
    int pair[2];
    dom_ipc_link host;
    dom_core_process *p = *out = calloc(1, sizeof *p);
    (void)err;
    expect(p != NULL && socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0);
    p->chair = spec->chair;
    p->instance = spec->instance;
    expect(dom_ipc_link_open(&p->link, pair[0]) == DOM_OK &&
           dom_ipc_link_open(&host, pair[1]) == DOM_OK);
    dom_ipc_frame_hello *hello =
        dom_ipc_link_add(&host, DOM_IPC_FRAME_HELLO, DOM_IPC_NO_SLOT, sizeof *hello);
    expect(hello != NULL);
    hello->max_tables = hello->batch = 1;
    expect(dom_ipc_link_flush(&host) == DOM_OK);
    p->host_pid = dup(host.fd); /* not used here */
    dom_ipc_link_close(&host);
    return DOM_OK;
}

dom_rc dom_core_process_try(const char *host_program, dom_sandbox level, const dom_strings *shown,
                            dom_err *err)
{
    (void)host_program, (void)level, (void)shown, (void)err;
    return DOM_OK;
}

void dom_core_process_close(dom_core_process **handle)
{
    dom_core_process *p = *handle;
    if (p == NULL)
        return;
    dom_ipc_link_close(&p->link);
    (void)close(p->host_pid);
    free(p);
    *handle = NULL;
}

void dom_core_process_bye(dom_core_process *p, const char *reason)
{
    (void)reason;
    p->state = DOM_CORE_PROCESS_LEAVING;
    (void)shutdown(p->host_pid, SHUT_RDWR);
}

void dom_core_process_kill(dom_core_process *p)
{
    dom_core_process_bye(p, "");
}

void dom_core_process_kill_host(const dom_core_process *p)
{
    (void)shutdown(p->host_pid, SHUT_RDWR);
}

uint32_t dom_core_port(const dom_core_listen *listen, const dom_core_tournament *tournament,
                       int bot, int seat)
{
    (void)listen, (void)tournament, (void)bot, (void)seat;
    return 0;
}

pid_t dom_core_process_bot_pid(const dom_core_process *p, dom_sandbox level)
{
    (void)p, (void)level;
    return 0;
}

dom_msg_limits dom_core_limits_told(const dom_core_limits *limits)
{
    return (dom_msg_limits){.move_ms = limits->move_ms};
}
