// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.certificate;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.onboarding.SealingKeys;
import picocli.CommandLine.Option;

/** The option with the keys of sealed descriptions. */
final class SealingOption {
    @Option(
            names = "--sealing-keys",
            paramLabel = "FILE",
            description = "File with the keys of sealed descriptions: 32 bytes in Base64 a line; the first one seals.")
    private @Nullable Path file;

    /** Returns the keys; none without the option. */
    SealingKeys keys() throws IOException {
        try {
            return file == null ? SealingKeys.NONE : SealingKeys.read(file);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }
}
