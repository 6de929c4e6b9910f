// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.source;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.certificates.RouterCertificateValidator;
import org.pathproof.rpki.certificates.RouterCertificates;
import org.pathproof.rpki.certificates.RouterCertificates.Accepted;
import org.pathproof.rpki.certificates.RouterCertificates.Refusal;
import org.pathproof.rpki.provenance.RefusedObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Router keys of certificates in files (RFC 8209). Changed files are read again within the poll interval. {@link
 * #nextChange} is the time at which the keys change by themselves. The source logs each refusal, stale CRL and
 * approaching expiry once.
 */
public final class CertificateSource implements Source {
    static final String NAME = "router-certificates";

    private static final Logger log = LoggerFactory.getLogger(CertificateSource.class);
    private static final int MAX_LISTED = 20; // maximum number of entries of each kind in the log and in the health

    private final CertificateFiles anchors;
    private final CertificateFiles files;
    private final boolean crlRequired;
    private final Duration warnBefore;
    private final Duration poll;
    private final Clock clock;
    private Instant nextPoll = Instant.MIN;
    private boolean filesChanged = true; // files have changed since the last validation
    private @Nullable Instant confirmed;
    private @Nullable String problem = "the files were not read yet";
    private @Nullable RouterCertificateValidator validator;
    private @Nullable RpkiSnapshot data;
    private volatile @Nullable RouterCertificates certificates;
    private final Set<Object> reported = new HashSet<>();

    /** Creates a source; {@code poll} is the interval of its checks for changed files. */
    public CertificateSource(CertificateSettings settings, Duration poll, Clock clock) {
        this.anchors = new CertificateFiles(settings.anchorPaths());
        this.files = new CertificateFiles(settings.contentPaths());
        this.crlRequired = settings.crlRequired();
        this.warnBefore = settings.warnBefore();
        this.poll = poll;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String kind() {
        return "certificates";
    }

    @Override
    public int refused() {
        RouterCertificates current = certificates;
        return current == null ? 0 : current.refusals().size();
    }

    @Override
    public List<RefusedObject> refusals() {
        RouterCertificates current = certificates;
        return current == null
                ? List.of()
                : current.refusals().stream()
                        .limit(MAX_LISTED)
                        .map(refusal -> new RefusedObject(refusal.file(), refusal.reason()))
                        .toList();
    }

    @Override
    public synchronized Reading read() {
        Instant now = clock.instant();
        if (!now.isBefore(nextPoll)) {
            nextPoll = now.plus(poll);
            pollFiles(now);
        }
        Instant change = nextChange();
        RouterCertificateValidator current = validator;
        if (current != null && change != null && !now.isBefore(change)) {
            accept(current.at(now));
        }
        report(now);
        return new Reading(data, confirmed, null, problem);
    }

    private void pollFiles(Instant now) {
        try {
            filesChanged |= anchors.poll();
            filesChanged |= files.poll();
            if (filesChanged) {
                validate(now);
                filesChanged = false;
            }
            confirmed = now;
            problem = null;
        } catch (IOException | RuntimeException e) { // a defect of one file must not stop the other sources
            String why = "router certificates: " + e.getMessage();
            if (!why.equals(problem)) {
                log.error(
                        getMarker("router-certificates-unreadable"),
                        "router certificates: problem=\"{}\" state=\"the earlier certificates stay in use\"",
                        why);
            }
            problem = why;
        }
    }

    private void validate(Instant now) {
        RouterCertificateValidator next =
                new RouterCertificateValidator(anchors.content(), files.content(), crlRequired);
        if (validator != null) {
            next.reuse(validator);
        }
        RouterCertificates result = next.at(now);
        validator = next;
        accept(result);
    }

    private void accept(RouterCertificates next) {
        certificates = next;
        RpkiSnapshot keys = RpkiSnapshot.of(0, new Serial(0), next.routerKeys());
        if (data == null || !data.sameData(keys)) {
            data = keys;
            log.info(
                    "router certificates: accepted={} keys={} refused={}",
                    next.accepted().size(),
                    keys.allRouterKeys().size(),
                    next.refusals().size());
        }
    }

    /** Logs what was not reported before. Entries that disappeared may be reported again. */
    private void report(Instant now) {
        RouterCertificates current = certificates;
        if (current == null) {
            return;
        }
        List<Accepted> expiring = expiring(now);
        for (Refusal refusal : newOnes(current.refusals())) {
            log.warn(
                    getMarker("router-certificate-refused"),
                    "router certificate refused: file={} problem=\"{}\"",
                    refusal.file(),
                    refusal.reason());
        }
        for (Refusal stale : newOnes(current.staleCrls())) {
            log.warn(getMarker("crl-stale"), "stale CRL in use: file={} problem=\"{}\"", stale.file(), stale.reason());
        }
        for (Accepted each : newOnes(expiring)) {
            log.warn(
                    getMarker("router-certificate-expiring"),
                    "router certificate or its chain expires soon: file={} certificate=\"{}\" expires={}",
                    each.file(),
                    each.name(),
                    each.expires());
        }
        reported.clear();
        reported.addAll(current.refusals());
        reported.addAll(current.staleCrls());
        reported.addAll(expiring);
    }

    private <T> List<T> newOnes(List<T> all) {
        return all.stream()
                .filter(each -> !reported.contains(each))
                .limit(MAX_LISTED)
                .toList();
    }

    private List<Accepted> expiring(Instant now) {
        RouterCertificates current = certificates;
        return current == null ? List.of() : current.expiringBefore(now.plus(warnBefore));
    }

    @Override
    public @Nullable Instant nextChange() {
        RouterCertificates current = certificates;
        return current == null ? null : current.nextChange();
    }

    /** Returns the state for health and metrics. */
    public CertificateState state() {
        RouterCertificates current = certificates;
        List<Accepted> expiring = expiring(clock.instant());
        return current == null
                ? CertificateState.NONE
                : new CertificateState(
                        current.accepted().size(),
                        current.refusals().size(),
                        expiring.size(),
                        current.staleCrls().size(),
                        current.firstExpiry(),
                        firstOf(current.refusals()),
                        firstOf(current.staleCrls()),
                        firstOf(expiring.stream().map(CertificateSource::words).toList()));
    }

    private static String words(Accepted certificate) {
        return certificate.file() + ": " + certificate.name() + " expires at " + certificate.expires();
    }

    private static List<String> firstOf(List<?> all) {
        return all.stream().limit(MAX_LISTED).map(Object::toString).toList();
    }

    /**
     * State of the router certificates.
     *
     * @param expiring number of accepted certificates that expire within the time of warning
     * @param firstExpiry earliest expiry of an accepted certificate; empty if there is none
     * @param refusals first 20 refused files, with reasons
     * @param stale first 20 stale CRLs
     * @param warnings first 20 certificates that expire soon
     */
    public record CertificateState(
            int accepted,
            int refused,
            int expiring,
            int staleCrls,
            Optional<Instant> firstExpiry,
            List<String> refusals,
            List<String> stale,
            List<String> warnings) {
        public static final CertificateState NONE =
                new CertificateState(0, 0, 0, 0, Optional.empty(), List.of(), List.of(), List.of());
    }

    @Override
    public void close() {
        log.debug("router certificates no longer watched");
    }
}
