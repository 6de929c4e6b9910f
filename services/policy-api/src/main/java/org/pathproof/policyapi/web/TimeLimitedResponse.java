// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A response with limits for the client that reads it: a total time, and a rate. Only the time in which writing waits
 * for the client counts for the rate. Writing fails beyond a limit, and the connection is closed.
 */
final class TimeLimitedResponse extends HttpServletResponseWrapper {
    /** Bytes per second that a client must read. */
    private static final long MIN_BYTES_PER_SECOND = 32 << 10;
    /** Time that writing may wait for the client at any rate. */
    private static final long MAX_STALL_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Duration time;
    private final long deadline;
    private @Nullable ServletOutputStream timed;

    TimeLimitedResponse(HttpServletResponse response, Duration time) {
        super(response);
        this.time = time;
        this.deadline = System.nanoTime() + time.toNanos();
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        ServletOutputStream open = timed;
        if (open == null) {
            open = new Timed(super.getOutputStream());
            timed = open;
        }
        return open;
    }

    private final class Timed extends ServletOutputStream {
        private final ServletOutputStream out;
        private long waited;
        private long written;

        Timed(ServletOutputStream out) {
            this.out = out;
        }

        private void check() throws IOException {
            if (System.nanoTime() - deadline > 0) {
                throw new SocketTimeoutException(
                        "the client did not read the response within " + time.toSeconds() + " s");
            }
            if (waited > MAX_STALL_NANOS + TimeUnit.SECONDS.toNanos(written) / MIN_BYTES_PER_SECOND) {
                throw new SocketTimeoutException(
                        "the client reads less than " + MIN_BYTES_PER_SECOND + " bytes per second");
            }
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            check();
            long started = System.nanoTime();
            out.write(bytes, offset, length);
            waited += System.nanoTime() - started;
            written += length;
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }
    }
}
