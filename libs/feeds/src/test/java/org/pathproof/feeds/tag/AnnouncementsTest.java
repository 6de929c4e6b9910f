// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.TestPolicy;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.Peer;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.path.RouteStates;
import org.pathproof.feeds.policy.PolicyKind;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/** Builds announcements from random UPDATEs with faults, and checks that a router accepts them. */
class AnnouncementsTest {
    private static final long OWN_AS = 64496;
    private static final Prefix IPV4 = Prefix.parse("203.0.113.0/24");
    private static final Prefix IPV6 = Prefix.parse("2001:db8::/32");
    private static final TagRules TAGS =
            new TagRules(TestPolicy.of(PolicyKind.TAG).policy(), TestPolicy.SPEAKERS::announced);
    private static final ReflectedAttributes OVERRIDES = new ReflectedAttributes(TestPolicy.NUMBERS);
    private static final List<PeerRelation> RELATIONS = List.of(PeerRelation.values());
    private static final List<PathState> STATES = List.of(PathState.values());
    private static final int[] AS_NUMBERS = {0, 64496, 64500, 64501, 64510, 65536, -1};
    private static final String[] NEXT_HOPS = {"c0000201", "c6336401", "00000000", "e0000001", "7f000001", "c00002"};

    private final Random random = new Random(1);
    private int announced;

    @Property(tries = 3_000)
    void routersAcceptTheAnnouncementsOfAnyPath(@ForAll long seed) {
        random.setSeed(seed);
        boolean ipv4 = random.nextBoolean();
        PeerRelation relation = RELATIONS.get(random.nextInt(RELATIONS.size()));
        Bytes message = update(ipv4);
        if (!(BgpCodec.decode(message, BgpSessionOptions.DEFAULT) instanceof Decoded.Ok<BgpMessage>(Update update))) {
            return; // the collector publishes no route
        }
        CandidatePath path = new CandidatePath(
                new Peer(PeerKey.of(TestPath.address(1)), 64500, 1, relation),
                0,
                ipv4 ? IPV4 : IPV6,
                RouteAttributes.of(update.attributes()),
                RouteStates.of(STATES.get(random.nextInt(STATES.size()))),
                true);
        StrictNeighbor neighbor = new StrictNeighbor(OWN_AS, relation != PeerRelation.EXTERNAL);
        TAGS.announcements(List.of(path))
                .values()
                .forEach(tagged -> neighbor.receive(bytes(path.prefix(), tagged.attributes())));
        OVERRIDES
                .of(path, List.of(new LocalPref(PathAttribute.FLAG_TRANSITIVE, 4_000)))
                .ifPresent(attributes -> neighbor.receive(bytes(path.prefix(), attributes)));
    }

    /** Without faults, all paths are announced, so that the property is about something. */
    @Test
    void pathsWithoutFaultsAreAnnounced() {
        for (long seed = 0; seed < 500; seed++) {
            random.setSeed(seed);
            CandidatePath path = TestPath.of(1).asPath(64501, 64510).path();
            TAGS.announcements(List.of(path)).values().forEach(tagged -> {
                new StrictNeighbor(OWN_AS, false).receive(bytes(path.prefix(), tagged.attributes()));
                announced++;
            });
        }
        assertThat(announced).isEqualTo(1_000);
    }

    private static byte[] bytes(Prefix prefix, RouteAttributes attributes) {
        List<Nlri> nlri = List.of(Nlri.of(prefix));
        List<PathAttribute> list = new ArrayList<>();
        for (PathAttribute attribute : attributes.list()) {
            list.add(
                    attribute instanceof MpReach reach
                            ? new MpReach(reach.flags(), AfiSafi.IPV6_UNICAST, reach.nextHop(), nlri, Bytes.EMPTY)
                            : attribute);
        }
        return BgpCodec.encode(
                        new Update(List.of(), list, prefix.isIpv4() ? nlri : List.of(), List.of()),
                        BgpSessionOptions.DEFAULT)
                .toArray();
    }

