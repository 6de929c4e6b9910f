// SPDX-License-Identifier: Apache-2.0
/**
 * Admission of routers: permits routers to send BMP, gives them names, and limits the views and peers that they report.
 * RFC 7854 section 11 leaves admission to the operator. BMP has no authentication, and a router can send any sysName in
 * its Initiation.
 *
 * <p>{@link org.pathproof.collector.admission.Admission} holds the operator's rules. The admission maps an address and
 * the names of a certificate to an {@link org.pathproof.collector.admission.Admitted} router, or to none. The admission
 * does no I/O.
 *
 * <p>{@link org.pathproof.collector.admission.Onboarding} then applies the description in the router's certificate,
 * within the operator's policy.
 */
@NullMarked
package org.pathproof.collector.admission;

import org.jspecify.annotations.NullMarked;
