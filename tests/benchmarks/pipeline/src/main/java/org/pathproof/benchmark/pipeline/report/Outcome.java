// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The result of a scenario.
 *
 * @param scenario letter or name of the scenario
 * @param workload description of the load
 * @param figures measured figures
 * @param cpuMicrosPerUpdate CPU microseconds per update, by stage; may be empty
 * @param threadMicrosPerUpdate CPU microseconds per update, by stage and kind of thread
 * @param verdictsPerSecond rate in each tenth of a second; may be empty
 * @param curve measured curve; may be empty
 * @param profiles profiles of recorded JVMs
 * @param when time of the measurement; null for the time of the report
 * @param notes notes for the reader
 */
public record Outcome(
        String scenario,
        String title,
        String workload,
        List<Figure> figures,
        Map<String, Double> cpuMicrosPerUpdate,
        Map<String, Map<String, Double>> threadMicrosPerUpdate,
        List<Integer> verdictsPerSecond,
        List<Point> curve,
        List<TopFrames> profiles,
        @Nullable String when,
        List<String> notes) {
    /** Creates an outcome; result files of earlier versions have no curve. */
    public Outcome {
        curve = Objects.requireNonNullElse(curve, List.of());
    }

    /** Returns the outcome as the result file keeps it: without series and profiles, with four significant digits. */
    Outcome summary() {
        Map<String, Map<String, Double>> threads = new LinkedHashMap<>();
        threadMicrosPerUpdate.forEach((stage, micros) -> threads.put(stage, rounded(micros)));
        return new Outcome(
                scenario,
                title,
                workload,
                figures.stream()
                        .map(f -> new Figure(f.name, rounded(f.value), f.unit, f.target, f.met))
                        .toList(),
                rounded(cpuMicrosPerUpdate),
                threads,
                List.of(),
                curve.stream()
                        .map(p -> new Point(p.x, rounded(p.measured), rounded(p.linear)))
                        .toList(),
                List.of(),
                when,
                notes);
    }

    private static Map<String, Double> rounded(Map<String, Double> values) {
        Map<String, Double> rounded = new LinkedHashMap<>();
        values.forEach((name, value) -> rounded.put(name, rounded(value)));
        return rounded;
    }

    private static double rounded(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value).round(new MathContext(4)).doubleValue()
                : value;
    }

    /**
     * A point of a curve.
     *
     * @param x number of instances
     * @param measured measured value
     * @param linear value of linear scaling
     */
    public record Point(int x, double measured, double linear) {}

    Outcome measured(String at) {
        return new Outcome(
                scenario,
                title,
                workload,
                figures,
                cpuMicrosPerUpdate,
                threadMicrosPerUpdate,
                verdictsPerSecond,
                curve,
                profiles,
                at,
                notes);
    }

    /** Returns the value of a figure, empty without the figure. */
    OptionalDouble value(String name) {
        return figures.stream()
                .filter(figure -> figure.name().equals(name))
                .mapToDouble(Figure::value)
                .findFirst();
    }

    /**
     * A figure.
     *
     * @param target target as text; null without a target
     * @param met true if the target is met; null without a target
     */
    public record Figure(
            String name,
            double value,
            String unit,
            @Nullable String target,
            @Nullable Boolean met) {}

    /**
     * The CPU profile of a JVM.
     *
     * @param running CPU shares by the frame at the top of the stack
     * @param including CPU shares by frames of Pathproof, Kafka and Netty, each with the frames that it calls
     */
    public record TopFrames(
            String stage, long samples, List<Frame> threads, List<Frame> running, List<Frame> including) {}

    /** A frame or a thread, with its CPU microseconds per update. */
    public record Frame(String what, double share, double microsPerUpdate) {}

    /** Collects the figures of an outcome, in their order. */
    public static final class Builder {
        private final String scenario;
        private final String title;
        private String workload = "";
        private final List<Figure> figures = new ArrayList<>();
        private final Map<String, Double> cpu = new LinkedHashMap<>();
        private final Map<String, Map<String, Double>> threads = new LinkedHashMap<>();
        private final List<Integer> rates = new ArrayList<>();
        private final List<Point> curve = new ArrayList<>();
        private final List<TopFrames> profiles = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();

        public Builder(String scenario, String title) {
            this.scenario = scenario;
            this.title = title;
        }

        public Builder workload(String words) {
            workload = words;
            return this;
        }

        public Builder figure(String name, double value, String unit) {
            figures.add(new Figure(name, value, unit, null, null));
            return this;
        }

        /** Adds a figure with a lower bound as target. */
        public Builder atLeast(String name, double value, String unit, double target) {
            figures.add(new Figure(name, value, unit, "≥ " + Numbers.of(target), value >= target));
            return this;
        }

        /** Adds a figure with an upper bound as target. */
        public Builder atMost(String name, double value, String unit, double target) {
            figures.add(new Figure(name, value, unit, "≤ " + Numbers.of(target), value <= target));
            return this;
        }

        public Builder cpu(Map<String, Double> microsPerUpdate) {
            cpu.putAll(microsPerUpdate);
            return this;
        }

        public Builder threads(String stage, Map<String, Double> microsPerUpdate) {
            threads.put(stage, microsPerUpdate);
            return this;
        }

        /** Adds the numbers of verdicts in each tenth of a second. */
        public Builder rates(int[] perTenth) {
            for (int count : perTenth) {
                rates.add(count * 10);
            }
            return this;
        }

        /** Adds a point to the curve. */
        public Builder point(int x, double measured, double linear) {
            curve.add(new Point(x, measured, linear));
            return this;
        }

        public Builder profile(TopFrames frames) {
            profiles.add(frames);
            return this;
        }

        public Builder note(String words) {
            notes.add(words);
            return this;
        }

        public Outcome build() {
            return new Outcome(scenario, title, workload, figures, cpu, threads, rates, curve, profiles, null, notes);
        }
    }
}
