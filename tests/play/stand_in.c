#include "play/hint.h"

#include "stand_in.h"

#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void wait_for_signal(void)
{
    for (;;)
        (void)pause();
}

static void act_as_table(const char *home)
{
    char order[4096] = "", path[4200];
    size_t size = fread(order, 1, sizeof order - 1, stdin);
    (void)snprintf(path, sizeof path, "%s/order", home);
    FILE *file = fopen(path, "we");
    if (file == NULL || fwrite(order, 1, size, file) != size || fclose(file) != 0)
        _exit(100);
    for (char fd = 3; fcntl(fd, F_GETFD) >= 0; fd++)
        (void)send(fd, &fd, 1, MSG_NOSIGNAL);
    if (strstr(order, "\"waits\""))
        wait_for_signal();
    if (strstr(order, "\"stored\""))
        _exit(0);
    for (int i = 0; i < 500 && strstr(order, "\"broken\""); i++)
        (void)fprintf(stderr, "domino-arena: this is line number %d\n", 1000 + i);
    (void)fprintf(stderr, "domino-arena: a remark\ndomino-arena: no bot '%s'\n", "nobody");
    _exit(strstr(order, "\"broken\"") ? 1 : 2);
}

/* The tests have not begun. */
__attribute__((constructor)) static void act(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "table") == 0 && strcmp(argv[2], "--home") == 0)
        act_as_table(argv[3]);
    if (argc == 2 && strcmp(argv[1], "hint") == 0)
        _exit(dom_play_hint_answer(NULL) != DOM_OK);
}

pid_t start_sleeper(void)
{
    pid_t pid = fork();
    if (pid == 0)
        wait_for_signal();
    return pid;
}

bool has_no_children(void)
{
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

int open_fds(void)
{
    return scratch_count("/proc/self/fd");
}
