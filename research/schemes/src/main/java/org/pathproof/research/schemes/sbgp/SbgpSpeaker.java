// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.research.schemes.SecuredPath;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.research.schemes.SecuredRoute;
import org.pathproof.research.schemes.SignedFields;
import org.pathproof.research.schemes.Speaker;
import org.pathproof.research.schemes.SpeakerIdentity;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** A speaker with one certified key. The speaker signs one route attestation for each receiver. */
final class SbgpSpeaker implements Speaker {
    private final SpeakerIdentity identity;
    private final Algorithm algorithm;
    private final SecureRandom random;
    private final KeyPair pair;
    private final PublishedObjects objects;
    private final Bytes certificateId;

    SbgpSpeaker(SpeakerIdentity identity, Algorithm algorithm, Certificates certificates, SecureRandom random) {
        this.identity = identity;
        this.algorithm = algorithm;
        this.random = random;
        pair = algorithm.newPair(random);
        objects = publish(certificates);
        certificateId = Certificates.id(objects.router());
    }

    private PublishedObjects publish(Certificates certificates) {
        Instant notAfter = identity.notAfter();
        Bytes router = certificates.router(identity.asn(), pair.getPublic(), notAfter);
        List<Prefix> prefixes = identity.prefixes();
        if (prefixes.isEmpty()) {
            return new PublishedObjects(certificates.root(notAfter), router, Bytes.EMPTY, Bytes.EMPTY);
        }
        KeyPair owner = algorithm.newPair(random);
        Bytes addresses = certificates.addresses(identity.asn(), prefixes, owner.getPublic(), notAfter);
        AddressAttestation unsigned = new AddressAttestation(
                Certificates.id(addresses),
                algorithm.id,
                identity.asn(),
                notAfter.getEpochSecond(),
                prefixes,
                Bytes.EMPTY);
        Bytes signature = algorithm.sign(owner.getPrivate(), unsigned.signedBytes(), random);
        return new PublishedObjects(
                certificates.root(notAfter),
                router,
                addresses,
                unsigned.withSignature(signature).encoded());
    }

    @Override
    public SpeakerIdentity identity() {
        return identity;
    }

    @Override
    public PublishedKeys published() {
        return new PublishedKeys(identity, objects.encoded());
    }

    @Override
    public List<SecuredRoute> originate(Prefix prefix, Instant expires, List<Long> targets) {
        return extend(prefix, List.of(), expires.getEpochSecond(), targets);
    }

    @Override
    public List<SecuredRoute> propagate(SecuredRoute received, List<Long> targets) {
        List<Hop> hops = received.path().hops();
        return extend(received.prefix(), hops, hops.getLast().expires(), targets);
    }

    private List<SecuredRoute> extend(Prefix prefix, List<Hop> below, long expires, List<Long> targets) {
        List<SecuredRoute> routes = new ArrayList<>(targets.size());
        for (long target : targets) {
            Bytes content = new RouteAttestation(certificateId, algorithm.id, target).encoded();
            List<Hop> hops = new ArrayList<>(below);
            hops.add(new Hop(identity.asn(), expires, content, Bytes.EMPTY));
            Bytes signature = algorithm.sign(pair.getPrivate(), SignedFields.of(prefix, hops), random);
            hops.set(hops.size() - 1, new Hop(identity.asn(), expires, content, signature));
            routes.add(new SecuredRoute(prefix, target, new SecuredPath(hops, Bytes.EMPTY, Bytes.EMPTY)));
        }
        return routes;
    }
}
