// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.status.StatusListener;
import ch.qos.logback.core.status.StatusManager;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/**
 * Says once, on standard error, that the log file cannot be written. Logback's own way is a stack trace for each event. On a full disk it
 * says nothing: the health tells of that, or the sentence with which the process ends.
 */
final class LogFailure implements StatusListener {
    private static final long FULL = 1 << 20;

    private final Path folder;
    private final AtomicBoolean said = new AtomicBoolean();

    private LogFailure(Path folder) {
        this.folder = folder;
    }

    /** From now on, failures of the log are told thus. To be called when the logging of this process has begun. */
    static void tellOnce(Path folder) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            StatusManager status = context.getStatusManager();
            status.getCopyOfStatusListenerList().forEach(status::remove);
            status.add(new LogFailure(folder));
        }
    }

    @Override
    public void addStatusEvent(Status status) {
        if (status.getEffectiveLevel() == Status.ERROR
                && folder.toFile().getUsableSpace() > FULL
                && !said.getAndSet(true)) {
            System.err.println("pathproof: the log in " + folder + " cannot be written: " + status.getMessage());
        }
    }
}
