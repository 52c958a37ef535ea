/* `shard-plan`, `shard-run`, `shard-merge`, `shard-status` and `shard-slurm`: a tournament on many
 * machines that share a folder. They may also be written as two words, such as `shard plan`. */
#include "commands.h"
#include "common.h"
#include "status.h"

#include "base/interrupt.h"
#include "output/remarks.h"
#include "output/shard_text.h"
#include "results/named_versions.h"
#include "shard/shard_merge.h"
#include "shard/shard_plan.h"
#include "shard/shard_play.h"
#include "shard/slurm.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- shard-plan ------------------------------------------------------------------------ */

typedef struct {
    const char *folder;
    int64_t shards;
} plan_args;

static int plan_run(const dom_cli_call *call, const void *arguments)
{
    const plan_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    dom_home home;
    dom_shard_plan plan = {.shards = 0};
    if (args->folder == NULL || args->shards == 0) {
        (void)dom_err_set(&err, DOM_E_CONFIG,
                          "shard plan needs a tournament file, --of N and -o DIR");
        return dom_cli_fail(&err);
    }
    dom_rc rc = dom_cli_find_home(&home, call, &err);
    dom_shard_plan_spec spec = {.home = &home,
                                .places = dom_results_places_of(&home, &dom_output_listener),
                                .request = {.file = call->word[0]},
                                .folder = args->folder,
                                .shards = (uint32_t)args->shards};
    if (rc == DOM_OK)
        rc = dom_shard_plan_make(&plan, &spec, &err);
    if (rc == DOM_OK)
        dom_output_shard_plan(&plan, args->folder, stdout);
    dom_shard_plan_clear(&plan);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot plan_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_OF, plan_args, shards),
    DOM_CLI_SLOT(DOM_CLI_OPT_OUTPUT_SHARDS, plan_args, folder),
};

const dom_cli_command dom_cli_shard_plan = {
    .name = "shard-plan",
    .operand = "TOURNAMENT.yaml",
    .needs_operand = true,
    .summary = "Split a tournament into shards for many machines that share a folder",
    DOM_CLI_SLOTS(plan_slots),
    .args_bytes = sizeof(plan_args),
    .run = plan_run};

/* ---- shard-run -------------------------------------------------------------------------- */

typedef struct {
    bool plays_missing;
    int64_t report_s;
} shard_run_args;

static void print_note(void *context, const char *text)
{
    (void)context;
    (void)fprintf(stderr, "%s\n", text);
}

/* Reads a number from 1 to `most`. Returns 0 for any other text. */
static uint32_t number_of(const char *text, uint32_t most)
{
    char *end;
    unsigned long value = text ? strtoul(text, &end, 10) : 0;
    return text && '0' <= *text && *text <= '9' && *end == '\0' && value <= most ? (uint32_t)value
                                                                                 : 0;
}

/* The job of Slurm that this is, as its users know it: "123_4"; "" outside of one. */
static void write_job(char job[static 64])
{
    const char *array = getenv("SLURM_ARRAY_JOB_ID"), *task = getenv("SLURM_ARRAY_TASK_ID");
    const char *single = getenv("SLURM_JOB_ID");
    job[0] = '\0';
    if (array && task)
        (void)snprintf(job, 64, "%.30s_%.30s", array, task);
    else if (single)
        (void)snprintf(job, 64, "%.60s", single);
}

/* Prints how much of the shard is played, or of what was missing, which is shard 0. */
static void print_played(const dom_shard_report *report, const char *folder)
{
    char shard[32];
    if (report->shard == 0 && report->total == 0) {
        (void)printf("nothing is missing in %s\n", folder);
        return;
    }
    (void)snprintf(shard, sizeof shard, "shard %u", report->shard);
    (void)printf("%s of %s: %llu of %llu matches, %llu faults\n",
                 report->shard > 0 ? shard : "what was missing", folder,
                 (unsigned long long)report->done, (unsigned long long)report->total,
                 (unsigned long long)report->faults);
}

