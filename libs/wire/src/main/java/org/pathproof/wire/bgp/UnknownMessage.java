// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** A well-framed message whose type has no decoder. */
public record UnknownMessage(int type, Bytes body) implements BgpMessage {}
