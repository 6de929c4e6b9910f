// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import org.pathproof.wire.srx.SrxPdu;

/** The way of PDUs to one proxy. Neither method blocks. */
interface ProxyOutput {
    void send(SrxPdu pdu);

    /** Closes the connection after everything that was sent before. */
    void close(String why);

    /** Returns the address of the proxy, for logs and metrics. */
    String peer();
}
