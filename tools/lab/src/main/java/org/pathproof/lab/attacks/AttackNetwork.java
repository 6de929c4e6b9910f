// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pathproof.bgpsec.SignedBytes;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/**
 * Collects the attacks on a network: an origin, two transit ASes and a neighbor that sends routes to the local AS. AS
 * numbers are those for documentation (RFC 5398) and private use (RFC 6996). Prefixes are those for benchmarks (RFC
 * 2544) and documentation (RFC 3849).
 */
final class AttackNetwork {
    static final long ORIGIN = 64496;
    static final long FIRST_TRANSIT = 64497;
    static final long SECOND_TRANSIT = 64498;
    /** An AS with a router key that no good path uses. */
    static final long UNRELATED_AS = 64499;
    /** Another network to which the neighbor also sends routes. */
    static final long OTHER_NETWORK = 64501;

    static final long NEIGHBOR = Attack.Session.SIGNING.neighbor();
    static final long PLAIN_NEIGHBOR = Attack.Session.PLAIN.neighbor();
    static final long STRIPPING_NEIGHBOR = Attack.Session.STRIPPING.neighbor();
    static final long DUAL_PATH_NEIGHBOR = Attack.Session.DUAL_PATH.neighbor();

    private final LabKeys keys;
    private final long localAs;
    private final List<Attack> attacks = new ArrayList<>();

    AttackNetwork(LabKeys keys, long localAs) {
        this.keys = keys;
        this.localAs = localAs;
    }

    long localAs() {
        return localAs;
    }

    LabKeys keys() {
        return keys;
    }

    List<Attack> attacks() {
        return List.copyOf(attacks);
    }

    /** Returns the prefix of the next attack. The prefix changes with each {@link #add(Attack)}. */
    Prefix prefix() {
        return Prefix.ipv4(0xc6120000 | attacks.size() << 8, 24); // 198.18.n.0/24
    }

    Prefix prefixIpv6() {
        return Prefix.ipv6(0x20010db800000000L | (long) attacks.size() << 16, 0, 48); // 2001:db8:n::/48
    }

    void add(Attack attack) {
        attacks.add(attack);
    }

    /** Adds an attack that arrives on the signing session. The attack has the next IPv4 prefix. */
    void add(String name, String description, SecurePath path, Expectation expected) {
        Prefix prefix = prefix();
        add(new Attack(
                name,
                description,
                prefix,
                Attack.Session.SIGNING,
                LabUpdates.signed(Nlri.of(prefix), path),
                expected,
                List.of()));
    }

    /** Returns the signers of the good path: origin, both transit ASes, neighbor. */
    List<PathSigner.Signer> goodSigners() {
        return signers(ORIGIN, FIRST_TRANSIT, SECOND_TRANSIT, NEIGHBOR);
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

    /**
     * Returns the path with a new signature of its newest hop, for attacks in which the neighbor changes the path and
     * then signs it.
     */
    SecurePath resigned(SecurePath path) {
        Bytes signed = SignedBytes.of(path, 0, path.segments().size(), localAs, AfiSafi.IPV4_UNICAST, prefix());
        LabKey key = keys.of(path.segments().getFirst().asn());
        return withSignature(
                path, path.segments().size(), new SignatureSegment(key.ski(), PathSigner.sign(signed, key)));
    }

    /** Returns the path with the signature of one hop replaced. Hop 1 is the origin. */
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

    /** Returns the path with the Secure_Path Segment of one hop replaced. Hop 1 is the origin. */
    static SecurePath withSegment(SecurePath path, int hop, SecurePath.Segment segment) {
        List<SecurePath.Segment> segments = new ArrayList<>(path.segments());
        segments.set(segments.size() - hop, segment);
        return new SecurePath(List.copyOf(segments), path.blocks());
    }

    static SecurePath.Segment segment(SecurePath path, int hop) {
        return path.segments().get(path.segments().size() - hop);
    }

    /** Returns the path without the segment and the signature of a hop. Hop 1 is the origin. */
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

    /** Returns a Signature_Block of the given suite with one signature per hop. */
    static SignatureBlock blockOfSuite(SecurePath path, int suite) {
        return new SignatureBlock(suite, path.blocks().getFirst().segments());
    }
}
