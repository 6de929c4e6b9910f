// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** AGGREGATOR (RFC 4271 section 5.1.7) or, with type code 18, AS4_AGGREGATOR (RFC 6793). */
public record Aggregator(int flags, int typeCode, long asn, Bytes address) implements PathAttribute {}
