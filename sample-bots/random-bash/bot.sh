# Plays any legal action, all equally likely.
# shellcheck shell=bash disable=SC2034,SC2154

source ./domino_arena.sh

name=random-bash

choose() {
    rng_start
    rng_below ${#legal[@]}
    answer=$REPLY
}

run
