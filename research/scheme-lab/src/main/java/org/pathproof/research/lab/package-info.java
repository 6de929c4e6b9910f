// SPDX-License-Identifier: Apache-2.0
/**
 * Sends routes of experimental path-security schemes to a running Pathproof (ADR 58).
 *
 * <p>{@link org.pathproof.research.lab.SchemeLab} issues keys to a chain of ASes under each scheme. The lab creates
 * an honest route and mounts every {@link org.pathproof.research.schemes.PathAttack} on it. Each {@link
 * org.pathproof.research.lab.SchemeRoute} has its own prefix and names the result that the scheme claims. {@link
 * org.pathproof.research.lab.SchemeStream} encodes the routes as the BMP stream of a router. {@link
 * org.pathproof.research.lab.SchemesCommand} writes the stream, the key file of validators, and a table of the routes.
 * {@link org.pathproof.research.lab.PrivateKeys} finds the private values of the routes in topics and logs.
 */
@NullMarked
package org.pathproof.research.lab;

import org.jspecify.annotations.NullMarked;
