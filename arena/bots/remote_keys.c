#include "bots/remote_keys.h"

#include "base/path.h"
#include "base/shared.h"
#include "base/text.h"
#include "base/vec.h"
#include "bots/snapshot.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert((int)DOM_CURVE_BYTES == (int)crypto_box_SECRETKEYBYTES, "CURVE is crypto_box");

/* ---- the arena's own key -------------------------------------------------- */

enum { KEY_PATH_BYTES = DOM_PATH_BYTES + sizeof DOM_HOME_KEY_FILE + 16 };

/* Makes the key file. It is written beside its place and linked there, so it is complete or
 * absent, and two arenas that make one at the same time use the same key. */
static dom_rc make_own_key(const char *path, dom_err *err)
{
    char text[DOM_CURVE_LETTERS + 2], temporary[KEY_PATH_BYTES + 8];
    uint8_t key[DOM_CURVE_BYTES], public_key[DOM_CURVE_BYTES];
    (void)crypto_box_keypair(public_key, key);
    dom_curve_write(text, key);
    text[DOM_CURVE_LETTERS] = '\n';
    (void)snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return dom_err_errno(err, temporary);
    bool ok = fchmod(fd, dom_shared_mode(path, 0600)) == 0 &&
              write(fd, text, DOM_CURVE_LETTERS + 1) == DOM_CURVE_LETTERS + 1 && fsync(fd) == 0 &&
              (link(temporary, path) == 0 || errno == EEXIST);
    dom_rc rc = ok ? DOM_OK : dom_err_errno(err, path);
    close(fd);
    (void)unlink(temporary);
    sodium_memzero(key, sizeof key);
    sodium_memzero(text, sizeof text);
    return rc;
}

/* A pipe or device in place of the file is opened without waiting for it, and then refused. */
static int open_key(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

static dom_rc read_own_key(uint8_t key[static DOM_CURVE_BYTES], int fd, const char *path,
                           dom_err *err)
{
    char text[DOM_CURVE_LETTERS + 2] = "";
    struct stat st;
    if (fstat(fd, &st) != 0)
        return dom_err_errno(err, path);
    bool is_file = S_ISREG(st.st_mode);
    ssize_t n = is_file ? read(fd, text, sizeof text - 1) : 0;
    if (n < 0)
        return dom_err_errno(err, path);
    text[strcspn(text, "\n")] = '\0';
    bool is_key = dom_curve_read(key, text);
    sodium_memzero(text, sizeof text);
    if (!is_key)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%.300s: this is not a key; remove the file, and the arena makes a new one", path);
    mode_t allowed = dom_shared_mode(path, 0600);
    if (st.st_mode & 0077 & ~allowed)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "%.300s: other users can read the arena's secret key; allowed: mode %04o", path,
            (unsigned)allowed);
    return DOM_OK;
}

static dom_rc own_key(uint8_t key[static DOM_CURVE_BYTES], const dom_home *home, dom_err *err)
{
    char path[KEY_PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/" DOM_HOME_KEY_FILE, home->home);
    int fd = open_key(path);
    if (fd < 0 && errno == ENOENT) {
        dom_rc rc = dom_home_make(home, err);
        if (rc == DOM_OK)
            rc = make_own_key(path, err);
        if (rc != DOM_OK)
            return rc;
        fd = open_key(path);
    }
    if (fd < 0)
        return dom_err_errno(err, path);
    dom_rc rc = read_own_key(key, fd, path, err);
    close(fd);
    return rc;
}

static void write_public_key(char text[static DOM_CURVE_LETTERS + 1],
                             const uint8_t secret[static DOM_CURVE_BYTES])
{
    uint8_t public_key[DOM_CURVE_BYTES];
    (void)crypto_scalarmult_base(public_key, secret);
    dom_curve_write(text, public_key);
}

/* ---- whose keys are known ------------------------------------------------- */

static dom_rc add_item(dom_bots_remote_keys *keys, const char *name, const char *key, dom_err *err)
{
    dom_bots_remote_key *item = dom_vec_add(keys->item, keys->count, keys->room);
    if (item == NULL)
        return dom_err_no_memory(err);
    dom_text_copy(item->name, sizeof item->name, name);
    dom_text_copy(item->key, sizeof item->key, key);
    return DOM_OK;
}

/* Finds the newest snapshot of the name. It is an error if that bot is not remote. */
static dom_rc find_remote(dom_bots_snapshot *snapshot, char key[static DOM_CURVE_LETTERS + 1],
                          const dom_home *home, const char *name, dom_err *err)
{
    dom_bots_manifest manifest;
    dom_rc rc = dom_bots_snapshot_find(snapshot, home->home, name, NULL, err);
    if (rc == DOM_OK)
        rc = dom_bots_manifest_load(&manifest, snapshot->folder, err);
    if (rc != DOM_OK)
        return rc;
    bool is_remote = manifest.transport == DOM_CORE_TRANSPORT_REMOTE;
    memcpy(key, manifest.key, sizeof manifest.key);
    dom_bots_manifest_clear(&manifest);
    return is_remote ? DOM_OK : dom_err_set(err, DOM_E_ABSENT, "%s is not a remote bot", name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const dom_bots_remote_key *)a)->name, ((const dom_bots_remote_key *)b)->name);
}

