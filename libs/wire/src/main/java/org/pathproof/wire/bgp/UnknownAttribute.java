// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** An attribute without a decoder, or with a malformed value, kept as received. */
public record UnknownAttribute(int flags, int typeCode, Bytes value) implements PathAttribute {}
