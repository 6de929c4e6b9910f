// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Programs;

/**
 * A program that a case needs.
 *
 * @param name name for the table
 * @param command name of the executable file
 * @param origin package and registry, such as {@code the Debian package bird2}
 * @param asksVersion command that prints the version
 */
record Program(String name, String command, String origin, List<String> asksVersion) {
    /** Folder of the repository, which the launcher passes. */
    static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    private static final Path CARGO = ROOT.resolve(".build", "cargo", "bin");
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    /** Returns a program of a Debian package. */
    static Program debian(String name, String command, String debianPackage) {
        return new Program(
                name,
                command,
                "the Debian package " + debianPackage,
                List.of("dpkg-query", "-W", "-f", "${Version}", debianPackage));
    }

    /** Returns a program of crates.io, which the launcher builds. */
    static Program crate(String name, String command) {
        return new Program(
                name,
                command,
                "crates.io (see .build/cargo.log)",
                List.of(CARGO.resolve(command).toString(), "--version"));
    }

    /** Returns the path of the program; empty if it is not installed. */
    Optional<String> path() {
        Path built = CARGO.resolve(command);
        return Files.isExecutable(built) ? Optional.of(built.toString()) : Programs.find(command);
    }

    /** Returns the path of an installed program. */
    String require() {
        return path().orElseThrow(() -> new IllegalStateException(command + " is not installed"));
    }

    /** Returns the reason for which the program cannot run; empty if it can. */
    Optional<String> absence() {
        return path().isPresent()
                ? Optional.empty()
                : Optional.of("not run: " + command + " of " + origin + " is not installed");
    }

    /** Returns the version; empty if it is not known. */
    Optional<String> version() {
        if (Programs.find(asksVersion.getFirst()).isEmpty() && !Files.isExecutable(Path.of(asksVersion.getFirst()))) {
            return Optional.empty();
        }
        Matcher matcher = VERSION.matcher(
                ChildProcess.run(asksVersion.toArray(String[]::new)).output());
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }
}
