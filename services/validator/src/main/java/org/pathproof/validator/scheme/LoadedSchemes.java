// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.scheme;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.schemes.ConfiguredScheme;
import org.pathproof.schemes.KeyDirectory;
import org.pathproof.schemes.KeyFile;
import org.pathproof.schemes.ParameterSet;
import org.pathproof.schemes.PathSecurityScheme;
import org.pathproof.schemes.SchemeId;
import org.pathproof.schemes.Schemes;
import org.pathproof.settings.SchemeSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schemes with keys in the key file. Creates the judge of each task. Immutable. */
public final class LoadedSchemes implements Supplier<SchemeJudge> {
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
     * @throws IllegalArgumentException if a setting is missing, a file is unusable, or a scheme of the key file is not
     *     found; the message names the setting
     */
    public static LoadedSchemes load(SchemeSettings settings) {
        Path file = settings.keys();
        if (file == null) {
            throw new IllegalArgumentException("pathproof.schemes.keys is missing: validators need a key file if "
                    + "pathproof.schemes.experimental is true (`./pathproof lab schemes` writes one)");
        }
        List<PathSecurityScheme> available = available(settings.library());
        Map<SchemeId, KnownScheme> known = new LinkedHashMap<>();
        read(file).forEach((id, keys) -> known.put(id, new KnownScheme(configured(id, available, file), keys)));
        known.forEach((id, one) -> log.info(
                "Experimental scheme loaded: scheme={} parameters={} ases={}",
                id.scheme(),
                id.parameters(),
                one.keys().all().size()));
        return new LoadedSchemes(known);
    }

    private static List<PathSecurityScheme> available(@Nullable Path library) {
        List<PathSecurityScheme> available;
        try {
            available = Schemes.all(loader(library));
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new IllegalArgumentException(
                    "pathproof.schemes.library " + library + ": a scheme cannot be loaded: " + e.getMessage(), e);
        }
        if (available.isEmpty()) {
            throw new IllegalArgumentException("pathproof.schemes.library "
                    + (library == null ? "is empty, and the class path" : library)
                    + " has no scheme: name a folder with pathproof-schemes and the jars that it needs");
        }
        return available;
    }

    /** Returns a loader of the jars in a folder. The loader stays open as long as the process runs. */
    private static ClassLoader loader(@Nullable Path library) {
        ClassLoader own = LoadedSchemes.class.getClassLoader();
        if (library == null) {
            return own;
        }
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(library)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                jars.add(url(jar));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("pathproof.schemes.library: cannot list the folder: " + e, e);
        }
        return new URLClassLoader("schemes", jars.toArray(URL[]::new), own);
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
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

    /** Returns a judge with its own verifiers, which are not thread-safe. */
    @Override
    public SchemeJudge get() {
        return new TaskSchemeJudge(known, Clock.systemUTC());
    }
}
