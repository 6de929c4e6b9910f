// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.PublishedKeys;
import org.pathproof.wire.Bytes;

/**
 * The NOC of an AS: verifies certificates and address attestations for its routers. The root certificate of the first
 * AS in the directory is the trust anchor. Ends of validity are not checked here, but by the routers at each use.
 */
public final class NocRepository {
    private final Algorithm algorithm;
    private final Map<Long, Extracts.Router> routers = new HashMap<>();
    private final Map<Long, Extracts.Addresses> addresses = new HashMap<>();
    private final List<String> rejected = new ArrayList<>();

    private NocRepository(Algorithm algorithm) {
        this.algorithm = algorithm;
    }

    /** Verifies all objects of a directory. */
    static Extracts validate(KeyDirectory keys, Algorithm algorithm) {
        NocRepository noc = new NocRepository(algorithm);
        Optional<Bytes> anchor = keys.all().stream()
                .findFirst()
                .flatMap(first -> PublishedObjects.of(first.material()))
                .map(PublishedObjects::root);
        Optional<PublicKey> root = anchor.flatMap(Certificates::parse)
                .map(X509Certificate::getPublicKey)
                .filter(key -> anchor.flatMap(Certificates::parse)
                        .filter(certificate -> Certificates.isSignedBy(certificate, key))
                        .isPresent());
        for (PublishedKeys published : keys.all()) {
            Optional<PublishedObjects> objects = PublishedObjects.of(published.material());
            if (root.isEmpty() || objects.isEmpty()) {
                noc.reject(published.identity().asn(), "the objects are malformed, or the root is missing");
            } else {
                noc.addRouter(published, objects.get(), root.get());
                noc.addAddresses(published, objects.get(), root.get());
            }
        }
        return new Extracts(noc.routers, noc.addresses, noc.rejected);
    }

    private void addRouter(PublishedKeys published, PublishedObjects objects, PublicKey root) {
        long asn = published.identity().asn();
        Optional<X509Certificate> certificate = Certificates.parse(objects.router())
                .filter(parsed -> Certificates.isSignedBy(parsed, root) && Certificates.namesAs(parsed, asn));
        if (certificate.isEmpty()) {
            reject(asn, "the certificate of the router does not verify or does not name the AS");
            return;
        }
        routers.put(
                asn,
                new Extracts.Router(
                        asn,
                        Certificates.id(objects.router()),
                        certificate.get().getPublicKey(),
                        certificate.get().getNotAfter().toInstant()));
    }

    private void addAddresses(PublishedKeys published, PublishedObjects objects, PublicKey root) {
        if (objects.addresses().isEmpty() && objects.attestation().isEmpty()) {
            return;
        }
        long asn = published.identity().asn();
        Optional<X509Certificate> owner =
                Certificates.parse(objects.addresses()).filter(parsed -> Certificates.isSignedBy(parsed, root));
        Optional<AddressAttestation> attestation = AddressAttestation.of(objects.attestation())
                .filter(parsed -> parsed.asn() == asn
                        && parsed.algorithm() == algorithm.id
                        && parsed.certificateId().equals(Certificates.id(objects.addresses())));
        if (owner.isEmpty()
                || attestation.isEmpty()
                || !Certificates.lists(owner.get(), attestation.get().prefixes())
                || !algorithm.verifies(
                        owner.get().getPublicKey(),
                        attestation.get().signedBytes(),
                        attestation.get().signature())) {
            reject(asn, "the address attestation or the certificate of its owner does not verify");
            return;
        }
        Instant certified = owner.get().getNotAfter().toInstant();
        Instant attested = Instant.ofEpochSecond(attestation.get().notAfter());
        addresses.put(
                asn,
                new Extracts.Addresses(
                        asn, attestation.get().prefixes(), attested.isBefore(certified) ? attested : certified));
    }

    private void reject(long asn, String reason) {
        rejected.add("AS" + asn + ": " + reason);
    }
}
