// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.ByteArrayResource;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Reader of a YAML file with entries of static tokens, in the form of the settings. */
final class TokenFile {
    private static final String TOKENS = "pathproof.api.tokens";
    private static final int MAX_BYTES = 1 << 20;

    private TokenFile() {}

    /**
     * Reads the entries.
     *
     * @throws IOException if the file is not readable, is longer than 1 MiB, is no YAML, has a wrong value or has no
     *     {@code pathproof.api.tokens}; the message has no hash of a token
     */
    static List<AccessSettings.Token> read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("it has more than 1 MiB");
        }
        MutablePropertySources sources = new MutablePropertySources();
        try {
            new YamlPropertySourceLoader()
                    .load("tokens", new ByteArrayResource(Files.readAllBytes(file)))
                    .forEach(sources::addLast);
            return new Binder(ConfigurationPropertySources.from(sources))
                    .bind(TOKENS, Bindable.listOf(AccessSettings.Token.class))
                    .orElseThrow(
                            () -> new IOException("it has no " + TOKENS + "; an empty list revokes all its tokens"));
        } catch (MarkedYAMLException e) {
            throw new IOException(
                    "it is no YAML: line " + (e.getProblemMark().getLine() + 1) + ": " + e.getProblem(), e);
        } catch (YAMLException e) {
            throw new IOException("it is no YAML", e);
        } catch (BindException e) {
            throw new IOException(
                    "the value of " + e.getName() + " has a wrong form (role: reader, operator, admin)", e);
        }
    }
}
