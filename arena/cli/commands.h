/* cli/commands.h - the commands; each returns the process's exit status. */
#ifndef DOM_CLI_COMMANDS_H
#define DOM_CLI_COMMANDS_H

#include "args.h"

int cmd_run(const cli_args *args);
int cmd_compare(const cli_args *args);
int cmd_keygen(const cli_args *args);
int cmd_leaderboard(const cli_args *args);
int cmd_luck(const cli_args *args);
int cmd_variants(const cli_args *args);
int cmd_crosstable(const cli_args *args);
int cmd_matches(const cli_args *args);
int cmd_faults(const cli_args *args);
int cmd_replay(const cli_args *args);
int cmd_verify(const cli_args *args);
int cmd_export(const cli_args *args);
int cmd_backup(const cli_args *args);
int cmd_doctor(const cli_args *args);
int cmd_completion(const cli_args *args);
int cmd_man(const cli_args *args);
int cmd_report(const cli_args *args);
int cmd_serve(const cli_args *args);
int cmd_settings(const cli_args *args);
int cmd_rate(const cli_args *args);
int cmd_submit(const cli_args *args);
int cmd_bots(const cli_args *args);
int cmd_new(const cli_args *args);
int cmd_check(const cli_args *args);

#endif