static dom_rc read_bots(dom_bots_remote_keys *out, const dom_home *home, dom_err *err)
{
    char path[DOM_PATH_BYTES + 8], key[DOM_CURVE_LETTERS + 1];
    dom_bots_snapshot snapshot;
    dom_rc rc = DOM_OK;
    (void)snprintf(path, sizeof path, "%s/bots", home->home);
    DIR *dir = opendir(path);
    for (const struct dirent *d; dir && rc == DOM_OK && (d = readdir(dir)) != NULL;)
        if (find_remote(&snapshot, key, home, d->d_name, NULL) == DOM_OK)
            rc = add_item(out, d->d_name, key, err);
    if (dir)
        (void)closedir(dir);
    if (out->count > 0)
        qsort(out->item, out->count, sizeof *out->item, by_name);
    return rc;
}

dom_rc dom_bots_remote_keys_read(dom_bots_remote_keys *out, const dom_home *home, dom_err *err)
{
    uint8_t secret[DOM_CURVE_BYTES];
    char text[DOM_CURVE_LETTERS + 1];
    *out = (dom_bots_remote_keys){.count = 0};
    dom_rc rc = own_key(secret, home, err);
    if (rc != DOM_OK)
        return rc;
    write_public_key(text, secret);
    sodium_memzero(secret, sizeof secret);
    rc = add_item(out, "(arena)", text, err); /* "(" sorts before every name */
    return rc == DOM_OK ? read_bots(out, home, err) : rc;
}

void dom_bots_remote_keys_clear(dom_bots_remote_keys *keys)
{
    free(keys->item);
    *keys = (dom_bots_remote_keys){.count = 0};
}

/* ---- registering ---------------------------------------------------------- */

static dom_rc check_new(const dom_home *home, const char *name, const char *key, dom_err *err)
{
    uint8_t bytes[DOM_CURVE_BYTES];
    char path[DOM_PATH_BYTES + DOM_BOTS_NAME_MAX + 8];
    dom_bots_snapshot snapshot;
    if (!dom_name_is_valid(name, DOM_BOTS_NAME_MAX))
        return dom_err_set(err, DOM_E_CONFIG,
                           "--add-key: '%.40s' is not a name; allowed: a name [a-z0-9][a-z0-9._-]* "
                           "of at most %d letters",
                           name, DOM_BOTS_NAME_MAX);
    if (!dom_curve_read(bytes, key))
        return dom_err_set(
            err, DOM_E_CONFIG,
            "--add-key: '%.50s' is not a key; allowed: a CURVE public key, %d characters of Z85",
            key, DOM_CURVE_LETTERS);
    (void)snprintf(path, sizeof path, "%s/%s", home->shipped_bots, name);
    if (access(path, F_OK) == 0 ||
        dom_bots_snapshot_find(&snapshot, home->home, name, NULL, NULL) == DOM_OK)
        return dom_err_set(err, DOM_E_CONFIG,
                           "--add-key: bot %s exists already; allowed: another name, or remove "
                           "that bot first with bots --remove",
                           name);
    return DOM_OK;
}

/* Refuses a key that another bot has: a key must identify one bot. */
static dom_rc check_key_is_free(const dom_home *home, const char *key, dom_err *err)
{
    dom_bots_remote_keys keys = {.count = 0};
    dom_rc rc = read_bots(&keys, home, err);
    for (size_t i = 0; rc == DOM_OK && i < keys.count; i++)
        if (strcmp(keys.item[i].key, key) == 0)
            rc = dom_err_set(err, DOM_E_CONFIG, "--add-key: %s has this key already",
                             keys.item[i].name);
    dom_bots_remote_keys_clear(&keys);
    return rc;
}

dom_rc dom_bots_remote_add(const dom_home *home, const char *name, const char *key, dom_err *err)
{
    dom_bots_manifest manifest = {.transport = DOM_CORE_TRANSPORT_REMOTE};
    dom_bots_snapshot snapshot;
    dom_bots_snapshot_spec spec = {
        .home = home->home, .folder = "/", .manifest = &manifest, .is_inline = true};
    dom_rc rc = check_new(home, name, key, err);
    if (rc == DOM_OK)
        rc = check_key_is_free(home, key, err);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(manifest.name, sizeof manifest.name, name);
    dom_text_copy(manifest.key, sizeof manifest.key, key);
    return dom_bots_snapshot_take(&snapshot, &spec, err);
}

dom_rc dom_bots_remote_remove(const dom_home *home, const char *name, dom_err *err)
{
    char key[DOM_CURVE_LETTERS + 1];
    dom_bots_snapshot snapshot;
    dom_rc rc = find_remote(&snapshot, key, home, name, err);
    if (rc != DOM_OK)
        return rc;
    dom_bots_snapshot_remove(&snapshot);
    return DOM_OK;
}

/* ---- listening ------------------------------------------------------------ */

