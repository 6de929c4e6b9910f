// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.redis;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pathproof.standalone.console.StartFailure;

/**
 * An installed Redis server: {@code redis-server} or {@code valkey-server}, version 7.0 or later.
 *
 * @param path path of the program
 * @param version version, as the program prints it
 */
public record RedisProgram(Path path, String version) {
    /** Lowest accepted major version. */
    static final int MIN_MAJOR = 7;

    private static final List<String> NAMES = List.of("redis-server", "valkey-server");
    private static final List<String> USUAL_FOLDERS = List.of("/usr/bin", "/usr/sbin", "/usr/local/bin");
    private static final Pattern VERSION = Pattern.compile("\\bv=((\\d{1,4})\\.\\d{1,4}(\\.\\d{1,4})?)");
    private static final int ANSWER_SECONDS = 20;
    private static final String ADVICE = "install Redis " + MIN_MAJOR
            + ".0 or later (Debian package redis-server), or set pathproof.redis.uri in --config";

    /**
     * Returns the Redis server of this machine.
     *
     * @throws StartFailure if this machine has no Redis server of an accepted version
     */
    public static RedisProgram find() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return find(Stream.concat(Stream.of(path.split(File.pathSeparator)), USUAL_FOLDERS.stream())
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList());
    }

    /** Returns the first program of a sufficient version in these folders. */
    static RedisProgram find(List<Path> folders) {
        SequencedSet<Path> candidates = new LinkedHashSet<>();
        for (String name : NAMES) {
            folders.stream()
                    .map(folder -> folder.resolve(name))
                    .filter(Files::isExecutable)
                    .forEach(candidates::add);
        }
        List<String> refused = new ArrayList<>();
        for (Path candidate : candidates) {
            String said = versionLine(candidate);
            Matcher version = VERSION.matcher(said);
            if (!version.find()) {
                refused.add(candidate + " has an unknown version (\"" + said.strip() + "\")");
            } else if (Integer.parseInt(version.group(2)) < MIN_MAJOR) {
                refused.add(candidate + " is version " + version.group(1) + ", which is too old");
            } else {
                return new RedisProgram(candidate, version.group(1));
            }
        }
        throw new StartFailure(
                (refused.isEmpty() ? "there is no redis-server on this machine" : String.join("; ", refused)) + ": "
                        + ADVICE);
    }

    private static String versionLine(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "no answer within " + ANSWER_SECONDS + " s";
            }
            return new String(process.getInputStream().readNBytes(1000), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted during the start of Redis", e);
        }
    }
}
