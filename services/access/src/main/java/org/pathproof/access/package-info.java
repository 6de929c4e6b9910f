// SPDX-License-Identifier: Apache-2.0
/**
 * Access to HTTP for all services: the identity of the client, and the endpoints that the client may use.
 *
 * <p>Each program with a web server imports {@link org.pathproof.access.AccessConfiguration}. {@link
 * org.pathproof.access.StaticTokens} and {@link org.pathproof.access.OidcTokens} turn the bearer token of a request
 * (RFC 6750) into a name and a {@link org.pathproof.access.Role}. An {@link org.pathproof.access.EndpointTable} lists
 * endpoints and the role that each requires: Actuator's are here, and the policy API adds its own. An endpoint without
 * an entry is not served; those of Actuator need the role admin. {@link org.pathproof.access.AccessRules} compares the
 * role with the requirement. {@link org.pathproof.access.AccessProblems} reports refusals as problem details and
 * records them, except unknown paths and methods, in the {@link org.pathproof.access.AuditLog}. There are no cookies
 * and no sessions, so that a foreign page cannot act in the name of a user.
 *
 * <p>The file of {@code pathproof.api.token-file} is read again after each change. Services use {@link
 * org.pathproof.access.ClientValidity} to end long responses to clients whose tokens are revoked or expired.
 */
@NullMarked
package org.pathproof.access;

import org.jspecify.annotations.NullMarked;
