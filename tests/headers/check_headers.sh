#!/bin/sh
# Compile every public header alone, with the include roots that its component may know and no
# other, so that a header says all it needs and needs nothing it should not know.
#
#     check_headers.sh SOURCE_DIR COMPILER [FLAG...]
set -u
cd "$1" || exit 1 # from here paths are relative and have no blanks
shift             # now "$@" is the compiler with its flags

# Who may know whom: a component and the components whose headers it may include.
knows() {
    case $1 in
    base) echo base ;;
    fs) echo fs base ;;
    rules) echo rules base ;;
    library) echo library base rules ;;
    deal | schedule | table) echo "$1" base rules ;;
    record) echo record base rules deal table ;;
    protocol) echo protocol base rules ;;
    ratings) echo ratings ;;
    store) echo store base rules ;;
    host) echo host base rules protocol ;;
    web) echo web base rules deal table record ratings ;;
    core | cli) echo base fs rules deal schedule table record protocol ratings store host core web cli ;;
    c) echo protocol/sdk/c protocol base rules ;;
    *) return 1 ;;
    esac
}

include_root() {
    case $1 in
    protocol | ratings | protocol/sdk/c) echo "$1/include" ;;
    *) echo "arena/$1/include" ;;
    esac
}

# Twice, so that the guard is tried too; nothing else stands in the translation unit.
compile() {
    printf '#include "%s"\n' "$header" "$header" |
        "$@" -std=c17 -Wall -Wextra -Werror -fsyntax-only $roots -x c -
}

headers=0
failures=0
for include in arena/*/include protocol/include protocol/sdk/c/include ratings/include; do
    [ -d "$include" ] || continue
    component=$(basename "$(dirname "$include")")
    if ! known=$(knows "$component"); then
        echo "$component: a new component; say in $0 whom it may know"
        failures=$((failures + 1))
        continue
    fi
    roots=
    for other in $known; do
        roots="$roots -I$(include_root "$other")"
    done
    for path in $(find "$include" -name '*.h' | sort); do
        header=${path#"$include"/}
        headers=$((headers + 1))
        if ! compile "$@"; then
            echo "$component: $header does not compile alone"
            failures=$((failures + 1))
        fi
    done
done

echo "$headers headers, $failures failures"
[ "$headers" -gt 0 ] && [ "$failures" -eq 0 ]
