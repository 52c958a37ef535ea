#!/bin/sh
# Run a program and all that it starts under valgrind's memcheck. Status 1, and what was found, when any of
# them did something undefined or lost memory; else that of the program.
#
#     scripts/valgrind.sh PROGRAM [WORD...]
#
# Not looked at: interpreters, shells and bubblewrap, which are not ours, and bots, which may be other users. System
# calls that valgrind does not know are refused by it; the arena can do without each of them. The one
# request of ioctl that it does not know opens a pseudo-terminal (TIOCGPTPEER, 0x5441) and changes no memory.
set -eu
unknown_call='^--[0-9]+-- (WARNING: unhandled amd64-linux syscall|You may be able to write|Read the file README_MISSING|Nevertheless we consider|it at http)'
unknown_request='^==[0-9]+==( Warning: noted but unhandled ioctl 0x5441 |    This could cause spurious value errors to appear|    See README_MISSING_SYSCALL_OR_IOCTL)'
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

status=0
valgrind -q --vgdb=no --trace-children=yes --trace-children-skip='/usr/*,/bin/*,./*' --leak-check=full \
    --show-leak-kinds=definite,indirect --num-callers=30 --suppressions="$(dirname "$0")/../tests/valgrind.supp" \
    --log-file="$logs/%p" "$@" || status=$?
found=$(find "$logs" -type f -size +0c -exec grep -Ehv "$unknown_call|$unknown_request" {} + || true)
[ -z "$found" ] && exit $status
printf '%s\n' "$found"
exit 1
