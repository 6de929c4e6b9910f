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
 * What came of a scenario.
 *
 * @param scenario its letter or name
 * @param workload what was played, in words
 * @param figures what was measured
 * @param cpuMicrosPerUpdate by stage; empty where it says nothing
 * @param threadMicrosPerUpdate the same by stage and kind of thread
 * @param verdictsPerSecond in each tenth of a second; empty where it says nothing
 * @param curve a measured curve; empty where there is none
 * @param profiles of recorded JVMs
 * @param when it was measured; null for what was measured with all others of its report
 * @param notes what the reader has to know
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
     * @param x how many of something
     * @param measured what came of it
     * @param linear what would come of it if one had its share of what one alone has
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

    /** The value of a figure, if it has it. */
    OptionalDouble value(String name) {
        return figures.stream()
                .filter(figure -> figure.name().equals(name))
                .mapToDouble(Figure::value)
                .findFirst();
    }

    /**
     * A figure.
     *
     * @param target what it ought to be, in words; null where nothing is asked
     * @param met whether it is
     */
    public record Figure(
            String name,
            double value,
            String unit,
            @Nullable String target,
            @Nullable Boolean met) {}

    /**
     * What a JVM's CPU time went into.
     *
     * @param running by the frame that ran
     * @param including frames of ours, Kafka's and Netty's, with what they called
     */
    public record TopFrames(
            String stage, long samples, List<Frame> threads, List<Frame> running, List<Frame> including) {}

    /** A frame or thread, and CPU microseconds an update. */
    public record Frame(String what, double share, double microsPerUpdate) {}

    /** Takes down what is found, in the order in which it is found. */
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

        /** A figure that ought to be at least so much. */
        public Builder atLeast(String name, double value, String unit, double target) {
            figures.add(new Figure(name, value, unit, "≥ " + Numbers.of(target), value >= target));
            return this;
        }

        /** A figure that ought to be at most so much. */
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

        /** Counts in each tenth of a second. */
        public Builder rates(int[] perTenth) {
            for (int count : perTenth) {
                rates.add(count * 10);
            }
            return this;
        }

        /** The next point of the curve. */
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
