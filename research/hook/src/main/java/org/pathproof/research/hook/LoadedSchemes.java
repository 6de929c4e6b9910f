// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.hook;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.KeyFile;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.SchemeId;
import org.pathproof.research.schemes.Schemes;
import org.pathproof.routes.experimental.AttributeDecision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schemes with keys in the key file. Creates the decision of each task. Immutable. */
final class LoadedSchemes implements Supplier<AttributeDecision> {
    /** Maximum size of the key file in bytes. */
    static final long MAX_KEY_FILE_BYTES = 64L << 20;

    private static final Logger log = LoggerFactory.getLogger(LoadedSchemes.class);

    private final Map<SchemeId, KnownScheme> known;

    private LoadedSchemes(Map<SchemeId, KnownScheme> known) {
        this.known = Map.copyOf(known);
    }

    /**
     * Loads the schemes and reads the key file.
     *
     * @throws IllegalArgumentException if the file is missing or unusable, or if a scheme of the file is not found; the
     *     message names the setting
     */
    static LoadedSchemes load(@Nullable Path file) {
        if (file == null) {
            throw new IllegalArgumentException("pathproof.schemes.keys is missing: validators need a key file if "
                    + "pathproof.schemes.experimental is true (`./pathproof lab schemes` writes one)");
        }
        List<PathSecurityScheme> available = available();
        Map<SchemeId, KnownScheme> known = new LinkedHashMap<>();
        read(file).forEach((id, keys) -> known.put(id, new KnownScheme(configured(id, available, file), keys)));
        known.forEach((id, one) -> log.info(
                "Experimental scheme loaded: scheme={} parameters={} ases={}",
                id.scheme(),
                id.parameters(),
                one.keys().all().size()));
        return new LoadedSchemes(known);
    }

    private static List<PathSecurityScheme> available() {
        List<PathSecurityScheme> available;
        try {
            available = Schemes.all();
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(
                    "pathproof.schemes.library: a scheme cannot be loaded: " + e.getMessage(), e);
        }
        if (available.isEmpty()) {
            throw new IllegalArgumentException("pathproof.schemes.library has no scheme: name a folder with "
                    + "pathproof-schemes and the jars that it needs");
        }
        return available;
    }

    private static Map<SchemeId, KeyDirectory> read(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_KEY_FILE_BYTES) {
                throw new IllegalArgumentException("pathproof.schemes.keys: " + file + " has " + size
                        + " bytes: at most " + MAX_KEY_FILE_BYTES + " are read");
            }
            return KeyFile.read("pathproof.schemes.keys: " + file, Files.readAllLines(file));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("pathproof.schemes.keys: " + file + " is no text in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("pathproof.schemes.keys: cannot read the file: " + e, e);
        }
    }

    private static ConfiguredScheme configured(SchemeId id, List<PathSecurityScheme> available, Path file) {
        for (PathSecurityScheme scheme : available) {
            if (scheme.name().equals(id.scheme())) {
                ParameterSet parameters = scheme.parameterSets().stream()
                        .filter(set -> set.name().equals(id.parameters()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("pathproof.schemes.keys: " + file + ": scheme "
                                + id.scheme() + " has no parameter set " + id.parameters() + ": choose one of "
                                + scheme.parameterSets().stream()
                                        .map(ParameterSet::name)
                                        .toList()));
                return scheme.configure(parameters, new SecureRandom());
            }
        }
        throw new IllegalArgumentException("pathproof.schemes.keys: " + file + ": no scheme " + id.scheme()
                + " is available: choose one of "
                + available.stream().map(PathSecurityScheme::name).toList());
    }

    /** Returns a decision with its own verifiers, which are not thread-safe. */
    @Override
    public AttributeDecision get() {
        return new SchemeDecision(known, Clock.systemUTC());
    }
}
