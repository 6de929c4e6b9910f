// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.pathproof.access.ApiToken;
import org.pathproof.access.Role;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code token}: creates a bearer token, and the entry of the settings that accepts it. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Creates a bearer token for the REST interface: prints the token on standard output, and the entry of the",
            "settings (pathproof.api.tokens) on standard error. The settings hold a hash, so keep the token."
        })
public final class TokenCommand implements Callable<Integer> {
    @Option(names = "--name", paramLabel = "NAME", required = true, description = "name in the audit log")
    private String name;

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "reader",
            description = "reader, operator or admin (default: ${DEFAULT-VALUE})")
    private Role role;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!name.matches("[\\w.@-]{1,64}")) {
            throw new ParameterException(
                    spec.commandLine(), "--name " + name + " is not 1 to 64 letters, digits, dots, hyphens, _ or @");
        }
        String token = ApiToken.create();
        PrintWriter err = spec.commandLine().getErr();
        err.print("""
                pathproof:
                  api:
                    tokens:
                      - name: "%s"
                        role: %s
                        hash: %s
                """.formatted(name, role.label(), ApiToken.hash(token)));
        err.flush();
        spec.commandLine().getOut().println(token);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
