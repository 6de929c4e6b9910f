// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/**
 * The result of parsing a SubjectPublicKeyInfo: a P-256 key, or the reason for a refusal. A key is its own result,
 * because a process keeps the results of up to a hundred thousand keys.
 */
public sealed interface ParsedKey permits P256PublicKey, ParsedKey.Refused {
    /**
     * The bytes are not a P-256 key.
     *
     * @param reason the rest of a sentence that starts with "the key": "is …"
     */
    record Refused(String reason) implements ParsedKey {}
}
