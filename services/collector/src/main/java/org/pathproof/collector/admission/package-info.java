// SPDX-License-Identifier: Apache-2.0
/**
 * Admission of routers: which routers may send BMP, under which name, and about which views and peers. RFC 7854 section
 * 11 leaves this to the operator. BMP has no authentication, and the sysName of an Initiation is an unproved claim.
 *
 * <p>{@link org.pathproof.collector.admission.Admission} holds the operator's rules. It turns an address and the names
 * of a certificate into an {@link org.pathproof.collector.admission.Admitted}, or into nothing. It does no I/O.
 */
@NullMarked
package org.pathproof.collector.admission;

import org.jspecify.annotations.NullMarked;
