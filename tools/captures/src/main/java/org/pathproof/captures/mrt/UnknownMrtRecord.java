// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import org.pathproof.wire.Bytes;

/** A well-framed record whose type or subtype has no decoder, for example RIB_GENERIC, OSPF or IS-IS. */
public record UnknownMrtRecord(long timestampMicros, int type, int subtype, Bytes body) implements MrtRecord {}