/* Prints how the run has ended, and returns the exit status. */
static int end_shard_run(dom_rc rc, const dom_shard_played *played, const char *folder,
                         const dom_err *err)
{
    const dom_shard_report *report = &played->report;
    int signal_number = played->progress.signal_number;
    if (signal_number == 0)
        signal_number = dom_interrupt_signal();
    if (rc == DOM_E_INTERRUPTED && signal_number == 0)
        return dom_cli_fail(err); /* another run plays the same shard */
    if (rc != DOM_OK)
        return dom_cli_end_by_signal(rc, signal_number, err);
    print_played(report, folder);
    if (played->skipped > 0)
        (void)fprintf(stderr, "%s\n", report->text);
    return played->skipped > 0 ? DOM_CLI_NO : DOM_CLI_OK;
}

static int shard_run_run(const dom_cli_call *call, const void *arguments)
{
    const shard_run_args *args = arguments;
    char job[64];
    dom_err err = {.rc = DOM_OK};
    dom_shard_played played;
    uint32_t shard = number_of(call->word[1], DOM_SHARD_COUNT_MAX);
    if (call->word[0] == NULL || (shard == 0) != args->plays_missing ||
        (call->word[1] && args->plays_missing)) {
        (void)dom_err_set(&err, DOM_E_CONFIG,
                          "shard run needs DIR and the number of a shard, or DIR and --missing");
        return dom_cli_fail(&err);
    }
    write_job(job);
    dom_shard_play_spec spec = {.folder = call->word[0],
                                .shard = shard,
                                .cores = number_of(getenv("SLURM_CPUS_PER_TASK"), 4096),
                                .job = job,
                                .report_s = args->report_s,
                                .listener = {.on_note = print_note}};
    (void)signal(SIGPIPE, SIG_IGN);
    dom_interrupt_hold();
    dom_rc rc = dom_shard_play(&played, &spec, &err);
    if (rc == DOM_OK && played.is_decided) {
        (void)printf("%s: the comparison is decided; there is nothing to play\n", call->word[0]);
        return DOM_CLI_OK;
    }
    return end_shard_run(rc, &played, call->word[0], &err);
}

static const dom_cli_slot shard_run_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_MISSING, shard_run_args, plays_missing),
    DOM_CLI_SLOT(DOM_CLI_OPT_EVERY, shard_run_args, report_s),
};

static const shard_run_args shard_run_defaults = {.report_s = 30};

const dom_cli_command dom_cli_shard_run = {.name = "shard-run",
                                           .operand = "DIR [SHARD]",
                                           .summary = "Play one shard, or continue it",
                                           DOM_CLI_SLOTS(shard_run_slots),
                                           .args_bytes = sizeof(shard_run_args),
                                           .defaults = &shard_run_defaults,
                                           .run = shard_run_run};

/* ---- shard-merge -------------------------------------------------------------------------- */

typedef struct {
    bool is_json;
} merge_args;

static int merge_run(const dom_cli_call *call, const void *arguments)
{
    const merge_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    dom_shard_merged merged;
    dom_interrupt_hold();
    dom_rc rc = dom_shard_merge(&merged, call->word[0], &err);
    int status = rc == DOM_OK ? merged.missing.count > 0 ? DOM_CLI_NO : DOM_CLI_OK
                              : dom_cli_end_by_signal(rc, dom_interrupt_signal(), &err);
    if (rc == DOM_OK)
        dom_output_shard_merged(&merged, call->word[0], args->is_json, stdout);
    dom_shard_merged_clear(&merged);
    return status;
}

static const dom_cli_slot merge_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_JSON, merge_args, is_json),
};

const dom_cli_command dom_cli_shard_merge = {
    .name = "shard-merge",
    .operand = "DIR",
    .needs_operand = true,
    .summary = "Join what the shards have played into DIR/arena.db",
    DOM_CLI_SLOTS(merge_slots),
    .args_bytes = sizeof(merge_args),
    .run = merge_run};

