/* The table of all commands, in the order of the help. Hidden commands are the last. */
#include "commands.h"

const dom_cli_command *const dom_cli_commands[] = {
    &dom_cli_run,          &dom_cli_play,        &dom_cli_new,         &dom_cli_check,
    &dom_cli_submit,       &dom_cli_bots,        &dom_cli_entry,       &dom_cli_keygen,
    &dom_cli_compare,      &dom_cli_shard_plan,  &dom_cli_shard_run,   &dom_cli_shard_merge,
    &dom_cli_shard_status, &dom_cli_shard_slurm, &dom_cli_leaderboard, &dom_cli_crosstable,
    &dom_cli_seats,        &dom_cli_matches,     &dom_cli_faults,      &dom_cli_variants,
    &dom_cli_settings,     &dom_cli_replay,      &dom_cli_verify,      &dom_cli_export,
    &dom_cli_report,       &dom_cli_serve,       &dom_cli_rate,        &dom_cli_backup,
    &dom_cli_doctor,       &dom_cli_completion,  &dom_cli_table,       &dom_cli_hint,
    &dom_cli_man,          &dom_cli_names,       &dom_cli_reference,   NULL,
};
