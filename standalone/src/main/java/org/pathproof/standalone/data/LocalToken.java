// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pathproof.access.AccessSettings;
import org.pathproof.access.ApiToken;
import org.pathproof.access.Role;
import org.pathproof.standalone.console.StartFailure;

/**
 * The token of this run with the role admin, for the user who owns the data folder: {@code ./pathproof query --token
 * FILE}. Each start replaces it.
 *
 * @param file file with the token, which only the owner can read
 */
public record LocalToken(Path file, String token) {
    private static final String NAME = "local";

    /**
     * Creates a token in a folder that only the owner can read.
     *
     * @throws StartFailure if the file cannot be written
     */
    public static LocalToken create(Path folder) {
        Path file = folder.resolve("token");
        String token = ApiToken.create();
        try {
            Files.deleteIfExists(file);
            OwnerOnly.createFile(file);
            Files.writeString(file, token + "\n", StandardCharsets.US_ASCII);
            return new LocalToken(file, token);
        } catch (IOException e) {
            throw new StartFailure("the file of the token " + file + " cannot be written: " + e, e);
        }
    }

    /** Returns the entry of the settings that accepts this token in the role of an administrator. */
    public AccessSettings.Token setting() {
        return new AccessSettings.Token(NAME, ApiToken.hash(token), Role.ADMIN);
    }
}
