// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Set;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.BadRequestException;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.admission.ClientSite;
import org.pathproof.wire.admission.FairShares;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads each body before the request takes a place of {@link RequestGate}, so that a client that sends slowly holds no
 * place. Bodies count by the bytes that have arrived, in total and for one address. A body that Tomcat cannot decode is
 * refused with 400.
 */
public final class BodyReader extends OncePerRequestFilter {
    /** Maximum size of all bodies in memory, in bodies of the maximum size. */
    private static final int MAX_BODIES = 8;

    private static final Duration MAX_WAIT = Duration.ofSeconds(5);
    private static final int PART_BYTES = 16 << 10;

    /** Methods whose bodies nothing reads. */
    private static final Set<String> WITHOUT_BODY =
            Set.of(HttpMethod.GET.name(), HttpMethod.HEAD.name(), HttpMethod.OPTIONS.name(), HttpMethod.TRACE.name());

    private final FairShares<ClientSite> bytes;

    /** @param maxBytes maximum size of a body, which {@link RequestLimits} applies */
    public BodyReader(long maxBytes) {
        this.bytes = new FairShares<>(MAX_BODIES * maxBytes, MAX_BODIES * maxBytes);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (WITHOUT_BODY.contains(request.getMethod()) || !hasBody(request)) {
            chain.doFilter(request, response);
            return;
        }
        try (Held body = new Held(ClientSite.parse(request.getRemoteAddr()))) {
            body.read(request.getInputStream());
            chain.doFilter(new ReadRequest(request, body.content.toByteArray()), response);
        }
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    /** A body in memory, with its share of the bytes of its address. */
    private final class Held implements AutoCloseable {
        private final ClientSite site;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private long held;

        Held(ClientSite site) {
            this.site = site;
        }

        void read(ServletInputStream in) throws IOException {
            byte[] part = new byte[PART_BYTES];
            try {
                for (int count = in.read(part); count >= 0; count = in.read(part)) {
                    hold(count);
                    content.write(part, 0, count);
                }
            } catch (IOException e) {
                throw refusal(e);
            }
        }

        private void hold(int count) {
            FairShares.Refusal refusal;
            try {
                refusal = bytes.take(site, count, MAX_WAIT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                refusal = FairShares.Refusal.ALL;
            }
            if (refusal != null) {
                boolean ofAddress = refusal == FairShares.Refusal.CLIENT;
                throw new RequestRefusedException(
                        ofAddress ? HttpStatus.TOO_MANY_REQUESTS : HttpStatus.SERVICE_UNAVAILABLE,
                        ofAddress ? "address-bodies" : "too-many-bodies",
                        "too many request bodies" + (ofAddress ? " from this address" : "") + " are in memory");
            }
            held += count;
        }

        @Override
        public void close() {
            if (held > 0) {
                bytes.release(site, held);
            }
        }
    }

    /**
     * Returns the refusal of a body that was not read.
     *
     * @throws IOException if the client has closed the connection
     */
    private static RequestRefusedException refusal(IOException e) throws IOException {
        if (e instanceof SocketTimeoutException || e.getCause() instanceof SocketTimeoutException) {
            return new RequestRefusedException(
                    HttpStatus.REQUEST_TIMEOUT, "body-time", "the next part of the body did not arrive in time");
        }
        if (e instanceof BadRequestException && !(e instanceof ClientAbortException)) {
            return new RequestRefusedException(
                    HttpStatus.BAD_REQUEST, "bad-body", "the body cannot be decoded: " + e.getMessage());
        }
        throw e;
    }

    /** A request whose body was read. */
    private static final class ReadRequest extends BodyRequest {
        private final byte[] content;
        private @Nullable ServletInputStream in;

        ReadRequest(HttpServletRequest request, byte[] content) {
            super(request);
            this.content = content;
        }

        @Override
        public ServletInputStream getInputStream() {
            ServletInputStream open = in;
            if (open == null) {
                open = new ReadBody(content);
                in = open;
            }
            return open;
        }
    }
}
