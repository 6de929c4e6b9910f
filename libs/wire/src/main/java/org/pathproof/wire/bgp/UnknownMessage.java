// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** A well-framed message without a decoder: of an unknown type, or a ROUTE-REFRESH with route filters. */
public record UnknownMessage(int type, Bytes body) implements BgpMessage {}
