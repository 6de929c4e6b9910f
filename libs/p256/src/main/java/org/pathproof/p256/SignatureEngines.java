// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The engines, fastest first, and which of them this machine can use: those that pass the {@link KnownAnswer} test. An engine is made
 * when somebody asks for it: it takes memory.
 */
public final class SignatureEngines {
    private static final List<Candidate> CANDIDATES = List.of(
            new Candidate("ifma", settings -> nativeEngine(NativeKernel.Kind.IFMA, settings)),
            new Candidate("scalar", settings -> nativeEngine(NativeKernel.Kind.SCALAR, settings)),
            new Candidate(JavaKernel.NAME, settings -> tableEngine(new JavaKernel(), settings)),
            new Candidate(BouncyCastleEngine.NAME, settings -> new Made.Usable(new BouncyCastleEngine())));

    private SignatureEngines() {}

    /**
     * What became of an engine.
     *
     * @param detail a clause that goes with the name of the engine: "usable", "it …"
     */
    public record Status(String name, State state, String detail) {
        /** In which state an engine is. */
        public enum State {
            /** It passed its known-answer test and can be asked. */
            USABLE,
            /** Nobody asked for it so far: it was not made. */
            NOT_NEEDED,
            /** This machine cannot run it, or it fails its known-answer test. */
            UNUSABLE,
            /** It gave a wrong answer, or failed, and is not asked any more. */
            NOT_TRUSTED
        }
    }

    private sealed interface Made {
        record Usable(SignatureEngine engine) implements Made {}

        /** @param reason a clause: "it …" */
        record Unusable(String reason) implements Made {}
    }

    /** An engine that was made already, or not yet. */
    private static final class Candidate {
        private final String name;
        private final Function<EngineSettings, Made> maker;
        private @Nullable Made made;

        Candidate(String name, Function<EngineSettings, Made> maker) {
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
                            : new Status(
                                    name, Status.State.NOT_TRUSTED, "not trusted any more: it gave a wrong answer");
            };
        }

        private Made tested() {
            try {
                Made result = maker.apply(Settings.OF_PROCESS);
                return result instanceof Made.Usable(SignatureEngine engine) && !KnownAnswer.passes(engine)
                        ? new Made.Unusable("it fails its known-answer test")
                        : result;
            } catch (IllegalStateException e) {
                return new Made.Unusable("it cannot start: " + e.getMessage());
            }
        }
    }

    private static final class Settings {
        static final EngineSettings OF_PROCESS = EngineSettings.ofProcess();
    }

    private static Made nativeEngine(NativeKernel.Kind kind, EngineSettings settings) {
        return switch (NativeLibrary.get()) {
            case NativeLibrary.Loading.Absent(String reason) -> new Made.Unusable("the native library " + reason);
            case NativeLibrary.Loading.Loaded(NativeLibrary library) ->
                NativeKernel.open(library, kind)
                        .map(kernel -> tableEngine(kernel, settings))
                        .orElseGet(() -> new Made.Unusable("this processor cannot run it, or there is no memory"));
        };
    }

    private static Made tableEngine(Kernel kernel, EngineSettings settings) {
        for (TableShape shape : TableShape.values()) {
            if (!knowsAnswers(kernel, shape)) {
                return new Made.Unusable("it fails its known-answer test with tables of shape " + shape);
            }
        }
        return new Made.Usable(
                new ObservedEngine(new TableEngine(kernel, settings), new BouncyCastleEngine(), settings.checkOneIn()));
    }

    /** With tables for every question: none is answered without the kernel having been asked. */
    private static boolean knowsAnswers(Kernel kernel, TableShape shape) {
        long memory = (long) shape.octets() * KnownAnswer.keys().size();
        try (TableEngine engine = new TableEngine(kernel, memory, 1, Integer.MAX_VALUE)) {
            boolean built =
                    KnownAnswer.keys().stream().allMatch(key -> engine.tables().build(key, shape));
            return built && KnownAnswer.passes(engine) && engine.figures().slow() == 0;
        }
    }

    /** All that are usable. This makes every one of them. */
    public static List<SignatureEngine> available() {
        return usable(CANDIDATES.stream()).toList();
    }

    /** The engine of this name, if this machine can use it. */
    public static Optional<SignatureEngine> named(String name) {
        return usable(CANDIDATES.stream().filter(candidate -> candidate.name.equals(name)))
                .findFirst();
    }

    /**
     * The engine that the settings name, or the fastest; where the named one is not usable, the next slower one. Throws
     * IllegalArgumentException when no engine has that name, IllegalStateException when none is usable.
     */
    public static SignatureEngine fastest() {
        String first = Settings.OF_PROCESS.engine().orElse(CANDIDATES.getFirst().name);
        if (CANDIDATES.stream().noneMatch(candidate -> candidate.name.equals(first))) {
            throw new IllegalArgumentException("pathproof.p256.engine is \"" + first + "\"; there are "
                    + CANDIDATES.stream().map(candidate -> candidate.name).toList());
        }
        return usable(CANDIDATES.stream().dropWhile(candidate -> !candidate.name.equals(first)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no P-256 engine is usable: " + report()));
    }

    /** Which engine this process uses, and what became of the others: one line for each. */
    public static String report() {
        StringBuilder report = new StringBuilder();
        Settings.OF_PROCESS
                .engine()
                .ifPresent(name -> report.append("asked for: ").append(name).append('\n'));
        statuses()
                .forEach(status -> report.append(status.name())
                        .append(": ")
                        .append(status.detail())
                        .append('\n'));
        return report.toString();
    }

    /** What became of each engine so far, fastest first. This makes none. */
    public static List<Status> statuses() {
        return CANDIDATES.stream().map(Candidate::status).toList();
    }

    private static Stream<SignatureEngine> usable(Stream<Candidate> candidates) {
        return candidates
                .map(Candidate::get)
                .filter(Made.Usable.class::isInstance)
                .map(made -> ((Made.Usable) made).engine());
    }
}
