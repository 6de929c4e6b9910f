// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.research.schemes.KeyFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pathproof lab schemes}: writes routes of experimental schemes, and the keys that verify them. */
@Command(
        name = "pathproof lab schemes",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes paths of every experimental path-security scheme, honest ones and attacks, as a BMP stream",
            "for `pathproof replay`, and the published keys for pathproof.schemes.keys."
        })
public final class SchemesCommand implements Callable<Integer> {
    /** Name of the key file in the output folder. */
    public static final String KEYS = "keys.txt";

    /** Name of the BMP stream in the output folder. */
    public static final String STREAM = "routes.bmp";

    /** Name of the table of routes in the output folder. */
    public static final String TABLE = "routes.txt";

    private static final int FAILED = 2;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER",
            required = true,
            description = "Folder for " + KEYS + ", " + STREAM + " and " + TABLE + ".")
    private Path out = Path.of("");

    @Option(
            names = "--attribute",
            paramLabel = "CODE",
            defaultValue = "252",
            description = "Type code of the path attribute, as in pathproof.schemes.attribute (default: 252).")
    private int attribute;

    @Option(
            names = "--all-parameters",
            description = "Play every parameter set of each scheme, not only the first one.")
    private boolean allParameters;

    @Option(
            names = "--honest",
            paramLabel = "ROUTES",
            description = "Write this number of honest routes for each parameter set, and no attacks: 2 to "
                    + SchemeLab.MAX_HONEST_ROUTES + ".")
    private @Nullable Integer honest;

    @Option(
            names = "--scheme",
            paramLabel = "NAME",
            description = "Play only this scheme, for example KC-RSA. Can be repeated.")
    private List<String> schemes = new ArrayList<>();

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SchemesCommand())
                .setExecutionExceptionHandler((thrown, command, parsed) -> {
                    if (thrown instanceof IOException) {
                        command.getErr().println("pathproof lab schemes: " + thrown);
                        return FAILED;
                    }
                    throw thrown;
                })
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        if (attribute < 0 || attribute > 0xff) {
            throw new ParameterException(
                    spec.commandLine(), "--attribute " + attribute + " is no type code: must be 0 to 255");
        }
        Integer routes = honest;
        if (routes != null && (routes < 2 || routes > SchemeLab.MAX_HONEST_ROUTES)) {
            throw new ParameterException(
                    spec.commandLine(), "--honest " + routes + ": must be 2 to " + SchemeLab.MAX_HONEST_ROUTES);
        }
        Instant now = Instant.now();
        SchemeLab lab;
        try {
            Set<String> names = Set.copyOf(schemes);
            lab = routes == null
                    ? SchemeLab.create(now, allParameters, names)
                    : SchemeLab.honest(now, allParameters, names, routes);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--scheme: " + e.getMessage(), e);
        }
        List<String> table = table(lab.routes());
        Files.createDirectories(out);
        Files.write(out.resolve(KEYS), KeyFile.write(lab.keys()));
        Files.write(
                out.resolve(STREAM),
                new SchemeStream(attribute, now).encode(lab.routes()).toArray());
        Files.write(out.resolve(TABLE), table);
        PrintWriter print = spec.commandLine().getOut();
        if (routes == null) {
            table.forEach(print::println);
        } else {
            lab.keys()
                    .keySet()
                    .forEach(id -> print.println(routes + " honest routes: " + id.scheme() + " " + id.parameters()));
        }
        print.flush();
        return 0;
    }

    private static List<String> table(List<SchemeRoute> routes) {
        List<String> lines = new ArrayList<>();
        lines.add(line("PREFIX", "SCHEME", "PARAMETERS", "ROUTE", "EXPECTED"));
        routes.forEach(route -> lines.add(line(
                route.prefix().toString(),
                route.id().scheme(),
                route.id().parameters(),
                route.name(),
                route.verifies() ? "experimental-verifies" : "experimental-fails")));
        return lines;
    }

    private static String line(String prefix, String scheme, String parameters, String route, String expected) {
        return "%-16s %-10s %-22s %-18s %s".formatted(prefix, scheme, parameters, route, expected);
    }
}
