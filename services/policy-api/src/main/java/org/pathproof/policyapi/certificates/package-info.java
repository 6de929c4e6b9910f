// SPDX-License-Identifier: Apache-2.0
/**
 * Certificates for routers. A router that connects to a collector with such a certificate needs no settings there.
 *
 * <p>{@link org.pathproof.policyapi.certificates.CertificatesController} receives a PKCS #10 request and a description.
 * {@link org.pathproof.policyapi.certificates.CertificateChecks} compares the description with the policy, the RPKI,
 * the known routers and the register of issued certificates. The authority of {@code libs/onboarding} then issues the
 * certificate, and the register owns the list of issued certificates.
 */
@NullMarked
package org.pathproof.policyapi.certificates;

import org.jspecify.annotations.NullMarked;
