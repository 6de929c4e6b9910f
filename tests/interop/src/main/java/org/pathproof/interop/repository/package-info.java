// SPDX-License-Identifier: Apache-2.0
/**
 * A signed RPKI repository, from which validators of the test stage read over rsync.
 *
 * <p>A {@link org.pathproof.interop.repository.SignedRepository} has a trust anchor and one certificate authority below
 * it. The repository turns each RPKI object into a file: a VRP into a ROA (RFC 9582), a router key into a router
 * certificate (RFC 8209), and an ASPA into an ASPA object. Each publication has a new manifest (RFC 9286) and a new
 * CRL, which revokes the files of removed objects. An {@link org.pathproof.interop.repository.RsyncDaemon} serves
 * the newest publication on a port of 127.0.0.1.
 *
 * <p>An {@link org.pathproof.interop.repository.Authority} issues certificates and CRLs by the profile of RFC 6487,
 * with {@link org.pathproof.interop.repository.Resources} by RFC 3779. {@link
 * org.pathproof.interop.repository.SignedObject} signs {@link org.pathproof.interop.repository.Contents} by RFC 6488.
 *
 * <p>The keys exist in memory only. All files are valid for one day.
 */
@NullMarked
package org.pathproof.interop.repository;

import org.jspecify.annotations.NullMarked;
