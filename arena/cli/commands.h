/* cli/commands.h - the commands. The file cmd_NAME.c defines each one, with its options and the
 * struct that they fill (args.h). */
#ifndef DOM_CLI_COMMANDS_H
#define DOM_CLI_COMMANDS_H

#include "args.h"

/* All commands, in the order in which help lists them; the last element is NULL. */
extern const dom_cli_command *const dom_cli_commands[];

extern const dom_cli_command dom_cli_run;
extern const dom_cli_command dom_cli_play;
extern const dom_cli_command dom_cli_new;
extern const dom_cli_command dom_cli_check;
extern const dom_cli_command dom_cli_submit;
extern const dom_cli_command dom_cli_bots;
extern const dom_cli_command dom_cli_keygen;
extern const dom_cli_command dom_cli_compare;
extern const dom_cli_command dom_cli_shard_plan;
extern const dom_cli_command dom_cli_shard_run;
extern const dom_cli_command dom_cli_shard_merge;
extern const dom_cli_command dom_cli_shard_status;
extern const dom_cli_command dom_cli_shard_slurm;
extern const dom_cli_command dom_cli_close;
extern const dom_cli_command dom_cli_entry;
extern const dom_cli_command dom_cli_queue;
extern const dom_cli_command dom_cli_tournaments;
extern const dom_cli_command dom_cli_standings;
extern const dom_cli_command dom_cli_status;
extern const dom_cli_command dom_cli_void;
extern const dom_cli_command dom_cli_leaderboard;
extern const dom_cli_command dom_cli_crosstable;
extern const dom_cli_command dom_cli_seats;
extern const dom_cli_command dom_cli_matches;
extern const dom_cli_command dom_cli_faults;
extern const dom_cli_command dom_cli_variants;
extern const dom_cli_command dom_cli_settings;
extern const dom_cli_command dom_cli_replay;
extern const dom_cli_command dom_cli_ask;
extern const dom_cli_command dom_cli_analyse;
extern const dom_cli_command dom_cli_verify;
extern const dom_cli_command dom_cli_export;
extern const dom_cli_command dom_cli_report;
extern const dom_cli_command dom_cli_serve;
extern const dom_cli_command dom_cli_rate;
extern const dom_cli_command dom_cli_backup;
extern const dom_cli_command dom_cli_prune;
extern const dom_cli_command dom_cli_share;
extern const dom_cli_command dom_cli_doctor;
extern const dom_cli_command dom_cli_completion;
extern const dom_cli_command dom_cli_table;
extern const dom_cli_command dom_cli_hint;
extern const dom_cli_command dom_cli_man;
extern const dom_cli_command dom_cli_names;
extern const dom_cli_command dom_cli_reference;

#endif