/* ---- shard-status ------------------------------------------------------------------------- */

static int status_run(const dom_cli_call *call, const void *arguments)
{
    const merge_args *args = arguments;
    dom_err err = {.rc = DOM_OK};
    dom_shard_status status;
    dom_rc rc = dom_shard_status_read(&status, call->word[0], &err);
    if (rc == DOM_OK)
        rc = dom_output_shard_status(&status, args->is_json, stdout, &err);
    dom_shard_status_clear(&status);
    return dom_cli_end(rc, &err);
}

const dom_cli_command dom_cli_shard_status = {.name = "shard-status",
                                              .operand = "DIR",
                                              .needs_operand = true,
                                              .summary = "Show how far the shards are",
                                              DOM_CLI_SLOTS(merge_slots),
                                              .args_bytes = sizeof(merge_args),
                                              .run = status_run};

/* ---- shard-slurm -------------------------------------------------------------------------- */

typedef struct {
    const char *partition, *time;
    int64_t cpus, report_s;
    bool may_requeue, is_submitted;
} slurm_args;

static dom_rc submit(const char *folder, dom_err *err)
{
    char array[32], merge[32];
    dom_rc rc = dom_shard_slurm_submit(folder, array, merge, err);
    if (rc == DOM_OK)
        (void)printf("submitted: job array %s, and job %s, which merges when it has ended\n", array,
                     merge);
    else if (array[0])
        (void)printf("submitted: job array %s, but no job that merges; when it has ended: "
                     "domino-arena shard merge '%s'\n",
                     array, folder);
    return rc;
}

static int slurm_run(const dom_cli_call *call, const void *arguments)
{
    const slurm_args *args = arguments;
    char program[DOM_PATH_BYTES] = "", folder[DOM_PATH_BYTES];
    dom_err err = {.rc = DOM_OK};
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    dom_shard_slurm spec = {.program = program,
                            .partition = args->partition,
                            .time = args->time,
                            .cpus = (uint32_t)args->cpus,
                            .may_requeue = args->may_requeue,
                            .report_s = (uint32_t)args->report_s};
    dom_rc rc =
        length > 0 && realpath(call->word[0], folder) ? DOM_OK : dom_err_errno(&err, call->word[0]);
    if (rc == DOM_OK)
        rc = dom_shard_slurm_write(folder, &spec, &err);
    if (rc == DOM_OK && args->is_submitted)
        rc = submit(folder, &err);
    else if (rc == DOM_OK)
        (void)printf("submit: sbatch '%s/slurm/array.sh'\n"
                     "        sbatch --dependency=afterany:JOB '%s/slurm/merge.sh'\n"
                     "or let domino-arena shard slurm '%s' --submit do both\n",
                     folder, folder, call->word[0]);
    return dom_cli_end(rc, &err);
}

static const dom_cli_slot slurm_slots[] = {
    DOM_CLI_SLOT(DOM_CLI_OPT_SUBMIT, slurm_args, is_submitted),
    DOM_CLI_SLOT(DOM_CLI_OPT_PARTITION, slurm_args, partition),
    DOM_CLI_SLOT(DOM_CLI_OPT_TIME, slurm_args, time),
    DOM_CLI_SLOT(DOM_CLI_OPT_CPUS, slurm_args, cpus),
    DOM_CLI_SLOT(DOM_CLI_OPT_REQUEUE, slurm_args, may_requeue),
    DOM_CLI_SLOT(DOM_CLI_OPT_EVERY, slurm_args, report_s),
};

const dom_cli_command dom_cli_shard_slurm = {
    .name = "shard-slurm",
    .operand = "DIR",
    .needs_operand = true,
    .summary = "Write the Slurm jobs that play and merge the shards, or submit them",
    DOM_CLI_SLOTS(slurm_slots),
    .args_bytes = sizeof(slurm_args),
    .run = slurm_run};
