#include "launch.h"

#include "fs/program.h"
#include "sandbox.h"
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Variables that the arena sets, with PWD; bytes of one of them. */
enum { ENV_MAX = 8, ENV_BYTES = 512 };

bool dom_host_launch_read_spec(dom_host_launched_bot *bot, const dom_ipc_frame *frame)
{
    *bot = (dom_host_launched_bot){.log_fd = -1};
    return dom_ipc_launch_spec_read(&bot->spec, bot->texts, frame);
}

/* Makes the folders RUN/INSTANCE, for the socket, and RUN/INSTANCE/tmp. */
static dom_rc make_own_folder(dom_host_launched_bot *bot, dom_err *err)
{
    char tmp[DOM_TEXT_BYTES + 8];
    (void)snprintf(bot->own_folder, sizeof bot->own_folder, "%s/%u", bot->spec.run_folder,
                   bot->spec.instance);
    (void)snprintf(tmp, sizeof tmp, "%s/tmp", bot->own_folder);
    if (mkdir(bot->own_folder, 0700) == 0 && mkdir(tmp, 0700) == 0)
        return DOM_OK;
    return dom_err_set(err, DOM_E_IO, "%s: %s", bot->own_folder, strerror(errno));
}

/* Gives the folders and the socket to the bot's user. The outer folder comes last. If it came
 * first, a process left over from an earlier bot with the same user id could replace its content by
 * a link, and the file at the end of the link would be given away. */
static dom_rc give_own_folder(const dom_host_launched_bot *bot, dom_err *err)
{
    static const char *const inside[] = {"/tmp", "/s", ""};
    uint32_t uid = bot->spec.uid;
    for (size_t i = 0; uid && i < sizeof inside / sizeof *inside; i++) {
        char path[DOM_TEXT_BYTES + 8];
        (void)snprintf(path, sizeof path, "%s%s", bot->own_folder, inside[i]);
        if (chown(path, uid, uid) != 0 && errno != ENOENT) /* over stdio there is no socket */
            return dom_err_set(err, DOM_E_IO, "%s: %s", path, strerror(errno));
    }
    return DOM_OK;
}

static void make_token(dom_host_launched_bot *bot)
{
    uint8_t bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(bot->token, sizeof bot->token, bytes, sizeof bytes);
}

/* Fills in the variables that the arena sets, but for PWD. The bot gets no other variable of the
 * arena. Returns their number. */
static int fill_environment(const dom_host_launched_bot *bot, char text[ENV_MAX][ENV_BYTES],
                            char *env[ENV_MAX])
{
    bool is_inside = bot->spec.sandbox == DOM_SANDBOX_BWRAP;
    const char *socket_folder = is_inside ? DOM_HOST_SANDBOX_SOCKET_FOLDER : bot->own_folder;
    char tmp[DOM_TEXT_BYTES + 8];
    int n = 0;
    (void)snprintf(tmp, sizeof tmp, is_inside ? DOM_HOST_SANDBOX_TMP : "%s/tmp", bot->own_folder);
    (void)snprintf(text[n++], ENV_BYTES, "PATH=" DOM_FS_PROGRAM_PATH);
    (void)snprintf(text[n++], ENV_BYTES, "LANG=C.UTF-8");
    (void)snprintf(text[n++], ENV_BYTES, "HOME=%s", tmp);
    (void)snprintf(text[n++], ENV_BYTES, "TMPDIR=%s", tmp);
    (void)snprintf(text[n++], ENV_BYTES, "DOMINO_ARENA_INSTANCE=%u", bot->spec.instance);
    if (!bot->spec.uses_stdio) {
        (void)snprintf(text[n++], ENV_BYTES, "DOMINO_ARENA_ENDPOINT=ipc://%s/s", socket_folder);
        (void)snprintf(text[n++], ENV_BYTES, "DOMINO_ARENA_TOKEN=%s", bot->token);
    }
    for (int i = 0; i < n; i++)
        env[i] = text[i];
    return n;
}

static void close_fd(int fd)
{
    if (fd >= 0)
        close(fd);
}

/* Adds the bot's own variables. Bubblewrap must not be started with them, because they are the
 * author's: it sets them inside. */
