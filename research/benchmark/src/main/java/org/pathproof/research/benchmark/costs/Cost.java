// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.costs;

/**
 * A measured figure.
 *
 * @param system the measured implementation
 * @param hops length of the paths; 0 for keys
 * @param count number of keys or paths
 * @param value unit of the kind: bytes or microseconds
 */
public record Cost(String system, Kind kind, int hops, int count, double value) {
    /** Kinds of figures. The C programs use these names in lower case. */
    public enum Kind {
        /** Bytes of all keys. */
        KEY_MEMORY,
        /** Microseconds to convert a public key for its use. */
        LOAD_PUBLIC_KEY,
        /** Microseconds to convert a private key for its use. */
        LOAD_PRIVATE_KEY,
        /** Bytes of all paths. */
        PATH_MEMORY,
        /** Microseconds to parse a path. */
        PARSE,
        /** Microseconds to validate a path. */
        VALIDATE,
        /** Microseconds to validate all paths. */
        VALIDATE_TOTAL,
        /** Microseconds to sign a received path for one neighbor. */
        SIGN,
        /** Microseconds to sign all paths. */
        SIGN_TOTAL
    }
}
