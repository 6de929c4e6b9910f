// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.row.RowFlags;
import org.pathproof.verdictstore.row.Stamps;
import org.pathproof.wire.Prefix;

/**
 * A route with its verdict, as it was when it was read. Immutable and independent of the store, which has rows and no
 * objects: a query makes the objects of its answer. {@link #verdict} makes the whole record.
 *
 * <p>The times of a route that was read from the store have steps of 0.1 s or 1 s, see {@link Stamps}; those of a
 * change are exact. A route that was read from the store keeps memory of the store, so an owner must not keep many of
 * them for minutes; the routes of a change are small objects of their own.
 */
public abstract sealed class Route permits RowRoute, CopiedRoute {
    private final Prefix prefix;
    private final int safi;
    private final SessionView sessionView;
    private final int pathId;
    private final int flags;
    private final long epoch;
    private final long digest;

    /**
     * @param pathId Path Identifier as unsigned 32 bits
     * @param flags flags, see {@link RowFlags} and {@link VerdictFlags}
     * @param digest digest of the BGPsec_PATH; 0 for none
     */
    Route(Prefix prefix, int safi, SessionView sessionView, int pathId, int flags, long epoch, long digest) {
        this.prefix = prefix;
        this.safi = safi;
        this.sessionView = sessionView;
        this.pathId = pathId;
        this.flags = flags;
        this.epoch = epoch;
        this.digest = digest;
    }

    /** Copies the parts that every route has. */
    Route(Route from) {
        this(from.prefix, from.safi, from.sessionView, from.pathId, from.flags, from.epoch, from.digest);
    }

    public final RouteKey key() {
        return new RouteKey(prefix, safi, session(), pathId());
    }

    public final Prefix prefix() {
        return prefix;
    }

    /** Returns the address family of the prefix, as in {@link Prefix#afi}. */
    public final int afi() {
        return prefix.afi();
    }

    public final int safi() {
        return safi;
    }

    public final SessionId session() {
        return sessionView.id();
    }

    public final SessionView sessionView() {
        return sessionView;
    }

    public final long pathId() {
        return Integer.toUnsignedLong(pathId);
    }

    public final PathState state() {
        return RouteFlags.state(flags);
    }

    public final OriginVerdict origin() {
        return RouteFlags.origin(flags);
    }

    public final AspaVerdict aspa() {
        return RouteFlags.aspa(flags);
    }

    /** Returns true if the route came with a BGPsec_PATH. */
    public final boolean signed() {
        return (flags & RowFlags.SIGNED) != 0;
    }

    /** Returns true if the state is that of another route, because the router rewrote the path in this view. */
    public final boolean derived() {
        return (flags & RowFlags.DERIVED) != 0;
    }

    /** Returns the epoch of the session in which the route was announced. */
    public final long epoch() {
        return epoch;
    }

    /** Returns the rules of the route's findings; none if the state is that of another route. */
    public final Set<Rule> rules() {
        return RouteFlags.rules(ruleBits());
    }

    /** Returns the rules of the findings as bits. */
    abstract long ruleBits();

    /** Returns the approximate size in memory in bytes, including the path. */
    public abstract long weight();

    /** Returns the part of the verdict that the route shares with other routes. */
    public abstract SharedPath path();

    /** Returns true if the AS path contains an AS. */
    public abstract boolean passes(long asn);

    /** Returns true if an AS is the last of the AS path. */
    public abstract boolean originatedBy(long asn);

    /** Returns the time of receipt in microseconds since 1970. */
    abstract long receivedUs();

    /** Returns the time of validation in microseconds since 1970. */
    abstract long validatedUs();

    /** Returns the serial of the RPKI set; {@link Stamps#NO_SERIAL} for none. */
    abstract long serial();

    /** Returns the further fields of the verdict; null for none. */
    abstract @Nullable ByteString fields();

    /** Returns true if the session still has the route: the peer has not been down since the announcement. */
    public final boolean alive() {
        return sessionView.isAlive(epoch);
    }

    /** Makes the whole verdict. */
    public final Verdict verdict() {
        Verdict.Builder verdict = Verdict.newBuilder();
        path().addTo(verdict);
        VerdictFlags.addTo(verdict, flags);
        verdict.setEpoch(epoch)
                .setReceivedUs(receivedUs())
                .setValidatedUs(validatedUs())
                .setAttributeDigest(digest);
        long serial = serial();
        if (serial != Stamps.NO_SERIAL) {
            verdict.setRpkiSerial((int) serial);
        }
        SessionId from = sessionView.derivedFrom();
        if ((flags & VerdictFlags.DERIVED_IN_SESSION) != 0 && from != null) {
            verdict.setDerivedFrom(ByteString.copyFrom(new RouteKey(prefix, safi, from, pathId()).toBytes()));
        }
        ByteString fields = fields();
        if (fields != null) {
            try {
                verdict.mergeFrom(fields);
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("a verdict that was decoded before cannot be decoded", e);
            }
        }
        return verdict.build();
    }
}
