// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.slf4j.MarkerFactory.getMarker;

import io.lettuce.core.ScriptOutputType;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.provenance.ReportJson;
import org.pathproof.rpki.provenance.SourcesReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the RPKI set to Redis. Not thread-safe. A method that accesses Redis throws io.lettuce.core.RedisException
 * when Redis is unreachable; the next call reconnects.
 *
 * <p>A change is appended to the stream. A new snapshot is written after 256 changes, or when the changes since the
 * last snapshot exceed both 64 KiB and a quarter of its size. So the usual cost of a changed key does not depend on the
 * size of the RPKI.
 *
 * <p>Serials of a session never decrease while this writer exists. After a crash, Redis may be empty or lack its last
 * changes. The next serial then follows the highest serial that this writer has seen. An unreadable set, with missing
 * or damaged keys, is replaced.
 */
public final class RedisRpkiRepository implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisRpkiRepository.class);
    private static final int PART_SIZE = 1 << 18;
    private static final int MAX_CHANGES = 512;
    private static final int CHANGES_PER_SNAPSHOT = 256;
    private static final int LARGEST_CHANGE = 1 << 22;
    /** Maximum difference of set sizes, in objects, for a written change. Above it, only the new set is written. */
    private static final int LARGE_DIFFERENCE = 500_000;

    private static final Duration UNFINISHED_SNAPSHOT = Duration.ofMinutes(10);

    private final RpkiKeys keys = RpkiKeys.DEFAULT;
    private final RpkiConnection connection;
    private @Nullable RpkiSnapshot published;
    private @Nullable RpkiSnapshot newest; // the set with the highest serial of this session
    private long snapshotSize;
    private long sizeSinceSnapshot;
    private int changesSinceSnapshot = CHANGES_PER_SNAPSHOT; // the true number is unknown: take the maximum

    /** The result of a write. */
    public enum Outcome {
        /** The data has a new serial. */
        PUBLISHED,
        /** The data is unchanged and confirmed as current. */
        CONFIRMED,
        /** Another process holds the lease, or the lease has expired. Nothing was written. */
        NOT_LEADER
    }

    /**
     * Creates a repository.
     *
     * @param uri for example {@code redis://host:6379/0}
     */
    public RedisRpkiRepository(String uri) {
        this(RedisAddress.of(uri));
    }

    /** Creates a repository. */
    public RedisRpkiRepository(RedisAddress address) {
        connection = new RpkiConnection(address, keys);
    }

    /** Acquires the lease for the given time. Empty if another process holds it. */
    public Optional<Lease> acquire(String owner, Duration time) {
        Long token = eval(
                RpkiScripts.ACQUIRE,
                ScriptOutputType.INTEGER,
                new String[] {keys.lease(), keys.fence(), keys.head()},
                bytes(owner),
                bytes(time.toMillis()));
        return token == null || token == 0 ? Optional.empty() : Optional.of(new Lease(owner, token));
    }

    /** Extends the lease by the given time. Returns false if it is no longer held. */
    public boolean renew(Lease lease, Duration time) {
        Long done = eval(
                RpkiScripts.RENEW,
                ScriptOutputType.INTEGER,
                new String[] {keys.lease()},
                bytes(lease.value()),
                bytes(time.toMillis()));
        return Objects.equals(done, 1L);
    }

    /** Releases the lease, so that a standby need not wait for its expiry. */
    public void release(Lease lease) {
        eval(RpkiScripts.RELEASE, ScriptOutputType.INTEGER, new String[] {keys.lease()}, bytes(lease.value()));
    }

    /** Writes the report about the sources. Returns false if the lease is no longer held. */
    public boolean report(Lease lease, SourcesReport report) {
        Long done = eval(
                RpkiScripts.REPORT,
                ScriptOutputType.INTEGER,
                new String[] {keys.lease(), keys.head(), keys.sources()},
                bytes(lease.value()),
                bytes(lease.token()),
                ReportJson.encode(report));
        return Objects.equals(done, 1L);
    }

    /** Returns the set that this repository last wrote or read. */
    public Optional<RpkiSet> published() {
        return Optional.ofNullable(published);
    }

    /**
     * Makes the data of {@code wanted} the set in force. The serial of {@code wanted} is ignored.
     *
     * @param expires end of the Expire Interval of the source in use; null for never
     */
    public Outcome publish(Lease lease, RpkiSet wanted, @Nullable Instant expires) {
        return publish(lease, wanted, expires, Instant.now());
    }

    /**
     * Publishes as {@link #publish(Lease, RpkiSet, Instant)}.
     *
     * @param confirmed time at which a source last confirmed the set as current
     */
    public Outcome publish(Lease lease, RpkiSet wanted, @Nullable Instant expires, Instant confirmed) {
        String updated = Long.toString(confirmed.toEpochMilli());
        for (int attempt = 0; attempt < 5; attempt++) {
            RpkiSnapshot base = published == null ? load() : published;
            String outcome;
            if (base == null) {
                outcome = begin(lease, wanted, expires, updated);
            } else if (Math.abs(base.size() - size(wanted)) > LARGE_DIFFERENCE) {
                RpkiSnapshot after = RpkiSnapshot.renumbered(wanted, base.sessionId(), serialAfter(base));
                outcome = write(
                        lease, Expected.of(base), new RpkiChange(after, List.of(), List.of()), expires, updated, true);
            } else {
                RpkiChange change =
                        RpkiSnapshot.change(base, RpkiSnapshot.renumbered(wanted, base.sessionId(), serialAfter(base)));
                boolean isBehind = newest != null && isBehind(base, newest);
                if (change.announced().isEmpty() && change.withdrawn().isEmpty() && !isBehind) {
                    outcome = confirm(lease, base, expires, updated);
                    if (outcome.equals("ok")) {
                        return Outcome.CONFIRMED;
                    }
                } else {
                    outcome = write(lease, Expected.of(base), change, expires, updated, isBehind);
                }
            }
            switch (outcome) {
                case "ok" -> {
                    return Outcome.PUBLISHED;
                }
                case "lease" -> {
                    published = null;
                    return Outcome.NOT_LEADER;
                }
                default -> published = null; // Redis has no set, or another set than the published one
            }
        }
        throw new IllegalStateException(
                "the RPKI set in Redis changed five times while this writer held the lease: check that only one key-sync writes to it");
    }

    /** Writes a complete set if Redis has none or an unreadable one. */
    private String begin(Lease lease, RpkiSet wanted, @Nullable Instant expires, String updated) {
        Head unreadable = connection.call(RpkiStore::head);
        RpkiSnapshot known = newest;
        RpkiSnapshot first;
        if (known != null && (unreadable == null || unreadable.session() == known.sessionId())) {
            Serial found = unreadable == null ? known.serial() : unreadable.serial();
            Serial highest = found.isAfter(known.serial()) ? found : known.serial();
            first = RpkiSnapshot.renumbered(wanted, known.sessionId(), highest.next());
        } else if (unreadable != null) {
            first = RpkiSnapshot.renumbered(
                    wanted, unreadable.session(), unreadable.serial().next());
        } else {
            first = RpkiSnapshot.renumbered(wanted, new SecureRandom().nextInt(0x10000), new Serial(1));
        }
        return write(
                lease, Expected.of(unreadable), new RpkiChange(first, List.of(), List.of()), expires, updated, true);
    }

    private Serial serialAfter(RpkiSnapshot base) {
        RpkiSnapshot known = newest;
        return known != null && isBehind(base, known)
                ? known.serial().next()
                : base.serial().next();
    }

    private static boolean isBehind(RpkiSnapshot set, RpkiSnapshot other) {
        return set.sessionId() == other.sessionId() && other.serial().isAfter(set.serial());
    }

    /**
     * Confirms the published set as current. Publishes it again if Redis has lost it. Does nothing before the first
     * set.
     */
    public Outcome confirm(Lease lease, @Nullable Instant expires) {
        return confirm(lease, expires, Instant.now());
    }

    /**
     * Confirms as {@link #confirm(Lease, Instant)}.
     *
     * @param confirmed time at which a source last confirmed the set as current
     */
    public Outcome confirm(Lease lease, @Nullable Instant expires, Instant confirmed) {
        return published == null ? Outcome.CONFIRMED : publish(lease, published, expires, confirmed);
    }

    /**
     * Returns true if Redis or this repository holds a set that is not empty. An unreadable set counts as not empty.
     */
    public boolean holdsData() {
        RpkiSnapshot set = published == null ? load() : published;
        if (set == null) {
            return (newest != null && newest.size() > 0) || connection.call(RpkiStore::head) != null;
        }
        return set.size() > 0;
    }

    private static int size(RpkiSet set) {
        return set.allVrps().size()
                + set.allRouterKeys().size()
                + set.allAspas().size();
    }

    private String confirm(Lease lease, RpkiSet base, @Nullable Instant expires, String updated) {
        return text(eval(
                RpkiScripts.CONFIRM,
                ScriptOutputType.VALUE,
                new String[] {keys.lease(), keys.head()},
                bytes(lease.value()),
                bytes(base.sessionId()),
                bytes(base.serial()),
                bytes(updated),
                bytes(expires == null ? 0 : expires.toEpochMilli()),
                bytes(System.currentTimeMillis())));
    }

    private String write(
            Lease lease,
            Expected expected,
            RpkiChange change,
            @Nullable Instant expires,
            String updated,
            boolean whole) {
        RpkiSnapshot after = (RpkiSnapshot) change.after();
        byte[] data = RpkiRecords.change(change.announced(), change.withdrawn());
        boolean streamed = !whole && data.length <= LARGEST_CHANGE;
        boolean snapshot = !streamed
                || changesSinceSnapshot >= CHANGES_PER_SNAPSHOT
                || sizeSinceSnapshot + data.length > Math.max(1 << 16, snapshotSize / 4);
        String snapshotKey = keys.snapshot(after.sessionId(), after.serial().toString(), lease.token());
        int parts = 0;
        long size = 0;
        if (snapshot) {
            List<byte[]> written = RpkiRecords.parts(RpkiSnapshot.all(after), PART_SIZE);
            connection.call(store -> store.replaceList(snapshotKey, written, UNFINISHED_SNAPSHOT));
            parts = written.size();
            size = written.stream().mapToLong(part -> part.length).sum();
        }
        String[] touched = snapshot
                ? new String[] {keys.lease(), keys.head(), keys.changes(), snapshotKey}
                : new String[] {keys.lease(), keys.head(), keys.changes()};
        byte[][] arguments = new byte[streamed ? 13 : 12][];
        arguments[0] = bytes(lease.value());
        arguments[1] = bytes(lease.token());
        arguments[2] = bytes(expected.session());
        arguments[3] = bytes(expected.serial());
        arguments[4] = bytes(after.sessionId());
        arguments[5] = bytes(after.serial());
        arguments[6] = bytes(updated);
        arguments[7] = bytes(expires == null ? 0 : expires.toEpochMilli());
        arguments[8] = bytes(System.currentTimeMillis());
        arguments[9] = bytes(MAX_CHANGES);
        arguments[10] = bytes(Head.FORMAT);
        arguments[11] = bytes(parts);
        if (streamed) {
            arguments[12] = data;
        }
        String outcome = text(eval(RpkiScripts.PUBLISH, ScriptOutputType.VALUE, touched, arguments));
        if (outcome.equals("ok")) {
            published = after;
            newest = after;
            changesSinceSnapshot = snapshot ? 0 : changesSinceSnapshot + 1;
            sizeSinceSnapshot = snapshot ? 0 : sizeSinceSnapshot + data.length;
            snapshotSize = snapshot ? size : snapshotSize;
        }
        return outcome;
    }

    /**
     * Loads the set from Redis. Returns null if there is none or it cannot be read. An unknown format of the head is an
     * error.
     */
    private @Nullable RpkiSnapshot load() {
        for (int attempt = 0; attempt < 5; attempt++) {
            if (connection.call(RpkiStore::head) == null) {
                return null;
            }
            try {
                RpkiStore.Loaded loaded = connection.call(RpkiStore::load);
                if (loaded != null) {
                    published = loaded.set();
                    newest = newest == null || !isBehind(loaded.set(), newest) ? loaded.set() : newest;
                    changesSinceSnapshot = CHANGES_PER_SNAPSHOT;
                    return published;
                }
            } catch (IllegalArgumentException e) {
                log.error(getMarker("redis-set-damaged"), "Replacing the RPKI set in Redis: reason=damaged", e);
                return null;
            }
        }
        log.error(
                getMarker("redis-set-incomplete"),
                "Replacing the RPKI set in Redis: reason=snapshot or changes missing");
        return null;
    }

    /**
     * The head that a write replaces; both fields are empty if there is none.
     *
     * @param session the RTR session id, in decimal
     * @param serial the serial, in decimal
     */
    private record Expected(String session, String serial) {
        static Expected of(@Nullable Head head) {
            return head == null
                    ? new Expected("", "")
                    : new Expected(
                            Integer.toString(head.session()), head.serial().toString());
        }

        static Expected of(RpkiSnapshot set) {
            return new Expected(Integer.toString(set.sessionId()), set.serial().toString());
        }
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // the type of the response, as in Lettuce
    private <T> T eval(String script, ScriptOutputType type, String[] touched, byte[]... arguments) {
        return connection.call(store -> store.redis().eval(script, type, touched, arguments));
    }

    private static byte[] bytes(Object value) {
        return value.toString().getBytes(UTF_8);
    }

    private static String text(Object answer) {
        return answer instanceof byte[] bytes ? new String(bytes, UTF_8) : String.valueOf(answer);
    }

    @Override
    public void close() {
        connection.close();
    }
}
