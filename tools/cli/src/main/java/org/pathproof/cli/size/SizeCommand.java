// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.size;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pathproof size}: prints the size of a deployment and writes values for the chart. */
@Command(
        name = "size",
        description = {
            "Prints partitions, pods, processors, memory and disk for a network.",
            "The model and its accuracy are in docs/operators/scale.md."
        })
public final class SizeCommand implements Callable<Integer> {
    private static final double MAX_VERIFICATIONS = 10_000_000;

    @Spec
    private CommandSpec spec;

    @Mixin
    private NetworkOptions network;

    @Option(
            names = "--verifications",
            paramLabel = "RATE",
            description = "P-256 verifications a second of OpenSSL on a core of a node. Default: openssl measures this"
                    + " machine for two seconds.")
    private @Nullable Double verifications;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description = "Engine of the nodes: ifma, avx2, scalar or java. Default: the engine of this machine.")
    private @Nullable String engine;

    @Option(names = "--values", paramLabel = "FILE", description = "Write values for the chart to this file.")
    private @Nullable Path values;

    @Override
    public Integer call() throws IOException, InterruptedException {
        network.check();
        Engine known = engine();
        Network described = network.network(rate(), known);
        Plan plan = new CapacityModel(described).plan();
        PrintWriter out = spec.commandLine().getOut();
        PlanText.print(described, plan, out);
        if (values != null) {
            Files.writeString(values, ValuesFile.of(described, plan));
            out.println();
            out.println("values for the chart: " + values);
        }
        out.flush();
        return ExitCode.OK;
    }

    private double rate() throws InterruptedException {
        if (verifications == null) {
            return OpenSslRate.measure()
                    .orElseThrow(() -> new CommandFailure(
                            "openssl is missing or cannot measure: give --verifications, the rate of `openssl speed"
                                    + " ecdsap256` on a core of a node"));
        }
        if (!(verifications >= 1 && verifications <= MAX_VERIFICATIONS)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--verifications " + verifications + " is out of range: use 1 to " + (long) MAX_VERIFICATIONS);
        }
        return verifications;
    }

    private Engine engine() {
        String name = engine == null
                ? SignatureEngines.select(EngineSettings.fromSystem()).name()
                : engine;
        List<String> known = Arrays.stream(Engine.values()).map(Engine::label).toList();
        return Engine.named(name)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--engine " + name + " is unknown: use "
                                + known.stream().collect(Collectors.joining(", "))));
    }
}
