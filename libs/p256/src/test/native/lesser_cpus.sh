#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs the tests of this folder without sanitizers, and the library as it is shipped, on emulated processors that lack
# instructions of the kernels; also on aarch64 if a cross compiler is installed. qemu ends a program that executes a
# missing instruction. Every program first checks the processor, tests the usable kernels, and prints a line with "NOT
# TESTED" for the others. Exits with 77 when nothing can run: without a compiler, or without qemu-user.
#
# usage: lesser_cpus.sh <folder>
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
sources=$tests/../../main/native
mkdir -p "$1"
cd "$1"
. "$tests/build.sh"

# expect <text> <command>: fails unless the command succeeds and prints the text
expect() {
    text=$1
    shift
    "$@" >expected.log 2>&1 || { cat expected.log; echo "failed: $*"; exit 1; }
    grep -q "$text" expected.log || { cat expected.log; echo "does not say \"$text\": $*"; exit 1; }
}

# say <log>: prints the output of a program on the processor, without warnings of qemu about unsupported features
say() { sed -n "/^qemu-/!s/^/cpu: $cpu: /p" "$1"; }

# on_x86 <emulator and processor>: runs all programs in turn; tests the library's kernels with one shape of tables
on_x86() {
    for program in cpu limbs field avx2 ifma bounds threads; do
        if ! "$@" "./${program}_plain" >"$program.log" 2>&1; then
            cat "$program.log"
            echo "failed with status $?: $* ./${program}_plain"
            exit 1
        fi
        say "$program.log"
    done
    "$@" ./verify_plain 3 one >verify.log 2>&1 || { cat verify.log; echo "failed: $* ./verify_plain"; exit 1; }
    say verify.log
}

# runs <text> <log>, lacks <text> <log>: fails if the last processor skipped the part (runs) or tested it (lacks)
lacks() { grep -q "$1.*NOT TESTED" "$2.log" || { echo "cpu: $cpu: $1 was not skipped"; exit 1; }; }
runs() { ! grep -q "$1.*NOT TESTED" "$2.log" || { echo "cpu: $cpu: $1 was skipped"; exit 1; }; }

tested=''
if [ -z "$ifma" ]; then
    echo "cpu: NOT TESTED on lesser processors of the x86-64 family: this is another"
elif ! command -v qemu-x86_64 >/dev/null 2>&1; then
    echo "cpu: NOT TESTED on lesser processors: there is no qemu-x86_64 (package qemu-user)"
else
    tested=yes
    shipped_library
    shipped=$PWD/native/linux-x86_64
    guards
    build cpu_plain "$compiler" "-O1" "$tests/cpu_test.c" cpu.o
    build limbs_plain "$compiler" "-O1 -include $tests/calls.h" "$tests/limbs_test.c"
    build field_plain "$compiler" "-O1 $base" "$tests/field_test.c" needs_scalar.o cpu.o
    build ifma_plain "$compiler" "-O1 $base $ifma" "$tests/ifma_test.c" needs_ifma.o cpu.o
    build avx2_plain "$compiler" "-O1 $avx2" "$tests/avx2_test.c" needs_avx2.o cpu.o
    library_objects plain "-O1 -include $tests/calls.h"
    build bounds_plain "$compiler" "-O1 -include $tests/calls.h $base $ifma" "$tests/bounds_test.c" $bounds_objects needs_ifma.o
    build threads_plain "$compiler" "-O1 -pthread" "$tests/threads_test.c" "$shipped/libpathproof_p256.so" "-Wl,-rpath,$shipped"
    build verify_plain "$compiler" "-O2" "$tests/verify_test.c" "$shipped/libpathproof_p256.so" "-Wl,-rpath,$shipped"
    # Nehalem lacks all extensions, and Haswell adx; the third processor lacks bmi2. Broadwell has both, and lacks
    # AVX-512.
    for cpu in Nehalem Haswell max,-bmi2 Broadwell; do
        on_x86 qemu-x86_64 -cpu $cpu
        runs limbs_plain limbs
        for program in ifma_plain bounds_plain; do lacks $program ${program%_plain}; done
        lacks 'ifma:' verify
        case $cpu in
            Broadwell) usable='scalar avx2' ;;
            Haswell) usable='avx2' ;;
            *) usable='' ;;
        esac
        for kernel in scalar avx2; do
            program=$kernel
            [ $kernel = avx2 ] || program=field
            case " $usable " in
                *" $kernel "*)
                    runs ${program}_plain $program
                    runs "$kernel:" threads
                    grep -q "$kernel: 1 shapes" verify.log
                    ;;
                *)
                    lacks ${program}_plain $program
                    lacks "$kernel:" verify
                    lacks "$kernel:" threads
                    ;;
            esac
        done
        echo "cpu: $cpu: usable kernels: ${usable:-none}"
    done
fi

if [ "$machine" = aarch64 ]; then
    echo "aarch64: this is one"
elif ! command -v aarch64-linux-gnu-gcc >/dev/null 2>&1 || ! command -v qemu-aarch64 >/dev/null 2>&1; then
    echo "aarch64: NOT TESTED: it needs aarch64-linux-gnu-gcc and qemu-aarch64 (packages gcc-aarch64-linux-gnu, qemu-user)"
else
    tested=yes
    TARGET_ARCH=aarch64 CC=aarch64-linux-gnu-gcc sh "$sources/build.sh" . >/dev/null
    library=$PWD/native/linux-aarch64
    build field_aarch64 aarch64-linux-gnu-gcc "-O2" "$tests/field_test.c"
    build verify_aarch64 aarch64-linux-gnu-gcc "-O2" "$tests/verify_test.c" "$library/libpathproof_p256.so" "-Wl,-rpath,$library"
    root=/usr/aarch64-linux-gnu
    expect 'field_test: ' qemu-aarch64 -L $root ./field_aarch64
    echo "aarch64: $(cat expected.log)"
    expect 'scalar: [1-9]' qemu-aarch64 -L $root ./verify_aarch64 4 one
    grep -q 'avx2: NOT TESTED' expected.log && grep -q 'ifma: NOT TESTED' expected.log
    echo "aarch64: $(grep scalar: expected.log)"
fi
[ -n "$tested" ] || exit 77
