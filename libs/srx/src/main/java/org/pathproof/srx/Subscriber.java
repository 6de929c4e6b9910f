// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

/** A proxy that asked for the results of an update. */
interface Subscriber {
    /** Returns true after the handshake and before the end. */
    boolean isOpen();

    ProxyOutput output();
}
