// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.tree;

import com.google.protobuf.InvalidProtocolBufferException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * A route with its verdict. Immutable. The store holds millions of routes, so a route is small. The {@link SharedPath}
 * and the {@link SessionView.EpochCounts} hold the data that the route shares with other routes. The states are flags.
 * The rest of the verdict stays encoded; {@link #verdict} decodes it.
 */
public final class Route implements RouteNode, RouteOrder.Entry, SessionView.CountedRoute {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    // Bits of the field {@code shape} above the prefix length.
    private static final int SAFI = 8;
    private static final int STATES = 16;
    private static final int IPV6 = 1 << STATES + RouteFlags.PACKED_BITS;
    private static final int SIGNED = IPV6 << 1;
    // Optional parts. Each set bit adds a part of 8 bytes at the start of the array.
    private static final int LOW_BITS = IPV6 << 2;
    private static final int PATH_ID = IPV6 << 3;
    private static final int RULES = IPV6 << 4;
    private static final int DERIVED = IPV6 << 5;

    /** The first 64 bits of the prefix. */
    private final long hi;

    private final int shape;
    private final SessionView.EpochCounts epochCounts;
    private final SharedPath path;
    private final byte[] bytes;

    Route(RouteKey key, SessionView.EpochCounts epochCounts, SharedPath path, VerdictParts verdict) {
        Prefix prefix = key.prefix();
        long rules = verdict.rules();
        int states = RouteFlags.pack(verdict.state(), verdict.origin(), verdict.aspa());
        this.hi = prefix.hi();
        this.shape = prefix.length()
                | key.safi() << SAFI
                | states << STATES
                | (prefix.isIpv4() ? 0 : IPV6)
                | (verdict.signed() ? SIGNED : 0)
                | (verdict.derived() ? DERIVED : 0)
                | (prefix.lo() == 0 ? 0 : LOW_BITS)
                | (key.pathId() == 0 ? 0 : PATH_ID)
                | (rules == 0 ? 0 : RULES);
        this.epochCounts = epochCounts;
        this.path = path;
        int head = head();
        byte[] own = new byte[head + verdict.ownLength()];
        put(own, LOW_BITS, prefix.lo());
        put(own, PATH_ID, key.pathId());
        put(own, RULES, rules);
        verdict.copyOwn(own, head);
        this.bytes = own;
    }

    private void put(byte[] own, int part, long value) {
        if ((shape & part) != 0) {
            LONGS.set(own, at(part), value);
        }
    }

    private long part(int part) {
        return (shape & part) == 0 ? 0 : (long) LONGS.get(bytes, at(part));
    }

    /** Returns the index of an optional part in the array. The parts are in the order of their bits. */
    private int at(int part) {
        return Long.BYTES * Integer.bitCount(shape & (part - LOW_BITS));
    }

    private int head() {
        return at(RULES << 1);
    }

    @Override
    public RouteKey key() {
        return new RouteKey(prefix(), safi(), session(), pathId());
    }

    public Prefix prefix() {
        return new Prefix(afi(), hi, lo(), length());
    }

    @Override
    public int afi() {
        return (shape & IPV6) == 0 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
    }

    @Override
    public long hi() {
        return hi;
    }

    @Override
    public long lo() {
        return part(LOW_BITS);
    }

    @Override
    public int length() {
        return shape & 0xff;
    }

    @Override
    public int safi() {
        return shape >>> SAFI & 0xff;
    }

    @Override
    public long pathId() {
        return part(PATH_ID);
    }

    @Override
    public SessionId session() {
        return sessionView().id();
    }

    public SessionView sessionView() {
        return epochCounts.sessionView();
    }

    @Override
    public PathState state() {
        return RouteFlags.state(flags());
    }

    @Override
    public OriginVerdict origin() {
        return RouteFlags.origin(flags());
    }

    @Override
    public AspaVerdict aspa() {
        return RouteFlags.aspa(flags());
    }

    /** Returns true if the route came with a BGPsec_PATH. */
    @Override
    public boolean signed() {
        return (shape & SIGNED) != 0;
    }

    /** Returns true if the state is that of another route, because the router rewrote the path in this view. */
    @Override
    public boolean derived() {
        return (shape & DERIVED) != 0;
    }

    /** Returns the epoch of the session in which the route was announced. */
    public long epoch() {
        return epochCounts.epoch();
    }

    /** Returns the rules of the route's findings; none if the state is that of another route. */
    @Override
    public Set<Rule> rules() {
        return RouteFlags.rules(flags());
    }

    @Override
    public long flags() {
        return RouteFlags.unpack(shape >>> STATES & (1 << RouteFlags.PACKED_BITS) - 1) | part(RULES);
    }

    @Override
    public Route first() {
        return this;
    }

    /** Returns the approximate size in memory in bytes, including the shared path. */
    public long weight() {
        return 100L + bytes.length + path.bytes().length;
    }

    SessionView.EpochCounts epochCounts() {
        return epochCounts;
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
        return epochCounts.isAlive();
    }

    /** Decodes the fields that the route does not share with other routes. */
    private Verdict own() {
        int head = head();
        try {
            return Verdict.parser().parseFrom(bytes, head, bytes.length - head);
        } catch (InvalidProtocolBufferException e) {
            throw undecodable(e);
        }
    }

    private static IllegalStateException undecodable(InvalidProtocolBufferException e) {
        return new IllegalStateException("a verdict that was decoded before cannot be decoded", e);
    }

    /** Decodes the whole verdict. The shared bytes followed by the route's own bytes are one message. */
    public Verdict verdict() {
        int head = head();
        byte[] shared = path.bytes();
        byte[] whole = Arrays.copyOf(shared, shared.length + bytes.length - head);
        System.arraycopy(bytes, head, whole, shared.length, bytes.length - head);
        try {
            return Verdict.parseFrom(whole);
        } catch (InvalidProtocolBufferException e) {
            throw undecodable(e);
        }
    }

    @Override
    public Set<Long> offenders() {
        Set<Long> asns = new HashSet<>();
        for (Finding finding : own().getFindingsList()) {
            if (finding.hasAsn()) {
                asns.add(Integer.toUnsignedLong(finding.getAsn()));
            }
        }
        return asns;
    }
}
