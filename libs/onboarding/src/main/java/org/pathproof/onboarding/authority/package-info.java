// SPDX-License-Identifier: Apache-2.0
/**
 * A private authority for TLS certificates of routers.
 *
 * <p>{@link org.pathproof.onboarding.authority.CertificateAuthority} issues certificates with a description, by {@link
 * org.pathproof.onboarding.authority.RouterOrder}. {@link org.pathproof.onboarding.authority.SigningRequest} is a
 * PKCS #10 request (RFC 2986) of a router. {@link org.pathproof.onboarding.authority.CertificateRegister} stores the
 * issued certificates, and {@link org.pathproof.onboarding.authority.RevocationList} revokes them. {@link
 * org.pathproof.onboarding.authority.Pem} reads and writes the files.
 *
 * <p>Bouncy Castle encodes and decodes ASN.1. The JDK creates keys and signatures.
 */
@NullMarked
package org.pathproof.onboarding.authority;

import org.jspecify.annotations.NullMarked;
