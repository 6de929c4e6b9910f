// SPDX-License-Identifier: Apache-2.0
/**
 * Certificates of routers on request.
 *
 * <p>{@link org.pathproof.policyapi.certificates.CertificatesController} takes a PKCS #10 request and a description.
 * {@link org.pathproof.policyapi.certificates.CertificateChecks} compares the description with the policy, the RPKI,
 * the known routers and the register of issued certificates. The authority of {@code libs/onboarding} then issues the
 * certificate.
 */
@NullMarked
package org.pathproof.policyapi.certificates;

import org.jspecify.annotations.NullMarked;
