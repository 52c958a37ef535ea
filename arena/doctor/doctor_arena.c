/* Checks of what belongs to the arena: its programs, sample bots, data folder, database and run
 * directory. */
#include "doctor/doctor.h"

#include "base/path.h"
#include "base/string_list.h"
#include "base/text.h"
#include "core/core.h"
#include "doctor/languages.h"
#include "fs/run_dir.h"
#include "tournament/try_program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    SPACE_MB_FAIL = 64, /* with less the database soon cannot grow */
    SPACE_MB_WARN = 1024,
    SQLITE_MINOR_MIN = 37 /* the first with strict tables, which the schema uses */
};

void dom_doctor_versions(const dom_home *home, dom_doctor_finding *f)
{
    int major = 0, minor = 0;
    const char *sqlite = dom_store_sqlite_version();
    (void)home;
    (void)sscanf(sqlite, "%d.%d", &major, &minor);
    bool is_old = major == 3 && minor < SQLITE_MINOR_MIN;
    dom_doctor_say(f, is_old ? DOM_DOCTOR_FAIL : DOM_DOCTOR_PASS,
                   "domino-arena %s, schema %d, SQLite %s, libsodium %s", DOM_VERSION,
                   dom_store_schema_version(), sqlite, sodium_version_string());
    if (is_old)
        dom_doctor_advise(f, "install SQLite 3.%d or newer", SQLITE_MINOR_MIN);
}

/* Returns true if domino-init can be read. `path` becomes its place, beside domino-host. */
static bool has_init(const dom_home *home, char path[static DOM_PATH_BYTES + 16])
{
    const char *slash = strrchr(home->host_program, '/');
    (void)snprintf(path, DOM_PATH_BYTES + 16, "%.*s/domino-init",
                   (int)(slash ? slash - home->host_program : 0), home->host_program);
    return access(path, R_OK) == 0;
}

void dom_doctor_host(const dom_home *home, dom_doctor_finding *f)
{
    char out[200], init[DOM_PATH_BYTES + 16];
    const char *const argv[] = {home->host_program, "--versions", NULL};
    static const char wanted[] = "domino-host " DOM_VERSION ",";
    dom_doctor_advise(f, "install or build the arena as a whole: PREFIX/bin/domino-arena and "
                         "PREFIX/libexec/domino-arena/domino-host belong together");
    if (access(home->host_program, X_OK) != 0) {
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s: %s", home->host_program, strerror(errno));
    } else if (dom_tournament_try_program(argv, out, sizeof out) != 0) {
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s: cannot be run, or is of another version",
                       home->host_program);
    } else if (strncmp(out, wanted, sizeof wanted - 1) != 0) {
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s: is of another version: %s", home->host_program,
                       out);
    } else if (!has_init(home, init)) {
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s: %s", init, strerror(errno));
    } else {
        dom_doctor_say(f, DOM_DOCTOR_PASS, "%s", out);
        f->remedy.text[0] = '\0';
    }
}

/* Joins names, as many as fit. The others are counted. */
static void join_names(dom_text *out, const dom_strings *names)
{
    enum { MORE = 32 }; /* room for ", and N more" */
    for (size_t i = 0; i < names->count; i++) {
        if (out->room < strlen(names->item[i]) + MORE) {
            dom_text_add(out, ", and ");
            dom_text_add_int(out, (long long)(names->count - i));
            dom_text_add(out, " more");
            return;
        }
        dom_text_add(out, i > 0 ? ", " : "");
        dom_text_add(out, names->item[i]);
    }
}

void dom_doctor_bots(const dom_home *home, dom_doctor_finding *f)
{
    char path[DOM_PATH_BYTES + 300], joined[DOM_ERR_BYTES - 32] = "";
    dom_text text = dom_text_of(joined, sizeof joined);
    dom_strings names = {.count = 0};
    DIR *dir = opendir(home->shipped_bots);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;) {
        (void)snprintf(path, sizeof path, "%s/%s/bot.yaml", home->shipped_bots, d->d_name);
        if (access(path, R_OK) == 0)
            (void)dom_strings_add(&names, d->d_name); /* without memory some are missing */
    }
    if (dir)
        (void)closedir(dir);
    dom_strings_sort(&names);
    join_names(&text, &names);
    dom_strings_clear(&names);
    if (joined[0]) {
        dom_doctor_say(f, DOM_DOCTOR_PASS, "sample bots: %s", joined);
        return;
    }
    dom_doctor_say(f, DOM_DOCTOR_WARN, "%s: no sample bots", home->shipped_bots);
    dom_doctor_advise(f, "install the arena as a whole, or name folders of bots with a '/'");
}

