#include "log.h"

#include "protocol/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* $JOURNAL_STREAM is "DEVICE:INODE" of the stream. It may be inherited by a command whose stderr
 * leads elsewhere. */
static bool is_journal(int fd)
{
    struct stat file;
    char own[48];
    const char *journal = getenv("JOURNAL_STREAM");
    if (journal == NULL || fstat(fd, &file) != 0)
        return false;
    (void)snprintf(own, sizeof own, "%ju:%ju", (uintmax_t)file.st_dev, (uintmax_t)file.st_ino);
    return strcmp(journal, own) == 0;
}

/* Nothing that is shown may move the cursor or turn the text. */
static void put_shown(const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        size_t shown = dom_utf8_shown(text, left);
        (void)fwrite(text, 1, shown, stderr);
        if (shown < left)
            (void)fprintf(stderr, "\\x%02x", (unsigned char)text[shown++]);
        text += shown;
        left -= shown;
    }
}

void dom_cli_log(dom_cli_log_level level, const char *text)
{
    flockfile(stderr);
    if (is_journal(STDERR_FILENO))
        (void)fprintf(stderr, "<%d>", (int)level);
    (void)fputs("domino-arena: ", stderr);
    put_shown(text);
    (void)fputc('\n', stderr);
    funlockfile(stderr);
}
