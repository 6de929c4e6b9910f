// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.engine;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.JsonLines;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** {@code pathproof engine}: prints the signature engine of this machine, and the state of the other engines. */
@Command(
        name = "engine",
        description = {
            "Prints the engine for P-256 signatures in this environment, and the state of all engines.",
            "Each engine is tested with known answers, as at the start of a service.",
            "Settings come from the environment (for example PATHPROOF_P256_ENGINE=java) or system properties."
        })
public final class EngineCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /** The output of the command. */
    private record Report(
            String engine, List<SignatureEngines.Status> engines, Processor processor, EngineSettings settings) {}

    @Override
    public Integer call() {
        Report report = report();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            try (JsonLines lines = new JsonLines(out)) {
                lines.writeObject(generator -> write(report, generator));
            }
        } else {
            print(report, out);
        }
        out.flush();
        return ExitCode.OK;
    }

    private static Report report() {
        try {
            EngineSettings settings = EngineSettings.fromSystem();
            SignatureEngines engines = new SignatureEngines(settings);
            String engine = engines.selected().name();
            engines.available(); // tests the engines that were not selected
            return new Report(engine, engines.statuses(), Processor.here(), settings);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static void print(Report report, PrintWriter out) {
        out.println("engine: " + report.engine + why(report));
        out.println();
        out.println("engines, fastest first:");
        for (SignatureEngines.Status status : report.engines) {
            String use = status.name().equals(report.engine) ? "in use" : status.detail();
            out.printf("  %-15s %s%n", status.name(), use);
        }
        SignatureEngines.nativeCompiler().ifPresent(compiler -> out.println("native engines built by " + compiler));
        Processor processor = report.processor;
        out.println();
        out.println(
                "processor: " + (processor.name().isEmpty() ? "" : processor.name() + ", ") + processor.architecture());
        printList(out, "has", processor.features(), true);
        printList(out, "lacks", processor.features(), false);
        out.println();
        out.println("settings:");
        settings(report.settings).forEach((name, value) -> out.printf("  %-34s %s%n", name, value));
    }

    private static String why(Report report) {
        return report.settings
                .engine()
                .map(selected -> selected.equals(report.engine)
                        ? " (selected by pathproof.p256.engine)"
                        : " (pathproof.p256.engine selects " + selected + ", which cannot run here)")
                .orElse("");
    }

    private static void printList(PrintWriter out, String what, Map<String, Boolean> features, boolean wanted) {
        String names = features.entrySet().stream()
                .filter(feature -> feature.getValue() == wanted)
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" "));
        if (!names.isEmpty()) {
            out.printf("  %-15s %s%n", what, names);
        }
    }

    private static Map<String, Object> settings(EngineSettings settings) {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("pathproof.p256.engine", settings.engine().orElse("the fastest"));
        named.put("pathproof.p256.table-memory", bytes(settings.tableMemory()));
        named.put("pathproof.p256.uses-before-table", settings.usesBeforeTable());
        named.put("pathproof.p256.check-one-in", settings.checkOneIn());
        return named;
    }

    /** Formats a size as in the setting, in the largest unit that divides it. */
    private static String bytes(long number) {
        int zeros = Long.numberOfTrailingZeros(number);
        return zeros >= 30 ? (number >> 30) + "g" : zeros >= 20 ? (number >> 20) + "m" : Long.toString(number);
    }

    private static void write(Report report, JsonGenerator out) {
        out.writeStringProperty("engine", report.engine);
        out.writeName("engines").writeStartArray();
        for (SignatureEngines.Status status : report.engines) {
            out.writeStartObject();
            out.writeStringProperty("name", status.name());
            out.writeStringProperty("state", status.state().name().toLowerCase(Locale.ROOT));
            out.writeStringProperty("detail", status.detail());
            out.writeEndObject();
        }
        out.writeEndArray();
        String compiler = SignatureEngines.nativeCompiler().orElse(null);
        if (compiler == null) {
            out.writeNullProperty("native_compiler");
        } else {
            out.writeStringProperty("native_compiler", compiler);
        }
        out.writeObjectPropertyStart("processor");
        out.writeStringProperty("name", report.processor.name());
        out.writeStringProperty("architecture", report.processor.architecture());
        out.writeObjectPropertyStart("features");
        report.processor.features().forEach(out::writeBooleanProperty);
        out.writeEndObject();
        out.writeEndObject();
        out.writeObjectPropertyStart("settings");
        EngineSettings settings = report.settings;
        if (settings.engine().isPresent()) {
            out.writeStringProperty("engine", settings.engine().get());
        } else {
            out.writeNullProperty("engine");
        }
        out.writeNumberProperty("table_memory", settings.tableMemory());
        out.writeNumberProperty("uses_before_table", settings.usesBeforeTable());
        out.writeNumberProperty("check_one_in", settings.checkOneIn());
        out.writeEndObject();
    }
}