    /** Returns an UPDATE whose attributes are random, most of them without faults. */
    private Bytes update(boolean ipv4) {
        ByteWriter attributes = new ByteWriter();
        if (!fault()) {
            add(attributes, 0x40, 1, fault() ? "07" : "0" + random.nextInt(3));
        }
        if (!fault()) {
            add(attributes, 0x40, 2, path());
        }
        if (ipv4 && !fault()) {
            add(attributes, 0x40, 3, fault() ? NEXT_HOPS[random.nextInt(NEXT_HOPS.length)] : "c0000201");
        }
        maybe(attributes, 0x80, 4, "00000007", "000007");
        maybe(attributes, 0x40, 5, "00000064", "64");
        maybe(attributes, 0x40, 6, "", "00");
        maybe(attributes, 0xc0, 7, "0000fbf4c0000209", "00000000c0000209");
        maybe(attributes, 0xc0, 8, "fbf40001", "fbf400");
        maybe(attributes, 0x80, 9, "c0000209", "c00002");
        maybe(attributes, 0x80, 10, "c0000209c000020a", "");
        if (!ipv4 || fault()) {
            String nextHop = "20010db8000000000000000000000001";
            String other = random.nextBoolean() ? "fe800000000000000000000000000001" : "0".repeat(32);
            String used =
                    fault() ? other : nextHop + (random.nextBoolean() ? "fe80000000000000000000000000000" + "2" : "");
            add(attributes, 0x80, 14, "000201" + "%02x".formatted(used.length() / 2) + used + "00" + "2020010db8");
        }
        maybe(attributes, 0xc0, 16, "0002fbf400000001", "0002");
        maybe(attributes, 0xc0, 17, "02010000fbf5", "0201");
        maybe(attributes, 0xc0, 18, "0000fbf4c0000209", "00");
        maybe(attributes, 0x80, 26, "01000b0000000000000001", "01");
        maybe(attributes, 0xc0, 32, "0000fbf40000000100000002", "0000fbf4");
        maybe(attributes, 0xc0, 35, "0000fbf4", "fbf4");
        maybe(attributes, random.nextBoolean() ? 0xc0 : 0x80, 99, "0102", "");
        maybe(attributes, 0xc0, 40, "01000700000000000001", "01"); // BGP Prefix-SID (RFC 8669 section 3.1)
        if (random.nextInt(40) == 0) {
            add(attributes, 0x40, 98, "00");
        }
        if (random.nextInt(40) == 0) {
            add(attributes, 0xc0, 0, "00");
        }
        Bytes nlri = ipv4 ? Bytes.fromHex("18cb0071") : Bytes.EMPTY;
        return new ByteWriter()
                .u64(-1)
                .u64(-1)
                .u16(23 + attributes.length() + nlri.length())
                .u8(2)
                .u16(0)
                .u16(attributes.length())
                .bytes(attributes.toBytes())
                .bytes(nlri)
                .toBytes();
    }

    private boolean fault() {
        return random.nextInt(25) == 0;
    }

    private void maybe(ByteWriter to, int flags, int type, String value, String wrong) {
        if (random.nextInt(3) == 0) {
            add(to, flags, type, fault() ? wrong : value);
        }
    }

    private void add(ByteWriter to, int flags, int type, String value) {
        Bytes bytes = Bytes.fromHex(value);
        int wrong = fault() ? 1 << 5 + random.nextInt(3) : 0;
        to.u8(flags ^ wrong).u8(type).u8(bytes.length()).bytes(bytes);
        if (random.nextInt(60) == 0) {
            to.u8(flags).u8(type).u8(bytes.length()).bytes(bytes);
        }
    }

    private String path() {
        StringBuilder path = new StringBuilder();
        for (int segments = random.nextInt(3); segments > 0; segments--) {
            int type = fault() ? 5 : random.nextInt(3) > 0 ? 2 : 1 + random.nextInt(4);
            int count = fault() ? 0 : 1 + random.nextInt(3);
            path.append("%02x%02x".formatted(type, count));
            for (int i = 0; i < count; i++) {
                int as = random.nextInt(4) > 0
                        ? 64500 + random.nextInt(9)
                        : AS_NUMBERS[random.nextInt(AS_NUMBERS.length)];
                path.append("%08x".formatted(as));
            }
        }
        return path.toString();
    }
}
