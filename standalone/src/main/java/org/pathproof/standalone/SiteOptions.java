// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that {@code up} and {@code demo} have in common. */
final class SiteOptions {
    static final int BMP_PORT = 11019;
    static final int HTTP_PORT = 8080;
    static final int RTR_PORT = 8282;

    @Option(
            names = "--bmp-port",
            paramLabel = "PORT",
            description = "where routers connect with BMP (default: " + BMP_PORT + ")")
    @Nullable
    Integer bmpPort;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description = "REST and the dashboard (default: " + HTTP_PORT + ")")
    @Nullable
    Integer httpPort;

    @Option(
            names = "--rtr-port",
            paramLabel = "PORT",
            description = "the RTR server for routers (default: " + RTR_PORT + ")")
    @Nullable
    Integer rtrPort;

    @Option(names = "--data", paramLabel = "DIR", description = "the folder of everything that is kept")
    @Nullable
    Path data;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "a file of further settings (YAML or properties), as docs/reference/settings.md lists them")
    @Nullable
    Path config;

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }
}
