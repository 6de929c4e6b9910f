// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output that does not go on when nobody takes what is written: a full disk is told, and the end of a reader such as {@code head} ends the
 * command. A PrintWriter over it would swallow an IOException.
 */
final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private boolean failed;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    /** Why something could not be written. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(IOException cause) {
            super(cause.getMessage(), cause);
        }

        /** Whether it is no more than that the reader of a pipe has seen enough. */
        boolean readerIsGone() {
            return "Broken pipe".equals(getMessage());
        }
    }

    /** Whether something could not be written; then nothing more is. */
    boolean failed() {
        return failed;
    }

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int from, int length) {
        if (failed) {
            return;
        }
        try {
            out.write(octets, from, length);
        } catch (IOException e) {
            failed = true;
            throw new Failure(e);
        }
    }
}