typedef struct {
    dom_text ready, lacking, packages;
} language_lists;

/* Adds a language to the list of those that are ready, or to the list of those that lack
 * packages. */
static void add_language(void *context, const dom_doctor_language *l)
{
    language_lists *lists = context;
    char packages[200];
    dom_text *names = l->missing.count > 0 ? &lists->lacking : &lists->ready;
    dom_text_add(names, " ");
    dom_text_add(names, l->missing.count > 0 ? l->sample : l->name);
    if (l->missing.count == 0)
        return;
    dom_doctor_write_packages(packages, sizeof packages, &l->missing);
    dom_text_add(&lists->packages, " ");
    dom_text_add(&lists->packages, packages);
}

/* Missing languages are a warning and no failure, because nobody needs all of them. */
void dom_doctor_languages(const dom_home *home, dom_doctor_finding *f)
{
    char ready[200], lacking[300], packages[480];
    language_lists lists = {.ready = dom_text_of(ready, sizeof ready),
                            .lacking = dom_text_of(lacking, sizeof lacking),
                            .packages = dom_text_of(packages, sizeof packages)};
    dom_err err;
    if (dom_doctor_look_at_languages(home, NULL, add_language, &lists, &err) != DOM_OK) {
        dom_doctor_say(f, DOM_DOCTOR_WARN, "%s", err.text);
        dom_doctor_advise(f, "install the arena as a whole");
        return;
    }
    dom_doctor_say(f, lacking[0] ? DOM_DOCTOR_WARN : DOM_DOCTOR_PASS,
                   "bots can be built and run in%s%s%s", ready,
                   lacking[0] ? "; something is missing for" : "", lacking);
    if (lacking[0])
        dom_doctor_advise(f, "for all of them: apt-get install%s%s", packages,
                          lists.packages.cut ? " ..." : "");
}

/* ---- home folder and database --------------------------------------------- */

/* Writes the folder itself if it exists, else the nearest parent that exists. */
static void find_folder(char folder[static DOM_PATH_BYTES], const char *path)
{
    struct stat st;
    dom_text_copy(folder, DOM_PATH_BYTES, path);
    while (stat(folder, &st) != 0 && errno == ENOENT) {
        char *slash = strrchr(folder, '/');
        if (slash == NULL || slash == folder) {
            dom_text_copy(folder, DOM_PATH_BYTES, slash ? "/" : ".");
            return;
        }
        *slash = '\0';
    }
}

void dom_doctor_home(const dom_home *home, dom_doctor_finding *f)
{
    char folder[DOM_PATH_BYTES];
    struct stat st;
    find_folder(folder, home->home);
    if (stat(folder, &st) == 0 && !S_ISDIR(st.st_mode))
        errno = ENOTDIR;
    else if (access(folder, W_OK | X_OK) == 0)
        errno = 0;
    if (errno == 0) {
        dom_doctor_say(f, DOM_DOCTOR_PASS, "%s%s", home->home,
                       strcmp(folder, home->home) == 0 ? "" : ": is made by the first run");
        return;
    }
    dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s: cannot be written: %s", folder, strerror(errno));
    dom_doctor_advise(f, "make it writable for this user, or name another with --home");
}

void dom_doctor_space(const dom_home *home, dom_doctor_finding *f)
{
    char folder[DOM_PATH_BYTES];
    uint64_t bytes;
    find_folder(folder, home->home);
    if (!dom_home_free_bytes(folder, &bytes)) {
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s: %s", folder, strerror(errno));
        return;
    }
    unsigned long long mb = bytes >> 20;
    dom_doctor_say(f,
                   mb < SPACE_MB_FAIL   ? DOM_DOCTOR_FAIL
                   : mb < SPACE_MB_WARN ? DOM_DOCTOR_WARN
                                        : DOM_DOCTOR_PASS,
                   "%llu MB free at %s", mb, folder);
    if (f->result != DOM_DOCTOR_PASS)
        dom_doctor_advise(f,
                          "make room: a stored match takes some 500 bytes, a bot's snapshot a copy "
                          "of its files");
}

