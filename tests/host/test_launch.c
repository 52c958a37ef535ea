/* What the core's specification sets up, and when root gives a bot's folder to the bot's user. The
 * functions that open sockets and start bots are replaced here. They check who owns the folder at
 * that moment. */
#include "launch.h"

#include "fs/remove_tree.h"
#include "spawn.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BOT_USER = 65534 };

static char run_folder[] = "/tmp/domino-test.XXXXXX";
static bool has_started;

/* Returns the user id that owns a file in RUN/1; -1 if it does not exist. */
static int owner_of(const char *name)
{
    char path[128];
    struct stat st;
    (void)snprintf(path, sizeof path, "%s/1/%s", run_folder, name);
    return lstat(path, &st) == 0 ? (int)st.st_uid : -1;
}

dom_rc dom_host_transport_open_zmq(dom_host_transport **out, const char *folder, const char *token,
                                   dom_err *err)
{
    char path[128];
    cr_expect(zero(int, owner_of(".")), "the bot's user can change the folder while root uses it");
    cr_expect(zero(int, owner_of("tmp")));
    (void)snprintf(path, sizeof path, "%s/s", folder);
    cr_assert(ge(int, close(open(path, O_CREAT | O_WRONLY, 0600)), 0));
    return DOM_OK;
}

dom_rc dom_host_transport_open_stdio(dom_host_transport **out, int read_fd, int write_fd,
                                     dom_err *err)
{
    cr_expect(zero(int, owner_of(".")), "the bot's user can change the folder while root uses it");
    return DOM_OK;
}

dom_rc dom_host_transport_open_curve(dom_host_transport **out, const char *endpoint,
                                     const uint8_t *bot_key, const uint8_t *own_key, dom_err *err)
{
    cr_fatal("the bot is not remote");
}

/* Returns the value of a variable, or "" if the bot does not have it. */
static char *value_of(const dom_host_spawn_spec *spec, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; spec->env[i]; i++)
        if (strncmp(spec->env[i], name, length) == 0 && spec->env[i][length] == '=')
            return spec->env[i] + length + 1;
    return (char *)"";
}

static void expect_environment(const dom_host_spawn_spec *spec)
{
    char tmp[64], endpoint[64] = "";
    (void)snprintf(tmp, sizeof tmp, "%s/1/tmp", run_folder);
    if (spec->own_folder)
        (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/1/s", run_folder);
    cr_expect(eq(str, value_of(spec, "PATH"), (char *)"/usr/local/bin:/usr/bin:/bin"));
    cr_expect(eq(str, value_of(spec, "HOME"), tmp));
    cr_expect(eq(str, value_of(spec, "TMPDIR"), tmp));
    cr_expect(eq(str, value_of(spec, "PWD"), (char *)"/"));
    cr_expect(eq(str, value_of(spec, "DOMINO_ARENA_INSTANCE"), (char *)"1"));
    cr_expect(eq(str, value_of(spec, "DOMINO_ARENA_ENDPOINT"), endpoint));
    cr_expect(eq(int, value_of(spec, "DOMINO_ARENA_TOKEN")[0] != '\0', spec->own_folder != NULL));
}

dom_rc dom_host_spawn_start(const dom_host_spawn_spec *spec, pid_t *pid, dom_err *err)
{
    has_started = true;
    expect_environment(spec);
    cr_expect(eq(int, owner_of("."), BOT_USER));
    cr_expect(eq(int, owner_of("tmp"), BOT_USER));
    cr_expect(eq(int, owner_of("s"), spec->own_folder ? BOT_USER : -1));
    return DOM_OK;
}

static void start(bool uses_stdio)
{
    if (geteuid() != 0)
        cr_skip_test("only root can give bots a user id of their own");
    cr_assert(ne(ptr, mkdtemp(run_folder), NULL));
    dom_host_launched_bot bot = {.log_fd = -1,
                                 .spec = {.run_folder = run_folder,
                                          .bot_folder = "/",
                                          .instance = 1,
                                          .uid = BOT_USER,
                                          .uses_stdio = uses_stdio}};
    dom_err err;
    cr_expect(eq(int, dom_host_launch(&bot, &err), DOM_OK));
    cr_expect(has_started);
    dom_fs_remove_tree(run_folder);
}

Test(host_launch, a_specification_alone_starts_nothing)
{
    static dom_ipc_link core, host;
    static dom_host_launched_bot bot = {.own_folder = "/old", .pid = 1};
    dom_ipc_launch_spec spec = {.bot = "anna",
                                .run_folder = "/run",
                                .bot_folder = "/",
                                .arena_version = "1",
                                .sandbox = DOM_SANDBOX_LIMITS,
                                .arg_count = 1,
                                .args = {"./bot"}};
    dom_ipc_frame frame;
    int pair[2];
    cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair)));
    cr_assert(eq(int, dom_ipc_link_open(&core, pair[0]), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_open(&host, pair[1]), DOM_OK));
    cr_assert(eq(int, dom_ipc_launch_spec_add(&core, &spec), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_flush(&core), DOM_OK));
    cr_assert(eq(int, dom_ipc_link_receive(&host), DOM_OK));
    cr_assert(dom_ipc_link_next(&host, &frame));
    cr_assert(dom_host_launch_read_spec(&bot, &frame));
    cr_expect(eq(str, bot.spec.bot, (char *)"anna"));
    cr_expect(eq(str, (char *)bot.spec.args[0], (char *)"./bot"));
    cr_expect(eq(str, bot.own_folder, (char *)""));
    cr_expect(eq(ptr, bot.transport, NULL));
    cr_expect(zero(int, bot.pid));
    cr_expect(eq(int, bot.log_fd, -1));
    dom_ipc_link_close(&core);
    dom_ipc_link_close(&host);
}

Test(host_launch, the_folder_of_a_zmq_bot_is_given_to_its_user_last)
{
    start(false);
}

Test(host_launch, the_folder_of_a_stdio_bot_is_given_to_its_user_last)
{
    start(true);
}
