// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.Peer;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * Builds candidate paths. By default, a path is post-policy and VALID, from external peer 192.0.2.N with identifier N.
 */
public final class TestPath {
    public static final Prefix PREFIX = Prefix.parse("203.0.113.0/24");

    private final int number;
    private Prefix prefix = PREFIX;
    private RouteStates states = RouteStates.of(PathState.VALID);
    private PeerRelation relation = PeerRelation.EXTERNAL;
    private boolean postPolicy = true;
    private long pathId;
    private final List<PathAttribute> attributes = new ArrayList<>();

    private TestPath(int number) {
        this.number = number;
        attributes.add(new Origin(PathAttribute.FLAG_TRANSITIVE, 0));
        attributes.add(new NextHop(PathAttribute.FLAG_TRANSITIVE, address(number)));
        asPath(64500 + number, 64510);
    }

    /** Returns the builder of a path from peer 192.0.2.N. */
    public static TestPath of(int number) {
        return new TestPath(number);
    }

    public static Bytes address(int number) {
        return new ByteWriter().u32(0xc000_0200L + number).toBytes();
    }

    public TestPath state(PathState state) {
        states = new RouteStates(state, states.origin(), states.aspa(), states.stale());
        return this;
    }

    public TestPath states(RouteStates states) {
        this.states = states;
        return this;
    }

    public TestPath prefix(String prefix) {
        this.prefix = Prefix.parse(prefix);
        return this;
    }

    public TestPath internal() {
        relation = PeerRelation.INTERNAL;
        return this;
    }

    public TestPath relation(PeerRelation relation) {
        this.relation = relation;
        return this;
    }

    public TestPath prePolicy() {
        postPolicy = false;
        return this;
    }

    public TestPath pathId(long pathId) {
        this.pathId = pathId;
        return this;
    }

    public TestPath asPath(long... asns) {
        List<Long> list = Arrays.stream(asns).boxed().toList();
        return with(new AsPath(
                PathAttribute.FLAG_TRANSITIVE,
                list.isEmpty() ? List.of() : List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, list))));
    }

    public TestPath localPreference(long preference) {
        return with(new LocalPref(PathAttribute.FLAG_TRANSITIVE, preference));
    }

    public TestPath multiExitDisc(long metric) {
        return with(new MultiExitDisc(PathAttribute.FLAG_OPTIONAL, metric));
    }

    public TestPath origin(int value) {
        return with(new Origin(PathAttribute.FLAG_TRANSITIVE, value));
    }

    /** Adds an attribute, and removes the attribute with the same type code. */
    public TestPath with(PathAttribute attribute) {
        without(attribute.typeCode());
        attributes.add(attribute);
        return this;
    }

    public TestPath without(int typeCode) {
        attributes.removeIf(known -> known.typeCode() == typeCode);
        return this;
    }

    public CandidatePath path() {
        return new CandidatePath(
                new Peer(PeerKey.of(address(number)), 64500 + number, number, relation),
                pathId,
                prefix,
                RouteAttributes.of(attributes),
                states,
                postPolicy);
    }
}
