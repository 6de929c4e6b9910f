// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop.repository;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.cert.X509CertificateHolder;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** The files of one authority: one for each RPKI object, certificates of other authorities, a CRL and a manifest. */
final class PublicationPoint {
    private final Authority authority;
    private final AspaProfile aspaProfile;
    private final SortedMap<String, PublishedFile> certificates = new TreeMap<>();
    private final Map<RpkiObject, Product> products = new LinkedHashMap<>();
    private final Set<BigInteger> revoked = new TreeSet<>();
    private long lastManifest;
    private long lastFile;

    /** A file of an object, with the serial number of its certificate. */
    private record Product(String name, PublishedFile file, BigInteger serial) {}

    PublicationPoint(Authority authority, AspaProfile aspaProfile) {
        this.authority = authority;
        this.aspaProfile = aspaProfile;
    }

    /** Adds the certificate of an authority below this one. */
    void add(Authority subordinate, Instant time) {
        certificates.put(subordinate.name() + ".cer", new PublishedFile(Bytes.wrap(subordinate.certificate()), time));
    }

    /**
     * Issues files for new objects, revokes the files of removed objects, and returns all files by name.
     *
     * @param time time of this publication, later than that of any earlier one
     */
    SortedMap<String, PublishedFile> publish(Collection<RpkiObject> objects, Instant time) {
        products.entrySet().removeIf(entry -> {
            boolean gone = !objects.contains(entry.getKey());
            return gone && revoked.add(entry.getValue().serial());
        });
        for (RpkiObject object : objects) {
            products.computeIfAbsent(object, added -> issue(added, time));
        }
        SortedMap<String, PublishedFile> files = new TreeMap<>(certificates);
        products.values().forEach(product -> files.put(product.name(), product.file()));
        Validity validity = Validity.issuedAt(time);
        lastManifest++;
        files.put(
                authority.crlName(),
                new PublishedFile(Bytes.wrap(authority.crl(lastManifest, validity, revoked)), time));
        SignedFile manifest = sign(
                authority.manifestName(),
                Oids.MANIFEST,
                Contents.manifest(lastManifest, validity, files),
                Resources.inherited(),
                validity);
        files.put(authority.manifestName(), new PublishedFile(manifest.bytes(), time));
        return files;
    }

    private Product issue(RpkiObject object, Instant time) {
        lastFile++;
        Validity validity = Validity.issuedAt(time);
        return switch (object) {
            case Vrp vrp ->
                product(
                        "roa-" + lastFile + ".roa",
                        Oids.ROA,
                        Contents.roa(vrp),
                        Resources.of(vrp.prefix()),
                        validity,
                        time);
            case Aspa aspa ->
                product(
                        "aspa-" + lastFile + ".asa",
                        Oids.ASPA,
                        Contents.aspa(aspa, aspaProfile),
                        Resources.of(aspa.customer()),
                        validity,
                        time);
            case RouterKey key -> {
                X509CertificateHolder certificate = authority.issue(CertificateDraft.router(key), validity);
                yield new Product(
                        "router-" + lastFile + ".cer",
                        new PublishedFile(encoded(certificate), time),
                        certificate.getSerialNumber());
            }
        };
    }

    private Product product(
            String name,
            ASN1ObjectIdentifier type,
            ASN1Encodable content,
            Resources resources,
            Validity validity,
            Instant time) {
        SignedFile signed = sign(name, type, content, resources, validity);
        return new Product(name, new PublishedFile(signed.bytes(), time), signed.serial());
    }

    private record SignedFile(Bytes bytes, BigInteger serial) {}

    /** Signs a content with a key of its own, which is used once (RFC 6487 section 3). */
    private SignedFile sign(
            String file, ASN1ObjectIdentifier type, ASN1Encodable content, Resources resources, Validity validity) {
        KeyPair keys = Keys.generate();
        X509CertificateHolder certificate = authority.issue(
                CertificateDraft.signer("signer of " + file, Keys.publicKey(keys), resources, authority.uri(file)),
                validity);
        return new SignedFile(
                Bytes.wrap(SignedObject.sign(type, content, certificate, keys.getPrivate())),
                certificate.getSerialNumber());
    }

    private static Bytes encoded(X509CertificateHolder certificate) {
        try {
            return Bytes.wrap(certificate.getEncoded());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
