#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Compiles and runs the tests of this folder: with AddressSanitizer and UndefinedBehaviorSanitizer, and with the library
# as it is shipped. lesser_cpus.sh runs them on other processors. Built files stay in <folder>, and are built again when
# a source is newer. A line with "NOT TESTED" names each part that cannot run here. Exits with 77 when nothing can run:
# without a compiler, or without sanitizers.
#
# usage: run.sh <folder> [thorough]: thorough tests every shape of tables, and uses ThreadSanitizer
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
sources=$tests/../../main/native
thorough=${2:-}
mkdir -p "$1"
cd "$1"

. "$tests/build.sh"

# sanitizes <flags>: succeeds if programs with these sanitizers can be built and run
sanitizes() {
    echo 'int main(void) { return 0; }' >probe.c
    $compiler "$@" probe.c -o probe 2>probe.log && ./probe 2>>probe.log
}
memory='-fsanitize=address,undefined -fno-sanitize-recover=all'
if ! sanitizes $memory; then
    echo "$compiler builds nothing with sanitizers here: $(tail -n 1 probe.log)"
    exit 77
fi

sanitized="-O1 -include $tests/calls.h $memory"
guards
build cpu_test "$compiler" "-O1" "$tests/cpu_test.c" cpu.o
./cpu_test
build field_test "$compiler" "$sanitized $base" "$tests/field_test.c" needs_scalar.o cpu.o
./field_test
if [ -n "$ifma" ]; then
    build limbs_test "$compiler" "-O1 -include $tests/calls.h" "$tests/limbs_test.c"
    ./limbs_test
    build ifma_test "$compiler" "$sanitized $base $ifma" "$tests/ifma_test.c" needs_ifma.o cpu.o
    ./ifma_test
    build avx2_test "$compiler" "$sanitized $avx2" "$tests/avx2_test.c" needs_avx2.o cpu.o
    ./avx2_test
    library_objects plain "-O1 -include $tests/calls.h"
    build bounds_test "$compiler" "-O1 -include $tests/calls.h $base $ifma" "$tests/bounds_test.c" $bounds_objects needs_ifma.o
    ./bounds_test
fi
library_objects with-memory "$sanitized"
build verify_test "$compiler" "$sanitized" "$tests/verify_test.c" with-memory/*.o
ASAN_OPTIONS=max_malloc_fill_size=1000000000:malloc_fill_byte=165 ./verify_test 1
build threads_test "$compiler" "$sanitized -pthread" "$tests/threads_test.c" with-memory/*.o
./threads_test

# Tests the library as it is shipped.
shipped_library
shipped=$PWD/native/linux-x86_64
[ -n "$ifma" ] || shipped=$PWD/native/linux-aarch64
build verify_shipped "$compiler" "-O2" "$tests/verify_test.c" "$shipped/libpathproof_p256.so" "-Wl,-rpath,$shipped"
if [ -n "$thorough" ]; then ./verify_shipped 2 all; else ./verify_shipped 2; fi

if [ -n "$thorough" ]; then
    if sanitizes -fsanitize=thread; then
        library_objects with-threads "-O1 -include $tests/calls.h -fsanitize=thread"
        build threads_watched "$compiler" "-O1 -include $tests/calls.h -fsanitize=thread -pthread" "$tests/threads_test.c" with-threads/*.o
        ./threads_watched
    else
        echo "threads_test: NOT TESTED under ThreadSanitizer: $compiler builds nothing with it"
    fi
fi
