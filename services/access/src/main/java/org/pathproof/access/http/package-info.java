// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP connections of all services. {@link org.pathproof.access.http.HttpConfiguration} replaces Tomcat's connector
 * by {@link org.pathproof.access.http.LimitedHttpProtocol}, which limits the connections of each address and the time
 * until the head of a request is complete. {@link org.pathproof.access.http.HttpConnections} has the state of the
 * connections, and {@link org.pathproof.access.http.ConnectionValve} reports the begin and the end of each request.
 *
 * <p>Health and metrics can have a connector of their own ({@code pathproof.http.health-port}), which clients of the
 * other connector cannot fill. The address of a client is the peer of the connection, or the address that a trusted
 * proxy names ({@link org.pathproof.access.http.TrustedProxies}).
 */
@NullMarked
package org.pathproof.access.http;

import org.jspecify.annotations.NullMarked;
