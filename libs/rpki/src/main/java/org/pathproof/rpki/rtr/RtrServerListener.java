// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

/** Hears what an {@link RtrServer} does, for metrics. Called on the sessions' threads. */
public interface RtrServerListener {
    /** A listener that does nothing. */
    RtrServerListener NONE = new RtrServerListener() {};

    default void opened(String router) {}

    default void closed(String router, String why) {}

    /** A query was answered with so many data PDUs; {@code whole}: with the whole set. */
    default void answered(String router, int version, int pdus, boolean whole) {}

    /** An Error Report was sent. */
    default void refused(String router, String error) {}

    /** A connection was refused or cut off because it broke a limit. */
    default void limited(String router, RtrLimits.Kind limit) {}

    /** An Error Report came from a router. */
    default void reported(String router, int code, String text) {}
}
