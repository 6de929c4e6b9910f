// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSetBuilder;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;

/**
 * A connection to Redis that reads the RPKI set. The connection does not reconnect, so that no command is repeated
 * automatically. Its owner creates a new {@code RpkiStore} instead.
 */
final class RpkiStore implements AutoCloseable {
    /** Longest wait of a read for changes. The head is read after each wait. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

    private static final int PARTS_AT_A_TIME = 16;

    private final StatefulRedisConnection<String, byte[]> connection;
    private final RedisCommands<String, byte[]> redis;
    private final RpkiKeys keys;
    private final Duration wait;

    private RpkiStore(StatefulRedisConnection<String, byte[]> connection, RpkiKeys keys, Duration timeout) {
        this.connection = connection;
        this.redis = connection.sync();
        this.keys = keys;
        this.wait = waitWithin(timeout);
    }

    /** Returns the wait of a read for changes. Every response must arrive within {@code timeout}. */
    static Duration waitWithin(Duration timeout) {
        Duration half = timeout.dividedBy(2);
        return half.compareTo(LONGEST_WAIT) < 0 ? half : LONGEST_WAIT;
    }

    /**
     * Connects to a server.
     *
     * @param timeout time limit of every response
     * @throws io.lettuce.core.RedisException if the server is unreachable
     */
    static RpkiStore connect(RedisClient client, RedisURI server, RpkiKeys keys, Duration timeout) {
        return new RpkiStore(
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE), server), keys, timeout);
    }

    RedisCommands<String, byte[]> redis() {
        return redis;
    }

    /** Replaces a list, and lets it expire after the given time. Returns false if the list does not exist. */
    boolean replaceList(String key, List<byte[]> elements, Duration time) {
        redis.del(key);
        elements.forEach(element -> redis.rpush(key, element));
        return redis.expire(key, time);
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    @Nullable
    Head head() {
        return Head.of(redis.hgetall(keys.head()));
    }

    /** Returns the time by the clock of Redis; null if the user may not read it. */
    @Nullable
    Instant time() {
        try {
            List<byte[]> now = redis.time();
            return Instant.ofEpochSecond(
                    Long.parseLong(new String(now.getFirst(), UTF_8)),
                    1000 * Long.parseLong(new String(now.getLast(), UTF_8)));
        } catch (RedisCommandExecutionException e) {
            return null; // the user of an older installation has no right to it
        }
    }

    /**
     * An entry of the stream. {@code data} is null for a change that is too large: the new snapshot has the result.
     */
    record Change(
            String id,
            int session,
            Serial before,
            Serial after,
            @Nullable Bytes data) {
        boolean follows(RpkiSnapshot set) {
            return session == set.sessionId() && before.equals(set.serial());
        }
    }

    /** A set, with the stream position of its next change. */
    record Loaded(RpkiSnapshot set, String position, Head head) {}

    /** Loads the set of the head. Returns null if there is none, or if it was replaced while it was read. */
    @Nullable
    Loaded load() {
        Head head = head();
        if (head == null) {
            return null;
        }
        RpkiSetBuilder objects = new RpkiSetBuilder();
        int parts = 0;
        for (int from = 0; from < head.parts(); from += PARTS_AT_A_TIME) {
            for (byte[] part :
                    redis.lrange(head.snapshot(), from, Math.min(head.parts(), from + PARTS_AT_A_TIME) - 1L)) {
                if (!(RpkiRecords.read(Bytes.wrap(part)) instanceof Decoded.Ok<RpkiRecords.Records>(var records))) {
                    throw new IllegalArgumentException("the RPKI snapshot " + head.snapshot() + " in Redis is damaged");
                }
                records.announced().forEach(objects::add);
                parts++;
            }
        }
        if (parts != head.parts()) {
            return null;
        }
        String[] name = head.snapshot().split(":");
        Serial serial = new Serial(Integer.parseUnsignedInt(name[name.length - 2]));
        RpkiSnapshot set = RpkiSnapshot.of(head.session(), serial, objects);
        String position = head.position();
        for (Change change : range(position)) {
            position = change.id();
            RpkiChange next = apply(set, change);
            if (next == null) {
                return null;
            }
            set = (RpkiSnapshot) next.after();
        }
        Head now = head();
        return now != null && now.session() == set.sessionId() && now.serial().equals(set.serial())
                ? new Loaded(set, position, now)
                : null;
    }

    /** Applies a change. Returns null if the change does not follow the set or cannot be read. */
    static @Nullable RpkiChange apply(RpkiSnapshot set, Change change) {
        if (!change.follows(set)
                || change.data() == null
                || !(RpkiRecords.read(change.data()) instanceof Decoded.Ok<RpkiRecords.Records>(var records))) {
            return null;
        }
        return set.apply(change.after(), records.announced(), records.withdrawn());
    }

    /** Waits for changes after {@code position}, for {@link #waitWithin} at most. Changes end the wait. */
    @SuppressWarnings("unchecked") // generic varargs in Lettuce's signature
    List<Change> await(String position) {
        return changes(redis.xread(
                XReadArgs.Builder.block(wait).count(64), XReadArgs.StreamOffset.from(keys.changes(), position)));
    }

    private List<Change> range(String after) {
        return changes(redis.xrange(
                keys.changes(),
                Range.from(Range.Boundary.excluding(after), Range.Boundary.unbounded()),
                Limit.unlimited()));
    }

    private static List<Change> changes(List<StreamMessage<String, byte[]>> messages) {
        List<Change> changes = new ArrayList<>(messages.size());
        for (StreamMessage<String, byte[]> message : messages) {
            Map<String, byte[]> body = message.getBody();
            byte[] data = body.get("data");
            changes.add(new Change(
                    message.getId(),
                    (int) number(body.get("session")),
                    new Serial((int) number(body.get("before"))),
                    new Serial((int) number(body.get("after"))),
                    data == null ? null : Bytes.wrap(data)));
        }
        return changes;
    }

    private static long number(byte @Nullable [] value) {
        if (value == null) {
            throw new IllegalArgumentException("an entry of the RPKI change stream in Redis lacks a field");
        }
        return Long.parseLong(new String(value, UTF_8));
    }

    @Override
    public void close() {
        if (connection.isOpen()) {
            connection.close();
        }
    }
}
