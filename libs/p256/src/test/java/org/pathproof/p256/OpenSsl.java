// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A second oracle, independent of Bouncy Castle: {@code ECDSA_do_verify} of the system's OpenSSL 3, if installed. Keys
 * stay in memory until the process ends.
 */
@SuppressWarnings("restricted") // it calls native code
final class OpenSsl implements SignatureEngine {
    private static final String LIBRARY = "libcrypto.so.3";
    private static final int PRIME256V1 = 415;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final MemoryLayout POINTER = ValueLayout.ADDRESS;

    private final MethodHandle keyNew;
    private final MethodHandle keySetPoint;
    private final MethodHandle number;
    private final MethodHandle numberFree;
    private final MethodHandle signatureNew;
    private final MethodHandle signatureSet;
    private final MethodHandle signatureFree;
    private final MethodHandle verify;
    private final Map<P256PublicKey, MemorySegment> keys = new ConcurrentHashMap<>();

    private OpenSsl(SymbolLookup symbols) {
        keyNew = function(symbols, "EC_KEY_new_by_curve_name", FunctionDescriptor.of(POINTER, INT));
        keySetPoint = function(
                symbols,
                "EC_KEY_set_public_key_affine_coordinates",
                FunctionDescriptor.of(INT, POINTER, POINTER, POINTER));
        number = function(symbols, "BN_bin2bn", FunctionDescriptor.of(POINTER, POINTER, INT, POINTER));
        numberFree = function(symbols, "BN_free", FunctionDescriptor.ofVoid(POINTER));
        signatureNew = function(symbols, "ECDSA_SIG_new", FunctionDescriptor.of(POINTER));
        signatureSet = function(symbols, "ECDSA_SIG_set0", FunctionDescriptor.of(INT, POINTER, POINTER, POINTER));
        signatureFree = function(symbols, "ECDSA_SIG_free", FunctionDescriptor.ofVoid(POINTER));
        verify = function(symbols, "ECDSA_do_verify", FunctionDescriptor.of(INT, POINTER, INT, POINTER, POINTER));
    }

    /** Returns the oracle; empty if the library is not installed. */
    static Optional<OpenSsl> find() {
        try {
            return Optional.of(new OpenSsl(SymbolLookup.libraryLookup(LIBRARY, Arena.global())));
        } catch (IllegalArgumentException e) {
            System.getLogger(OpenSsl.class.getName())
                    .log(System.Logger.Level.WARNING, "{0} is not installed: NOT COMPARED with OpenSSL", LIBRARY);
            return Optional.empty();
        }
    }

    private static MethodHandle function(SymbolLookup symbols, String name, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), descriptor);
    }

    @Override
    public String name() {
        return "openssl";
    }

    @Override
    public void verify(SignatureBatch batch, BitSet verified) {
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < batch.size(); i++) {
                verified.set(i, verifies(batch, i, arena));
            }
        }
    }

    private boolean verifies(SignatureBatch batch, int entry, Arena arena) {
        MemorySegment key = keys.computeIfAbsent(batch.key(entry), this::key);
        try {
            MemorySegment signature = (MemorySegment) signatureNew.invokeExact();
            int set = (int) signatureSet.invokeExact(
                    signature, number(bytes(batch.r(), entry, arena)), number(bytes(batch.s(), entry, arena)));
            int answer = (int) verify.invokeExact(bytes(batch.digests(), entry, arena), P256.BYTES, signature, key);
            signatureFree.invokeExact(signature);
            if (set != 1) {
                throw new IllegalStateException("OpenSSL fails at " + batch.describe(entry));
            }
            // OpenSSL returns -1 (an error) instead of 0 if the sum is infinity, which has no x.
            return answer == 1;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    private MemorySegment key(P256PublicKey key) {
        try (Arena arena = Arena.ofConfined()) {
            byte[] point = key.coordinates();
            MemorySegment made = (MemorySegment) keyNew.invokeExact(PRIME256V1);
            MemorySegment x =
                    number(arena.allocateFrom(ValueLayout.JAVA_BYTE, Arrays.copyOfRange(point, 0, P256.BYTES)));
            MemorySegment y = number(
                    arena.allocateFrom(ValueLayout.JAVA_BYTE, Arrays.copyOfRange(point, P256.BYTES, 2 * P256.BYTES)));
            int set = (int) keySetPoint.invokeExact(made, x, y);
            numberFree.invokeExact(x);
            numberFree.invokeExact(y);
            if (set != 1) {
                throw new IllegalStateException("OpenSSL refuses " + key);
            }
            return made;
        } catch (Throwable e) {
            throw NativeLibrary.unexpected(e);
        }
    }

    private MemorySegment number(MemorySegment bytes) throws Throwable {
        return (MemorySegment) number.invokeExact(bytes, P256.BYTES, MemorySegment.NULL);
    }

    private static MemorySegment bytes(byte[] array, int entry, Arena arena) {
        MemorySegment copy = arena.allocate(P256.BYTES);
        MemorySegment.copy(array, entry * P256.BYTES, copy, ValueLayout.JAVA_BYTE, 0, P256.BYTES);
        return copy;
    }
}
