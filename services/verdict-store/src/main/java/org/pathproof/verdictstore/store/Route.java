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
import org.pathproof.verdictstore.paged.Place;
import org.pathproof.verdictstore.row.RowFlags;
import org.pathproof.verdictstore.row.Stamps;
import org.pathproof.wire.Prefix;

/**
 * A route with its verdict, as it was when it was read. Immutable and independent of the store, which has rows and no
 * objects: a query makes the objects of its answer. {@link #verdict} makes the whole record.
 *
 * <p>The times of a route that was read from the store have steps of 0.1 s or 1 s, see {@link Stamps}; those of a
 * change are exact.
 */
public final class Route {
    private final Place prefix;
    private final SessionView sessionView;
    private final long pathId;
    private final SharedPath path;
    private final Content content;

    /**
     * The part of a route that it does not share.
     *
     * @param flags flags, see {@link RowFlags} and {@link VerdictFlags}
     * @param rules rules of the findings as bits
     * @param serial serial of the RPKI set; {@link Stamps#NO_SERIAL} for none
     * @param fields further fields of the verdict; null for none
     */
    record Content(
            int flags,
            long rules,
            long epoch,
            long receivedUs,
            long validatedUs,
            long serial,
            long digest,
            @Nullable ByteString fields) {}

    /** @param prefix the beginning of the prefix's rows */
    Route(Place prefix, SessionView sessionView, long pathId, SharedPath path, Content content) {
        this.prefix = prefix;
        this.sessionView = sessionView;
        this.pathId = pathId;
        this.path = path;
        this.content = content;
    }

    public RouteKey key() {
        return new RouteKey(prefix(), safi(), session(), pathId);
    }

    public Prefix prefix() {
        return prefix.prefix();
    }

    /** Returns the address family of the prefix, as in {@link Prefix#afi}. */
    public int afi() {
        return prefix.afi();
    }

    public int safi() {
        return prefix.safi();
    }

    public SessionId session() {
        return sessionView.id();
    }

    public SessionView sessionView() {
        return sessionView;
    }

    public long pathId() {
        return pathId;
    }

    public PathState state() {
        return RouteFlags.state(content.flags());
    }

    public OriginVerdict origin() {
        return RouteFlags.origin(content.flags());
    }

    public AspaVerdict aspa() {
        return RouteFlags.aspa(content.flags());
    }

    /** Returns true if the route came with a BGPsec_PATH. */
    public boolean signed() {
        return (content.flags() & RowFlags.SIGNED) != 0;
    }

    /** Returns true if the state is that of another route, because the router rewrote the path in this view. */
    public boolean derived() {
        return (content.flags() & RowFlags.DERIVED) != 0;
    }

    /** Returns the epoch of the session in which the route was announced. */
    public long epoch() {
        return content.epoch();
    }

    /** Returns the rules of the route's findings; none if the state is that of another route. */
    public Set<Rule> rules() {
        return RouteFlags.rules(content.rules());
    }

    /** Returns the approximate size in memory in bytes, including the path. */
    public long weight() {
        ByteString fields = content.fields();
        return 250L + path.weight() + (fields == null ? 0 : fields.size());
    }

    /** Returns the part of the verdict that the route shares with other routes. */
    public SharedPath path() {
        return path;
    }

    /** Returns true if the AS path contains an AS. */
    public boolean passes(long asn) {
        return path.passes((int) asn);
    }

    /** Returns true if an AS is the last of the AS path. */
    public boolean originatedBy(long asn) {
        return path.isOriginatedBy((int) asn);
    }

    /** Returns true if the session still has the route: the peer has not been down since the announcement. */
    public boolean alive() {
        return sessionView.isAlive(content.epoch());
    }

    /** Makes the whole verdict. */
    public Verdict verdict() {
        Verdict.Builder verdict = Verdict.newBuilder();
        path.addTo(verdict);
        VerdictFlags.addTo(verdict, content.flags());
        verdict.setEpoch(content.epoch())
                .setReceivedUs(content.receivedUs())
                .setValidatedUs(content.validatedUs())
                .setAttributeDigest(content.digest());
        if (content.serial() != Stamps.NO_SERIAL) {
            verdict.setRpkiSerial((int) content.serial());
        }
        SessionId from = sessionView.derivedFrom();
        if ((content.flags() & VerdictFlags.DERIVED_IN_SESSION) != 0 && from != null) {
            verdict.setDerivedFrom(ByteString.copyFrom(new RouteKey(prefix(), safi(), from, pathId).toBytes()));
        }
        ByteString fields = content.fields();
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
