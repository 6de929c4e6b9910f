// SPDX-License-Identifier: Apache-2.0
/**
 * The RPKI to Router protocol, versions 0 (RFC 6810), 1 (RFC 8210) and 2 (draft-ietf-sidrops-8210bis): one record a PDU.
 *
 * {@link RtrCodec} reads and writes one PDU. Sessions live in {@code libs/rpki}.
 */
@NullMarked
package org.pathproof.wire.rtr;

import org.jspecify.annotations.NullMarked;
