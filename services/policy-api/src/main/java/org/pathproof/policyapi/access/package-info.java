/**
 * Access to HTTP: the identity of the client, and the endpoints that the client may use.
 *
 * <p>{@link org.pathproof.policyapi.access.StaticTokens} and {@link org.pathproof.policyapi.access.OidcTokens} turn the
 * bearer token of a request (RFC 6750) into a name and a {@link org.pathproof.policyapi.access.Role}. {@link
 * org.pathproof.policyapi.access.Endpoints} is the one table of endpoints with the requirement of each; an endpoint
 * without an entry is not served. {@link org.pathproof.policyapi.access.AccessRules} compares the role with the
 * requirement, and {@link org.pathproof.policyapi.access.AccessProblems} answers and records refusals. There are no
 * cookies and no sessions, so that a foreign page cannot act in the name of a user.
 */
@NullMarked
package org.pathproof.policyapi.access;

import org.jspecify.annotations.NullMarked;
