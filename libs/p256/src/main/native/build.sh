#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Builds libpathproof_p256 with the C compiler of this system, into <output>/native/<os>-<arch>/. Does nothing if the
# library is newer than its sources. Without a compiler, it prints one line and succeeds; Java code verifies instead.
# CC selects another compiler, and TARGET_ARCH another target (x86_64, aarch64).
#
# usage: build.sh <output folder>
set -eu
sources=$(cd "$(dirname "$0")" && pwd)
arch=${TARGET_ARCH:-$(uname -m)}
case $arch in
    x86_64 | amd64) arch=x86_64 all='-mbmi2 -madx' avx2='-mavx2 -mbmi2' ifma='-mavx512f -mavx512ifma -mavx512dq -mavx512vl' ;;
    aarch64 | arm64) arch=aarch64 all='' avx2='' ifma='' ;;
    *)
        echo "p256: no native engine for $arch; Java verifies alone"
        exit 0
        ;;
esac
if [ "$(uname -s)" != Linux ]; then
    echo "p256: no native engine for $(uname -s); Java verifies alone"
    exit 0
fi
folder=$1/native/linux-$arch
library=$folder/libpathproof_p256.so
mkdir -p "$folder"

if [ -f "$library" ] && [ -z "$(find "$sources" -newer "$library" -name '*.[ch]' -o -newer "$library" -name build.sh)" ]; then
    exit 0
fi

compiler=${CC:-}
# Takes clang where it is installed, else gcc. The name of clang may have a version.
for candidate in clang clang-22 clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 gcc cc; do
    [ -n "$compiler" ] && break
    if command -v $candidate >/dev/null 2>&1; then compiler=$candidate; fi
done
if [ -z "$compiler" ]; then
    rm -f "$library"
    echo "p256: no C compiler here; Java verifies alone"
    exit 0
fi

# gcc orders the multiplications of the AVX2 kernel badly when it moves temporary results to their use.
case $($compiler --version 2>/dev/null) in
    *clang*) ;;
    *) [ -z "$avx2" ] || avx2="$avx2 -fno-tree-ter" ;;
esac

objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
# compile <source> <flags> [<object>]
compile() {
    $compiler -std=gnu11 -O3 -fPIC -fvisibility=hidden -Wall -Wextra -Werror $2 -c "$sources/$1.c" -o "$objects/${3:-$1}.o"
}
# These files run before the detection of processor features, so they must not use such features.
compile cpu ''
compile engine ''
compile shape ''
compile table "$all"
compile table '-Dtable_fill=plain_table_fill -Dtable_fill_generator=plain_table_fill_generator' plain_table
compile verify_scalar "$all"
compile verify_avx2 "$avx2"
compile verify_ifma "$all $ifma"
# Links to another name first, so that processes with the old library open keep the old file.
$compiler -shared -o "$library.new" "$objects"/*.o
mv -f "$library.new" "$library"
echo "p256: built ${library##*/} for linux-$arch with $compiler"
