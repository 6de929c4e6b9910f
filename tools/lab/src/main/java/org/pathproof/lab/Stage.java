// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pathproof.bgpsec.SignedOctets;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/**
 * Where mischief is made: an origin, two ASes on the way and a neighbour, which send routes to a network. The numbers are those for
 * documentation (RFC 5398); the prefixes those for benchmarks (RFC 2544) and documentation (RFC 3849).
 */
final class Stage {
    static final long ORIGIN = 64496;
    static final long FIRST_TRANSIT = 64497;
    static final long SECOND_TRANSIT = 64498;
    /** An AS with a key, of which nobody in the good paths knows. */
    static final long STRANGER = 64499;
    /** Another network, to which the neighbour sends routes too. */
    static final long OTHER_NETWORK = 64501;

    static final long PLAIN_NEIGHBOUR = 64509;
    static final long NEIGHBOUR = 64510;
    static final long STRIPPING_NEIGHBOUR = 64511;

    private final LabKeys keys;
    private final long localAs;
    private final List<Mischief> made = new ArrayList<>();

    Stage(LabKeys keys, long localAs) {
        this.keys = keys;
        this.localAs = localAs;
    }

    long localAs() {
        return localAs;
    }

    LabKeys keys() {
        return keys;
    }

    List<Mischief> made() {
        return List.copyOf(made);
    }

    /** A prefix that nothing else uses, once {@link #add} was called for it. */
    Prefix prefix() {
        return Prefix.ipv4(0xc6120000 | made.size() << 8, 24); // 198.18.n.0/24
    }

    Prefix prefixIpv6() {
        return Prefix.ipv6(0x20010db800000000L | (long) made.size() << 16, 0, 48); // 2001:db8:n::/48
    }

    void add(Mischief mischief) {
        made.add(mischief);
    }

    /** Adds what arrives on the session that negotiated BGPsec, about the next IPv4 prefix. */
    void add(String name, String story, SecurePath path, Expectation expected) {
        Prefix prefix = prefix();
        add(new Mischief(
                name,
                story,
                prefix,
                Mischief.Place.SIGNING,
                LabUpdates.signed(Nlri.of(prefix), path),
                expected,
                List.of()));
    }

    /** The good path: origin, both transits, neighbour. */
    List<PathSigner.Signer> goodSigners() {
        return signers(ORIGIN, FIRST_TRANSIT, SECOND_TRANSIT, NEIGHBOUR);
    }

    List<PathSigner.Signer> signers(Long... asns) {
        return Arrays.stream(asns).map(this::signer).toList();
    }

    PathSigner.Signer signer(long asn) {
        return new PathSigner.Signer(Hop.of(asn), keys.of(asn));
    }

    SecurePath goodPath() {
        return sign(goodSigners());
    }

    SecurePath sign(List<PathSigner.Signer> signers) {
        return sign(prefix(), signers, localAs);
    }

    SecurePath sign(Prefix prefix, List<PathSigner.Signer> signers, long targetAs) {
        return new PathSigner().sign(prefix, signers, targetAs);
    }

    /** The path with its newest signature made again, over the path as it is now: what a neighbour who tampers does. */
    SecurePath resigned(SecurePath path) {
        Bytes octets = SignedOctets.of(path, 0, path.segments().size(), localAs, AfiSafi.IPV4_UNICAST, prefix());
        LabKey key = keys.of(path.segments().getFirst().asn());
        return withSignature(
                path, path.segments().size(), new SignatureSegment(key.ski(), PathSigner.sign(octets, key)));
    }

    /** The path with the signature of a hop (1 is the origin) replaced. */
    static SecurePath withSignature(SecurePath path, int hop, SignatureSegment signature) {
        List<SignatureSegment> signatures =
                new ArrayList<>(path.blocks().getFirst().segments());
        signatures.set(signatures.size() - hop, signature);
        return withBlocks(path, new SignatureBlock(path.blocks().getFirst().suite(), List.copyOf(signatures)));
    }

    static SignatureSegment signature(SecurePath path, int hop) {
        List<SignatureSegment> signatures = path.blocks().getFirst().segments();
        return signatures.get(signatures.size() - hop);
    }

    /** The path with the segment of a hop (1 is the origin) replaced. */
    static SecurePath withSegment(SecurePath path, int hop, SecurePath.Segment segment) {
        List<SecurePath.Segment> segments = new ArrayList<>(path.segments());
        segments.set(segments.size() - hop, segment);
        return new SecurePath(List.copyOf(segments), path.blocks());
    }

    static SecurePath.Segment segment(SecurePath path, int hop) {
        return path.segments().get(path.segments().size() - hop);
    }

    /** The path without a hop (1 is the origin), segment and signature. */
    static SecurePath without(SecurePath path, int hop) {
        List<SecurePath.Segment> segments = new ArrayList<>(path.segments());
        List<SignatureSegment> signatures =
                new ArrayList<>(path.blocks().getFirst().segments());
        segments.remove(segments.size() - hop);
        signatures.remove(signatures.size() - hop);
        return new SecurePath(
                List.copyOf(segments), List.of(new SignatureBlock(PathSigner.SUITE, List.copyOf(signatures))));
    }

    static SecurePath withBlocks(SecurePath path, SignatureBlock... blocks) {
        return new SecurePath(path.segments(), List.of(blocks));
    }

    /** A block of some suite with as many signatures as the path needs. */
    static SignatureBlock blockOfSuite(SecurePath path, int suite) {
        return new SignatureBlock(suite, path.blocks().getFirst().segments());
    }
}
