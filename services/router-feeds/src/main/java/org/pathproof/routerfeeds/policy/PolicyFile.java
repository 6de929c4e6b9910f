// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyProblem;
import org.pathproof.feeds.policy.PolicyReader;

/**
 * Reads the file of {@code pathproof.feeds.policy}. An unusable file stops the start, and the error names the reason.
 */
final class PolicyFile {
    /** Maximum size of a policy file in bytes: a character of UTF-8 has at most four bytes. */
    private static final long MAX_BYTES = 4L * PolicyReader.MAX_LENGTH;

    private PolicyFile() {}

    /**
     * Reads the policy of a file.
     *
     * @param file path of the file; empty if the settings name no file
     * @return empty if the settings name no file
     * @throws IllegalArgumentException when the policy cannot be used
     */
    static Optional<PolicyStore.InitialPolicy> read(String file) {
        if (file.isEmpty()) {
            return Optional.empty();
        }
        PolicyReader.Result result = PolicyReader.read(text(Path.of(file)), file);
        PolicyDocument document = result.document()
                .orElseThrow(() -> new IllegalArgumentException("pathproof.feeds.policy cannot be used: "
                        + result.problems().stream()
                                .map(PolicyProblem::toString)
                                .collect(Collectors.joining("; "))));
        return Optional.of(new PolicyStore.InitialPolicy(document, file));
    }

    private static String text(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new IllegalArgumentException("pathproof.feeds.policy: " + file + " has " + size
                        + " bytes, at most " + MAX_BYTES + " are allowed");
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("pathproof.feeds.policy: " + file + " is not UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("pathproof.feeds.policy: cannot read " + file + ": " + e, e);
        }
    }
}
