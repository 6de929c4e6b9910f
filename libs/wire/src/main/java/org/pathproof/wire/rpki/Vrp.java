// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import org.pathproof.wire.Prefix;

/**
 * A Validated ROA Payload (RFC 6811 section 2).
 *
 * @param prefix the prefix of the ROA
 * @param maxLength the longest prefix length that may be announced, in bits
 * @param asn the AS that may originate the prefix; 0 disallows every origin (RFC 6483 section 4)
 */
public record Vrp(Prefix prefix, int maxLength, long asn) implements RpkiObject {}
