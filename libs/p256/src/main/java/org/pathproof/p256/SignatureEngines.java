// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The engines of this machine under one set of settings, fastest first. An engine is usable if it passes the {@link
 * KnownAnswer} test. An engine takes memory, so it is created when a method first needs it; all methods return the same
 * instance. A process needs one object of this class, created at its entry point. Safe for use by several threads.
 */
public final class SignatureEngines {
    private final EngineSettings settings;
    private final List<Candidate> candidates;

    public SignatureEngines(EngineSettings settings) {
        this.settings = settings;
        candidates = List.of(
                new Candidate("ifma", () -> nativeEngine(NativeKernel.Kind.IFMA)),
                new Candidate("avx2", () -> nativeEngine(NativeKernel.Kind.AVX2)),
                new Candidate("scalar", () -> nativeEngine(NativeKernel.Kind.SCALAR)),
                new Candidate(JavaKernel.NAME, () -> tableEngine(new JavaKernel())),
                new Candidate(BouncyCastleEngine.NAME, () -> new Made.Usable(new BouncyCastleEngine())));
    }

    /**
     * The state of an engine.
     *
     * @param detail the state in words, or the reason for it
     */
    public record Status(String name, State state, String detail) {
        public enum State {
            /** The engine passed its known-answer test. */
            USABLE,
            /** The engine was not created, because no method needed it. */
            NOT_NEEDED,
            /** This machine cannot run the engine, or the engine failed its known-answer test. */
            UNUSABLE,
            /** The engine gave a wrong result or threw an exception. Bouncy Castle replaces it. */
            NOT_TRUSTED
        }
    }

    private sealed interface Made {
        record Usable(SignatureEngine engine) implements Made {}

        /** @param reason a clause: "it …" or "the native library …" */
        record Unusable(String reason) implements Made {}
    }

    /** An engine that is created and tested when it is first needed. */
    private static final class Candidate {
        private final String name;
        private final Supplier<Made> maker;
        private @Nullable Made made;

        Candidate(String name, Supplier<Made> maker) {
            this.name = name;
            this.maker = maker;
        }

        synchronized Made get() {
            Made result = made;
            if (result == null) {
                result = tested();
                made = result;
            }
            return result;
        }

        synchronized Status status() {
            return switch (made) {
                case null -> new Status(name, Status.State.NOT_NEEDED, "not needed");
                case Made.Unusable(String reason) -> new Status(name, Status.State.UNUSABLE, reason);
                case Made.Usable(SignatureEngine engine) ->
                    engine.figures().trusted()
                            ? new Status(name, Status.State.USABLE, "usable")
                            : new Status(name, Status.State.NOT_TRUSTED, "disabled: it gave a wrong answer or failed");
            };
        }

        private Made tested() {
            try {
                Made result = maker.get();
                if (result instanceof Made.Usable(SignatureEngine engine) && !KnownAnswer.passes(engine)) {
                    engine.close();
                    return new Made.Unusable("it fails its known-answer test");
                }
                return result;
            } catch (IllegalStateException e) {
                return new Made.Unusable("it cannot start: " + e.getMessage());
            }
        }
    }

    private Made nativeEngine(NativeKernel.Kind kind) {
        return switch (NativeLibrary.get()) {
            case NativeLibrary.Loading.Absent(String reason) -> new Made.Unusable("the native library " + reason);
            case NativeLibrary.Loading.Loaded(NativeLibrary library) ->
                NativeKernel.open(library, kind)
                        .map(this::tableEngine)
                        .orElseGet(() -> new Made.Unusable("this processor cannot run it, or there is no memory"));
        };
    }

    private Made tableEngine(Kernel kernel) {
        for (TableShape shape : TableShape.values()) {
            if (!passesKnownAnswerTest(kernel, shape)) {
                return new Made.Unusable("it fails its known-answer test with tables of shape " + shape);
            }
        }
        return new Made.Usable(
                new ObservedEngine(new TableEngine(kernel, settings), new BouncyCastleEngine(), settings.checkOneIn()));
    }

    /** Runs the known-answer test with a table for each key, so that the kernel verifies every signature. */
    private static boolean passesKnownAnswerTest(Kernel kernel, TableShape shape) {
        long memory = (long) shape.bytes() * KnownAnswer.keys().size();
        try (TableEngine engine = new TableEngine(kernel, memory, 1, Integer.MAX_VALUE)) {
            boolean built =
                    KnownAnswer.keys().stream().allMatch(key -> engine.tables().build(key, shape));
            return built && KnownAnswer.passes(engine) && engine.figures().slow() == 0;
        }
    }

    /**
     * Returns the engine that these settings choose, like {@link #selected()}.
     *
     * @throws IllegalArgumentException if no engine has the name in the settings
     */
    public static SignatureEngine select(EngineSettings settings) {
        return new SignatureEngines(settings).selected();
    }

    /** Creates all engines, and returns the usable ones. */
    public List<SignatureEngine> available() {
        return usable(candidates.stream()).toList();
    }

    /** Returns the engine of this name if it is usable. */
    public Optional<SignatureEngine> named(String name) {
        return usable(candidates.stream().filter(candidate -> candidate.name.equals(name)))
                .findFirst();
    }

    /**
     * Returns the engine that the settings name, or the fastest engine if they name none. If that engine is not usable,
     * returns the fastest usable engine among the slower ones.
     *
     * @throws IllegalArgumentException if no engine has the name in the settings
     * @throws IllegalStateException if no engine is usable
     */
    public SignatureEngine selected() {
        String first = settings.engine().orElse(candidates.getFirst().name);
        if (candidates.stream().noneMatch(candidate -> candidate.name.equals(first))) {
            throw new IllegalArgumentException("pathproof.p256.engine is \"" + first + "\"; known engines are "
                    + candidates.stream().map(candidate -> candidate.name).toList());
        }
        return usable(candidates.stream().dropWhile(candidate -> !candidate.name.equals(first)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no P-256 engine is usable: " + report()));
    }

    /** Returns the engine that the settings name, if any, and the status of each engine: one line each. */
    public String report() {
        StringBuilder report = new StringBuilder();
        settings.engine()
                .ifPresent(name ->
                        report.append("selected by the settings: ").append(name).append('\n'));
        statuses()
                .forEach(status -> report.append(status.name())
                        .append(": ")
                        .append(status.detail())
                        .append('\n'));
        return report.toString();
    }

    /** Returns the compiler that built the native engines. Empty without the native library. */
    public static Optional<String> nativeCompiler() {
        return switch (NativeLibrary.get()) {
            case NativeLibrary.Loading.Loaded(NativeLibrary library) -> Optional.of(library.compiler);
            case NativeLibrary.Loading.Absent _ -> Optional.empty();
        };
    }

    /** Returns the status of each engine, fastest first, without creating any. */
    public List<Status> statuses() {
        return candidates.stream().map(Candidate::status).toList();
    }

    private static Stream<SignatureEngine> usable(Stream<Candidate> candidates) {
        return candidates
                .map(Candidate::get)
                .filter(Made.Usable.class::isInstance)
                .map(made -> ((Made.Usable) made).engine());
    }
}
