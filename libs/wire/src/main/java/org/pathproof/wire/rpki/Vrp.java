// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import org.pathproof.wire.Prefix;

/**
 * A validated ROA payload (RFC 6811 section 2).
 *
 * @param prefix the prefix that the ROA names
 * @param maxLength the longest announced prefix it allows, in bits
 * @param asn the AS that may originate it; 0 allows nobody (RFC 6483 section 4)
 */
public record Vrp(Prefix prefix, int maxLength, long asn) implements RpkiObject {}
