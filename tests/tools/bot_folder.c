#include "bot_folder.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char bot_folder[] = "/tmp/domino-test.XXXXXX";

const char *in_bot_folder(const char *name)
{
    static char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", bot_folder, name);
    return path;
}

void bot_folder_begin(void)
{
    cr_assert(ne(ptr, mkdtemp(bot_folder), NULL));
    cr_assert(zero(int, mkdir(in_bot_folder("empty"), 0700)));
}

void bot_folder_end(void)
{
    (void)unlink(in_bot_folder("bot"));
    (void)rmdir(in_bot_folder("empty"));
    (void)rmdir(bot_folder);
}

void bot_folder_make_bot(const char *text, mode_t mode)
{
    int fd = open(in_bot_folder("bot"), O_CREAT | O_TRUNC | O_WRONLY, 0700);
    cr_assert(ge(int, fd, 0));
    cr_assert(eq(int, (int)write(fd, text, strlen(text)), (int)strlen(text)));
    cr_assert(zero(int, fchmod(fd, mode)));
    close(fd);
}
