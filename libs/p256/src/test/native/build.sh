# SPDX-License-Identifier: Apache-2.0
#
# Shared functions of the scripts of this folder: the compiler, and the build of programs. Scripts read this file with
# "." in the folder of the built files, with $tests and $sources set. Exits with 77 without a compiler.
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

# newer <file>: succeeds when a source is newer than the file, or the file is missing
newer() { [ ! -e "$1" ] || [ -n "$(find "$tests" "$sources" -newer "$1" -name '*.[ch]' -o -newer "$1" -name '*.sh')" ]; }

# build <program> <compiler> <flags> <sources and libraries>
build() {
    program=$1 with=$2 more=$3
    shift 3
    if newer "$program"; then $with $warnings $more -I"$sources" -I"$tests" "$@" -o "$program"; fi
}

# guards: builds cpu.o, needs_scalar.o and needs_ifma.o, for any processor. Programs compiled for a kernel link them.
guards() {
    if newer cpu.o; then $compiler $warnings -O1 -c "$sources/cpu.c" -o cpu.o; fi
    if newer needs_scalar.o; then $compiler $warnings -O1 -DNEEDS=PP_SCALAR -I"$sources" -c "$tests/needs.c" -o needs_scalar.o; fi
    if newer needs_ifma.o; then $compiler $warnings -O1 -DNEEDS=PP_IFMA -I"$sources" -c "$tests/needs.c" -o needs_ifma.o; fi
}
