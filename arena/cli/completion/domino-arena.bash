# Completion of domino-arena for bash: source <(domino-arena completion bash)
_domino_arena_words()
{
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}
_domino_arena_files()
{
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}
# Names that the database of this line has.
_domino_arena_names()
{
    local i value given=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == --home || ${COMP_WORDS[i]} == --db ]] || continue
        value=${COMP_WORDS[i + 1]}
        [[ $value == = ]] && value=${COMP_WORDS[i + 2]}
        given+=("${COMP_WORDS[i]}" "${value/#\~/$HOME}")
    done
    "${COMP_WORDS[0]}" names "$1" "${given[@]}" 2>/dev/null
}
# A bot: a sample bot, one that has played, or a folder.
_domino_arena_bot()
{
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -W "$bots $(_domino_arena_names bots)" -- "$current" | sort -u)
}
# Words between commas; with -d also folders.
_domino_arena_list()
{
    local before=
    [[ $current == *,* ]] && before=${current%,*},
    compopt -o nospace 2>/dev/null
    mapfile -t COMPREPLY < <(compgen ${2:+"$2"} -W "$1" -P "$before" -- "${current##*,}" | sort -u)
}
_domino_arena()
{
    local variants='block-2 block-3 block-4 block-teams block-5 block-6 block-7 block-8 block-high-tile-2 block-high-tile-3 block-high-tile-4 block-high-tile-teams block-redraw-2 block-redraw-3 block-redraw-4 block-redraw-teams block-highest-double-2 block-highest-double-3 block-highest-double-4 block-highest-double-teams block-british-2 block-british-3 block-british-4 block-british-teams block-austrian-4 partnership draw-2 draw-3 draw-4 draw-teams draw-5 draw-6 draw-7 draw-8 draw-dutch-2 draw-dutch-3 draw-dutch-4 draw-puerto-rico-2 draw-puerto-rico-3 draw-puerto-rico-blocker-2 draw-puerto-rico-blocker-3 draw-austrian-2 draw-austrian-3 draw-south-america-2 draw-south-america-3 draw-south-america-4 draw-vietnam-2 draw-vietnam-3 draw-vietnam-4 draw-ukraine-2 draw-ukraine-3 draw-ukraine-4 draw-double-six-2 draw-double-six-3 draw-double-six-4 draw-high-tile-2 draw-high-tile-3 draw-high-tile-4 draw-same-leader-2 draw-same-leader-3 draw-same-leader-4 draw-count-2 draw-count-3 draw-count-4 draw-whole-stock-2 draw-whole-stock-3 draw-whole-stock-4 draw-pay-2 draw-pay-3 draw-pay-4 draw-forced-2 draw-forced-3 draw-forced-4 draw-one-2 draw-one-3 draw-one-4 boneyard-doubles homo-homini-lupus brettspielnetz block-strict-ties-2 block-strict-ties-3 block-strict-ties-4 block-strict-ties-teams draw-strict-ties-2 draw-strict-ties-3 draw-strict-ties-4 draw-strict-ties-teams '
    local bots='random-awk random random-cpp random-java pimc-python inference ismcts random-guile random-ruby random-bash careful random-lua greedy random-python random-perl random-php pimc random-go random-rust flat-mc random-javascript '
    local languages='lua go perl java awk python guile php rust bash c ruby cpp javascript python-learning '
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command='' i
    COMPREPLY=()
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --home | --db | --color) [[ ${COMP_WORDS[i + 1]} == = ]] && ((i++)); ((i++)) ;;
        -*) ;;
        *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case "$command $previous" in
    *' --home') _domino_arena_files -d; return ;;
    *' --db') _domino_arena_files -f; return ;;
    *' --color') _domino_arena_words 'auto always never'; return ;;
    'leaderboard --predict') _domino_arena_list "$bots $(_domino_arena_names bots)" -d; return ;;
    'leaderboard --versions') _domino_arena_bot; return ;;
    'leaderboard --tournament' | 'crosstable --tournament' | 'seats --tournament' | 'matches --tournament' | 'faults --tournament' | 'replay --tournament' | 'export --tournament' | 'report --tournament' | 'serve --tournament') _domino_arena_words "$(_domino_arena_names tournaments)"; return ;;
    'run --name' | 'compare --name') :; return ;;
    'run --variant' | 'check --variant' | 'compare --variant' | 'leaderboard --variant' | 'crosstable --variant' | 'seats --variant' | 'matches --variant' | 'faults --variant' | 'export --variant') _domino_arena_list "$variants"; return ;;
    'run --bots') _domino_arena_list "$bots $(_domino_arena_names bots)" -d; return ;;
    'run --sets' | 'submit --sets') :; return ;;
    'check --asks' | 'submit --asks') :; return ;;
    'submit --ladder') _domino_arena_words 'standard strong'; return ;;
    'submit --tag') :; return ;;
    'run --schedule') _domino_arena_words 'round-robin gauntlet swiss'; return ;;
    'run --rounds') :; return ;;
    'compare --elo0') :; return ;;
    'compare --elo1') :; return ;;
    'compare --alpha') :; return ;;
    'compare --beta') :; return ;;
    'compare --model') _domino_arena_words 'logistic normalised'; return ;;
    'compare --max-sets') :; return ;;
    'compare --opponents') _domino_arena_list "$bots $(_domino_arena_names bots)" -d; return ;;
    'run --concurrency' | 'compare --concurrency') :; return ;;
    'run --seed' | 'compare --seed') :; return ;;
    'run --require-sandbox' | 'compare --require-sandbox') _domino_arena_words 'none limits bwrap'; return ;;
    'replay --seat') :; return ;;
    'matches --bot' | 'export --bot') _domino_arena_list "$bots $(_domino_arena_names bots)" -d; return ;;
    'matches --end' | 'export --end') _domino_arena_words 'normal illegal timeout stall protocol crash resource spawn'; return ;;
    'matches --set' | 'export --set') :; return ;;
    'matches --from' | 'export --from') :; return ;;
    'matches --to' | 'export --to') :; return ;;
    'matches --limit' | 'faults --limit') :; return ;;
    'bots --remove') :; return ;;
    'bots --add-key') :; return ;;
    'export --format') _domino_arena_words 'jsonl csv'; return ;;
    'export --output' | 'export -o') _domino_arena_files -f; return ;;
    'report --output' | 'report -o') _domino_arena_files -d; return ;;
    'report --matches') :; return ;;
    'serve --listen') :; return ;;
    'run --listen') :; return ;;
    'report --url' | 'serve --url') :; return ;;
    'rate --from') _domino_arena_files -f; return ;;
    'rate --anchor') _domino_arena_bot; return ;;
    'rate --bootstrap') :; return ;;
    'rate --prior') :; return ;;
    'rate --metric') _domino_arena_words 'places points'; return ;;
    'compare --of' | 'shard-plan --of') :; return ;;
    'compare --output' | 'compare -o' | 'shard-plan --output' | 'shard-plan -o') _domino_arena_files -d; return ;;
    'serve --shards') _domino_arena_files -d; return ;;
    'shard-run --every' | 'shard-slurm --every') :; return ;;
    'shard-slurm --partition') :; return ;;
    'shard-slurm --time') :; return ;;
    'shard-slurm --cpus') :; return ;;
    'play --against') _domino_arena_list "$bots $(_domino_arena_names bots)" -d; return ;;
    'play --variant') _domino_arena_words "$variants"; return ;;
    'play --as') :; return ;;
    'play --clock') :; return ;;
    'play --move-ms') :; return ;;
    'verify --jobs') :; return ;;
    esac
    case $command in
    '') _domino_arena_words 'help run play new check submit bots keygen compare shard-plan shard-run shard-merge shard-status shard-slurm leaderboard crosstable seats matches faults variants settings replay verify export report serve rate backup doctor completion --home --db --color --help --version' ;;
    run)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --name --variant --bots --sets --schedule --rounds --unrated --pin-cores --concurrency --seed --require-sandbox --skip-broken --strict --check --listen' ;;
        *) _domino_arena_files -f ;;
        esac
        ;;
    play)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --against --variant --as --clock --move-ms' ;;
        *) : ;;
        esac
        ;;
    new)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version' ;;
        *) _domino_arena_list "$languages" -d ;;
        esac
        ;;
    check)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --variant --asks' ;;
        *) _domino_arena_bot ;;
        esac
        ;;
    submit)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --sets --asks --ladder --tag' ;;
        *) _domino_arena_files -d ;;
        esac
        ;;
    bots)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --remove --add-key --keys' ;;
        *) : ;;
        esac
        ;;
    keygen)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version' ;;
        *) _domino_arena_files -f ;;
        esac
        ;;
    compare)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --name --variant --pin-cores --elo0 --elo1 --alpha --beta --model --max-sets --opponents --concurrency --seed --require-sandbox --of --output' ;;
        *) _domino_arena_bot ;;
        esac
        ;;
    shard-plan)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --of --output' ;;
        *) _domino_arena_files -f ;;
        esac
        ;;
    shard-run)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --missing --every' ;;
        *) : ;;
        esac
        ;;
    shard-merge)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json' ;;
        *) _domino_arena_files -d ;;
        esac
        ;;
    shard-status)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json' ;;
        *) _domino_arena_files -d ;;
        esac
        ;;
    shard-slurm)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --every --submit --partition --time --cpus --requeue' ;;
        *) _domino_arena_files -d ;;
        esac
        ;;
    leaderboard)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --live --history --simultaneous --predict --versions --json --tournament --variant --all --csv --markdown' ;;
        *) : ;;
        esac
        ;;
    crosstable)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --tournament --variant --all --csv' ;;
        *) : ;;
        esac
        ;;
    seats)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --tournament --variant' ;;
        *) : ;;
        esac
        ;;
    matches)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --tournament --variant --csv --bot --end --set --from --to --open --limit' ;;
        *) : ;;
        esac
        ;;
    faults)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --tournament --variant --limit' ;;
        *) _domino_arena_bot ;;
        esac
        ;;
    variants)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json' ;;
        *) _domino_arena_words "$variants" ;;
        esac
        ;;
    settings)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version' ;;
        *) _domino_arena_words 'tournament bot' ;;
        esac
        ;;
    replay)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --tournament --seat --step --unicode --stderr' ;;
        *) : ;;
        esac
        ;;
    verify)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --jobs' ;;
        *) _domino_arena_words "$(_domino_arena_names tournaments)" ;;
        esac
        ;;
    export)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --tournament --variant --csv --bot --end --set --from --to --format --output' ;;
        *) : ;;
        esac
        ;;
    report)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --tournament --output --matches --url' ;;
        *) : ;;
        esac
        ;;
    serve)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --tournament --listen --public --behind-proxy --url --play --shards' ;;
        *) : ;;
        esac
        ;;
    rate)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --simultaneous --json --csv --markdown --from --anchor --bootstrap --prior --davidson --metric --plackett-luce' ;;
        *) : ;;
        esac
        ;;
    backup)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json --force' ;;
        *) _domino_arena_files -f ;;
        esac
        ;;
    doctor)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version --json' ;;
        *) : ;;
        esac
        ;;
    completion)
        case $current in
        -*) _domino_arena_words ' --home --db --color --help --version' ;;
        *) _domino_arena_words 'bash zsh fish' ;;
        esac
        ;;
    esac
}
complete -F _domino_arena domino-arena
