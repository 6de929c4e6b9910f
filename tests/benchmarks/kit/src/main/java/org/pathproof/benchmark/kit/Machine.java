// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The machine and the time of a measurement.
 *
 * @param features instruction sets of the processor; null if the measurement does not depend on them
 * @param kafka version of Kafka; null if the measurement does not use Kafka
 * @param load load averages of the last 1, 5 and 15 minutes before the run
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Machine(
        String processor,
        int processors,
        @Nullable List<String> features,
        String system,
        String java,
        @Nullable String kafka,
        String load,
        Instant when) {
    private static final String UNKNOWN = "not known";

    /** Returns this machine, with its load now. Call this method before the run itself causes load. */
    public static Machine here() {
        return new Machine(
                cpuInfo("model name"),
                Runtime.getRuntime().availableProcessors(),
                null,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                null,
                loadNow(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    /** Returns this machine with those of some instruction sets that its processor has. */
    public Machine withFeatures(List<String> wanted) {
        List<String> flags = Arrays.asList(cpuInfo("flags").split(" ", -1));
        return new Machine(
                processor,
                processors,
                wanted.stream().filter(flags::contains).toList(),
                system,
                java,
                kafka,
                load,
                when);
    }

    /** Returns this machine with the version of Kafka. */
    public Machine withKafka(String version) {
        return new Machine(processor, processors, features, system, java, version, load, when);
    }

    /** Returns the load averages of the last 1, 5 and 15 minutes. */
    public static String loadNow() {
        return lines("/proc/loadavg")
                .findFirst()
                .map(line -> String.join(" ", Arrays.asList(line.split(" ", -1)).subList(0, 3)))
                .orElse(UNKNOWN);
    }

    /** Returns the load average of the last minute before the run. */
    @JsonIgnore
    public String loadOfMinute() {
        return load.equals(UNKNOWN) ? load : load.split(" ", 2)[0];
    }

    /** Returns true if the load average shows that other programs kept a processor busy. */
    @JsonIgnore
    public boolean isBusy() {
        return isBusy(load);
    }

    /** Returns true if a load average of one minute shows that programs keep a processor busy. */
    public static boolean isBusy(String load) {
        try {
            return Double.parseDouble(load.split(" ", 2)[0]) >= 1;
        } catch (NumberFormatException e) {
            return false; // the load is not known
        }
    }

    /** Returns the machine in words: processor, system, programs, and the time of the measurement. */
    public String words() {
        return processor + ", " + processors + " processors, "
                + (features == null ? "" : String.join(" ", features) + ", ") + system + ", " + java + ", "
                + (kafka == null ? "" : "Kafka " + kafka + ", ") + when;
    }

    /** Returns the members of a JSON object that has no object for the machine. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("processor", processor);
        members.put("processors", processors);
        members.put("system", system);
        members.put("load", loadOfMinute());
        members.put("when", when.toString());
        return members;
    }

    private static String cpuInfo(String name) {
        return lines("/proc/cpuinfo")
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse(UNKNOWN);
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
