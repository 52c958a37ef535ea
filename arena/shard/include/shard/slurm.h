/* shard/slurm.h - the job scripts with which Slurm plays and merges a shard folder.
 */
#ifndef DOM_SHARD_SLURM_H
#define DOM_SHARD_SLURM_H

#include "shard/folder.h"

/* What goes to sbatch; `partition` and `time` may be NULL. */
typedef struct {
    const char *program;   /* path of domino-arena on all machines            */
    const char *partition; /* --partition                                     */
    const char *time;      /* --time of a shard, such as 02:00:00             */
    uint32_t cpus;         /* --cpus-per-task; 0: 1                           */
    bool may_requeue;      /* --requeue                                       */
    uint32_t report_s;     /* --every of shard-run; 0: its default            */
} dom_shard_slurm;

/* Writes FOLDER/slurm/array.sh, a job array with one task per shard, and FOLDER/slurm/merge.sh.
 * Output goes to files beside them. Returns DOM_OK; DOM_E_ABSENT without a plan; DOM_E_CONFIG if a
 * text has a character that job scripts cannot hold; DOM_E_IO. */
dom_rc dom_shard_slurm_write(const char *folder, const dom_shard_slurm *slurm, dom_err *err);

/* Submits both with sbatch; the second waits until every task of the first has ended.
 *
 * array, merge  receive the numbers of the jobs, "" for what was not submitted: after a failure
 *               `array` may be
 * Returns DOM_OK; DOM_E_CONFIG if sbatch cannot be started; DOM_E_IO if it refuses, with its last
 * line. */
dom_rc dom_shard_slurm_submit(const char *folder, char array[static 32], char merge[static 32],
                              dom_err *err);

#endif
