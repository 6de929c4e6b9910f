// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.utils.Exit;

/**
 * The end of the process when the embedded broker gives up, which it does when its log cannot be written. One sentence on standard error
 * says so. Nothing is torn down in order: services without a broker would only report that it is gone.
 */
final class BrokerFailure {
    /** Exit status of a process that ended because its broker did; 3 is that of a JVM without memory. */
    static final int STATUS = 4;

    private static final AtomicBoolean ENDING = new AtomicBoolean();

    private BrokerFailure() {}

    /** From now on, a broker in this process that gives up ends the process thus. */
    static void endsTheProcess(Path folder) {
        Exit.setHaltProcedure((status, message) -> end(folder, message));
        Exit.setExitProcedure((status, message) -> end(folder, message));
    }

    private static void end(Path folder, @org.jspecify.annotations.Nullable String message) {
        if (!ENDING.getAndSet(true)) {
            long free = folder.toFile().getUsableSpace();
            System.err.println(
                    "pathproof: ended, because the Kafka broker inside gave up"
                            + (message == null || message.isBlank() ? "" : " (" + message + ")") + ": its log in "
                            + folder
                            + " could not be written (" + (free >> 20)
                            + " MB free on that disk). Make room or mend the disk, and start again: what was acknowledged is kept");
            // Redis, which would go on without us.
            ProcessHandle.current().children().forEach(ProcessHandle::destroy);
        }
        Runtime.getRuntime().halt(STATUS);
    }
}
