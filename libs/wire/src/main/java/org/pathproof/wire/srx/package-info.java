// SPDX-License-Identifier: Apache-2.0
/**
 * The SRx proxy protocol, version 3: a router sends updates to a server for validation, and is notified of later
 * changes. NIST's BGP-SRx defines it ("SRx Proxy Protocol", March 30, 2021). Section numbers in this package refer to
 * that document.
 *
 * <p>{@link org.pathproof.wire.srx.SrxPdu} has the types of PDUs, and {@link org.pathproof.wire.srx.SrxCodec} decodes
 * and encodes PDUs. Where the document and NIST's implementation disagree on a length, this package follows the
 * implementation, because routers use it. The fixed part of a Verify Request has 60 (IPv4) or 72 (IPv6) bytes, not 62
 * or 74. A Verify Notification has 20 bytes, not 16.
 */
@NullMarked
package org.pathproof.wire.srx;

import org.jspecify.annotations.NullMarked;
