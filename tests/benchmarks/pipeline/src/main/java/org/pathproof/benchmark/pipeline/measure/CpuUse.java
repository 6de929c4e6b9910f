// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.pathproof.harness.ChildProcess;

/**
 * The user and system CPU time of processes from proc(5), by stage and by kind of thread.
 *
 * @param micros by stage, in microseconds
 * @param threads by stage and kind of thread, in microseconds
 */
public record CpuUse(Map<String, Long> micros, Map<String, Map<String, Long>> threads) {
    /** Beginnings of the kinds of the JVM's own threads, such as garbage collectors and compilers. */
    private static final List<String> JVM_THREADS = List.of("GC ", "GN ", "VM ", "CN ", "JFR ");
    /** Beginning of the kinds of the JIT compilers' threads. */
    private static final String COMPILERS = "CN ";
    /** Length of a clock tick of proc(5) on x86 and ARM. */
    private static final long TICK_MICROS = 10_000;
    /** Indexes of user and system time (fields 14 and 15 of stat) after the name of the process. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    /** Returns the CPU time of processes since their start. */
    public static CpuUse of(List<ChildProcess> children) {
        Map<String, Long> micros = new LinkedHashMap<>();
        Map<String, Map<String, Long>> threads = new LinkedHashMap<>();
        for (ChildProcess child : children) {
            Path process = Path.of("/proc", Long.toString(child.pid()));
            micros.merge(child.name(), readTask(process.resolve("stat")).time(), Long::sum);
            Map<String, Long> ofStage = threads.computeIfAbsent(child.name(), _ -> new TreeMap<>());
            try (Stream<Path> tasks = Files.list(process.resolve("task"))) {
                tasks.map(task -> readTask(task.resolve("stat")))
                        .forEach(task -> ofStage.merge(kind(task.name()), task.time(), Long::sum));
            } catch (IOException e) {
                ofStage.putIfAbsent("gone", 0L);
            }
        }
        return new CpuUse(micros, threads);
    }

    private record Task(String name, long time) {}

    private static Task readTask(Path stat) {
        try {
            String text = Files.readString(stat);
            int name = text.lastIndexOf(')');
            String[] fields = text.substring(name + 2).split(" ", -1);
            return new Task(
                    text.substring(text.indexOf('(') + 1, name),
                    (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * TICK_MICROS);
        } catch (IOException e) {
            return new Task("gone", 0); // the thread has ended
        }
    }

    /** Removes numbers from the name of a thread, because threads of the same kind differ only in numbers. */
    static String kind(String name) {
        return name.replaceAll("\\d+", "N").strip();
    }

    /** Returns the difference to an earlier state. */
    public CpuUse since(CpuUse before) {
        Map<String, Long> used = new LinkedHashMap<>();
        micros.forEach((stage, time) -> used.put(stage, time - before.micros.getOrDefault(stage, 0L)));
        Map<String, Map<String, Long>> usedByThreads = new LinkedHashMap<>();
        threads.forEach((stage, kinds) -> {
            Map<String, Long> earlier = before.threads.getOrDefault(stage, Map.of());
            Map<String, Long> more = new LinkedHashMap<>();
            kinds.entrySet().stream()
                    .map(e -> Map.entry(e.getKey(), e.getValue() - earlier.getOrDefault(e.getKey(), 0L)))
                    .filter(e -> e.getValue() > 0)
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .forEach(e -> more.put(e.getKey(), e.getValue()));
            usedByThreads.put(stage, more);
        });
        return new CpuUse(used, usedByThreads);
    }

    /** Returns the CPU time of a stage without the JVM's own threads, in microseconds. */
    public long javaMicros(String stage) {
        return threads.getOrDefault(stage, Map.of()).entrySet().stream()
                .filter(e -> JVM_THREADS.stream().noneMatch(e.getKey()::startsWith))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns the CPU time of the JIT compilers of all stages, in microseconds. */
    public long compilers() {
        return threads.values().stream()
                .flatMap(kinds -> kinds.entrySet().stream())
                .filter(kind -> kind.getKey().startsWith(COMPILERS))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    public long total() {
        return micros.values().stream().mapToLong(Long::longValue).sum();
    }
}
