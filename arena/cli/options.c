#include "options.h"

#include "analysis/analysis_run.h"
#include "ratings/sprt.h"
#include "results/verification.h"
#include "schedule/schedule.h"
#include "shard/folder.h"

#include <stddef.h>
#include <string.h>

#define MILLION INT64_C(1000000)

const dom_cli_option dom_cli_options[DOM_CLI_OPTIONS] = {
    [DOM_CLI_OPT_HOME] = {"home", DOM_CLI_TEXT, true, 0, 0, "DIR",
                          "data folder with database, bots and logs (default: $DOMINO_ARENA_HOME, "
                          "else domino-arena in the user's data folder)"},
    [DOM_CLI_OPT_DB] = {"db", DOM_CLI_TEXT, true, 0, 0, "FILE",
                        "another database than HOME/arena.db"},
    [DOM_CLI_OPT_COLOR] = {"color", DOM_CLI_WORD, true, 0, 0, "auto|always|never",
                           "colours: auto, on a terminal unless $NO_COLOR is set; always; or never "
                           "(default: $DOMINO_ARENA_COLOR, else auto)"},
    [DOM_CLI_OPT_WAIT] = {"wait", DOM_CLI_FLAG, true, 0, 0, NULL,
                          "if another arena is writing to the database, wait for its end, in the "
                          "order of arrival"},
    [DOM_CLI_OPT_HELP] = {"help", DOM_CLI_FLAG, true, 0, 0, NULL,
                          "show this help and exit (also -h)"},
    [DOM_CLI_OPT_VERSION] = {"version", DOM_CLI_FLAG, true, 0, 0, NULL,
                             "show the version and exit"},
    [DOM_CLI_OPT_LIVE] =
        {"live", DOM_CLI_FLAG, false, 0, 0, NULL,
         "the live Elo, which depends on the order of play, instead of the official ratings"},
    [DOM_CLI_OPT_HISTORY] = {"history", DOM_CLI_FLAG, false, 0, 0, NULL,
                             "the official ratings after every 50 sets, or more if there are many"},
    [DOM_CLI_OPT_SIMULTANEOUS] = {"simultaneous", DOM_CLI_FLAG, false, 0, 0, NULL,
                                  "rank ranges that hold for all bots together with 95 %, instead "
                                  "of each comparison by itself"},
    [DOM_CLI_OPT_ALL_ROUND] = {"all-round", DOM_CLI_LIST, false, 0, 0, "VARIANT,...",
                               "the variants of the all-round list over all families (default: "
                               "those that at least three bots and half of them have played)"},
    [DOM_CLI_OPT_PREDICT] = {"predict", DOM_CLI_LIST, false, 0, 0, "A,B,...",
                             "what the ratings expect of a match between these bots (NAME or "
                             "NAME@VERSION)"},
    [DOM_CLI_OPT_PREDICT_SETS] =
        {"sets", DOM_CLI_NUMBER, false, 1, 1000000, "N",
         "with --predict: also what so many sets will show, by their luck"},
    [DOM_CLI_OPT_VERSIONS] = {"versions", DOM_CLI_TEXT, false, 0, 0, "BOT",
                              "the ratings of this bot's versions, and what each gained over the "
                              "one before"},
    [DOM_CLI_OPT_ONE_BOT] = {"bot", DOM_CLI_TEXT, false, 0, 0, "BOT",
                             "what the lists say of this bot (NAME or NAME@VERSION): a line for "
                             "each list, or with --variant its results against each opponent"},
    [DOM_CLI_OPT_JSON] = {"json", DOM_CLI_FLAG, false, 0, 0, NULL, "print JSON for programs"},
    [DOM_CLI_OPT_TOURNAMENT] = {"tournament", DOM_CLI_TEXT, false, 0, 0, "TOURNAMENT",
                                "this tournament only"},
    [DOM_CLI_OPT_NAME] = {"name", DOM_CLI_TEXT, false, 0, 0, "NAME",
                          "name of the tournament; an existing one is continued, without a file "
                          "and bots as it is stored (default: the file's name, else a new one)"},
    [DOM_CLI_OPT_VARIANT] = {"variant", DOM_CLI_LIST, false, 0, 0, "V,...",
                             "variants, separated by commas or repeated"},
    [DOM_CLI_OPT_BOTS] = {"bots", DOM_CLI_LIST, false, 0, 0, "A,B,...",
                          "sample bots and submitted bots by name (NAME@VERSION, NAME@latest, "
                          "NAME@previous, NAME@submitted, NAME@TAG), folders with a '/'"},
    [DOM_CLI_OPT_SETS] = {"sets", DOM_CLI_NUMBER, false, 1, 1000000, "N",
                          "duplicate sets per pairing or table (default: the tournament file's, "
                          "else 200; of submit 20)"},
    [DOM_CLI_OPT_ASKS] = {"asks", DOM_CLI_NUMBER, false, 1, 100000000, "N",
                          "smallest number of asks that the bot must answer (default 10000)"},
    [DOM_CLI_OPT_LADDER] = {"ladder", DOM_CLI_WORD, false, 0, 0, "standard|strong",
                            "the sample bots to meet: random, greedy and careful (the default), or "
                            "also flat-mc, pimc, ismcts and inference, which search"},
    [DOM_CLI_OPT_TAKE] = {"take", DOM_CLI_TEXT, false, 0, 0, "BOT",
                          "this version plays on: a folder, NAME@VERSION, or a sample bot"},
    [DOM_CLI_OPT_WITHDRAW] = {"withdraw", DOM_CLI_FLAG, false, 0, 0, NULL,
                              "it plays no more; what it played counts in ratings, and not in the "
                              "standings of a round robin or gauntlet"},
    [DOM_CLI_OPT_REASON] = {"reason", DOM_CLI_TEXT, false, 0, 0, "TEXT",
                            "of --withdraw: why, in one line, for the pages"},
    [DOM_CLI_OPT_DISQUALIFY] =
        {"disqualify", DOM_CLI_TEXT, false, 0, 0, "REASON",
         "it plays no more, and its results count nowhere; the reason stands "
         "on the pages"},
    [DOM_CLI_OPT_READMIT] = {"readmit", DOM_CLI_FLAG, false, 0, 0, NULL,
                             "it plays again, and everything counts again"},
    [DOM_CLI_OPT_WHY] = {"why", DOM_CLI_TEXT, false, 0, 0, "TEXT",
                         "the reason, in one line; the pages show it"},
    [DOM_CLI_OPT_UNDO] = {"undo", DOM_CLI_FLAG, false, 0, 0, NULL, "it counts again"},
    [DOM_CLI_OPT_TAG] = {"tag", DOM_CLI_TEXT, false, 0, 0, "TAG",
                         "what the version is called from now on: BOT@TAG, as in run --bots "
                         "mybot@TAG"},
    [DOM_CLI_OPT_SCHEDULE] =
        {"schedule", DOM_CLI_WORD, false, 0, 0, "round-robin|gauntlet|swiss",
         "which bots meet (default round-robin); in a gauntlet the first bot sits at every table"},
    [DOM_CLI_OPT_SEEDS] = {"seeds", DOM_CLI_NUMBER, false, 1, DOM_SCHEDULE_PLAN_BOTS_MAX - 1, "N",
                           "seeds of a gauntlet, the first bots of the list: one of them sits at "
                           "each table, and they do not meet each other (default 1)"},
    [DOM_CLI_OPT_ROUNDS] = {"rounds", DOM_CLI_NUMBER, false, 1, DOM_SCHEDULE_PLAN_ROUNDS_MAX, "N",
                            "rounds of a swiss schedule"},
    [DOM_CLI_OPT_UNRATED] =
        {"unrated", DOM_CLI_FLAG, false, 0, 0, NULL,
         "do not count the results on the leaderboard, like rated: false in a tournament file"},
    [DOM_CLI_OPT_PIN_CORES] = {"pin-cores", DOM_CLI_FLAG, false, 0, 0, NULL,
                               "run the bots of a table on one core"},
    [DOM_CLI_OPT_ELO0] = {"elo0", DOM_CLI_REAL, false, -DOM_RATINGS_SPRT_ELO_MAX *MILLION,
                          DOM_RATINGS_SPRT_ELO_MAX *MILLION, "ELO",
                          "H0: bot A is better than bot B by this, in Elo (default 0)"},
    [DOM_CLI_OPT_ELO1] =
        {"elo1", DOM_CLI_REAL, false, -DOM_RATINGS_SPRT_ELO_MAX *MILLION,
         DOM_RATINGS_SPRT_ELO_MAX *MILLION, "ELO",
         "H1: bot A is better than bot B by this, in Elo; larger than --elo0 (default 10)"},
    [DOM_CLI_OPT_ALPHA] = {"alpha", DOM_CLI_REAL, false, 1, MILLION / 2 - 1, "P",
                           "probability to accept H1 although H0 is true (default 0.05)"},
    [DOM_CLI_OPT_BETA] = {"beta", DOM_CLI_REAL, false, 1, MILLION / 2 - 1, "P",
                          "probability to accept H0 although H1 is true (default 0.05)"},
    [DOM_CLI_OPT_MODEL] = {"model", DOM_CLI_WORD, false, 0, 0, "logistic|normalised",
                           "unit of --elo0 and --elo1: logistic is Elo, normalised is normalised "
                           "Elo (default logistic)"},
    [DOM_CLI_OPT_MAX_SETS] = {"max-sets", DOM_CLI_NUMBER, false, 1, 1000000, "N",
                              "stop undecided after so many duplicate sets (default 10000)"},
    [DOM_CLI_OPT_OPPONENTS] =
        {"opponents", DOM_CLI_LIST, false, 0, 0, "C,D,...",
         "with three and more seats: the other bots at the table (default: copies of B)"},
    [DOM_CLI_OPT_CONCURRENCY] =
        {"concurrency", DOM_CLI_NUMBER, false, 1, 4096, "N",
         "number of matches at the same time (default: what the machine and the bots allow)"},
    [DOM_CLI_OPT_SEED] = {"seed", DOM_CLI_NUMBER, false, 0, INT64_MAX, "N",
                          "make the deals reproducible; the tournament is marked as not secret"},
    [DOM_CLI_OPT_REQUIRE_SANDBOX] = {"require-sandbox", DOM_CLI_WORD, false, 0, 0,
                                     "none|limits|bwrap",
                                     "refuse to run with a lower sandbox level"},
    [DOM_CLI_OPT_SHOW] =
        {"show", DOM_CLI_LIST, false, 0, 0, "DIR,...",
         "folders of this machine that bots see, read-only, in the sandbox, such "
         "as that of a model; also device files of GPUs; like show in a tournament "
         "file"},
    [DOM_CLI_OPT_SKIP_BROKEN] = {"skip-broken", DOM_CLI_FLAG, false, 0, 0, NULL,
                                 "play without bots that cannot be built or started"},
    [DOM_CLI_OPT_STRICT] = {"strict", DOM_CLI_FLAG, false, 0, 0, NULL,
                            "exit with status 1 if a bot had a fault"},
    [DOM_CLI_OPT_CHECK] =
        {"check", DOM_CLI_FLAG, false, 0, 0, NULL,
         "play nothing: say all that is wrong with the tournament and its bots, or what would "
         "be played; works beside a running tournament"},
    [DOM_CLI_OPT_CHECK_PRUNE] =
        {"check", DOM_CLI_FLAG, false, 0, 0, NULL,
         "remove nothing: say what would be removed; works beside a running tournament"},
    [DOM_CLI_OPT_SEAT] = {"seat", DOM_CLI_NUMBER, false, 0, 7, "N", "show only what this seat saw"},
    [DOM_CLI_OPT_STEP] = {"step", DOM_CLI_FLAG, false, 0, 0, NULL,
                          "event by event: Enter shows the next one, b goes back, n goes to the "
                          "next round, q quits"},
    [DOM_CLI_OPT_UNICODE] = {"unicode", DOM_CLI_FLAG, false, 0, 0, NULL,
                             "draw double-six tiles as Unicode characters"},
    [DOM_CLI_OPT_STDERR] = {"stderr", DOM_CLI_FLAG, false, 0, 0, NULL,
                            "show the standard error of the bot processes"},
    [DOM_CLI_OPT_POSITION] = {"position", DOM_CLI_NUMBER, false, 1, INT32_MAX, "STEP",
                              "print the position before this step as a line for compare "
                              "--positions; the set must have been played to its end"},
    [DOM_CLI_OPT_VALUES] = {"values", DOM_CLI_FLAG, false, 0, 0, NULL,
                            "what the actions of each choice were worth, in points, as `analyse` "
                            "has found"},
    [DOM_CLI_OPT_ALL_ASKS] = {"all", DOM_CLI_FLAG, false, 0, 0, NULL,
                              "ask everything that its seat was asked in the match, and show the "
                              "first answer that is not the one of then"},
    [DOM_CLI_OPT_ASKED_SEAT] = {"seat", DOM_CLI_NUMBER, false, 0, 7, "N",
                                "with --all: the seat (default: where a bot of this name sat)"},
    [DOM_CLI_OPT_ALONE] = {"alone", DOM_CLI_FLAG, false, 0, 0, NULL,
                           "send this ask alone, without the earlier ones of the match"},
    [DOM_CLI_OPT_DEBUG] = {"debug", DOM_CLI_FLAG, false, 0, 0, NULL,
                           "wait before the ask and print the process id for a debugger; the bot "
                           "runs without a sandbox, and no time is too long"},
    [DOM_CLI_OPT_SAVE] = {"save", DOM_CLI_TEXT, false, 0, 0, "FILE",
                          "write the messages that the bot was sent, as it reads them from "
                          "standard input"},
    [DOM_CLI_OPT_ALL] = {"all", DOM_CLI_FLAG, false, 0, 0, NULL,
                         "show hidden versions of bots too: not submitted, removed or older"},
    [DOM_CLI_OPT_CSV] = {"csv", DOM_CLI_FLAG, false, 0, 0, NULL, "print CSV for programs"},
    [DOM_CLI_OPT_MARKDOWN] = {"markdown", DOM_CLI_FLAG, false, 0, 0, NULL,
                              "print Markdown for papers"},
    [DOM_CLI_OPT_BOT] =
        {"bot", DOM_CLI_LIST, false, 0, 0, "BOT,...",
         "only matches of this bot; if repeated, only matches in which all of them sat"},
    [DOM_CLI_OPT_END] = {"end", DOM_CLI_WORD, false, 0, 0,
                         "normal|illegal|timeout|stall|protocol|crash|resource|spawn",
                         "only matches with this end"},
    [DOM_CLI_OPT_SET] = {"set", DOM_CLI_NUMBER, false, 1, INT64_MAX, "N",
                         "only this duplicate set"},
    [DOM_CLI_OPT_FROM_MATCH] = {"from", DOM_CLI_NUMBER, false, 1, INT64_MAX, "N",
                                "the first match"},
    [DOM_CLI_OPT_TO] = {"to", DOM_CLI_NUMBER, false, 1, INT64_MAX, "N", "the last match"},
    [DOM_CLI_OPT_OPEN] = {"open", DOM_CLI_FLAG, false, 0, 0, NULL,
                          "matches that were started and are not finished"},
    [DOM_CLI_OPT_LIMIT] =
        {"limit", DOM_CLI_NUMBER, false, 1, INT64_MAX, "N",
         "only the newest N (default all, but 20 in the text of matches and faults)"},
    [DOM_CLI_OPT_REMOVE] =
        {"remove", DOM_CLI_TEXT, false, 0, 0, "NAME[@VERSION]",
         "remove a bot, or one version, from the ladder and the leaderboard and delete its "
         "snapshot or a remote bot's key; its results stay and count in the ratings"},
    [DOM_CLI_OPT_ADD_KEY] =
        {"add-key", DOM_CLI_PAIR, false, 0, 0, "NAME PUBLICKEY",
         "let the remote bot with this public key (see keygen) play under this name"},
    [DOM_CLI_OPT_KEYS] = {"keys", DOM_CLI_FLAG, false, 0, 0, NULL,
                          "list the public keys: the arena's own first, then those of remote bots"},
    [DOM_CLI_OPT_FORMAT] = {"format", DOM_CLI_WORD, false, 0, 0, "jsonl|csv",
                            "format of the records (default jsonl, but csv for a FILE.csv or "
                            "FILE.csv.gz); csv is the same as --csv"},
    [DOM_CLI_OPT_OUTPUT_FILE] =
        {"output", DOM_CLI_TEXT, false, 0, 0, "FILE",
         "write to a file instead of standard output (-o); FILE.gz is compressed"},
    [DOM_CLI_OPT_OUTPUT_DIR] = {"output", DOM_CLI_TEXT, false, 0, 0, "DIR",
                                "write to this folder: a new one, or an earlier report, which is "
                                "replaced; with --match to "
                                "this file (-o)"},
    [DOM_CLI_OPT_MATCHES] = {"matches", DOM_CLI_NUMBER, false, 0, 1000000, "N",
                             "make pages for the newest N matches of every tournament, and for the "
                             "one on the first page (default 36, shared by all)"},
    [DOM_CLI_OPT_MATCH] = {"match", DOM_CLI_TEXT, false, 0, 0, "MATCH",
                           "only this match, TOURNAMENT/NUMBER, as one file that needs no other"},
    [DOM_CLI_OPT_DECISIONS] = {"decisions", DOM_CLI_FLAG, false, 0, 0, NULL,
                               "the choices instead of the matches, one per line: what the bot "
                               "saw, what was legal, what it took, the points of the round; with "
                               "--bot only the choices of these bots"},
    [DOM_CLI_OPT_LISTEN_PAGES] = {"listen", DOM_CLI_TEXT, false, 0, 0, "ADDRESS:PORT",
                                  "listen here (default 127.0.0.1:8080)"},
    [DOM_CLI_OPT_LISTEN_BOTS] =
        {"listen", DOM_CLI_TEXT, false, 0, 0, "ENDPOINT",
         "listen here for remote bots: tcp://ADDRESS:PORT; each seat takes the next port"},
    [DOM_CLI_OPT_PUBLIC] = {"public", DOM_CLI_FLAG, false, 0, 0, NULL,
                            "allow an address that other machines can reach"},
    [DOM_CLI_OPT_BEHIND_PROXY] = {"behind-proxy", DOM_CLI_FLAG, false, 0, 0, NULL,
                                  "all visitors come from the address of a proxy: bound nothing "
                                  "per address"},
    [DOM_CLI_OPT_CORS] = {"cors", DOM_CLI_FLAG, false, 0, 0, NULL,
                          "let scripts of pages of any other site read the JSON and the records"},
    [DOM_CLI_OPT_URL] = {"url", DOM_CLI_TEXT, false, 0, 0, "URL",
                         "public address of the pages; with it they have a feed of news (Atom) and "
                         "link cards"},
    [DOM_CLI_OPT_METRICS] = {"metrics", DOM_CLI_TEXT, false, 0, 0, "ADDRESS:PORT",
                             "figures for Prometheus at /metrics of this address, apart from the "
                             "pages"},
    [DOM_CLI_OPT_PLAY] = {"play", DOM_CLI_FLAG, false, 0, 0, NULL,
                          "let people play against bots and each other in the browser"},
    [DOM_CLI_OPT_ANALYSE] = {"analyse", DOM_CLI_FLAG, false, 0, 0, NULL,
                             "value the choices of the last 200 matches of each tournament in the "
                             "background; their pages show luck, skill and mistakes"},
    [DOM_CLI_OPT_WHOLE_HOME] =
        {"all", DOM_CLI_FLAG, false, 0, 0, NULL,
         "copy the whole data folder: database, snapshots of bots, keys and the matches of people; "
         "FILE is then a new or empty folder, and the copy is a data folder too"},
    [DOM_CLI_OPT_FORCE] = {"force", DOM_CLI_FLAG, false, 0, 0, NULL, "replace an existing file"},
    [DOM_CLI_OPT_FROM_FILE] =
        {"from", DOM_CLI_TEXT, false, 0, 0, "FILE.csv",
         "read the results of this table, or of - for standard input: what export --csv prints, "
         "or columns set, match, bot and place, and points, team and others if there are"},
    [DOM_CLI_OPT_FROM_TOURNAMENT] =
        {"from", DOM_CLI_TEXT, false, 0, 0, "TOURNAMENT",
         "play nothing: test the sets that A and B have played in this tournament, in their order; "
         "without A and B its only two bots"},
    [DOM_CLI_OPT_DEALS_OF] = {"deals-of", DOM_CLI_TEXT, false, 0, 0, "TOURNAMENT[/SET]",
                              "play the deals of a finished tournament again: of all its sets of "
                              "the variant, or of one"},
    [DOM_CLI_OPT_POSITIONS] =
        {"positions", DOM_CLI_TEXT, false, 0, 0, "FILE",
         "play the rest of the round from each position of the file, with A and B on both sides; "
         "replay --position writes positions"},
    [DOM_CLI_OPT_ANCHOR] =
        {"anchor", DOM_CLI_LIST, false, 0, 0, "BOT[=ELO],...",
         "give this bot this rating, 1000 if none is named (default: the tournament's "
         "anchor, else the mean of all is 1000); if repeated, the ratings of all these bots are "
         "given"},
    [DOM_CLI_OPT_PRIOR] = {"prior", DOM_CLI_REAL, false, 0, 1000 * MILLION, "N",
                           "wins and losses of every bot against an average bot, which are added "
                           "(default: the tournament's, else 0.5)"},
    [DOM_CLI_OPT_DAVIDSON] = {"davidson", DOM_CLI_FLAG, false, 0, 0, NULL,
                              "draws have a parameter of their own, instead of counting as half a "
                              "win (Davidson 1970)"},
    [DOM_CLI_OPT_METRIC] = {"metric", DOM_CLI_WORD, false, 0, 0, "places|points",
                            "what a result is: who was better, or by how many points (default "
                            "places)"},
    [DOM_CLI_OPT_PLACKETT_LUCE] = {"plackett-luce", DOM_CLI_FLAG, false, 0, 0, NULL,
                                   "show a second opinion beside the ratings: Plackett and Luce's "
                                   "model of whole rankings, for three and more bots a match"},
    [DOM_CLI_OPT_BOOTSTRAP] =
        {"bootstrap", DOM_CLI_NUMBER, false, 100, 100000, "N",
         "add bootstrap intervals from N repetitions, which draw the sets again (seed 1)"},
    [DOM_CLI_OPT_OF] = {"of", DOM_CLI_NUMBER, false, 1, DOM_SHARD_COUNT_MAX, "N",
                        "number of shards"},
    [DOM_CLI_OPT_OUTPUT_SHARDS] =
        {"output", DOM_CLI_TEXT, false, 0, 0, "DIR",
         "shard folder that all machines see: a new one, or one whose plan is merged (-o)"},
    [DOM_CLI_OPT_SHARDS] = {"shards", DOM_CLI_TEXT, false, 0, 0, "DIR",
                            "show what the shards of this folder have played so far, instead of a "
                            "database"},
    [DOM_CLI_OPT_MISSING] = {"missing", DOM_CLI_FLAG, false, 0, 0, NULL,
                             "play all that is planned and not merged, instead of one shard"},
    [DOM_CLI_OPT_EVERY] = {"every", DOM_CLI_NUMBER, false, 1, 3600, "SECONDS",
                           "time between two reports to the shard folder (default 30); what was "
                           "played since the last one is lost if the shard is killed"},
    [DOM_CLI_OPT_SUBMIT] = {"submit", DOM_CLI_FLAG, false, 0, 0, NULL,
                            "submit the jobs with sbatch"},
    [DOM_CLI_OPT_PARTITION] = {"partition", DOM_CLI_TEXT, false, 0, 0, "NAME",
                               "partition of the cluster (default: that of Slurm)"},
    [DOM_CLI_OPT_TIME] = {"time", DOM_CLI_TEXT, false, 0, 0, "HH:MM:SS",
                          "longest time of a shard (default: that of the partition)"},
    [DOM_CLI_OPT_CPUS] = {"cpus", DOM_CLI_NUMBER, false, 1, 4096, "N",
                          "cores of a shard (default 1)"},
    [DOM_CLI_OPT_REQUEUE] = {"requeue", DOM_CLI_FLAG, false, 0, 0, NULL,
                             "let Slurm start a shard again if its machine fails"},
    [DOM_CLI_OPT_AGAINST] = {"against", DOM_CLI_LIST, false, 0, 0, "A,B,...",
                             "bots for the seats without a person, in turn (default greedy)"},
    [DOM_CLI_OPT_PLAY_VARIANT] = {"variant", DOM_CLI_TEXT, false, 0, 0, "VARIANT",
                                  "the variant to play (default block-2)"},
    [DOM_CLI_OPT_AS] =
        {"as", DOM_CLI_TEXT, false, 0, 0, "NAME",
         "your name in lists and records; capital letters become small ones (default you)"},
    [DOM_CLI_OPT_CLOCK] = {"clock", DOM_CLI_NUMBER, false, 1, 86400, "SECONDS",
                           "your time for each move, in seconds; when it is over, the first legal "
                           "move is made (default: no clock)"},
    [DOM_CLI_OPT_MOVE_MS] = {"move-ms", DOM_CLI_NUMBER, false, 1, 3600000, "N",
                             "time of a bot for each move, in milliseconds (default 1000)"},
    [DOM_CLI_OPT_JOBS] = {"jobs", DOM_CLI_NUMBER, false, 1, DOM_RESULTS_JOBS_MAX, "N",
                          "play matches again on so many threads at the same time (default 1)"},
    [DOM_CLI_OPT_ANALYSIS_JOBS] = {"jobs", DOM_CLI_NUMBER, false, 1, DOM_ANALYSIS_JOBS_MAX, "N",
                                   "so many threads (default: as many as the machine has cores)"},
    [DOM_CLI_OPT_WORLDS] = {"worlds", DOM_CLI_NUMBER, false, 2, DOM_SEARCH_POPULATION_MAX, "N",
                            "values of so many random deals for each choice (default 200)"},
    [DOM_CLI_OPT_LUCK] = {"luck", DOM_CLI_FLAG, false, 0, 0, NULL,
                          "divide luck by its cause: the deal, what the bot drew, what its partner "
                          "did, what others did"},
    [DOM_CLI_OPT_OPEN_LOSS] =
        {"open", DOM_CLI_FLAG, false, 0, 0, NULL,
         "also what each choice lost with all hands seen, a number of its own that "
         "only compares bots"},
    [DOM_CLI_OPT_BETWEEN] =
        {"between", DOM_CLI_LIST, false, 0, 0, "A,B",
         "the choices in which these two bots or versions (NAME@VERSION) differ "
         "though they saw the same"},
};

static const struct {
    const char *word, *whole;
} short_forms[] = {{"-o", "--output"}, {"-h", "--help"}};
enum { SHORT_FORMS = sizeof short_forms / sizeof *short_forms };

const char *dom_cli_short_form(const dom_cli_option *option)
{
    for (size_t i = 0; i < SHORT_FORMS; i++)
        if (strcmp(short_forms[i].whole + strlen("--"), option->name) == 0)
            return short_forms[i].word;
    return NULL;
}

const char *dom_cli_long_form(const char *word)
{
    for (size_t i = 0; i < SHORT_FORMS; i++)
        if (strcmp(word, short_forms[i].word) == 0)
            return short_forms[i].whole;
    return word;
}

bool dom_cli_are_words(const char *value)
{
    return value[0] >= 'a' && value[0] <= 'z';
}
