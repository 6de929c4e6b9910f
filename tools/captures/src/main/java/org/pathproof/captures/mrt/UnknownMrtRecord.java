// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import org.pathproof.wire.Bytes;

/** A well-framed record of a type or subtype that no decoder is registered for: RIB_GENERIC, OSPF, IS-IS and others. */
public record UnknownMrtRecord(long timestampMicros, int type, int subtype, Bytes body) implements MrtRecord {}
