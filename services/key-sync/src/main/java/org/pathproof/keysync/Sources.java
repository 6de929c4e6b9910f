// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.slf4j.MarkerFactory.getMarker;

import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All sources. Caches and the file are alternatives, of which {@link SourceChoice} selects one. Router certificates are
 * added to its data. One thread calls {@link #read}.
 */
final class Sources implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Sources.class);

    private final List<Source> alternatives;
    private final @Nullable CertificateSource certificates;
    private final List<Source> all;
    private final List<SourceChurn> churn;
    private final SourceChoice choice;
    private final SourceUnion union = new SourceUnion();

    /**
     * The sources at one moment.
     *
     * @param states state of each source, in the order of {@link #all}
     * @param result data to write, with the times of the chosen source; null if no data are complete
     * @param name name of the chosen source; empty if there is none
     * @param expired true if the data of the chosen source have expired
     */
    record Round(
            List<KeySyncState.SourceState> states, Source.@Nullable Reading result, String name, boolean expired) {}

    /**
     * Opens the sources.
     *
     * @param onChange called on any thread after a change of a cache
     */
    Sources(KeySyncSettings settings, CertificateSettings certificateSettings, Clock clock, Runnable onChange) {
        List<Source> opened = new ArrayList<>();
        for (String cache : settings.caches()) {
            opened.add(new CacheSource(cacheSettings(settings, cache), onChange));
        }
        if (!settings.file().isEmpty()) {
            opened.add(new FileSource(Path.of(settings.file()), settings.poll(), settings.bounds(), clock));
        }
        alternatives = List.copyOf(opened);
        certificates = certificateSettings.isUsed()
                ? new CertificateSource(certificateSettings, settings.poll(), clock)
                : null;
        if (certificates != null) {
            opened.add(certificates);
        }
        if (opened.isEmpty()) {
            log.warn(
                    getMarker("rpki-sources-missing"),
                    "No source of RPKI data: set pathproof.key-sync.caches or pathproof.key-sync.file");
        }
        all = List.copyOf(opened);
        churn = opened.stream().map(_ -> new SourceChurn()).toList();
        choice = new SourceChoice(settings.failover());
    }

    private static RtrClientSettings cacheSettings(KeySyncSettings settings, String text) {
        RtrClientSettings plain = KeySyncSettings.cache(text);
        try {
            return new RtrClientSettings(
                    plain.host(),
                    plain.port(),
                    settings.minVersion(),
                    settings.maxVersion(),
                    plain.reconnect(),
                    plain.retryLimit(),
                    settings.bounds(),
                    settings.tls() ? SSLContext.getDefault() : null);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the JVM has no TLS context", e);
        }
    }

    List<Source> all() {
        return all;
    }

    /** Returns the changes of each source, in the order of {@link #all}. */
    List<SourceChurn> churn() {
        return churn;
    }

    /** Returns the router certificates; empty if none are configured. */
    Optional<CertificateSource> certificates() {
        return Optional.ofNullable(certificates);
    }

    /** Returns the earliest time at which the data of a source change by themselves. */
    Optional<Instant> nextChange() {
        return all.stream().map(Source::nextChange).filter(Objects::nonNull).min(Instant::compareTo);
    }

    /** Reads all sources, and combines their data. */
    Round read(Instant now) {
        List<Source.Reading> readings = all.stream().map(Source::read).toList();
        for (int i = 0; i < readings.size(); i++) {
            churn.get(i).observe(readings.get(i).data());
        }
        int chosen = choice.choose(readings.subList(0, alternatives.size()), now);
        List<KeySyncState.SourceState> states = new ArrayList<>();
        for (int i = 0; i < readings.size(); i++) {
            boolean added = all.get(i) == certificates;
            boolean used = i == chosen || added && readings.get(i).data() != null;
            states.add(new KeySyncState.SourceState(all.get(i).name(), readings.get(i), used, added));
        }
        Source.Reading basis = chosen < 0 ? null : readings.get(chosen);
        return new Round(
                states,
                combined(basis, readings),
                chosen < 0 ? "" : all.get(chosen).name(),
                basis != null && basis.hasExpired(now));
    }

    /**
     * Returns the chosen data with the keys of certificates. Returns null before all of them are complete, because an
     * incomplete set would make paths NOT_VALID.
     */
    private Source.@Nullable Reading combined(Source.@Nullable Reading basis, List<Source.Reading> readings) {
        if (certificates == null) {
            return basis;
        }
        Source.Reading added = readings.getLast();
        if (alternatives.isEmpty()) {
            return added;
        }
        if (basis == null || basis.data() == null || added.data() == null) {
            return null;
        }
        return new Source.Reading(
                union.of(List.of(basis.data(), added.data())), basis.confirmed(), basis.expires(), basis.problem());
    }

    @Override
    public void close() {
        all.forEach(Source::close);
    }
}
