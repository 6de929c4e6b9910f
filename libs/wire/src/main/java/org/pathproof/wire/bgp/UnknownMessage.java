// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import org.pathproof.wire.Bytes;

/** A well-framed message of a type that no decoder is registered for. */
public record UnknownMessage(int type, Bytes body) implements BgpMessage {}
