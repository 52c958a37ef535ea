#include "tournament/sandbox_select.h"

#include "base/check.h"
#include "core/core.h"
#include "tournament/try_program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- what is missing ------------------------------------------------------- */

/* Settings of the kernel that forbid namespaces to users other than root. */
static const struct {
    const char *path, *name, *forbids, *allows;
} switches[] = {
    {"/proc/sys/kernel/unprivileged_userns_clone", "kernel.unprivileged_userns_clone", "0", "1"},
    {"/proc/sys/user/max_user_namespaces", "user.max_user_namespaces", "0", "10000"},
    {"/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
     "kernel.apparmor_restrict_unprivileged_userns", "1", "0"},
};
enum { SWITCHES = sizeof switches / sizeof *switches };

static bool is_forbidding(size_t index)
{
    char value[40] = "";
    FILE *file = fopen(switches[index].path, "re");
    if (file && fgets(value, sizeof value, file) == NULL)
        value[0] = '\0';
    if (file)
        (void)fclose(file);
    value[strcspn(value, "\n")] = '\0';
    return strcmp(value, switches[index].forbids) == 0;
}

/* Writes what to do so that the level works. */
static void find_remedy(dom_sandbox level, dom_err *remedy)
{
    static const char *const version[] = {"bwrap", "--version", NULL};
    char out[100];
    if (level != DOM_SANDBOX_BWRAP) {
        (void)dom_err_set(remedy, DOM_OK,
                          "a kernel with seccomp is needed, and no outer sandbox "
                          "that forbids it");
        return;
    }
    if (dom_tournament_try_program(version, out, sizeof out) != 0) {
        (void)dom_err_set(remedy, DOM_OK, "apt-get install bubblewrap");
        return;
    }
    for (size_t i = 0; i < SWITCHES; i++)
        if (is_forbidding(i)) {
            (void)dom_err_set(remedy, DOM_OK, "sysctl -w %s=%s", switches[i].name,
                              switches[i].allows);
            return;
        }
    (void)dom_err_set(remedy, DOM_OK,
                      "it needs bubblewrap 0.8 or newer; a container must allow "
                      "user namespaces and an unmasked /proc");
}

bool dom_tournament_sandbox_works(const dom_home *home, dom_sandbox level, dom_err *missing,
                                  dom_err *remedy)
{
    char out[DOM_ERR_BYTES / 2];
    const char *const trial[] = {home->host_program, "--try", dom_sandbox_words[level], NULL};
    *missing = *remedy = (dom_err){.rc = DOM_OK, .text = ""};
    if (dom_tournament_try_program(trial, out, sizeof out) == 0)
        return true;
    (void)dom_err_set(missing, DOM_OK, "%s", out[0] ? out : "a program in it does not run");
    find_remedy(level, remedy);
    return false;
}

/* ---- the level for a run --------------------------------------------------- */

/* Returns the level of a word, or DOM_SANDBOX_NONE for NULL. */
static dom_sandbox level_of(const char *word)
{
    dom_sandbox level = DOM_SANDBOX_NONE;
    while (word && level < DOM_SANDBOX_BWRAP && strcmp(dom_sandbox_words[level], word) != 0)
        level++;
    return level;
}

/* Tries the levels from the best down. s->missing keeps what the best one lacks. */
static void find_best(dom_tournament_sandbox *s, const dom_home *home)
{
    dom_err missing, remedy;
    s->level = DOM_SANDBOX_BWRAP;
    if (dom_tournament_sandbox_works(home, s->level, &s->missing, &s->remedy))
        return;
    s->level = DOM_SANDBOX_LIMITS;
    if (!dom_tournament_sandbox_works(home, s->level, &missing, &remedy))
        s->level = DOM_SANDBOX_NONE;
}

/* Checks what every level needs: users for the bots and a place for the run directory. */
static dom_rc check_place(dom_err *err)
{
    dom_err missing, remedy;
    dom_rc rc = dom_core_check_users(&missing, &remedy);
    if (rc == DOM_OK)
        rc = dom_core_check_run_base(&missing, &remedy);
    return rc == DOM_OK ? rc : dom_err_set(err, rc, "%s (%s)", missing.text, remedy.text);
}

dom_rc dom_tournament_sandbox_choose(dom_tournament_sandbox *out, const dom_home *home,
                                     dom_sandbox wanted, const char *required, dom_err *err)
{
    dom_sandbox least = level_of(required);
    *out = (dom_tournament_sandbox){.level = wanted, .bots_are_root = dom_core_bots_are_root()};
    dom_rc rc = check_place(err);
    if (rc != DOM_OK)
        return rc;
    if (wanted == DOM_SANDBOX_AUTO)
        find_best(out, home);
    else if (!dom_tournament_sandbox_works(home, wanted, &out->missing, &out->remedy))
        return dom_err_set(err, DOM_E_CONFIG, "sandbox %s does not work here: %s (%s)",
                           dom_sandbox_words[wanted], out->missing.text, out->remedy.text);
    if (out->level >= least)
        return DOM_OK;
    if (wanted != DOM_SANDBOX_AUTO)
        return dom_err_set(err, DOM_E_CONFIG,
                           "--require-sandbox %s: the tournament file says sandbox: %s", required,
                           dom_sandbox_words[wanted]);
    return dom_err_set(err, DOM_E_CONFIG, "--require-sandbox %s: only %s works here: %s (%s)",
                       required, dom_sandbox_words[out->level], out->missing.text,
                       out->remedy.text);
}

dom_rc dom_tournament_sandbox_check_shown(const dom_home *home, dom_sandbox level,
                                          const dom_strings *shown, dom_err *err)
{
    char out[DOM_ERR_BYTES / 2];
    const char *trial[DOM_CORE_SHOWN_MAX + 4] = {home->host_program, "--try",
                                                 dom_sandbox_words[level]};
    dom_check(shown->count <= DOM_CORE_SHOWN_MAX);
    for (size_t i = 0; i < shown->count; i++)
        trial[i + 3] = shown->item[i];
    if (shown->count == 0 || dom_tournament_try_program(trial, out, sizeof out) == 0)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "show: %s; allowed: what %s may read, with all folders on the way", out,
                       geteuid() == 0 ? "every user" : "you");
}

const char *dom_tournament_sandbox_gaps(const dom_tournament_sandbox *s)
{
    static const char *const as_root[DOM_SANDBOX_COUNT] = {
        [DOM_SANDBOX_NONE] = "bots can use the network and any amount of memory, see all "
                             "processes, and read every file that all users can read",
        [DOM_SANDBOX_LIMITS] = "bots can use the network, see all processes, read every file that "
                               "all users can read, and fill the disk",
    };
    static const char *const as_user[DOM_SANDBOX_COUNT] = {
        [DOM_SANDBOX_NONE] =
            "bots can do everything that this user can: read its files and each other's memory, "
            "send signals, use the network and any amount of memory",
        [DOM_SANDBOX_LIMITS] = "bots can read this user's files and each other's memory, send "
                               "signals, use the network and fill the disk",
    };
    bool have_own_users = geteuid() == 0 && !s->bots_are_root;
    const char *gaps = (have_own_users ? as_root : as_user)[s->level];
    return gaps ? gaps : "no known gaps but those of SECURITY.md";
}
