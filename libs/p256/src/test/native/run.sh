#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the tests of this folder and runs them: with AddressSanitizer and UndefinedBehaviorSanitizer; with the library as it is shipped; and, where
# qemu-user is installed, on processors that lack what the kernels need, and on aarch64 where a cross compiler is there, too. What is built stays in
# <folder>, and is built again when a source is newer. What cannot run here is said in a line with "NOT TESTED". Ends with 77 when nothing can: no
# compiler, or none with sanitizers.
#
# usage: run.sh <folder> [thorough]: thorough takes every shape of tables, and ThreadSanitizer
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
sources=$tests/../../main/native
thorough=${2:-}
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
warnings='-std=gnu11 -Wall -Wextra -Werror'
base='' ifma='' machine=$(uname -m)
case $machine in
    x86_64 | amd64) base='-mbmi2 -madx' ifma='-mavx512f -mavx512ifma -mavx512dq -mavx512vl' ;;
esac

# sanitizes <flags>: whether programs with these sanitizers can be built and run
sanitizes() {
    echo 'int main(void) { return 0; }' >probe.c
    $compiler "$@" probe.c -o probe 2>probe.log && ./probe 2>>probe.log
}
memory='-fsanitize=address,undefined -fno-sanitize-recover=all'
if ! sanitizes $memory; then
    echo "$compiler builds nothing with sanitizers here: $(tail -n 1 probe.log)"
    exit 77
fi

# newer <file>: whether some source is newer than it
newer() { [ ! -e "$1" ] || [ -n "$(find "$tests" "$sources" -newer "$1" -name '*.[ch]' -o -newer "$1" -name '*.sh')" ]; }

# build <program> <compiler> <flags> <sources and libraries>
build() {
    program=$1 with=$2 more=$3
    shift 3
    if newer "$program"; then $with $warnings $more -I"$sources" -I"$tests" "$@" -o "$program"; fi
}

# objects <folder> <flags>: the library's sources, for a program
objects() {
    mkdir -p "$1"
    for name in engine shape table verify_scalar verify_ifma; do
        needs=''
        [ $name = verify_ifma ] && needs=$ifma
        if newer "$1/$name.o"; then $compiler $warnings $2 $base $needs -c "$sources/$name.c" -o "$1/$name.o"; fi
    done
}

sanitized="-O1 -include $tests/calls.h $memory"
build field_test "$compiler" "$sanitized $base" "$tests/field_test.c"
./field_test
if [ -n "$ifma" ]; then
    build ifma_test "$compiler" "$sanitized $base $ifma" "$tests/ifma_test.c"
    ./ifma_test
    build limbs_test "$compiler" "-O1 -include $tests/calls.h $base $ifma" "$tests/limbs_test.c"
    ./limbs_test
    build bounds_test "$compiler" "-O1 -include $tests/calls.h $base $ifma" "$tests/bounds_test.c" \
        "$sources/engine.c" "$sources/shape.c" "$sources/table.c" "$sources/verify_scalar.c"
    ./bounds_test
fi
objects with-memory "$sanitized"
build verify_test "$compiler" "$sanitized $base" "$tests/verify_test.c" with-memory/*.o
ASAN_OPTIONS=max_malloc_fill_size=1000000000:malloc_fill_byte=165 ./verify_test 1
build threads_test "$compiler" "$sanitized $base -pthread" "$tests/threads_test.c" with-memory/*.o
./threads_test

# The library as it is shipped.
sh "$sources/build.sh" . >/dev/null
shipped=$PWD/native/linux-x86_64
[ -n "$ifma" ] || shipped=$PWD/native/linux-aarch64
build verify_shipped "$compiler" "-O2 $base" "$tests/verify_test.c" "$shipped/libpathproof_p256.so" "-Wl,-rpath,$shipped"
if [ -n "$thorough" ]; then ./verify_shipped 2 all; else ./verify_shipped 2; fi

if [ -n "$thorough" ]; then
    if sanitizes -fsanitize=thread; then
        objects with-threads "-O1 -include $tests/calls.h -fsanitize=thread"
        build threads_watched "$compiler" "-O1 $base -include $tests/calls.h -fsanitize=thread -pthread" "$tests/threads_test.c" with-threads/*.o
        ./threads_watched
    else
        echo "threads_test: NOT TESTED under ThreadSanitizer: $compiler builds nothing with it"
    fi
fi

# expect <text> <command>: the command succeeds and says this
expect() {
    text=$1
    shift
    "$@" >expected.log 2>&1 || { cat expected.log; echo "failed: $*"; exit 1; }
    grep -q "$text" expected.log || { cat expected.log; echo "does not say \"$text\": $*"; exit 1; }
}

# On processors that lack an instruction, the library must not use it, and must say which kernels run. qemu ends a program that executes what is not there.
if [ -z "$ifma" ]; then
    echo "cpu: NOT TESTED on lesser processors of the x86-64 family: this is another"
elif ! command -v qemu-x86_64 >/dev/null 2>&1; then
    echo "cpu: NOT TESTED on lesser processors: there is no qemu-x86_64"
else
    build verify_plain "$compiler" "-O2" "$tests/verify_test.c" "$shipped/libpathproof_p256.so" "-Wl,-rpath,$shipped"
    for cpu in Nehalem Haswell; do
        expect 'scalar: not usable here' qemu-x86_64 -cpu $cpu ./verify_plain 3 one
        expect 'ifma: not usable here' qemu-x86_64 -cpu $cpu ./verify_plain 3 one
        echo "cpu: $cpu, without adx: no kernel is usable, and none is run"
    done
    expect 'ifma: not usable here' qemu-x86_64 -cpu max,-bmi2 ./verify_plain 3 one
    grep -q 'scalar: not usable here' expected.log
    echo "cpu: with adx and without bmi2: no kernel is usable, and none is run"
    expect 'ifma: not usable here' qemu-x86_64 -cpu Broadwell ./verify_plain 3 one
    grep -q 'scalar: 1 shapes' expected.log
    echo "cpu: Broadwell, without AVX-512: $(grep scalar: expected.log)"
fi

if [ "$machine" = aarch64 ]; then
    :
elif ! command -v aarch64-linux-gnu-gcc >/dev/null 2>&1 || ! command -v qemu-aarch64 >/dev/null 2>&1; then
    echo "aarch64: NOT TESTED: it needs aarch64-linux-gnu-gcc and qemu-aarch64 (packages gcc-aarch64-linux-gnu, qemu-user)"
else
    TARGET_ARCH=aarch64 CC=aarch64-linux-gnu-gcc sh "$sources/build.sh" . >/dev/null
    library=$PWD/native/linux-aarch64
    build field_aarch64 aarch64-linux-gnu-gcc "-O2" "$tests/field_test.c"
    build verify_aarch64 aarch64-linux-gnu-gcc "-O2" "$tests/verify_test.c" "$library/libpathproof_p256.so" "-Wl,-rpath,$library"
    root=/usr/aarch64-linux-gnu
    expect 'field_test: ' qemu-aarch64 -L $root ./field_aarch64
    echo "aarch64: $(cat expected.log)"
    expect 'scalar: [1-9]' qemu-aarch64 -L $root ./verify_aarch64 4 one
    grep -q 'ifma: not usable here' expected.log
    echo "aarch64: $(grep scalar: expected.log)"
fi
