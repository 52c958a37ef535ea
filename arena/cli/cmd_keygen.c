/* `keygen FILE`: makes the key pair of a remote bot. The secret key goes into a file and never
 * through a command line, which every user of the machine could read. */
#include "commands.h"
#include "status.h"

#include "base/curve.h"
#include "core/tournament.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Static_assert((int)DOM_CURVE_BYTES == (int)crypto_box_SECRETKEYBYTES, "CURVE is crypto_box");

typedef struct {
    char public[DOM_CURVE_LETTERS + 1];
    char secret[DOM_CURVE_LETTERS + 1];
} key_pair;

static dom_rc make_pair(key_pair *out, dom_err *err)
{
    uint8_t public_key[DOM_CURVE_BYTES], secret_key[DOM_CURVE_BYTES];
    if (sodium_init() < 0)
        return dom_err_set(err, DOM_E_IO, "keygen: the machine gives no random numbers");
    (void)crypto_box_keypair(public_key, secret_key);
    dom_curve_write(out->public, public_key);
    dom_curve_write(out->secret, secret_key);
    sodium_memzero(secret_key, sizeof secret_key);
    return DOM_OK;
}

/* Sets the error of a key file that exists or cannot be written. */
static dom_rc fail_file(const char *file, int problem, dom_err *err)
{
    if (problem == EEXIST)
        return dom_err_set(err, DOM_E_CONFIG, "keygen: %.200s exists already; allowed: a new file",
                           file);
    return dom_err_set(err, DOM_E_IO, "keygen: %.200s: %s", file, strerror(problem));
}

/* Writes both keys as shell variables into a new file of mode 0600 and syncs it. Z85 has no
 * quote, so no key needs escaping. A file that could not be written completely is removed. */
static dom_rc write_pair(const char *file, const key_pair *pair, dom_err *err)
{
    char text[4 * DOM_CURVE_LETTERS];
    int length =
        snprintf(text, sizeof text, "DOMINO_ARENA_PUBLIC_KEY='%s'\nDOMINO_ARENA_SECRET_KEY='%s'\n",
                 pair->public, pair->secret);
    int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return fail_file(file, errno, err);
    bool ok = write(fd, text, (size_t)length) == length && fsync(fd) == 0;
    dom_rc rc = ok ? DOM_OK : fail_file(file, errno ? errno : EIO, err);
    (void)close(fd);
    if (!ok)
        (void)unlink(file);
    sodium_memzero(text, sizeof text);
    return rc;
}

/* Prints the public key alone on stdout, for programs, and the instructions on stderr. */
static void keygen_tell(const char *file, const key_pair *pair)
{
    bool has_folder = strchr(file, '/') != NULL;
    (void)printf("%s\n", pair->public);
    (void)fflush(stdout);
    (void)fprintf(stderr,
                  "This is the public half. Give it to the organiser, who lets the bot play by\n"
                  "  domino-arena bots --add-key NAME '%s'\n"
                  "%s has both halves, readable by you alone. Keep it beside the bot. The bot's "
                  "shell reads it by\n"
                  "  set -a; . %s%s; set +a\n"
                  "and sets DOMINO_ARENA_SERVER_KEY and DOMINO_ARENA_ENDPOINT to what the "
                  "organiser's run prints.\n",
                  pair->public, file, has_folder ? "" : "./", file);
}

static int keygen_run(const dom_cli_call *call, const void *arguments)
{
    (void)arguments;
    key_pair pair;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = make_pair(&pair, &err);
    if (rc == DOM_OK)
        rc = write_pair(call->word[0], &pair, &err);
    if (rc == DOM_OK)
        keygen_tell(call->word[0], &pair);
    sodium_memzero(&pair, sizeof pair);
    return dom_cli_end(rc, &err);
}

const dom_cli_command dom_cli_keygen = {
    .name = "keygen",
    .operand = "FILE",
    .needs_operand = true,
    .summary = "Make the keys of a remote bot: FILE gets both, the public key is printed",
    .lacks_database = true,
    .run = keygen_run};
