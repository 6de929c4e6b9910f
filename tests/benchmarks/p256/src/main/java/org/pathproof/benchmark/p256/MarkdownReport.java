// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.MarkdownText;

/** Formats the report as Markdown. */
final class MarkdownReport {
    private static final String NONE = "–";
    private static final int BATCH = GroupRun.BATCH;

    private final Report report;
    private final GroupResult main;
    private final StringBuilder text = new StringBuilder();

    MarkdownReport(Report report) {
        this.report = report;
        main = report.main();
    }

    String text() {
        writeHead();
        writeContest();
        writeByKeys();
        writeByBatch();
        writeByThreads();
        writeMemory();
        writeJmh();
        return text.toString();
    }

    private void writeHead() {
        Machine machine = report.machine();
        writeLine("# P-256 verification");
        writeLine("");
        writeParagraph(
                "For readers who compare engines and libraries: results of `./pathproof bench p256`. [README.md](README.md) describes the method. Run of %s, %d minutes.",
                report.when(), (report.seconds() + 30) / 60);
        writeLine("");
        if (machine.isBusy()) {
            writeParagraph(
                    "**The machine was busy (load %s). Measure again before you cite these figures.**", machine.load());
            writeLine("");
        }
        writeLine("![rates by contestant, by size of the batch, and by number of keys](p256.svg)");
        writeLine("");
        writeRow("machine", "");
        writeRow("---", "---");
        writeRow(
                "processor",
                machine.processor() + ", " + machine.processors() + " processors, "
                        + String.join(" ", Objects.requireNonNullElse(machine.features(), List.of())));
        writeRow("system", machine.system());
        writeRow("JVM", machine.java());
        report.groups().forEach(group -> writeRow("load averages, " + count(group.keys()) + " keys", group.load()));
        main.figures().stream()
                .filter(figures -> !figures.ours())
                .collect(Collectors.toMap(
                        GroupResult.Figures::contestant, GroupResult.Figures::version, (first, _) -> first))
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(peer -> writeRow(peer.getKey(), peer.getValue()));
        Set<String> remarks = new LinkedHashSet<>();
        report.groups().forEach(group -> remarks.addAll(group.remarks()));
        remarks.forEach(remark -> writeRow("remark", remark));
    }

    private void writeContest() {
        writeTitle("One thread, %s keys in random order, batches of %d", count(main.keys()), BATCH);
        writeParagraph(
                "Signatures a second of CPU time: median (quartiles). × OpenSSL is the ratio to OpenSSL's rate for the"
                        + " signature alone, in both columns.");
        writeLine("");
        writeRow("", "signature alone", "× OpenSSL", "whole job: DER, SHA-256, signature", "× OpenSSL");
        writeRow("---", "--:", "--:", "--:", "--:");
        for (String contestant : main.contestants()) {
            Optional<GroupResult.Figures> verify = main.find(contestant, Job.VERIFY, BATCH, 1);
            Optional<GroupResult.Figures> wholeJob = main.find(contestant, Job.WHOLE_JOB, BATCH, 1);
            writeRow(named(contestant), rate(verify), ratio(verify), rate(wholeJob), ratio(wholeJob));
        }
    }

    private void writeByKeys() {
        writeTitle("By number of keys, batches of %d", BATCH);
        List<String> heads = report.groups().stream()
                .flatMap(group -> Stream.of(count(group.keys()) + " keys", "× OpenSSL"))
                .toList();
        for (Job job : Job.values()) {
            writeCaption(job);
            writeRow(Stream.concat(Stream.of(""), heads.stream()));
            writeRow(Stream.concat(Stream.of("---"), heads.stream().map(_ -> "--:")));
            for (String contestant : main.contestants()) {
                if (main.find(contestant, job, BATCH, 1).isPresent()) {
                    writeRow(Stream.concat(
                            Stream.of(named(contestant)),
                            report.groups().stream()
                                    .map(group -> group.find(contestant, job, BATCH, 1))
                                    .flatMap(figures -> Stream.of(median(figures), ratio(figures)))));
                }
            }
        }
    }

    private void writeByBatch() {
        writeTitle("By size of the batch, one thread");
        for (GroupResult group : report.groups()) {
            for (Job job : Job.values()) {
                writeLine("");
                writeLine("%s keys, %s:", count(group.keys()), words(job));
                writeLine("");
                writeRow(Stream.concat(Stream.of(""), GroupRun.BATCHES.stream().map(batch -> Integer.toString(batch))));
                writeRow(Stream.concat(
                        Stream.of("---"), GroupRun.BATCHES.stream().map(_ -> "--:")));
                batching(group, job)
                        .forEach(contestant -> writeRow(Stream.concat(
                                Stream.of(named(contestant)),
                                GroupRun.BATCHES.stream()
                                        .map(batch -> median(group.find(contestant, job, batch, 1))))));
            }
        }
    }

    /** Returns the contestants that verify batches. */
    private static List<String> batching(GroupResult group, Job job) {
        return group.figures().stream()
                .filter(figures -> figures.batches() && figures.job() == job)
                .map(GroupResult.Figures::contestant)
                .distinct()
                .toList();
    }

