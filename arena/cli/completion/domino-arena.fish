# Completion of domino-arena for fish: domino-arena completion fish | source
# Is this the command on the line? "" stands for none.
function __domino_arena_at
    set -l words (commandline -opc)
    set -l command ''
    set -l skips 1
    for word in $words
        if test $skips -gt 0
            set skips 0
        else if contains -- $word --home --db --color
            set skips 1
        else if not string match -q -- '-*' $word
            set command $word
            break
        end
    end
    test "$command" = "$argv[1]"
end
# Names that the database of this line has.
function __domino_arena_names
    set -l words (commandline -opc)
    set -l given
    for i in (seq 2 (count $words))
        if contains -- $words[$i] --home --db
            set -a given $words[$i] $words[(math $i + 1)]
        else if string match -q -r '^--(home|db)=' -- $words[$i]
            set -a given $words[$i]
        end
    end
    type -q $words[1]; and $words[1] names $argv[1] $given 2>/dev/null
end
# Words between commas.
function __domino_arena_list
    set -l before (commandline -ct | string replace -r '^--[a-z0-9-]+=' '' | string match -r '^.*,')
    for word in $argv
        echo "$before$word"
    end
end
complete -c domino-arena -f
set -g __domino_arena_variants block-2 block-3 block-4 block-teams block-5 block-6 block-7 block-8 block-high-tile-2 block-high-tile-3 block-high-tile-4 block-high-tile-teams block-redraw-2 block-redraw-3 block-redraw-4 block-redraw-teams block-highest-double-2 block-highest-double-3 block-highest-double-4 block-highest-double-teams block-british-2 block-british-3 block-british-4 block-british-teams block-austrian-4 partnership draw-2 draw-3 draw-4 draw-teams draw-5 draw-6 draw-7 draw-8 draw-dutch-2 draw-dutch-3 draw-dutch-4 draw-puerto-rico-2 draw-puerto-rico-3 draw-puerto-rico-blocker-2 draw-puerto-rico-blocker-3 draw-austrian-2 draw-austrian-3 draw-south-america-2 draw-south-america-3 draw-south-america-4 draw-vietnam-2 draw-vietnam-3 draw-vietnam-4 draw-ukraine-2 draw-ukraine-3 draw-ukraine-4 draw-double-six-2 draw-double-six-3 draw-double-six-4 draw-high-tile-2 draw-high-tile-3 draw-high-tile-4 draw-same-leader-2 draw-same-leader-3 draw-same-leader-4 draw-count-2 draw-count-3 draw-count-4 draw-whole-stock-2 draw-whole-stock-3 draw-whole-stock-4 draw-pay-2 draw-pay-3 draw-pay-4 draw-forced-2 draw-forced-3 draw-forced-4 draw-one-2 draw-one-3 draw-one-4 boneyard-doubles homo-homini-lupus brettspielnetz block-strict-ties-2 block-strict-ties-3 block-strict-ties-4 block-strict-ties-teams draw-strict-ties-2 draw-strict-ties-3 draw-strict-ties-4 draw-strict-ties-teams 
set -g __domino_arena_bots random-awk random random-cpp random-java pimc-python inference ismcts random-guile random-ruby random-bash careful random-lua greedy random-python random-perl random-php pimc random-go random-rust flat-mc random-javascript 
set -g __domino_arena_languages lua go perl java awk python guile php rust bash c ruby cpp javascript python-learning 
complete -c domino-arena -l home -x -a '(__fish_complete_directories)' -d 'data folder with database, bots and logs (default: $DOMINO_ARENA_HOME, else domino-arena in the user'\''s data folder)'
complete -c domino-arena -l db -r -F -d 'another database than HOME/arena.db'
complete -c domino-arena -l color -x -a 'auto always never' -d 'colours: auto, on a terminal unless $NO_COLOR is set; always; or never (default: $DOMINO_ARENA_COLOR, else auto)'
complete -c domino-arena -l help -s h -d 'show this help and exit (also -h)'
complete -c domino-arena -l version -d 'show the version and exit'
complete -c domino-arena -n '__domino_arena_at ""' -a run -d 'Play a tournament, or continue one that was interrupted'
complete -c domino-arena -n '__domino_arena_at "run"' -r -F
complete -c domino-arena -n '__domino_arena_at "run"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "run"' -l name -x -d 'name of the tournament; an existing one is continued, without a file and bots as it is stored (default: the file'\''s name, else a new one)'
complete -c domino-arena -n '__domino_arena_at "run"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at "run"' -l bots -x -a '(__domino_arena_list $__domino_arena_bots (__domino_arena_names bots)) (__fish_complete_directories)' -d 'sample bots and submitted bots by name (NAME@VERSION, NAME@latest, NAME@previous, NAME@submitted, NAME@TAG), folders with a '\''/'\'''
complete -c domino-arena -n '__domino_arena_at "run"' -l sets -x -d 'duplicate sets per pairing or table (default: the tournament file'\''s, else 200; of submit 20)'
complete -c domino-arena -n '__domino_arena_at "run"' -l schedule -x -a 'round-robin gauntlet swiss' -d 'which bots meet (default round-robin); in a gauntlet the first bot sits at every table'
complete -c domino-arena -n '__domino_arena_at "run"' -l rounds -x -d 'rounds of a swiss schedule'
complete -c domino-arena -n '__domino_arena_at "run"' -l unrated -d 'do not count the results on the leaderboard, like rated: false in a tournament file'
complete -c domino-arena -n '__domino_arena_at "run"' -l pin-cores -d 'run the bots of a table on one core'
complete -c domino-arena -n '__domino_arena_at "run"' -l concurrency -x -d 'number of matches at the same time (default: what the machine and the bots allow)'
complete -c domino-arena -n '__domino_arena_at "run"' -l seed -x -d 'make the deals reproducible; the tournament is marked as not secret'
complete -c domino-arena -n '__domino_arena_at "run"' -l require-sandbox -x -a 'none limits bwrap' -d 'refuse to run with a lower sandbox level'
complete -c domino-arena -n '__domino_arena_at "run"' -l skip-broken -d 'play without bots that cannot be built or started'
complete -c domino-arena -n '__domino_arena_at "run"' -l strict -d 'exit with status 1 if a bot had a fault'
complete -c domino-arena -n '__domino_arena_at "run"' -l check -d 'play nothing: say all that is wrong with the tournament and its bots, or what would be played; works beside a running tournament'
complete -c domino-arena -n '__domino_arena_at "run"' -l listen -x -d 'listen here for remote bots: tcp://ADDRESS:PORT; each seat takes the next port'
complete -c domino-arena -n '__domino_arena_at ""' -a play -d 'Play a match yourself, against bots'
complete -c domino-arena -n '__domino_arena_at "play"' -l against -x -a '(__domino_arena_list $__domino_arena_bots (__domino_arena_names bots)) (__fish_complete_directories)' -d 'bots for the seats without a person, in turn (default greedy)'
complete -c domino-arena -n '__domino_arena_at "play"' -l variant -x -a '$__domino_arena_variants' -d 'the variant to play (default block-2)'
complete -c domino-arena -n '__domino_arena_at "play"' -l as -x -d 'your name in lists and records; capital letters become small ones (default you)'
complete -c domino-arena -n '__domino_arena_at "play"' -l clock -x -d 'your time for each move, in seconds; when it is over, the first legal move is made (default: no clock)'
complete -c domino-arena -n '__domino_arena_at "play"' -l move-ms -x -d 'time of a bot for each move, in milliseconds (default 1000)'
complete -c domino-arena -n '__domino_arena_at ""' -a new -d 'Make a starter kit: a bot that plays, with numbered TODOs'
complete -c domino-arena -n '__domino_arena_at "new"' -x -a '$__domino_arena_languages (__fish_complete_directories)'
complete -c domino-arena -n '__domino_arena_at ""' -a check -d 'Check everything that a bot has to get right; exit status 1 if the bot fails'
complete -c domino-arena -n '__domino_arena_at "check"' -x -a '$__domino_arena_bots (__domino_arena_names bots) (__fish_complete_directories)'
complete -c domino-arena -n '__domino_arena_at "check"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "check"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at "check"' -l asks -x -d 'smallest number of asks that the bot must answer (default 10000)'
complete -c domino-arena -n '__domino_arena_at ""' -a submit -d 'Copy, build and check a bot, register it, and place it against the ladder of its variants'
complete -c domino-arena -n '__domino_arena_at "submit"' -x -a '(__fish_complete_directories)'
complete -c domino-arena -n '__domino_arena_at "submit"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "submit"' -l sets -x -d 'duplicate sets per pairing or table (default: the tournament file'\''s, else 200; of submit 20)'
complete -c domino-arena -n '__domino_arena_at "submit"' -l asks -x -d 'smallest number of asks that the bot must answer (default 10000)'
complete -c domino-arena -n '__domino_arena_at "submit"' -l ladder -x -a 'standard strong' -d 'the sample bots to meet: random, greedy and careful (the default), or also flat-mc, pimc, ismcts and inference, which search'
complete -c domino-arena -n '__domino_arena_at "submit"' -l tag -x -d 'what the version is called from now on: BOT@TAG, as in run --bots mybot@TAG'
complete -c domino-arena -n '__domino_arena_at ""' -a bots -d 'List the bots that were submitted, with their versions'
complete -c domino-arena -n '__domino_arena_at "bots"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "bots"' -l remove -x -d 'remove a bot, or one version, from the ladder and the leaderboard and delete its snapshot or a remote bot'\''s key; its results stay and count in the ratings'
complete -c domino-arena -n '__domino_arena_at "bots"' -l add-key -x -d 'let the remote bot with this public key (see keygen) play under this name'
complete -c domino-arena -n '__domino_arena_at "bots"' -l keys -d 'list the public keys: the arena'\''s own first, then those of remote bots'
complete -c domino-arena -n '__domino_arena_at ""' -a keygen -d 'Make the keys of a remote bot: FILE gets both, the public key is printed'
complete -c domino-arena -n '__domino_arena_at "keygen"' -r -F
complete -c domino-arena -n '__domino_arena_at ""' -a compare -d 'Test whether bot A is better than bot B on the same deals, and stop when that is decided'
complete -c domino-arena -n '__domino_arena_at "compare"' -x -a '$__domino_arena_bots (__domino_arena_names bots) (__fish_complete_directories)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "compare"' -l name -x -d 'name of the tournament; an existing one is continued, without a file and bots as it is stored (default: the file'\''s name, else a new one)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at "compare"' -l pin-cores -d 'run the bots of a table on one core'
complete -c domino-arena -n '__domino_arena_at "compare"' -l elo0 -x -d 'H0: bot A is better than bot B by this, in Elo (default 0)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l elo1 -x -d 'H1: bot A is better than bot B by this, in Elo; larger than --elo0 (default 10)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l alpha -x -d 'probability to accept H1 although H0 is true (default 0.05)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l beta -x -d 'probability to accept H0 although H1 is true (default 0.05)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l model -x -a 'logistic normalised' -d 'unit of --elo0 and --elo1: logistic is Elo, normalised is normalised Elo (default logistic)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l max-sets -x -d 'stop undecided after so many duplicate sets (default 10000)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l opponents -x -a '(__domino_arena_list $__domino_arena_bots (__domino_arena_names bots)) (__fish_complete_directories)' -d 'with three and more seats: the other bots at the table (default: copies of B)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l concurrency -x -d 'number of matches at the same time (default: what the machine and the bots allow)'
complete -c domino-arena -n '__domino_arena_at "compare"' -l seed -x -d 'make the deals reproducible; the tournament is marked as not secret'
complete -c domino-arena -n '__domino_arena_at "compare"' -l require-sandbox -x -a 'none limits bwrap' -d 'refuse to run with a lower sandbox level'
complete -c domino-arena -n '__domino_arena_at "compare"' -l of -x -d 'number of shards'
complete -c domino-arena -n '__domino_arena_at "compare"' -l output -s o -x -a '(__fish_complete_directories)' -d 'shard folder that all machines see: a new one, or one whose plan is merged (-o)'
complete -c domino-arena -n '__domino_arena_at ""' -a shard-plan -d 'Split a tournament into shards for many machines that share a folder'
complete -c domino-arena -n '__domino_arena_at "shard-plan"' -r -F
complete -c domino-arena -n '__domino_arena_at "shard-plan"' -l of -x -d 'number of shards'
complete -c domino-arena -n '__domino_arena_at "shard-plan"' -l output -s o -x -a '(__fish_complete_directories)' -d 'shard folder that all machines see: a new one, or one whose plan is merged (-o)'
complete -c domino-arena -n '__domino_arena_at ""' -a shard-run -d 'Play one shard, or continue it'
complete -c domino-arena -n '__domino_arena_at "shard-run"' -x
complete -c domino-arena -n '__domino_arena_at "shard-run"' -l missing -d 'play all that is planned and not merged, instead of one shard'
complete -c domino-arena -n '__domino_arena_at "shard-run"' -l every -x -d 'time between two reports to the shard folder (default 30); what was played since the last one is lost if the shard is killed'
complete -c domino-arena -n '__domino_arena_at ""' -a shard-merge -d 'Join what the shards have played into DIR/arena.db'
complete -c domino-arena -n '__domino_arena_at "shard-merge"' -x -a '(__fish_complete_directories)'
complete -c domino-arena -n '__domino_arena_at "shard-merge"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at ""' -a shard-status -d 'Show how far the shards are'
complete -c domino-arena -n '__domino_arena_at "shard-status"' -x -a '(__fish_complete_directories)'
complete -c domino-arena -n '__domino_arena_at "shard-status"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at ""' -a shard-slurm -d 'Write the Slurm jobs that play and merge the shards, or submit them'
complete -c domino-arena -n '__domino_arena_at "shard-slurm"' -x -a '(__fish_complete_directories)'
complete -c domino-arena -n '__domino_arena_at "shard-slurm"' -l every -x -d 'time between two reports to the shard folder (default 30); what was played since the last one is lost if the shard is killed'
complete -c domino-arena -n '__domino_arena_at "shard-slurm"' -l submit -d 'submit the jobs with sbatch'
complete -c domino-arena -n '__domino_arena_at "shard-slurm"' -l partition -x -d 'partition of the cluster (default: that of Slurm)'
complete -c domino-arena -n '__domino_arena_at "shard-slurm"' -l time -x -d 'longest time of a shard (default: that of the partition)'
complete -c domino-arena -n '__domino_arena_at "shard-slurm"' -l cpus -x -d 'cores of a shard (default 1)'
complete -c domino-arena -n '__domino_arena_at "shard-slurm"' -l requeue -d 'let Slurm start a shard again if its machine fails'
complete -c domino-arena -n '__domino_arena_at ""' -a leaderboard -d 'Show the ratings of every variant, with intervals'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l live -d 'the live Elo, which depends on the order of play, instead of the official ratings'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l history -d 'the official ratings after every 50 sets, or more if there are many'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l simultaneous -d 'rank ranges that hold for all bots together with 95 %, instead of each comparison by itself'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l predict -x -a '(__domino_arena_list $__domino_arena_bots (__domino_arena_names bots)) (__fish_complete_directories)' -d 'what the ratings expect of a match between these bots (NAME or NAME@VERSION)'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l versions -x -a '$__domino_arena_bots (__domino_arena_names bots) (__fish_complete_directories)' -d 'the ratings of this bot'\''s versions, and what each gained over the one before'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l all -d 'show hidden versions of bots too: not submitted, removed or older'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l csv -d 'print CSV for programs'
complete -c domino-arena -n '__domino_arena_at "leaderboard"' -l markdown -d 'print Markdown for papers'
complete -c domino-arena -n '__domino_arena_at ""' -a crosstable -d 'Show the results of every bot against every other, per variant'
complete -c domino-arena -n '__domino_arena_at "crosstable"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "crosstable"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "crosstable"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at "crosstable"' -l all -d 'show hidden versions of bots too: not submitted, removed or older'
complete -c domino-arena -n '__domino_arena_at "crosstable"' -l csv -d 'print CSV for programs'
complete -c domino-arena -n '__domino_arena_at ""' -a seats -d 'Show what each seat and the first lead are worth, per variant'
complete -c domino-arena -n '__domino_arena_at "seats"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "seats"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "seats"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at ""' -a matches -d 'List the matches of a tournament (else of the newest)'
complete -c domino-arena -n '__domino_arena_at "matches"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "matches"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "matches"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at "matches"' -l csv -d 'print CSV for programs'
complete -c domino-arena -n '__domino_arena_at "matches"' -l bot -x -a '(__domino_arena_list $__domino_arena_bots (__domino_arena_names bots)) (__fish_complete_directories)' -d 'only matches of this bot; if repeated, only matches in which all of them sat'
complete -c domino-arena -n '__domino_arena_at "matches"' -l end -x -a 'normal illegal timeout stall protocol crash resource spawn' -d 'only matches with this end'
complete -c domino-arena -n '__domino_arena_at "matches"' -l set -x -d 'only this duplicate set'
complete -c domino-arena -n '__domino_arena_at "matches"' -l from -x -d 'the first match'
complete -c domino-arena -n '__domino_arena_at "matches"' -l to -x -d 'the last match'
complete -c domino-arena -n '__domino_arena_at "matches"' -l open -d 'matches that were started and are not finished'
complete -c domino-arena -n '__domino_arena_at "matches"' -l limit -x -d 'show at most the newest N (default 20; with --json and --csv all)'
complete -c domino-arena -n '__domino_arena_at ""' -a faults -d 'List the faults of bots, with the ask and the answer'
complete -c domino-arena -n '__domino_arena_at "faults"' -x -a '$__domino_arena_bots (__domino_arena_names bots) (__fish_complete_directories)'
complete -c domino-arena -n '__domino_arena_at "faults"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "faults"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "faults"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at "faults"' -l limit -x -d 'show at most the newest N (default 20; with --json and --csv all)'
complete -c domino-arena -n '__domino_arena_at ""' -a variants -d 'List the variants, or explain one, or those of a tournament file'
complete -c domino-arena -n '__domino_arena_at "variants"' -x -a '$__domino_arena_variants'
complete -c domino-arena -n '__domino_arena_at "variants"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at ""' -a settings -d 'Explain every key of a tournament file or of bot.yaml, with allowed values and default'
complete -c domino-arena -n '__domino_arena_at "settings"' -x -a 'tournament bot'
complete -c domino-arena -n '__domino_arena_at ""' -a replay -d 'Show a match move by move; MATCH is TOURNAMENT/NUMBER, or NUMBER in the newest one'
complete -c domino-arena -n '__domino_arena_at "replay"' -x
complete -c domino-arena -n '__domino_arena_at "replay"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "replay"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "replay"' -l seat -x -d 'show only what this seat saw'
complete -c domino-arena -n '__domino_arena_at "replay"' -l step -d 'event by event: Enter shows the next one, b goes back, n goes to the next round, q quits'
complete -c domino-arena -n '__domino_arena_at "replay"' -l unicode -d 'draw double-six tiles as Unicode characters'
complete -c domino-arena -n '__domino_arena_at "replay"' -l stderr -d 'show the standard error of the bot processes'
complete -c domino-arena -n '__domino_arena_at ""' -a verify -d 'Play every match of a tournament (else of the newest) again and compare; print its hash'
complete -c domino-arena -n '__domino_arena_at "verify"' -x -a '(__domino_arena_names tournaments)'
complete -c domino-arena -n '__domino_arena_at "verify"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "verify"' -l jobs -x -d 'play matches again on so many threads at the same time (default 1)'
complete -c domino-arena -n '__domino_arena_at ""' -a export -d 'Print the records of all or of chosen matches, one per line (JSON or CSV)'
complete -c domino-arena -n '__domino_arena_at "export"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "export"' -l variant -x -a '(__domino_arena_list $__domino_arena_variants)' -d 'variants, separated by commas or repeated'
complete -c domino-arena -n '__domino_arena_at "export"' -l csv -d 'print CSV for programs'
complete -c domino-arena -n '__domino_arena_at "export"' -l bot -x -a '(__domino_arena_list $__domino_arena_bots (__domino_arena_names bots)) (__fish_complete_directories)' -d 'only matches of this bot; if repeated, only matches in which all of them sat'
complete -c domino-arena -n '__domino_arena_at "export"' -l end -x -a 'normal illegal timeout stall protocol crash resource spawn' -d 'only matches with this end'
complete -c domino-arena -n '__domino_arena_at "export"' -l set -x -d 'only this duplicate set'
complete -c domino-arena -n '__domino_arena_at "export"' -l from -x -d 'the first match'
complete -c domino-arena -n '__domino_arena_at "export"' -l to -x -d 'the last match'
complete -c domino-arena -n '__domino_arena_at "export"' -l format -x -a 'jsonl csv' -d 'format of the records (default jsonl); csv is the same as --csv'
complete -c domino-arena -n '__domino_arena_at "export"' -l output -s o -r -F -d 'write to a file instead of standard output (-o)'
complete -c domino-arena -n '__domino_arena_at ""' -a report -d 'Write pages for a browser: ratings, cross tables, bots, replays'
complete -c domino-arena -n '__domino_arena_at "report"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "report"' -l output -s o -x -a '(__fish_complete_directories)' -d 'write to this folder: a new one, or an earlier report, which is replaced (-o)'
complete -c domino-arena -n '__domino_arena_at "report"' -l matches -x -d 'make pages for the newest N matches of every tournament (default 100 of one, 150 shared by many)'
complete -c domino-arena -n '__domino_arena_at "report"' -l url -x -d 'public address of the pages; with it they have a feed of news (Atom) and link cards'
complete -c domino-arena -n '__domino_arena_at ""' -a serve -d 'Show the same pages live, in browsers on this machine'
complete -c domino-arena -n '__domino_arena_at "serve"' -l tournament -x -a '(__domino_arena_names tournaments)' -d 'this tournament only'
complete -c domino-arena -n '__domino_arena_at "serve"' -l listen -x -d 'listen here (default 127.0.0.1:8080)'
complete -c domino-arena -n '__domino_arena_at "serve"' -l public -d 'allow an address that other machines can reach'
complete -c domino-arena -n '__domino_arena_at "serve"' -l behind-proxy -d 'all visitors come from the address of a proxy: bound nothing per address'
complete -c domino-arena -n '__domino_arena_at "serve"' -l url -x -d 'public address of the pages; with it they have a feed of news (Atom) and link cards'
complete -c domino-arena -n '__domino_arena_at "serve"' -l play -d 'let people play against bots and each other in the browser'
complete -c domino-arena -n '__domino_arena_at "serve"' -l shards -x -a '(__fish_complete_directories)' -d 'show what the shards of this folder have played so far, instead of a database'
complete -c domino-arena -n '__domino_arena_at ""' -a rate -d 'Rate the results of any game, from a CSV table'
complete -c domino-arena -n '__domino_arena_at "rate"' -l simultaneous -d 'rank ranges that hold for all bots together with 95 %, instead of each comparison by itself'
complete -c domino-arena -n '__domino_arena_at "rate"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "rate"' -l csv -d 'print CSV for programs'
complete -c domino-arena -n '__domino_arena_at "rate"' -l markdown -d 'print Markdown for papers'
complete -c domino-arena -n '__domino_arena_at "rate"' -l from -r -F -d 'read results with the header set,match,bot,place,points (points may be empty), or with team as a sixth column'
complete -c domino-arena -n '__domino_arena_at "rate"' -l anchor -x -a '$__domino_arena_bots (__domino_arena_names bots) (__fish_complete_directories)' -d 'give this bot the rating 1000 (default: the mean of all)'
complete -c domino-arena -n '__domino_arena_at "rate"' -l bootstrap -x -d 'add bootstrap intervals from N repetitions, which draw the sets again (seed 1)'
complete -c domino-arena -n '__domino_arena_at "rate"' -l prior -x -d 'wins and losses of every bot against an average bot, which are added (default 0.5)'
complete -c domino-arena -n '__domino_arena_at "rate"' -l davidson -d 'draws have a parameter of their own, instead of counting as half a win (Davidson 1970)'
complete -c domino-arena -n '__domino_arena_at "rate"' -l metric -x -a 'places points' -d 'what a result is: who was better, or by how many points (default places)'
complete -c domino-arena -n '__domino_arena_at "rate"' -l plackett-luce -d 'show a second opinion beside the ratings: Plackett and Luce'\''s model of whole rankings, for three and more bots a match'
complete -c domino-arena -n '__domino_arena_at ""' -a backup -d 'Copy the database, also while a tournament runs; it holds the secrets'
complete -c domino-arena -n '__domino_arena_at "backup"' -r -F
complete -c domino-arena -n '__domino_arena_at "backup"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at "backup"' -l force -d 'replace an existing file'
complete -c domino-arena -n '__domino_arena_at ""' -a doctor -d 'Say what this machine offers to the arena, and what is missing'
complete -c domino-arena -n '__domino_arena_at "doctor"' -l json -d 'print JSON for programs'
complete -c domino-arena -n '__domino_arena_at ""' -a completion -d 'Print a script with which a shell completes commands, options and values'
complete -c domino-arena -n '__domino_arena_at "completion"' -x -a 'bash zsh fish'
