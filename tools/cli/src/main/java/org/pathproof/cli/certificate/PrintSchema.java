// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.onboarding.DescriptionJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pathproof certificate schema}: prints the JSON Schema of descriptions. */
@Command(name = "schema", description = "Prints the JSON Schema of descriptions.")
final class PrintSchema implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        spec.commandLine().getOut().print(DescriptionJson.schema());
        return ExitCode.OK;
    }
}
