#!/bin/sh
# Every C file is as .clang-format says.
set -eu
cd "$(dirname "$0")/.."
git ls-files -z '*.c' '*.h' | xargs -0 clang-format --dry-run --Werror
