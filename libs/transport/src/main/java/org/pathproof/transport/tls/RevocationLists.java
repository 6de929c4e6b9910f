// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CRLException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Certificate revocation lists (RFC 5280 section 5) of a PEM file. The newest list of an issuer that is in force and
 * has the issuer's signature decides about the issuer's certificates. Lists are never fetched from the network.
 *
 * <p>A stale list, whose nextUpdate has passed, remains in use. If lists are required, certificates of an issuer
 * without a list, or with a stale one, are refused. Thread-safe.
 */
public final class RevocationLists {
    /** No lists: nothing is revoked. */
    public static final RevocationLists NONE = new RevocationLists("", List.of(), false);

    private static final long MAX_FILE_BYTES = 64L * 1024 * 1024;
    private static final String BEGIN = "-----BEGIN ";
    private static final String TYPE = "X509 CRL";
    private static final String DASHES = "-----";
    private static final int CRL_SIGN = 6; // index in X509Certificate.getKeyUsage
    /** Tolerated difference of clocks at the begin of a list. */
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    private final String file;
    private final List<Listed> lists;
    private final boolean required;

    /**
     * A list of an issuer.
     *
     * @param verifiedBy keys of the issuer that verified the signature
     */
    private record Listed(X509CRL list, X500Principal issuer, Set<PublicKey> verifiedBy) {
        boolean isSignedBy(PublicKey key) {
            if (verifiedBy.contains(key)) {
                return true;
            }
            try {
                list.verify(key);
            } catch (GeneralSecurityException e) {
                return false; // another key of an issuer with this name
            }
            verifiedBy.add(key);
            return true;
        }

        Instant begin() {
            return list.getThisUpdate().toInstant();
        }

        Instant nextUpdate() {
            return list.getNextUpdate().toInstant();
        }
    }

    /**
     * The reason against a certificate.
     *
     * @param reason REVOKED, or UNDETERMINED_REVOCATION_STATUS without a required list
     * @param text words for an operator
     */
    public record Refusal(BasicReason reason, String text) {}

    private RevocationLists(String file, List<Listed> lists, boolean required) {
        this.file = file;
        this.lists = List.copyOf(lists);
        this.required = required;
    }