/* Returns the index of the last remote bot of the tournament, or -1. */
static int last_remote(const dom_core_tournament *t)
{
    int bot = t->bot_count - 1;
    while (bot >= 0 && t->bots[bot].transport != DOM_CORE_TRANSPORT_REMOTE)
        bot--;
    return bot;
}

/* Returns true for an address such as "192.0.2.7" or "[2001:db8::7]". */
static bool is_address(const char *text)
{
    struct in6_addr parsed;
    char inner[INET6_ADDRSTRLEN];
    size_t length = strlen(text);
    if (text[0] != '[')
        return inet_pton(AF_INET, text, &parsed) == 1;
    if (text[length - 1] != ']' || length - 2 >= sizeof inner)
        return false;
    (void)snprintf(inner, sizeof inner, "%.*s", (int)length - 2, text + 1);
    return inet_pton(AF_INET6, inner, &parsed) == 1;
}

/* Copies the address of "tcp://ADDRESS:PORT" and returns the port, or 0 if the text is not of
 * this form. */
static unsigned read_endpoint(char address[static DOM_CORE_ADDRESS_BYTES], const char *text)
{
    static const char scheme[] = "tcp://";
    char digits[6] = "";
    int end = 0;
    if (strncmp(text, scheme, strlen(scheme)) != 0)
        return 0;
    text += strlen(scheme);
    const char *colon = strrchr(text, ':');
    if (colon == NULL || colon - text >= DOM_CORE_ADDRESS_BYTES ||
        sscanf(colon, ":%5[0-9]%n", digits, &end) != 1 || colon[end] != '\0')
        return 0;
    (void)snprintf(address, DOM_CORE_ADDRESS_BYTES, "%.*s", (int)(colon - text), text);
    unsigned long port = strtoul(digits, NULL, 10);
    return port <= UINT16_MAX && is_address(address) ? (unsigned)port : 0;
}

dom_rc dom_bots_remote_listen(dom_core_listen *out, const dom_home *home, const char *text,
                              const dom_core_tournament *tournament, dom_err *err)
{
    int last = last_remote(tournament);
    *out = (dom_core_listen){.port = 0};
    if (last < 0 && text == NULL)
        return DOM_OK;
    if (last < 0)
        return dom_err_set(
            err, DOM_E_CONFIG,
            "--listen: no bot of this tournament has a key, so no bot could connect");
    if (text == NULL)
        return dom_err_set(err, DOM_E_CONFIG,
                           "bot '%s' is remote; allowed: only with run --listen "
                           "tcp://ADDRESS:PORT, where it connects",
                           tournament->bots[last].name);
    out->port = (uint16_t)read_endpoint(out->address, text);
    uint32_t highest = dom_core_port(out, tournament, last, DOM_SEATS_MAX - 1);
    if (out->port == 0 || highest > UINT16_MAX)
        return dom_err_set(err, DOM_E_CONFIG,
                           "--listen: '%.40s' is not an address for these bots; allowed: "
                           "tcp://ADDRESS:PORT with an "
                           "IPv4 address, or an IPv6 one in brackets, and a port 1..%u",
                           text, UINT16_MAX - (highest - out->port));
    return home ? own_key(out->own_key, home, err) : DOM_OK;
}

static dom_rc try_port(const char *address, uint32_t port, dom_err *err)
{
    static const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
                                          .ai_socktype = SOCK_STREAM};
    char host[DOM_CORE_ADDRESS_BYTES], digits[12];
    struct addrinfo *at;
    dom_text_copy(host, sizeof host, address[0] == '[' ? address + 1 : address);
    host[strcspn(host, "]")] = '\0';
    (void)snprintf(digits, sizeof digits, "%u", (unsigned)port);
    if (getaddrinfo(host, digits, &hints, &at) != 0)
        return DOM_OK; /* the check is only a courtesy: the host reports it, too */
    int fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, 0);
    if (fd >= 0)
        (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    int problem = fd >= 0 && bind(fd, at->ai_addr, at->ai_addrlen) == 0 ? 0 : errno;
    if (fd >= 0)
        (void)close(fd);
    freeaddrinfo(at);
    if (problem == 0)
        return DOM_OK;
    return dom_err_set(err, problem == EADDRNOTAVAIL ? DOM_E_CONFIG : DOM_E_IO,
                       "--listen: tcp://%s:%u: %s", address, (unsigned)port, strerror(problem));
}

dom_rc dom_bots_remote_try(const dom_core_listen *listen, const dom_core_tournament *t,
                           dom_err *err)
{
    dom_rc rc = DOM_OK;
    int seats = listen->port ? dom_core_seats(t) : 0;
    for (int bot = 0; bot < t->bot_count; bot++)
        for (int seat = 0;
             rc == DOM_OK && t->bots[bot].transport == DOM_CORE_TRANSPORT_REMOTE && seat < seats;
             seat++)
            rc = try_port(listen->address, dom_core_port(listen, t, bot, seat), err);
    return rc;
}

void dom_bots_own_key(char text[static DOM_CURVE_LETTERS + 1], const dom_core_listen *listen)
{
    write_public_key(text, listen->own_key);
}
