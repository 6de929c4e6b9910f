// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

/** Receives the events of an {@link SrxServer}, for metrics. Called on the server's threads. */
public interface SrxServerListener {
    /** A listener that does nothing. */
    SrxServerListener NONE = new SrxServerListener() {};

    /** Reports a completed handshake. */
    default void opened(String proxy) {}

    /** Reports the end of a connection, with the reason. */
    default void closed(String proxy, String why) {}

    /** Reports a connection that was refused because {@link SrxServerSettings#maxProxies} are open. */
    default void refused(String proxy) {}

    /** Reports requests for the validation of updates. */
    default void requested(int count) {}

    /** Reports updates that were validated, for a request or after a change of the RPKI set. */
    default void judged(int count) {}

    /** Reports a result for a proxy, with the time since its request or since the change of the RPKI set. */
    default void answered(long nanos) {}

    /** Reports that a changed result was sent to a proxy. */
    default void changed(String proxy) {}
}
