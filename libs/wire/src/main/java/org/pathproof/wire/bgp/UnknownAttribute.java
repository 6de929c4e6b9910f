// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** An attribute that no decoder is registered for, or whose value was damaged: kept as it came. */
public record UnknownAttribute(int flags, int typeCode, Bytes value) implements PathAttribute {}
