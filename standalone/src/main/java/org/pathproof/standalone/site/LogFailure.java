// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.status.StatusListener;
import ch.qos.logback.core.status.StatusManager;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/**
 * Reports once, on standard error, that the log file cannot be written. Logback itself prints a stack trace for each
 * event. This class does not report a full disk: health or the last message of the process does.
 */
final class LogFailure implements StatusListener {
    private static final long FULL_DISK_BYTES = 1 << 20;

    private final Path folder;
    private final AtomicBoolean reported = new AtomicBoolean();

    private LogFailure(Path folder) {
        this.folder = folder;
    }

    /** Installs the listener. Call it after the logging of this process has started. */
    static void reportOnce(Path folder) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            StatusManager status = context.getStatusManager();
            status.getCopyOfStatusListenerList().forEach(status::remove);
            status.add(new LogFailure(folder));
        }
    }

    @Override
    public void addStatusEvent(Status status) {
        if (status.getEffectiveLevel() == Status.ERROR
                && folder.toFile().getUsableSpace() > FULL_DISK_BYTES
                && !reported.getAndSet(true)) {
            System.err.println("pathproof: the log in " + folder + " cannot be written: " + status.getMessage());
        }
    }
}
