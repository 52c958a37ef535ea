#include "shard/slurm.h"

#include "fs/staging_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SCRIPT_BYTES = 6 * DOM_PATH_BYTES };
extern char **environ;

/* A text within single quotes of a shell, or behind an option of #SBATCH, may have any character
 * but these. */
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
        *suffix ? "merge-%j.txt" : "shard-%a-%A.txt");
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
    /* A task that is requeued continues the file with its output. Slurm warns the process of the
     * script, which becomes domino-arena, a minute before the time is up, so that the last report
     * is written. */
    add(script, "#SBATCH --%s\n#SBATCH --open-mode=append\n#SBATCH --signal=B:TERM@60\n",
        slurm->may_requeue ? "requeue" : "no-requeue");
    add(script, "exec '%s' shard run '%s' \"$SLURM_ARRAY_TASK_ID\"", slurm->program, folder);
    if (slurm->report_s)
        add(script, " --every %u", slurm->report_s);
    add(script, "\n");
    dom_rc rc = write_script(folder, "slurm/array.sh", script, err);
    script[0] = '\0';
    add_head(script, folder, plan, slurm, "-merge");
    add(script, "exec '%s' shard merge '%s'\n", slurm->program, folder);
    if (rc == DOM_OK)
        rc = write_script(folder, "slurm/merge.sh", script, err);
    free(script);
    return rc;
}

dom_rc dom_shard_slurm_write(const char *folder, const dom_shard_slurm *slurm, dom_err *err)
{
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
        rc = dom_fs_make_folders_below(folder, "slurm", err);
    if (rc == DOM_OK)
        rc = write_scripts(folder, &plan, slurm, err);
    dom_shard_plan_clear(&plan);
    return rc;
}

/* ---- sbatch --------------------------------------------------------------------------- */

enum { OUTPUT_BYTES = 8192 };

/* Reads what a program prints, and keeps the first size - 1 bytes. */
static void read_output(int from, char *out, size_t size)
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
}

/* Waits for the end of a process. Returns its wait status. */
static int wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* The number of a job, which sbatch --parsable prints as a line "123" or "123;cluster". Plugins of
 * a cluster may print lines before and after it. */
static bool find_number(char job[static 32], const char *output)
{
    for (const char *line = output; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t digits = strspn(line, "0123456789");
        if (digits > 0 && digits < 32 && strchr(";\n", line[digits])) {
            (void)snprintf(job, 32, "%.*s", (int)digits, line);
            return true;
        }
    }
    return false;
}

/* Sets an error from the last line that sbatch printed. */
static dom_rc refused(char *output, dom_err *err)
{
    size_t length = strlen(output);
    while (length > 0 && output[length - 1] == '\n')
        output[--length] = '\0';
    const char *feed = strrchr(output, '\n');
    const char *line = feed ? feed + 1 : output;
    const char *prefix = strncmp(line, "sbatch: ", 8) == 0 ? "" : "sbatch: ";
    return dom_err_set(err, DOM_E_IO, "%s%.300s", prefix,
                       *line ? line : "it has failed without a message");
}

/* Starts sbatch with its output, for both kinds, going to `to`. Returns 0 or an errno. */
static int start_sbatch(pid_t *child, char *const argv[], int to)
{
    posix_spawn_file_actions_t actions;
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
    (void)posix_spawn_file_actions_adddup2(&actions, to, STDERR_FILENO);
    int failed = posix_spawnp(child, argv[0], &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Runs sbatch with these arguments. `job` receives the number that it prints. */
static dom_rc run_sbatch(char job[static 32], char *const argv[], dom_err *err)
{
    char output[OUTPUT_BYTES];
    pid_t child;
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return dom_err_errno(err, "sbatch");
    int failed = start_sbatch(&child, argv, ends[1]);
    (void)close(ends[1]);
    if (!failed) {
        read_output(ends[0], output, sizeof output);
        status = wait_for(child);
    }
    (void)close(ends[0]);
    if (failed)
        return dom_err_set(err, DOM_E_CONFIG,
                           "sbatch cannot be started: %s; is Slurm installed on this machine?",
                           strerror(failed));
    bool is_done = WIFEXITED(status) && WEXITSTATUS(status) == 0 && find_number(job, output);
    return is_done ? DOM_OK : refused(output, err);
}

dom_rc dom_shard_slurm_submit(const char *folder, char array[static 32], char merge[static 32],
                              dom_err *err)
{
    char script[DOM_PATH_BYTES], after[64];
    array[0] = merge[0] = '\0';
    dom_rc rc = dom_shard_path(script, folder, "slurm/array.sh", err);
    char *first[] = {"sbatch", "--parsable", script, NULL};
    if (rc == DOM_OK)
        rc = run_sbatch(array, first, err);
    if (rc == DOM_OK)
        rc = dom_shard_path(script, folder, "slurm/merge.sh", err);
    if (rc != DOM_OK)
        return rc;
    (void)snprintf(after, sizeof after, "--dependency=afterany:%.31s", array);
    char *second[] = {"sbatch", "--parsable", after, script, NULL};
    return run_sbatch(merge, second, err);
}
