// SPDX-License-Identifier: Apache-2.0
/**
 * The RPKI to Router protocol (RTR): versions 0 (RFC 6810), 1 (RFC 8210) and 2 (draft-ietf-sidrops-8210bis).
 *
 * <p>{@link RtrCodec} decodes and encodes one PDU, and {@link RtrFramer} finds PDU boundaries in a byte stream. Each
 * PDU type is a record. The sessions of routers and caches are in {@code libs/rpki}.
 */
@NullMarked
package org.pathproof.wire.rtr;

import org.jspecify.annotations.NullMarked;