    /**
     * Reads a file. Text outside of PEM blocks is ignored.
     *
     * @param required true to refuse certificates of issuers without a list, or with a stale list
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a list is unusable; the message names the file and the issuer
     */
    public static RevocationLists read(Path file, boolean required) throws IOException {
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IllegalArgumentException(file + ": more than " + MAX_FILE_BYTES + " bytes");
        }
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        List<Listed> lists = new ArrayList<>();
        for (int begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, begin + 1)) {
            int content = begin + BEGIN.length() + TYPE.length() + DASHES.length();
            int end = text.indexOf(DASHES + "END " + TYPE + DASHES, begin);
            if (!text.startsWith(TYPE + DASHES, begin + BEGIN.length()) || end < content) {
                throw new IllegalArgumentException(file + ": expected CRLs in PEM (" + BEGIN + TYPE + DASHES + ")");
            }
            lists.add(listed(file, text.substring(content, end)));
        }
        if (lists.isEmpty()) {
            throw new IllegalArgumentException(
                    file + ": no CRL in PEM (convert one in DER with openssl crl -inform DER -in FILE)");
        }
        return new RevocationLists(file.toString(), lists, required);
    }

    private static Listed listed(Path file, String base64) {
        X509CRL list;
        try {
            byte[] der = Base64.getMimeDecoder().decode(base64);
            list = (X509CRL) CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(der));
        } catch (CRLException | CertificateException | IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": not a CRL: " + e.getMessage(), e);
        }
        X500Principal issuer = list.getIssuerX500Principal();
        Set<String> critical = list.getCriticalExtensionOIDs();
        if (critical != null && !critical.isEmpty()) {
            throw new IllegalArgumentException(file + ": the CRL of " + issuer + " has the critical extensions "
                    + critical + ": delta and partitioned CRLs are not supported (RFC 5280 section 5.2)");
        }
        if (list.getNextUpdate() == null) {
            throw new IllegalArgumentException(
                    file + ": the CRL of " + issuer + " has no nextUpdate (RFC 5280 section 5.1.2.5)");
        }
        return new Listed(list, issuer, ConcurrentHashMap.newKeySet());
    }

    /**
     * Returns the reason to end a connection whose peer has a verified certificate; empty if there is none. A list that
     * becomes stale ends no connection: it refuses new ones alone.
     *
     * @param chain certificate of the peer, then its issuers
     */
    public Optional<CertificateEnded> ended(
            List<X509Certificate> chain, Collection<X509Certificate> authorities, Instant now) {
        X509Certificate own = chain.getFirst();
        Instant expiry = own.getNotAfter().toInstant();
        if (!now.isBefore(expiry)) {
            return Optional.of(new CertificateEnded(
                    CertificateEnded.Kind.EXPIRED,
                    "certificate of " + own.getSubjectX500Principal() + " expired: " + expiry));
        }
        Refusal refusal = refusal(chain, authorities, now);
        return refusal == null || refusal.reason() != BasicReason.REVOKED
                ? Optional.empty()
                : Optional.of(new CertificateEnded(CertificateEnded.Kind.REVOKED, refusal.text()));
    }

    /** Returns the earliest nextUpdate of the newest list of each issuer; empty without lists. */
    public Optional<Instant> nextUpdate() {
        return newest().stream().map(Listed::nextUpdate).min(Comparator.naturalOrder());
    }

    /** Returns a problem for each issuer whose newest list is stale, or not yet in force. */
    public List<String> problems(Instant now) {
        List<String> problems = new ArrayList<>();
        for (Listed each : newest()) {
            if (each.nextUpdate().isBefore(now)) {
                problems.add(stale(each));
            } else if (!isInForce(each, now)) {
                problems.add(
                        "CRL " + file + " of " + each.issuer() + " begins in the future: thisUpdate " + each.begin());
            }
        }
        return problems;
    }

    private String stale(Listed list) {
        return "CRL " + file + " of " + list.issuer() + " is stale: nextUpdate " + list.nextUpdate()
                + (required ? ", its certificates are refused" : ", it remains in use") + ": install a newer one";
    }

    private List<Listed> newest() {
        return lists.stream()
                .filter(each -> lists.stream()
                        .noneMatch(other -> other.issuer().equals(each.issuer())
                                && other.begin().isAfter(each.begin())))
                .toList();
    }

    private static boolean isInForce(Listed list, Instant now) {
        return !list.begin().isAfter(now.plus(CLOCK_SKEW));
    }

    /**
     * Checks a certificate.
     *
     * @param issuerKeys keys of the certificate's issuer
     * @return the reason to refuse the certificate; null if there is none
     */
    @Nullable
    Refusal refusal(X509Certificate certificate, Collection<PublicKey> issuerKeys, Instant now) {
        if (this == NONE) {
            return null;
        }
        X500Principal issuer = certificate.getIssuerX500Principal();
        Listed list = lists.stream()
                .filter(each -> each.issuer().equals(issuer) && isInForce(each, now))
                .filter(each -> issuerKeys.stream().anyMatch(each::isSignedBy))
                .max(Comparator.comparing(Listed::begin))
                .orElse(null);
        if (list == null) {
            return required ? undetermined(file + " has no CRL in force with the signature of " + issuer) : null;
        }
        X509CRLEntry entry = list.list().getRevokedCertificate(certificate.getSerialNumber());
        if (entry != null) {
            return new Refusal(BasicReason.REVOKED, revoked(certificate, entry, issuer));
        }
        return required && list.nextUpdate().isBefore(now) ? undetermined(stale(list)) : null;
    }

    private String revoked(X509Certificate certificate, X509CRLEntry entry, X500Principal issuer) {
        return "certificate of " + certificate.getSubjectX500Principal() + " is revoked: serial "
                + certificate.getSerialNumber().toString(16) + ", since "
                + entry.getRevocationDate().toInstant()
                + (entry.getRevocationReason() == null ? "" : ", reason " + entry.getRevocationReason()) + " (CRL "
                + file + " of " + issuer + ")";
    }

    private static Refusal undetermined(String text) {
        return new Refusal(BasicReason.UNDETERMINED_REVOCATION_STATUS, text);
    }

    /**
     * Checks a chain whose certificates are verified.
     *
     * @param chain certificate of the peer, then those of its issuers
     * @return the first reason to refuse a certificate of the chain; null if there is none
     */
    @Nullable
    Refusal refusal(List<X509Certificate> chain, Collection<X509Certificate> authorities, Instant now) {
        for (int i = 0; i < chain.size(); i++) {
            X509Certificate issuer = i + 1 < chain.size() ? chain.get(i + 1) : null;
            Refusal refusal = refusal(chain.get(i), issuerKeys(chain.get(i), issuer, authorities), now);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private static Set<PublicKey> issuerKeys(
            X509Certificate certificate, @Nullable X509Certificate issuer, Collection<X509Certificate> authorities) {
        return Stream.concat(Stream.ofNullable(issuer), authorities.stream())
                .filter(each -> each.getSubjectX500Principal().equals(certificate.getIssuerX500Principal()))
                .filter(RevocationLists::maySignLists)
                .map(X509Certificate::getPublicKey)
                .collect(Collectors.toSet());
    }

    /** RFC 5280 section 6.3.3 (f): a key usage, if there is one, has cRLSign. */
    private static boolean maySignLists(X509Certificate authority) {
        boolean[] usage = authority.getKeyUsage();
        return usage == null || usage[CRL_SIGN];
    }

    /** Returns the check of these lists for the validation of a path (RFC 5280 section 6.1). */
    public PKIXCertPathChecker checker(Collection<X509Certificate> authorities) {
        return new Checker(this, List.copyOf(authorities));
    }

    /** Visits the certificates of a path from the authority to the peer. */
    private static final class Checker extends PKIXCertPathChecker {
        private final RevocationLists lists;
        private final List<X509Certificate> authorities;
        private @Nullable X509Certificate issuer;

        Checker(RevocationLists lists, List<X509Certificate> authorities) {
            this.lists = lists;
            this.authorities = authorities;
        }

        @Override
        public void init(boolean forward) throws CertPathValidatorException {
            if (forward) {
                throw new CertPathValidatorException("CRLs are checked from the authority to the peer");
            }
            issuer = null;
        }

        @Override
        public boolean isForwardCheckingSupported() {
            return false;
        }

        @Override
        public @Nullable Set<String> getSupportedExtensions() {
            return null;
        }

        @Override
        public void check(Certificate certificate, Collection<String> unresolved) throws CertPathValidatorException {
            X509Certificate checked = (X509Certificate) certificate;
            Refusal refusal = lists.refusal(checked, issuerKeys(checked, issuer, authorities), Instant.now());
            issuer = checked;
            if (refusal != null) {
                throw new CertPathValidatorException(refusal.text(), null, null, -1, refusal.reason());
            }
        }
    }
}
