// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.telemetry.rate.TokenBucket;

/**
 * Decides which log lines are written, so that hostile input cannot fill a disk. The owner of the rule for repeated
 * lines; no other class counts lines.
 *
 * <p>The kind of a line is the name of its event. Without a name, the kind is the logger with the message before its
 * values are inserted. The key of a line is its router, address, topic or similar value, else its first value. Each
 * kind and each key of a kind has a bucket of tokens, and a line takes one token of both. Accepted changes in the audit
 * log, and lines below INFO, have no limit. Memory is bounded: at most {@value #MAX_KINDS} kinds, and twice as many
 * keys of a kind as lines in its burst. Thread-safe.
 */
public final class RepeatLimit {
    /** The logger whose lines of level INFO have no limit. */
    static final String AUDIT = "org.pathproof.audit";

    static final int MAX_KINDS = 1_000;
    /** Names of values that are the key of a line, in order of precedence. */
    private static final List<String> KEYS = List.of(
            "router", "ip", "address", "neighbor", "cache", "proxy", "session", "collector", "topic", "partition");

    private static final int MAX_KEY = 80;
    private static final String OTHERS = "others";
    /** Fraction of the tokens of a kind that return each minute, as 1 in N. */
    private static final int REFILL = 10;

    private final int burst;
    private final int burstOfKind;
    private final LongSupplier nanoTime;
    private final Map<String, Kind> kinds = new HashMap<>();

    /** @param nanoTime clock, as {@link System#nanoTime} */
    public RepeatLimit(LogSettings settings, LongSupplier nanoTime) {
        this.burst = settings.burst();
        this.burstOfKind = settings.burstOfKind();
        this.nanoTime = nanoTime;
    }

    /**
     * The suppressed lines of a kind since the last summary.
     *
     * @param event name of the event, or the logger with its message
     * @param lines number of suppressed lines
     * @param key the key of all suppressed lines; empty for several keys
     */
    public record Suppressed(String event, long lines, String key) {}

    private static final class Kind {
        final TokenBucket all;
        final Map<String, TokenBucket> keys = new HashMap<>();
        long suppressed;
        /** The key of all suppressed lines; null before the first one and for several keys. */
        @Nullable
        String key;

        Kind(TokenBucket all) {
            this.all = all;
        }

        /** Returns true if the kind has a token, and room for the key. Forgets keys without recent lines for room. */
        boolean isOpen(String wanted, long now, int maxKeys) {
            if (!all.has(now)) {
                return false;
            }
            if (keys.size() >= maxKeys && !keys.containsKey(wanted)) {
                keys.values().removeIf(bucket -> bucket.isFull(now));
            }
            return keys.size() < maxKeys || keys.containsKey(wanted);
        }

        void suppress(String suppressedKey) {
            key = suppressed == 0 || suppressedKey.equals(key) ? suppressedKey : null;
            suppressed++;
        }
    }

    /** Returns true if a line is to be written. Counts it otherwise. */
    public boolean permits(ILoggingEvent line) {
        Level level = line.getLevel();
        if (level.toInt() < Level.INFO_INT || level == Level.INFO && AUDIT.equals(line.getLoggerName())) {
            return true;
        }
        return permits(kind(line), key(line));
    }

    private synchronized boolean permits(String name, String key) {
        long now = nanoTime.getAsLong();
        Kind kind = kinds.get(name);
        if (kind == null) {
            String counted = kinds.size() < MAX_KINDS ? name : OTHERS;
            kind = kinds.computeIfAbsent(
                    counted, ignored -> new Kind(new TokenBucket(burstOfKind, (double) burstOfKind / REFILL, now)));
        }
        boolean permitted = kind.isOpen(key, now, 2 * burstOfKind)
                && kind.keys
                        .computeIfAbsent(key, ignored -> new TokenBucket(burst, 1, now))
                        .take(now)
                && kind.all.take(now);
        if (!permitted) {
            kind.suppress(key);
        }
        return permitted;
    }

    /** Returns the suppressed lines since the last call, and forgets keys and kinds without recent lines. */
    public synchronized List<Suppressed> summaries() {
        long now = nanoTime.getAsLong();
        List<Suppressed> summaries = new ArrayList<>();
        kinds.forEach((name, kind) -> {
            if (kind.suppressed > 0) {
                summaries.add(new Suppressed(name, kind.suppressed, kind.key == null ? "" : kind.key));
                kind.suppressed = 0;
                kind.key = null;
            }
            kind.keys.values().removeIf(bucket -> bucket.isFull(now));
        });
        kinds.values().removeIf(kind -> kind.keys.isEmpty() && kind.all.isFull(now));
        return summaries;
    }

    private static String kind(ILoggingEvent line) {
        String name = EcsMembers.name(line);
        if (name != null) {
            return name;
        }
        String message = line.getMessage();
        return message != null && message.contains("{}")
                ? line.getLoggerName() + ": " + cut(message)
                : line.getLoggerName();
    }

    private static String key(ILoggingEvent line) {
        Map<String, Object> values = EcsMembers.values(line);
        for (String name : KEYS) {
            Object value = values.get(name);
            if (value != null) {
                return cut(String.valueOf(value));
            }
        }
        Object[] arguments = line.getArgumentArray();
        return cut(String.valueOf(
                arguments == null || arguments.length == 0 || arguments[0] instanceof Throwable
                        ? line.getMessage()
                        : arguments[0]));
    }

    private static String cut(String text) {
        return text.length() <= MAX_KEY ? text : text.substring(0, MAX_KEY);
    }
}
