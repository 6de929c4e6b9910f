// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import org.pathproof.wire.srx.SrxPdu;

/** The sending side of the connection to one proxy. No method blocks. */
interface ProxyOutput {
    void send(SrxPdu pdu);

    /** Sends the waiting PDUs, then closes the connection. */
    void close(String why);

    /** Returns the address of the proxy, for logs and metrics. */
    String peer();
}
