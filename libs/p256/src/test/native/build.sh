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
base='' avx2='' ifma='' machine=$(uname -m)
case $machine in
    x86_64 | amd64) base='-mbmi2 -madx' avx2='-mavx2 -mbmi2' ifma='-mavx512f -mavx512ifma -mavx512dq -mavx512vl' ;;
esac

# newer <file>: succeeds when a source is newer than the file, or the file is missing
newer() { [ ! -e "$1" ] || [ -n "$(find "$tests" "$sources" -newer "$1" -name '*.[ch]' -o -newer "$1" -name '*.sh')" ]; }

# build <program> <compiler> <flags> <sources and libraries>
build() {
    program=$1 with=$2 more=$3
    shift 3
    if newer "$program"; then $with $warnings $more -I"$sources" -I"$tests" "$@" -o "$program"; fi
}

# guards: builds cpu.o, needs_scalar.o, needs_avx2.o and needs_ifma.o, for any processor. Programs compiled for a kernel
# link them.
guards() {
    if newer cpu.o; then $compiler $warnings -O1 -c "$sources/cpu.c" -o cpu.o; fi
    if newer needs_scalar.o; then $compiler $warnings -O1 -DNEEDS=PP_SCALAR -I"$sources" -c "$tests/needs.c" -o needs_scalar.o; fi
    if newer needs_avx2.o; then $compiler $warnings -O1 -DNEEDS=PP_AVX2 -I"$sources" -c "$tests/needs.c" -o needs_avx2.o; fi
    if newer needs_ifma.o; then $compiler $warnings -O1 -DNEEDS=PP_IFMA -I"$sources" -c "$tests/needs.c" -o needs_ifma.o; fi
}

# shipped_library: the library as it is shipped, in native/: that of the build of the module if it is newer than its
# sources, else built here
shipped_library() {
    if [ -d ../classes/native ]; then cp -rp ../classes/native .; fi
    sh "$sources/build.sh" . >/dev/null
}

# library_objects <folder> <flags>: compiles the sources of the library as its build.sh does
library_objects() {
    mkdir -p "$1"
    for name in cpu engine shape table plain_table verify_scalar verify_avx2 verify_ifma; do
        source=$name needs=''
        case $name in
            table | verify_scalar) needs=$base ;;
            plain_table) source=table needs='-Dtable_fill=plain_table_fill -Dtable_fill_generator=plain_table_fill_generator' ;;
            verify_avx2) needs=$avx2 ;;
            verify_ifma) needs="$base $ifma" ;;
        esac
        if newer "$1/$name.o"; then $compiler $warnings $2 $needs -c "$sources/$source.c" -o "$1/$name.o"; fi
    done
}
# The objects of library_objects plain that bounds_test needs.
bounds_objects='plain/cpu.o plain/engine.o plain/shape.o plain/table.o plain/plain_table.o plain/verify_scalar.o plain/verify_avx2.o'
