// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

/** Reads and writes RTR PDUs (RFC 8210 section 5). */
public final class RtrCodec {
    private RtrCodec() {}
}
