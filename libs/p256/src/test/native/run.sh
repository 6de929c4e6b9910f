#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the tests of this folder with AddressSanitizer and UndefinedBehaviorSanitizer, and runs them. What is built stays in <folder>, and is built
# again when a source is newer. Ends with 77 when they cannot run here: no compiler, or none with sanitizers.
#
# usage: run.sh <folder>
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
sources=$tests/../../main/native
mkdir -p "$1"
cd "$1"

compiler=${CC:-}
for candidate in clang clang-22 clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 gcc cc; do
    [ -n "$compiler" ] && break
    if command -v $candidate >/dev/null 2>&1; then compiler=$candidate; fi
done
if [ -z "$compiler" ]; then
    echo "no C compiler here"
    exit 77
fi
flags='-std=gnu11 -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra -Werror'
ifma=''
case $(uname -m) in
    x86_64 | amd64)
        flags="$flags -mbmi2 -madx"
        ifma='-mavx512f -mavx512ifma -mavx512dq -mavx512vl'
        ;;
esac
echo 'int main(void) { return 0; }' >probe.c
if ! $compiler $flags probe.c -o probe 2>probe.log || ! ./probe 2>>probe.log; then
    echo "$compiler builds nothing with sanitizers here: $(tail -n 1 probe.log)"
    exit 77
fi

# build <program> <flags> <sources>: all in one step; nothing to do when the program is newer than every source.
build() {
    program=$1 more=$2
    shift 2
    if [ -x "$program" ] && [ -z "$(find "$tests" "$sources" -newer "$program" -name '*.[ch]')" ]; then return; fi
    $compiler $flags $more -I"$sources" -I"$tests" "$@" -o "$program"
}

build field_test '' "$tests/field_test.c"
./field_test
if [ -n "$ifma" ]; then
    build ifma_test "$ifma" "$tests/ifma_test.c"
    ./ifma_test
fi
