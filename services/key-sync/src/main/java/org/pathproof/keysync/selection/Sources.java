// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.observation.FollowedSource;
import org.pathproof.keysync.observation.LossHold;
import org.pathproof.keysync.observation.ObjectRefusals;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.Combination;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.keysync.settings.SourceSettings;
import org.pathproof.keysync.source.CertificateSource;
import org.pathproof.keysync.source.Source;
import org.pathproof.keysync.source.SourceOpener;
import org.pathproof.rpki.RpkiSnapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All sources. Caches and files are alternatives, from which {@link SourceGroups} makes the data. Router certificates
 * are added to it. One thread calls {@link #read}.
 */
public final class Sources implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Sources.class);

    private final List<FollowedSource> alternatives;
    private final @Nullable FollowedSource certificates;
    private final List<FollowedSource> all;
    private final SourceGroups groups;
    private final SourceUnion union = new SourceUnion();

    /**
     * The sources at one moment.
     *
     * @param states state of each source, in the order of {@link #all}
     * @param basis data of the chosen sources, without those of certificates; null if there is none
     * @param result data to write, with the times of the chosen sources; null if no data are complete
     * @param name names of the chosen sources; empty if there is none
     * @param expired true if the data of the chosen sources have expired
     */
    public record Round(
            List<SourceState> states,
            @Nullable RpkiSnapshot basis,
            Source.@Nullable Reading result,
            String name,
            boolean expired) {}

    /**
     * Opens the sources.
     *
     * @param onChange called on any thread after a change of a cache
     */
    public Sources(KeySyncSettings settings, CertificateSettings certificateSettings, Clock clock, Runnable onChange) {
        alternatives = follow(settings, clock, onChange);
        certificates = certificateSettings.isUsed()
                ? new FollowedSource(new CertificateSource(certificateSettings, settings.poll(), clock), 0, null, true)
                : null;
        List<FollowedSource> opened = new ArrayList<>(alternatives);
        if (certificates != null) {
            opened.add(certificates);
        }
        if (opened.isEmpty()) {
            log.warn(
                    getMarker("rpki-sources-missing"),
                    "No source of RPKI data: set pathproof.key-sync.caches, sources, file or certificates.paths");
        }
        all = List.copyOf(opened);
        groups = new SourceGroups(
                settings.combine(),
                settings.failover(),
                alternatives.stream().map(FollowedSource::group).toList());
    }

    /** Opens and follows the alternatives, in the order of the settings. */
    static List<FollowedSource> follow(KeySyncSettings settings, Clock clock, Runnable onChange) {
        SourceOpener opener = new SourceOpener(settings, clock, onChange);
        List<SourceSettings> wanted = settings.allSources();
        List<FollowedSource> opened = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            SourceSettings each = wanted.get(i);
            int position = settings.combine() == Combination.UNION ? 1 : i + 1;
            opened.add(new FollowedSource(
                    opener.open(each),
                    each.group() == 0 ? position : each.group(),
                    lossHold(settings, each),
                    settings.acceptEmpty()));
        }
        return opened;
    }

    private static LossHold lossHold(KeySyncSettings settings, SourceSettings source) {
        return new LossHold(
                Objects.requireNonNullElse(source.lossHold(), settings.lossHold()),
                source.lossShare() == 0 ? settings.lossShare() : source.lossShare());
    }

    /** Returns all sources: the alternatives in the order of the settings, then the certificates. */
    public List<FollowedSource> all() {
        return all;
    }

    /** Returns the router certificates; empty if none are configured. */
    public Optional<CertificateSource> certificates() {
        return Optional.ofNullable(certificates).map(FollowedSource::source).map(CertificateSource.class::cast);
    }

    /** Returns the earliest time at which the data of a source change by themselves. */
    public Optional<Instant> nextChange() {
        return all.stream()
                .map(followed -> followed.source().nextChange())
                .filter(Objects::nonNull)
                .min(Instant::compareTo);
    }

    /** Reads all sources, and combines their data. */
    public Round read(Instant now) {
        List<FollowedSource.Observed> observed =
                all.stream().map(source -> source.observe(now)).toList();
        List<Source.Reading> readings =
                observed.stream().map(FollowedSource.Observed::reading).toList();
        SourceGroups.Choice choice = groups.choose(readings.subList(0, alternatives.size()), now);
        List<SourceState> states = new ArrayList<>();
        for (int i = 0; i < readings.size(); i++) {
            boolean added = all.get(i) == certificates;
            boolean used = choice.used().contains(i) || added && readings.get(i).data() != null;
            states.add(new SourceState(
                    all.get(i).name(),
                    readings.get(i),
                    used,
                    added,
                    observed.get(i).held()));
        }
        return new Round(
                states,
                choice.result() == null ? null : choice.result().data(),
                combined(choice.result(), readings),
                choice.used().stream().map(i -> all.get(i).name()).collect(Collectors.joining(", ")),
                choice.result() != null && choice.result().hasExpired(now));
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

    /** Returns the number of refused router keys of the sources in use. */
    public int refusedKeys(Round round) {
        return inUse(round).mapToInt(FollowedSource::refusedKeys).sum();
    }

    /** Returns the first 20 refused objects of the sources in use, each with its source and the reason. */
    public List<String> refusals(Round round) {
        return inUse(round)
                .flatMap(
                        source -> source.refusedObjectsListed().stream().map(refusal -> source.name() + ": " + refusal))
                .limit(ObjectRefusals.MAX_LISTED)
                .toList();
    }

    private Stream<FollowedSource> inUse(Round round) {
        return IntStream.range(0, all.size())
                .filter(i -> round.states().get(i).chosen())
                .mapToObj(all::get);
    }

    @Override
    public void close() {
        all.forEach(FollowedSource::close);
    }
}
