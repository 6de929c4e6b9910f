/**
 * The edge of the HTTP server: checks and limits that hold for every request, before a controller sees it.
 *
 * <p>Filters run in this order: {@link org.pathproof.policyapi.web.HostFilter} refuses requests for names that are not ours, {@link
 * org.pathproof.policyapi.web.RequestGate} limits how many requests are answered at a time, and {@link
 * org.pathproof.policyapi.web.RequestLimits} bounds the body in bytes and each request in time. Every error, also one that Tomcat finds
 * itself, leaves as {@code application/problem+json} (RFC 9457), written by {@link org.pathproof.policyapi.web.ProblemWriter}.
 */
@NullMarked
package org.pathproof.policyapi.web;

import org.jspecify.annotations.NullMarked;
