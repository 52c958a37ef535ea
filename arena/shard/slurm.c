#include "shard/slurm.h"

#include "fs/staging_dir.h"

#include <errno.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SCRIPT_BYTES = 6 * DOM_PATH_BYTES };
extern char **environ;

/* A text within single quotes of a shell, or behind an option of #SBATCH, may have any character but these. */
static dom_rc check_text(const char *text, const char *what, dom_err *err)
{
    if (text == NULL || strpbrk(text, "'\n\r%\\") == NULL)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "%s: '%.200s' cannot be written into a job script; it must not contain "
                       "', %%, \\ or a line feed",
                       what, text);
}

/* Appends to a script, which has room for all of it. */
__attribute__((format(printf, 2, 3))) static void add(char *script, const char *format, ...)
{
    va_list arguments;
    size_t length = strlen(script);
    va_start(arguments, format);
    (void)vsnprintf(script + length, SCRIPT_BYTES - length, format, arguments);
    va_end(arguments);
}

static void add_head(char *script, const char *folder, const dom_shard_plan *plan,
                     const dom_shard_slurm *slurm, const char *suffix)
{
    add(script, "#!/bin/sh\n#SBATCH --job-name='%s%s'\n", plan->tournament, suffix);
    if (slurm->partition)
        add(script, "#SBATCH --partition='%s'\n", slurm->partition);
    add(script, "#SBATCH --output='%s/slurm/%s'\n", folder,
        *suffix ? "merge-%j.txt" : "shard-%a-%j.txt");
}

static dom_rc write_script(const char *folder, const char *name, const char *script, dom_err *err)
{
    char path[DOM_PATH_BYTES];
    dom_rc rc = dom_shard_path(path, folder, name, err);
    return rc == DOM_OK ? dom_fs_file_put(path, script, strlen(script), 0755, err) : rc;
}

static dom_rc write_scripts(const char *folder, const dom_shard_plan *plan,
                            const dom_shard_slurm *slurm, dom_err *err)
{
    char *script = calloc(1, SCRIPT_BYTES);
    if (script == NULL)
        return dom_err_no_memory(err);
    add_head(script, folder, plan, slurm, "");
    add(script, "#SBATCH --array=1-%u\n#SBATCH --cpus-per-task=%u\n", plan->shards,
        slurm->cpus ? slurm->cpus : 1);
    if (slurm->time)
        add(script, "#SBATCH --time='%s'\n", slurm->time);
    add(script, "#SBATCH --%s\n", slurm->may_requeue ? "requeue" : "no-requeue");
    /* Slurm warns a minute before the time is up, so that the last report is written. */
    add(script, "#SBATCH --signal=TERM@60\n");
    add(script, "exec '%s' shard-run '%s' \"$SLURM_ARRAY_TASK_ID\"\n", slurm->program, folder);
    dom_rc rc = write_script(folder, "slurm/array.sh", script, err);
    script[0] = '\0';
    add_head(script, folder, plan, slurm, "-merge");
    add(script, "exec '%s' shard-merge '%s'\n", slurm->program, folder);
    if (rc == DOM_OK)
        rc = write_script(folder, "slurm/merge.sh", script, err);
    free(script);
    return rc;
}

dom_rc dom_shard_slurm_write(const char *folder, const dom_shard_slurm *slurm, dom_err *err)
{
    char path[DOM_PATH_BYTES];
    dom_shard_plan plan;
    dom_rc rc = dom_shard_plan_read(&plan, folder, err);
    if (rc == DOM_OK)
        rc = check_text(folder, "DIR", err);
    if (rc == DOM_OK)
        rc = check_text(slurm->program, "the path of the program", err);
    if (rc == DOM_OK)
        rc = check_text(slurm->partition, "--partition", err);
    if (rc == DOM_OK)
        rc = check_text(slurm->time, "--time", err);
    if (rc == DOM_OK)
        rc = dom_shard_path(path, folder, "slurm", err);
    if (rc == DOM_OK)
        rc = dom_fs_make_folders(path, err);
    if (rc == DOM_OK)
        rc = write_scripts(folder, &plan, slurm, err);
    dom_shard_plan_clear(&plan);
    return rc;
}

/* ---- sbatch --------------------------------------------------------------------------- */

/* Reads what a program prints, up to size - 1 bytes, and waits for its end. Returns its wait status. */
static int read_output(pid_t child, int from, char *out, size_t size)
{
    size_t length = 0;
    char part[256];
    for (ssize_t n = 1; n > 0;) {
        n = read(from, part, sizeof part);
        if (n < 0 && errno == EINTR)
            n = 1;
        else if (n > 0 && length + (size_t)n < size) {
            memcpy(out + length, part, (size_t)n);
            length += (size_t)n;
        }
    }
    out[length] = '\0';
    out[strcspn(out, "\n")] = '\0';
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* Runs sbatch with these arguments. `out` receives its first line. */
static dom_rc run_sbatch(char *const argv[], char *out, size_t size, dom_err *err)
{
    pid_t child;
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (pipe(ends) != 0)
        return dom_err_errno(err, "sbatch");
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    (void)posix_spawn_file_actions_addclose(&actions, ends[0]);
    int failed = posix_spawnp(&child, "sbatch", &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    int status = failed ? 0 : read_output(child, ends[0], out, size);
    (void)close(ends[0]);
    if (failed)
        return dom_err_set(err, DOM_E_CONFIG,
                           "sbatch cannot be started: %s; is Slurm installed on this machine?",
                           strerror(failed));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return dom_err_set(err, DOM_E_IO, "sbatch: %.300s", out);
    return DOM_OK;
}

/* The number of a job, which sbatch --parsable prints as "123" or "123;cluster". */
static dom_rc take_number(char job[static 32], const char *line, dom_err *err)
{
    size_t digits = strspn(line, "0123456789");
    if (digits == 0 || digits > 31)
        return dom_err_set(err, DOM_E_IO, "sbatch: '%.200s' is no number of a job", line);
    (void)snprintf(job, 32, "%.*s", (int)digits, line);
    return DOM_OK;
}

dom_rc dom_shard_slurm_submit(const char *folder, char array[static 32], char merge[static 32],
                              dom_err *err)
{
    char script[DOM_PATH_BYTES], line[512], after[64];
    dom_rc rc = dom_shard_path(script, folder, "slurm/array.sh", err);
    char *first[] = {"sbatch", "--parsable", script, NULL};
    if (rc == DOM_OK)
        rc = run_sbatch(first, line, sizeof line, err);
    if (rc == DOM_OK)
        rc = take_number(array, line, err);
    if (rc == DOM_OK)
        rc = dom_shard_path(script, folder, "slurm/merge.sh", err);
    if (rc != DOM_OK)
        return rc;
    (void)snprintf(after, sizeof after, "--dependency=afterany:%.31s", array);
    char *second[] = {"sbatch", "--parsable", after, script, NULL};
    rc = run_sbatch(second, line, sizeof line, err);
    return rc == DOM_OK ? take_number(merge, line, err) : rc;
}
