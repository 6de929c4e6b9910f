// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request body with limits for size and time. Throws {@link RequestRefusedException} beyond either limit. */
final class LimitedBody extends ServletInputStream {
    private final ServletInputStream body;
    private final long maxBytes;
    private final Duration time;
    private final long deadline;
    private long read;

    private LimitedBody(ServletInputStream body, long maxBytes, Duration time) {
        this.body = body;
        this.maxBytes = maxBytes;
        this.time = time;
        this.deadline = System.nanoTime() + time.toNanos();
    }

    static RequestRefusedException tooLarge(long maxBytes) {
        return RequestRefusedException.tooLarge("the body is larger than " + maxBytes + " bytes");
    }

    /** A request whose body is limited for every method that reads it. */
    static final class Request extends BodyRequest {
        private final long maxBytes;
        private final Duration time;
        private @Nullable LimitedBody body;

        Request(HttpServletRequest request, long maxBytes, Duration time) {
            super(request);
            this.maxBytes = maxBytes;
            this.time = time;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            LimitedBody open = body;
            if (open == null) {
                open = new LimitedBody(super.getRequest().getInputStream(), maxBytes, time);
                body = open;
            }
            return open;
        }
    }

    @Override
    public int read() throws IOException {
        int octet = body.read();
        count(octet < 0 ? 0 : 1);
        return octet;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = body.read(into, offset, length);
        count(count);
        return count;
    }

    private void count(int bytes) {
        read += Math.max(bytes, 0);
        if (read > maxBytes) {
            throw tooLarge(maxBytes);
        }
        if (System.nanoTime() - deadline > 0) {
            throw new RequestRefusedException(
                    HttpStatus.REQUEST_TIMEOUT,
                    "body-time",
                    "the body was not complete within " + time.toSeconds() + " s");
        }
    }

    @Override
    public boolean isFinished() {
        return body.isFinished();
    }

    @Override
    public boolean isReady() {
        return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
        body.setReadListener(listener);
    }
}
