// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Reports the begin and the end of each request to {@link HttpConnections}. Sets the address of the client of a trusted
 * proxy. Refuses folded header fields (RFC 9112, section 5.2), because proxies read them differently.
 */
final class ConnectionValve extends ValveBase {
    private static final String FORWARDED_FOR = "X-Forwarded-For";

    private final TrustedProxies proxies;

    ConnectionValve(TrustedProxies proxies) {
        super(true);
        this.proxies = proxies;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        InetAddress peer = InetAddress.ofLiteral(request.getPeerAddr());
        int port = request.getRemotePort();
        HttpConnections open = request.getConnector().getProtocolHandler() instanceof LimitedHttpProtocol limited
                ? limited.connections()
                : null;
        boolean folded = open != null && open.onRequest(peer, port);
        try {
            if (folded) {
                response.setHeader("Connection", "close");
                ProblemWriter.write(
                        response,
                        HttpServletResponse.SC_BAD_REQUEST,
                        "a header field continues on a further line",
                        null);
                return;
            }
            if (proxies.contains(peer)) {
                request.setRemoteAddr(proxies.client(peer, TrustedProxies.values(request.getHeaders(FORWARDED_FOR)))
                        .getHostAddress());
            }
            getNext().invoke(request, response);
        } finally {
            if (open != null && !request.isAsync()) {
                open.onResponse(peer, port);
            }
        }
    }
}
