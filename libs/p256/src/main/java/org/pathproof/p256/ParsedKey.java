// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/** A P-256 key, or why octets are none. */
public sealed interface ParsedKey permits P256PublicKey, ParsedKey.Refused {
    /**
     * Not a key.
     *
     * @param reason the rest of a sentence that starts with "the key": "is …"
     */
    record Refused(String reason) implements ParsedKey {}
}
