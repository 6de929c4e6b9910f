// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A response with a time limit for the client to read it. Writing fails after the limit, and the connection is closed.
 */
final class TimeLimitedResponse extends HttpServletResponseWrapper {
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

        Timed(ServletOutputStream out) {
            this.out = out;
        }

        private void check() throws IOException {
            if (System.nanoTime() - deadline > 0) {
                throw new SocketTimeoutException(
                        "the client did not read the response within " + time.toSeconds() + " s");
            }
        }

        @Override
        public void write(int octet) throws IOException {
            check();
            out.write(octet);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            check();
            out.write(bytes, offset, length);
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
