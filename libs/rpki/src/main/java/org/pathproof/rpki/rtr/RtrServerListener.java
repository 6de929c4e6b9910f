// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

/** Receives the events of an {@link RtrServer}, for metrics. Called on the server's threads. */
public interface RtrServerListener {
    /** A listener that does nothing. */
    RtrServerListener NONE = new RtrServerListener() {};

    default void onOpen(String router) {}

    default void onClose(String router, String why) {}

    /**
     * Reports an answered query with its number of data PDUs.
     *
     * @param whole true if the response was the whole set
     */
    default void onResponse(String router, int version, int pdus, boolean whole) {}

    /** Reports that an Error Report was sent. */
    default void onErrorReportSent(String router, String error) {}

    /** Reports that a connection was refused or closed because it exceeded a limit. */
    default void onLimit(String router, RtrLimits.Kind limit) {}

    /** Reports that a router sent an Error Report. */
    default void onErrorReportReceived(String router, int code, String text) {}
}
