// SPDX-License-Identifier: Apache-2.0
/**
 * The SRx proxy protocol, version 3: a router asks a server to validate updates, and hears of later changes. NIST's
 * BGP-SRx defines it ("SRx Proxy Protocol", March 30, 2021). Section numbers in this package are its own.
 *
 * <p>{@link org.pathproof.wire.srx.SrxPdu} has the types of PDUs, {@link org.pathproof.wire.srx.SrxCodec} decodes and
 * encodes them. Where the document and NIST's implementation disagree on a length, the implementation decides, because
 * it is what routers send: a Verify Request has a fixed part of 60 (IPv4) or 72 (IPv6) bytes, not 62 or 74, and a
 * Verify Notification has 20 bytes, not 16.
 */
@NullMarked
package org.pathproof.wire.srx;

import org.jspecify.annotations.NullMarked;
