// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.store;

import com.google.protobuf.InvalidProtocolBufferException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Set;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * A route with its verdict. Immutable, and small, for there are millions: what it has in common with others stands in its {@link SharedPath} and
 * its {@link EpochCounts}, its states are bits, and the rest of the verdict stays in the octets that Kafka carried, to be decoded when it is shown.
 */
public final class Route implements RouteTree.Node {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    // The bits of shape: the prefix length, then these.
    private static final int SAFI = 8;
    private static final int STATES = 16;
    private static final int IPV6 = 1 << STATES + RouteFlags.STATE_BITS;
    private static final int SIGNED = IPV6 << 1;
    // What is not 0 for few routes alone: its bit tells that it stands, as 8 octets, at the start of octets.
    private static final int LOW_BITS = IPV6 << 2;
    private static final int PATH_ID = IPV6 << 3;
    private static final int RULES = IPV6 << 4;
    private static final int DERIVED = IPV6 << 5;

    /** The first 64 bits of the prefix. */
    private final long hi;

    private final int shape;
    private final EpochCounts epochCounts;
    private final SharedPath path;
    private final byte[] octets;

    Route(RouteKey key, EpochCounts epochCounts, SharedPath path, VerdictParts verdict) {
        Prefix prefix = key.prefix();
        long rules = verdict.rules();
        long states = RouteFlags.of(verdict.state()) | RouteFlags.of(verdict.origin());
        this.hi = prefix.hi();
        this.shape = prefix.length()
                | key.safi() << SAFI
                | (int) states << STATES
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
        this.octets = own;
    }

    private void put(byte[] own, int part, long value) {
        if ((shape & part) != 0) {
            LONGS.set(own, at(part), value);
        }
    }

    private long part(int part) {
        return (shape & part) == 0 ? 0 : (long) LONGS.get(octets, at(part));
    }

    /** Where a part stands: behind those of the lower bits. */
    private int at(int part) {
        return Long.BYTES * Integer.bitCount(shape & (part - LOW_BITS));
    }

    private int head() {
        return at(RULES << 1);
    }

    public RouteKey key() {
        return new RouteKey(prefix(), safi(), sessionView().id(), pathId());
    }

    public Prefix prefix() {
        return new Prefix(afi(), hi, lo(), length());
    }

    int afi() {
        return (shape & IPV6) == 0 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
    }

    long hi() {
        return hi;
    }

    long lo() {
        return part(LOW_BITS);
    }

    int length() {
        return shape & 0xff;
    }

    int safi() {
        return shape >>> SAFI & 0xff;
    }

    long pathId() {
        return part(PATH_ID);
    }

    public SessionView sessionView() {
        return epochCounts.sessionView();
    }

    public PathState state() {
        return RouteFlags.state(flags());
    }

    public OriginVerdict origin() {
        return RouteFlags.origin(flags());
    }

    /** Whether it came with a BGPsec_PATH. */
    public boolean signed() {
        return (shape & SIGNED) != 0;
    }

    /** Returns true when its state is that of another route, whose path the router rewrote in this view. */
    public boolean derived() {
        return (shape & DERIVED) != 0;
    }

    /** The epoch of the session in which it was announced. */
    public long epoch() {
        return epochCounts.epoch();
    }

    /** The rules that its findings name. */
    public Set<Rule> rules() {
        return RouteFlags.rules(flags());
    }

    @Override
    public long flags() {
        return shape >>> STATES & (1 << RouteFlags.STATE_BITS) - 1 | part(RULES);
    }

    @Override
    public Route first() {
        return this;
    }

    /** Bytes that it keeps in memory, with its path, roughly. */
    public long weight() {
        return 100L + octets.length + path.bytes().length;
    }

    EpochCounts epochCounts() {
        return epochCounts;
    }

    SharedPath path() {
        return path;
    }

    /** Whether an AS stands anywhere in the AS path. */
    public boolean passes(long asn) {
        return path.passes((int) asn);
    }

    /** Whether the last AS of the path is this one. */
    public boolean originatedBy(long asn) {
        return path.isOriginatedBy((int) asn);
    }

    /** Whether it exists now, as far as its session tells: the peer is not down, and was not since it was announced. */
    public boolean alive() {
        return epochCounts.isAlive();
    }

    /** The whole verdict: what the path has of it and what the route has are one message when they stand behind each other. */
    public Verdict verdict() {
        int head = head();
        byte[] shared = path.bytes();
        byte[] whole = Arrays.copyOf(shared, shared.length + octets.length - head);
        System.arraycopy(octets, head, whole, shared.length, octets.length - head);
        try {
            return Verdict.parseFrom(whole);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a verdict that was decoded before does not decode", e);
        }
    }
}
