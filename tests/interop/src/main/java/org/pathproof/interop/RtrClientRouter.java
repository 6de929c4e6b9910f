// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Programs;

/** The program rtrclient of RTRlib. The program prints each announced and withdrawn VRP and router key. */
final class RtrClientRouter implements Router {
    private static final Pattern EVENT = Pattern.compile(
            "(?m)^([+-]) (?:(\\S+)\\s+(\\d+) -\\s+(\\d+)\\s+(\\d+)$|HOST:.*\\nASN:\\s+(\\d+)\\n\\s+SKI:\\s+([0-9a-f:]+)$)");

    private final ChildProcess process;

    /** Starts rtrclient with the words that name the cache. */
    RtrClientRouter(Path folder, List<String> cache) {
        List<String> command =
                new ArrayList<>(List.of("stdbuf", "-oL", Programs.require("rtrclient"), "-kp", cache.getFirst()));
        command.addAll(cache.subList(1, cache.size()));
        process = ChildProcess.start(folder.resolve("rtrclient.log"), command);
    }

    @Override
    public Set<String> data() {
        Set<String> lines = new HashSet<>();
        Matcher event = EVENT.matcher(process.output());
        while (event.find()) {
            String line = event.group(2) == null
                    ? SampleObjects.key(
                            Long.parseLong(event.group(6)), event.group(7).replace(":", ""))
                    : SampleObjects.vrp(
                            event.group(2) + "/" + event.group(3),
                            Integer.parseInt(event.group(4)),
                            Long.parseLong(event.group(5)));
            if (event.group(1).equals("+")) {
                lines.add(line);
            } else {
                lines.remove(line);
            }
        }
        return lines;
    }

    @Override
    public void close() {
        process.close();
    }
}
