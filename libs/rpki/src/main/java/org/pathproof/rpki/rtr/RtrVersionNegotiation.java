// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.Optional;
import org.pathproof.wire.rtr.RtrError;

/**
 * The version that a router speaks with one cache, across all its connections (RFC 8210 section 7). Not thread-safe.
 *
 * <p>Versions are tried from the highest down. A lower version is tried after Unsupported Protocol Version, and after a
 * response of a lower version. A lower version is also tried when a cache that never used this version closes two
 * connections without a response.
 */
final class RtrVersionNegotiation {
    /** Number of connections that a cache closes without a response before a lower version is tried. */
    private static final int MAX_SILENT_CLOSES = 2;

    private static final int NO_VERSION = -1;

    private final int minVersion;
    private final int maxVersion;
    private int version;
    private int spoken = NO_VERSION;
    private int silentCloses;
    private boolean agreed;

    /**
     * A version that the cache must not use.
     *
     * @param error error to report to the cache
     * @param why the reason, for an operator
     */
    record Fault(RtrError error, String why) {}

    RtrVersionNegotiation(int minVersion, int maxVersion) {
        this.minVersion = minVersion;
        this.maxVersion = maxVersion;
        this.version = maxVersion;
    }

    /** Returns the agreed version, or the version of the next query. */
    int version() {
        return version;
    }

    /** Returns true if the version of this connection is agreed. */
    boolean isAgreed() {
        return agreed;
    }

    /** Begins the negotiation of a new connection. */
    void restart() {
        agreed = false;
    }

    /**
     * Ends the negotiation of a connection that the router closes. Such a connection does not count as closed without a
     * response.
     */
    void end() {
        agreed = true;
    }

    /** Returns the fault of a PDU with the wrong version; empty if the version is right. */
    Optional<Fault> fault(int theirs) {
        if (agreed) {
            return theirs == version
                    ? Optional.empty()
                    : Optional.of(new Fault(
                            RtrError.UNEXPECTED_PROTOCOL_VERSION,
                            "version " + theirs + " in a session of version " + version));
        }
        return theirs <= version && theirs >= minVersion
                ? Optional.empty()
                : Optional.of(new Fault(
                        RtrError.UNSUPPORTED_PROTOCOL_VERSION,
                        "version " + theirs + " is not in " + minVersion + ".." + version));
    }

    /** Selects the version of the cache's first PDU for the next query. Returns true if it is lower than before. */
    boolean adopt(int theirs) {
        boolean lower = theirs < version;
        version = theirs;
        return lower;
    }

    /** Agrees on the selected version, which the cache speaks. */
    void agree() {
        agreed = true;
        spoken = version;
    }

    /** Agrees on the selected version after a response with data. */
    void agreeOnData() {
        agree();
        silentCloses = 0;
    }

    /**
     * Records that the cache closed a connection without a response. Returns true if a lower version is due: the cache
     * never spoke this version, and this is the second such connection.
     */
    boolean recordSilentClose() {
        if (agreed || spoken >= version || ++silentCloses < MAX_SILENT_CLOSES) {
            return false;
        }
        silentCloses = 0;
        return true;
    }

    /** Selects the version to try next: {@code lower}, or the highest one and returns false if that is not allowed. */
    boolean lower(int lower) {
        if (lower < minVersion) {
            version = maxVersion;
            return false;
        }
        version = lower;
        return true;
    }
}
