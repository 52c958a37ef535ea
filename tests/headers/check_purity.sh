#!/bin/sh
# The pure libraries ask nothing of the world: list what they leave undefined and what they could
# write to, and fail on a symbol that is not expected. What is not called cannot creep in: no
# printf, malloc, time or rand, and no state between two calls. Ratings may ask for memory and for
# linear algebra beside it.
#
#     check_purity.sh NM NAME=LIBRARY...     rules=build/arena/rules/libdom_rules.a ...
#     check_purity.sh --skip REASON          exits with 77
#
# Libraries that are not named here as pure only say what their neighbours may call.
set -u
if [ "$1" = --skip ]; then
    echo "skipped: $2"
    exit 77
fi
nm=$1
shift

# What a pure library may call: itself and these neighbours.
neighbours() {
    case $1 in
    rules) echo base ;;
    library) echo base rules search ;;
    schedule | search | table) echo base rules ;;
    ratings) echo ;;
    *) return 1 ;;
    esac
}

# Which of them ask for memory.
asks_for_memory() {
    case $1 in library | ratings | schedule) ;; *) false ;; esac
}

# Memory and strings, also as _FORTIFY_SOURCE calls them; what the compiler itself calls (a stack
# canary, the GOT, counting bits on processors without an instruction for it, and numbers of 128 bits).
allowed='memchr|memcpy|memmove|memset|memcmp|strcmp|strncmp|strlen|strchr|strcspn|strspn'
allowed="$allowed|__mem(cpy|move|set)_chk"
allowed="$allowed|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|__popcountdi2|__floattidf"
maths='(a?(sin|cos|tan)h?|sincos|atan2|exp|exp2|expm1|log|log2|log10|log1p|pow|sqrt|cbrt|hypot|erfc?'
maths="$maths|[tl]gamma|fabs|fmin|fmax|fma|fmod|floor|ceil|trunc|l?l?round|l?l?rint|nearbyint)f?"
memory='malloc|calloc|free'
more='realloc|qsort|LAPACKE_[a-z_]+' # of ratings alone

library_of() {
    for pair in "$@"; do
        [ "${pair%%=*}" = "$wanted" ] && echo "${pair#*=}"
    done
}

# Symbols that a library defines for others, one per line.
defined() {
    "$nm" --defined-only --extern-only "$1" | awk 'NF == 3 { print $3 }'
}

undefined() {
    "$nm" --undefined-only "$1" | awk '$1 == "U" || $1 == "w" { print $2 }' | sort -u
}

# Tables of pointers are constant once they are loaded, though nm calls them data (.data.rel.ro).
writable() {
    "$nm" --format=sysv "$1" | awk -F'|' '{ gsub(/ /, "") }
        $3 ~ /^[BbDdCGgSs]$/ && $7 !~ /^\.data\.rel\.ro/ { print $1 }'
}

# Prints what `$1` may call beyond the lists above: dom_* of its own and of its neighbours, but no
# clock, and growing arrays only where memory may be asked for.
callable() {
    name=$1
    shift
    asks_for_memory "$name" && barred='dom_now_' || barred='dom_(now|vec)_'
    for wanted in "$name" $(neighbours "$name"); do
        library=$(library_of "$@")
        [ -z "$library" ] || defined "$library" | grep '^dom_' | grep -vE "^$barred"
    done
}

failures=0
checked=0
complain() {
    echo "$1"
    failures=$((failures + 1))
}

check_library() {
    name=$1
    path=$2
    shift 2
    pattern="$allowed"
    [ "$name" = ratings ] && pattern="$pattern|$maths|$memory|$more"
    asks_for_memory "$name" && pattern="$pattern|$memory"
    [ "$name" = search ] && pattern="$pattern|sqrt" # which is the same number everywhere
    pattern="($pattern|$(callable "$name" "$@" | sort -u | paste -sd '|' -))"
    for symbol in $(undefined "$path" | grep -vxE "$pattern"); do
        complain "dom_$name calls $symbol"
    done
    for symbol in $(writable "$path"); do
        complain "dom_$name can write to $symbol"
    done
    checked=$((checked + 1))
}

for pair in "$@"; do
    name=${pair%%=*}
    path=${pair#*=}
    if [ ! -f "$path" ]; then
        complain "dom_$name is a target, but $path was not built"
    elif neighbours "$name" >/dev/null; then
        check_library "$name" "$path" "$@"
    fi
done

echo "$checked libraries, $failures failures"
[ "$checked" -gt 0 ] && [ "$failures" -eq 0 ]
