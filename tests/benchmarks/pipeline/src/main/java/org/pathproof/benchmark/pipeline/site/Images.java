// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Unpacked images of the services. Each service runs in the files of its image, with the JVM and the command of the
 * image: read-only files, an unprivileged user, and only /tmp writable.
 *
 * @param folder folder of the images: for the service {@code validator}, its files in {@code pathproof-validator}, and
 *     its command in {@code pathproof-validator.command}, one argument in each line
 * @param enter program that runs a command in the files of an image (packaging/images/enter)
 * @param mode use of the start caches
 */
public record Images(Path folder, Path enter, Mode mode) {
    /** The use of start caches. */
    public enum Mode {
        /** Each service writes a cache at its end, {@code pathproof-validator.scratch/start.aot}. */
        TRAIN,
        /** Each service starts with the cache of its image, and ends if the cache does not fit. */
        USE,
        /** No service uses a cache. */
        IGNORE
    }

    /** Name of a new cache in the folder of scratch files. */
    private static final String CACHE = "start.aot";

    /** Folder of the state of a service, in the files of its image. */
    static final String STATE = "/tmp/state";

    /**
     * Returns the folder that is /tmp of a service in training, where it leaves its start cache. A measured service has
     * an empty folder of its run instead.
     */
    Optional<Path> scratch(String service) {
        return mode == Mode.TRAIN ? Optional.of(folder.resolve("pathproof-" + service + ".scratch")) : Optional.empty();
    }

    /**
     * Returns the command of a service.
     *
     * @param scratch folder that is /tmp of the service
     * @param jvmArguments arguments of the JVM, separated by single spaces, which follow those of the image
     * @param settings system properties
     */
    List<String> command(String service, Path scratch, String jvmArguments, Map<String, ?> settings) {
        String name = "pathproof-" + service;
        List<String> image = lines(folder.resolve(name + ".command"));
        int options = image.indexOf("-cp");
        List<String> command =
                new ArrayList<>(List.of(enter.toString(), folder.resolve(name).toString(), scratch.toString()));
        command.addAll(image.subList(0, options));
        command.addAll(Arrays.asList(jvmArguments.trim().split(" +", -1)));
        switch (mode) {
            case TRAIN -> {
                command.addAll(StartCache.TRAINING);
                command.add("-XX:AOTCacheOutput=/tmp/" + CACHE);
            }
            case IGNORE -> command.add("-XX:AOTMode=off");
            case USE -> command.add("-XX:AOTMode=on");
        }
        settings.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(image.subList(options, image.size()));
        return command;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read: unpack the images with ./pathproof images", e);
        }
    }
}
