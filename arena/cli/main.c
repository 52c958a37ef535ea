/* domino-arena - one program, git-style subcommands. */
#include "commands.h"
#include "signals.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
const cli_command cli_commands[] = {
    {"run", "[TOURNAMENT.yaml]", false, "Play a tournament, or go on where it stopped",
     " name variant bots schedule sets rounds unrated concurrency pin-cores seed "
     "require-sandbox skip-broken strict listen=ENDPOINT json ",
     cmd_run},
    {"new", "LANG DIR", true, "Make a starter kit: a bot that plays, with TODOs to make it good",
     " ", cmd_new},
    {"check", "BOT", true, "Try a bot on everything that it has to get right; exit 1 if it does not",
     " variant asks json ", cmd_check},
    {"submit", "DIR", true,
     "Copy, build and check a bot, register it, and place it against the ladder of its variants",
     " sets asks json ", cmd_submit},
    {"bots", "", false, "List the bots that were submitted, with their versions",
     " remove add-key keys json ", cmd_bots},
    {"keygen", "FILE", true,
     "Make the keys of a remote bot: the secret half into FILE, the public one onto the screen",
     " ", cmd_keygen},
    {"compare", "A B", true,
     "Test whether bot A is better than bot B on the same deals, and stop when that is decided",
     " variant elo0 elo1 alpha beta model max-sets opponents name concurrency pin-cores seed "
     "require-sandbox json ",
     cmd_compare},
    {"leaderboard", "", false, "Show the ratings of every variant, with intervals",
     " variant tournament all live history csv markdown json ", cmd_leaderboard},
    {"crosstable", "", false, "Show who beat whom: every bot against every other, per variant",
     " variant tournament all csv json ", cmd_crosstable},
    {"luck", "", false,
     "Show the newest tournament's points without the luck of the deals, where sets are not "
     "complete",
     " variant tournament json ", cmd_luck},
    {"matches", "", false, "List matches of the newest tournament",
     " tournament variant bot end set from=N to open limit csv json ", cmd_matches},
    {"faults", "[BOT]", false, "List what bots did wrong, with the ask and the answer",
     " variant tournament limit json ", cmd_faults},
    {"variants", "[VARIANT]", false, "List the variants, or explain one with every option",
     " json ", cmd_variants},
    {"settings", "tournament|bot", true,
     "Explain every key of a tournament file or of bot.yaml: what it means, allows and defaults to",
     " ", cmd_settings},
    {"replay", "MATCH", true,
     "Show a match move by move; MATCH is TOURNAMENT/NUMBER, or NUMBER in the newest one",
     " tournament seat step unicode stderr json ", cmd_replay},
    {"verify", "[TOURNAMENT]", false,
     "Play every match of a tournament (else of the newest) again and compare; print its hash", " json ", cmd_verify},
    {"export", "", false, "Print the records of all matches, one per line",
     " tournament format csv output=FILE ", cmd_export},
    {"report", "", false, "Write pages for a browser: ratings, cross tables, bots, replays",
     " output=DIR tournament matches ", cmd_report},
    {"serve", "", false, "Show the same pages live, to browsers on this machine",
     " listen=ADDRESS:PORT public tournament ", cmd_serve},
    {"rate", "", false, "Rate results of any game from a table",
     " from=FILE.csv anchor bootstrap csv markdown json ", cmd_rate},
    {"backup", "FILE", true, "Copy the database, also while a tournament runs; it holds the secrets",
     " force json ", cmd_backup},
    {"doctor", "", false, "Say what this machine offers and what is missing", " json ", cmd_doctor},
    {"completion", "bash", true, "Print what completes commands and options in a shell", " ",
     cmd_completion},
    {"man", "", false, "", " ", cmd_man}, /* hidden: the build makes the page with it */
    {NULL, NULL, false, NULL, NULL, NULL},
};
/* clang-format on */

/* An object that lacks what found no memory would be a wrong answer, and nobody looks at
 * each of its parts. At any instant the arena may be killed, so it may as well end. */
static void *json_memory(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL) {
        (void)fputs("domino-arena: out of memory\n", stderr);
        exit(CLI_RUNTIME);
    }
    return memory;
}

/* What was flushed on the way and failed is not found by the last flush. */
static int end_output(int status)
{
    bool is_whole = fflush(stdout) == 0 && !ferror(stdout);
    if (is_whole || status != CLI_OK)
        return status;
    (void)fputs("domino-arena: cannot write all of standard output\n", stderr);
    return CLI_RUNTIME;
}

int main(int argc, char **argv)
{
    json_set_alloc_funcs(json_memory, free);
    cli_signals_init();
    cli_args args;
    const cli_command *command;
    dom_err err = {.rc = DOM_OK, .text = ""};
    int status = CLI_OK;
    if (cli_args_parse(&args, &command, argc, argv, &err) != DOM_OK) {
        status = cli_fail(&err);
    } else if (args.wants_version) {
        (void)printf("domino-arena %s\n", DOM_VERSION);
    } else if (command && args.wants_help) {
        cli_print_help(stdout, command);
    } else if (command) {
        status = command->run(&args);
    } else {
        cli_print_overview(args.wants_help ? stdout : stderr);
        status = args.wants_help ? CLI_OK : CLI_USAGE;
    }
    cli_args_clear(&args);
    return end_output(status);
}
