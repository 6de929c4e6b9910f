// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;

/**
 * The gaps that {@link Topics#SESSIONS} reports: records of any topic that retention deleted before a consumer read
 * them, proofs of a signature engine that is not trusted any more, and topics that lost their content.
 *
 * <p>A gap in {@link Topics#ROUTES} affects the routes of all sessions. A gap in an OpenBMP topic affects relayed
 * sessions only. A session is healed when its table was sent again completely after the gap was read, or when the
 * session is down. Thread-safe.
 *
 * <p>The report of an engine that returned a wrong result affects all sessions, but does not request their tables. The
 * validators first discard all proofs, and then request the tables with a gap in {@link Topics#ROUTES} (ADR 41).
 */
public final class Gaps {
    private static final byte[] PREFIX = "gap:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DISTRUST = "gap:signature-engine".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] UNTRUSTED = "gap:doubted-proofs".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LOST = "gap:lost-topic-content".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LOST_SESSIONS = "gap:lost-sessions-topic".getBytes(StandardCharsets.US_ASCII);
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

    /** Returns the record key of the newest report of an engine that is not trusted any more. */
    static byte[] distrustKey() {
        return DISTRUST.clone();
    }

    /** Returns the record key of the newest request for the tables of sessions whose proofs are untrusted. */
    static byte[] untrustedProofsKey() {
        return UNTRUSTED.clone();
    }

    /** Returns the record key of the newest request for the tables of sessions after topics lost their content. */
    static byte[] lostKey() {
        return LOST.clone();
    }

    /** Returns the record key of the newest request for the tables of sessions after the loss of the sessions topic. */
    static byte[] lostSessionsKey() {
        return LOST_SESSIONS.clone();
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

    /** Returns the records of all gaps: the values by their keys as text. */
    public Map<String, byte[]> records() {
        Map<String, byte[]> records = new TreeMap<>();
        gaps.forEach((key, gap) -> records.put(key, gap.toByteArray()));
        return records;
    }

    /** Removes all gaps, before the topic is read again. */
    public void clear() {
        gaps.clear();
    }

    /** Returns the number of the newest gap that a new table heals; 0 without gaps. */
    public long newest() {
        return newest(gap -> !isDistrust(gap));
    }

    /** Returns the number of the newest gap in route events; 0 without gaps. */
    public long newestOfRoutes() {
        return newest(Gaps::isOfRoutes);
    }

    /** Returns the greatest number of all gaps and reports; 0 without any. */
    public long newestNumber() {
        return newest(_ -> true);
    }

    /**
     * Returns a number above the epochs that were lost with the sessions topic; 0 if the topic was never lost. The
     * first epoch of a session without a record must be greater (ADR 64).
     */
    public long epochFloor() {
        return newest(gap -> gap.getLostTopicsList().contains(Topics.SESSIONS));
    }

    /** Returns the number of the newest report of an engine that is not trusted any more; 0 without reports. */
    public long newestDistrust() {
        return newest(Gaps::isDistrust);
    }

    private long newest(Predicate<Gap> selected) {
        return gaps.values().stream()
                .filter(selected)
                .mapToLong(Gap::getNumber)
                .max()
                .orElse(0);
    }

    /**
     * Returns a clause for operators about the newest report of an engine: "the signature engine … at …"; empty without
     * reports.
     */
    public String distrust() {
        return gaps.values().stream()
                .filter(Gaps::isDistrust)
                .max(Comparator.comparingLong(Gap::getNumber))
                .map(gap -> "the signature engine " + gap.getEngine() + " of validator " + gap.getInstance()
                        + " gave a wrong result or failed at "
                        + Instant.ofEpochSecond(gap.getNoticedUs() / 1_000_000))
                .orElse("");
    }

    /** Returns the sessions whose routes may be wrong or missing because of a gap that is not healed. */
    public List<Session> affected(Collection<Session> sessions) {
        if (gaps.isEmpty()) {
            return List.of();
        }
        long distrust = newestDistrust();
        long routes = Math.max(distrust, newestOfRoutes());
        long all = Math.max(distrust, newest());
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
        Set<String> lost = new TreeSet<>();
        gaps.values().stream()
                .filter(gap -> gap.getNumber() > oldest && gap.getEngine().isEmpty())
                .forEach(gap -> {
                    lost.addAll(gap.getLostTopicsList());
                    if (gap.getLostTopicsCount() == 0) {
                        where.add(gap.getTopic() + "-" + gap.getPartition());
                    }
                });
        List<String> causes = new ArrayList<>();
        if (!lost.isEmpty()) {
            causes.add(named(lost) + " was deleted or lost records");
        }
        if (!where.isEmpty()) {
            causes.add("retention deleted records of " + named(where) + " before they were validated");
        }
        if (gaps.values().stream()
                .anyMatch(gap -> gap.getNumber() > oldest && !gap.getEngine().isEmpty())) {
            causes.add(distrust().isEmpty() ? "a signature engine gave a wrong result or failed" : distrust());
        }
        String sentence =
                String.join(", and ", causes) + ": routes of " + affected.size() + " sessions may be wrong or missing";
        Set<String> direct = new TreeSet<>();
        Set<String> relayed = new TreeSet<>();
        affected.forEach(s -> (s.getRelayed() ? relayed : direct).add(router(s)));
        if (!direct.isEmpty()) {
            sentence +=
                    "; the collectors request all tables again from " + named(direct) + ", which takes some minutes";
        }
        if (!relayed.isEmpty()) {
            sentence += "; " + named(relayed)
                    + " sends through Kafka (OpenBMP), so that its BMP session must be restarted by hand";
        }
        return sentence;
    }

    private static boolean isDistrust(Gap gap) {
        return gap.getTopic().isEmpty() && !gap.getEngine().isEmpty();
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
