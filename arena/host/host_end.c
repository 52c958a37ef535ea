#include "host_end.h"

#include "base/text.h"
#include "bot_watch.h"
#include "fs/remove_tree.h"
#include "fs/run_dir.h"
#include "missing_file_hint.h"
#include "spawn.h"
#include "sweep.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Removes what the bot's user id has left, so that the next bot with this id finds nothing. At
 * level bwrap a bot cannot write outside its sandbox. */
static void clean_user(const dom_host_state *h)
{
    char base[DOM_TEXT_BYTES];
    if (h->bot.spec.uid == 0 || h->bot.spec.sandbox == DOM_SANDBOX_BWRAP)
        return;
    dom_text_copy(base, sizeof base, h->bot.spec.run_folder);
    char *slash = strrchr(base, '/');
    if (slash)
        *slash = '\0';
    (void)dom_host_sweep_users(h->bot.spec.uid, 1, base);
}

void dom_host_end_clean_up(dom_host_state *h)
{
    if (h->bot.pid > 0)
        dom_host_spawn_kill_all(h->bot.pid);
    if (h->bot.log_fd >= 0)
        dom_host_bot_watch_log(h);
    if (h->bot.transport)
        h->bot.transport->close(h->bot.transport);
    if (h->bot.own_folder[0])
        dom_fs_remove_tree(h->bot.own_folder);
    clean_user(h);
}

static void describe_exit(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        (void)snprintf(text, size, "killed by signal %d (%s)", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    else
        (void)snprintf(text, size, "exited with status %d", WEXITSTATUS(status));
}

/* Appends a reason to the text if the bot ended before its hello: the sandbox may hide a file. */
static void explain_exit(const dom_host_state *h, char *text, size_t size)
{
    size_t length = strlen(text);
    if (h->bot.spec.sandbox == DOM_SANDBOX_BWRAP)
        dom_host_missing_file_hint(h->bot.spec.args, h->bot.spec.shown, text + length,
                                   size - length);
}

/* Returns true if the arena ended the bot: it was killed, or it died of the arena's SIGTERM. */
static bool is_our_doing(const dom_host_state *h)
{
    return !h->exit.is_seen || (h->shutdown.is_terminated && WIFSIGNALED(h->exit.status) &&
                                WTERMSIG(h->exit.status) == SIGTERM);
}

static dom_ending ending(const dom_host_state *h)
{
    if (is_our_doing(h))
        return DOM_ENDING_ARENA;
    return WIFSIGNALED(h->exit.status) ? DOM_ENDING_SIGNAL : DOM_ENDING_EXIT;
}

static dom_fault verdict(const dom_host_state *h, char *text, size_t size)
{
    if (h->session && dom_host_session_fault(h->session) != DOM_FAULT_NONE) {
        dom_text_copy(text, size, dom_host_session_reason(h->session));
        return dom_host_session_fault(h->session);
    }
    if (is_our_doing(h)) {
        dom_text_copy(text, size, "stopped by the arena");
        return DOM_FAULT_NONE;
    }
    if (h->bot.spec.is_remote)
        dom_text_copy(text, size, "closed its connection after bye");
    else
        describe_exit(h->exit.status, text, size);
    if (h->shutdown.is_told || h->is_killed)
        return DOM_FAULT_NONE;
    if (WIFSIGNALED(h->exit.status) && WTERMSIG(h->exit.status) == SIGXFSZ)
        return DOM_FAULT_RESOURCE;
    if (h->session && dom_host_session_has_hello(h->session))
        return DOM_FAULT_CRASH;
    explain_exit(h, text, size);
    return DOM_FAULT_SPAWN;
}

_Static_assert((int)DOM_HOST_LOG_BYTES_MAX <= (int)DOM_IPC_LOG_BYTES,
               "what is kept is what the core takes");

static void add_log(dom_host_state *h)
{
    uint8_t *bytes = malloc(DOM_HOST_LOG_BYTES_MAX);
    size_t size = bytes ? dom_host_log_write(&h->log, bytes) : 0;
    for (size_t at = 0; at < size; at += DOM_HOST_LOG_PART_BYTES) {
        size_t part = size - at < DOM_HOST_LOG_PART_BYTES ? size - at : DOM_HOST_LOG_PART_BYTES;
        /* Frames are padded to whole words, so the body begins with its length. */
        uint8_t *body =
            dom_ipc_link_add(&h->link, DOM_IPC_FRAME_LOG, DOM_IPC_NO_SLOT, sizeof(uint32_t) + part);
        if (body == NULL)
            break;
        uint32_t length = (uint32_t)part;
        memcpy(body, &length, sizeof length);
        memcpy(body + sizeof length, bytes + at, part);
    }
    free(bytes);
}

void dom_host_end_report(dom_host_state *h, const dom_err *start_error)
{
    uint16_t slot = h->session ? dom_host_session_oldest_ask_table(h->session) : DOM_IPC_NO_SLOT;
    add_log(h);
    dom_ipc_frame_ended *ended =
        dom_ipc_link_add(&h->link, DOM_IPC_FRAME_ENDED, slot, sizeof *ended);
    if (ended == NULL)
        return;
    if (start_error) {
        ended->code = DOM_FAULT_SPAWN;
        dom_text_copy(ended->text, sizeof ended->text, start_error->text);
    } else {
        ended->code = (int32_t)verdict(h, ended->text, sizeof ended->text);
        ended->ending = (int32_t)ending(h);
        ended->said = *dom_host_session_said(h->session);
        ended->serial = dom_host_session_oldest_ask_serial(h->session);
    }
    /* The core may be slow, but as long as it lives it reads. */
    dom_rc rc;
    while ((rc = dom_ipc_link_flush(&h->link)) == DOM_OK && dom_ipc_link_has_unsent(&h->link)) {
        struct pollfd ready = {.fd = DOM_HOST_CORE_FD, .events = POLLOUT};
        (void)poll(&ready, 1, 1000);
    }
    h->is_core_gone |= rc == DOM_E_IO;
}

/* Returns true if the run directory has no folder of a host any more. Only copies of bots, made by
 * the core, may be left in "bots". */
static bool is_deserted(const char *run_folder)
{
    DIR *folder = opendir(run_folder);
    bool is_empty = folder != NULL;
    struct dirent *entry;
    while (is_empty && (entry = readdir(folder)) != NULL)
        is_empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                   strcmp(entry->d_name, "bots") == 0;
    if (folder)
        closedir(folder);
    return is_empty;
}

void dom_host_end_leave_run_folder(const dom_host_state *h)
{
    if (h->is_core_gone && is_deserted(h->bot.spec.run_folder))
        dom_fs_run_dir_remove(h->bot.spec.run_folder);
}
