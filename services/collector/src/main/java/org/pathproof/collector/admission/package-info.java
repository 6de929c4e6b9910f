// SPDX-License-Identifier: Apache-2.0
/**
 * Who may send BMP here, as whom, and about what. RFC 7854 section 11 leaves all of it to the operator: BMP itself has neither
 * authentication nor a name that could be trusted (the sysName of an Initiation is what the router says of itself).
 *
 * <p>{@link org.pathproof.collector.admission.Admission} holds the operator's rules, first match first, and makes of an address and of a
 * certificate's names an {@link org.pathproof.collector.admission.Admitted}, or nothing. It does no I/O and knows no sockets.
 */
@NullMarked
package org.pathproof.collector.admission;

import org.jspecify.annotations.NullMarked;
