// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import java.util.function.Function;

/** The result of a decoder: a value, or an error with the bytes that contain it. */
public sealed interface Decoded<T> {
    /** A value that was decoded completely. */
    record Ok<T>(T value) implements Decoded<T> {}

    /** Bytes that could not be decoded, kept so that a caller can show or store them. */
    record Damaged<T>(WireError error, Bytes bytes) implements Decoded<T> {}

    static <T> Decoded<T> ok(T value) {
        return new Ok<>(value);
    }

    static <T> Decoded<T> damaged(WireError error, Bytes bytes) {
        return new Damaged<>(error, bytes);
    }

    default <U> Decoded<U> map(Function<? super T, ? extends U> function) {
        return switch (this) {
            case Ok<T>(T value) -> ok(function.apply(value));
            case Damaged<T>(WireError error, Bytes bytes) -> damaged(error, bytes);
        };
    }

    /**
     * Returns the value. For tests, and for bytes that this program encoded itself.
     *
     * @throws IllegalArgumentException when the bytes are damaged
     */
    default T orThrow() {
        return switch (this) {
            case Ok<T>(T value) -> value;
            case Damaged<T>(WireError error, Bytes bytes) -> throw new IllegalArgumentException(error + " in " + bytes);
        };
    }
}
