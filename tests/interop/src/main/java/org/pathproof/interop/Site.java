// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.RedisServer;
import org.pathproof.keysync.settings.CertificateSettings;
import org.pathproof.keysync.settings.KeySyncSettings;
import org.pathproof.keysync.writer.KeySyncService;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Key-sync with one source, a Redis server, and a follower of the set in Redis as in validators. */
final class Site implements AutoCloseable {
    private static final String PREFIX = "pathproof.key-sync";

    /** Upper bound for a set to arrive, on a busy machine and with programs that poll every minute. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final RedisServer redis = RedisServer.inMemory();
    private final KeySyncSettings settings;
    private final RedisRpkiSource follower;
    private final List<RpkiSet> sets = new CopyOnWriteArrayList<>();
    private KeySyncService keySync;

    /**
     * Starts all parts.
     *
     * @param source settings of the source, by name without {@code pathproof.key-sync.sources[0]}
     */
    Site(Map<String, String> source) {
        Map<String, String> values = new HashMap<>(Map.of(
                PREFIX + ".poll",
                "200ms",
                PREFIX + ".url-interval",
                "1s",
                PREFIX + ".loss-hold",
                "0s",
                PREFIX + ".lease",
                "2s"));
        source.forEach(
                (name, value) -> values.put(PREFIX + (name.endsWith("-version") ? "." : ".sources[0].") + name, value));
        settings = new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(PREFIX, KeySyncSettings.class);
        follower = new RedisRpkiSource(redis.uri());
        follower.onChange(change -> sets.add(change.after()));
        follower.start();
        keySync = startKeySync();
    }

    private KeySyncService startKeySync() {
        KeySyncService service =
                new KeySyncService(settings, CertificateSettings.NONE, RedisAddress.of(redis.uri()), Clock.systemUTC());
        service.start();
        return service;
    }

    /** Returns the address of Redis. */
    String redis() {
        return redis.uri();
    }

    /** Deletes the data of Redis and starts another key-sync, which begins another RTR session. */
    void loseRedis() {
        keySync.stop();
        redis.flush();
        keySync = startKeySync();
    }

    /** Returns the session id of the set in force; -1 before the first set. */
    int sessionId() {
        return follower.current().map(RpkiSet::sessionId).orElse(-1);
    }

    /** Returns the lines of the set in force. */
    SortedSet<String> data() {
        return follower.current()
                .map(set -> SampleObjects.lines(RpkiSnapshot.all(set), Kind.of(2)))
                .orElseGet(java.util.TreeSet::new);
    }

    /** Waits until these lines are in force. */
    void await(SortedSet<String> lines) {
        if (!Conditions.holds(LIMIT, Duration.ofMillis(100), () -> data().equals(lines))) {
            throw new IllegalStateException(difference(lines, data())
                    + keySync.state().trouble().map(why -> "; " + why).orElse(""));
        }
    }

    /** Returns the first difference between an expected and an actual set. */
    static String difference(SortedSet<String> expected, Set<String> actual) {
        String missing = expected.stream()
                .filter(line -> !actual.contains(line))
                .findFirst()
                .map(line -> "missing: " + line)
                .orElse("");
        String extra = actual.stream()
                .filter(line -> !expected.contains(line))
                .findFirst()
                .map(line -> "not expected: " + line)
                .orElse("");
        return missing + (missing.isEmpty() || extra.isEmpty() ? "" : "; ") + extra;
    }

    /** Returns the number of sets that were in force until now. */
    int mark() {
        return sets.size();
    }

    /** Returns the lines of the sets after a mark, in their order. */
    List<SortedSet<String>> since(int mark) {
        return sets.stream()
                .skip(mark)
                .map(set -> SampleObjects.lines(RpkiSnapshot.all(set), Kind.of(2)))
                .toList();
    }

    @Override
    public void close() {
        keySync.stop();
        follower.close();
        redis.close();
    }
}
