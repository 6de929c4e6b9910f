// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The processes of a run and the folder that is theirs. Whatever happens they end with it: they are ended on {@link #close} and when this
 * JVM is ended, and where the system can do it (setpriv) also when this JVM is killed. What a killed run left in files the next one removes.
 */
public final class Children implements AutoCloseable {
    private static final String RUN = "run-";

    private final Path folder;
    private final List<Child> children = new CopyOnWriteArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Optional<String> setpriv = onPath("setpriv");
    private final Thread hook = new Thread(this::atExit, "children-end");

    private Children(Path folder) {
        this.folder = folder;
    }

    /** A run whose files lie under {@code parent}. */
    public static Children in(Path parent) throws IOException {
        Files.createDirectories(parent);
        removeLeftovers(parent);
        Path folder = Files.createDirectories(
                parent.resolve(RUN + ProcessHandle.current().pid()));
        Children children = new Children(folder.toAbsolutePath());
        Runtime.getRuntime().addShutdownHook(children.hook);
        return children;
    }

    private static void removeLeftovers(Path parent) throws IOException {
        try (Stream<Path> runs = Files.list(parent)) {
            for (Path run : runs.filter(p -> p.getFileName().toString().matches(RUN + "\\d{1,18}"))
                    .toList()) {
                long pid = Long.parseLong(run.getFileName().toString().substring(RUN.length()));
                if (ProcessHandle.of(pid).isEmpty()) {
                    delete(run);
                }
            }
        }
    }

    /** The folder of this run: the logs are in it. */
    public Path folder() {
        return folder;
    }

    /** A new folder, for the data of one of them. */
    public Path folder(String name) {
        try {
            return Files.createDirectories(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a main class of our own class path. Its standard output goes to its log, unless it is the player, which answers there. */
    public Child java(String stage, String jvmArguments, String main, Map<String, ?> settings, String... arguments) {
        return java(List.of(), stage, jvmArguments, main, settings, arguments);
    }

    /** The same, run by a command that runs commands. */
    public Child java(
            List<String> wrapper,
            String stage,
            String jvmArguments,
            String main,
            Map<String, ?> settings,
            String... arguments) {
        List<String> command = new ArrayList<>(wrapper);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(jvmArguments.split(" ", -1)));
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main);
        command.addAll(Arrays.asList(arguments));
        return start(stage, command);
    }

    /** Starts a program. */
    public Child start(String stage, List<String> command) {
        List<String> whole = new ArrayList<>();
        setpriv.ifPresent(program -> whole.addAll(List.of(program, "--pdeathsig", "KILL", "--")));
        whole.addAll(command);
        Path log = folder.resolve(stage + "-" + started.incrementAndGet() + ".log");
        boolean answers = stage.equals("player");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(whole).directory(folder(stage).toFile());
            builder.redirectError(log.toFile());
            if (!answers) {
                builder.redirectErrorStream(true).redirectOutput(log.toFile());
                builder.redirectInput(new File("/dev/null"));
            }
            Child child = new Child(stage, builder.start(), log);
            children.add(child);
            if (closed.get()) {
                child.kill();
            }
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(stage + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** Those of a stage that live. */
    public List<Child> of(String stage) {
        return children.stream()
                .filter(child -> child.stage().equals(stage) && child.process().isAlive())
                .toList();
    }

    /** All that live. */
    public List<Child> alive() {
        return children.stream().filter(child -> child.process().isAlive()).toList();
    }

    /** Where a program is. */
    public static Optional<String> onPath(String program) {
        return Arrays.stream(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
                .map(part -> Path.of(part, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    /** Ends all of them and removes their files. Nothing of value is lost: the data are of this run, so that they are killed at once. */
    @Override
    public void close() throws IOException {
        endAll();
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    private void atExit() {
        try {
            endAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void endAll() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        children.forEach(child -> child.process().destroyForcibly());
        children.forEach(child -> child.process().onExit().join());
        delete(folder);
    }

    private static void delete(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
