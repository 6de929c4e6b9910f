// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output that throws on a failed write. A PrintWriter alone would ignore the error. A full disk is reported.
 * If the reader of a pipe, for example {@code head}, has closed the pipe, the command ends without a message.
 */
final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private boolean failed;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    /** A failed write. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(IOException cause) {
            super(cause.getMessage(), cause);
        }

        /** Returns true if the reader of a pipe has closed it. */
        boolean readerIsGone() {
            return "Broken pipe".equals(getMessage());
        }
    }

    /** Returns true after a failed write. Later writes are ignored. */
    boolean failed() {
        return failed;
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (failed) {
            return;
        }
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failed = true;
            throw new Failure(e);
        }
    }
}
