// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

/** Receives the events of an {@link SrxServer}, for metrics. Called on the server's threads. */
public interface SrxServerListener {
    /** A listener that does nothing. */
    SrxServerListener NONE = new SrxServerListener() {};

    /** Reports a completed handshake. */
    default void onOpen(String proxy) {}

    /** Reports the end of a connection, with the reason. */
    default void onClose(String proxy, String why) {}

    /** Reports a connection that was refused because too many are open, in all or from its address. */
    default void onRefusal(String proxy) {}

    /** Reports requests for the validation of updates. */
    default void onRequests(int count) {}

    /** Reports updates that were validated, for a request or after a change of the RPKI set. */
    default void onValidation(int count) {}

    /** Reports a result for a proxy, with the time since its request or since the change of the RPKI set. */
    default void onResult(long nanos) {}

    /** Reports that a changed result was sent to a proxy. */
    default void onChange(String proxy) {}
}
