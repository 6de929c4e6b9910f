// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * The functions of {@code pathproof_p256.h}. The library is a resource on the class path. The library is copied to a
 * temporary file that only this user can read, loaded from that file, and then the file is deleted.
 */
@SuppressWarnings("restricted") // this class calls native code
final class NativeLibrary {
    private static final int ABI_VERSION = 2;
    private static final int MAX_TEXT_BYTES = 256;
    private static final AddressLayout POINTER = ValueLayout.ADDRESS;
    private static final ValueLayout.OfInt INT32 = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong INT64 = ValueLayout.JAVA_LONG;

    final MethodHandle usable;
    final MethodHandle engineNew;
    final MethodHandle shapeNew;
    final MethodHandle tableSize;
    final MethodHandle tableBuild;
    final MethodHandle memoryNew;
    final MethodHandle memoryFree;
    final MethodHandle workspaceNew;
    final MethodHandle workspaceFree;
    final MethodHandle verify;

    /** The result of loading the library. */
    sealed interface Loading {
        record Loaded(NativeLibrary library) implements Loading {}

        /**
         * The library is not available.
         *
         * @param reason the rest of a sentence that starts with "the native library"
         */
        record Absent(String reason) implements Loading {}
    }

    /** The name and version of the compiler that built the library. */
    final String compiler;

    private NativeLibrary(SymbolLookup symbols) {
        Linker linker = Linker.nativeLinker();
        compiler = text(function(linker, symbols, "pp_compiler", POINTER));
        usable = function(linker, symbols, "pp_usable", INT32, INT32);
        engineNew = function(linker, symbols, "pp_engine_new", POINTER, INT32);
        shapeNew = function(linker, symbols, "pp_shape_new", POINTER, INT32, INT32);
        tableSize = function(linker, symbols, "pp_table_size", INT64, POINTER);
        tableBuild = function(linker, symbols, "pp_table_build", INT32, POINTER, POINTER, POINTER, POINTER);
        memoryNew = function(linker, symbols, "pp_memory_new", POINTER, INT64);
        memoryFree = procedure(linker, symbols, "pp_memory_free", POINTER);
        workspaceNew = function(linker, symbols, "pp_workspace_new", POINTER, POINTER, POINTER, INT32);
        workspaceFree = procedure(linker, symbols, "pp_workspace_free", POINTER);
        verify = function(
                linker,
                symbols,
                "pp_verify",
                INT32,
                POINTER,
                POINTER,
                POINTER,
                INT32,
                POINTER,
                POINTER,
                POINTER,
                POINTER,
                POINTER);
    }

    /** Returns the library of this process, which is loaded at the first call. */
    static Loading get() {
        return Holder.LOADING;
    }

    /**
     * Rethrows an unchecked exception of a method handle, and wraps any other. The native functions throw no exception.
     */
    static IllegalStateException unexpected(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        return new IllegalStateException("a call of the native P-256 library failed", thrown);
    }

    private static MethodHandle function(
            Linker linker, SymbolLookup symbols, String name, MemoryLayout result, MemoryLayout... arguments) {
        return linker.downcallHandle(symbols.findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    private static MethodHandle procedure(Linker linker, SymbolLookup symbols, String name, MemoryLayout... arguments) {
        return linker.downcallHandle(symbols.findOrThrow(name), FunctionDescriptor.ofVoid(arguments));
    }

    /** Returns the text at the address that a function returns. */
    private static String text(MethodHandle function) {
        try {
            return ((MemorySegment) function.invokeExact())
                    .reinterpret(MAX_TEXT_BYTES)
                    .getString(0)
                    .strip();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static final class Holder {
        static final Loading LOADING = load();

        private static Loading load() {
            String resource = "/native/" + system() + "/libpathproof_p256.so";
            try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
                return in == null
                        ? new Loading.Absent("was not built for " + system())
                        : new Loading.Loaded(new NativeLibrary(open(in)));
            } catch (IOException e) {
                return new Loading.Absent("could not be copied to a temporary file: " + e);
            } catch (IllegalArgumentException | IllegalStateException | IllegalCallerException e) {
                return new Loading.Absent("could not be loaded: " + e.getMessage());
            }
        }

        private static SymbolLookup open(InputStream in) throws IOException {
            // createTempDirectory makes a folder that only its owner may access.
            Path folder = Files.createTempDirectory("pathproof-p256-");
            Path file = folder.resolve("libpathproof_p256.so");
            try {
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
                SymbolLookup symbols = SymbolLookup.libraryLookup(file, Arena.global());
                MethodHandle abi = function(Linker.nativeLinker(), symbols, "pp_abi_version", INT32);
                int version = call(abi);
                if (version != ABI_VERSION) {
                    throw new IllegalStateException("its interface is version " + version + ", not " + ABI_VERSION);
                }
                return symbols;
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        }

        private static int call(MethodHandle handle) {
            try {
                return (int) handle.invokeExact();
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        private static String system() {
            String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
            String arch = System.getProperty("os.arch", "");
            return os + "-" + (arch.equals("amd64") ? "x86_64" : arch);
        }
    }
}
