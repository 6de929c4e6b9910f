// SPDX-License-Identifier: Apache-2.0
/**
 * The expiry of the certificates that a service uses for its connections.
 *
 * <p>{@link org.pathproof.telemetry.certificates.CertificateMeters} has one gauge for each file. Services register the
 * files of their own listeners and clients; {@link org.pathproof.telemetry.certificates.CertificateConfiguration} those
 * of Redis and HTTP.
 */
@NullMarked
package org.pathproof.telemetry.certificates;

import org.jspecify.annotations.NullMarked;