    private void writeByThreads() {
        writeTitle("Two threads, batches of %d", BATCH);
        writeParagraph(
                "Rate of two threads relative to one, by CPU time and by wall-clock time. CPU time shows how much the"
                        + " threads slow each other; wall-clock time includes other processes.");
        List<String> heads = report.groups().stream()
                .map(group -> count(group.keys()) + " keys")
                .toList();
        for (Job job : Job.values()) {
            writeCaption(job);
            writeRow(Stream.concat(Stream.of(""), heads.stream()));
            writeRow(Stream.concat(Stream.of("---"), heads.stream().map(_ -> "--:")));
            for (String contestant : main.contestants()) {
                if (main.find(contestant, job, BATCH, 2).isPresent()) {
                    writeRow(Stream.concat(
                            Stream.of(named(contestant)),
                            report.groups().stream().map(group -> scaling(group, contestant, job))));
                }
            }
        }
    }

    private static String scaling(GroupResult group, String contestant, Job job) {
        Optional<GroupResult.Figures> one = group.find(contestant, job, BATCH, 1);
        Optional<GroupResult.Figures> two = group.find(contestant, job, BATCH, 2);
        if (one.isEmpty() || two.isEmpty()) {
            return NONE;
        }
        return format(
                "%.2f (wall %.2f)",
                two.get().rate().median() / one.get().rate().median(),
                two.get().wallRate().median() / one.get().wallRate().median());
    }

    private void writeMemory() {
        writeTitle("Bytes for each key");
        writeRow("keys", "engine", "parsed key", "bookkeeping", "tables (outside the heap)", "total");
        writeRow("--:", "---", "--:", "--:", "--:", "--:");
        for (GroupResult group : report.groups()) {
            for (GroupResult.Memory memory : group.memory()) {
                writeRow(
                        count(group.keys()),
                        memory.engine(),
                        format("%,.0f", memory.publicKey()),
                        format("%,.0f", memory.bookkeeping()),
                        format("%,.0f", memory.tables()),
                        format("%,.0f", memory.total()));
            }
        }
    }

    private void writeJmh() {
        writeTitle("The same tasks under JMH");
        writeParagraph(
                "One thread, %s keys, batches of %d. Each row has a JVM of its own, and OpenSSL was measured before and"
                        + " after it.",
                count(JmhBenchmark.KEYS), BATCH);
        writeLine("");
        writeRow("", "signature alone", "× OpenSSL", "whole job", "× OpenSSL");
        writeRow("---", "--:", "--:", "--:", "--:");
        report.jmh().stream().map(JmhRun.Figures::contestant).distinct().forEach(contestant -> {
            Function<Job, Optional<JmhRun.Figures>> of = job -> report.jmh().stream()
                    .filter(f -> f.contestant().equals(contestant) && f.job() == job)
                    .findFirst();
            writeRow(Stream.concat(
                    Stream.of(contestant),
                    Arrays.stream(Job.values())
                            .map(of)
                            .flatMap(figures -> Stream.of(
                                    figures.map(f -> spread(f.rate())).orElse(NONE),
                                    figures.map(JmhRun.Figures::ratio)
                                            .map(MarkdownReport::times)
                                            .orElse(NONE)))));
        });
    }

    @FormatMethod
    private void writeTitle(String title, Object... arguments) {
        writeLine("");
        writeLine("## %s", format(title, arguments));
        writeLine("");
    }

    private void writeCaption(Job job) {
        writeLine("");
        writeLine("%s:", words(job));
        writeLine("");
    }

    private static String words(Job job) {
        return switch (job) {
            case VERIFY -> "the signature alone";
            case WHOLE_JOB -> "the whole job";
        };
    }

    /** Returns the name, in bold for engines of Pathproof. */
    private String named(String contestant) {
        boolean ours = main.figures().stream()
                .anyMatch(figures -> figures.ours() && figures.contestant().equals(contestant));
        return ours ? "**" + contestant + "**" : contestant;
    }

    private static String rate(Optional<GroupResult.Figures> figures) {
        return figures.map(f -> spread(f.rate())).orElse(NONE);
    }

    private static String spread(Spread rate) {
        return format("%,.0f (%,.0f–%,.0f)", rate.median(), rate.lower(), rate.upper());
    }

    private static String median(Optional<GroupResult.Figures> figures) {
        return figures.map(f -> format("%,.0f", f.rate().median())).orElse(NONE);
    }

    private static String ratio(Optional<GroupResult.Figures> figures) {
        return figures.map(GroupResult.Figures::ratio)
                .map(ratio -> times(ratio.median()))
                .orElse(NONE);
    }

    private static String times(double ratio) {
        return ratio < 10 ? format("%.2f", ratio) : format("%.1f", ratio);
    }

    private static String count(int number) {
        return format("%,d", number);
    }

    private void writeRow(String... cells) {
        writeRow(Arrays.stream(cells));
    }

    private void writeRow(Stream<String> cells) {
        text.append(cells.map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    @FormatMethod
    private void writeLine(String format, Object... arguments) {
        text.append(format(format, arguments)).append('\n');
    }

    @FormatMethod
    private void writeParagraph(String format, Object... arguments) {
        writeLine("%s", MarkdownText.wrap(format(format, arguments)));
    }

    @FormatMethod
    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