static int add_own_environment(const dom_host_launched_bot *bot, char *env[], int count)
{
    bool is_inside = bot->spec.sandbox == DOM_SANDBOX_BWRAP;
    for (int i = 0; !is_inside && i < bot->spec.env_count; i++)
        env[count++] = (char *)bot->spec.env[i];
    return count;
}

/* Starts the bot's process with these descriptors as standard input, output and error. */
static dom_rc start_bot(dom_host_launched_bot *bot, int in_fd, int out_fd, int err_fd, dom_err *err)
{
    char text[ENV_MAX][ENV_BYTES], pwd[DOM_IPC_LAUNCH_TEXT_BYTES + sizeof "PWD="];
    char *env[ENV_MAX + DOM_IPC_ENV_MAX + 1];
    dom_rc rc = give_own_folder(bot, err);
    if (rc != DOM_OK)
        return rc;
    int count = fill_environment(bot, text, env);
    (void)snprintf(pwd, sizeof pwd, "PWD=%s", bot->spec.bot_folder); /* bubblewrap replaces it */
    env[count++] = pwd;
    env[add_own_environment(bot, env, count)] = NULL;
    dom_host_spawn_spec spec = {.argv = (char *const *)bot->spec.args,
                                .env = env,
                                .inner_env = bot->spec.env,
                                .folder = bot->spec.bot_folder,
                                .own_folder = bot->spec.uses_stdio ? NULL : bot->own_folder,
                                .shown = bot->spec.shown,
                                .uid = bot->spec.uid,
                                .sandbox = bot->spec.sandbox,
                                .memory_mb = bot->spec.memory_mb,
                                .processes = bot->spec.processes,
                                .in_fd = in_fd,
                                .out_fd = out_fd,
                                .err_fd = err_fd};
    return dom_host_spawn_start(&spec, &bot->pid, err);
}

static dom_rc start_over_stdio(dom_host_launched_bot *bot, int log_fd, dom_err *err)
{
    int to_bot[2], from_bot[2];
    if (pipe2(to_bot, O_CLOEXEC) != 0 || pipe2(from_bot, O_CLOEXEC) != 0)
        return dom_err_set(err, DOM_E_IO, "no pipe: %s", strerror(errno));
    dom_rc rc = dom_host_transport_open_stdio(&bot->transport, from_bot[0], to_bot[1], err);
    if (rc == DOM_OK)
        rc = start_bot(bot, to_bot[0], from_bot[1], log_fd, err);
    close_fd(to_bot[0]);
    close_fd(from_bot[1]);
    return rc;
}

static dom_rc start_over_zmq(dom_host_launched_bot *bot, int log_fd, dom_err *err)
{
    make_token(bot);
    dom_rc rc = dom_host_transport_open_zmq(&bot->transport, bot->own_folder, bot->token, err);
    if (rc != DOM_OK)
        return rc;
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    rc = start_bot(bot, nothing, log_fd, log_fd, err);
    close_fd(nothing);
    return rc;
}

/* Starts a bot on this machine, with a pipe for its log. */
static dom_rc start_here(dom_host_launched_bot *bot, dom_err *err)
{
    int log_pipe[2];
    dom_rc rc = make_own_folder(bot, err);
    if (rc != DOM_OK)
        return rc;
    if (pipe2(log_pipe, O_CLOEXEC) != 0)
        return dom_err_set(err, DOM_E_IO, "no pipe: %s", strerror(errno));
    bot->log_fd = log_pipe[0];
    (void)fcntl(bot->log_fd, F_SETFL, O_NONBLOCK);
    rc = bot->spec.uses_stdio ? start_over_stdio(bot, log_pipe[1], err)
                              : start_over_zmq(bot, log_pipe[1], err);
    close(log_pipe[1]);
    return rc;
}

/* Listens for a remote bot. */
static dom_rc start_remote(dom_host_launched_bot *bot, dom_err *err)
{
    return dom_host_transport_open_curve(&bot->transport, bot->spec.remote.endpoint,
                                         bot->spec.remote.bot_key, bot->spec.remote.own_key, err);
}

dom_rc dom_host_launch(dom_host_launched_bot *bot, dom_err *err)
{
    return bot->spec.is_remote ? start_remote(bot, err) : start_here(bot, err);
}
