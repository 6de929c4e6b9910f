// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

/** A proxy that requested the results of an update. */
interface Subscriber {
    /** Returns true between the handshake and the end of the session. */
    boolean isOpen();

    ProxyOutput output();
}
