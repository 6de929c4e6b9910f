// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;

/**
 * The gaps that {@link Topics#SESSIONS} reports: records of any topic that retention deleted before a consumer read
 * them.
 *
 * <p>A gap in {@link Topics#ROUTES} affects the routes of all sessions. A gap in an OpenBMP topic affects relayed
 * sessions only. A session is healed when its table was sent again completely after the gap was read, or when the
 * session is down. Thread-safe.
 */
public final class Gaps {
    private static final byte[] PREFIX = "gap:".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_NAMED = 5;

    private final Map<String, Gap> gaps = new ConcurrentHashMap<>();

    /** Returns true for the key of a gap; all other keys of the topic are session ids. */
    public static boolean isGap(byte @Nullable [] key) {
        return key != null
                && key.length > SessionId.LENGTH
                && Arrays.equals(key, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
    }

    /** Returns the record key of a partition's newest gap. */
    public static byte[] key(String topic, int partition) {
        return ("gap:" + topic + " partition " + partition).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Adds the record of a gap, or removes the gap if the value is null.
     *
     * @param key key for which {@link #isGap} is true
     * @throws IllegalArgumentException if the value is not a {@code Gap}
     */
    public void put(byte[] key, byte @Nullable [] value) {
        String name = new String(key, StandardCharsets.UTF_8);
        try {
            if (value == null) {
                gaps.remove(name);
            } else {
                gaps.put(name, Gap.parseFrom(value));
            }
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("the value is not a gap: " + e.getMessage(), e);
        }
    }

    /** Removes all gaps, before the topic is read again. */
    public void clear() {
        gaps.clear();
    }

    /** Returns the number of the newest gap; 0 without gaps. */
    public long newest() {
        return newest(true);
    }

    /** Returns the number of the newest gap in route events; 0 without gaps. */
    public long newestOfRoutes() {
        return newest(false);
    }

    private long newest(boolean relayed) {
        return gaps.values().stream()
                .filter(gap -> relayed || isOfRoutes(gap))
                .mapToLong(Gap::getNumber)
                .max()
                .orElse(0);
    }

    /** Returns the sessions whose routes may be wrong or missing because of a gap that is not healed. */
    public List<Session> affected(Collection<Session> sessions) {
        if (gaps.isEmpty()) {
            return List.of();
        }
        long routes = newestOfRoutes();
        long all = newest();
        return sessions.stream()
                .filter(s -> s.getState() != State.DOWN && s.getGapsHealed() < (s.getRelayed() ? all : routes))
                .toList();
    }

    /** Returns a sentence for operators about the gaps that are not healed; empty if all are healed. */
    public String problem(Collection<Session> sessions) {
        List<Session> affected = affected(sessions);
        if (affected.isEmpty()) {
            return "";
        }
        long oldest = affected.stream().mapToLong(Session::getGapsHealed).min().orElse(0);
        Set<String> where = new TreeSet<>();
        gaps.values().stream()
                .filter(gap -> gap.getNumber() > oldest)
                .forEach(gap -> where.add(gap.getTopic() + "-" + gap.getPartition()));
        String sentence = "retention deleted records of " + named(where) + " before they were judged: routes of "
                + affected.size() + " sessions may be wrong or missing";
        Set<String> asked = new TreeSet<>();
        Set<String> relayed = new TreeSet<>();
        affected.forEach(s -> (s.getRelayed() ? relayed : asked).add(router(s)));
        if (!asked.isEmpty()) {
            sentence += "; the collectors have " + named(asked) + " send their tables again, which takes some minutes";
        }
        if (!relayed.isEmpty()) {
            sentence += "; " + named(relayed)
                    + " sends through Kafka (OpenBMP), so that its BMP session must be restarted by hand";
        }
        return sentence;
    }

    private static boolean isOfRoutes(Gap gap) {
        return gap.getTopic().equals(Topics.ROUTES);
    }

    private static String router(Session s) {
        return s.getRouterName().isEmpty() ? s.getRouterIp() : s.getRouterName();
    }

    private static String named(Set<String> names) {
        String some = String.join(", ", names.stream().limit(MAX_NAMED).toList());
        return names.size() <= MAX_NAMED ? some : some + " and " + (names.size() - MAX_NAMED) + " more";
    }
}
