/**
 * The edge of the HTTP server: checks and limits for every request, before a controller is called.
 *
 * <p>The filters of this package run in this order: {@link org.pathproof.policyapi.web.HostFilter} refuses foreign
 * names, {@link org.pathproof.policyapi.web.AddressRate} limits requests per second, and {@link
 * org.pathproof.policyapi.web.RequestLimits} limits body and duration of each request. Spring Security follows, with
 * {@link org.pathproof.policyapi.web.TokenRate} for clients with a token. Then {@link
 * org.pathproof.policyapi.web.BodyReader} reads the body, and {@link org.pathproof.policyapi.web.RequestGate} limits
 * concurrent requests. {@link org.pathproof.policyapi.web.RequestKind} has the kinds of requests with limits of their
 * own. {@link org.pathproof.access.AuditLog} records all refusals, also those of controllers. {@link
 * org.pathproof.access.http.ProblemWriter} writes the errors outside of controllers as {@code
 * application/problem+json} (RFC 9457), including the errors that Tomcat finds.
 */
@NullMarked
package org.pathproof.policyapi.web;

import org.jspecify.annotations.NullMarked;
