// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;

/**
 * The signature engine that a benchmark demands from all its services. Without a choice, each service uses the fastest
 * engine of the machine.
 */
public final class EngineChoice {
    private static final String SETTING = "pathproof.p256.engine";

    private EngineChoice() {}

    /**
     * Returns the demanded engine: {@code option}, or else the setting pathproof.p256.engine of this process, which is
     * PATHPROOF_P256_ENGINE in the environment.
     *
     * @throws IllegalArgumentException if no engine has this name, or this machine cannot run the engine
     */
    public static Optional<String> of(Optional<String> option) {
        Optional<String> wanted = option.or(() -> EngineSettings.fromSystem().engine());
        wanted.ifPresent(EngineChoice::check);
        return wanted;
    }

    private static void check(String name) {
        SignatureEngines engines = new SignatureEngines(EngineSettings.DEFAULTS);
        List<String> names =
                engines.statuses().stream().map(SignatureEngines.Status::name).toList();
        if (!names.contains(name)) {
            throw new IllegalArgumentException("unknown engine '" + name + "': the engines are " + names);
        }
        if (engines.named(name).isEmpty()) {
            String reason = engines.statuses().stream()
                    .filter(status -> status.name().equals(name))
                    .map(SignatureEngines.Status::detail)
                    .findFirst()
                    .orElse("");
            throw new IllegalArgumentException("the engine " + name + " cannot be measured here: " + reason);
        }
    }

    /** Demands an engine from all processes that this JVM starts from now on. */
    public static void demand(String name) {
        System.setProperty(SETTING, name);
    }

    /** Returns the demanded engine of this process. */
    public static Optional<String> demanded() {
        return EngineSettings.fromSystem().engine();
    }

    /** Returns the system properties that pass the demand on to another JVM. */
    public static Map<String, String> settings() {
        return demanded().map(name -> Map.of(SETTING, name)).orElse(Map.of());
    }
}
