#!/bin/sh
# The program of an inline bot; only its content counts.
exec cat