void dom_doctor_database(const dom_home *home, dom_doctor_finding *f)
{
    dom_store *store;
    dom_store_contents c;
    dom_err err;
    dom_rc rc = dom_store_open(&store, home->db, DOM_STORE_READ, &err);
    if (rc == DOM_E_ABSENT) {
        dom_doctor_say(f, DOM_DOCTOR_PASS, "%s: is made by the first run", home->db);
        return;
    }
    if (rc == DOM_OK)
        rc = dom_store_check(store, &c, &err);
    dom_store_close(&store);
    if (rc == DOM_OK && access(home->db, W_OK) != 0)
        rc = dom_err_set(&err, DOM_E_IO, "%s: cannot be written: %s", home->db, strerror(errno));
    if (rc == DOM_OK) {
        dom_doctor_say(f, DOM_DOCTOR_PASS, "sound; %llu tournament%s, %llu match%s, %llu MB",
                       (unsigned long long)c.tournaments, c.tournaments == 1 ? "" : "s",
                       (unsigned long long)c.matches, c.matches == 1 ? "" : "es",
                       (unsigned long long)c.bytes >> 20);
        return;
    }
    dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s", err.text);
    dom_doctor_advise(
        f, "restore a copy that domino-arena backup made, or name another database with --db");
}

void dom_doctor_lock(const dom_home *home, dom_doctor_finding *f)
{
    long holder = dom_home_holder(home);
    if (holder == 0) {
        dom_doctor_say(f, DOM_DOCTOR_PASS, "no arena is using the database");
        return;
    }
    dom_doctor_say(f, DOM_DOCTOR_WARN, "an arena is using the database: process %ld", holder);
    dom_doctor_advise(f, "a second run must wait, or use another database (--home, --db)");
}

/* ---- run folder ----------------------------------------------------------- */

/* Returns the name of the environment variable that names an unsuitable run directory, or NULL
 * if the variable was followed. */
static const char *ignored_variable(const char *base)
{
    const char *names[] = {geteuid() == 0 ? NULL : "XDG_RUNTIME_DIR", "TMPDIR"};
    for (int i = 0; i < 2; i++) {
        const char *value = names[i] ? getenv(names[i]) : NULL;
        if (value && *value)
            return strcmp(value, base) == 0 ? NULL : names[i];
    }
    return NULL;
}

/* Makes a socket in a new folder, as a host does, and removes both. Returns 0 or an errno. */
static int try_socket(const char *base)
{
    char folder[DOM_PATH_BYTES], own[DOM_PATH_BYTES + 16];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(folder, sizeof folder, "%s/domino-arena.XXXXXX", base);
    if (mkdtemp(folder) == NULL)
        return errno;
    (void)snprintf(own, sizeof own, "%s/4294967295", folder);
    int n = snprintf(address.sun_path, sizeof address.sun_path, "%.80s/s", own);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool ok = n < (int)sizeof address.sun_path && mkdir(own, 0700) == 0 && fd >= 0 &&
              bind(fd, (struct sockaddr *)&address, sizeof address) == 0;
    int error = ok ? 0 : errno;
    if (fd >= 0)
        (void)close(fd);
    (void)unlink(address.sun_path);
    (void)rmdir(own);
    (void)rmdir(folder);
    return error;
}

void dom_doctor_run_folder(const dom_home *home, dom_doctor_finding *f)
{
    const char *base = dom_fs_run_dir_base(), *ignored = ignored_variable(base);
    struct statvfs fs;
    dom_err closed;
    (void)home;
    int error = try_socket(base);
    if (dom_core_check_run_base(&closed, &f->remedy) != DOM_OK) {
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s", closed.text);
    } else if (error) {
        dom_doctor_say(f, DOM_DOCTOR_FAIL, "%s: no socket can be made there: %s", base,
                       strerror(error));
        dom_doctor_advise(f, "let TMPDIR name a folder that can be written");
    } else if (statvfs(base, &fs) == 0 && (fs.f_flag & ST_NOEXEC) && geteuid() == 0) {
        dom_doctor_say(f, DOM_DOCTOR_WARN,
                       "%s: is mounted noexec: bots whose folder other users cannot "
                       "read are copied there and cannot be run",
                       base);
        dom_doctor_advise(f, "let TMPDIR name another folder, or open the bots' folders to all");
    } else if (ignored) {
        dom_doctor_say(f, DOM_DOCTOR_WARN, "%s is used; what %s names cannot be", base, ignored);
        dom_doctor_advise(f, "it has to be a folder that can be written, with a path of at most 32 "
                             "bytes, so that the names of sockets fit");
    } else {
        dom_doctor_say(f, DOM_DOCTOR_PASS, "%s", base);
    }
}
