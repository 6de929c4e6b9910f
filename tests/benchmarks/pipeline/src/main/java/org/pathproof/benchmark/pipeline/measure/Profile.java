// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.ChildProcess;

/**
 * The CPU profile of a JVM from samples of CPU time (JEP 509). One view counts running frames. Another counts frames of
 * Pathproof, Kafka and Netty with the frames that they call. The third counts threads.
 */
public final class Profile {
    /** The stages that are recorded. */
    public static final List<String> STAGES = List.of("collector", "broker", "validator");

    private static final String EVENT = "jdk.CPUTimeSample";
    private static final String ARGUMENTS = "-XX:StartFlightRecording:maxsize=1g,jdk.ExecutionSample#enabled=false,"
            + EVENT + "#enabled=true," + EVENT + "#throttle=5ms -Xlog:jfr*=off -XX:FlightRecorderOptions:stackdepth=96";

    private final long samples;
    private final Map<String, Integer> running;
    private final Map<String, Integer> including;
    private final Map<String, Integer> byThread;

    private Profile(
            long samples, Map<String, Integer> running, Map<String, Integer> including, Map<String, Integer> byThread) {
        this.samples = samples;
        this.running = running;
        this.including = including;
        this.byThread = byThread;
    }

    /** Returns the JVM arguments of the recorded stages. */
    public static Map<String, String> arguments() {
        Map<String, String> arguments = new HashMap<>();
        STAGES.forEach(stage -> arguments.put(stage, ARGUMENTS));
        return arguments;
    }

    /** Returns the profile between two times, in microseconds since 1970. */
    public static Profile of(ChildProcess jvm, long from, long to) throws IOException {
        Path file = jvm.log().resolveSibling(jvm.name() + "-" + jvm.pid() + ".jfr");
        Memory.jcmd(jvm, "JFR.dump", "filename=" + file);
        Instant begin = Instant.EPOCH.plus(from, ChronoUnit.MICROS);
        Instant end = Instant.EPOCH.plus(to, ChronoUnit.MICROS).plus(Duration.ofMillis(100));
        long samples = 0;
        Map<String, Integer> running = new HashMap<>();
        Map<String, Integer> including = new HashMap<>();
        Map<String, Integer> byThread = new HashMap<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (!event.getEventType().getName().equals(EVENT)
                        || event.getStartTime().isBefore(begin)
                        || event.getStartTime().isAfter(end)) {
                    continue;
                }
                samples++;
                RecordedThread thread = event.getThread("eventThread");
                byThread.merge(thread == null ? "?" : kind(thread), 1, Integer::sum);
                List<RecordedFrame> frames = event.getStackTrace() == null
                        ? List.of()
                        : event.getStackTrace().getFrames();
                running.merge(
                        frames.isEmpty() ? "(no stack)" : name(frames.getFirst().getMethod()), 1, Integer::sum);
                Set<String> seen = new HashSet<>();
                for (RecordedFrame frame : frames) {
                    String name = name(frame.getMethod());
                    if (isOfInterest(name) && seen.add(name)) {
                        including.merge(name, 1, Integer::sum);
                    }
                }
            }
        }
        Files.deleteIfExists(file);
        return new Profile(samples, running, including, byThread);
    }

    private static String kind(RecordedThread thread) {
        @Nullable String name = thread.getJavaName() != null ? thread.getJavaName() : thread.getOSName();
        return name == null
                ? "?"
                : name.replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "ID").replaceAll("\\d+", "N");
    }

    private static boolean isOfInterest(String name) {
        return name.startsWith("org.pathproof") || name.startsWith("org.apache.kafka") || name.startsWith("io.netty");
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    public long samples() {
        return samples;
    }

    /** Returns the shares of running frames, the largest first. */
    public List<Share> running(int most) {
        return shares(running, most);
    }

    /** Returns the shares of frames of Pathproof, Kafka and Netty, with the frames that they call. */
    public List<Share> including(int most) {
        return shares(including, most);
    }

    public List<Share> byThread(int most) {
        return shares(byThread, most);
    }

    /** A frame and its share of the samples. */
    public record Share(String what, double share) {}

    private List<Share> shares(Map<String, Integer> counts, int most) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(most)
                .map(e -> new Share(e.getKey(), (double) e.getValue() / samples))
                .toList();
    }
}
