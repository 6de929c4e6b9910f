// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.broker;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.utils.Exit;

/**
 * Ends the process when the embedded broker cannot write its log. One sentence on standard error names the reason.
 * Services are not stopped in order, because without a broker they would only report its loss.
 */
final class BrokerFailure {
    /** Exit status after a failure of the broker. A JVM without memory exits with 3. */
    static final int STATUS = 4;

    private static final AtomicBoolean ENDING = new AtomicBoolean();

    private BrokerFailure() {}

    /** Installs the handlers that end the process when its broker fails. */
    static void install(Path folder) {
        Exit.setHaltProcedure((status, message) -> end(folder, message));
        Exit.setExitProcedure((status, message) -> end(folder, message));
    }

    private static void end(Path folder, @org.jspecify.annotations.Nullable String message) {
        if (!ENDING.getAndSet(true)) {
            long free = folder.toFile().getUsableSpace();
            System.err.println(
                    "pathproof: ended, because the embedded Kafka broker failed"
                            + (message == null || message.isBlank() ? "" : " (" + message + ")") + ": its log in "
                            + folder
                            + " cannot be written (" + (free >> 20)
                            + " MB free on that disk). Free some space or repair the disk, and start again: acknowledged records are kept");
            // Redis would otherwise keep running.
            ProcessHandle.current().children().forEach(ProcessHandle::destroy);
        }
        Runtime.getRuntime().halt(STATUS);
    }
}
